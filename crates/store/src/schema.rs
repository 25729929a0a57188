//! Schema changes and snapshots. The folders of migrations hold files of the same names; a test compares the schemas.

use std::path::Path;

use sqlx::migrate::{MigrateError, Migrator};

use crate::db::{On, Store};
use crate::error::{StoreError, StoreResult};

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

impl Store {
    /// Brings the schema up to date. Safe to call from several servers at once: PostgreSQL takes
    /// an advisory lock, SQLite has one writer. Changes nothing where a newer program has been.
    pub async fn migrate(&self) -> StoreResult<()> {
        let migrated = match self.writes() {
            On::Sqlite(pool) => SQLITE.run(pool).await,
            On::Postgres(pool) => POSTGRES.run(pool).await,
        };
        migrated.map_err(|error| match error {
            MigrateError::VersionMissing(found) => {
                StoreError::NewerSchema { found, known: Self::newest_schema_version() }
            }
            error => error.into(),
        })?;
        self.chain_old_events().await
    }

    /// The newest schema version this program knows.
    pub fn newest_schema_version() -> i64 {
        SQLITE.iter().map(|migration| migration.version).max().unwrap_or(0)
    }

    /// Changes whenever a migration does, so that a cached copy of the schema is known to be old.
    pub fn schema_fingerprint() -> String {
        let hash = SQLITE
            .iter()
            .chain(POSTGRES.iter())
            .flat_map(|migration| migration.checksum.iter())
            .fold(0_u64, |hash, byte| hash.rotate_left(5).wrapping_mul(0x100_0000_01b3) ^ u64::from(*byte));
        format!("{hash:016x}")
    }

    /// Writes a consistent copy of a SQLite database into a new file. Writers do not wait.
    pub async fn snapshot_to(&self, path: &Path) -> StoreResult<()> {
        if path.exists() {
            return Err(StoreError::SnapshotExists(path.to_owned()));
        }
        let On::Sqlite(c) = self.reads() else { return Err(StoreError::SnapshotOfPostgres) };
        // `VACUUM INTO` reads in one transaction and leaves a compact file without a journal.
        sqlx::query("VACUUM INTO $1").bind(path.to_string_lossy().into_owned()).execute(c).await?;
        Ok(())
    }
}
