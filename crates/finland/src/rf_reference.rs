use std::fmt;
use std::str::FromStr;

use crate::ReferenceNumber;
use crate::checks::{all_digits, compact, mod_97, write_groups};

/// An international creditor reference (ISO 11649): RF, two check digits, at most 21 letters and digits.
///
/// Finnish ones contain a reference number and lose their leading zeros like it, which does not change the check
/// digits. Foreign ones need not contain one and stay as they were written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RfReference(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RfReferenceError {
    #[error("an RF reference is RF, two digits and at most 21 letters and digits")]
    WrongShape,
    #[error("the check digits of the RF reference do not match")]
    WrongCheckDigits,
}

const PREFIX: &str = "RF";
const CHECK_DIGITS: usize = 2;
const LONGEST_BODY: usize = 21;

impl RfReference {
    /// For machines, without spaces: "RF09868516259619897".
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn check_digits(&self) -> &str {
        &self.0[PREFIX.len()..PREFIX.len() + CHECK_DIGITS]
    }

    /// The part after the check digits.
    pub fn body(&self) -> &str {
        &self.0[PREFIX.len() + CHECK_DIGITS..]
    }

    /// The reference number within, if this is a Finnish one.
    pub fn reference_number(&self) -> Option<ReferenceNumber> {
        self.body().parse().ok()
    }
}

/// The remainder of body and prefix mod 97; the check digits are its difference to 98.
fn remainder(body: &str, check: &str) -> u32 {
    mod_97(&format!("{body}{PREFIX}{check}"))
}

impl From<&ReferenceNumber> for RfReference {
    fn from(number: &ReferenceNumber) -> Self {
        let body = number.as_str();
        Self(format!("{PREFIX}{:02}{body}", 98 - remainder(body, "00")))
    }
}

impl FromStr for RfReference {
    type Err = RfReferenceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = compact(text).ok_or(RfReferenceError::WrongShape)?;
        let (check, body) = text
            .strip_prefix(PREFIX)
            .and_then(|rest| rest.split_at_checked(CHECK_DIGITS))
            .ok_or(RfReferenceError::WrongShape)?;
        let says_something = body.bytes().any(|byte| byte != b'0');
        if !all_digits(check) || !says_something || body.len() > LONGEST_BODY {
            return Err(RfReferenceError::WrongShape);
        }
        // 98 − remainder lies between 02 and 98; 00, 01 and 99 would pass the sum but are never made.
        if remainder(body, check) != 1 || !("02"..="98").contains(&check) {
            return Err(RfReferenceError::WrongCheckDigits);
        }
        Ok(match body.parse::<ReferenceNumber>() {
            Ok(number) => Self(format!("{PREFIX}{check}{}", number.as_str())),
            Err(_) => Self(text),
        })
    }
}

/// In groups of four: "RF09 8685 1625 9619 897".
impl fmt::Display for RfReference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_groups(out, &self.0, 4)
    }
}
