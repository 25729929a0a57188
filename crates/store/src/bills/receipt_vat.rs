//! VAT of receipts that the provider deducts, beside the expenses that they are of.

use std::collections::HashMap;

use liksa_domain::bill::{DeductedReceipts, ReceiptVat};
use liksa_domain::ledger::{Account, EntryKind};

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

/// Receipts of which VAT is deducted, by bill, kind and class. Of the closed credit notes `n` of a bill those count that
/// the first condition names.
macro_rules! select_deducted {
    ($columns:literal, $of_note:literal, $of_bill:literal) => {
        concat!(
            "SELECT ",
            $columns,
            "CAST(SUM(e.amount) AS BIGINT) AS amount, \
             CAST(SUM(COALESCE(e.deducted_vat, 0)) AS BIGINT) AS vat, \
             COALESCE((SELECT CAST(SUM(c.amount) AS BIGINT) FROM bill n JOIN bill_row nr ON nr.bill_id = n.id \
             JOIN bill_expense c ON c.row_id = nr.id AND c.kind = e.kind AND c.class = e.class \
             WHERE n.credit_of = b.id AND n.state = 'PAID' AND ",
            $of_note,
            "), 0) AS credited FROM bill b JOIN bill_row r ON r.bill_id = b.id \
             JOIN bill_expense e ON e.row_id = r.id WHERE ",
            $of_bill,
            " GROUP BY b.id, b.salary_id, e.kind, e.class HAVING SUM(e.deducted_vat) > 0 ORDER BY b.id"
        )
    };
}

read_row! { DeductedReceipts { amount, vat, credited } }

/// Receipts of a salary's bills.
struct OfSalary(SalaryId, DeductedReceipts);

impl ReadRow for OfSalary {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self(row.get("salary_id")?, row.read()?))
    }
}

impl Tx {
    /// The receipts of a bill of which VAT is deducted. What the credit note `but` takes back is not counted.
    pub async fn deducted_receipts(
        &mut self,
        bill: BillId,
        but: Option<BillId>,
    ) -> StoreResult<Vec<DeductedReceipts>> {
        self.fetch_all(sql!(select_deducted!("", "n.id IS DISTINCT FROM $2", "b.id = $1") => bill, but)).await
    }

    /// The receipts of the bills of these salaries of which VAT is deducted. What was credited after a salary was paid
    /// is taken back of it, and not counted here.
    pub async fn deducted_receipts_of_salaries(
        &mut self,
        salaries: &[SalaryId],
    ) -> StoreResult<HashMap<SalaryId, Vec<DeductedReceipts>>> {
        let select = sql!(
            select_deducted!(
                "b.salary_id, ",
                "NOT EXISTS (SELECT 1 FROM salary_taken_back t WHERE t.credit_note_id = n.id AND t.person_id = n.person_id)",
                "b.salary_id = ANY($1)"
            )
            => salaries
        );
        let mut found: HashMap<SalaryId, Vec<DeductedReceipts>> = HashMap::new();
        for OfSalary(salary, receipts) in self.fetch_all(select).await? {
            found.entry(salary).or_default().push(receipts);
        }
        Ok(found)
    }

    /// The VAT that was booked as deducted when a salary was booked.
    pub async fn booked_receipt_vat(&mut self, salary: SalaryId) -> StoreResult<Money> {
        self.fetch_value(sql!(
            "SELECT CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) FROM ledger_entry e JOIN ledger_line l \
             ON l.entry = e.number AND l.account = $3 WHERE e.kind = $1 AND e.subject = $2"
            => EntryKind::ReceiptVat, format!("salary:{salary}"), Account::DeductibleVat
        ))
        .await
    }
}
