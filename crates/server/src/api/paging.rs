//! Pages by key: the next begins after the last of this one, however many came meanwhile.

use std::fmt::Display;
use std::str::FromStr;

use liksa_domain::problem::ErrorKey;

use crate::http::error::{ApiError, ApiResult};

/// Start of a page, from the cursor that the page before gave.
pub fn cursor_of<C: FromStr>(text: Option<&str>) -> ApiResult<Option<C>> {
    let unknown = |_| ApiError::invalid("cursor", ErrorKey::InvalidChoice);
    text.map(|text| text.parse().map_err(unknown)).transpose()
}

/// A page of `size` and the cursor of the next one. One more than the page was asked for, to see whether there
/// is a next one.
pub fn paged<T, C: Display>(
    mut found: Vec<T>,
    size: i64,
    cursor: impl Fn(&T) -> C,
) -> (Vec<T>, Option<String>) {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let more = found.len() > size;
    found.truncate(size);
    let next = found.last().filter(|_| more).map(|last| cursor(last).to_string());
    (found, next)
}
