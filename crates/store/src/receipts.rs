//! Receipts: files attached to the rows of a draft.

use liksa_domain::bill::Row;
use liksa_domain::file::MediaType;

use crate::prelude::*;
use crate::sql::Statement;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    pub id: ReceiptId,
    pub row: RowId,
    pub file: FileId,
    /// The name of its file.
    pub name: String,
    pub media_type: MediaType,
    pub size: u64,
    pub made_at: Timestamp,
    /// The oldest other one of the worker with the same content.
    pub same_as: Option<SameReceipt>,
}

/// A receipt on another row or bill, as the one with the same content mentions it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameReceipt {
    pub bill: BillId,
    pub number: Option<i64>,
    pub name: String,
}

/// A receipt, and whose bill it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptOfBill {
    pub receipt: Receipt,
    pub sha256: [u8; 32],
    pub bill: BillId,
    pub person: PersonId,
    /// The late receipt that it is a file of.
    pub late: Option<LateReceiptId>,
}

pub struct NewReceipt {
    pub id: ReceiptId,
    pub row: RowId,
    pub late: Option<LateReceiptId>,
    pub file: FileId,
    pub made_at: Timestamp,
}

read_row! {
    Receipt { id, row = "row_id", file = "file_id", name, media_type, size, made_at } flat { same_as }
}

read_row! {
    ReceiptOfBill { sha256, bill = "bill_id", person = "person_id", late = "late_receipt_id" } flat { receipt }
}

impl ReadRow for Option<SameReceipt> {
    fn read(row: &crate::sql::Row<'_>) -> StoreResult<Self> {
        let Some(bill) = row.get("same_bill_id")? else { return Ok(None) };
        Ok(Some(SameReceipt { bill, number: row.get("same_number")?, name: row.get("same_name")? }))
    }
}

/// The receipts of other rows with the content of receipt `r` of file `f` on bill `b`, late ones included. Bills that were
/// taken back do not count, nor does the one that bill `b` is written in place of, nor a late receipt that was refused.
macro_rules! others_with_its_content {
    () => {
        "FROM file g JOIN receipt o ON o.file_id = g.id JOIN bill_row ow ON ow.id = o.row_id \
         JOIN bill ob ON ob.id = ow.bill_id WHERE g.owner_id = f.owner_id AND g.sha256 = f.sha256 \
         AND g.purpose = 'receipt' AND g.id <> f.id AND ob.state <> 'HYVITETTY' \
         AND (b.correction_of IS NULL OR b.correction_of <> ob.id) \
         AND NOT EXISTS (SELECT 1 FROM late_receipt ol WHERE ol.id = o.late_receipt_id AND ol.state = 'REFUSED')"
    };
}

macro_rules! select_receipts {
    ($condition:literal) => {
        concat!(
            "SELECT r.id, r.row_id, r.file_id, f.name, f.media_type, f.size, f.sha256, r.made_at, \
             r.late_receipt_id, b.id AS bill_id, b.person_id, sb.id AS same_bill_id, sb.number AS same_number, sf.name AS same_name FROM bill_row w \
             JOIN bill b ON b.id = w.bill_id JOIN receipt r ON r.row_id = w.id JOIN file f ON f.id = r.file_id \
             LEFT JOIN receipt s ON s.id = (SELECT o.id ",
            others_with_its_content!(),
            " ORDER BY o.id LIMIT 1) LEFT JOIN bill_row sw ON sw.id = s.row_id \
             LEFT JOIN bill sb ON sb.id = sw.bill_id LEFT JOIN file sf ON sf.id = s.file_id WHERE ",
            $condition,
            " ORDER BY r.id"
        )
    };
}

/// All receipts of bill `$1` as it was sent, in the order in which they came.
pub(crate) const SELECT_RECEIPTS: &str = select_receipts!("w.bill_id = $1 AND r.late_receipt_id IS NULL");

/// The files of late receipts.
const FILES_OF_LATE: &str = select_receipts!("r.late_receipt_id = ANY($1)");

/// Rows of bills `$1` with a receipt that is also on another row of the bill, or on a bill that was sent.
pub(crate) const REPEATED_RECEIPTS: &str = concat!(
    "SELECT DISTINCT b.id, w.id FROM bill b JOIN bill_row w ON w.bill_id = b.id JOIN receipt r ON r.row_id = w.id \
     JOIN file f ON f.id = r.file_id WHERE b.id = ANY($1) AND r.late_receipt_id IS NULL AND EXISTS (SELECT 1 ",
    others_with_its_content!(),
    " AND (ob.state <> 'OPEN' OR ob.id = b.id))"
);

store_methods! {
    pub(crate) async fn receipts_of(bill: BillId) -> Vec<Receipt> = fetch_all SELECT_RECEIPTS;

    pub(crate) async fn files_of_late(late: &[LateReceiptId]) -> Vec<ReceiptOfBill> = fetch_all FILES_OF_LATE;

    pub(crate) async fn repeated_receipts(bills: &[BillId]) -> Vec<(BillId, RowId)> = fetch_all REPEATED_RECEIPTS;

    pub async fn receipt(id: ReceiptId) -> Option<ReceiptOfBill> = fetch_optional select_receipts!("r.id = $1");
}

tx_methods! {
    /// Locks a draft until this transaction ends, so that it is not sent meanwhile. False if it is not a draft of the
    /// person that can be changed.
    pub async fn hold_draft(person: PersonId, bill: BillId) -> bool = try_change
        "UPDATE bill SET version = version WHERE id = $1 AND person_id = $2 AND state = 'OPEN'"
        => bill, person;

    /// How many receipts the row has. Its bill must be held.
    pub async fn receipts_of_row(row: RowId) -> u16 = fetch_value
        "SELECT COUNT(*) FROM receipt WHERE row_id = $1 AND late_receipt_id IS NULL";

    pub async fn insert_receipt(new: &NewReceipt) = change_one
        "INSERT INTO receipt (id, row_id, late_receipt_id, file_id, made_at) VALUES ($1, $2, $3, $4, $5)"
        => new.id, new.row, new.late, new.file, new.made_at;

    /// The file of a receipt, if that is still there. Its bill must be held.
    pub async fn file_of_receipt(id: ReceiptId) -> Option<FileId> = find_value
        "SELECT file_id FROM receipt WHERE id = $1";

    pub async fn set_file_of_receipt(id: ReceiptId, file: FileId) = change_one
        "UPDATE receipt SET file_id = $2 WHERE id = $1";
}

impl Tx {
    /// Removes a receipt with its file. False if it was gone already.
    pub async fn delete_receipt(&mut self, id: ReceiptId, now: Timestamp) -> StoreResult<bool> {
        let delete = sql!("DELETE FROM receipt WHERE id = $1 RETURNING file_id" => id);
        Ok(self.delete_files(delete, now).await? > 0)
    }

    /// Sets the number of receipts in each row of a bill, as of this transaction.
    pub async fn count_receipts(&mut self, bill: BillId, rows: &mut [Row]) -> StoreResult<()> {
        let select = sql!(
            "SELECT r.row_id, COUNT(*) FROM bill_row b JOIN receipt r ON r.row_id = b.id \
             WHERE b.bill_id = $1 AND r.late_receipt_id IS NULL GROUP BY r.row_id"
            => bill
        );
        let counts: Vec<(RowId, u16)> = self.fetch_all(select).await?;
        for row in rows {
            let count = counts.iter().find(|(id, _)| row.id == Some(*id));
            row.receipts = count.map_or(0, |(_, count)| *count);
        }
        Ok(())
    }

    /// Removes all receipts of a row with their files.
    pub(crate) async fn delete_receipts_of_row(&mut self, row: RowId, now: Timestamp) -> StoreResult<()> {
        let delete = sql!("DELETE FROM receipt WHERE row_id = $1 RETURNING file_id" => row);
        self.delete_files(delete, now).await?;
        Ok(())
    }

    /// Removes all receipts of a bill with their files.
    pub(crate) async fn delete_receipts_of_bill(&mut self, bill: BillId, now: Timestamp) -> StoreResult<()> {
        let delete = sql!(
            "DELETE FROM receipt WHERE row_id IN (SELECT id FROM bill_row WHERE bill_id = $1) RETURNING file_id"
            => bill
        );
        self.delete_files(delete, now).await?;
        Ok(())
    }

    /// Removes all files of a late receipt.
    pub(crate) async fn delete_files_of_late(
        &mut self,
        late: LateReceiptId,
        now: Timestamp,
    ) -> StoreResult<()> {
        let delete = sql!("DELETE FROM receipt WHERE late_receipt_id = $1 RETURNING file_id" => late);
        self.delete_files(delete, now).await?;
        Ok(())
    }

    /// Deletes what names files, and these. How many there were.
    pub(crate) async fn delete_files(&mut self, delete: Statement, now: Timestamp) -> StoreResult<usize> {
        let files: Vec<FileId> = self.fetch_values(delete).await?;
        for file in &files {
            self.delete_file(*file, now).await?;
        }
        Ok(files.len())
    }
}
