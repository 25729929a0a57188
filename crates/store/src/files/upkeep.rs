//! Content without a row, and whether every row has its content.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::TryStreamExt;
use object_store::ObjectStoreExt;
use object_store::path::Path;
use sha2::{Digest, Sha256};
use tokio::time::timeout;

use super::content::Files;
use super::rows::StoredFile;
use crate::prelude::*;
use liksa_domain::data_check::{Fault, FaultKey, Finding, Question};

/// A start does not wait for longer.
const PING_WITHIN: Duration = Duration::from_secs(10);
/// How many blobs one call removes, so that it takes a moment only.
const REMOVED_AT_ONCE: i64 = 500;
const CHECKED_AT_ONCE: u16 = 1000;
/// A store with more wrong files than this has another problem than the details of each, and each costs a request.
const MOST_PROBLEMS: usize = 20;

impl Files {
    /// Lists content as loose before it is put, so that it is removed later if its row is never written.
    pub(super) async fn note_loose(&self, blob: &str, since: Timestamp) -> StoreResult<()> {
        self.store
            .execute_at_once(sql!("INSERT INTO loose_blob (blob, since) VALUES ($1, $2)" => blob, since))
            .await?;
        Ok(())
    }

    /// Removes content that has been loose since before the given moment.
    pub async fn remove_loose(&self, since_before: Timestamp) -> StoreResult<()> {
        let blobs: Vec<String> = self
            .store
            .fetch_values(sql!(
                "SELECT blob FROM loose_blob WHERE since < $1 ORDER BY since LIMIT $2" => since_before, REMOVED_AT_ONCE
            ))
            .await?;
        for blob in blobs {
            match self.objects.delete(&Path::from(blob.as_str())).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
            self.store.execute_at_once(sql!("DELETE FROM loose_blob WHERE blob = $1" => blob)).await?;
        }
        Ok(())
    }

    /// Whether the storage is there and lets us in. Listing fails where the bucket is missing; asking for a file does not.
    pub async fn ping(&self) -> StoreResult<()> {
        let asked = async {
            let mut listed = self.objects.list(None);
            let Err(error) = listed.try_next().await else { return Ok(()) };
            // The error of a list does not tell a refusal from an outage.
            match self.objects.head(&Path::from("ping")).await {
                Err(
                    object_store::Error::NotFound { .. }
                    | object_store::Error::PermissionDenied { .. }
                    | object_store::Error::Unauthenticated { .. },
                )
                | Ok(_) => Err(StoreError::StorageRefuses(error)),
                Err(error) => Err(error.into()),
            }
        };
        timeout(PING_WITHIN, asked).await.map_err(|_| StoreError::StorageSilent)?
    }

    /// Whether every file has its content, by its length.
    pub async fn check(&self) -> StoreResult<Finding> {
        let listed = self.list().await?;
        self.check_against(&listed).await
    }

    /// Whether every file has the content that was stored, byte for byte. All of it is read.
    pub async fn check_content(&self) -> StoreResult<Finding> {
        let listed = self.list().await?;
        self.compare(&listed, true).await
    }

    /// All content that there is now. One listing is much cheaper than asking for each file.
    pub async fn list(&self) -> StoreResult<ListedContent> {
        let mut sizes = HashMap::new();
        let mut objects = self.objects.list(None);
        while let Some(object) = objects.try_next().await? {
            sizes.insert(object.location.to_string(), object.size);
        }
        Ok(ListedContent(sizes))
    }

    /// Compares every file with a listing, up to the twentieth that is wrong. The service goes on meanwhile: what is not as it should be is looked at
    /// again, since it may have been written or removed after the listing.
    pub async fn check_against(&self, listed: &ListedContent) -> StoreResult<Finding> {
        self.compare(listed, false).await
    }

    async fn compare(
        &self,
        ListedContent(sizes): &ListedContent,
        with_content: bool,
    ) -> StoreResult<Finding> {
        let mut problems = vec![];
        let mut after = None;
        loop {
            let files = self.store.files_after(after, CHECKED_AT_ONCE).await?;
            let Some(last) = files.last() else { break };
            after = Some(last.id);
            for file in files {
                if sizes.get(&file.blob) != Some(&file.size) {
                    problems.extend(self.problem_of(&file).await?);
                } else if with_content {
                    problems.extend(self.alteration_of(&file).await?);
                }
                if problems.len() == MOST_PROBLEMS {
                    return Ok(Finding { question: Question::Files, problems });
                }
            }
        }
        Ok(Finding { question: Question::Files, problems })
    }

    /// Whether the content of a file has another hash than what was stored.
    async fn alteration_of(&self, file: &StoredFile) -> StoreResult<Option<Fault>> {
        let mut content = match self.stream(&file.blob).await {
            Err(StoreError::Files(object_store::Error::NotFound { .. })) => {
                return self.problem_of(file).await;
            }
            content => content?,
        };
        let mut hash = Sha256::new();
        while let Some(chunk) = content.next_chunk().await? {
            hash.update(&chunk);
        }
        let hash: [u8; 32] = hash.finalize().into();
        let problem = format!("the content of file {} is not what was stored", file.id);
        Ok((hash != file.sha256).then(|| Fault::text(FaultKey::FileWrong, problem)))
    }

    /// What is wrong with the content of a file at this moment, if anything.
    async fn problem_of(&self, file: &StoredFile) -> StoreResult<Option<Fault>> {
        let problem = match self.objects.head(&Path::from(file.blob.as_str())).await {
            Ok(object) if object.size == file.size => return Ok(None),
            Ok(object) => format!("file {} is {} bytes long, not {}", file.id, object.size, file.size),
            Err(object_store::Error::NotFound { .. }) => {
                format!("the content of file {} is missing", file.id)
            }
            Err(error) => return Err(error.into()),
        };
        // A file that has been deleted since needs no content.
        Ok(self.store.file(file.id).await?.map(|_| Fault::text(FaultKey::FileWrong, problem)))
    }
}

/// The sizes of all content at some moment, by its key.
pub struct ListedContent(HashMap<String, u64>);
