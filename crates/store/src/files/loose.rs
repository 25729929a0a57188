//! Content without a row.

use jiff::Timestamp;
use object_store::ObjectStoreExt;
use object_store::path::Path;

use super::content::Files;
use crate::db::on;
use crate::error::StoreResult;
use crate::time::to_micros;

/// As many at a time as take a moment.
const AT_ONCE: i64 = 500;

impl Files {
    /// Notes content before it is put: whatever happens then, it is not forgotten.
    pub(super) async fn note_loose(&self, blob: &str, since: Timestamp) -> StoreResult<()> {
        on!(self.store.writes(), c => sqlx::query("INSERT INTO loose_blob (blob, since) VALUES ($1, $2)")
            .bind(blob)
            .bind(to_micros(since))
            .execute(c).await.map(drop))?;
        Ok(())
    }

    /// Removes content that has been loose since before the given moment.
    pub async fn remove_loose(&self, since_before: Timestamp) -> StoreResult<()> {
        let blobs: Vec<(String,)> = on!(self.store.reads(), c => sqlx::query_as(
                "SELECT blob FROM loose_blob WHERE since < $1 ORDER BY since LIMIT $2")
            .bind(to_micros(since_before))
            .bind(AT_ONCE)
            .fetch_all(c).await)?;
        for (blob,) in blobs {
            match self.objects.delete(&Path::from(blob.as_str())).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
            on!(self.store.writes(), c => sqlx::query("DELETE FROM loose_blob WHERE blob = $1")
                .bind(&blob)
                .execute(c).await.map(drop))?;
        }
        Ok(())
    }
}
