//! The one place that reads the time. Everything else gets it as an argument.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Zoned};

/// The current time: an instant for sessions and logs, a business date for everything legal.
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
    /// Shared, so that a test can move the clock of a running server.
    Stopped(Arc<Mutex<Timestamp>>),
}

impl Clock {
    pub fn system(today: Option<Date>) -> Result<Self, jiff::Error> {
        Ok(Self { source: Source::System, today, helsinki: TimeZone::get("Europe/Helsinki")? })
    }

    /// A clock that does not run, for the past of the demo and for tests.
    pub fn stopped(at: Timestamp, today: Option<Date>) -> Result<Self, jiff::Error> {
        let helsinki = TimeZone::get("Europe/Helsinki")?;
        Ok(Self { source: Source::Stopped(Arc::new(Mutex::new(at))), today, helsinki })
    }

    /// Moves a stopped clock on. A system clock is left as it is.
    pub fn advance(&self, by: Span) {
        if let Source::Stopped(at) = &self.source {
            let mut at = at.lock().unwrap_or_else(PoisonError::into_inner);
            *at = at.checked_add(by).unwrap_or(Timestamp::MAX);
        }
    }

    pub fn now(&self) -> Timestamp {
        match &self.source {
            #[expect(clippy::disallowed_methods, reason = "this is the clock")]
            Source::System => Timestamp::now(),
            Source::Stopped(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
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

    /// The date in Finland, which decides on bills, rates and paydays.
    pub fn today(&self) -> Date {
        self.today.unwrap_or_else(|| self.now().to_zoned(self.helsinki.clone()).date())
    }
}

/// The date in Finland at a moment.
pub fn finnish_day(at: Timestamp) -> Date {
    // The time zone is compiled in, so that it is always found.
    at.to_zoned(TimeZone::get("Europe/Helsinki").unwrap_or(TimeZone::UTC)).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_business_date_is_that_of_helsinki() {
        let clock = Clock::stopped("2026-11-15T22:30:00Z".parse().unwrap(), None).unwrap();
        assert_eq!(clock.today(), jiff::civil::date(2026, 11, 16));
    }

    #[test]
    fn a_configured_date_overrides_the_real_one() {
        let christmas = jiff::civil::date(2026, 12, 24);
        assert_eq!(Clock::system(Some(christmas)).unwrap().today(), christmas);
    }
}
