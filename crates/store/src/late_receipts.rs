//! Late receipts: claimed for a sent bill, decided by a clerk, paid with a later salary.

use std::collections::HashMap;

use liksa_domain::bill::BillState;
use liksa_domain::late_receipt::{LateClaim, LateReceiptState};
use liksa_domain::payroll::{PayableReceipt, RunState};

use crate::prelude::*;
use crate::receipts::Receipt;
use crate::sql::grouped;

/// A late receipt, without its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateReceipt {
    pub id: LateReceiptId,
    pub person: PersonId,
    pub person_name: String,
    pub bill: BillId,
    pub bill_number: Option<i64>,
    pub bill_state: BillState,
    pub customer: String,
    /// Of the row that the cost was for.
    pub row_date: Option<Date>,
    pub row_text: String,
    pub claim: LateClaim,
    /// What the provider deducts of it.
    pub vat: Option<Money>,
    pub state: LateReceiptState,
    /// Why it was refused.
    pub refusal: String,
    pub version: i64,
    pub made_at: Timestamp,
    pub sent_at: Option<Timestamp>,
    pub decided_by: Option<PersonId>,
    pub decided_by_name: Option<String>,
    pub decided_at: Option<Timestamp>,
    /// The salary that has claimed it.
    pub salary: Option<SalaryOfReceipt>,
}

/// The salary that a late receipt is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SalaryOfReceipt {
    pub id: SalaryId,
    pub payday: Date,
    pub state: RunState,
    pub unapproving: bool,
    pub held: bool,
    pub published: bool,
}

impl SalaryOfReceipt {
    /// Whether its run was approved, so that it is paid whatever a clerk decides.
    pub fn stands(&self) -> bool {
        !self.held && !self.state.is_open() && !self.unapproving
    }
}

/// A late receipt with its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateReceiptWithFiles {
    pub late: LateReceipt,
    pub files: Vec<Receipt>,
}

read_row! { LateClaim { row = "row_id", kind, class, amount, note } }

impl ReadRow for LateReceipt {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.get("id")?,
            person: row.get("person_id")?,
            person_name: row.get("person_name")?,
            bill: row.get("bill_id")?,
            bill_number: row.get("bill_number")?,
            bill_state: row.get("bill_state")?,
            customer: row.get("customer")?,
            row_date: row.get("row_date")?,
            row_text: row.get("row_text")?,
            claim: row.read()?,
            vat: row.get("deducted_vat")?,
            state: row.get("state")?,
            refusal: row.get("refusal")?,
            version: row.get("version")?,
            made_at: row.get("made_at")?,
            sent_at: row.get("sent_at")?,
            decided_by: row.get("decided_by")?,
            decided_by_name: row.get("decided_by_name")?,
            decided_at: row.get("decided_at")?,
            salary: row.read()?,
        })
    }
}

impl ReadRow for Option<SalaryOfReceipt> {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let Some(id) = row.get("salary_id")? else { return Ok(None) };
        Ok(Some(SalaryOfReceipt {
            id,
            payday: row.get("payday")?,
            state: row.get("run_state")?,
            unapproving: row.get("unapproving")?,
            held: row.get("held")?,
            published: row.get::<Option<Timestamp>>("published_at")?.is_some(),
        }))
    }
}

macro_rules! select_late_receipts {
    ($end:literal) => {
        concat!(
            "SELECT l.id, l.person_id, p.first_name || ' ' || p.last_name AS person_name, l.bill_id, \
             b.number AS bill_number, b.state AS bill_state, COALESCE(c.name, '') AS customer, w.row_date, \
             w.destination AS row_text, l.row_id, l.kind, l.class, l.amount, l.note, l.deducted_vat, l.state, \
             l.refusal, l.version, l.made_at, l.sent_at, l.decided_by, \
             d.first_name || ' ' || d.last_name AS decided_by_name, l.decided_at, l.salary_id, s.payday, \
             r.state AS run_state, r.unapproving, s.held, s.published_at FROM late_receipt l \
             JOIN person p ON p.id = l.person_id JOIN bill b ON b.id = l.bill_id JOIN bill_row w ON w.id = l.row_id \
             LEFT JOIN customer c ON c.id = b.customer_id LEFT JOIN person d ON d.id = l.decided_by \
             LEFT JOIN salary s ON s.id = l.salary_id LEFT JOIN payroll_run r ON r.id = s.run_id ",
            $end
        )
    };
}

/// Those of worker `$1`, the newest first.
pub(crate) const LATE_RECEIPTS_OF_PERSON: &str =
    select_late_receipts!("WHERE l.person_id = $1 ORDER BY l.id DESC");
pub(crate) const LATE_RECEIPTS_IN_STATE: &str =
    select_late_receipts!("WHERE l.state = $1 AND l.id > $2 ORDER BY l.id LIMIT $3");
/// The last decided first.
pub(crate) const DECIDED_LATE_RECEIPTS: &str =
    select_late_receipts!("WHERE l.state = $1 AND l.id < $2 ORDER BY l.id DESC LIMIT $3");
/// Those of worker `$1` for the work of the days `$2` to `$3` that a published salary has repaid. Of a salary that was taken
/// back as a whole nothing is left.
pub(crate) const REPAID_LATE_RECEIPTS: &str = select_late_receipts!(
    "WHERE l.person_id = $1 AND w.row_date BETWEEN $2 AND $3 AND s.published_at IS NOT NULL AND NOT s.held \
     AND (EXISTS (SELECT 1 FROM bill o WHERE o.salary_id = s.id AND o.state <> 'HYVITETTY') \
     OR EXISTS (SELECT 1 FROM share h JOIN bill o ON o.id = h.bill_id WHERE h.salary_id = s.id \
     AND o.state <> 'HYVITETTY')) ORDER BY w.row_date, l.id"
);
const ONE_LATE_RECEIPT: &str = select_late_receipts!("WHERE l.id = $1");

/// Approved ones of these people that no salary has claimed, the oldest first.
const PAYABLE_RECEIPTS: &str = "SELECT l.person_id AS owner, l.id, l.amount, COALESCE(b.number, 0) AS bill, \
     w.row_date AS day FROM late_receipt l JOIN bill b ON b.id = l.bill_id JOIN bill_row w ON w.id = l.row_id \
     WHERE l.state = 'APPROVED' AND l.salary_id IS NULL AND l.person_id = ANY($1) ORDER BY l.id";

/// Those of worker `$1` that the next salary may claim, those in a run that is not approved included.
const OF_NEXT_SALARY: &str = "SELECT l.id, l.amount, COALESCE(b.number, 0) AS bill, w.row_date AS day \
     FROM late_receipt l JOIN bill b ON b.id = l.bill_id JOIN bill_row w ON w.id = l.row_id \
     LEFT JOIN salary s ON s.id = l.salary_id LEFT JOIN payroll_run r ON r.id = s.run_id \
     WHERE l.person_id = $1 AND l.state = 'APPROVED' \
     AND (s.id IS NULL OR s.held OR r.state IN ('DRAFT', 'CALCULATING', 'CALCULATED')) ORDER BY l.id";

read_row! { PayableReceipt { id, amount, bill, day } }

pub struct NewLateReceipt<'a> {
    pub id: LateReceiptId,
    pub person: PersonId,
    pub bill: BillId,
    pub claim: &'a LateClaim,
    pub made_at: Timestamp,
}

/// What a clerk decides about a late receipt.
pub struct LateDecision<'a> {
    pub state: LateReceiptState,
    pub vat: Option<Money>,
    pub refusal: &'a str,
    pub by: PersonId,
    pub at: Timestamp,
}

store_methods! {
    pub async fn late_receipt(id: LateReceiptId) -> Option<LateReceipt> = fetch_optional ONE_LATE_RECEIPT;

    /// All of a worker, the newest first.
    pub async fn late_receipts_of(person: PersonId) -> Vec<LateReceipt> = fetch_all LATE_RECEIPTS_OF_PERSON;

    /// Those that salaries have repaid, by the days of the work that they were for.
    pub async fn repaid_late_receipts(person: PersonId, from: Date, until: Date) -> Vec<LateReceipt> = fetch_all
        REPAID_LATE_RECEIPTS;

    /// Those that the next salary of the worker may claim, the oldest first.
    pub async fn late_receipts_to_come(person: PersonId) -> Vec<PayableReceipt> = fetch_all OF_NEXT_SALARY;
}

impl Store {
    /// Approved late receipts of these people that no salary has claimed, the oldest first.
    pub async fn payable_receipts(
        &self,
        people: &[PersonId],
    ) -> StoreResult<HashMap<PersonId, Vec<PayableReceipt>>> {
        Ok(grouped(self.fetch_all(sql!(PAYABLE_RECEIPTS => people)).await?))
    }

    /// A page of those in one state: what waits from the oldest on, what is decided from the newest on.
    pub async fn late_receipts(
        &self,
        state: LateReceiptState,
        after: Option<LateReceiptId>,
        limit: i64,
    ) -> StoreResult<Vec<LateReceipt>> {
        let select = match state {
            LateReceiptState::Approved | LateReceiptState::Refused => {
                sql!(DECIDED_LATE_RECEIPTS => state, before_id(after), limit)
            }
            _ => sql!(LATE_RECEIPTS_IN_STATE => state, after_id(after), limit),
        };
        self.fetch_all(select).await
    }

    /// With their files, in two statements.
    pub async fn with_files(&self, late: Vec<LateReceipt>) -> StoreResult<Vec<LateReceiptWithFiles>> {
        let ids: Vec<LateReceiptId> = late.iter().map(|one| one.id).collect();
        let mut files: HashMap<LateReceiptId, Vec<Receipt>> = HashMap::new();
        for found in self.files_of_late(&ids).await? {
            if let Some(late) = found.late {
                files.entry(late).or_default().push(found.receipt);
            }
        }
        let with = |late: LateReceipt| {
            let files = files.remove(&late.id).unwrap_or_default();
            LateReceiptWithFiles { late, files }
        };
        Ok(late.into_iter().map(with).collect())
    }
}

tx_methods! {
    pub async fn insert_late_receipt(new: &NewLateReceipt<'_>) = change_one
        "INSERT INTO late_receipt (id, person_id, bill_id, row_id, kind, class, amount, note, state, refusal, version, \
         made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'DRAFT', '', 1, $9)"
        => new.id, new.person, new.bill, new.claim.row, new.claim.kind, new.claim.class, new.claim.amount,
           new.claim.note, new.made_at;

    /// Locks a late receipt that was not sent until this transaction ends. False if it is no draft of the person.
    pub async fn hold_late_draft(person: PersonId, id: LateReceiptId) -> bool = try_change
        "UPDATE late_receipt SET version = version WHERE id = $1 AND person_id = $2 AND state = 'DRAFT'"
        => id, person;

    pub async fn receipts_of_late(id: LateReceiptId) -> u16 = fetch_value
        "SELECT COUNT(*) FROM receipt WHERE late_receipt_id = $1";

    /// Locks a bill that takes late receipts until this transaction ends. False if it was credited meanwhile.
    pub async fn hold_sent_bill(bill: BillId) -> bool = try_change
        "UPDATE bill SET version = version WHERE id = $1 AND state IN ('CLOSED', 'PAID') AND credit_of IS NULL";

    /// Sends a draft to the clerks. It must be held.
    pub async fn send_late_receipt(id: LateReceiptId, at: Timestamp) = change_one
        "UPDATE late_receipt SET state = 'WAITING', version = version + 1, sent_at = $2 WHERE id = $1";

    /// Locks the run whose salary a late receipt is in, if it is in one.
    pub async fn hold_run_of_late(id: LateReceiptId) -> u64 = execute
        "UPDATE payroll_run SET state = state WHERE id = (SELECT s.run_id FROM late_receipt l \
         JOIN salary s ON s.id = l.salary_id WHERE l.id = $1)";

    /// The late receipt as of this transaction.
    pub async fn late_receipt(id: LateReceiptId) -> Option<LateReceipt> = fetch_optional ONE_LATE_RECEIPT;
}

impl Tx {
    /// Writes a draft anew, on the version that was edited or else on the present one. False if it is no draft of the
    /// person, or of another version.
    pub async fn save_late_draft(
        &mut self,
        person: PersonId,
        (id, version): (LateReceiptId, Option<i64>),
        bill: BillId,
        claim: &LateClaim,
    ) -> StoreResult<bool> {
        let update = sql!(
            "UPDATE late_receipt SET bill_id = $3, row_id = $4, kind = $5, class = $6, amount = $7, note = $8, \
             version = version + 1 WHERE id = $1 AND person_id = $2 AND state = 'DRAFT' \
             AND version = COALESCE($9, version)"
            => id, person, bill, claim.row, claim.kind, claim.class, claim.amount, claim.note, version
        );
        if !self.try_change(update).await? {
            return Ok(false);
        }
        self.run(sql!("UPDATE receipt SET row_id = $2 WHERE late_receipt_id = $1" => id, claim.row)).await?;
        Ok(true)
    }

    /// Deletes a late receipt of the person that nobody has decided about, with its files. False if there is none.
    pub async fn delete_late_receipt(
        &mut self,
        person: PersonId,
        id: LateReceiptId,
        now: Timestamp,
    ) -> StoreResult<bool> {
        let hold = sql!(
            "UPDATE late_receipt SET version = version WHERE id = $1 AND person_id = $2 \
             AND state IN ('DRAFT', 'WAITING')"
            => id, person
        );
        if !self.try_change(hold).await? {
            return Ok(false);
        }
        self.delete_files_of_late(id, now).await?;
        self.change_one(sql!("DELETE FROM late_receipt WHERE id = $1" => id)).await?;
        Ok(true)
    }

    /// Deletes all late receipts of the person that no salary has claimed.
    pub(crate) async fn delete_late_receipts_of(
        &mut self,
        person: PersonId,
        now: Timestamp,
    ) -> StoreResult<()> {
        let select = sql!("SELECT id FROM late_receipt WHERE person_id = $1 AND salary_id IS NULL" => person);
        let ids: Vec<LateReceiptId> = self.fetch_values(select).await?;
        for id in ids {
            self.delete_files_of_late(id, now).await?;
            self.change_one(sql!("DELETE FROM late_receipt WHERE id = $1" => id)).await?;
        }
        Ok(())
    }

    /// Writes what was decided about one that waits. False if it was changed or decided since it was read.
    pub async fn decide_late_receipt(
        &mut self,
        id: LateReceiptId,
        version: i64,
        decision: &LateDecision<'_>,
    ) -> StoreResult<bool> {
        self.try_change(sql!(
            "UPDATE late_receipt SET state = $3, deducted_vat = $4, refusal = $5, decided_by = $6, decided_at = $7, \
             version = version + 1 WHERE id = $1 AND version = $2 AND state = 'WAITING'"
            => id, version, decision.state, decision.vat, decision.refusal, decision.by, decision.at
        ))
        .await
    }

    /// Undoes the approval of one: it waits again, and is in no salary. The run of the salary that it was in must be
    /// locked. False if it was changed since it was read.
    pub async fn undo_late_approval(&mut self, seen: &LateReceipt) -> StoreResult<bool> {
        self.try_change(sql!(
            "UPDATE late_receipt SET state = 'WAITING', deducted_vat = NULL, decided_by = NULL, decided_at = NULL, \
             salary_id = NULL, version = version + 1 WHERE id = $1 AND version = $2 AND state = 'APPROVED' \
             AND salary_id IS NOT DISTINCT FROM $3"
            => seen.id, seen.version, seen.salary.map(|salary| salary.id)
        ))
        .await
    }

    /// Puts late receipts into the salaries that pay them. False if one was not free any more.
    pub(crate) async fn take_late_receipts(
        &mut self,
        taken: &[(LateReceiptId, SalaryId)],
    ) -> StoreResult<bool> {
        if taken.is_empty() {
            return Ok(true);
        }
        let pairs: Vec<_> = taken.iter().map(|(receipt, salary)| values![receipt, salary]).collect();
        let count = self
            .execute_for_rows(
                "UPDATE late_receipt SET salary_id = taken.column2 FROM (",
                pairs,
                ") AS taken WHERE late_receipt.id = taken.column1 AND late_receipt.salary_id IS NULL \
                 AND late_receipt.state = 'APPROVED'",
            )
            .await?;
        Ok(u64::try_from(taken.len()).ok() == Some(count))
    }

    /// The VAT that is deducted of the late receipts which these salaries pay.
    pub async fn late_vat_of_salaries(
        &mut self,
        salaries: &[SalaryId],
    ) -> StoreResult<HashMap<SalaryId, Money>> {
        let select = sql!(
            "SELECT salary_id, CAST(SUM(deducted_vat) AS BIGINT) FROM late_receipt \
             WHERE salary_id = ANY($1) AND deducted_vat IS NOT NULL GROUP BY salary_id"
            => salaries
        );
        let sums: Vec<(SalaryId, Money)> = self.fetch_all(select).await?;
        Ok(sums.into_iter().collect())
    }
}
