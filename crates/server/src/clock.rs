//! The one place that reads the time. Everything else is told.

#[cfg(test)]
use std::sync::{Arc, Mutex};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// What the time is: an instant for sessions and logs, a business date for everything legal.
#[derive(Clone)]
pub struct Clock {
    source: Source,
    /// The business date of demos and tests (`LIKSA_TODAY`).
    today: Option<Date>,
    helsinki: TimeZone,
}

#[derive(Clone)]
enum Source {
    System,
    Stopped(Timestamp),
    #[cfg(test)]
    Fixed(Arc<Mutex<Timestamp>>),
}

impl Clock {
    pub fn system(today: Option<Date>) -> Result<Self, jiff::Error> {
        Ok(Self { source: Source::System, today, helsinki: TimeZone::get("Europe/Helsinki")? })
    }

    /// A moment that has been, for what a demo tells of the past.
    pub fn stopped(at: Timestamp, today: Date) -> Result<Self, jiff::Error> {
        let helsinki = TimeZone::get("Europe/Helsinki")?;
        Ok(Self { source: Source::Stopped(at), today: Some(today), helsinki })
    }

    pub fn now(&self) -> Timestamp {
        match &self.source {
            Source::Stopped(at) => *at,
            #[expect(clippy::disallowed_methods, reason = "this is the clock")]
            Source::System => Timestamp::now(),
            #[cfg(test)]
            Source::Fixed(at) => *at.lock().unwrap(),
        }
    }

    /// When a day begins in Finland.
    pub fn start_of(&self, day: Date) -> Timestamp {
        day.to_zoned(self.helsinki.clone()).map_or(Timestamp::MAX, |start| start.timestamp())
    }

    /// A moment as clocks in Finland show it.
    pub fn in_finland(&self, at: Timestamp) -> Zoned {
        at.to_zoned(self.helsinki.clone())
    }

    /// The date in Finland, by which bills, rates and paydays go.
    pub fn today(&self) -> Date {
        self.today.unwrap_or_else(|| self.now().to_zoned(self.helsinki.clone()).date())
    }
}

/// The day in Finland on which something happened.
pub fn finnish_day(at: Timestamp) -> Date {
    // The zone is part of the program, so that it is always there.
    at.to_zoned(TimeZone::get("Europe/Helsinki").unwrap_or(TimeZone::UTC)).date()
}

#[cfg(test)]
impl Clock {
    pub fn fixed(at: Timestamp) -> Self {
        let helsinki = TimeZone::get("Europe/Helsinki").unwrap();
        Self { source: Source::Fixed(Arc::new(Mutex::new(at))), today: None, helsinki }
    }

    pub fn advance(&self, by: jiff::Span) {
        let Source::Fixed(at) = &self.source else { panic!("only a fixed clock can be advanced") };
        let mut at = at.lock().unwrap();
        *at += by;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_business_date_is_helsinkis() {
        let clock = Clock::fixed("2026-11-15T22:30:00Z".parse().unwrap());
        assert_eq!(clock.today(), jiff::civil::date(2026, 11, 16));
    }

    #[test]
    fn a_given_date_rules() {
        let christmas = jiff::civil::date(2026, 12, 24);
        assert_eq!(Clock::system(Some(christmas)).unwrap().today(), christmas);
    }
}
