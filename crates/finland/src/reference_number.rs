use std::fmt;
use std::str::FromStr;

use crate::checks::{all_digits, compact, digits, write_groups_from_right};

/// A Finnish reference number (viitenumero): 3–19 digits and a check digit by the weights 7, 3, 1.
///
/// Leading zeros are dropped, since banks fill with them: a reference is the same
/// however it was typed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferenceNumber(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReferenceNumberError {
    #[error("a reference number is 4 to 20 digits")]
    WrongShape,
    #[error("the check digit of the reference number does not match")]
    WrongCheckDigit,
}

const FEWEST_DIGITS: usize = 4;
const MOST_DIGITS: usize = 20;
const WEIGHTS: [u32; 3] = [7, 3, 1];
/// The least number with the three digits a reference number needs before its check digit.
const LEAST_BASE: u64 = 100;

impl ReferenceNumber {
    /// Adds the check digit to a number of at least three digits, such as an invoice's.
    pub fn with_base(base: u64) -> Result<Self, ReferenceNumberError> {
        if base < LEAST_BASE {
            return Err(ReferenceNumberError::WrongShape);
        }
        format!("{base}{}", check_digit(&base.to_string())).parse()
    }

    /// For machines, without spaces and leading zeros: "868516259619897".
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn check_digit(base: &str) -> u32 {
    let weights = WEIGHTS.iter().cycle();
    let sum: u32 = digits(base).rev().zip(weights).map(|(digit, weight)| digit * weight).sum();
    (10 - sum % 10) % 10
}

impl FromStr for ReferenceNumber {
    type Err = ReferenceNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = compact(text).ok_or(ReferenceNumberError::WrongShape)?;
        let number = text.trim_start_matches('0');
        if !all_digits(number) || !(FEWEST_DIGITS..=MOST_DIGITS).contains(&number.len()) {
            return Err(ReferenceNumberError::WrongShape);
        }
        let (base, check) = number.split_at(number.len() - 1);
        if !digits(check).eq([check_digit(base)]) {
            return Err(ReferenceNumberError::WrongCheckDigit);
        }
        Ok(Self(number.to_owned()))
    }
}

/// In groups of five from the right: "86851 62596 19897".
impl fmt::Display for ReferenceNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_groups_from_right(out, &self.0, 5)
    }
}
