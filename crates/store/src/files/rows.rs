//! The rows that say what each file is.

use jiff::Timestamp;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{FileId, Id, PersonId};
use sqlx::FromRow;
use uuid::Uuid;

use super::content::StoredContent;
use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::{from_micros, to_micros};

pub struct NewFile<'a> {
    pub content: &'a StoredContent,
    pub purpose: FilePurpose,
    /// Whose it is, if it is anybody's.
    pub owner: Option<PersonId>,
    /// Under which it is shown and downloaded.
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

#[derive(FromRow)]
struct FileRow {
    id: Uuid,
    purpose: String,
    owner_id: Option<Uuid>,
    name: String,
    media_type: String,
    size: i64,
    sha256: Vec<u8>,
    blob: String,
    created_at: i64,
}

impl Tx {
    /// Gives content its row, with which it stays.
    pub async fn insert_file(&mut self, new: &NewFile<'_>) -> StoreResult<FileId> {
        let content = new.content;
        let size = i64::try_from(content.size).map_err(|_| StoreError::Corrupt("file size"))?;
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO file (id, purpose, owner_id, name, media_type, size, sha256, blob, created_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
            .bind(content.id.uuid())
            .bind(new.purpose.name())
            .bind(new.owner.map(Id::uuid))
            .bind(new.name)
            .bind(new.media_type.name())
            .bind(size)
            .bind(content.sha256.to_vec())
            .bind(&content.blob)
            .bind(to_micros(new.created_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        // Content that is no longer loose must have been: else it was removed before it got its row.
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM loose_blob WHERE blob = $1")
            .bind(&content.blob)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        Ok(content.id)
    }

    /// Removes a file; its content becomes loose and goes later.
    pub async fn delete_file(&mut self, id: FileId, now: Timestamp) -> StoreResult<()> {
        let (blob,): (String,) = on!(self.conn(), c => sqlx::query_as("DELETE FROM file WHERE id = $1 RETURNING blob")
            .bind(id.uuid())
            .fetch_one(c).await)?;
        on!(self.conn(), c => sqlx::query("INSERT INTO loose_blob (blob, since) VALUES ($1, $2)")
            .bind(blob)
            .bind(to_micros(now))
            .execute(c).await.map(drop))?;
        Ok(())
    }
}

pub const FILES_OF_PERSON: &str = "SELECT id, purpose, owner_id, name, media_type, size, sha256, blob, created_at \
     FROM file WHERE owner_id = $1 ORDER BY id";

impl Store {
    pub async fn file(&self, id: FileId) -> StoreResult<Option<StoredFile>> {
        let row: Option<FileRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, purpose, owner_id, name, media_type, size, sha256, blob, created_at \
                 FROM file WHERE id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(FileRow::into_file).transpose()
    }

    /// All files of a person, the oldest first.
    pub async fn files_of(&self, owner: PersonId) -> StoreResult<Vec<StoredFile>> {
        let rows: Vec<FileRow> = on!(self.reads(), c => sqlx::query_as(FILES_OF_PERSON)
            .bind(owner.uuid())
            .fetch_all(c).await)?;
        rows.into_iter().map(FileRow::into_file).collect()
    }

    /// Files in the order of their ids, from the one after `after`, for going through all.
    pub async fn files_after(&self, after: Option<FileId>, limit: u16) -> StoreResult<Vec<StoredFile>> {
        let rows: Vec<FileRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, purpose, owner_id, name, media_type, size, sha256, blob, created_at \
                 FROM file WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(after.map_or(Uuid::nil(), Id::uuid))
            .bind(i64::from(limit))
            .fetch_all(c).await)?;
        rows.into_iter().map(FileRow::into_file).collect()
    }
}

impl FileRow {
    fn into_file(self) -> StoreResult<StoredFile> {
        Ok(StoredFile {
            id: FileId::from_uuid(self.id),
            purpose: FilePurpose::from_name(&self.purpose).ok_or(StoreError::Corrupt("file purpose"))?,
            owner: self.owner_id.map(PersonId::from_uuid),
            name: self.name,
            media_type: MediaType::from_name(&self.media_type).ok_or(StoreError::Corrupt("media type"))?,
            size: u64::try_from(self.size).map_err(|_| StoreError::Corrupt("file size"))?,
            sha256: self.sha256.try_into().map_err(|_| StoreError::Corrupt("file hash"))?,
            blob: self.blob,
            created_at: from_micros(self.created_at)?,
        })
    }
}
