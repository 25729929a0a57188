use std::fmt;
use std::str::FromStr;

use crate::checks::{all_digits, digits};

const WEIGHTS: [u32; 7] = [7, 9, 10, 5, 8, 4, 2];

/// A Finnish business id (Y-tunnus): seven digits, hyphen, check digit.
///
/// The hyphen is required, although some registers drop it: eight bare digits
/// may be another kind of number. Old ids of six digits are written with a leading zero.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BusinessId(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BusinessIdError {
    #[error("a business id is seven digits, a hyphen and a check digit")]
    WrongShape,
    #[error("the check digit of the business id does not match")]
    WrongCheckDigit,
}

impl BusinessId {
    /// As written: "2077474-0".
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The eight digits without the hyphen, as in VAT numbers: "20774740".
    pub fn digits(&self) -> String {
        self.0.replace('-', "")
    }

    /// The party identifier of electronic documents (OVT-tunnus): "003720774740".
    pub fn ovt(&self) -> String {
        format!("0037{}", self.digits())
    }

    /// From the seven digits and the check digit in a row.
    pub(crate) fn from_digits(eight: &str) -> Result<Self, BusinessIdError> {
        match eight.split_at_checked(WEIGHTS.len()) {
            Some((number, check)) => format!("{number}-{check}").parse(),
            None => Err(BusinessIdError::WrongShape),
        }
    }
}

impl FromStr for BusinessId {
    type Err = BusinessIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (number, check) = text.split_once('-').ok_or(BusinessIdError::WrongShape)?;
        if number.len() != WEIGHTS.len() || check.len() != 1 || !all_digits(number) || !all_digits(check) {
            return Err(BusinessIdError::WrongShape);
        }
        let sum: u32 = digits(number).zip(WEIGHTS).map(|(digit, weight)| digit * weight).sum();
        // A remainder of 1 would need the check digit 10: such numbers are never issued.
        let matches = match sum % 11 {
            0 => check == "0",
            1 => false,
            remainder => digits(check).eq([11 - remainder]),
        };
        if matches { Ok(Self(text.to_owned())) } else { Err(BusinessIdError::WrongCheckDigit) }
    }
}

impl fmt::Display for BusinessId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
