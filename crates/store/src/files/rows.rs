//! The rows of files.

use liksa_domain::file::{FilePurpose, MediaType};

use super::content::StoredContent;
use crate::prelude::*;

pub struct NewFile<'a> {
    pub content: &'a StoredContent,
    pub purpose: FilePurpose,
    /// The person it belongs to, if any.
    pub owner: Option<PersonId>,
    /// The name that it is shown and downloaded under.
    pub name: &'a str,
    pub media_type: MediaType,
    pub created_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    pub id: FileId,
    pub purpose: FilePurpose,
    pub owner: Option<PersonId>,
    pub name: String,
    pub media_type: MediaType,
    pub size: u64,
    pub sha256: [u8; 32],
    /// The key of the content in the object store.
    pub blob: String,
    pub created_at: Timestamp,
}

read_row! { StoredFile { id, purpose, owner = "owner_id", name, media_type, size, sha256, blob, created_at } }

macro_rules! select_files {
    ($end:literal) => {
        concat!(
            "SELECT id, purpose, owner_id, name, media_type, size, sha256, blob, created_at FROM file ",
            $end
        )
    };
}

impl Tx {
    /// Adds the row of content, which is then not loose any more.
    pub async fn insert_file(&mut self, new: &NewFile<'_>) -> StoreResult<FileId> {
        let content = new.content;
        self.change_one(sql!(
            "INSERT INTO file (id, purpose, owner_id, name, media_type, size, sha256, blob, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
            => content.id, new.purpose.name(), new.owner, new.name, new.media_type, content.size, content.sha256,
               content.blob, new.created_at
        ))
        .await?;
        // Content that is not listed as loose was removed before it got its row.
        self.change_one(sql!("DELETE FROM loose_blob WHERE blob = $1" => content.blob)).await?;
        Ok(content.id)
    }

    /// Removes a file; its content becomes loose and is removed later.
    pub async fn delete_file(&mut self, id: FileId, now: Timestamp) -> StoreResult<()> {
        let blob: String =
            self.fetch_value(sql!("DELETE FROM file WHERE id = $1 RETURNING blob" => id)).await?;
        self.run(sql!("INSERT INTO loose_blob (blob, since) VALUES ($1, $2)" => blob, now)).await
    }
}

pub(crate) const FILES_OF_PERSON: &str = select_files!("WHERE owner_id = $1 ORDER BY id");

store_methods! {
    pub async fn file(id: FileId) -> Option<StoredFile> = fetch_optional select_files!("WHERE id = $1");

    /// All files of a person, the oldest first.
    pub async fn files_of(owner: PersonId) -> Vec<StoredFile> = fetch_all FILES_OF_PERSON;

    /// Files after `after` in the order of their ids.
    pub async fn files_after(after: Option<FileId>, limit: u16) -> Vec<StoredFile> = fetch_all
        select_files!("WHERE id > $1 ORDER BY id LIMIT $2") => after_id(after), limit;
}
