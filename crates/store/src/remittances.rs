//! What postings left to be paid on to others, and the remittances that pay it.
//!
//! A remittance takes rows of `withheld` by naming itself in them: of two that want the same row the second finds it
//! taken, so that nothing is paid on twice.

use std::collections::BTreeMap;

use liksa_domain::ledger::Account;
use liksa_domain::remittance::{MonthsWages, RemittanceOrder, RemittanceState, Withheld};
use liksa_domain::settings::DueKind;
use liksa_finland::{Iban, PaymentReference};

use crate::prelude::*;
use crate::sql::as_text;

/// What a posting leaves to be paid on.
#[derive(Debug, Clone)]
pub struct NewWithheld<'a> {
    /// Such as `payroll:RUN`. What is added under the same subject is added to its amount.
    pub subject: String,
    pub day: Date,
    pub payday: Option<Date>,
    pub run: Option<PayrollRunId>,
    pub amounts: &'a BTreeMap<(Account, Option<PersonId>), Money>,
}

pub struct NewRemittance<'a> {
    pub id: RemittanceId,
    pub order: &'a RemittanceOrder,
    pub receiver: &'a str,
    pub iban: &'a Iban,
    pub reference: &'a PaymentReference,
    pub made_by: PersonId,
    pub made_at: Timestamp,
}

/// A payment of withheld money to its receiver.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Remittance {
    pub id: RemittanceId,
    pub kind: DueKind,
    pub state: RemittanceState,
    /// Whose distraint it pays on.
    #[schema(required)]
    pub person_name: Option<String>,
    /// DD.MM.YYYY, the last day of which something is paid.
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    pub until: Date,
    /// DD.MM.YYYY
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    pub pay_on: Date,
    pub amount: Money,
    pub receiver: String,
    #[schema(value_type = String)]
    #[serde(serialize_with = "as_text")]
    pub iban: Iban,
    #[schema(value_type = String)]
    #[serde(serialize_with = "as_text")]
    pub reference: PaymentReference,
    pub made_by: PersonId,
    pub made_by_name: String,
    /// RFC 3339.
    pub made_at: Timestamp,
    #[schema(required)]
    pub approved_by_name: Option<String>,
    /// RFC 3339.
    #[schema(required)]
    pub approved_at: Option<Timestamp>,
    /// Who says that the bank refused it, while a second person has not confirmed that.
    #[schema(required)]
    pub refusal_by: Option<PersonId>,
    #[schema(required)]
    pub refusal_by_name: Option<String>,
    /// RFC 3339.
    #[schema(required)]
    pub refusal_at: Option<Timestamp>,
    /// Why it was taken back, or why somebody says that the bank refused it.
    pub note: String,
    /// Whether there is a payment file.
    #[schema(value_type = bool)]
    #[serde(rename = "hasFile", serialize_with = "crate::sql::is_some")]
    pub file: Option<FileId>,
    #[serde(skip)]
    pub person: Option<PersonId>,
    #[serde(skip)]
    pub payment: Option<PaymentId>,
}

macro_rules! select_remittances {
    ($end:literal) => {
        concat!(
            "SELECT r.id, r.kind, r.state, r.person_id, p.first_name || ' ' || p.last_name AS person_name, r.until, \
             r.pay_on, r.amount, r.receiver, r.iban, r.reference, r.made_by, \
             m.first_name || ' ' || m.last_name AS made_by_name, r.made_at, \
             a.first_name || ' ' || a.last_name AS approved_by_name, r.approved_at, r.refusal_by, \
             f.first_name || ' ' || f.last_name AS refusal_by_name, r.refusal_at, r.note, r.file_id, r.payment_id \
             FROM remittance r JOIN person m ON m.id = r.made_by LEFT JOIN person a ON a.id = r.approved_by \
             LEFT JOIN person f ON f.id = r.refusal_by LEFT JOIN person p ON p.id = r.person_id ",
            $end
        )
    };
}

const SELECT_REMITTANCE: &str = select_remittances!("WHERE r.id = $1");
/// The newest first, before the remittance `$1`.
pub(crate) const SELECT_REMITTANCES: &str =
    select_remittances!("WHERE r.id < $1 ORDER BY r.id DESC LIMIT $2");

read_row! {
    Remittance {
        id, kind, state, person = "person_id", person_name, until, pay_on, amount, receiver, iban, reference, made_by,
        made_by_name, made_at, approved_by_name, approved_at, refusal_by, refusal_by_name, refusal_at, note,
        file = "file_id", payment = "payment_id"
    }
}

/// In the order of the days. What hangs on a run is payable once that is paid.
pub(crate) const OPEN_WITHHELD: &str = "SELECT w.account, w.day, w.payday, w.amount, w.run_id, w.person_id, \
     p.first_name || ' ' || p.last_name AS person_name, \
     (w.run_id IS NULL OR EXISTS (SELECT 1 FROM payroll_run r WHERE r.id = w.run_id AND r.state = 'PAID')) AS payable \
     FROM withheld w LEFT JOIN person p ON p.id = w.person_id \
     WHERE w.remittance_id IS NULL AND w.account >= 2921 ORDER BY w.day, w.account, w.subject";

read_row! {
    Withheld { account, day, payday, amount, run = "run_id", person = "person_id", person_name, payable }
}

/// Of salaries with a payday from `$2` to `$3` in runs that are paid, with what was taken back of them later; `$1` is
/// the account of health insurance.
pub(crate) const MONTHS_WAGES: &str = "SELECT CAST(COALESCE(SUM(w.amount), 0) AS BIGINT) AS health_insurance, \
     EXISTS (SELECT 1 FROM payroll_run r JOIN salary s ON s.run_id = r.id AND NOT s.held \
      WHERE r.payday >= $2 AND r.payday <= $3 AND r.state = 'PAID' AND s.gross_salary > 0) AS paid \
     FROM withheld w LEFT JOIN payroll_run o ON o.id = w.run_id \
     WHERE w.account = $1 AND w.payday >= $2 AND w.payday <= $3 AND (w.run_id IS NULL OR o.state = 'PAID')";

read_row! { MonthsWages { health_insurance, paid } }

store_methods! {
    /// What is in no remittance.
    pub async fn open_withheld() -> Vec<Withheld> = fetch_all OPEN_WITHHELD;

    pub async fn remittance(id: RemittanceId) -> Option<Remittance> = fetch_optional SELECT_REMITTANCE;

    /// What the separate report of a month has to say.
    pub async fn months_wages(from: Date, until: Date) -> MonthsWages = fetch_one
        MONTHS_WAGES => Account::HealthInsurance, from, until;
}

impl Store {
    /// The newest first, and whether there are more.
    pub async fn remittances(
        &self,
        before: Option<RemittanceId>,
        limit: i64,
    ) -> StoreResult<(Vec<Remittance>, bool)> {
        let select = sql!(SELECT_REMITTANCES => before_id(before), limit + 1);
        Ok(cut_page(self.fetch_all(select).await?, limit))
    }
}

tx_methods! {
    pub async fn insert_remittance(new: &NewRemittance<'_>) = change_one
        "INSERT INTO remittance (id, kind, person_id, until, pay_on, amount, receiver, iban, reference, state, made_by, \
         made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'MADE', $10, $11)"
        => new.id, new.order.kind, new.order.person, new.order.until, new.order.pay_on, new.order.amount,
           new.receiver, new.iban, new.reference, new.made_by, new.made_at;

    /// Approves a remittance that waits, into a payment file. False if it does not wait any more.
    pub async fn approve_remittance(id: RemittanceId, by: PersonId, at: Timestamp, file: FileId) -> bool = try_change
        "UPDATE remittance SET state = 'APPROVED', approved_by = $2, approved_at = $3, file_id = $4 \
         WHERE id = $1 AND state = 'MADE'";

    /// Sets the state of a remittance that this transaction has locked.
    pub async fn end_remittance(id: RemittanceId, state: RemittanceState, note: &str) = change_one
        "UPDATE remittance SET state = $2, note = $3, refusal_by = NULL, refusal_at = NULL WHERE id = $1";

    /// Notes who says that the bank refused a remittance that this transaction has locked.
    pub async fn propose_refusal(id: RemittanceId, by: PersonId, at: Timestamp, note: &str) = change_one
        "UPDATE remittance SET refusal_by = $2, refusal_at = $3, note = $4 WHERE id = $1 AND state = 'APPROVED'";

    /// Forgets that somebody said so.
    pub async fn drop_refusal(id: RemittanceId) = change_one
        "UPDATE remittance SET refusal_by = NULL, refusal_at = NULL, note = '' WHERE id = $1 AND refusal_by IS NOT NULL";

    /// Notes by which movement of the account a remittance was paid that this transaction has locked. A refusal that
    /// waited for a second person is forgotten: the bank knows better.
    pub async fn remittance_was_paid(id: RemittanceId, payment: PaymentId) = change_one
        "UPDATE remittance SET state = 'PAID', payment_id = $2, refusal_by = NULL, refusal_at = NULL, \
         note = CASE WHEN refusal_by IS NULL THEN note ELSE '' END WHERE id = $1";

    /// What the remittance held is open again.
    pub async fn release_withheld(id: RemittanceId) = run
        "UPDATE withheld SET remittance_id = NULL WHERE remittance_id = $1";

    pub async fn remittance_parts(id: RemittanceId) -> Vec<(Account, Money)> = fetch_all
        "SELECT account, amount FROM remittance_part WHERE remittance_id = $1 ORDER BY account";
}

impl Tx {
    /// Adds to what is to be paid on. What is added to must not be in a remittance.
    pub async fn add_withheld(&mut self, new: &NewWithheld<'_>) -> StoreResult<()> {
        let amounts = new.amounts.iter().filter(|(_, amount)| !amount.is_zero());
        let rows: Vec<_> = amounts
            .map(|((account, person), amount)| {
                let subject = match person {
                    Some(person) => format!("{}:{person}", new.subject),
                    None => new.subject.clone(),
                };
                values![account, subject, new.day, new.payday, amount, new.run, person]
            })
            .collect();
        let count = u64::try_from(rows.len()).unwrap_or_default();
        if count == 0 {
            return Ok(());
        }
        let changed = self
            .execute_for_rows(
                "INSERT INTO withheld (account, subject, day, payday, amount, run_id, person_id)",
                rows,
                " ON CONFLICT (account, subject) DO UPDATE SET amount = withheld.amount + excluded.amount \
                 WHERE withheld.remittance_id IS NULL",
            )
            .await?;
        if changed == count { Ok(()) } else { Err(StoreError::RowCount(changed)) }
    }

    /// Takes for a remittance all that is payable of its kind until its day, and returns the sum. A second remittance
    /// finds nothing left.
    pub async fn take_withheld(&mut self, id: RemittanceId, order: &RemittanceOrder) -> StoreResult<Money> {
        let mut parts: BTreeMap<Account, i64> = BTreeMap::new();
        for account in order.kind.accounts() {
            let update = sql!(
                "UPDATE withheld SET remittance_id = $1 WHERE account = $2 AND day <= $3 AND remittance_id IS NULL \
                 AND person_id IS NOT DISTINCT FROM $4 AND (run_id IS NULL OR EXISTS (SELECT 1 FROM payroll_run r \
                 WHERE r.id = withheld.run_id AND r.state = 'PAID')) RETURNING amount"
                => id, account, order.until, order.person
            );
            let amounts: Vec<Money> = self.fetch_values(update).await?;
            parts.insert(*account, amounts.iter().map(|amount| amount.units()).sum());
        }
        let sum = parts.values().sum();
        let rows = parts.into_iter().map(|(account, units)| values![id, account, units]).collect();
        self.insert_rows("INSERT INTO remittance_part (remittance_id, account, amount)", rows).await?;
        Ok(Money::from_units(sum))
    }

    /// The remittance, locked until this transaction ends.
    pub async fn lock_remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>> {
        self.run(sql!("UPDATE remittance SET state = state WHERE id = $1" => id)).await?;
        self.fetch_optional(sql!(SELECT_REMITTANCE => id)).await
    }
}
