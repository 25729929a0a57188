//! Refunds to customers, paid with the next payment file.

use std::collections::BTreeSet;

use liksa_domain::payments::RefundState;

use crate::prelude::*;

pub struct NewRefund<'a> {
    pub id: RefundId,
    pub payment: PaymentId,
    pub iban: &'a str,
    pub name: &'a str,
    pub amount: Money,
    pub made_by: PersonId,
    pub made_at: Timestamp,
}

/// Money of a payment that goes back or has gone back.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct Refund {
    pub id: RefundId,
    pub state: RefundState,
    pub amount: Money,
    /// The owner of the account.
    pub name: String,
    pub iban: String,
    #[serde(skip)]
    pub payment: PaymentId,
}

read_row! { Refund { id, payment = "payment_id", iban, name, amount, state } }

/// A payment file is approved with the refunds that other people than the approver asked for.
pub(crate) const REFUNDS_TO_APPROVE: &str = "SELECT id, payment_id, iban, name, amount, state FROM refund \
     WHERE state = 'WAITING' AND run_id IS NULL AND made_by <> $1 ORDER BY id";

pub(crate) const APPROVED_REFUNDS: &str = "SELECT id, payment_id, iban, name, amount, state FROM refund \
     WHERE state = 'WAITING' AND run_id = $1 ORDER BY id";

tx_methods! {
    pub async fn insert_refund(new: &NewRefund<'_>) = change_one
        "INSERT INTO refund (id, payment_id, iban, name, amount, state, made_by, made_at) \
         VALUES ($1, $2, $3, $4, $5, 'WAITING', $6, $7)"
        => new.id, new.payment, new.iban, new.name, new.amount, new.made_by, new.made_at;

    /// Whether a refund of the payment is in a payment file or paid.
    pub async fn has_refund_under_way(payment: PaymentId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM refund WHERE payment_id = $1 AND state <> 'WAITING')";

    /// Stores that the bank has paid it, and returns the payment it is of. None if it is in no payment file with this
    /// amount.
    pub async fn refund_was_paid(id: RefundId, amount: Money) -> Option<PaymentId> = find_value
        "UPDATE refund SET state = 'PAID' WHERE id = $1 AND amount = $2 AND state = 'IN_FILE' RETURNING payment_id";

    /// What is to go back.
    pub async fn amount_of_refund(id: RefundId) -> Option<Money> = find_value
        "SELECT amount FROM refund WHERE id = $1";
}

impl Tx {
    /// Deletes the refunds of a payment that are in no payment file yet, and returns their sum.
    pub async fn delete_waiting_refunds(&mut self, payment: PaymentId) -> StoreResult<Money> {
        let delete = sql!(
            "DELETE FROM refund WHERE payment_id = $1 AND state = 'WAITING' RETURNING amount" => payment
        );
        let amounts: Vec<i64> = self.fetch_values(delete).await?;
        Ok(Money::from_units(amounts.into_iter().sum()))
    }

    /// Adds what [`Store::refunds_to_approve`] lists to the run's payment file. False if that is not what the approver
    /// has seen; the transaction must not be committed then.
    pub async fn approve_refunds(
        &mut self,
        run: PayrollRunId,
        approver: PersonId,
        seen: &BTreeSet<RefundId>,
    ) -> StoreResult<bool> {
        let update = sql!(
            "UPDATE refund SET run_id = $1 WHERE state = 'WAITING' AND run_id IS NULL AND made_by <> $2 \
             RETURNING id"
            => run, approver
        );
        let approved: Vec<RefundId> = self.fetch_values(update).await?;
        Ok(approved.into_iter().collect::<BTreeSet<_>>() == *seen)
    }

    /// Takes the refunds that [`Store::approved_refunds`] lists for the payment file that this transaction makes. A
    /// second transaction finds none. In the file each has its own id as end-to-end id, by which the bank's answer is
    /// matched.
    pub async fn take_refunds(&mut self, run: PayrollRunId) -> StoreResult<Vec<Refund>> {
        let update = sql!(
            "UPDATE refund SET state = 'IN_FILE' WHERE state = 'WAITING' AND run_id = $1 \
             RETURNING id, payment_id, iban, name, amount, state"
            => run
        );
        let mut found: Vec<Refund> = self.fetch_all(update).await?;
        found.sort_by_key(|refund| refund.id);
        Ok(found)
    }
}

store_methods! {
    /// The oldest first. A payment has a second one when its bill was credited after the first.
    pub async fn refunds_of(payment: PaymentId) -> Vec<Refund> = fetch_all
        "SELECT id, payment_id, iban, name, amount, state FROM refund WHERE payment_id = $1 ORDER BY id";

    /// What would be in the next payment file if `approver` approved it now. The oldest first.
    pub async fn refunds_to_approve(approver: PersonId) -> Vec<Refund> = fetch_all REFUNDS_TO_APPROVE;

    /// What will be in the payment file of the run, until that is written. The oldest first.
    pub async fn approved_refunds(run: PayrollRunId) -> Vec<Refund> = fetch_all APPROVED_REFUNDS;
}
