//! Payouts and the payment files that they are approved in.
//!
//! A payout is taken into a file by naming the file in it while it is ready: of two files that want the same payout the
//! second finds it taken. What is paid for one purchase or advance is paid once, which the database holds us to.

use liksa_domain::payout::{NewPayout, PaidThing, PayoutFileState, PayoutKind, PayoutState};
use liksa_finland::{Iban, PaymentReference};

use crate::db::On;
use crate::prelude::*;
use crate::sql::as_text;

/// A payment from the provider's account for a purchase invoice or an advance.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payout {
    pub id: PayoutId,
    pub kind: PayoutKind,
    pub state: PayoutState,
    /// The bill that it is paid out of.
    pub bill_id: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// The worker of the bill.
    pub person_id: PersonId,
    pub person_name: String,
    pub receiver: String,
    #[schema(value_type = String)]
    #[serde(serialize_with = "as_text")]
    pub iban: Iban,
    /// Null where the message says what is paid.
    #[schema(value_type = Option<String>, required)]
    #[serde(serialize_with = "as_optional_text")]
    pub reference: Option<PaymentReference>,
    pub message: String,
    pub amount: Money,
    /// DD.MM.YYYY, the last day to pay it.
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    pub due: Date,
    /// The file that it is in; null while it is in none.
    #[schema(required)]
    pub payout_file_id: Option<PayoutFileId>,
    /// Who says that the bank refused it, while a second person has not confirmed that.
    #[schema(required)]
    pub refusal_by: Option<PersonId>,
    #[schema(required)]
    pub refusal_by_name: Option<String>,
    /// RFC 3339.
    #[schema(required)]
    pub refusal_at: Option<Timestamp>,
    /// Why somebody says that the bank refused it.
    pub note: String,
    #[serde(skip)]
    pub thing: PaidThing,
    #[serde(skip)]
    pub payment: Option<PaymentId>,
}

fn as_optional_text<S: serde::Serializer>(
    value: &Option<PaymentReference>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(reference) => serializer.collect_str(reference),
        None => serializer.serialize_none(),
    }
}

/// A movement of the account that paid a payout which was paid already, or which another was made in place of.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayoutLeftAgain)]
pub struct LeftAgain {
    pub payment_id: PaymentId,
    /// DD.MM.YYYY, when it left.
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    pub day: Date,
    pub payout: Payout,
}

/// Payouts that are approved together.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutFile {
    pub id: PayoutFileId,
    pub state: PayoutFileState,
    /// DD.MM.YYYY
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    pub pay_on: Date,
    pub amount: Money,
    pub made_by: PersonId,
    pub made_by_name: String,
    /// RFC 3339.
    pub made_at: Timestamp,
    #[schema(required)]
    pub approved_by_name: Option<String>,
    /// RFC 3339.
    #[schema(required)]
    pub approved_at: Option<Timestamp>,
    /// Whether there is a payment file.
    #[schema(value_type = bool)]
    #[serde(rename = "hasFile", serialize_with = "crate::sql::is_some")]
    pub file: Option<FileId>,
    /// Why it was taken back.
    pub note: String,
    /// By the day on which they are due.
    #[schema(required)]
    pub payouts: Vec<Payout>,
}

pub struct NewPayoutFile {
    pub id: PayoutFileId,
    pub pay_on: Date,
    pub amount: Money,
    pub made_by: PersonId,
    pub made_at: Timestamp,
}

macro_rules! select_payouts {
    ($($end:tt)+) => {
        concat!(
            "SELECT o.id, o.kind, o.state, o.purchase_id, o.advance_id, o.bill_id, b.number AS bill_number, o.person_id, \
             p.first_name || ' ' || p.last_name AS person_name, o.receiver, o.iban, o.reference, o.message, o.amount, \
             o.due, o.payout_file_id, o.refusal_by, f.first_name || ' ' || f.last_name AS refusal_by_name, o.refusal_at, \
             o.note, o.payment_id FROM payout o JOIN person p ON p.id = o.person_id JOIN bill b ON b.id = o.bill_id \
             LEFT JOIN person f ON f.id = o.refusal_by ",
            $($end)+
        )
    };
}

const SELECT_PAYOUT: &str = select_payouts!("WHERE o.id = $1");

/// Where payout `o` failed and its thing is still to be paid: nothing stands in its place, an advance is granted and not
/// out, and a purchase is due: `liksa_actions` asks the same in its `payouts`.
macro_rules! is_to_be_made_again {
    () => {
        concat!(
            "o.state IN ('REFUSED', 'RETURNED') AND NOT EXISTS (SELECT 1 FROM payout n WHERE n.replaces = o.id) \
             AND NOT EXISTS (SELECT 1 FROM payout s WHERE s.bill_id = o.bill_id AND s.state IN ('READY', 'APPROVED', 'PAID') \
             AND (s.purchase_id = o.purchase_id OR s.advance_id = o.advance_id)) \
             AND (EXISTS (SELECT 1 FROM advance a WHERE a.id = o.advance_id AND a.state = 'GRANTED' AND NOT a.is_out) \
             OR EXISTS (SELECT 1 FROM purchase u JOIN bill b ON b.id = u.bill_id WHERE u.id = o.purchase_id \
             AND (u.recovered > 0 OR (b.state IN ('CLOSED', 'PAID') AND u.state = 'PAY_NOW') \
             OR (b.state = 'PAID' AND u.state = 'WAITING_FOR_PAYMENT') OR ",
            $crate::purchases::is_in_standing_salary!(),
            ")))"
        )
    };
}
pub(crate) use is_to_be_made_again;

/// What waits: to be put into a file, or for somebody to see why the bank did not pay it.
pub(crate) const OPEN_PAYOUTS: &str = select_payouts!(concat!(
    "WHERE (o.state = 'READY' AND o.payout_file_id IS NULL) OR (",
    is_to_be_made_again!(),
    ") ORDER BY o.due, o.id LIMIT $1"
));

/// What left the account otherwise, names a payout as `$id` and its sum, and did not come back.
macro_rules! left_again {
    ($id:literal) => {
        concat!(
            "SELECT m.id, m.booking_date, o.id FROM payment m JOIN payout o ON o.amount = -m.amount AND o.id = ",
            $id,
            " WHERE m.state = 'OUTGOING' AND LENGTH(m.end_to_end_id) IN (32, 36) AND m.amount < 0 \
             AND NOT EXISTS (SELECT 1 FROM payment r WHERE r.reverses = m.id) ORDER BY m.id DESC LIMIT $1"
        )
    };
}
const LEFT_AGAIN_SQLITE: &str = left_again!("unhex(REPLACE(m.end_to_end_id, '-', ''))");
const LEFT_AGAIN_POSTGRES: &str = left_again!(
    "CASE WHEN REPLACE(m.end_to_end_id, '-', '') ~* '^[0-9a-f]{32}$' THEN CAST(REPLACE(m.end_to_end_id, '-', '') AS UUID) END"
);

const PAYOUTS_IN_FILES: &str = select_payouts!("WHERE o.payout_file_id = ANY($1) ORDER BY o.due, o.id");

read_row! {
    Payout {
        id, kind, state, bill_id, bill_number, person_id, person_name, receiver, iban, reference, message, amount, due,
        payout_file_id, refusal_by, refusal_by_name, refusal_at, note, payment = "payment_id"
    } flat { thing }
}

impl ReadRow for PaidThing {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let purchase: Option<PurchaseId> = row.get("purchase_id")?;
        let advance: Option<AdvanceId> = row.get("advance_id")?;
        let thing = purchase.map(Self::Purchase).or(advance.map(Self::Advance));
        thing.ok_or(StoreError::Corrupt("PaidThing"))
    }
}

macro_rules! select_payout_files {
    ($end:literal) => {
        concat!(
            "SELECT o.id, o.state, o.pay_on, o.amount, o.made_by, m.first_name || ' ' || m.last_name AS made_by_name, \
             o.made_at, a.first_name || ' ' || a.last_name AS approved_by_name, o.approved_at, o.file_id, o.note \
             FROM payout_file o JOIN person m ON m.id = o.made_by LEFT JOIN person a ON a.id = o.approved_by ",
            $end
        )
    };
}

/// The newest first, before the file `$1`.
pub(crate) const SELECT_PAYOUT_FILES: &str =
    select_payout_files!("WHERE o.id < $1 ORDER BY o.id DESC LIMIT $2");

read_row! {
    PayoutFile {
        id, state, pay_on, amount, made_by, made_by_name, made_at, approved_by_name, approved_at, file = "file_id", note
    } empty { payouts }
}

store_methods! {
    pub async fn payout(id: PayoutId) -> Option<Payout> = fetch_optional SELECT_PAYOUT;

    /// What is ready or was refused by the bank, by the day on which it is due.
    pub async fn payouts_open(limit: i64) -> Vec<Payout> = fetch_all OPEN_PAYOUTS;

    /// All payouts of a bill, the oldest first.
    pub async fn payouts_of_bill(bill: BillId) -> Vec<Payout> = fetch_all
        select_payouts!("WHERE o.bill_id = $1 ORDER BY o.id");
}

impl Store {
    /// Movements of the account that name a payout, are not booked and did not come back: its money left once more. The
    /// newest first.
    pub async fn payouts_left_again(&self, limit: i64) -> StoreResult<Vec<LeftAgain>> {
        let select = match self.reads() {
            On::Sqlite(_) => LEFT_AGAIN_SQLITE,
            On::Postgres(_) => LEFT_AGAIN_POSTGRES,
        };
        let movements: Vec<(PaymentId, Date, PayoutId)> = self.fetch_all(sql!(select => limit)).await?;
        let ids: Vec<PayoutId> = movements.iter().map(|(.., id)| *id).collect();
        let payouts: Vec<Payout> =
            self.fetch_all(sql!(select_payouts!("WHERE o.id = ANY($1)") => ids.as_slice())).await?;
        let of_payout = |(payment_id, day, id): (PaymentId, Date, PayoutId)| {
            let payout = payouts.iter().find(|one| one.id == id)?.clone();
            Some(LeftAgain { payment_id, day, payout })
        };
        Ok(movements.into_iter().filter_map(of_payout).collect())
    }

    pub async fn payout_file(&self, id: PayoutFileId) -> StoreResult<Option<PayoutFile>> {
        let found = self.fetch_optional(sql!(select_payout_files!("WHERE o.id = $1") => id)).await?;
        Ok(self.with_payouts(found.into_iter().collect()).await?.pop())
    }

    /// The newest first, and whether there are more.
    pub async fn payout_files(
        &self,
        before: Option<PayoutFileId>,
        limit: i64,
    ) -> StoreResult<(Vec<PayoutFile>, bool)> {
        let select = sql!(SELECT_PAYOUT_FILES => before_id(before), limit + 1);
        let (files, more) = cut_page(self.fetch_all(select).await?, limit);
        Ok((self.with_payouts(files).await?, more))
    }

    async fn with_payouts(&self, mut files: Vec<PayoutFile>) -> StoreResult<Vec<PayoutFile>> {
        let ids: Vec<PayoutFileId> = files.iter().map(|file| file.id).collect();
        let payouts: Vec<Payout> = self.fetch_all(sql!(PAYOUTS_IN_FILES => ids.as_slice())).await?;
        for payout in payouts {
            let file = files.iter_mut().find(|file| Some(file.id) == payout.payout_file_id);
            if let Some(file) = file {
                file.payouts.push(payout);
            }
        }
        Ok(files)
    }
}

tx_methods! {
    pub async fn add_payout(new: &NewPayout) = change_one
        "INSERT INTO payout (id, kind, purchase_id, advance_id, bill_id, person_id, receiver, iban, reference, message, \
         amount, due, state, replaces, made_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'READY', $13, $14)"
        => new.id, new.thing.kind(), new.thing.purchase(), new.thing.advance(), new.bill, new.person, new.receiver,
           new.iban, new.reference, new.message, new.amount, new.due, new.replaces, new.made_at;

    /// The payouts of a bill, which is locked, that stand or wait to be made anew.
    pub async fn payouts_within(bill: BillId) -> Vec<Payout> = fetch_all
        select_payouts!("WHERE o.bill_id = $1 AND (o.state IN ('READY', 'APPROVED', 'PAID') OR (o.state IN ('REFUSED', \
         'RETURNED') AND NOT EXISTS (SELECT 1 FROM payout n WHERE n.replaces = o.id))) ORDER BY o.id");

    /// Whether something was made in place of a payout.
    pub async fn payout_was_replaced(id: PayoutId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM payout WHERE replaces = $1)";

    /// The money of a payout came back. What was withdrawn of the same thing, perhaps when this one was paid after all,
    /// stands in the place of none any more: else what failed could not be made anew.
    pub async fn empty_places_of_withdrawn(returned: PayoutId) = run
        "UPDATE payout SET replaces = NULL WHERE state = 'WITHDRAWN' AND replaces IN (SELECT n.id FROM payout o \
         JOIN payout n ON n.bill_id = o.bill_id AND (n.purchase_id = o.purchase_id OR n.advance_id = o.advance_id) \
         WHERE o.id = $1)";

    /// What stands in place of a payout that the bank is said to have refused.
    pub async fn payout_in_its_place(id: PayoutId) -> Option<(PayoutId, PayoutState)> = fetch_optional
        "SELECT n.id, n.state FROM payout o JOIN payout n ON n.bill_id = o.bill_id AND n.id <> o.id \
         AND (n.purchase_id = o.purchase_id OR n.advance_id = o.advance_id) \
         WHERE o.id = $1 AND n.state IN ('READY', 'APPROVED', 'PAID')";

    /// The payouts of a bill, which is locked, that the bank is said to have refused or that came back. The oldest first.
    pub async fn failed_payouts(bill: BillId) -> Vec<Payout> = fetch_all
        select_payouts!("WHERE o.bill_id = $1 AND o.state IN ('REFUSED', 'RETURNED') ORDER BY o.id");

    /// Sets the state of a payout that this transaction has locked.
    pub async fn end_payout(id: PayoutId, state: PayoutState, note: &str) = change_one
        "UPDATE payout SET state = $2, note = $3, refusal_by = NULL, refusal_at = NULL, \
         payout_file_id = CASE WHEN state = 'READY' THEN NULL ELSE payout_file_id END WHERE id = $1";

    /// Notes by which movement of the account a payout was paid that this transaction has locked. A refusal that
    /// waited for a second person is forgotten: the bank knows better.
    pub async fn payout_was_paid(id: PayoutId, payment: PaymentId) = change_one
        "UPDATE payout SET state = 'PAID', payment_id = $2, refusal_by = NULL, refusal_at = NULL, note = '' \
         WHERE id = $1";

    /// Notes who says that the bank refused a payout that this transaction has locked.
    pub async fn propose_payout_refusal(id: PayoutId, by: PersonId, at: Timestamp, note: &str) = change_one
        "UPDATE payout SET refusal_by = $2, refusal_at = $3, note = $4 WHERE id = $1 AND state = 'APPROVED'";

    /// Forgets that somebody said so.
    pub async fn drop_payout_refusal(id: PayoutId) = change_one
        "UPDATE payout SET refusal_by = NULL, refusal_at = NULL, note = '' WHERE id = $1 AND refusal_by IS NOT NULL";

    pub async fn insert_payout_file(new: &NewPayoutFile) = change_one
        "INSERT INTO payout_file (id, state, pay_on, amount, made_by, made_at) VALUES ($1, 'MADE', $2, $3, $4, $5)"
        => new.id, new.pay_on, new.amount, new.made_by, new.made_at;

    /// Has those of these payouts that are advances paid to the accounts that their workers have now. Their bills are
    /// locked.
    pub async fn readdress_advances(payouts: &[PayoutId]) = run
        "UPDATE payout SET iban = p.iban, receiver = p.first_name || ' ' || p.last_name FROM person p \
         WHERE p.id = payout.person_id AND p.iban IS NOT NULL AND payout.kind = 'ADVANCE' AND payout.state = 'READY' \
         AND payout.id = ANY($1)";

    /// Puts a payout that is ready into a file. False if it is not ready or in another one.
    pub async fn put_into_payout_file(file: PayoutFileId, payout: PayoutId) -> bool = try_change
        "UPDATE payout SET payout_file_id = $1 WHERE id = $2 AND state = 'READY' AND payout_file_id IS NULL";

    /// Takes a file back that nobody has approved. False if it does not wait any more.
    pub async fn withdraw_payout_file(id: PayoutFileId, note: &str) -> bool = try_change
        "UPDATE payout_file SET state = 'WITHDRAWN', note = $2 WHERE id = $1 AND state = 'MADE'";

    /// What was in a file that was taken back is ready again.
    pub async fn empty_payout_file(id: PayoutFileId) = run
        "UPDATE payout SET payout_file_id = NULL WHERE payout_file_id = $1 AND state = 'READY'";

    /// Approves a file that waits. False if it does not wait any more.
    pub async fn approve_payout_file(id: PayoutFileId, by: PersonId, at: Timestamp, file: FileId) -> bool = try_change
        "UPDATE payout_file SET state = 'APPROVED', approved_by = $2, approved_at = $3, file_id = $4 \
         WHERE id = $1 AND state = 'MADE'";

    /// Approves a payout of a file that is being approved. False if it is not to be paid any more.
    pub async fn approve_payout(id: PayoutId, file: PayoutFileId) -> bool = try_change
        "UPDATE payout SET state = 'APPROVED' WHERE id = $1 AND payout_file_id = $2 AND state = 'READY'";

    /// Locks the bills that these are paid out of, in the order in which payroll runs lock theirs.
    pub async fn lock_bills_of_payouts(payouts: &[PayoutId]) -> Vec<BillId> = fetch_values
        "SELECT id FROM bill WHERE id IN (SELECT o.bill_id FROM payout o WHERE o.id = ANY($1)) ORDER BY id FOR UPDATE";

    /// All payouts of the payment files in which some are not paid.
    pub async fn payouts_in_files() -> Vec<Payout> = fetch_all
        select_payouts!("WHERE o.payout_file_id IN (SELECT w.payout_file_id FROM payout w \
         WHERE w.state IN ('APPROVED', 'REFUSED')) AND o.state <> 'READY' ORDER BY o.id");
}

impl Tx {
    /// The payout, locked until this transaction ends; its bill is locked before it, as everywhere.
    pub async fn lock_payout(&mut self, id: PayoutId) -> StoreResult<Option<Payout>> {
        let lock = sql!(
            "UPDATE bill SET version = version WHERE id = (SELECT o.bill_id FROM payout o WHERE o.id = $1)" => id
        );
        self.run(lock).await?;
        self.run(sql!("UPDATE payout SET state = state WHERE id = $1" => id)).await?;
        self.fetch_optional(sql!(SELECT_PAYOUT => id)).await
    }
}
