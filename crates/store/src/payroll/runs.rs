//! The life of a run.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::ids::{FileId, Id, PayrollRunId, PersonId, SalaryId};
use liksa_domain::payroll::RunState;
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use super::{Hand, PayrollRun};
use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::{date_from_text, date_text, from_micros, to_micros};

macro_rules! select_runs {
    ($end:literal) => {
        concat!(
            "SELECT r.id, r.payday, r.state, r.calculation, r.calculated_until, r.to_calculate, r.made_by, \
             r.created_at, m.first_name || ' ' || m.last_name AS made_name, r.calculated_by, r.calculated_at, \
             c.first_name || ' ' || c.last_name AS calculated_name, r.approved_by, r.approved_at, \
             a.first_name || ' ' || a.last_name AS approved_name, r.posted_at, r.paid_by, r.paid_at, \
             p.first_name || ' ' || p.last_name AS paid_name FROM payroll_run r \
             JOIN person m ON m.id = r.made_by LEFT JOIN person c ON c.id = r.calculated_by \
             LEFT JOIN person a ON a.id = r.approved_by LEFT JOIN person p ON p.id = r.paid_by ",
            $end
        )
    };
}

const SELECT_RUN: &str = select_runs!("WHERE r.id = $1");
const OPEN_RUN: &str = select_runs!("WHERE r.payday = $1 AND r.state <> 'PAID'");
/// The newest payday first, after the run `$1`, `$2`.
pub(crate) const SELECT_RUNS: &str =
    select_runs!("WHERE (r.payday, r.id) < ($1, $2) ORDER BY r.payday DESC, r.id DESC LIMIT $3");

/// Of run `$1`: salaries to pay, bills of theirs that have moved since the calculation, and salaries of the same
/// workers that another run has approved since.
const STANDING: &str = "SELECT (SELECT COUNT(*) FROM salary WHERE run_id = $1 AND NOT held), \
     (SELECT COUNT(*) FROM salary s JOIN bill b ON b.salary_id = s.id \
      WHERE s.run_id = $1 AND NOT s.held AND b.state <> 'PAID'), \
     (SELECT COUNT(*) FROM payroll_run r JOIN payroll_run o ON o.id <> r.id \
      AND o.approved_at >= r.calculated_at JOIN salary x ON x.run_id = o.id AND NOT x.held \
      JOIN salary s ON s.run_id = r.id AND s.person_id = x.person_id AND NOT s.held \
      WHERE r.id = $1)";

#[derive(FromRow)]
struct RunRow {
    id: Uuid,
    payday: String,
    state: String,
    calculation: i64,
    calculated_until: Option<Uuid>,
    to_calculate: i64,
    made_by: Uuid,
    created_at: i64,
    made_name: String,
    calculated_by: Option<Uuid>,
    calculated_at: Option<i64>,
    calculated_name: Option<String>,
    approved_by: Option<Uuid>,
    approved_at: Option<i64>,
    approved_name: Option<String>,
    posted_at: Option<i64>,
    paid_by: Option<Uuid>,
    paid_at: Option<i64>,
    paid_name: Option<String>,
}

/// How an approval ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {
    Approved,
    /// The run is not one that waits for approval.
    NotCalculated,
    /// A bill or what its worker was paid before is not what it was at the calculation.
    Changed,
    /// There is nothing to pay in it.
    Empty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunFileKind {
    Bank,
    WageReport,
}

impl RunFileKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Bank => "BANK",
            Self::WageReport => "WAGE_REPORT",
        }
    }
}

/// A file that a run has made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFile {
    pub kind: RunFileKind,
    pub file: FileId,
    pub name: String,
    pub size: i64,
}

impl Store {
    pub async fn payroll_run(&self, id: PayrollRunId) -> StoreResult<Option<PayrollRun>> {
        let row: Option<RunRow> = on!(self.reads(), c => sqlx::query_as(SELECT_RUN)
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(RunRow::into_run).transpose()
    }

    /// The newest payday first.
    pub async fn payroll_runs(
        &self,
        after: Option<(Date, PayrollRunId)>,
        limit: i64,
    ) -> StoreResult<Vec<PayrollRun>> {
        // After every day that there is.
        let (day, id) =
            after.map_or(("9999-99-99".to_owned(), Uuid::max()), |(day, id)| (date_text(day), id.uuid()));
        let rows: Vec<RunRow> = on!(self.reads(), c => sqlx::query_as(SELECT_RUNS)
            .bind(day)
            .bind(id)
            .bind(limit)
            .fetch_all(c).await)?;
        rows.into_iter().map(RunRow::into_run).collect()
    }

    /// Whether a run has to be calculated anew before it can be approved: a bill or what its worker was paid
    /// before is not what it was at the calculation.
    pub async fn run_is_outdated(&self, id: PayrollRunId) -> StoreResult<bool> {
        let (_, moved_bills, paid_meanwhile): (i64, i64, i64) = on!(self.reads(), c => sqlx::query_as(STANDING)
            .bind(id.uuid())
            .fetch_one(c).await)?;
        Ok(moved_bills + paid_meanwhile > 0)
    }

    pub async fn payroll_files(&self, run: PayrollRunId) -> StoreResult<Vec<RunFile>> {
        let rows: Vec<(String, Uuid, String, i64)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT p.kind, f.id, f.name, f.size FROM payroll_file p JOIN file f ON f.id = p.file_id \
                 WHERE p.run_id = $1 ORDER BY p.kind")
            .bind(run.uuid())
            .fetch_all(c).await)?;
        let file = |(kind, file, name, size): (String, Uuid, String, i64)| {
            let kind = match kind.as_str() {
                "BANK" => RunFileKind::Bank,
                "WAGE_REPORT" => RunFileKind::WageReport,
                _ => return Err(StoreError::Corrupt("kind of a payroll file")),
            };
            Ok(RunFile { kind, file: FileId::from_uuid(file), name, size })
        };
        rows.into_iter().map(file).collect()
    }
}

impl Tx {
    /// Makes a run for the payday, unless there is one that is not paid yet: that one is answered then.
    pub async fn make_run(
        &mut self,
        id: PayrollRunId,
        payday: Date,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<(PayrollRunId, bool)> {
        let made = on!(self.conn(), c => sqlx::query(
                "INSERT INTO payroll_run (id, payday, state, calculation, to_calculate, made_by, created_at) \
                 VALUES ($1, $2, 'DRAFT', 0, 0, $3, $4) ON CONFLICT DO NOTHING")
            .bind(id.uuid())
            .bind(date_text(payday))
            .bind(by.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        if made == 1 {
            return Ok((id, true));
        }
        let run: RunRow = on!(self.conn(), c => sqlx::query_as(OPEN_RUN)
            .bind(date_text(payday))
            .fetch_one(c).await)?;
        Ok((PayrollRunId::from_uuid(run.id), false))
    }

    /// The run as it stands, which nobody else moves until this transaction is through.
    pub async fn hold_run(&mut self, id: PayrollRunId) -> StoreResult<Option<PayrollRun>> {
        on!(self.conn(), c => sqlx::query("UPDATE payroll_run SET state = state WHERE id = $1")
            .bind(id.uuid())
            .execute(c).await.map(drop))?;
        let row: Option<RunRow> = on!(self.conn(), c => sqlx::query_as(SELECT_RUN)
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(RunRow::into_run).transpose()
    }

    /// From now on the figures stand. What is held goes back to wait for the next run.
    pub async fn approve_run(
        &mut self,
        id: PayrollRunId,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<Approval> {
        let moved = on!(self.conn(), c => sqlx::query(
                "UPDATE payroll_run SET state = 'APPROVED', approved_by = $2, approved_at = $3 \
                 WHERE id = $1 AND state = 'CALCULATED'")
            .bind(id.uuid())
            .bind(by.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        if moved != 1 {
            return Ok(Approval::NotCalculated);
        }
        let (to_pay, moved_bills, paid_meanwhile): (i64, i64, i64) = on!(self.conn(), c => sqlx::query_as(STANDING)
            .bind(id.uuid())
            .fetch_one(c).await)?;
        if moved_bills + paid_meanwhile > 0 {
            return Ok(Approval::Changed);
        }
        if to_pay == 0 {
            return Ok(Approval::Empty);
        }
        on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET salary_id = NULL \
                 WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1 AND held)")
            .bind(id.uuid())
            .execute(c).await.map(drop))?;
        Ok(Approval::Approved)
    }

    /// Keeps a salary out of its run, or lets it in again. False if the run has gone on.
    pub async fn set_hold(
        &mut self,
        (run, salary, person): (PayrollRunId, SalaryId, PersonId),
        held: Option<(&str, PersonId)>,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let changed = on!(self.conn(), c => sqlx::query(
                "UPDATE salary SET held = $2 WHERE id = $1 AND EXISTS \
                 (SELECT 1 FROM payroll_run r WHERE r.id = salary.run_id AND r.state = 'CALCULATED')")
            .bind(salary.uuid())
            .bind(held.is_some())
            .execute(c).await.map(|done| done.rows_affected()))?;
        if changed != 1 {
            return Ok(false);
        }
        on!(self.conn(), c => sqlx::query("DELETE FROM payroll_hold WHERE run_id = $1 AND person_id = $2")
            .bind(run.uuid())
            .bind(person.uuid())
            .execute(c).await.map(drop))?;
        if let Some((reason, by)) = held {
            let rows = on!(self.conn(), c => sqlx::query(
                    "INSERT INTO payroll_hold (run_id, person_id, reason, held_by, held_at) \
                     VALUES ($1, $2, $3, $4, $5)")
                .bind(run.uuid())
                .bind(person.uuid())
                .bind(reason)
                .bind(by.uuid())
                .bind(to_micros(at))
                .execute(c).await.map(|done| done.rows_affected()))?;
            exactly_one(rows)?;
        }
        Ok(true)
    }

    /// The files stand; one that a runner before has written stays.
    pub async fn add_run_file(
        &mut self,
        run: PayrollRunId,
        kind: RunFileKind,
        file: FileId,
    ) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO payroll_file (run_id, kind, file_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(run.uuid())
            .bind(kind.name())
            .bind(file.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// The slips become the workers'. Answers what was paid, or None if the run is not one to be paid: not booked,
    /// or without the files that say what the bank is to pay.
    pub async fn pay_run(
        &mut self,
        id: PayrollRunId,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<Option<Money>> {
        let moved = on!(self.conn(), c => sqlx::query(
                "UPDATE payroll_run SET state = 'PAID', paid_by = $2, paid_at = $3 \
                 WHERE id = $1 AND state = 'POSTED' AND (EXISTS (SELECT 1 FROM payroll_file WHERE run_id = $1) \
                 OR NOT EXISTS (SELECT 1 FROM salary WHERE run_id = $1 AND NOT held \
                 AND (salary > 0 OR gross_salary > 0)))")
            .bind(id.uuid())
            .bind(by.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        if moved != 1 {
            return Ok(None);
        }
        on!(self.conn(), c => sqlx::query("UPDATE salary SET published_at = $2 WHERE run_id = $1 AND NOT held")
            .bind(id.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(drop))?;
        let (sum,): (i64,) = on!(self.conn(), c => sqlx::query_as(
                "SELECT CAST(COALESCE(SUM(salary), 0) AS BIGINT) FROM salary \
                 WHERE run_id = $1 AND NOT held AND salary > 0")
            .bind(id.uuid())
            .fetch_one(c).await)?;
        Ok(Some(Money::from_units(sum)))
    }
}

impl RunRow {
    fn into_run(self) -> StoreResult<PayrollRun> {
        Ok(PayrollRun {
            id: PayrollRunId::from_uuid(self.id),
            payday: date_from_text(&self.payday)?,
            state: RunState::from_name(&self.state).ok_or(StoreError::Corrupt("state of a run"))?,
            calculation: self.calculation,
            calculated_until: self.calculated_until.map(PersonId::from_uuid),
            to_calculate: self.to_calculate,
            made: Hand {
                by: PersonId::from_uuid(self.made_by),
                name: self.made_name,
                at: from_micros(self.created_at)?,
            },
            calculated: hand(self.calculated_by, self.calculated_name, self.calculated_at)?,
            approved: hand(self.approved_by, self.approved_name, self.approved_at)?,
            posted_at: self.posted_at.map(from_micros).transpose()?,
            paid: hand(self.paid_by, self.paid_name, self.paid_at)?,
        })
    }
}

fn hand(by: Option<Uuid>, name: Option<String>, at: Option<i64>) -> StoreResult<Option<Hand>> {
    let (Some(by), Some(name), Some(at)) = (by, name, at) else { return Ok(None) };
    Ok(Some(Hand { by: PersonId::from_uuid(by), name, at: from_micros(at)? }))
}
