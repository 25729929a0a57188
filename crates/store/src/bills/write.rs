//! Making, changing and deleting bills.

use std::collections::HashMap;

use jiff::Timestamp;
use liksa_domain::bill::{Bill, BillFigures, BillState, Row};
use liksa_domain::ids::{BillId, Id, PersonId, RowId};

use crate::db::{Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::{date_text, to_micros};

/// What is written of a bill at each save. Every row has its id by now.
pub struct WrittenBill<'a> {
    pub id: BillId,
    pub bill: &'a Bill,
    pub figures: BillFigures,
    /// The text that searches look through.
    pub found_by: &'a str,
    pub saved_at: Timestamp,
}

pub struct NewBill<'a> {
    pub person: PersonId,
    pub credit_of: Option<BillId>,
    pub correction_of: Option<BillId>,
    pub content: WrittenBill<'a>,
}

impl Tx {
    /// The bill with its rows. A second credit note of one bill is refused.
    pub async fn insert_bill(&mut self, new: &NewBill<'_>) -> StoreResult<()> {
        let WrittenBill { id, bill, figures, found_by, saved_at } = &new.content;
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO bill (id, person_id, version, state, section, open_request, customer_id, credit_of, \
                 correction_of, language, billing_date, due_date, vat_rate, vat_zero_reason, reverse_vat, \
                 bill_reimbursements, separate_reimbursements, construction_reimbursements, \
                 left_out_from_home, specification, customer_reference, text, total, total_with_vat, \
                 salary_rate, found_by, saved_at, estimate, queued_at) \
                 VALUES ($1, $2, 1, $3, $4, FALSE, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
                 $18, $19, $20, $21, $22, $23, $24, $25, $26, CASE WHEN $3 = 'OPEN' THEN NULL ELSE $25 END)")
            .bind(id.uuid())
            .bind(new.person.uuid())
            .bind(bill.state.name())
            .bind(section_place(bill.state))
            .bind(bill.customer.map(Id::uuid))
            .bind(new.credit_of.map(Id::uuid))
            .bind(new.correction_of.map(Id::uuid))
            .bind(bill.language.name())
            .bind(bill.billing_date.map(date_text))
            .bind(bill.due_date.map(date_text))
            .bind(bill.vat_rate.millionths())
            .bind(bill.vat_zero_reason.map(|reason| i64::from(reason.code())))
            .bind(bill.reverse_vat)
            .bind(bill.bill_reimbursements)
            .bind(bill.separate_reimbursements)
            .bind(bill.construction_reimbursements)
            .bind(bill.left_out_from_home)
            .bind(&bill.specification)
            .bind(&bill.customer_reference)
            .bind(&bill.text)
            .bind(figures.total.units())
            .bind(figures.total_with_vat.units())
            .bind(figures.salary_rate.millionths())
            .bind(*found_by)
            .bind(to_micros(*saved_at))
            .bind(figures.estimate.units())
            .execute(c).await.map(|done| done.rows_affected()))
        .map_err(credited_before)?;
        exactly_one(rows)?;
        self.put_rows(*id, &[], &bill.rows, *saved_at).await
    }

    /// Takes the draft for one change, if it still is one and of this version. Whoever comes second finds
    /// nothing to take.
    pub async fn claim_draft(&mut self, person: PersonId, id: BillId, version: i64) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET version = version + 1 WHERE id = $1 AND person_id = $2 AND version = $3 \
                 AND state = 'OPEN' AND credit_of IS NULL")
            .bind(id.uuid())
            .bind(person.uuid())
            .bind(version)
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Writes a draft that this transaction has claimed. Its state is changed by moves alone.
    pub async fn write_draft(&mut self, content: &WrittenBill<'_>) -> StoreResult<()> {
        let WrittenBill { id, bill, figures, found_by, saved_at } = content;
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET customer_id = $2, language = $3, billing_date = $4, due_date = $5, \
                 vat_rate = $6, vat_zero_reason = $7, reverse_vat = $8, bill_reimbursements = $9, \
                 separate_reimbursements = $10, construction_reimbursements = $11, left_out_from_home = $12, \
                 specification = $13, customer_reference = $14, text = $15, total = $16, total_with_vat = $17, \
                 salary_rate = $18, found_by = $19, saved_at = $20, estimate = $21 WHERE id = $1")
            .bind(id.uuid())
            .bind(bill.customer.map(Id::uuid))
            .bind(bill.language.name())
            .bind(bill.billing_date.map(date_text))
            .bind(bill.due_date.map(date_text))
            .bind(bill.vat_rate.millionths())
            .bind(bill.vat_zero_reason.map(|reason| i64::from(reason.code())))
            .bind(bill.reverse_vat)
            .bind(bill.bill_reimbursements)
            .bind(bill.separate_reimbursements)
            .bind(bill.construction_reimbursements)
            .bind(bill.left_out_from_home)
            .bind(&bill.specification)
            .bind(&bill.customer_reference)
            .bind(&bill.text)
            .bind(figures.total.units())
            .bind(figures.total_with_vat.units())
            .bind(figures.salary_rate.millionths())
            .bind(*found_by)
            .bind(to_micros(*saved_at))
            .bind(figures.estimate.units())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        let stored = self.rows_of(*id).await?;
        self.put_rows(*id, &stored, &bill.rows, *saved_at).await
    }

    /// Writes what differs from what is stored, so that typing in one row of sixty writes one.
    async fn put_rows(
        &mut self,
        bill: BillId,
        stored: &[Row],
        rows: &[Row],
        now: Timestamp,
    ) -> StoreResult<()> {
        let mut before: HashMap<RowId, (usize, &Row)> = HashMap::with_capacity(stored.len());
        for (place, row) in stored.iter().enumerate() {
            before.insert(row.id.ok_or(StoreError::Corrupt("row without an id"))?, (place, row));
        }
        for (place, row) in rows.iter().enumerate() {
            let id = row.id.ok_or(StoreError::Corrupt("row without an id"))?;
            let unchanged =
                before.remove(&id).is_some_and(|(old_place, old)| old_place == place && old == row);
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
        let claimed = on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET version = version + 1 WHERE id = $1 AND person_id = $2 AND version = $3")
            .bind(id.uuid())
            .bind(person.uuid())
            .bind(version)
            .execute(c).await.map(|done| done.rows_affected()))?;
        if claimed == 0 {
            return Ok(false);
        }
        self.delete_receipts_of_bill(id, now).await?;
        on!(self.conn(), c => sqlx::query(
                "DELETE FROM bill_expense WHERE row_id IN (SELECT id FROM bill_row WHERE bill_id = $1)")
            .bind(id.uuid())
            .execute(c).await.map(drop))?;
        on!(self.conn(), c => sqlx::query("DELETE FROM bill_row WHERE bill_id = $1")
            .bind(id.uuid())
            .execute(c).await.map(drop))?;
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM bill WHERE id = $1")
            .bind(id.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        Ok(true)
    }
}

/// The place of the state's section in the lists.
pub(crate) fn section_place(state: BillState) -> i64 {
    super::lists::place_of(state.section())
}

/// SQLite names no constraint in its error. Ids are random and a draft has no number, so that only the bill
/// that is credited can be there already.
fn credited_before(error: sqlx::Error) -> StoreError {
    match error.as_database_error() {
        Some(cause) if cause.is_unique_violation() => StoreError::AlreadyCredited,
        _ => error.into(),
    }
}
