use std::fmt;
use std::str::FromStr;

use crate::{ReferenceNumber, ReferenceNumberError, RfReference, RfReferenceError};

/// Reference of a payment, in either of the forms in use in Finland.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PaymentReference {
    Finnish(ReferenceNumber),
    Rf(RfReference),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PaymentReferenceError {
    #[error(transparent)]
    Finnish(#[from] ReferenceNumberError),
    #[error(transparent)]
    Rf(#[from] RfReferenceError),
}

impl PaymentReference {
    /// For machines, without spaces.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Finnish(number) => number.as_str(),
            Self::Rf(reference) => reference.as_str(),
        }
    }
}

/// A text that starts with a letter is read as an RF reference, all others as a Finnish reference number.
impl FromStr for PaymentReference {
    type Err = PaymentReferenceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let starts_with_letter = text.trim_start().starts_with(|first: char| first.is_ascii_alphabetic());
        if starts_with_letter { Ok(Self::Rf(text.parse()?)) } else { Ok(Self::Finnish(text.parse()?)) }
    }
}

impl fmt::Display for PaymentReference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finnish(number) => number.fmt(out),
            Self::Rf(reference) => reference.fmt(out),
        }
    }
}
