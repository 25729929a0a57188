//! Fields as people type them: numbers, dates and what may not be empty.

use jiff::civil::{Date, Time};
use liksa_money::{Money, Quantity};

use crate::dates::{parse_date, parse_time};
use crate::problem::{ErrorKey, Problem};

/// Whether a number may carry a sign; amounts of rows may, for credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Forbidden,
    Allowed,
}

pub fn required<'a>(field: &str, text: &'a str) -> Result<&'a str, Problem> {
    let text = text.trim();
    if text.is_empty() { Err(Problem::new(field, ErrorKey::Required)) } else { Ok(text) }
}

pub fn date(field: &str, text: &str) -> Result<Date, Problem> {
    let text = required(field, text)?;
    parse_date(text).ok_or_else(|| Problem::new(field, ErrorKey::InvalidDateFormat))
}

pub fn time(field: &str, text: &str) -> Result<Time, Problem> {
    let text = required(field, text)?;
    parse_time(text).ok_or_else(|| Problem::new(field, ErrorKey::InvalidTimeFormat))
}

pub fn money(field: &str, text: &str, sign: Sign) -> Result<Money, Problem> {
    let text = required(field, text)?;
    number(text, sign, |text| text.parse().ok()).map_err(|key| Problem::new(field, key))
}

pub fn quantity(field: &str, text: &str, sign: Sign) -> Result<Quantity, Problem> {
    let text = required(field, text)?;
    number(text, sign, |text| text.parse().ok()).map_err(|key| Problem::new(field, key))
}

/// Reads a number of digits, spaces, comma or dot. Other characters make it no number at all; the right ones
/// in the wrong order, or too many of them, an invalid one.
pub fn number<T>(text: &str, sign: Sign, parse: impl Fn(&str) -> Option<T>) -> Result<T, ErrorKey> {
    let belongs = |c: char| {
        c.is_ascii_digit()
            || c.is_whitespace()
            || matches!(c, ',' | '.')
            || (sign == Sign::Allowed && is_sign(c))
    };
    if !text.chars().all(belongs) {
        return Err(ErrorKey::NotANumber);
    }
    parse(text).ok_or(ErrorKey::InvalidNumber)
}

fn is_sign(c: char) -> bool {
    matches!(c, '+' | '-' | '\u{2212}')
}
