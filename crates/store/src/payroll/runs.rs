//! Payroll runs and their states.

use liksa_domain::payroll::SinceCalculation;
use uuid::Uuid;

use super::{PayrollRun, RunStep};
use crate::prelude::*;

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
const SINCE_CALCULATION: &str = "SELECT (SELECT COUNT(*) FROM salary WHERE run_id = $1 AND NOT held) AS to_pay, \
     (SELECT COUNT(*) FROM salary s JOIN bill b ON b.salary_id = s.id \
      WHERE s.run_id = $1 AND NOT s.held AND b.state <> 'PAID') AS moved_bills, \
     (SELECT COUNT(*) FROM payroll_run r JOIN payroll_run o ON o.id <> r.id \
      AND o.approved_at >= r.calculated_at JOIN salary x ON x.run_id = o.id AND NOT x.held \
      JOIN salary s ON s.run_id = r.id AND s.person_id = x.person_id AND NOT s.held \
      WHERE r.id = $1) AS paid_meanwhile";

impl ReadRow for PayrollRun {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let step = |by, name, at| match row.get(by)? {
            Some(by) => Ok(Some(RunStep { by, name: row.get(name)?, at: row.get(at)? })),
            None => StoreResult::Ok(None),
        };
        Ok(Self {
            id: row.get("id")?,
            payday: row.get("payday")?,
            state: row.get("state")?,
            calculation: row.get("calculation")?,
            calculated_until: row.get("calculated_until")?,
            to_calculate: row.get("to_calculate")?,
            made: RunStep {
                by: row.get("made_by")?,
                name: row.get("made_name")?,
                at: row.get("created_at")?,
            },
            calculated: step("calculated_by", "calculated_name", "calculated_at")?,
            approved: step("approved_by", "approved_name", "approved_at")?,
            posted_at: row.get("posted_at")?,
            paid: step("paid_by", "paid_name", "paid_at")?,
        })
    }
}

read_row! { SinceCalculation { to_pay, moved_bills, paid_meanwhile } }

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
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

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Bank, Self::WageReport].into_iter().find(|kind| kind.name() == name)
    }
}

/// A file that a run has made.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = PayrollFile)]
pub struct RunFile {
    #[serde(rename = "id")]
    pub file: FileId,
    /// BANK or WAGE_REPORT.
    #[schema(value_type = String)]
    pub kind: RunFileKind,
    pub name: String,
    /// In bytes.
    pub size: i64,
}

read_row! { RunFile { kind, file, name, size } }

store_methods! {
    pub async fn payroll_run(id: PayrollRunId) -> Option<PayrollRun> = fetch_optional SELECT_RUN;

    /// What has changed since the run was calculated, for [`SinceCalculation::is_outdated`].
    pub async fn since_calculation(id: PayrollRunId) -> SinceCalculation = fetch_one SINCE_CALCULATION;

    pub async fn payroll_files(run: PayrollRunId) -> Vec<RunFile> = fetch_all
        "SELECT p.kind, f.id AS file, f.name, f.size FROM payroll_file p JOIN file f ON f.id = p.file_id \
         WHERE p.run_id = $1 ORDER BY p.kind";
}

impl Store {
    /// The newest payday first.
    pub async fn payroll_runs(
        &self,
        after: Option<(Date, PayrollRunId)>,
        limit: i64,
    ) -> StoreResult<Vec<PayrollRun>> {
        // Sorts after every day.
        let (day, id) =
            after.map_or(("9999-99-99".to_owned(), Uuid::max()), |(day, id)| (day.to_string(), id.uuid()));
        self.fetch_all(sql!(SELECT_RUNS => day, id, limit)).await
    }
}

tx_methods! {
    /// What has changed since the run was calculated, as of this transaction.
    pub async fn since_calculation(id: PayrollRunId) -> SinceCalculation = fetch_one SINCE_CALCULATION;

    /// Adds a file of the run. False if it has one of this kind, which stays.
    pub async fn add_run_file(run: PayrollRunId, kind: RunFileKind, file: FileId) -> bool = try_change
        "INSERT INTO payroll_file (run_id, kind, file_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
}

impl Tx {
    /// Makes a run for the payday. If there is one that is not paid yet, that one is returned, with false.
    pub async fn make_run(
        &mut self,
        id: PayrollRunId,
        payday: Date,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<(PayrollRunId, bool)> {
        let insert = sql!(
            "INSERT INTO payroll_run (id, payday, state, calculation, to_calculate, made_by, created_at) \
             VALUES ($1, $2, 'DRAFT', 0, 0, $3, $4) ON CONFLICT DO NOTHING"
            => id, payday, by, at
        );
        if self.try_change(insert).await? {
            return Ok((id, true));
        }
        let run: PayrollRun = self.fetch_one(sql!(OPEN_RUN => payday)).await?;
        Ok((run.id, false))
    }

    /// The run, locked until this transaction ends.
    pub async fn hold_run(&mut self, id: PayrollRunId) -> StoreResult<Option<PayrollRun>> {
        self.execute(sql!("UPDATE payroll_run SET state = state WHERE id = $1" => id)).await?;
        self.fetch_optional(sql!(SELECT_RUN => id)).await
    }

    /// Approves a run that this transaction has locked and that is calculated: its figures do not change any more. The
    /// bills of held salaries wait for the next run.
    pub async fn approve_run(&mut self, id: PayrollRunId, by: PersonId, at: Timestamp) -> StoreResult<()> {
        self.change_one(sql!(
            "UPDATE payroll_run SET state = 'APPROVED', approved_by = $2, approved_at = $3 \
             WHERE id = $1 AND state = 'CALCULATED'"
            => id, by, at
        ))
        .await?;
        self.run(sql!(
            "UPDATE bill SET salary_id = NULL \
             WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1 AND held)" => id
        ))
        .await
    }

    /// Holds a salary back from its run, or releases it. False if the run is not being reviewed.
    pub async fn set_hold(
        &mut self,
        (run, salary, person): (PayrollRunId, SalaryId, PersonId),
        held: Option<(&str, PersonId)>,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let update = sql!(
            "UPDATE salary SET held = $2 WHERE id = $1 AND EXISTS \
             (SELECT 1 FROM payroll_run r WHERE r.id = salary.run_id AND r.state = 'CALCULATED')"
            => salary, held.is_some()
        );
        if !self.try_change(update).await? {
            return Ok(false);
        }
        self.execute(sql!(
            "DELETE FROM payroll_hold WHERE run_id = $1 AND person_id = $2" => run, person
        ))
        .await?;
        if let Some((reason, by)) = held {
            self.change_one(sql!(
                "INSERT INTO payroll_hold (run_id, person_id, reason, held_by, held_at) \
                 VALUES ($1, $2, $3, $4, $5)"
                => run, person, reason, by, at
            ))
            .await?;
        }
        Ok(true)
    }

    /// Marks the run as paid and publishes its slips. Returns what was paid, or None if the run is not booked or has no
    /// payment file though it has something to pay.
    pub async fn pay_run(
        &mut self,
        id: PayrollRunId,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<Option<Money>> {
        let update = sql!(
            "UPDATE payroll_run SET state = 'PAID', paid_by = $2, paid_at = $3 \
             WHERE id = $1 AND state = 'POSTED' AND (EXISTS (SELECT 1 FROM payroll_file WHERE run_id = $1) \
             OR NOT EXISTS (SELECT 1 FROM salary WHERE run_id = $1 AND NOT held \
             AND (salary > 0 OR gross_salary > 0)))"
            => id, by, at
        );
        if !self.try_change(update).await? {
            return Ok(None);
        }
        self.execute(sql!(
            "UPDATE salary SET published_at = $2 WHERE run_id = $1 AND NOT held" => id, at
        ))
        .await?;
        let select = sql!(
            "SELECT CAST(COALESCE(SUM(salary), 0) AS BIGINT) FROM salary \
             WHERE run_id = $1 AND NOT held AND salary > 0"
            => id
        );
        let sum: i64 = self.fetch_value(select).await?;
        Ok(Some(Money::from_units(sum)))
    }
}
