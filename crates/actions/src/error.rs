//! Why an action was not carried out.

use liksa_domain::ledger::LedgerError;
use liksa_domain::problem::{ErrorKey, Problem};
use liksa_money::MoneyError;
use liksa_store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is nothing here")]
    NotFound,
    #[error("your role does not allow this")]
    Forbidden,
    #[error("some fields were not accepted: {0:?}")]
    Invalid(Vec<Problem>),
    /// The action does not fit the present state of what it is about.
    #[error("not possible in the present state: {0:?}")]
    Conflict(ErrorKey),
    /// A file that is not what it should be, and the place in it where that is known.
    #[error("{message}")]
    UnusableFile { key: ErrorKey, message: String, place: Option<String> },
    /// A service that is needed does not answer or is not configured.
    #[error("not possible at the moment: {0:?}")]
    Unavailable(ErrorKey),
    /// So many ask for the same that this one would wait for too long.
    #[error("too many ask for this at the moment")]
    Busy,
    /// A failure on our side; the cause is for the log alone.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// One field that was not accepted.
    pub fn field(field: impl Into<String>, key: ErrorKey) -> Self {
        Self::Invalid(vec![Problem::new(field, key)])
    }
}

/// Refuses an action unless a condition holds.
pub fn require(holds: bool, otherwise: ErrorKey) -> Result<()> {
    if holds { Ok(()) } else { Err(Error::Conflict(otherwise)) }
}

impl From<Vec<Problem>> for Error {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Invalid(problems)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<MoneyError> for Error {
    fn from(error: MoneyError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<LedgerError> for Error {
    fn from(error: LedgerError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<getrandom::Error> for Error {
    fn from(error: getrandom::Error) -> Self {
        Self::Internal(anyhow::Error::new(error).context("the operating system gave no randomness"))
    }
}
