//! How long it is from one time of the Finnish clock to another: the nights on which it is moved have one hour more or
//! less.

use std::sync::LazyLock;

use jiff::SignedDuration;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// The rule itself, so that no table of zones has to be there.
static FINLAND: LazyLock<TimeZone> =
    LazyLock::new(|| TimeZone::posix("EET-2EEST,M3.5.0/3,M10.5.0/4").unwrap_or(TimeZone::UTC));

/// The hour that there is twice is taken as the first one. One that there is not counts as in winter time.
pub fn elapsed(from: DateTime, until: DateTime) -> SignedDuration {
    match (FINLAND.to_timestamp(from), FINLAND.to_timestamp(until)) {
        (Ok(from), Ok(until)) => until.duration_since(from),
        // So near the end of all time no clock is moved.
        _ => until.duration_since(from),
    }
}

/// What the clock shows so much later.
pub(crate) fn later(from: DateTime, by: SignedDuration) -> DateTime {
    let at = FINLAND.to_timestamp(from).ok().and_then(|at| at.checked_add(by).ok());
    at.map_or_else(|| from.saturating_add(by), |at| FINLAND.to_datetime(at))
}

#[cfg(test)]
mod tests {
    use jiff::civil::datetime;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_nights_on_which_the_clock_is_moved_have_an_hour_more_or_less() {
        let minutes = |from: DateTime, until: DateTime| elapsed(from, until).as_mins();
        let at = |month, day, hour| datetime(2026, month, day, hour, 0, 0, 0);
        assert_eq!(minutes(at(10, 24, 22), at(10, 25, 6)), 9 * 60);
        assert_eq!(minutes(at(3, 28, 22), at(3, 29, 6)), 7 * 60);
        assert_eq!(minutes(at(3, 27, 22), at(3, 28, 6)), 8 * 60);
        assert_eq!(minutes(at(3, 1, 9), at(11, 1, 9)), 245 * 24 * 60, "in winter as in winter");
        // From three to four there is an hour twice, and there is none.
        assert_eq!(minutes(at(10, 25, 2), at(10, 25, 3)), 60);
        assert_eq!(minutes(at(10, 25, 3), at(10, 25, 4)), 2 * 60);
        assert_eq!(minutes(at(3, 29, 2), at(3, 29, 4)), 60);
        assert_eq!(minutes(at(3, 29, 4), at(3, 29, 2)), -60);
        assert_eq!(later(at(10, 24, 9), SignedDuration::from_hours(24)), at(10, 25, 8));
        assert_eq!(later(at(3, 28, 9), SignedDuration::from_hours(24)), at(3, 29, 10));
        assert_eq!(elapsed(DateTime::MAX, DateTime::MIN), DateTime::MIN.duration_since(DateTime::MAX));
        assert_eq!(later(DateTime::MAX, SignedDuration::MAX), DateTime::MAX);
    }

    proptest! {
        #[test]
        fn the_rule_is_that_of_helsinki(minutes in 0..60 * 24 * 365 * 40_i64) {
            let helsinki = TimeZone::get("Europe/Helsinki").unwrap();
            let moment = datetime(2000, 1, 1, 0, 0, 0, 0).saturating_add(SignedDuration::from_mins(minutes));
            prop_assert_eq!(FINLAND.to_timestamp(moment).unwrap(), helsinki.to_timestamp(moment).unwrap());
        }
    }
}
