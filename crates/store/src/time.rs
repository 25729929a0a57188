//! Time as both engines keep it. Instants are integer microseconds: text timestamps sort wrongly and
//! PostgreSQL drops nanoseconds, so the program cuts them itself. Days are YYYY-MM-DD and times of day HH:MM.

use jiff::Timestamp;
use jiff::civil::{Date, Time};

use crate::error::{StoreError, StoreResult};

pub(crate) fn to_micros(at: Timestamp) -> i64 {
    at.as_microsecond()
}

pub(crate) fn from_micros(micros: i64) -> StoreResult<Timestamp> {
    Timestamp::from_microsecond(micros).map_err(|_| StoreError::Corrupt("instant"))
}

pub(crate) fn date_text(date: Date) -> String {
    date.to_string()
}

pub(crate) fn date_from_text(text: &str) -> StoreResult<Date> {
    text.parse().map_err(|_| StoreError::Corrupt("date"))
}

pub(crate) fn time_text(time: Time) -> String {
    liksa_domain::dates::format_time(time)
}

pub(crate) fn time_from_text(text: &str) -> StoreResult<Time> {
    text.parse().map_err(|_| StoreError::Corrupt("time of day"))
}
