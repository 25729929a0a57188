//! Files of payments from the bank.

use super::BankFileRemark;
use crate::prelude::*;
use crate::sql::{Owned, grouped};

pub struct NewBankFile<'a> {
    pub id: BankFileId,
    pub file: FileId,
    pub sha256: [u8; 32],
    pub uploaded_by: PersonId,
    pub uploaded_at: Timestamp,
    pub transactions: u32,
    /// The first and the last day of booking.
    pub days: Option<(Date, Date)>,
    /// Which account it is of.
    pub account: &'a str,
    /// What the account had at the end of a statement.
    pub closing: Option<NewClosing>,
}

/// The end of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewClosing {
    pub balance: Money,
    pub day: Date,
    /// The bank's running number of the statement, and when the bank made it.
    pub number: Option<i64>,
    pub made_at: Option<Timestamp>,
}

/// A file of the bank, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankFile {
    pub id: BankFileId,
    pub name: String,
    pub uploaded_by: String,
    /// An instant, ISO 8601.
    pub uploaded_at: Timestamp,
    /// When all of it was booked; until then a job works on it, and the figures grow. API clients see whether it is.
    #[serde(rename = "booked", serialize_with = "crate::sql::is_some")]
    #[schema(value_type = bool)]
    pub booked_at: Option<Timestamp>,
    /// How many movements the file has.
    pub transactions: i64,
    /// How many of them were in no earlier file.
    pub new: i64,
    /// How many of those belong to bills.
    pub matched: i64,
    /// How many of those are still to be matched.
    pub unmatched: i64,
    /// How many of those are more than was owed, with a rest to be refunded.
    pub refundable: i64,
    /// The first and the last day of booking.
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    #[schema(required)]
    pub first_day: Option<Date>,
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    #[schema(required)]
    pub last_day: Option<Date>,
    /// What the account had at the end of the statement; notifications have none.
    #[schema(required)]
    pub closing_balance: Option<Money>,
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    #[schema(required)]
    pub closing_date: Option<Date>,
    /// What was not booked as the file says, or only partly, and why.
    #[schema(required)]
    pub remarks: Vec<BankFileRemark>,
    #[serde(skip)]
    pub file: FileId,
}

read_row! {
    BankFile {
        id, file = "file_id", name, uploaded_by, uploaded_at, booked_at, transactions, new, matched, unmatched, refundable,
        first_day, last_day, closing_balance, closing_date
    } empty { remarks }
}

macro_rules! select {
    () => {
        "SELECT b.id, b.file_id, f.name, p.first_name || ' ' || p.last_name AS uploaded_by, b.uploaded_at, \
         b.booked_at, b.transactions, b.first_day, b.last_day, b.closing_balance, b.closing_date, \
         (SELECT COUNT(*) FROM payment m WHERE m.bank_file_id = b.id AND m.state <> 'DIVIDED') AS new, \
         (SELECT COUNT(*) FROM payment m WHERE m.bank_file_id = b.id AND m.state = 'MATCHED') AS matched, \
         (SELECT COUNT(*) FROM payment m WHERE m.bank_file_id = b.id AND m.state = 'UNMATCHED') AS unmatched, \
         (SELECT COUNT(*) FROM payment m WHERE m.bank_file_id = b.id AND m.state = 'REFUNDABLE') AS refundable \
         FROM bank_file b JOIN file f ON f.id = b.file_id JOIN person p ON p.id = b.uploaded_by "
    };
}

pub(crate) const SELECT_BANK_FILES: &str = concat!(select!(), "WHERE b.id < $1 ORDER BY b.id DESC LIMIT $2");

tx_methods! {
    /// True for the first runner that finishes it.
    pub async fn finish_bank_file(id: BankFileId, at: Timestamp) -> bool = try_change
        "UPDATE bank_file SET booked_at = $2 WHERE id = $1 AND booked_at IS NULL";
}

impl Tx {
    /// Adds the file, and returns the first one with this content: this one, or one from before.
    pub async fn insert_bank_file(&mut self, new: &NewBankFile<'_>) -> StoreResult<BankFileId> {
        self.run(sql!(
            "INSERT INTO bank_file (id, file_id, sha256, uploaded_by, uploaded_at, transactions, first_day, \
             last_day, closing_balance, closing_date, account, statement_number, statement_made_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
             ON CONFLICT (sha256) DO NOTHING"
            => new.id, new.file, new.sha256, new.uploaded_by, new.uploaded_at, new.transactions,
               new.days.map(|(first, _)| first), new.days.map(|(_, last)| last),
               new.closing.map(|closing| closing.balance), new.closing.map(|closing| closing.day),
               new.account, new.closing.and_then(|closing| closing.number),
               new.closing.and_then(|closing| closing.made_at)
        ))
        .await?;
        self.fetch_value(sql!("SELECT id FROM bank_file WHERE sha256 = $1" => new.sha256)).await
    }
}

store_methods! {
    pub async fn bank_file_with(sha256: &[u8; 32]) -> Option<BankFileId> = find_value
        "SELECT id FROM bank_file WHERE sha256 = $1";
}

impl Store {
    pub async fn bank_file(&self, id: BankFileId) -> StoreResult<Option<BankFile>> {
        let found = self.fetch_all(sql!(concat!(select!(), "WHERE b.id = $1") => id)).await?;
        Ok(self.with_remarks(found).await?.pop())
    }

    /// The newest first, and one more than asked for if there is a next page.
    pub async fn bank_files(&self, after: Option<BankFileId>, limit: i64) -> StoreResult<Vec<BankFile>> {
        let found = self.fetch_all(sql!(SELECT_BANK_FILES => before_id(after), limit)).await?;
        self.with_remarks(found).await
    }

    async fn with_remarks(&self, mut files: Vec<BankFile>) -> StoreResult<Vec<BankFile>> {
        let ids: Vec<BankFileId> = files.iter().map(|file| file.id).collect();
        let select = sql!(
            "SELECT bank_file_id AS owner, kind, bank_id, amount, booked, payment_id FROM bank_file_remark \
             WHERE bank_file_id = ANY($1) ORDER BY bank_file_id, bank_id, kind"
            => ids.as_slice()
        );
        let found: Vec<Owned<BankFileId, BankFileRemark>> = self.fetch_all(select).await?;
        let mut remarks = grouped(found);
        for file in &mut files {
            file.remarks = remarks.remove(&file.id).unwrap_or_default();
        }
        Ok(files)
    }
}
