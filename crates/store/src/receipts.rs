//! Receipts: files attached to the rows of a draft.

use liksa_domain::bill::Row;

use crate::prelude::*;
use crate::sql::Statement;

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

read_row! { Receipt { id, row = "row_id", file = "file_id", name, made_at } }

read_row! { ReceiptOfBill { bill = "bill_id", person = "person_id" } flat { receipt } }

/// All receipts of bill `$1`, in the order in which they came.
pub(crate) const SELECT_RECEIPTS: &str = "SELECT r.id, r.row_id, r.file_id, f.name, r.made_at FROM bill_row b \
     JOIN receipt r ON r.row_id = b.id JOIN file f ON f.id = r.file_id WHERE b.bill_id = $1 ORDER BY r.id";

store_methods! {
    pub(crate) async fn receipts_of(bill: BillId) -> Vec<Receipt> = fetch_all SELECT_RECEIPTS;

    pub async fn receipt(id: ReceiptId) -> Option<ReceiptOfBill> = fetch_optional
        "SELECT r.id, r.row_id, r.file_id, f.name, r.made_at, b.id AS bill_id, b.person_id FROM receipt r JOIN file \
         f ON f.id = r.file_id JOIN bill_row w ON w.id = r.row_id JOIN bill b ON b.id = w.bill_id WHERE r.id = $1";
}

tx_methods! {
    /// Locks a draft until this transaction ends, so that it is not sent meanwhile. False if it is not a draft of the
    /// person that can be changed.
    pub async fn hold_draft(person: PersonId, bill: BillId) -> bool = try_change
        "UPDATE bill SET version = version WHERE id = $1 AND person_id = $2 AND state = 'OPEN'"
        => bill, person;

    /// How many receipts the row has. Its bill must be held.
    pub async fn receipts_of_row(row: RowId) -> u16 = fetch_value
        "SELECT COUNT(*) FROM receipt WHERE row_id = $1";

    pub async fn insert_receipt(new: &NewReceipt) = change_one
        "INSERT INTO receipt (id, row_id, file_id, made_at) VALUES ($1, $2, $3, $4)"
        => new.id, new.row, new.file, new.made_at;
}

impl Tx {
    /// Removes a receipt with its file. False if it was gone already.
    pub async fn delete_receipt(&mut self, receipt: &Receipt, now: Timestamp) -> StoreResult<bool> {
        let changed = self.try_change(sql!("DELETE FROM receipt WHERE id = $1" => receipt.id)).await?;
        if changed {
            self.delete_file(receipt.file, now).await?;
        }
        Ok(changed)
    }

    /// Sets the number of receipts in each row of a bill, as of this transaction.
    pub async fn count_receipts(&mut self, bill: BillId, rows: &mut [Row]) -> StoreResult<()> {
        let select = sql!(
            "SELECT r.row_id, COUNT(*) FROM bill_row b JOIN receipt r ON r.row_id = b.id \
             WHERE b.bill_id = $1 GROUP BY r.row_id"
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
        self.delete_receipts(delete, now).await
    }

    /// Removes all receipts of a bill with their files.
    pub(crate) async fn delete_receipts_of_bill(&mut self, bill: BillId, now: Timestamp) -> StoreResult<()> {
        let delete = sql!(
            "DELETE FROM receipt WHERE row_id IN (SELECT id FROM bill_row WHERE bill_id = $1) RETURNING file_id"
            => bill
        );
        self.delete_receipts(delete, now).await
    }

    async fn delete_receipts(&mut self, delete: Statement, now: Timestamp) -> StoreResult<()> {
        let files: Vec<FileId> = self.fetch_values(delete).await?;
        for file in files {
            self.delete_file(file, now).await?;
        }
        Ok(())
    }
}
