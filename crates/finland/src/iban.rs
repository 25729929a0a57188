use std::fmt;
use std::str::FromStr;

use iban::{IbanLike, ParseBaseIbanError, ParseIbanError};

use crate::checks::compact;

/// A bank account number of any country in the IBAN register, with valid length, structure and check
/// digits. Spaces are removed and lower case becomes upper case.
///
/// `Debug` shows the country alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Iban(iban::Iban);

/// Countries of the SEPA schemes by the letters of their account numbers, as of November 2026. Islands and overseas
/// parts have the letters of their country.
const SEPA_COUNTRIES: [&str; 42] = [
    "AD", "AL", "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GI", "GR",
    "HR", "HU", "IE", "IS", "IT", "LI", "LT", "LU", "LV", "MC", "MD", "ME", "MK", "MT", "NL", "NO", "PL",
    "PT", "RO", "RS", "SE", "SI", "SK", "SM", "VA",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IbanError {
    #[error("an IBAN is two letters, two digits and the account, at most 34 letters and digits")]
    WrongShape,
    #[error("no country with IBANs has these letters")]
    UnknownCountry,
    #[error("the account number does not have the length or form of its country")]
    WrongForCountry,
    #[error("the check digits of the IBAN do not match")]
    WrongCheckDigits,
}

impl Iban {
    /// For machines, without spaces: "FI7944052020036082".
    pub fn as_str(&self) -> &str {
        self.0.electronic_str()
    }

    /// The two letters of the country.
    pub fn country(&self) -> &str {
        self.0.country_code()
    }

    pub fn is_finnish(&self) -> bool {
        self.country() == "FI"
    }

    /// Whether a SEPA credit transfer reaches the account, which is all that a payment file can hold.
    pub fn is_in_sepa(&self) -> bool {
        SEPA_COUNTRIES.contains(&self.country())
    }

    /// The part after country and check digits.
    pub fn account(&self) -> &str {
        self.0.bban()
    }
}

impl FromStr for Iban {
    type Err = IbanError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = compact(text).ok_or(IbanError::WrongShape)?;
        // The errors of the crate carry the number itself, so they are replaced.
        text.parse().map(Self).map_err(|error| match error {
            ParseIbanError::InvalidBaseIban { source: ParseBaseIbanError::InvalidFormat } => {
                IbanError::WrongShape
            }
            ParseIbanError::InvalidBaseIban { source: ParseBaseIbanError::InvalidChecksum } => {
                IbanError::WrongCheckDigits
            }
            ParseIbanError::InvalidBban(_) => IbanError::WrongForCountry,
            ParseIbanError::UnknownCountry(_) => IbanError::UnknownCountry,
        })
    }
}

/// In groups of four: "FI79 4405 2020 0360 82".
impl fmt::Display for Iban {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl fmt::Debug for Iban {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Iban({}…)", self.country())
    }
}
