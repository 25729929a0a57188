//! A consistent copy of a SQLite database while the server goes on.

use std::path::Path;

use crate::db::{On, Store};
use crate::error::{StoreError, StoreResult};

impl Store {
    /// Writes the database as it stands at one moment into a new file. Writers are not held up.
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
