//! Payments to look at: lists paged by key, and one payment with its bills.

use jiff::civil::Date;
use liksa_domain::bill::BillState;
use liksa_domain::ids::{BillId, Id, PaymentId};
use liksa_domain::payments::{Part, PartKind, PaymentSearch, PaymentState};
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use super::{PaymentColumns, StoredPayment, part_from, payment_columns};
use crate::bills::state_from;
use crate::customers::end_of_starts;
use crate::db::{Store, on};
use crate::error::{StoreError, StoreResult};
use crate::time::date_from_text;

pub struct PaymentPage {
    /// The newest first.
    pub payments: Vec<StoredPayment>,
    /// Where the next page goes on, if there is one.
    pub next: Option<PaymentId>,
}

/// A part, and the bill it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartOfPayment {
    pub part: Part,
    pub number: i64,
    pub customer: String,
    pub state: BillState,
}

/// What a bill got of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentOfBill {
    pub payment: PaymentId,
    pub payer_name: String,
    pub value_date: Date,
    pub kind: PartKind,
    pub amount: Money,
}

pub(crate) const SELECT_PAYMENTS: &str = concat!(
    "SELECT ",
    payment_columns!(),
    "FROM payment WHERE state = $1 AND id < $2 ORDER BY id DESC LIMIT $3"
);

/// The longest word is looked up; what it finds is asked for the others.
pub(crate) const SEARCH_PAYMENTS: &str = concat!(
    "SELECT ",
    payment_columns!(),
    "FROM payment WHERE state = $1 AND id < $2 AND id IN (SELECT w.payment_id FROM payment_word w \
     WHERE w.word >= $4 AND w.word < $5 \
     AND EXISTS (SELECT 1 FROM payment_word o WHERE o.payment_id = w.payment_id AND o.word >= $6 AND o.word < $7) \
     AND EXISTS (SELECT 1 FROM payment_word o WHERE o.payment_id = w.payment_id AND o.word >= $8 AND o.word < $9) \
     UNION SELECT m.id FROM payment m WHERE m.amount IN ($10, $11)) ORDER BY id DESC LIMIT $3"
);

/// More words than the name of a payer has.
const MOST_WORDS: usize = 3;

pub(crate) const SELECT_PAYMENT: &str = concat!("SELECT ", payment_columns!(), "FROM payment WHERE id = $1");

const COUNT_BY_STATE: &str = "SELECT state, COUNT(*) FROM payment GROUP BY state";

pub(crate) const SELECT_PARTS: &str = "SELECT p.bill_id, p.kind, p.amount, b.number, b.state, \
     COALESCE(c.name, '') AS customer FROM payment_part p JOIN bill b ON b.id = p.bill_id \
     LEFT JOIN customer c ON c.id = b.customer_id WHERE p.payment_id = $1 ORDER BY b.number, p.kind";

pub(crate) const SELECT_PARTS_OF_BILL: &str = "SELECT p.payment_id, p.kind, p.amount, m.payer_name, m.value_date \
     FROM payment_part p JOIN payment m ON m.id = p.payment_id WHERE p.bill_id = $1 \
     ORDER BY m.value_date, p.payment_id, p.kind";

#[derive(FromRow)]
struct PartColumns {
    bill_id: Uuid,
    kind: String,
    amount: i64,
    number: i64,
    state: String,
    customer: String,
}

impl PaymentPage {
    /// Of what was found, one more than is shown tells whether there is a next page.
    fn of(mut found: Vec<PaymentColumns>, limit: i64) -> StoreResult<Self> {
        let shown = usize::try_from(limit).unwrap_or_default();
        let more = found.len() > shown;
        found.truncate(shown);
        let payments: Vec<StoredPayment> =
            found.into_iter().map(PaymentColumns::into_payment).collect::<StoreResult<_>>()?;
        let next = payments.last().filter(|_| more).map(|last| last.id);
        Ok(Self { payments, next })
    }
}

impl Store {
    pub async fn payment_page(
        &self,
        state: PaymentState,
        after: Option<PaymentId>,
        limit: i64,
    ) -> StoreResult<PaymentPage> {
        let found: Vec<PaymentColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_PAYMENTS)
            .bind(state.name())
            .bind(after.map_or(Uuid::max(), Id::uuid))
            .bind(limit.saturating_add(1))
            .fetch_all(c).await)?;
        PaymentPage::of(found, limit)
    }

    /// Those of the state that moved exactly this amount, or in which every word starts some word.
    pub async fn search_payments(
        &self,
        state: PaymentState,
        search: &PaymentSearch,
        after: Option<PaymentId>,
        limit: i64,
    ) -> StoreResult<PaymentPage> {
        // Every word starts with nothing, so that an empty one asks nothing more. Nothing lies before nothing, though.
        let mut ranges: Vec<_> =
            search.words.iter().map(|word| (word.clone(), end_of_starts(word))).collect();
        if ranges.is_empty() {
            ranges.push((String::new(), String::new()));
        }
        ranges.resize(MOST_WORDS, (String::new(), end_of_starts("")));
        // No movement is that large.
        let amount = search.amount.map_or(i64::MAX, Money::units);
        let found: Vec<PaymentColumns> = on!(self.reads(), c => {
            let query = sqlx::query_as(SEARCH_PAYMENTS)
                .bind(state.name())
                .bind(after.map_or(Uuid::max(), Id::uuid))
                .bind(limit.saturating_add(1));
            let bound = ranges.iter().fold(query, |all, (from, to)| all.bind(from).bind(to));
            bound.bind(amount).bind(amount.saturating_neg()).fetch_all(c).await
        })?;
        PaymentPage::of(found, limit)
    }

    pub async fn payments_by_state(&self) -> StoreResult<Vec<(PaymentState, i64)>> {
        let counts: Vec<(String, i64)> =
            on!(self.reads(), c => sqlx::query_as(COUNT_BY_STATE).fetch_all(c).await)?;
        let known = |(state, count): (String, i64)| {
            let state = PaymentState::from_name(&state).ok_or(StoreError::Corrupt("state of a payment"))?;
            Ok((state, count))
        };
        counts.into_iter().map(known).collect()
    }

    pub async fn payment(&self, id: PaymentId) -> StoreResult<Option<StoredPayment>> {
        let found: Option<PaymentColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_PAYMENT)
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        found.map(PaymentColumns::into_payment).transpose()
    }

    pub async fn parts_of_payment(&self, id: PaymentId) -> StoreResult<Vec<PartOfPayment>> {
        let rows: Vec<PartColumns> =
            on!(self.reads(), c => sqlx::query_as(SELECT_PARTS).bind(id.uuid()).fetch_all(c).await)?;
        let part = |row: PartColumns| {
            Ok(PartOfPayment {
                part: part_from(row.bill_id, &row.kind, row.amount)?,
                number: row.number,
                customer: row.customer,
                state: state_from(&row.state)?,
            })
        };
        rows.into_iter().map(part).collect()
    }

    /// What has come for a bill, the oldest first.
    pub async fn payments_of_bill(&self, bill: BillId) -> StoreResult<Vec<PaymentOfBill>> {
        let rows: Vec<(Uuid, String, i64, String, String)> = on!(self.reads(), c =>
            sqlx::query_as(SELECT_PARTS_OF_BILL).bind(bill.uuid()).fetch_all(c).await)?;
        let payment =
            |(payment, kind, amount, payer_name, value_date): (Uuid, String, i64, String, String)| {
                Ok(PaymentOfBill {
                    payment: PaymentId::from_uuid(payment),
                    payer_name,
                    value_date: date_from_text(&value_date)?,
                    kind: PartKind::from_name(&kind).ok_or(StoreError::Corrupt("kind of a part"))?,
                    amount: Money::from_units(amount),
                })
            };
        rows.into_iter().map(payment).collect()
    }
}
