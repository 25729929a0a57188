//! Print batches: which bills are in one, and its file.

use jiff::Timestamp;
use liksa_domain::ids::{BillId, FileId, Id, PersonId, PrintBatchId};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::time::{from_micros, to_micros};

pub struct NewPrintBatch {
    pub id: PrintBatchId,
    pub made_by: PersonId,
    pub made_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintBatch {
    pub id: PrintBatchId,
    pub made_by: String,
    pub made_at: Timestamp,
    pub bills: i64,
    /// None until the job has made it.
    pub file: Option<FileId>,
}

#[derive(FromRow)]
struct BatchRow {
    id: Uuid,
    made_by: String,
    made_at: i64,
    bills: i64,
    file_id: Option<Uuid>,
}

macro_rules! batches {
    ($condition:literal) => {
        concat!(
            "SELECT b.id, p.first_name || ' ' || p.last_name AS made_by, b.made_at, b.bills, b.file_id \
             FROM print_batch b JOIN person p ON p.id = b.made_by ",
            $condition
        )
    };
}

impl Tx {
    /// Gathers all that waits to be printed. Answers how many bills that are; with none nothing is made.
    pub async fn make_print_batch(&mut self, new: &NewPrintBatch) -> StoreResult<u64> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO print_batch (id, made_by, made_at, bills) VALUES ($1, $2, $3, 0)")
            .bind(new.id.uuid())
            .bind(new.made_by.uuid())
            .bind(to_micros(new.made_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        let bills = on!(self.conn(), c => sqlx::query(
                "UPDATE delivery SET batch_id = $1 WHERE state = 'TO_PRINT' AND batch_id IS NULL")
            .bind(new.id.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        on!(self.conn(), c => sqlx::query(
                "UPDATE print_batch SET bills = (SELECT COUNT(*) FROM delivery WHERE batch_id = $1) WHERE id = $1")
            .bind(new.id.uuid())
            .execute(c).await.map(drop))?;
        Ok(bills)
    }

    /// Keeps the file of a batch; its bills are then sent. Answers which those are, or nothing if another run of
    /// the job was quicker.
    pub async fn finish_print_batch(
        &mut self,
        id: PrintBatchId,
        file: FileId,
        at: Timestamp,
    ) -> StoreResult<Option<Vec<BillId>>> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE print_batch SET file_id = $2 WHERE id = $1 AND file_id IS NULL")
            .bind(id.uuid())
            .bind(file.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        if rows == 0 {
            return Ok(None);
        }
        let bills: Vec<(Uuid,)> = on!(self.conn(), c => sqlx::query_as(
                "UPDATE delivery SET state = 'SENT', sent_at = $2 WHERE batch_id = $1 AND state = 'TO_PRINT' \
                 RETURNING bill_id")
            .bind(id.uuid())
            .bind(to_micros(at))
            .fetch_all(c).await)?;
        Ok(Some(bills.into_iter().map(|(bill,)| BillId::from_uuid(bill)).collect()))
    }
}

impl Store {
    pub async fn print_batch(&self, id: PrintBatchId) -> StoreResult<Option<PrintBatch>> {
        let row: Option<BatchRow> = on!(self.reads(), c => sqlx::query_as(batches!("WHERE b.id = $1"))
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(BatchRow::into_batch).transpose()
    }

    /// The newest first, from before `before` on.
    pub async fn print_batches(
        &self,
        before: Option<PrintBatchId>,
        limit: i64,
    ) -> StoreResult<Vec<PrintBatch>> {
        let before = before.map_or(Uuid::max(), Id::uuid);
        let rows: Vec<BatchRow> = on!(self.reads(), c => sqlx::query_as(batches!(
                "WHERE b.id < $1 ORDER BY b.id DESC LIMIT $2"))
            .bind(before)
            .bind(limit)
            .fetch_all(c).await)?;
        rows.into_iter().map(BatchRow::into_batch).collect()
    }

    /// The PDFs of a batch in the order of their bills' numbers.
    pub async fn pdfs_of_batch(&self, id: PrintBatchId) -> StoreResult<Vec<FileId>> {
        let rows: Vec<(Uuid,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT d.pdf_file FROM delivery d JOIN bill b ON b.id = d.bill_id \
                 WHERE d.batch_id = $1 AND d.pdf_file IS NOT NULL ORDER BY b.number")
            .bind(id.uuid())
            .fetch_all(c).await)?;
        Ok(rows.into_iter().map(|(file,)| FileId::from_uuid(file)).collect())
    }
}

impl BatchRow {
    fn into_batch(self) -> StoreResult<PrintBatch> {
        Ok(PrintBatch {
            id: PrintBatchId::from_uuid(self.id),
            made_by: self.made_by,
            made_at: from_micros(self.made_at)?,
            bills: self.bills,
            file: self.file_id.map(FileId::from_uuid),
        })
    }
}
