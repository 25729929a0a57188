//! Booking what came in, and undoing it.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::ids::{BankFileId, BillId, CustomerId, Id, PaymentId};
use liksa_domain::payments::{Part, PaymentState, words_of_payment};
use liksa_money::Money;
use uuid::Uuid;

use super::{PaymentColumns, StoredPayment, part_from, payment_columns};
use crate::db::{Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::time::{date_text, to_micros};

/// What the bank tells of a movement.
pub struct NewPayment<'a> {
    pub id: PaymentId,
    pub bank_file: Option<BankFileId>,
    pub account: &'a str,
    /// What the bank calls it.
    pub bank_id: &'a str,
    pub amount: Money,
    pub booking_date: Date,
    pub value_date: Date,
    pub payer_name: &'a str,
    pub payer_iban: Option<&'a str>,
    pub reference: &'a str,
    pub message: &'a str,
    pub end_to_end_id: &'a str,
    pub created_at: Timestamp,
}

impl Tx {
    /// Takes the movement in as one that nobody has looked at. False if it is there already; whoever books the
    /// same one at the same time waits here.
    pub async fn insert_payment(&mut self, new: &NewPayment<'_>) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO payment (id, version, bank_file_id, account, bank_id, amount, booking_date, value_date, \
                 payer_name, payer_iban, reference, message, end_to_end_id, state, rest, note, created_at) \
                 VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'UNMATCHED', $5, '', $13) \
                 ON CONFLICT (account, bank_id) DO NOTHING")
            .bind(new.id.uuid())
            .bind(new.bank_file.map(Id::uuid))
            .bind(new.account)
            .bind(new.bank_id)
            .bind(new.amount.units())
            .bind(date_text(new.booking_date))
            .bind(date_text(new.value_date))
            .bind(new.payer_name)
            .bind(new.payer_iban)
            .bind(new.reference)
            .bind(new.message)
            .bind(new.end_to_end_id)
            .bind(to_micros(new.created_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        if rows != 1 {
            return Ok(false);
        }
        for word in words_of_payment(new.payer_name, new.reference) {
            let rows = on!(self.conn(), c => sqlx::query(
                    "INSERT INTO payment_word (payment_id, word) VALUES ($1, $2)")
                .bind(new.id.uuid())
                .bind(word)
                .execute(c).await.map(|done| done.rows_affected()))?;
            exactly_one(rows)?;
        }
        Ok(true)
    }

    /// The payment, held until this transaction ends. Nothing if it is not there, or not any more as it was read.
    pub async fn lock_payment(&mut self, id: PaymentId, version: i64) -> StoreResult<Option<StoredPayment>> {
        let found: Option<PaymentColumns> = on!(self.conn(), c => sqlx::query_as(
                concat!("UPDATE payment SET version = version WHERE id = $1 AND version = $2 RETURNING ",
                        payment_columns!()))
            .bind(id.uuid())
            .bind(version)
            .fetch_optional(c).await)?;
        found.map(PaymentColumns::into_payment).transpose()
    }

    /// The newest payment that one with this negative amount takes back: by the payer's own id where the bank
    /// tells it, else by the reference. It is not held yet: its bills are taken first.
    pub async fn find_reversed(
        &mut self,
        account: &str,
        amount: Money,
        (end_to_end_id, reference): (&str, &str),
    ) -> StoreResult<Option<StoredPayment>> {
        let found: Option<PaymentColumns> = on!(self.conn(), c => sqlx::query_as(
                concat!("SELECT ", payment_columns!(), "FROM payment WHERE amount = $1 AND account = $2 \
                  AND state IN ('MATCHED', 'UNMATCHED', 'REFUNDABLE', 'REFUNDED') AND (($3 <> '' AND end_to_end_id = $3) \
                  OR (($3 = '' OR end_to_end_id = '') AND $4 <> '' AND reference = $4)) \
                  ORDER BY id DESC LIMIT 1"))
            .bind(amount.negated().map_or(0, Money::units))
            .bind(account)
            .bind(end_to_end_id)
            .bind(reference)
            .fetch_optional(c).await)?;
        found.map(PaymentColumns::into_payment).transpose()
    }

    /// Says where a payment stands that this transaction holds.
    pub async fn settle_payment(
        &mut self,
        id: PaymentId,
        state: PaymentState,
        rest: Money,
    ) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE payment SET state = $2, rest = $3, version = version + 1 WHERE id = $1")
            .bind(id.uuid())
            .bind(state.name())
            .bind(rest.units())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    pub async fn set_aside_payment(&mut self, id: PaymentId, note: &str) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE payment SET state = 'SET_ASIDE', note = $2, version = version + 1 WHERE id = $1")
            .bind(id.uuid())
            .bind(note)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    pub async fn link_reversal(&mut self, reversal: PaymentId, original: PaymentId) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query("UPDATE payment SET reverses = $2 WHERE id = $1")
            .bind(reversal.uuid())
            .bind(original.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Adds parts to a payment that this transaction holds. What the bills get is said by [`Tx::pay_bill`].
    pub async fn add_parts(&mut self, payment: PaymentId, parts: &[Part]) -> StoreResult<()> {
        for part in parts {
            let rows = on!(self.conn(), c => sqlx::query(
                    "INSERT INTO payment_part (payment_id, bill_id, kind, amount) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (payment_id, bill_id, kind) \
                     DO UPDATE SET amount = payment_part.amount + excluded.amount")
                .bind(payment.uuid())
                .bind(part.bill.uuid())
                .bind(part.kind.name())
                .bind(part.amount.units())
                .execute(c).await.map(|done| done.rows_affected()))?;
            exactly_one(rows)?;
        }
        Ok(())
    }

    pub async fn parts_of(&mut self, payment: PaymentId) -> StoreResult<Vec<Part>> {
        let rows: Vec<(Uuid, String, i64)> = on!(self.conn(), c => sqlx::query_as(
                "SELECT bill_id, kind, amount FROM payment_part WHERE payment_id = $1 ORDER BY bill_id, kind")
            .bind(payment.uuid())
            .fetch_all(c).await)?;
        rows.into_iter().map(|(bill, kind, amount)| part_from(bill, &kind, amount)).collect()
    }

    /// Takes all parts from a payment, and answers them in the order of their bills.
    pub async fn remove_parts(&mut self, payment: PaymentId) -> StoreResult<Vec<Part>> {
        let rows: Vec<(Uuid, String, i64)> = on!(self.conn(), c => sqlx::query_as(
                "DELETE FROM payment_part WHERE payment_id = $1 RETURNING bill_id, kind, amount")
            .bind(payment.uuid())
            .fetch_all(c).await)?;
        let mut parts: Vec<Part> = rows
            .into_iter()
            .map(|(bill, kind, amount)| part_from(bill, &kind, amount))
            .collect::<StoreResult<_>>()?;
        parts.sort_by_key(|part| (part.bill, part.kind));
        Ok(parts)
    }

    /// Takes a credited bill's own sum from the payments that had paid it, and answers from which how much.
    pub async fn release_parts(&mut self, bill: BillId) -> StoreResult<Vec<(StoredPayment, Money)>> {
        let rows: Vec<(Uuid, i64)> = on!(self.conn(), c => sqlx::query_as(
                "DELETE FROM payment_part WHERE bill_id = $1 AND kind = 'BILL' RETURNING payment_id, amount")
            .bind(bill.uuid())
            .fetch_all(c).await)?;
        let mut released = vec![];
        for (payment, amount) in rows {
            on!(self.conn(), c => sqlx::query(
                    "INSERT INTO payment_release (payment_id, bill_id, amount) VALUES ($1, $2, $3)")
                .bind(payment)
                .bind(bill.uuid())
                .bind(amount)
                .execute(c).await.map(drop))?;
            let found: PaymentColumns = on!(self.conn(), c => sqlx::query_as(
                    concat!("UPDATE payment SET version = version WHERE id = $1 RETURNING ", payment_columns!()))
                .bind(payment)
                .fetch_one(c).await)?;
            released.push((found.into_payment()?, Money::from_units(amount)));
        }
        Ok(released)
    }

    /// The payments whose money was released when the bill was credited and still waits, the oldest first.
    pub async fn lock_released(&mut self, credited: BillId) -> StoreResult<Vec<(StoredPayment, Money)>> {
        let rows: Vec<(Uuid, i64)> = on!(self.conn(), c => sqlx::query_as(
                "SELECT payment_id, amount FROM payment_release WHERE bill_id = $1 ORDER BY payment_id")
            .bind(credited.uuid())
            .fetch_all(c).await)?;
        let mut released = vec![];
        for (payment, amount) in rows {
            let found: Option<PaymentColumns> = on!(self.conn(), c => sqlx::query_as(
                    concat!("UPDATE payment SET version = version WHERE id = $1 AND state = 'REFUNDABLE' \
                             RETURNING ", payment_columns!()))
                .bind(payment)
                .fetch_optional(c).await)?;
            if let Some(found) = found {
                released.push((found.into_payment()?, Money::from_units(amount)));
            }
        }
        Ok(released)
    }

    /// How made-up payments name their payer.
    pub async fn customer_name(&mut self, id: CustomerId) -> StoreResult<Option<String>> {
        let found: Option<(String,)> = on!(self.conn(), c => sqlx::query_as("SELECT name FROM customer WHERE id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        Ok(found.map(|(name,)| name))
    }
}
