//! Advances, the rows that they are asked for, and what is recovered of them.
//!
//! Whatever changes an advance locks its bill first ([`Tx::lock_advances`]), and so does whatever takes the bill into a
//! salary for good or credits it: of two that race, the second sees what the first has done.

use std::collections::HashMap;

use liksa_domain::advance::{AdvanceState, RecoveredAdvance, Standing, TiedDebt};
use liksa_domain::bill::BillState;

use crate::prelude::*;
use crate::sql::{Owned, grouped};

/// An advance with all that is stored of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advance {
    pub id: AdvanceId,
    pub person: PersonId,
    pub bill: BillId,
    pub bill_state: BillState,
    pub amount: Money,
    pub state: AdvanceState,
    pub requested_at: Timestamp,
    /// Of two people who grant it, the first.
    pub first_by: Option<PersonId>,
    pub first_by_name: Option<String>,
    /// None where it was granted by rule or lapsed.
    pub decided_by: Option<PersonId>,
    pub decided_by_name: Option<String>,
    pub decided_at: Option<Timestamp>,
    /// Why it was refused.
    pub reason: String,
    /// In a payment file that the bank has not refused, or paid.
    pub is_out: bool,
    pub paid_on: Option<Date>,
    /// From when any salary is reduced by it.
    pub due_at: Option<Timestamp>,
    pub due_reason: String,
    /// What approved salaries have paid back of it.
    pub recovered: Money,
    /// The rows that it was asked for.
    pub rows: Vec<RowId>,
}

impl Advance {
    pub fn standing(&self) -> Standing {
        Standing { state: self.state, out: self.is_out, due: self.due_at.is_some(), bill: self.bill_state }
    }

    /// What of the worker's limit it takes.
    pub fn outstanding(&self) -> Money {
        match self.state.stands() {
            true => self.amount.minus(self.recovered).unwrap_or_default().max(Money::ZERO),
            false => Money::ZERO,
        }
    }
}

/// An advance as payroll sees it in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvanceOfWorker {
    pub advance: Advance,
    pub person_name: String,
    pub bill_number: Option<i64>,
    pub due_date: Option<Date>,
    pub customer: String,
    /// What else was granted to the worker and is not recovered.
    pub granted_beside: Money,
}

pub struct NewAdvance<'a> {
    pub id: AdvanceId,
    pub person: PersonId,
    pub bill: BillId,
    pub amount: Money,
    pub rows: &'a [RowId],
    pub requested_at: Timestamp,
}

/// What a step makes of an advance that this transaction has locked.
pub struct AdvanceChange<'a> {
    pub id: AdvanceId,
    pub state: AdvanceState,
    pub amount: Money,
    pub first_by: Option<PersonId>,
    pub decided_by: Option<PersonId>,
    pub decided_at: Option<Timestamp>,
    pub reason: &'a str,
}

impl<'a> AdvanceChange<'a> {
    /// Nothing is changed yet.
    pub fn of(advance: &'a Advance) -> Self {
        Self {
            id: advance.id,
            state: advance.state,
            amount: advance.amount,
            first_by: advance.first_by,
            decided_by: advance.decided_by,
            decided_at: advance.decided_at,
            reason: &advance.reason,
        }
    }
}

/// What approved salaries have paid back of advance `a`.
macro_rules! recovered_of_advance {
    () => {
        "CAST(COALESCE((SELECT SUM(t.amount) FROM recovery c JOIN recovery_part t ON t.recovery_id = c.id \
         WHERE c.advance_id = a.id), 0) AS BIGINT) AS recovered"
    };
}
pub(crate) use recovered_of_advance;

macro_rules! select_advances {
    ($more:literal, $end:literal) => {
        concat!(
            "SELECT a.id, a.person_id, a.bill_id, b.state AS bill_state, a.amount, a.state, a.requested_at, a.first_by, \
             f.first_name || ' ' || f.last_name AS first_by_name, a.decided_by, \
             d.first_name || ' ' || d.last_name AS decided_by_name, \
             a.decided_at, a.reason, a.is_out, a.paid_on, a.due_at, a.due_reason, ",
            recovered_of_advance!(),
            $more,
            " FROM advance a JOIN bill b ON b.id = a.bill_id LEFT JOIN person f ON f.id = a.first_by \
             LEFT JOIN person d ON d.id = a.decided_by ",
            $end
        )
    };
}

const SELECT_ADVANCE: &str = select_advances!("", "WHERE a.id = $1");
const ADVANCES_OF_BILLS: &str = select_advances!("", "WHERE a.bill_id = ANY($1) ORDER BY a.id");
const ADVANCES_OF_PERSON: &str = select_advances!(
    "",
    "WHERE a.person_id = $1 AND a.state IN ('REQUESTED', 'GRANTED', 'PAID') ORDER BY a.id"
);

macro_rules! list_of_advances {
    ($which:literal) => {
        select_advances!(
            ", p.first_name || ' ' || p.last_name AS person_name, b.number AS bill_number, b.due_date, \
             COALESCE(c.name, '') AS customer, \
             CAST(COALESCE((SELECT SUM(o.amount) FROM advance o WHERE o.person_id = a.person_id AND o.id <> a.id \
             AND o.state IN ('GRANTED', 'PAID')), 0) - COALESCE((SELECT SUM(t.amount) FROM advance o \
             JOIN recovery r ON r.advance_id = o.id JOIN recovery_part t ON t.recovery_id = r.id \
             WHERE o.person_id = a.person_id AND o.id <> a.id AND o.state IN ('GRANTED', 'PAID')), 0) AS BIGINT) \
             AS granted_beside",
            $which
        )
    };
}

/// The newest first, before the advance `$1`, in a state.
pub(crate) const ADVANCES_IN_STATE: &str = list_of_advances!(
    "JOIN person p ON p.id = a.person_id LEFT JOIN customer c ON c.id = b.customer_id \
     WHERE a.state = $3 AND a.id < $1 ORDER BY a.id DESC LIMIT $2"
);
pub(crate) const ALL_ADVANCES: &str = list_of_advances!(
    "JOIN person p ON p.id = a.person_id LEFT JOIN customer c ON c.id = b.customer_id \
     WHERE a.id < $1 ORDER BY a.id DESC LIMIT $2"
);
/// What workers owe of advances: the money is out and not recovered.
const ADVANCES_OUT: &str = list_of_advances!(
    "JOIN person p ON p.id = a.person_id LEFT JOIN customer c ON c.id = b.customer_id \
     JOIN recovery v ON v.advance_id = a.id AND v.remaining > 0 WHERE a.is_out ORDER BY a.id"
);

read_row! {
    Advance {
        id, person = "person_id", bill = "bill_id", bill_state, amount, state, requested_at, first_by, first_by_name,
        decided_by, decided_by_name, decided_at, reason, is_out, paid_on, due_at, due_reason, recovered
    } empty { rows }
}
read_row! { AdvanceOfWorker { person_name, bill_number, due_date, customer, granted_beside } flat { advance } }
read_row! { TiedDebt { bill = "bill_id", remaining } }
read_row! { RecoveredAdvance { id, bill_id, bill_number, requested = "requested_at", amount } }

const ROWS_OF_ADVANCES: &str =
    "SELECT advance_id, row_id FROM advance_row WHERE advance_id = ANY($1) ORDER BY advance_id, row_id";

fn with_rows(mut advances: Vec<Advance>, rows: Vec<(AdvanceId, RowId)>) -> Vec<Advance> {
    for (advance, row) in rows {
        if let Some(advance) = advances.iter_mut().find(|one| one.id == advance) {
            advance.rows.push(row);
        }
    }
    advances
}

fn ids_of(advances: &[Advance]) -> Vec<AdvanceId> {
    advances.iter().map(|advance| advance.id).collect()
}

/// Where advance `a` of recovery `v` may be taken from any salary: it is due at once, or its bill is in a salary that
/// was approved before.
macro_rules! advance_is_free {
    () => {
        "(a.due_at IS NOT NULL OR EXISTS (SELECT 1 FROM bill ab JOIN salary sx ON sx.id = ab.salary_id AND NOT sx.held \
         JOIN payroll_run rx ON rx.id = sx.run_id AND NOT rx.unapproving \
         AND rx.state IN ('APPROVED', 'POSTED', 'PAID') WHERE ab.id = a.bill_id))"
    };
}
pub(crate) use advance_is_free;

const SALARY_HAS_BILL: &str = "SELECT EXISTS (SELECT 1 FROM bill b JOIN salary s ON s.id = b.salary_id AND NOT s.held \
     JOIN payroll_run r ON r.id = s.run_id AND NOT r.unapproving AND r.state IN ('APPROVED', 'POSTED', 'PAID') \
     WHERE b.id = $1)";

store_methods! {
    /// Whether an approved salary has the bill.
    pub async fn salary_has_bill(bill: BillId) -> bool = fetch_value SALARY_HAS_BILL;

    /// The salaries' reductions by advances, the oldest first.
    pub async fn advances_recovered_by(salary: SalaryId) -> Vec<RecoveredAdvance> = fetch_all
        "SELECT a.id, a.bill_id, b.number AS bill_number, a.requested_at, t.amount FROM recovery_part t \
         JOIN recovery v ON v.id = t.recovery_id JOIN advance a ON a.id = v.advance_id JOIN bill b ON b.id = a.bill_id \
         WHERE t.salary_id = $1 ORDER BY a.id";

    /// What is out of the provider's account, the oldest first.
    pub async fn advances_out() -> Vec<AdvanceOfWorker> = fetch_all ADVANCES_OUT;
}

impl Store {
    pub async fn advance(&self, id: AdvanceId) -> StoreResult<Option<Advance>> {
        let found: Option<Advance> = self.fetch_optional(sql!(SELECT_ADVANCE => id)).await?;
        Ok(self.with_rows_of_advances(found.into_iter().collect()).await?.pop())
    }

    /// All advances of these bills, the oldest first.
    pub async fn advances_of_bills(&self, bills: &[BillId]) -> StoreResult<Vec<Advance>> {
        let found = self.fetch_all(sql!(ADVANCES_OF_BILLS => bills)).await?;
        self.with_rows_of_advances(found).await
    }

    /// The advances of a worker that stand, the oldest first.
    pub async fn standing_advances(&self, person: PersonId) -> StoreResult<Vec<Advance>> {
        let found = self.fetch_all(sql!(ADVANCES_OF_PERSON => person)).await?;
        self.with_rows_of_advances(found).await
    }

    /// The newest first, and whether there are more.
    pub async fn advances(
        &self,
        state: Option<AdvanceState>,
        before: Option<AdvanceId>,
        limit: i64,
    ) -> StoreResult<(Vec<AdvanceOfWorker>, bool)> {
        let before = before_id(before);
        let select = match state {
            Some(state) => sql!(ADVANCES_IN_STATE => before, limit + 1, state),
            None => sql!(ALL_ADVANCES => before, limit + 1),
        };
        Ok(cut_page(self.fetch_all(select).await?, limit))
    }

    async fn with_rows_of_advances(&self, advances: Vec<Advance>) -> StoreResult<Vec<Advance>> {
        if advances.is_empty() {
            return Ok(advances);
        }
        let ids = ids_of(&advances);
        let rows = self.fetch_all(sql!(ROWS_OF_ADVANCES => ids.as_slice())).await?;
        Ok(with_rows(advances, rows))
    }

    /// Advances of these people that only the salary of their bill pays back.
    pub(crate) async fn tied_debts(
        &self,
        people: &[PersonId],
    ) -> StoreResult<HashMap<PersonId, Vec<TiedDebt>>> {
        let select = sql!(concat!(
            "SELECT v.person_id AS owner, a.bill_id, v.remaining FROM recovery v JOIN advance a ON a.id = v.advance_id \
             WHERE v.remaining > 0 AND v.person_id = ANY($1) AND NOT ",
            advance_is_free!(),
            " ORDER BY v.id"
        ) => people);
        let found: Vec<Owned<PersonId, TiedDebt>> = self.fetch_all(select).await?;
        Ok(grouped(found))
    }
}

tx_methods! {
    /// Writes the state of an advance that this transaction has locked.
    pub async fn change_advance(change: &AdvanceChange<'_>) = change_one
        "UPDATE advance SET state = $2, amount = $3, first_by = $4, decided_by = $5, decided_at = $6, reason = $7 \
         WHERE id = $1"
        => change.id, change.state, change.amount, change.first_by, change.decided_by, change.decided_at, change.reason;

    /// Notes that the money of a granted advance has left, or is about to.
    pub async fn advance_is_out(id: AdvanceId) = change_one "UPDATE advance SET is_out = TRUE WHERE id = $1";

    /// Notes what the bank has paid of an advance, be it after somebody said that it was refused.
    pub async fn advance_was_paid(id: AdvanceId, amount: Money, paid_on: Date) = change_one
        "UPDATE advance SET state = 'PAID', amount = $2, paid_on = $3, is_out = TRUE WHERE id = $1";

    /// From now on any salary is reduced by the advance.
    pub async fn advance_is_due(id: AdvanceId, by: Option<PersonId>, at: Timestamp, reason: &str) = change_one
        "UPDATE advance SET due_at = $3, due_by = $2, due_reason = $4 WHERE id = $1 AND due_at IS NULL";

    /// The version of a bill that this transaction has locked.
    pub async fn version_of_bill(bill: BillId) -> i64 = fetch_value "SELECT version FROM bill WHERE id = $1";

    /// The bills that salaries of the run pay out and on which advances stand, locked until this transaction ends.
    async fn lock_advanced_bills(run: PayrollRunId) -> Vec<BillId> = fetch_values
        "SELECT id FROM bill WHERE id IN (SELECT b.id FROM bill b JOIN salary s ON s.id = b.salary_id \
         JOIN advance a ON a.bill_id = b.id WHERE s.run_id = $1 AND NOT s.held \
         AND a.state IN ('REQUESTED', 'GRANTED', 'PAID')) ORDER BY id FOR UPDATE";

    /// What the worker owes of the advance, locked until this transaction ends.
    async fn lock_debt_of_advance(id: AdvanceId) -> Vec<RecoveryId> = fetch_values
        "SELECT id FROM recovery WHERE advance_id = $1 FOR UPDATE";

    /// Whether an approved salary has the bill.
    pub async fn salary_has_bill(bill: BillId) -> bool = fetch_value SALARY_HAS_BILL;
}

impl Tx {
    /// All advances of a bill, which is locked until this transaction ends. The oldest first.
    pub async fn lock_advances(&mut self, bill: BillId) -> StoreResult<Vec<Advance>> {
        self.run(sql!("UPDATE bill SET version = version WHERE id = $1" => bill)).await?;
        self.advances_of_bill(bill).await
    }

    /// All advances of a bill that is locked.
    pub async fn advances_of_bill(&mut self, bill: BillId) -> StoreResult<Vec<Advance>> {
        let found = self.fetch_all(sql!(ADVANCES_OF_BILLS => [bill].as_slice())).await?;
        self.with_rows_of_advances(found).await
    }

    /// The advance, whose bill is locked until this transaction ends.
    pub async fn lock_advance(&mut self, id: AdvanceId) -> StoreResult<Option<Advance>> {
        self.run(sql!(
            "UPDATE bill SET version = version WHERE id = (SELECT a.bill_id FROM advance a WHERE a.id = $1)" => id
        ))
        .await?;
        let found: Option<Advance> = self.fetch_optional(sql!(SELECT_ADVANCE => id)).await?;
        Ok(self.with_rows_of_advances(found.into_iter().collect()).await?.pop())
    }

    /// The advances on bills that the run pays out, which are locked until this transaction ends.
    pub async fn lock_advances_of_run(&mut self, run: PayrollRunId) -> StoreResult<Vec<Advance>> {
        let bills = self.lock_advanced_bills(run).await?;
        let found = self.fetch_all(sql!(ADVANCES_OF_BILLS => bills.as_slice())).await?;
        self.with_rows_of_advances(found).await
    }

    /// The advances of a worker that stand. The worker must be locked.
    pub async fn standing_advances(&mut self, person: PersonId) -> StoreResult<Vec<Advance>> {
        self.fetch_all(sql!(ADVANCES_OF_PERSON => person)).await
    }

    async fn with_rows_of_advances(&mut self, advances: Vec<Advance>) -> StoreResult<Vec<Advance>> {
        if advances.is_empty() {
            return Ok(advances);
        }
        let ids = ids_of(&advances);
        let rows = self.fetch_all(sql!(ROWS_OF_ADVANCES => ids.as_slice())).await?;
        Ok(with_rows(advances, rows))
    }

    pub async fn insert_advance(&mut self, new: &NewAdvance<'_>) -> StoreResult<()> {
        self.change_one(sql!(
            "INSERT INTO advance (id, person_id, bill_id, amount, state, requested_at) \
             VALUES ($1, $2, $3, $4, 'REQUESTED', $5)"
            => new.id, new.person, new.bill, new.amount, new.requested_at
        ))
        .await?;
        let rows = new.rows.iter().map(|row| values![new.id, row]).collect();
        self.insert_rows("INSERT INTO advance_row (advance_id, row_id)", rows).await
    }

    /// The worker owes the advance from now on, less what salaries had taken of it before it came back once.
    pub async fn owe_advance(
        &mut self,
        recovery: RecoveryId,
        advance: &Advance,
        at: Timestamp,
    ) -> StoreResult<()> {
        let left = advance.amount.minus(advance.recovered).unwrap_or_default().max(Money::ZERO);
        self.change_one(sql!(
            "INSERT INTO recovery (id, person_id, advance_id, amount, remaining, made_at) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (advance_id) DO UPDATE SET amount = excluded.amount, remaining = excluded.remaining, \
             made_at = excluded.made_at"
            => recovery, advance.person, advance.id, advance.amount, left, at
        ))
        .await
    }

    /// Notes that the bank did not pay an advance or sent it back.
    pub async fn advance_is_back(&mut self, id: AdvanceId) -> StoreResult<()> {
        // A run that is approved at this moment may take a part of it.
        self.lock_debt_of_advance(id).await?;
        self.change_one(sql!(
            "UPDATE advance SET state = 'GRANTED', is_out = FALSE, paid_on = NULL WHERE id = $1" => id
        ))
        .await?;
        self.forget_debts_of_returned_advances().await
    }

    /// The money is not with the worker: what salaries have not taken is not owed any more.
    pub(crate) async fn forget_debts_of_returned_advances(&mut self) -> StoreResult<()> {
        for statement in [
            "UPDATE recovery SET amount = amount - remaining, remaining = 0 WHERE remaining > 0 AND remaining < amount \
             AND advance_id IN (SELECT id FROM advance WHERE NOT is_out)",
            "DELETE FROM recovery WHERE remaining = amount AND advance_id IN (SELECT id FROM advance WHERE NOT is_out)",
        ] {
            self.run(sql!(statement)).await?;
        }
        Ok(())
    }
}
