//! Content without a row, and whether every row has its content.

use std::collections::HashMap;

use futures_util::TryStreamExt;
use object_store::ObjectStoreExt;
use object_store::path::Path;

use super::content::Files;
use super::rows::StoredFile;
use crate::prelude::*;
use liksa_domain::data_check::{Fault, FaultKey, Finding, Question};

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

    /// What `liksa check` asks of the object store.
    pub async fn check(&self) -> StoreResult<Finding> {
        let listed = self.list().await?;
        self.check_against(&listed).await
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
    pub async fn check_against(&self, ListedContent(sizes): &ListedContent) -> StoreResult<Finding> {
        let mut problems = vec![];
        let mut after = None;
        loop {
            let files = self.store.files_after(after, CHECKED_AT_ONCE).await?;
            let Some(last) = files.last() else { break };
            after = Some(last.id);
            for file in files {
                if sizes.get(&file.blob) != Some(&file.size) {
                    problems.extend(self.problem_of(&file).await?);
                }
                if problems.len() == MOST_PROBLEMS {
                    return Ok(Finding { question: Question::Files, problems });
                }
            }
        }
        Ok(Finding { question: Question::Files, problems })
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
