use std::path::PathBuf;

/// Why the database could not do it. The texts are for the log and the operator, never for a user.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    #[error("files: {0}")]
    Files(#[from] object_store::Error),
    #[error("content: {0}")]
    Content(#[from] std::io::Error),
    #[error("the content is larger than allowed")]
    TooLarge,
    #[error("{0}: cannot be made: {1}")]
    Folder(PathBuf, std::io::Error),
    #[error("{0} is not a database address: give sqlite:PATH or postgres://USER@HOST/NAME")]
    Address(String),
    #[error("an account with this e-mail exists")]
    EmailTaken,
    #[error("a bank has vouched for another account of the same person")]
    AlreadyIdentified,
    #[error("the id of row {0} is in use")]
    RowTaken(usize),
    #[error("another company of the register has the identity")]
    CompanyTaken,
    #[error("another open payroll run has the payday")]
    PaydayTaken,
    #[error("another runner has the job")]
    LeaseLost,
    #[error("one row was to change, {0} did")]
    RowCount(u64),
    #[error("stored value out of its range: {0}")]
    Corrupt(&'static str),
    #[error("{0} already exists")]
    SnapshotExists(PathBuf),
    #[error("PostgreSQL is backed up with its own tools")]
    SnapshotOfPostgres,
}

pub type StoreResult<T> = Result<T, StoreError>;
