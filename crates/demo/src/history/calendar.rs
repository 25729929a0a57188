//! Dates of made-up events: working days before a given day, in Finnish time.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use liksa_actions::context::Clock;
use liksa_finland::bank_days::bank_day_on_or_before;

/// A moment, and the business date it fell on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    pub at: Timestamp,
    pub day: Date,
}

/// Counts back from two days, since the business date of a demo may differ from the real one: bills are dated by the
/// business date, the audit log by the real one.
pub struct Calendar {
    business_day: Date,
    real_day: Date,
    helsinki: TimeZone,
}

impl Calendar {
    /// The days before the clock's present.
    pub fn before(clock: &Clock) -> anyhow::Result<Self> {
        let helsinki = TimeZone::get("Europe/Helsinki")?;
        let real_day = clock.now().to_zoned(helsinki.clone()).date();
        Ok(Self { business_day: clock.today(), real_day, helsinki })
    }

    /// The days up to and including this one.
    pub fn until(day: Date) -> anyhow::Result<Self> {
        Ok(Self { business_day: day, real_day: day, helsinki: TimeZone::get("Europe/Helsinki")? })
    }

    pub fn today(&self) -> Date {
        self.business_day
    }

    /// The day this many working days ago; 0 is today, even on a weekend.
    pub fn day(&self, working_days_ago: u16) -> Date {
        working_days_before(self.business_day, working_days_ago)
    }

    /// An hour and minute of the day this many working days ago.
    pub fn at(&self, working_days_ago: u16, time: (i8, i8)) -> anyhow::Result<When> {
        let at = self.instant(working_days_before(self.real_day, working_days_ago), time)?;
        Ok(When { at, day: self.day(working_days_ago) })
    }

    /// An hour and minute of this day.
    pub fn on(&self, day: Date, time: (i8, i8)) -> anyhow::Result<When> {
        Ok(When { at: self.instant(day, time)?, day })
    }

    fn instant(&self, day: Date, (hour, minute): (i8, i8)) -> anyhow::Result<Timestamp> {
        Ok(day.at(hour, minute, 0, 0).to_zoned(self.helsinki.clone())?.timestamp())
    }
}

fn working_days_before(day: Date, count: u16) -> Date {
    (0..count).fold(day, |day, _| bank_day_on_or_before(day.saturating_sub(1.day())))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn weekends_and_holidays_are_skipped() {
        // Sunday after the Independence Day of 2026, which is a Sunday itself.
        let calendar = Calendar::until(date(2026, 12, 6)).unwrap();
        assert_eq!(calendar.day(0), date(2026, 12, 6));
        assert_eq!(calendar.day(1), date(2026, 12, 4));
        assert_eq!(calendar.day(6), date(2026, 11, 27));
        let new_year = Calendar::until(date(2027, 1, 1)).unwrap();
        assert_eq!([new_year.day(1), new_year.day(5)], [date(2026, 12, 31), date(2026, 12, 23)]);
    }

    #[test]
    fn times_are_in_finnish_time() {
        let calendar = Calendar::until(date(2026, 7, 2)).unwrap();
        assert_eq!(calendar.at(1, (9, 30)).unwrap().at, "2026-07-01T06:30:00Z".parse().unwrap());
    }
}
