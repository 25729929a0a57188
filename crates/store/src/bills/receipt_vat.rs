//! VAT of receipts that the provider deducts, beside the expenses that they are of.

use std::collections::HashMap;

use liksa_domain::bill::ReceiptVat;

use crate::prelude::*;

const RECEIPTS_OF_BILL: &str = "SELECT e.row_id, e.kind, e.class, e.amount, e.deducted_vat FROM bill_expense e \
     JOIN bill_row r ON r.id = e.row_id WHERE r.bill_id = $1 ORDER BY r.place, e.kind, e.class";

read_row! { ReceiptVat { row = "row_id", kind, class, amount, vat = "deducted_vat" } }

store_methods! {
    /// The expenses of a bill with what is deducted of each.
    pub async fn receipt_vat_of(bill: BillId) -> Vec<ReceiptVat> = fetch_all RECEIPTS_OF_BILL;
}

tx_methods! {
    pub async fn receipt_vat_of(bill: BillId) -> Vec<ReceiptVat> = fetch_all RECEIPTS_OF_BILL;

    /// Claims a bill that a clerk is checking for one change. False if it has moved or changed since it was read.
    pub async fn claim_taken(id: BillId, version: i64) -> bool = try_change
        "UPDATE bill SET version = version + 1 WHERE id = $1 AND version = $2 AND state = 'TAKEN'";

    pub async fn set_receipt_vat(receipt: &ReceiptVat) = change_one
        "UPDATE bill_expense SET deducted_vat = $4 WHERE row_id = $1 AND kind = $2 AND class = $3"
        => receipt.row, receipt.kind, receipt.class, receipt.vat;
}

impl Tx {
    /// The VAT that is deducted for the bills of each of these salaries. Those without any are left out.
    pub async fn receipt_vat_of_salaries(
        &mut self,
        salaries: &[SalaryId],
    ) -> StoreResult<HashMap<SalaryId, Money>> {
        let select = sql!(
            "SELECT b.salary_id, CAST(SUM(e.deducted_vat) AS BIGINT) FROM bill b JOIN bill_row r ON r.bill_id = b.id \
             JOIN bill_expense e ON e.row_id = r.id AND e.deducted_vat IS NOT NULL WHERE b.salary_id = ANY($1) \
             GROUP BY b.salary_id"
            => salaries
        );
        Ok(self.fetch_all::<(SalaryId, Money)>(select).await?.into_iter().collect())
    }
}
