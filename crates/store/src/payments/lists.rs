//! Lists of payments, paged by key, and one payment with its bills.

use liksa_domain::bill::BillState;
use liksa_domain::payments::{PartKind, PaymentSearch, PaymentState};

use super::{StoredPayment, payment_columns};
use crate::prelude::*;
use crate::sql::prefix_end;

pub struct PaymentPage {
    /// The newest first.
    pub payments: Vec<StoredPayment>,
    /// Where the next page starts, if there is one.
    pub next: Option<PaymentId>,
}

/// A part of a payment, and the bill it is for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = PaymentPart)]
pub struct PartOfPayment {
    #[serde(rename = "billId")]
    pub bill: BillId,
    #[serde(rename = "billNumber")]
    pub number: i64,
    #[serde(rename = "billState")]
    pub state: BillState,
    pub customer: String,
    pub kind: PartKind,
    pub amount: Money,
}

/// What a payment paid of a bill.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillPayment)]
pub struct PaymentOfBill {
    #[serde(rename = "paymentId")]
    pub payment: PaymentId,
    pub payer_name: String,
    #[serde(rename = "date", serialize_with = "liksa_domain::dates::serialize")]
    pub value_date: Date,
    pub kind: PartKind,
    pub amount: Money,
}

pub(crate) const SELECT_PAYMENTS: &str = concat!(
    "SELECT ",
    payment_columns!(),
    "FROM payment WHERE state = $1 AND id < $2 ORDER BY id DESC LIMIT $3"
);

/// The longest word is searched in the index; the others filter what it finds.
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

read_row! { PartOfPayment { bill = "bill_id", number, state, customer, kind, amount } }
read_row! { PaymentOfBill { payment = "payment_id", payer_name, value_date, kind, amount } }

impl PaymentPage {
    fn of(found: Vec<StoredPayment>, limit: i64) -> StoreResult<Self> {
        let (payments, more) = cut_page(found, limit);
        let next = payments.last().filter(|_| more).map(|last| last.id);
        Ok(Self { payments, next })
    }
}

store_methods! {
    pub async fn payments_by_state() -> Vec<(PaymentState, i64)> = fetch_all COUNT_BY_STATE;

    pub async fn payment(id: PaymentId) -> Option<StoredPayment> = fetch_optional SELECT_PAYMENT;

    pub async fn parts_of_payment(id: PaymentId) -> Vec<PartOfPayment> = fetch_all SELECT_PARTS;

    /// What was paid for a bill, the oldest first.
    pub async fn payments_of_bill(bill: BillId) -> Vec<PaymentOfBill> = fetch_all SELECT_PARTS_OF_BILL;
}

impl Store {
    pub async fn payment_page(
        &self,
        state: PaymentState,
        after: Option<PaymentId>,
        limit: i64,
    ) -> StoreResult<PaymentPage> {
        let found =
            self.fetch_all(sql!(SELECT_PAYMENTS => state, before_id(after), limit.saturating_add(1))).await?;
        PaymentPage::of(found, limit)
    }

    /// Those of the state with exactly this amount, or in whose words every word of the search is a prefix.
    pub async fn search_payments(
        &self,
        state: PaymentState,
        search: &PaymentSearch,
        after: Option<PaymentId>,
        limit: i64,
    ) -> StoreResult<PaymentPage> {
        let mut ranges: Vec<_> = search.words.iter().map(|word| (word.clone(), prefix_end(word))).collect();
        if ranges.is_empty() {
            // An empty range, which finds nothing.
            ranges.push((String::new(), String::new()));
        }
        ranges.resize(MOST_WORDS, (String::new(), prefix_end("")));
        // No payment is that large.
        let amount = search.amount.map_or(i64::MAX, Money::units);
        let start = sql!(SEARCH_PAYMENTS => state, before_id(after), limit.saturating_add(1));
        let statement = ranges.iter().fold(start, |statement, (from, to)| statement.bind(from).bind(to));
        let found = self.fetch_all(statement.bind(&amount).bind(&amount.saturating_neg())).await?;
        PaymentPage::of(found, limit)
    }
}

tx_methods! {
    /// [`Store::payments_of_bill`] as of this transaction.
    pub async fn payments_of_bill(bill: BillId) -> Vec<PaymentOfBill> = fetch_all SELECT_PARTS_OF_BILL;
}
