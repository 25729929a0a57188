//! Booking payments, and undoing it.

use liksa_domain::payments::{Part, PaymentState, words_of_payment};

use super::{StoredPayment, payment_columns};
use crate::prelude::*;

/// A payment as the bank reports it.
pub struct NewPayment<'a> {
    pub id: PaymentId,
    pub bank_file: Option<BankFileId>,
    pub account: &'a str,
    /// The bank's own id of it.
    pub bank_id: &'a str,
    /// The bank's id of the batch that it is a part of.
    pub batch_id: Option<&'a str>,
    pub amount: Money,
    /// Of a batch: what its payments had brought before.
    pub divided: Money,
    pub booking_date: Date,
    pub value_date: Date,
    pub payer_name: &'a str,
    pub payer_iban: Option<&'a str>,
    pub reference: &'a str,
    pub message: &'a str,
    pub end_to_end_id: &'a str,
    /// Where it was ordered, if the bank says so: a payment file of ours and its part.
    pub ordered_as: &'a str,
    pub created_at: Timestamp,
}

tx_methods! {
    /// The payment, locked until this transaction ends. None if it does not exist or has changed since it was read.
    pub async fn lock_payment(id: PaymentId, version: i64) -> Option<StoredPayment> = fetch_optional
        concat!("UPDATE payment SET version = version WHERE id = $1 AND version = $2 RETURNING ", payment_columns!());

    /// Sets the state of a payment that this transaction has locked.
    pub async fn settle_payment(id: PaymentId, state: PaymentState, rest: Money) = change_one
        "UPDATE payment SET state = $2, rest = $3, version = version + 1 WHERE id = $1";

    /// Counts what a clerk has matched of a payment that this transaction has locked.
    pub async fn count_by_hand(id: PaymentId, sum: Money) = change_one
        "UPDATE payment SET by_hand = by_hand + $2 WHERE id = $1";

    /// Nothing of the payment is matched any more.
    pub async fn forget_by_hand(id: PaymentId) = change_one "UPDATE payment SET by_hand = 0 WHERE id = $1";

    pub async fn set_aside_payment(id: PaymentId, note: &str) = change_one
        "UPDATE payment SET state = 'SET_ASIDE', note = $2, version = version + 1 WHERE id = $1";

    pub async fn link_reversal(reversal: PaymentId, original: PaymentId) = change_one
        "UPDATE payment SET reverses = $2 WHERE id = $1";

    /// The movement of the account that names what was paid by its end-to-end id (in small letters, without dashes) and
    /// its amount, is not booked and did not come back, with its day.
    pub async fn listed_movement(id: &str, amount: Money) -> Option<(PaymentId, Date)> = fetch_optional
        "SELECT m.id, m.booking_date FROM payment m WHERE m.amount = -$2 AND m.state = 'OUTGOING' \
         AND LOWER(REPLACE(m.end_to_end_id, '-', '')) = $1 \
         AND NOT EXISTS (SELECT 1 FROM payment r WHERE r.reverses = m.id) ORDER BY m.id LIMIT 1";

    /// Money that came in, names what one of our files asked for by its id (32 hexadecimal digits) and its amount, and of
    /// which nothing is matched: it came back before the bank told that it had left. Locked until this transaction ends.
    pub async fn lock_early_return(id: &str, amount: Money) -> Option<StoredPayment> = fetch_optional
        concat!("UPDATE payment SET version = version WHERE id = (SELECT m.id FROM payment m WHERE m.amount = $2 \
         AND m.rest = m.amount AND (m.state IN ('UNMATCHED', 'SET_ASIDE') OR (m.state = 'PROPOSED' AND EXISTS \
         (SELECT 1 FROM match_proposal p WHERE p.payment_id = m.id AND p.state = 'WAITING' \
         AND p.from_state = 'UNMATCHED'))) AND LOWER(REPLACE(m.end_to_end_id, '-', '')) = $1 ORDER BY m.id LIMIT 1) \
         AND rest = amount AND state IN ('UNMATCHED', 'SET_ASIDE', 'PROPOSED') RETURNING ", payment_columns!());

    /// The state of a payment that this transaction has changed.
    pub async fn state_of_payment(id: PaymentId) -> PaymentState = fetch_value
        "SELECT state FROM payment WHERE id = $1";

    pub async fn parts_of(payment: PaymentId) -> Vec<Part> = fetch_all
        "SELECT bill_id, kind, amount FROM payment_part WHERE payment_id = $1 ORDER BY bill_id, kind";

    /// The name of a customer, as the payer of a demo payment.
    pub async fn customer_name(id: CustomerId) -> Option<String> = find_value
        "SELECT name FROM customer WHERE id = $1";
}

impl Tx {
    /// Adds the payment as unmatched. False if it is there already. A transaction that adds the same one at the same
    /// time waits here.
    pub async fn insert_payment(&mut self, new: &NewPayment<'_>) -> StoreResult<bool> {
        let changed = self.try_change(sql!(
            "INSERT INTO payment (id, version, bank_file_id, account, bank_id, amount, booking_date, value_date, \
             payer_name, payer_iban, reference, message, end_to_end_id, state, rest, note, created_at, batch_id, \
             divided, ordered_as) \
             VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'UNMATCHED', $5, '', $13, $14, $15, $16) \
             ON CONFLICT (account, bank_id) DO NOTHING"
            => new.id, new.bank_file, new.account, new.bank_id, new.amount, new.booking_date,
               new.value_date, new.payer_name, new.payer_iban, new.reference, new.message,
               new.end_to_end_id, new.created_at, new.batch_id, new.divided, new.ordered_as
        )).await?;
        if changed {
            self.insert_payment_words(new.id, (new.payer_name, new.reference)).await?;
        }
        Ok(changed)
    }

    async fn insert_payment_words(
        &mut self,
        payment: PaymentId,
        (payer, reference): (&str, &str),
    ) -> StoreResult<()> {
        let words = words_of_payment(payer, reference).into_iter();
        let rows = words.map(|word| values![payment, word]).collect();
        self.insert_rows("INSERT INTO payment_word (payment_id, word)", rows).await
    }

    /// Adds what another file of the bank knows of a payment that was booked without it.
    pub async fn describe_payment(&mut self, known: PaymentId, new: &NewPayment<'_>) -> StoreResult<()> {
        self.change_one(sql!(
            "UPDATE payment SET payer_name = $2, payer_iban = $3, reference = $4, message = $5, end_to_end_id = $6, \
             ordered_as = $7 WHERE id = $1"
            => known, new.payer_name, new.payer_iban, new.reference, new.message, new.end_to_end_id, new.ordered_as
        ))
        .await?;
        self.run(sql!("DELETE FROM payment_word WHERE payment_id = $1" => known)).await?;
        self.insert_payment_words(known, (new.payer_name, new.reference)).await
    }

    /// The newest payment that one with this negative amount reverses: by the payer's own id where the bank reports it,
    /// else by the reference. It is not locked yet: its bills are locked first.
    pub async fn find_reversed(
        &mut self,
        account: &str,
        amount: Money,
        (end_to_end_id, reference): (&str, &str),
    ) -> StoreResult<Option<StoredPayment>> {
        self.fetch_optional(sql!(
            concat!("SELECT ", payment_columns!(), "FROM payment WHERE amount = $1 AND account = $2 AND state IN ('MATCHED', 'UNMATCHED', \
                 'REFUNDABLE', 'REFUNDED', 'PROPOSED') AND (($3 <> '' AND end_to_end_id = $3) OR (($3 = '' OR \
                 end_to_end_id = '') AND $4 <> '' AND reference = $4)) ORDER BY id DESC LIMIT 1")
            => amount.negated().unwrap_or_default(), account, end_to_end_id, reference
        )).await
    }

    /// Adds parts to a payment that this transaction has locked. [`Tx::pay_bill`] stores what the bills were paid.
    pub async fn add_parts(&mut self, payment: PaymentId, parts: &[Part]) -> StoreResult<()> {
        for part in parts {
            self.change_one(sql!(
                "INSERT INTO payment_part (payment_id, bill_id, kind, amount) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (payment_id, bill_id, kind) \
                 DO UPDATE SET amount = payment_part.amount + excluded.amount"
                => payment, part.bill, part.kind, part.amount
            ))
            .await?;
        }
        Ok(())
    }

    /// Removes all parts of a payment, and returns them in the order of their bills.
    pub async fn remove_parts(&mut self, payment: PaymentId) -> StoreResult<Vec<Part>> {
        let delete = sql!(
            "DELETE FROM payment_part WHERE payment_id = $1 RETURNING bill_id, kind, amount" => payment
        );
        let mut parts: Vec<Part> = self.fetch_all(delete).await?;
        parts.sort_by_key(|part| (part.bill, part.kind));
        Ok(parts)
    }

    /// Releases so much of a credited bill's own sum from the payments that had paid it, from the newest first, and
    /// returns how much of each. They are locked in the order of their ids, as everywhere.
    pub async fn release_parts(
        &mut self,
        bill: BillId,
        sum: Money,
    ) -> StoreResult<Vec<(StoredPayment, Money)>> {
        let select = sql!(
            "SELECT payment_id, amount FROM payment_part WHERE bill_id = $1 AND kind = 'BILL' \
             ORDER BY payment_id DESC" => bill
        );
        let rows: Vec<(PaymentId, Money)> = self.fetch_all(select).await?;
        let (mut decided, mut left) = (vec![], sum);
        for (payment, paid) in rows {
            let amount = left.min(paid);
            if !amount.is_positive() {
                break;
            }
            left = left.minus(amount).map_err(|_| StoreError::Corrupt("payment_part"))?;
            decided.push((payment, amount, paid));
        }
        decided.reverse();
        let mut released = vec![];
        for (payment, amount, paid) in decided {
            let found: StoredPayment = self.fetch_one(sql!(
                concat!("UPDATE payment SET version = version WHERE id = $1 RETURNING ", payment_columns!())
                => payment
            )).await?;
            let change = match amount == paid {
                true => sql!(
                    "DELETE FROM payment_part WHERE payment_id = $1 AND bill_id = $2 AND kind = 'BILL'"
                    => payment, bill
                ),
                false => sql!(
                    "UPDATE payment_part SET amount = amount - $3 \
                     WHERE payment_id = $1 AND bill_id = $2 AND kind = 'BILL'"
                    => payment, bill, amount
                ),
            };
            self.change_one(change).await?;
            self.execute(sql!(
                "INSERT INTO payment_release (payment_id, bill_id, amount) VALUES ($1, $2, $3) \
                 ON CONFLICT (payment_id, bill_id) \
                 DO UPDATE SET amount = payment_release.amount + excluded.amount"
                => payment, bill, amount
            ))
            .await?;
            released.push((found, amount));
        }
        Ok(released)
    }

    /// The payments whose money was released when the bill was credited and still waits, the oldest first.
    pub async fn lock_released(&mut self, credited: BillId) -> StoreResult<Vec<(StoredPayment, Money)>> {
        let select = sql!(
            "SELECT payment_id, amount FROM payment_release WHERE bill_id = $1 ORDER BY payment_id"
            => credited
        );
        let rows: Vec<(PaymentId, Money)> = self.fetch_all(select).await?;
        let mut released = vec![];
        for (payment, amount) in rows {
            let found: Option<StoredPayment> = self.fetch_optional(sql!(
                concat!("UPDATE payment SET version = version WHERE id = $1 AND state = 'REFUNDABLE' RETURNING ", payment_columns!())
                => payment
            )).await?;
            if let Some(found) = found {
                released.push((found, amount));
            }
        }
        Ok(released)
    }
}
