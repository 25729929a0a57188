//! Receipts: files attached to the rows of a draft.

use jiff::Timestamp;
use liksa_domain::bill::Row;
use liksa_domain::ids::{BillId, FileId, Id, PersonId, ReceiptId, RowId};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::time::{from_micros, to_micros};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    pub id: ReceiptId,
    pub row: RowId,
    pub file: FileId,
    /// The name of its file.
    pub name: String,
    pub made_at: Timestamp,
}

/// A receipt, and whose bill it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptOfBill {
    pub receipt: Receipt,
    pub bill: BillId,
    pub person: PersonId,
}

pub struct NewReceipt {
    pub id: ReceiptId,
    pub row: RowId,
    pub file: FileId,
    pub made_at: Timestamp,
}

#[derive(FromRow)]
struct ReceiptRow {
    id: Uuid,
    row_id: Uuid,
    file_id: Uuid,
    name: String,
    made_at: i64,
}

#[derive(FromRow)]
struct ReceiptOfBillRow {
    #[sqlx(flatten)]
    receipt: ReceiptRow,
    bill_id: Uuid,
    person_id: Uuid,
}

/// All receipts of bill `$1`, in the order in which they came.
pub(crate) const SELECT_RECEIPTS: &str = "SELECT r.id, r.row_id, r.file_id, f.name, r.made_at FROM bill_row b \
     JOIN receipt r ON r.row_id = b.id JOIN file f ON f.id = r.file_id WHERE b.bill_id = $1 ORDER BY r.id";

impl Store {
    pub(crate) async fn receipts_of(&self, bill: BillId) -> StoreResult<Vec<Receipt>> {
        let rows: Vec<ReceiptRow> = on!(self.reads(), c => sqlx::query_as(SELECT_RECEIPTS)
            .bind(bill.uuid())
            .fetch_all(c).await)?;
        rows.into_iter().map(ReceiptRow::into_receipt).collect()
    }

    pub async fn receipt(&self, id: ReceiptId) -> StoreResult<Option<ReceiptOfBill>> {
        let row: Option<ReceiptOfBillRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT r.id, r.row_id, r.file_id, f.name, r.made_at, b.id AS bill_id, b.person_id \
                 FROM receipt r JOIN file f ON f.id = r.file_id JOIN bill_row w ON w.id = r.row_id \
                 JOIN bill b ON b.id = w.bill_id WHERE r.id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(|row| {
            Ok(ReceiptOfBill {
                receipt: row.receipt.into_receipt()?,
                bill: BillId::from_uuid(row.bill_id),
                person: PersonId::from_uuid(row.person_id),
            })
        })
        .transpose()
    }
}

impl Tx {
    /// Holds a draft as it is until this transaction is through, so that it is not sent meanwhile. False if it
    /// is not a draft of the person that can be written in.
    pub async fn hold_draft(&mut self, person: PersonId, bill: BillId) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET version = version WHERE id = $1 AND person_id = $2 AND state = 'OPEN' \
                 AND credit_of IS NULL")
            .bind(bill.uuid())
            .bind(person.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    pub async fn insert_receipt(&mut self, new: &NewReceipt) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO receipt (id, row_id, file_id, made_at) VALUES ($1, $2, $3, $4)")
            .bind(new.id.uuid())
            .bind(new.row.uuid())
            .bind(new.file.uuid())
            .bind(to_micros(new.made_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Removes a receipt with its file. False if it was gone already.
    pub async fn delete_receipt(&mut self, receipt: &Receipt, now: Timestamp) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM receipt WHERE id = $1")
            .bind(receipt.id.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        if rows == 1 {
            self.delete_file(receipt.file, now).await?;
        }
        Ok(rows == 1)
    }

    /// Tells each row of a bill how many receipts it has, as of this transaction.
    pub async fn count_receipts(&mut self, bill: BillId, rows: &mut [Row]) -> StoreResult<()> {
        let counts: Vec<(Uuid, i64)> = on!(self.conn(), c => sqlx::query_as(
                "SELECT r.row_id, COUNT(*) FROM bill_row b JOIN receipt r ON r.row_id = b.id \
                 WHERE b.bill_id = $1 GROUP BY r.row_id")
            .bind(bill.uuid())
            .fetch_all(c).await)?;
        for row in rows {
            let count = counts.iter().find(|(id, _)| row.id.map(Id::uuid) == Some(*id));
            row.receipts = count.map_or(0, |(_, count)| u16::try_from(*count).unwrap_or(u16::MAX));
        }
        Ok(())
    }

    /// Removes all receipts of a row with their files.
    pub(crate) async fn delete_receipts_of_row(&mut self, row: RowId, now: Timestamp) -> StoreResult<()> {
        let files: Vec<(Uuid,)> = on!(self.conn(), c => sqlx::query_as("DELETE FROM receipt WHERE row_id = $1 RETURNING file_id")
                .bind(row.uuid())
                .fetch_all(c).await)?;
        for (file,) in files {
            self.delete_file(FileId::from_uuid(file), now).await?;
        }
        Ok(())
    }

    /// Removes all receipts of a bill with their files.
    pub(crate) async fn delete_receipts_of_bill(&mut self, bill: BillId, now: Timestamp) -> StoreResult<()> {
        let rows: Vec<(Uuid,)> = on!(self.conn(), c => sqlx::query_as(
                "SELECT DISTINCT r.row_id FROM bill_row b JOIN receipt r ON r.row_id = b.id WHERE b.bill_id = $1")
            .bind(bill.uuid())
            .fetch_all(c).await)?;
        for (row,) in rows {
            self.delete_receipts_of_row(RowId::from_uuid(row), now).await?;
        }
        Ok(())
    }
}

impl ReceiptRow {
    fn into_receipt(self) -> StoreResult<Receipt> {
        Ok(Receipt {
            id: ReceiptId::from_uuid(self.id),
            row: RowId::from_uuid(self.row_id),
            file: FileId::from_uuid(self.file_id),
            name: self.name,
            made_at: from_micros(self.made_at)?,
        })
    }
}
