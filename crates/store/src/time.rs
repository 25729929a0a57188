//! Instants as both engines keep them: integer microseconds. Text timestamps sort wrongly and
//! PostgreSQL drops nanoseconds, so the program cuts them itself.

use jiff::Timestamp;

use crate::error::{StoreError, StoreResult};

pub(crate) fn to_micros(at: Timestamp) -> i64 {
    at.as_microsecond()
}

pub(crate) fn from_micros(micros: i64) -> StoreResult<Timestamp> {
    Timestamp::from_microsecond(micros).map_err(|_| StoreError::Corrupt("instant"))
}
