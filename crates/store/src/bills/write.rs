//! Making, changing and deleting bills.

use std::collections::HashMap;

use liksa_domain::bill::{Bill, BillFigures, Row};
use liksa_domain::payroll::Estimate;

use crate::prelude::*;

/// What is written of a bill at each save. Every row has an id.
pub struct WrittenBill<'a> {
    pub id: BillId,
    pub bill: &'a Bill,
    pub figures: BillFigures,
    /// The text that searches are made in.
    pub found_by: &'a str,
    pub saved_at: Timestamp,
}

pub struct NewBill<'a> {
    pub person: PersonId,
    pub credit_of: Option<BillId>,
    pub correction_of: Option<BillId>,
    pub content: WrittenBill<'a>,
}

tx_methods! {
    /// Claims the draft for one change, if it still is a draft of this version. Of two claims at once one succeeds.
    pub async fn claim_draft(person: PersonId, id: BillId, version: i64) -> bool = try_change
        "UPDATE bill SET version = version + 1 WHERE id = $1 AND person_id = $2 AND version = $3 \
         AND state = 'OPEN'" => id, person, version;

    /// Whether others get something of the bill: by shares or purchases of its own.
    pub async fn is_shared(id: BillId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM share WHERE bill_id = $1) OR EXISTS (SELECT 1 FROM purchase WHERE bill_id = $1)";

    pub async fn is_credit_note(id: BillId) -> bool = fetch_value
        "SELECT credit_of IS NOT NULL FROM bill WHERE id = $1";

    /// Stores the estimate that the worker is shown when the bill is sent.
    pub async fn keep_estimate(id: BillId, shown: Option<&Estimate>) = change_one
        "UPDATE bill SET shown_estimate = $2 WHERE id = $1" => id, shown.map(Column::to_raw);
}

impl Store {
    /// Notes what a draft would pay, unless it was written or sent meanwhile.
    pub async fn note_estimate(&self, id: BillId, version: i64, figures: &BillFigures) -> StoreResult<()> {
        let note = sql!(
            "UPDATE bill SET salary_rate = $3, estimate = $4 WHERE id = $1 AND version = $2 AND state = 'OPEN'"
            => id, version, figures.salary_rate, figures.estimate
        );
        self.execute_at_once(note).await.map(drop)
    }
}

impl Tx {
    /// The bill with its rows.
    pub async fn insert_bill(&mut self, new: &NewBill<'_>) -> StoreResult<()> {
        let WrittenBill { id, bill, figures, found_by, saved_at } = &new.content;
        self.change_one(sql!(
            "INSERT INTO bill (id, person_id, version, state, section, open_request, customer_id, credit_of, \
             correction_of, language, billing_date, due_date, vat_rate, vat_zero_reason, reverse_vat, \
             bill_reimbursements, separate_reimbursements, construction_reimbursements, \
             left_out_from_home, specification, customer_reference, text, total, total_with_vat, \
             salary_rate, found_by, saved_at, estimate, vat_rounding, no_totals, vat_of_rest, queued_at) \
             VALUES ($1, $2, 1, $3, $4, FALSE, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, CASE WHEN $3 = 'OPEN' THEN NULL ELSE $25 END)"
            => id, new.person, bill.state, bill.state.section(), bill.customer, new.credit_of,
               new.correction_of, bill.language, bill.billing_date, bill.due_date, bill.vat_rate,
               bill.vat_zero_reason.map(|reason| i64::from(reason.code())), bill.reverse_vat,
               bill.bill_reimbursements, bill.separate_reimbursements, bill.construction_reimbursements,
               bill.left_out_from_home, bill.specification, bill.customer_reference, bill.text,
               figures.total, figures.total_with_vat, figures.salary_rate, found_by, saved_at,
               figures.estimate, bill.vat_rounding, figures.no_totals, bill.vat_of_rest
        ))
        .await?;
        self.put_rows(*id, &[], &bill.rows, *saved_at).await
    }

    /// Writes a draft that this transaction has claimed, and which bill it credits. Its state is changed by moves only.
    pub async fn write_draft(
        &mut self,
        content: &WrittenBill<'_>,
        credit_of: Option<BillId>,
    ) -> StoreResult<()> {
        let WrittenBill { id, bill, figures, found_by, saved_at } = content;
        self.change_one(sql!(
            "UPDATE bill SET customer_id = $2, language = $3, billing_date = $4, due_date = $5, \
             vat_rate = $6, vat_zero_reason = $7, reverse_vat = $8, bill_reimbursements = $9, \
             separate_reimbursements = $10, construction_reimbursements = $11, left_out_from_home = $12, \
             specification = $13, customer_reference = $14, text = $15, total = $16, total_with_vat = $17, \
             salary_rate = $18, found_by = $19, saved_at = $20, estimate = $21, \
             vat_rounding = $22, no_totals = $23, credit_of = $24, vat_of_rest = $25 WHERE id = $1"
            => id, bill.customer, bill.language, bill.billing_date, bill.due_date, bill.vat_rate,
               bill.vat_zero_reason.map(|reason| i64::from(reason.code())), bill.reverse_vat,
               bill.bill_reimbursements, bill.separate_reimbursements, bill.construction_reimbursements,
               bill.left_out_from_home, bill.specification, bill.customer_reference, bill.text,
               figures.total, figures.total_with_vat, figures.salary_rate, found_by, saved_at,
               figures.estimate, bill.vat_rounding, figures.no_totals, credit_of, bill.vat_of_rest
        ))
        .await?;
        let stored = self.rows_of(*id).await?;
        self.put_rows(*id, &stored, &bill.rows, *saved_at).await
    }

    /// Writes what differs from what is stored, so that typing in one row of sixty writes one.
    async fn put_rows(&mut self, bill: BillId, old: &[Row], rows: &[Row], now: Timestamp) -> StoreResult<()> {
        let mut before: HashMap<RowId, (usize, &Row)> = HashMap::with_capacity(old.len());
        for (place, row) in old.iter().enumerate() {
            before.insert(row.id.ok_or(StoreError::Corrupt("row without an id"))?, (place, row));
        }
        for (place, row) in rows.iter().enumerate() {
            let id = row.id.ok_or(StoreError::Corrupt("row without an id"))?;
            let unchanged =
                before.remove(&id).is_some_and(|(old_place, old_row)| old_place == place && old_row == row);
            if !unchanged && !self.put_row(bill, id, place, row).await? {
                return Err(StoreError::RowTaken(place));
            }
        }
        for gone in before.into_keys() {
            self.delete_receipts_of_row(gone, now).await?;
            self.delete_row(gone).await?;
        }
        Ok(())
    }

    /// Deletes the bill if it is still of this version; false if it has moved on.
    pub async fn delete_bill(
        &mut self,
        person: PersonId,
        id: BillId,
        version: i64,
        now: Timestamp,
    ) -> StoreResult<bool> {
        let update = sql!(
            "UPDATE bill SET version = version + 1 WHERE id = $1 AND person_id = $2 AND version = $3"
            => id, person, version
        );
        if !self.try_change(update).await? {
            return Ok(false);
        }
        self.delete_receipts_of_bill(id, now).await?;
        self.delete_purchases_of_bill(id, now).await?;
        self.execute(sql!(
            "DELETE FROM bill_expense WHERE row_id IN (SELECT id FROM bill_row WHERE bill_id = $1)" => id
        ))
        .await?;
        self.execute(sql!("DELETE FROM bill_row WHERE bill_id = $1" => id)).await?;
        self.execute(sql!("DELETE FROM share WHERE bill_id = $1" => id)).await?;
        // What was asked for before the bill was opened again, and came to nothing.
        self.execute(sql!(
            "DELETE FROM advance_row WHERE advance_id IN (SELECT id FROM advance WHERE bill_id = $1)" => id
        ))
        .await?;
        self.execute(sql!("DELETE FROM advance WHERE bill_id = $1" => id)).await?;
        self.change_one(sql!("DELETE FROM bill WHERE id = $1" => id)).await?;
        Ok(true)
    }
}
