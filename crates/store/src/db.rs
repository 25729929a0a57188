//! Connections: which engine, its pools, and transactions.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use liksa_domain::audit::AuditEvent;
use sqlx::pool::PoolConnectionMetadata;
use sqlx::{ConnectOptions, Connection, Transaction};
use sqlx_postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgSslMode, Postgres};
use sqlx_sqlite::{
    Sqlite, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use tokio::time::timeout;

use crate::error::{StoreError, StoreResult};
use crate::monitoring::Connections;
use crate::probe::Probe;
use crate::sql::sql;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Where the data lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    Sqlite(PathBuf),
    /// The address with its password; never logged.
    Postgres(String),
}

impl FromStr for Database {
    type Err = StoreError;

    fn from_str(address: &str) -> StoreResult<Self> {
        if let Some(path) = address.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if !path.is_empty() && !path.starts_with(':') {
                return Ok(Self::Sqlite(path.into()));
            }
        }
        let is_postgres = address.starts_with("postgres://") || address.starts_with("postgresql://");
        if is_postgres && PgConnectOptions::from_str(address).is_ok() {
            return Ok(Self::Postgres(address.to_owned()));
        }
        Err(StoreError::Address(without_secret(address)))
    }
}

impl Database {
    /// Whether it is on another machine and may be spoken to in clear text: the driver tries TLS first, but goes on without it
    /// unless the address says that it must not.
    pub fn can_be_overheard(&self) -> bool {
        let Self::Postgres(address) = self else { return false };
        let Ok(options) = PgConnectOptions::from_str(address) else { return false };
        let mode = options.get_ssl_mode();
        let encrypted = matches!(mode, PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull);
        !encrypted && !is_this_machine(&options)
    }
}

fn is_this_machine(server: &PgConnectOptions) -> bool {
    let host = server.get_host();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    server.get_socket().is_some()
        || host.starts_with('/')
        || host.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.is_loopback())
}

/// What may be shown of an address that was refused: all but the user and password.
fn without_secret(address: &str) -> String {
    match (address.find("://"), address.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => format!("{}://…{}", &address[..scheme], &address[at..]),
        _ => address.to_owned(),
    }
}

/// A value of one of the two drivers, for [`on!`].
pub(crate) enum On<S, P> {
    Sqlite(S),
    Postgres(P),
}

/// Expands one body for both drivers.
macro_rules! on {
    ($target:expr, $c:ident => $body:expr) => {
        match $target {
            $crate::db::On::Sqlite($c) => $body,
            $crate::db::On::Postgres($c) => $body,
        }
    };
}
pub(crate) use on;

#[derive(Clone)]
enum Pools {
    /// SQLite has one writer at a time. Giving it a pool of one makes writers queue here, in
    /// order, instead of polling a locked file.
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
    },
    Postgres(PgPool),
}

#[derive(Clone)]
pub struct Store {
    pools: Pools,
    /// None for a file.
    probe: Option<Arc<Probe>>,
}

/// A transaction that writes. It is rolled back if it is dropped without [`Tx::commit`].
pub struct Tx {
    transaction: On<Transaction<'static, Sqlite>, Transaction<'static, Postgres>>,
    /// Written by the commit, see [`crate::audit`].
    pub(crate) events: Vec<AuditEvent>,
}

/// The data of one moment, however long it is read. Nothing can be written through it.
pub struct Snapshot {
    transaction: On<Transaction<'static, Sqlite>, Transaction<'static, Postgres>>,
}

/// Requests of a busy moment queue for a connection; writers of SQLite for the one that writes. That the database is
/// away is noticed sooner, see [`Store::answers_within`].
const ACQUIRE_WITHIN: Duration = Duration::from_secs(10);
const PROBE_RETURNS_WITHIN: Duration = Duration::from_millis(500);
/// A statement that nobody waits for any more may go on for so long.
const RETURNS_WITHIN: Duration = Duration::from_secs(10);
const SQLITE_READERS: u32 = 4;
/// Of one server to PostgreSQL, unless told otherwise.
pub const POSTGRES_CONNECTIONS: u32 = 20;

impl Store {
    pub async fn open(database: &Database) -> StoreResult<Self> {
        // A wage that was confirmed must survive a power cut.
        Self::open_with(database, SqliteSynchronous::Full, POSTGRES_CONNECTIONS).await
    }

    /// The same with at most so many connections to PostgreSQL.
    pub async fn open_with_connections(database: &Database, most: u32) -> StoreResult<Self> {
        Self::open_with(database, SqliteSynchronous::Full, most).await
    }

    /// Opens data that may be lost in a power cut, as that of tests: SQLite does not wait for the disk.
    pub async fn open_without_sync(database: &Database) -> StoreResult<Self> {
        Self::open_with(database, SqliteSynchronous::Off, POSTGRES_CONNECTIONS).await
    }

    async fn open_with(
        database: &Database,
        synchronous: SqliteSynchronous,
        connections: u32,
    ) -> StoreResult<Self> {
        let (pools, probe) = match database {
            Database::Sqlite(path) => (open_sqlite(path, synchronous).await?, None),
            Database::Postgres(address) => {
                // The ping before each use costs a quarter of all reads; a dead connection shows
                // itself on the first statement all the same.
                let options = PgPoolOptions::new().acquire_timeout(ACQUIRE_WITHIN).test_before_acquire(false);
                let options_for =
                    |most, within| options.clone().max_connections(most).after_release(answers_again(within));
                let stays = options_for(1, PROBE_RETURNS_WITHIN).idle_timeout(None).max_lifetime(None);
                // It asks because a request is slow, within what is logged of that request.
                let unlogged = PgConnectOptions::from_str(address)?.disable_statement_logging();
                let probe = Probe::new(stays.connect_lazy_with(unlogged));
                let pool = options_for(connections, RETURNS_WITHIN).connect(address).await?;
                // From now on it only asks: in a busy moment connecting takes longer than an answer may.
                probe.answers_within(ACQUIRE_WITHIN).await;
                (Pools::Postgres(pool), Some(Arc::new(probe)))
            }
        };
        Ok(Self { pools, probe })
    }

    pub fn engine(&self) -> Engine {
        match self.pools {
            Pools::Sqlite { .. } => Engine::Sqlite,
            Pools::Postgres(_) => Engine::Postgres,
        }
    }

    pub async fn begin(&self) -> StoreResult<Tx> {
        let transaction = match &self.pools {
            // IMMEDIATE takes the write lock now; upgrading later could fail halfway.
            Pools::Sqlite { writer, .. } => On::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?),
            Pools::Postgres(pool) => On::Postgres(pool.begin().await?),
        };
        Ok(Tx { transaction, events: vec![] })
    }

    /// The moment is that of the first reading.
    pub async fn snapshot(&self) -> StoreResult<Snapshot> {
        let transaction = match &self.pools {
            Pools::Sqlite { readers, .. } => On::Sqlite(readers.begin().await?),
            Pools::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                On::Postgres(pool.begin_with(begin).await?)
            }
        };
        Ok(Snapshot { transaction })
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> StoreResult<()> {
        self.fetch_value::<i64>(sql!("SELECT CAST(1 AS BIGINT)")).await.map(drop)
    }

    /// Whether the database answers within a time, however busy the connections of requests are. A file always does.
    pub async fn answers_within(&self, limit: Duration) -> bool {
        match &self.probe {
            Some(probe) => probe.answers_within(limit).await,
            None => true,
        }
    }

    /// The connections that are open now.
    pub fn connections(&self) -> Connections {
        match &self.pools {
            Pools::Sqlite { readers, writer } => Connections {
                open: readers.size() + writer.size(),
                idle: readers.num_idle() + writer.num_idle(),
                most: SQLITE_READERS + 1,
            },
            Pools::Postgres(pool) => Connections {
                open: pool.size(),
                idle: pool.num_idle(),
                most: pool.options().get_max_connections(),
            },
        }
    }

    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
        if let Some(probe) = &self.probe {
            probe.close().await;
        }
    }

    pub(crate) fn reads(&self) -> On<&SqlitePool, &PgPool> {
        match &self.pools {
            Pools::Sqlite { readers, .. } => On::Sqlite(readers),
            Pools::Postgres(pool) => On::Postgres(pool),
        }
    }

    /// The pool that may change the schema.
    pub(crate) fn writes(&self) -> On<&SqlitePool, &PgPool> {
        match &self.pools {
            Pools::Sqlite { writer, .. } => On::Sqlite(writer),
            Pools::Postgres(pool) => On::Postgres(pool),
        }
    }
}

impl Tx {
    pub async fn commit(mut self) -> StoreResult<()> {
        self.write_events().await?;
        on!(self.transaction, tx => tx.commit().await)?;
        Ok(())
    }

    pub(crate) fn conn(&mut self) -> On<&mut SqliteConnection, &mut PgConnection> {
        connection(&mut self.transaction)
    }
}

impl Snapshot {
    pub(crate) fn conn(&mut self) -> On<&mut SqliteConnection, &mut PgConnection> {
        connection(&mut self.transaction)
    }
}

fn connection<'a>(
    transaction: &'a mut On<Transaction<'static, Sqlite>, Transaction<'static, Postgres>>,
) -> On<&'a mut SqliteConnection, &'a mut PgConnection> {
    match transaction {
        On::Sqlite(tx) => On::Sqlite(tx),
        On::Postgres(tx) => On::Postgres(tx),
    }
}

type Answer<'a> = Pin<Box<dyn Future<Output = sqlx::Result<bool>> + Send + 'a>>;

/// Whether a connection that comes back to its pool answers within a time. The pool itself would wait without end for
/// one that fell silent, and keep its place.
fn answers_again(
    within: Duration,
) -> impl for<'a> Fn(&'a mut PgConnection, PoolConnectionMetadata) -> Answer<'a> {
    move |connection, _| {
        Box::pin(async move { Ok(matches!(timeout(within, connection.ping()).await, Ok(Ok(())))) })
    }
}

async fn open_sqlite(path: &Path, synchronous: SqliteSynchronous) -> StoreResult<Pools> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| StoreError::Folder(folder.to_owned(), e))?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .foreign_keys(true)
        // Only a backup or another program can hold the lock: our own writers queue in the pool.
        .busy_timeout(Duration::from_secs(5));
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(ACQUIRE_WITHIN)
        .test_before_acquire(false)
        .connect_with(options.clone())
        .await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .acquire_timeout(ACQUIRE_WITHIN)
        .test_before_acquire(false)
        .connect_lazy_with(options.read_only(true).create_if_missing(false));
    Ok(Pools::Sqlite { readers, writer })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        assert_eq!(
            "sqlite:data/liksa.db".parse::<Database>().unwrap(),
            Database::Sqlite("data/liksa.db".into())
        );
        assert_eq!(
            "sqlite:///var/liksa.db".parse::<Database>().unwrap(),
            Database::Sqlite("/var/liksa.db".into())
        );
        assert!(matches!("postgres://liksa@localhost/liksa".parse(), Ok(Database::Postgres(_))));
        for bad in ["", "sqlite:", "sqlite::memory:", "mysql://x/y", "liksa.db"] {
            assert!(bad.parse::<Database>().is_err(), "{bad}");
        }
    }

    #[test]
    fn another_machine_without_tls_can_be_overheard() {
        let overheard = |address: &str| address.parse::<Database>().unwrap().can_be_overheard();
        for open in [
            "postgres://liksa@db.liksa.example/liksa",
            "postgres://liksa@10.0.0.5/liksa?sslmode=prefer",
            "postgres://liksa@[2001:db8::1]/liksa",
            "postgres://liksa@localhost/liksa?host=db.liksa.example&sslmode=disable",
        ] {
            assert!(overheard(open), "{open}");
        }
        for closed in [
            "sqlite:liksa.db",
            "postgres://liksa@db.liksa.example/liksa?sslmode=require",
            "postgres://liksa@db.liksa.example/liksa?sslmode=verify-ca",
            "postgres://liksa@db.liksa.example/liksa?sslmode=verify-full",
            "postgres://liksa@localhost/liksa",
            "postgres://liksa@127.0.0.1:5433/liksa",
            "postgres://liksa@[::1]/liksa",
            "postgres://liksa@%2Frun%2Fpostgresql/liksa",
            "postgres://liksa@db/liksa?host=/run/postgresql",
        ] {
            assert!(!overheard(closed), "{closed}");
        }
    }

    #[test]
    fn a_refused_address_does_not_show_its_password() {
        let error = "mysql://liksa:hunter2@db/liksa".parse::<Database>().unwrap_err().to_string();
        assert!(!error.contains("hunter2"), "{error}");
        assert!(error.contains("mysql://…@db/liksa"), "{error}");
    }
}
