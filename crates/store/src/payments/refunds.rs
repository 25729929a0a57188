//! What goes back to customers with the next payment file.

use std::collections::BTreeSet;

use jiff::Timestamp;
use liksa_domain::ids::{Id, PaymentId, PayrollRunId, PersonId, RefundId};
use liksa_domain::payments::RefundState;
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::to_micros;

pub struct NewRefund<'a> {
    pub id: RefundId,
    pub payment: PaymentId,
    pub iban: &'a str,
    pub name: &'a str,
    pub amount: Money,
    pub made_by: PersonId,
    pub made_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    pub id: RefundId,
    pub payment: PaymentId,
    pub iban: String,
    pub name: String,
    pub amount: Money,
    pub state: RefundState,
}

#[derive(FromRow)]
struct RefundColumns {
    id: Uuid,
    payment_id: Uuid,
    iban: String,
    name: String,
    amount: i64,
    state: String,
}

/// Whoever lets a payment file go answers for the refunds in it: those that others asked for.
pub(crate) const REFUNDS_TO_APPROVE: &str = "SELECT id, payment_id, iban, name, amount, state FROM refund \
     WHERE state = 'WAITING' AND run_id IS NULL AND made_by <> $1 ORDER BY id";

pub(crate) const APPROVED_REFUNDS: &str = "SELECT id, payment_id, iban, name, amount, state FROM refund \
     WHERE state = 'WAITING' AND run_id = $1 ORDER BY id";

impl Tx {
    pub async fn insert_refund(&mut self, new: &NewRefund<'_>) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO refund (id, payment_id, iban, name, amount, state, made_by, made_at) \
                 VALUES ($1, $2, $3, $4, $5, 'WAITING', $6, $7)")
            .bind(new.id.uuid())
            .bind(new.payment.uuid())
            .bind(new.iban)
            .bind(new.name)
            .bind(new.amount.units())
            .bind(new.made_by.uuid())
            .bind(to_micros(new.made_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Takes back the refunds of a payment that no payment file has yet, and answers their sum.
    pub async fn delete_waiting_refunds(&mut self, payment: PaymentId) -> StoreResult<Money> {
        let amounts: Vec<(i64,)> = on!(self.conn(), c => sqlx::query_as(
                "DELETE FROM refund WHERE payment_id = $1 AND state = 'WAITING' RETURNING amount")
            .bind(payment.uuid())
            .fetch_all(c).await)?;
        Ok(Money::from_units(amounts.into_iter().map(|(amount,)| amount).sum()))
    }

    /// Whether money of the payment is in a payment file, or back already.
    pub async fn has_refund_under_way(&mut self, payment: PaymentId) -> StoreResult<bool> {
        let (found,): (bool,) = on!(self.conn(), c => sqlx::query_as(
                "SELECT EXISTS (SELECT 1 FROM refund WHERE payment_id = $1 AND state <> 'WAITING')")
            .bind(payment.uuid())
            .fetch_one(c).await)?;
        Ok(found)
    }

    /// What [`Store::refunds_to_approve`] lists goes with the run's payment file. False if that is not what the
    /// approver has seen; the transaction must not be committed then.
    pub async fn approve_refunds(
        &mut self,
        run: PayrollRunId,
        approver: PersonId,
        seen: &BTreeSet<RefundId>,
    ) -> StoreResult<bool> {
        let approved: Vec<(Uuid,)> = on!(self.conn(), c => sqlx::query_as(
                "UPDATE refund SET run_id = $1 WHERE state = 'WAITING' AND run_id IS NULL AND made_by <> $2 \
                 RETURNING id")
            .bind(run.uuid())
            .bind(approver.uuid())
            .fetch_all(c).await)?;
        let approved: BTreeSet<RefundId> =
            approved.into_iter().map(|(id,)| RefundId::from_uuid(id)).collect();
        Ok(approved == *seen)
    }

    /// The approved refunds go into the payment file that this transaction makes, as [`Store::approved_refunds`]
    /// lists them. Whoever comes second finds none. In the file each goes by its own id as end-to-end id, by which
    /// the bank's answer finds it again.
    pub async fn take_refunds(&mut self, run: PayrollRunId) -> StoreResult<Vec<Refund>> {
        let mut found: Vec<RefundColumns> = on!(self.conn(), c => sqlx::query_as(
                "UPDATE refund SET state = 'IN_FILE' WHERE state = 'WAITING' AND run_id = $1 \
                 RETURNING id, payment_id, iban, name, amount, state")
            .bind(run.uuid())
            .fetch_all(c).await)?;
        found.sort_by_key(|refund| refund.id);
        found.into_iter().map(RefundColumns::into_refund).collect()
    }

    /// The bank has paid it. False if that is known already, or was never asked of it.
    pub async fn refund_was_paid(&mut self, id: RefundId) -> StoreResult<Option<Money>> {
        let found: Option<(i64,)> = on!(self.conn(), c => sqlx::query_as(
                "UPDATE refund SET state = 'PAID' WHERE id = $1 AND state = 'IN_FILE' RETURNING amount")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        Ok(found.map(|(amount,)| Money::from_units(amount)))
    }
}

impl Store {
    /// The oldest first. A payment has a second one when its bill was credited after the first.
    pub async fn refunds_of(&self, payment: PaymentId) -> StoreResult<Vec<Refund>> {
        let found: Vec<RefundColumns> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, payment_id, iban, name, amount, state FROM refund WHERE payment_id = $1 ORDER BY id")
            .bind(payment.uuid())
            .fetch_all(c).await)?;
        found.into_iter().map(RefundColumns::into_refund).collect()
    }

    /// What would go with the next payment file if `approver` let it go now. The oldest first.
    pub async fn refunds_to_approve(&self, approver: PersonId) -> StoreResult<Vec<Refund>> {
        let found: Vec<RefundColumns> = on!(self.reads(), c => sqlx::query_as(REFUNDS_TO_APPROVE)
            .bind(approver.uuid())
            .fetch_all(c).await)?;
        found.into_iter().map(RefundColumns::into_refund).collect()
    }

    /// What goes with the payment file of the run, until that is written. The oldest first.
    pub async fn approved_refunds(&self, run: PayrollRunId) -> StoreResult<Vec<Refund>> {
        let found: Vec<RefundColumns> = on!(self.reads(), c => sqlx::query_as(APPROVED_REFUNDS)
            .bind(run.uuid())
            .fetch_all(c).await)?;
        found.into_iter().map(RefundColumns::into_refund).collect()
    }
}

impl RefundColumns {
    fn into_refund(self) -> StoreResult<Refund> {
        Ok(Refund {
            id: RefundId::from_uuid(self.id),
            payment: PaymentId::from_uuid(self.payment_id),
            iban: self.iban,
            name: self.name,
            amount: Money::from_units(self.amount),
            state: RefundState::from_name(&self.state).ok_or(StoreError::Corrupt("state of a refund"))?,
        })
    }
}
