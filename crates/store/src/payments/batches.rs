//! Batches that the bank reports twice: as one entry, and as the payments that it is made of.

use liksa_domain::payments::{BatchRemark, KnownParts, PaymentState};

use super::{StoredPayment, payment_columns};
use crate::prelude::*;
use crate::sql::prefix_end;

/// What a clerk should know about an entry of a bank file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankFileRemark {
    pub kind: BatchRemark,
    /// The bank's id of the payment, or of the batch that it is about.
    pub bank_id: String,
    /// What the file says.
    pub amount: Money,
    /// What was booked of it.
    pub booked: Money,
    /// The payment that it is about.
    #[serde(rename = "paymentId")]
    #[schema(required)]
    pub payment: Option<PaymentId>,
}

read_row! { BankFileRemark { kind, bank_id, amount, booked, payment = "payment_id" } }

/// What is left of a batch, and in which state it then is.
pub struct BatchLeft {
    pub amount: Money,
    pub divided: Money,
    pub state: PaymentState,
    pub rest: Money,
}

pub(crate) const KNOWN_PARTS: &str = "SELECT CAST(SUM(amount + divided) AS BIGINT) AS sum_all, \
     CAST(SUM(CASE WHEN bank_file_id = $3 THEN NULL ELSE amount + divided END) AS BIGINT) AS elsewhere, \
     CAST(COALESCE(SUM(CASE WHEN bank_file_id = $3 THEN 0 WHEN bank_id > $4 AND bank_id < $5 THEN 1 ELSE 0 END), 0) \
      AS BIGINT) AS by_place FROM payment WHERE account = $1 AND batch_id = $2";

/// More payments than a clerk reads; the list of payments has the others.
const MOST_OF_BATCH: i64 = 200;

pub(crate) const PAYMENTS_OF_BATCH: &str = concat!(
    "SELECT ",
    payment_columns!(),
    "FROM payment WHERE account = $1 AND batch_id = $2 ORDER BY id LIMIT $3"
);

impl ReadRow for KnownParts {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let by_place: i64 = row.get("by_place")?;
        Ok(Self { sum: row.get("sum_all")?, elsewhere: row.get("elsewhere")?, by_place: by_place > 0 })
    }
}

tx_methods! {
    /// Lets nobody else book movements of the account until this transaction ends.
    pub async fn lock_bank_account(account: &str) = run
        "INSERT INTO bank_account (account) VALUES ($1) ON CONFLICT (account) DO UPDATE SET account = excluded.account";

    pub async fn payment_of_bank(account: &str, bank_id: &str) -> Option<StoredPayment> = fetch_optional
        concat!("SELECT ", payment_columns!(), "FROM payment WHERE account = $1 AND bank_id = $2");

    /// Stores what is left of a batch that this transaction has locked.
    pub async fn divide_batch(id: PaymentId, left: &BatchLeft) = change_one
        "UPDATE payment SET amount = $2, divided = $3, state = $4, rest = $5, version = version + 1 WHERE id = $1"
        => id, left.amount, left.divided, left.state, left.rest;

    /// Adds a remark, once.
    pub async fn add_bank_file_remark(file: BankFileId, remark: &BankFileRemark) -> bool = try_change
        "INSERT INTO bank_file_remark (bank_file_id, bank_id, kind, amount, booked, payment_id) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (bank_file_id, bank_id, kind) DO NOTHING"
        => file, remark.bank_id, remark.kind, remark.amount, remark.booked, remark.payment;

    /// The files whose payments could not divide this batch because a clerk had decided about it. Their remarks are
    /// removed: the files are to be booked again.
    pub async fn files_that_divide(batch: PaymentId) -> Vec<BankFileId> = fetch_values
        "DELETE FROM bank_file_remark WHERE payment_id = $1 AND kind = 'DECIDED' RETURNING bank_file_id";
}

impl Tx {
    /// What is known of the payments of a batch, when one of them comes in this file.
    pub async fn known_parts(
        &mut self,
        account: &str,
        batch_id: &str,
        file: Option<BankFileId>,
    ) -> StoreResult<KnownParts> {
        let by_place = format!("{batch_id}/");
        let file = file.map_or(uuid::Uuid::nil(), Id::uuid);
        let end = prefix_end(&by_place);
        self.fetch_one(sql!(KNOWN_PARTS => account, batch_id, file, by_place, end)).await
    }
}

impl Store {
    /// The payments that a batch is made of, as far as they are known; at most 200.
    pub async fn payments_of_batch(&self, batch: &StoredPayment) -> StoreResult<Vec<StoredPayment>> {
        self.fetch_all(sql!(PAYMENTS_OF_BATCH => batch.account, batch.bank_id, MOST_OF_BATCH)).await
    }
}
