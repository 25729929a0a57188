//! Decimal numbers as text, read and printed for people and for programs.

use std::fmt::Write;

/// Longer than any amount that fits, spaces and signs included; longer texts are refused unread.
const LONGEST_INPUT_BYTES: usize = 64;

pub(crate) const NO_BREAK_SPACE: char = '\u{a0}';
const MINUS_SIGN: char = '\u{2212}';
/// The spaces that separate thousands in texts: plain, no-break, thin and narrow no-break.
const SPACES: [char; 4] = [' ', NO_BREAK_SPACE, '\u{2009}', '\u{202f}'];

/// Why a text cannot be read as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    #[error("no number was given")]
    Empty,
    #[error("the text is too long to be a number")]
    TooLong,
    #[error("not a number")]
    NotANumber,
    #[error("more than {0} decimals")]
    TooManyDecimals(u32),
    #[error("the number is too large")]
    OutOfRange,
}

/// Reads a decimal number as a whole number of 10^−`decimals` parts.
///
/// Comma or dot separates the decimals, spaces may separate thousands, a plus or either minus sign may lead and
/// `unit` may be at one end. More decimals than fit are an error, even zeros: they are never rounded away.
pub(crate) fn parse(text: &str, decimals: u32, unit: &str) -> Result<i64, DecimalError> {
    read(text, decimals, unit, |_, _| Err(DecimalError::TooManyDecimals(decimals)))
}

/// The same, but further decimals are rounded, half away from zero.
pub(crate) fn parse_rounded(text: &str, decimals: u32, unit: &str) -> Result<i64, DecimalError> {
    let round = |kept: i128, further: &str| Ok(kept + i128::from(further.as_bytes().first() >= Some(&b'5')));
    read(text, decimals, unit, round)
}

/// `shorten` makes the parts of a number with further decimals, from those that fit and the digits after them.
fn read(
    text: &str,
    decimals: u32,
    unit: &str,
    shorten: impl Fn(i128, &str) -> Result<i128, DecimalError>,
) -> Result<i64, DecimalError> {
    if text.len() > LONGEST_INPUT_BYTES {
        return Err(DecimalError::TooLong);
    }
    let text = text.trim();
    if text.is_empty() {
        return Err(DecimalError::Empty);
    }
    let (negative, text) = match text.strip_prefix(['-', MINUS_SIGN]) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').map_or(text, str::trim_start)),
    };
    let number = match text.strip_prefix(unit) {
        Some(rest) => rest.trim_start(),
        None => text.strip_suffix(unit).map_or(text, str::trim_end),
    };
    let (whole, part) = match number.split_once([',', '.']) {
        Some((whole, part)) if !part.is_empty() => (whole, part),
        Some(_) => return Err(DecimalError::NotANumber),
        None => (number, ""),
    };
    if !is_grouped_digits(whole) || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DecimalError::NotANumber);
    }
    let fitting = usize::try_from(decimals).unwrap_or_default();
    let (part, further) = part.split_at(fitting.min(part.len()));
    let missing = fitting - part.len();

    // At most 64 digits and the zeros that were left out: too long for i128, hence the checks.
    let digits = whole.chars().chain(part.chars()).filter_map(|digit| digit.to_digit(10));
    let magnitude = digits
        .chain(std::iter::repeat_n(0, missing))
        .try_fold(0_i128, |sum, digit| sum.checked_mul(10)?.checked_add(i128::from(digit)))
        .ok_or(DecimalError::OutOfRange)?;
    let magnitude = if further.is_empty() { magnitude } else { shorten(magnitude, further)? };
    i64::try_from(if negative { -magnitude } else { magnitude }).map_err(|_| DecimalError::OutOfRange)
}

/// Digits, either without spaces or in threes from the right: "12 50" is a typing error, not 1250.
fn is_grouped_digits(text: &str) -> bool {
    let groups = || text.split(SPACES);
    let all_digits =
        groups().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    let in_threes = groups().skip(1).all(|group| group.len() == 3);
    let first_fits = groups().count() == 1 || groups().next().is_some_and(|first| first.len() <= 3);
    all_digits && in_threes && first_fits
}

/// Prints for programs: dot, no grouping, at least `fewest` decimals and no needless zero after them.
pub(crate) fn plain(value: i64, decimals: u32, fewest: usize) -> String {
    let (whole, part) = split(value, decimals, fewest);
    let sign = if value < 0 { "-" } else { "" };
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// Prints for Finnish readers: comma, thousands apart, a real minus sign, nothing a line could break at.
pub(crate) fn finnish(value: i64, decimals: u32, fewest: usize) -> String {
    let (whole, part) = split(value, decimals, fewest);
    let mut text = String::new();
    if value < 0 {
        text.push(MINUS_SIGN);
    }
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(NO_BREAK_SPACE);
        }
        text.push(digit);
    }
    if !part.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(text, ",{part}");
    }
    text
}

fn split(value: i64, decimals: u32, fewest: usize) -> (String, String) {
    let scale = 10_u64.pow(decimals);
    let magnitude = value.unsigned_abs();
    let width = usize::try_from(decimals).unwrap_or_default();
    let mut part = format!("{:0width$}", magnitude % scale);
    while part.len() > fewest && part.ends_with('0') {
        part.pop();
    }
    (format!("{}", magnitude / scale), part)
}
