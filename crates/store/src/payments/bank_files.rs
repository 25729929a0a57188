//! The files that the bank's movements came in.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::ids::{BankFileId, FileId, Id, PersonId};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::StoreResult;
use crate::time::{date_from_text, date_text, from_micros, to_micros};

pub struct NewBankFile {
    pub id: BankFileId,
    pub file: FileId,
    pub sha256: [u8; 32],
    pub uploaded_by: PersonId,
    pub uploaded_at: Timestamp,
    pub transactions: u32,
    /// The first and the last day of booking.
    pub days: Option<(Date, Date)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankFile {
    pub id: BankFileId,
    pub file: FileId,
    pub name: String,
    pub uploaded_by: String,
    pub uploaded_at: Timestamp,
    /// When all of it was booked.
    pub booked_at: Option<Timestamp>,
    pub transactions: i64,
    /// How many of them no file before had told.
    pub new: i64,
    /// How many of those belong to bills, how many nobody could match yet, and how many are more than was owed.
    pub matched: i64,
    pub unmatched: i64,
    pub refundable: i64,
    pub days: Option<(Date, Date)>,
}

#[derive(FromRow)]
struct BankFileColumns {
    id: Uuid,
    file_id: Uuid,
    name: String,
    uploaded_by: String,
    uploaded_at: i64,
    booked_at: Option<i64>,
    transactions: i64,
    new: i64,
    matched: i64,
    unmatched: i64,
    refundable: i64,
    first_day: Option<String>,
    last_day: Option<String>,
}

macro_rules! select {
    () => {
        "SELECT b.id, b.file_id, f.name, p.first_name || ' ' || p.last_name AS uploaded_by, b.uploaded_at, \
         b.booked_at, b.transactions, b.first_day, b.last_day, \
         (SELECT COUNT(*) FROM payment m WHERE m.bank_file_id = b.id) AS new, \
         (SELECT COUNT(*) FROM payment m WHERE m.bank_file_id = b.id AND m.state = 'MATCHED') AS matched, \
         (SELECT COUNT(*) FROM payment m WHERE m.bank_file_id = b.id AND m.state = 'UNMATCHED') AS unmatched, \
         (SELECT COUNT(*) FROM payment m WHERE m.bank_file_id = b.id AND m.state = 'REFUNDABLE') AS refundable \
         FROM bank_file b JOIN file f ON f.id = b.file_id JOIN person p ON p.id = b.uploaded_by "
    };
}

pub(crate) const SELECT_BANK_FILES: &str = concat!(select!(), "WHERE b.id < $1 ORDER BY b.id DESC LIMIT $2");

impl Tx {
    /// The file that had this content first: this one, unless the answer is another.
    pub async fn insert_bank_file(&mut self, new: &NewBankFile) -> StoreResult<BankFileId> {
        on!(self.conn(), c => sqlx::query(
                "INSERT INTO bank_file (id, file_id, sha256, uploaded_by, uploaded_at, transactions, first_day, \
                 last_day) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (sha256) DO NOTHING")
            .bind(new.id.uuid())
            .bind(new.file.uuid())
            .bind(new.sha256.to_vec())
            .bind(new.uploaded_by.uuid())
            .bind(to_micros(new.uploaded_at))
            .bind(i64::from(new.transactions))
            .bind(new.days.map(|(first, _)| date_text(first)))
            .bind(new.days.map(|(_, last)| date_text(last)))
            .execute(c).await.map(drop))?;
        let (first,): (Uuid,) = on!(self.conn(), c => sqlx::query_as("SELECT id FROM bank_file WHERE sha256 = $1")
            .bind(new.sha256.to_vec())
            .fetch_one(c).await)?;
        Ok(BankFileId::from_uuid(first))
    }

    /// True for whoever comes first.
    pub async fn finish_bank_file(&mut self, id: BankFileId, at: Timestamp) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE bank_file SET booked_at = $2 WHERE id = $1 AND booked_at IS NULL")
            .bind(id.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

impl Store {
    pub async fn bank_file(&self, id: BankFileId) -> StoreResult<Option<BankFile>> {
        let found: Option<BankFileColumns> = on!(self.reads(), c => sqlx::query_as(
                concat!(select!(), "WHERE b.id = $1"))
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        found.map(BankFileColumns::into_file).transpose()
    }

    pub async fn bank_file_with(&self, sha256: &[u8; 32]) -> StoreResult<Option<BankFileId>> {
        let found: Option<(Uuid,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id FROM bank_file WHERE sha256 = $1")
            .bind(sha256.to_vec())
            .fetch_optional(c).await)?;
        Ok(found.map(|(id,)| BankFileId::from_uuid(id)))
    }

    /// The newest first, and one more than asked for if there is a next page.
    pub async fn bank_files(&self, after: Option<BankFileId>, limit: i64) -> StoreResult<Vec<BankFile>> {
        let found: Vec<BankFileColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_BANK_FILES)
            .bind(after.map_or(Uuid::max(), Id::uuid))
            .bind(limit)
            .fetch_all(c).await)?;
        found.into_iter().map(BankFileColumns::into_file).collect()
    }
}

impl BankFileColumns {
    fn into_file(self) -> StoreResult<BankFile> {
        let day = |text: Option<String>| text.as_deref().map(date_from_text).transpose();
        Ok(BankFile {
            id: BankFileId::from_uuid(self.id),
            file: FileId::from_uuid(self.file_id),
            name: self.name,
            uploaded_by: self.uploaded_by,
            uploaded_at: from_micros(self.uploaded_at)?,
            booked_at: self.booked_at.map(from_micros).transpose()?,
            transactions: self.transactions,
            new: self.new,
            matched: self.matched,
            unmatched: self.unmatched,
            refundable: self.refundable,
            days: day(self.first_day)?.zip(day(self.last_day)?),
        })
    }
}
