use std::path::PathBuf;

/// Why the database could not do it. The texts are for the log and the operator, never for a user.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Nobody may work with a schema whose changes they do not know.
    #[error(
        "the database is of a newer Liksa: its schema has the change {found}, and this program knows those up to {known}. \
         Start the newer program, or go back to the dump that was made before the upgrade"
    )]
    NewerSchema { found: i64, known: i64 },
    #[error("files: {0}")]
    Files(#[from] object_store::Error),
    #[error("database: the connection is silent")]
    DatabaseSilent,
    #[error("files: the storage is silent")]
    StorageSilent,
    #[error("files: there is no such place, or it does not let us in: {0}")]
    StorageRefuses(object_store::Error),
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

impl StoreError {
    /// Whether the database or the storage of files does not answer at the moment. Asking again later may help.
    pub fn is_outage(&self) -> bool {
        match self {
            Self::Database(error) => is_outage_of_database(error),
            Self::Files(error) => is_outage_of_storage(error),
            Self::StorageSilent | Self::DatabaseSilent => true,
            // A writer of content wraps what the storage said.
            Self::Content(error) => {
                error.get_ref().and_then(|inner| inner.downcast_ref()).is_some_and(is_outage_of_storage)
            }
            _ => false,
        }
    }

    /// Whether this server and the database do not agree on an encrypted connection: the database has none, or its
    /// certificate is not trusted. Asking again does not help.
    pub fn is_distrust(&self) -> bool {
        match self {
            Self::Database(sqlx::Error::Tls(_)) => true,
            // So a handshake tells it.
            Self::Database(sqlx::Error::Io(error)) => error.kind() == std::io::ErrorKind::InvalidData,
            _ => false,
        }
    }
}

fn is_outage_of_storage(error: &object_store::Error) -> bool {
    // A key that is refused was changed or has expired, and works again once the operator sets another one.
    matches!(
        error,
        object_store::Error::Generic { .. }
            | object_store::Error::PermissionDenied { .. }
            | object_store::Error::Unauthenticated { .. }
    )
}

fn is_outage_of_database(error: &sqlx::Error) -> bool {
    /// The server shuts down, starts, or has no connection left.
    const OUTAGES: [&str; 5] = ["57P01", "57P02", "57P03", "53300", "08006"];
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| OUTAGES.contains(&code.as_ref())),
        // What takes the connection has no database behind it and closes it: the first answer, whether there is TLS, was
        // not even one byte.
        sqlx::Error::Protocol(said) => said.contains("SSLRequest: 0x00"),
        _ => false,
    }
}

pub type StoreResult<T> = Result<T, StoreError>;
