//! Print batches: which bills are in one, and its file.

use uuid::Uuid;

use crate::prelude::*;

pub struct NewPrintBatch {
    pub id: PrintBatchId,
    pub made_by: PersonId,
    pub made_at: Timestamp,
}

/// Bills that are printed together.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrintBatch {
    pub id: PrintBatchId,
    /// The name of the clerk.
    pub made_by: String,
    /// An instant, ISO 8601.
    pub made_at: Timestamp,
    /// How many.
    pub bills: i64,
    /// None until the job has made the file; API clients see whether it is there.
    #[serde(rename = "ready", serialize_with = "crate::sql::is_some")]
    #[schema(value_type = bool)]
    pub file: Option<FileId>,
}

read_row! { PrintBatch { id, made_by, made_at, bills, file = "file_id" } }

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
    /// Makes a batch of all bills that wait to be printed, and returns how many. With none the transaction must not be
    /// committed.
    pub async fn make_print_batch(&mut self, new: &NewPrintBatch) -> StoreResult<u64> {
        self.change_one(sql!(
            "INSERT INTO print_batch (id, made_by, made_at, bills) VALUES ($1, $2, $3, 0)"
            => new.id, new.made_by, new.made_at
        ))
        .await?;
        let update = sql!(
            "UPDATE delivery SET batch_id = $1 WHERE state = 'TO_PRINT' AND batch_id IS NULL" => new.id
        );
        let bills = self.execute(update).await?;
        self.execute(sql!(
            "UPDATE print_batch SET bills = (SELECT COUNT(*) FROM delivery WHERE batch_id = $1) \
             WHERE id = $1"
            => new.id
        ))
        .await?;
        Ok(bills)
    }

    /// Stores the file of a batch and marks its bills as sent. Returns those bills, or None if another run of the job has
    /// done so before.
    pub async fn finish_print_batch(
        &mut self,
        id: PrintBatchId,
        file: FileId,
        at: Timestamp,
    ) -> StoreResult<Option<Vec<BillId>>> {
        let update = sql!(
            "UPDATE print_batch SET file_id = $2 WHERE id = $1 AND file_id IS NULL" => id, file
        );
        if !self.try_change(update).await? {
            return Ok(None);
        }
        let update = sql!(
            "UPDATE delivery SET state = 'SENT', sent_at = $2 WHERE batch_id = $1 AND state = 'TO_PRINT' \
             RETURNING bill_id"
            => id, at
        );
        let bills: Vec<(Uuid,)> = self.fetch_all(update).await?;
        Ok(Some(bills.into_iter().map(|(bill,)| BillId::from_uuid(bill)).collect()))
    }
}

store_methods! {
    pub async fn print_batch(id: PrintBatchId) -> Option<PrintBatch> = fetch_optional batches!("WHERE b.id = $1");

    /// The PDFs of a batch in the order of their bills' numbers.
    pub async fn pdfs_of_batch(id: PrintBatchId) -> Vec<FileId> = fetch_values
        "SELECT d.pdf_file FROM delivery d JOIN bill b ON b.id = d.bill_id WHERE d.batch_id = $1 \
         AND d.pdf_file IS NOT NULL ORDER BY b.number";

    /// The batches before `before`, the newest first.
    pub async fn print_batches(before: Option<PrintBatchId>, limit: i64) -> Vec<PrintBatch> = fetch_all
        batches!("WHERE b.id < $1 ORDER BY b.id DESC LIMIT $2") => before_id(before), limit;
}

impl Store {}
