//! What bills are still owed, held while somebody books.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::bill::BillState;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::payments::{Owed, PartKind};
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use super::part_from;
use crate::bills::{section_place, state_from};
use crate::db::{Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::time::{date_text, to_micros};

/// A bill that has gone out, as far as payments go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receivable {
    pub number: i64,
    pub state: BillState,
    /// The bill that this credit note takes back.
    pub credit_of: Option<BillId>,
    /// Nothing unless it is out and not paid: what was credited is owed by nobody.
    pub owed: Owed,
}

/// What a bill got or lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillPaid {
    pub bill: BillId,
    /// Of its own sum; negative where it was taken back.
    pub added: Money,
    pub from: BillState,
    pub to: BillState,
    /// When the last of it came, once it is paid.
    pub paid_on: Option<Date>,
    pub at: Timestamp,
}

#[derive(FromRow)]
struct ReceivableColumns {
    id: Uuid,
    number: i64,
    state: String,
    credit_of: Option<Uuid>,
    total_with_vat: i64,
    paid_amount: i64,
}

impl Tx {
    /// The bills of these numbers that there are, held until this transaction ends. They are taken by ascending
    /// number, so that nobody waits for somebody who waits for them.
    pub async fn lock_receivables(&mut self, numbers: &[i64]) -> StoreResult<Vec<Receivable>> {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let mut found = vec![];
        for number in numbers {
            let columns: Option<ReceivableColumns> = on!(self.conn(), c => sqlx::query_as(
                    "UPDATE bill SET paid_amount = paid_amount WHERE number = $1 \
                     RETURNING id, number, state, credit_of, total_with_vat, paid_amount")
                .bind(number)
                .fetch_optional(c).await)?;
            if let Some(columns) = columns {
                found.push(self.receivable(columns).await?);
            }
        }
        Ok(found)
    }

    /// The same by ids. Drafts have no number and are not found.
    pub async fn lock_receivables_by_id(&mut self, ids: &[BillId]) -> StoreResult<Vec<Receivable>> {
        let mut numbers = vec![];
        for id in ids {
            let number: Option<(Option<i64>,)> = on!(self.conn(), c => sqlx::query_as(
                    "SELECT number FROM bill WHERE id = $1")
                .bind(id.uuid())
                .fetch_optional(c).await)?;
            numbers.extend(number.and_then(|(number,)| number));
        }
        self.lock_receivables(&numbers).await
    }

    async fn receivable(&mut self, columns: ReceivableColumns) -> StoreResult<Receivable> {
        let state = state_from(&columns.state)?;
        let bill = BillId::from_uuid(columns.id);
        let mut owed = Owed { bill, own: Money::ZERO, interest: Money::ZERO, fee: Money::ZERO };
        if columns.credit_of.is_none() && matches!(state, BillState::Closed | BillState::Paid) {
            let own = Money::from_units(columns.total_with_vat.saturating_sub(columns.paid_amount));
            owed.own = own.max(Money::ZERO);
            (owed.interest, owed.fee) = self.late_charges(bill).await?;
        }
        let credit_of = columns.credit_of.map(BillId::from_uuid);
        Ok(Receivable { number: columns.number, state, credit_of, owed })
    }

    /// Interest and fees that reminders asked for, less what has come of them. Each reminder asks for all
    /// interest since the due date, and for its own fee.
    async fn late_charges(&mut self, bill: BillId) -> StoreResult<(Money, Money)> {
        let (interest, fee): (i64, i64) = on!(self.conn(), c => sqlx::query_as(
                "SELECT CAST(COALESCE(MAX(interest), 0) AS BIGINT), CAST(COALESCE(SUM(fee), 0) AS BIGINT) \
                 FROM reminder WHERE bill_id = $1")
            .bind(bill.uuid())
            .fetch_one(c).await)?;
        let paid: Vec<(Uuid, String, i64)> = on!(self.conn(), c => sqlx::query_as(
                "SELECT bill_id, kind, amount FROM payment_part WHERE bill_id = $1 AND kind <> 'BILL'")
            .bind(bill.uuid())
            .fetch_all(c).await)?;
        let (mut interest, mut fee) = (interest, fee);
        for (bill, kind, amount) in paid {
            let part = part_from(bill, &kind, amount)?;
            let owed = if part.kind == PartKind::Interest { &mut interest } else { &mut fee };
            *owed = owed.saturating_sub(amount);
        }
        Ok((Money::from_units(interest).max(Money::ZERO), Money::from_units(fee).max(Money::ZERO)))
    }

    /// Whether somebody has approved a salary that is made of the bill. Until then a run is reckoned anew when a
    /// bill of it moves.
    pub async fn is_in_approved_salary(&mut self, bill: BillId) -> StoreResult<bool> {
        let (found,): (bool,) = on!(self.conn(), c => sqlx::query_as(
                "SELECT EXISTS (SELECT 1 FROM bill b JOIN salary s ON s.id = b.salary_id \
                 JOIN payroll_run r ON r.id = s.run_id \
                 WHERE b.id = $1 AND r.state NOT IN ('DRAFT', 'CALCULATING', 'CALCULATED'))")
            .bind(bill.uuid())
            .fetch_one(c).await)?;
        Ok(found)
    }

    /// Whether a pay slip has this number.
    pub async fn is_slip_number(&mut self, number: i64) -> StoreResult<bool> {
        let (found,): (bool,) = on!(self.conn(), c => sqlx::query_as(
                "SELECT EXISTS (SELECT 1 FROM salary WHERE number = $1)")
            .bind(number)
            .fetch_one(c).await)?;
        Ok(found)
    }

    /// Says what a bill got that this transaction holds.
    pub async fn pay_bill(&mut self, paid: &BillPaid) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET paid_amount = paid_amount + $2, state = $4, section = $5, paid_on = $6, \
                 version = version + 1, saved_at = $7 WHERE id = $1 AND state = $3")
            .bind(paid.bill.uuid())
            .bind(paid.added.units())
            .bind(paid.from.name())
            .bind(paid.to.name())
            .bind(section_place(paid.to))
            .bind(paid.paid_on.map(date_text))
            .bind(to_micros(paid.at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Nothing counts as paid any more: the bill was credited, and what had come is the customer's.
    pub async fn forget_paid(&mut self, bill: BillId) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET paid_amount = 0, paid_on = NULL WHERE id = $1 AND state = 'HYVITETTY'")
            .bind(bill.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }
}
