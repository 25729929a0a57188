use std::io;

use liksa_domain::amount_limits::{LARGEST_AMOUNT, LARGEST_FILE_SUM};
use liksa_money::MoneyError;
use quick_xml::Error;
use quick_xml::errors::SyntaxError;

/// Why a file is refused. The texts name places in the file, never its content: statements are personal data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CamtError {
    #[error("the file is larger than {} MB", super::elements::MOST_FILE_BYTES / 1_000_000)]
    TooLarge,
    #[error("a single tag or text of the file is longer than any bank writes")]
    PieceTooLong,
    #[error("the elements of the file are nested deeper than any bank's")]
    NestedTooDeeply,
    #[error("entry {entry}: a transaction says more than any bank's")]
    TransactionTooLong { entry: u32 },
    #[error("the file has a document type, which bank files never have")]
    DocumentType,
    #[error("the file refers to an entity that it cannot have")]
    UnknownEntity,
    #[error("the file is not in UTF-8")]
    NotUtf8,
    #[error("the file ends in the middle")]
    Truncated,
    #[error("the file is not well-formed XML, at byte {at}")]
    Malformed { at: u64 },
    #[error("the file is not a camt.053 or camt.054 of a known version (its namespace is {namespace:?})")]
    NotCamt { namespace: String },
    #[error("the file has no statement in it")]
    NoStatement,
    #[error("entry {entry}: {what} is missing")]
    Missing { entry: u32, what: &'static str },
    #[error("entry {entry}: {what} cannot be understood")]
    NotUnderstood { entry: u32, what: &'static str },
    #[error("entry {entry} is in {currency}; only euros can be booked")]
    ForeignCurrency { entry: u32, currency: String },
    #[error("entry {entry}: an amount is above {}", LARGEST_AMOUNT.plain())]
    AmountTooLarge { entry: u32 },
    #[error("the amounts of the file are above {} together", LARGEST_FILE_SUM.plain())]
    SumTooLarge,
    #[error("the file cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl CamtError {
    /// The entry of the file that is at fault; the first is 1.
    pub fn entry(&self) -> Option<u32> {
        match self {
            Self::TransactionTooLong { entry }
            | Self::Missing { entry, .. }
            | Self::NotUnderstood { entry, .. }
            | Self::ForeignCurrency { entry, .. }
            | Self::AmountTooLarge { entry } => Some(*entry),
            _ => None,
        }
    }

    /// The error of the parser in terms of the file.
    pub(super) fn from_parser(error: &Error, at: u64) -> Self {
        match error {
            Error::Io(error) => Self::Unreadable(error.kind()),
            Error::Syntax(SyntaxError::InvalidBangMarkup) => Self::Malformed { at },
            // All others say that the file ended within a tag.
            Error::Syntax(_) => Self::Truncated,
            Error::Encoding(_) => Self::NotUtf8,
            _ => Self::Malformed { at },
        }
    }
}
