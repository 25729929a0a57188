//! Payroll runs and their states.

use std::collections::BTreeSet;

use liksa_domain::payroll::SinceCalculation;
use uuid::Uuid;

use super::recoveries::owed_to_salary;
use super::{PayrollRun, RunStep, salary_differs_from_bills, salary_differs_from_late_receipts};
use crate::prelude::*;

macro_rules! select_runs {
    ($end:literal) => {
        concat!(
            "SELECT r.id, r.payday, r.state, r.calculation, r.calculated_until, r.to_calculate, r.made_by, \
             r.created_at, m.first_name || ' ' || m.last_name AS made_name, r.calculated_by, r.calculated_at, \
             c.first_name || ' ' || c.last_name AS calculated_name, r.approved_by, r.approved_at, \
             a.first_name || ' ' || a.last_name AS approved_name, r.posted_at, r.paid_by, r.paid_at, \
             p.first_name || ' ' || p.last_name AS paid_name, r.files_written_at, r.unapproving, r.unapproved_by, \
             r.settings_valid_from, r.settings_made_at FROM payroll_run r \
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

/// Of run `$1`: salaries to pay, bills of theirs that have moved and salaries whose bills were credited since the
/// calculation (told by the sums: the clocks of two servers differ), salaries of the same workers
/// that another run has approved since or of which something was taken back, runs whose approval was undone since or is being
/// undone (what its salaries made workers owe is to go with them),
/// accounts that are others by now, statutory figures of the payday that were taken since, late receipts of the same
/// workers that were approved since or whose approval was undone, and salaries whose workers owe another sum by now, as
/// by an advance that left, came back or became due (told by the sums, too).
const SINCE_CALCULATION: &str = concat!(
    "SELECT (SELECT COUNT(*) FROM salary WHERE run_id = $1 AND NOT held) AS to_pay, \
     (SELECT COUNT(*) FROM salary s JOIN bill b ON b.salary_id = s.id AND b.state <> 'PAID' \
      WHERE s.run_id = $1 AND NOT s.held) \
     + (SELECT COUNT(*) FROM salary s JOIN share h ON h.salary_id = s.id JOIN bill b ON b.id = h.bill_id \
      AND b.state <> 'PAID' WHERE s.run_id = $1 AND NOT s.held) \
     + (SELECT COUNT(*) FROM salary s WHERE s.run_id = $1 AND NOT s.held AND ",
    salary_differs_from_bills!(),
    ") AS moved_bills, \
     (SELECT COUNT(*) FROM payroll_run r JOIN payroll_run o ON o.id <> r.id \
      AND o.approved_at >= r.calculated_at JOIN salary x ON x.run_id = o.id AND NOT x.held \
      JOIN salary s ON s.run_id = r.id AND s.person_id = x.person_id AND NOT s.held \
      WHERE r.id = $1) \
     + (SELECT COUNT(*) FROM payroll_run r JOIN salary s ON s.run_id = r.id AND NOT s.held \
      JOIN salary_taken_back t ON t.person_id = s.person_id AND t.made_at >= r.calculated_at \
      WHERE r.id = $1) AS paid_meanwhile, \
     (SELECT COUNT(*) FROM payroll_run r JOIN payroll_run o ON o.unapproved_at >= r.calculated_at OR o.unapproving \
      WHERE r.id = $1) AS unapproved, \
     (SELECT COUNT(*) FROM salary s JOIN person p ON p.id = s.person_id \
      WHERE s.run_id = $1 AND NOT s.held AND s.iban IS DISTINCT FROM p.iban) AS other_accounts, \
     (SELECT COUNT(*) FROM payroll_run r JOIN figures_addition f ON f.version > r.figures_version \
      AND f.kind = 'YEAR' AND f.valid_from <= r.payday AND substr(f.valid_from, 1, 4) = substr(r.payday, 1, 4) \
      WHERE r.id = $1) AS other_figures, \
     (SELECT COUNT(*) FROM salary s WHERE s.run_id = $1 AND NOT s.held AND ",
    salary_differs_from_late_receipts!(),
    ") + (SELECT COUNT(*) FROM payroll_run r JOIN salary s ON s.run_id = r.id AND NOT s.held \
      JOIN late_receipt l ON l.person_id = s.person_id AND l.state = 'APPROVED' AND l.salary_id IS NULL \
      AND l.decided_at >= r.calculated_at WHERE r.id = $1) AS other_receipts, \
     (SELECT COUNT(*) FROM salary s WHERE s.run_id = $1 AND NOT s.held AND s.reductions + s.reductions_left <> ",
    owed_to_salary!(),
    ") AS other_debts"
);

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
            files_written: row.get::<Option<Timestamp>>("files_written_at")?.is_some(),
            unapproving: row.get("unapproving")?,
            unapproved_by: row.get("unapproved_by")?,
            settings: match (row.get("settings_valid_from")?, row.get("settings_made_at")?) {
                (Some(valid_from), Some(made_at)) => Some((valid_from, made_at)),
                _ => None,
            },
        })
    }
}

read_row! {
    SinceCalculation {
        to_pay, moved_bills, paid_meanwhile, unapproved, other_accounts, other_figures, other_receipts, other_debts
    }
}

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
    /// When it was fetched for the first time, RFC 3339; null as long as nobody has.
    #[schema(required)]
    #[serde(rename = "fetchedAt")]
    pub fetched_at: Option<Timestamp>,
}

read_row! { RunFile { kind, file, name, size, fetched_at } }

store_methods! {
    pub async fn payroll_run(id: PayrollRunId) -> Option<PayrollRun> = fetch_optional SELECT_RUN;

    /// What has changed since the run was calculated, for [`SinceCalculation::is_outdated`].
    pub async fn since_calculation(id: PayrollRunId) -> SinceCalculation = fetch_one SINCE_CALCULATION;

    pub async fn payroll_files(run: PayrollRunId) -> Vec<RunFile> = fetch_all
        "SELECT p.kind, f.id AS file, f.name, f.size, p.fetched_at FROM payroll_file p JOIN file f ON f.id = p.file_id \
         WHERE p.run_id = $1 ORDER BY p.kind";

    /// Whether the run would pay this person.
    pub async fn run_pays(run: PayrollRunId, person: PersonId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM salary WHERE run_id = $1 AND person_id = $2 AND NOT held)";

    /// The number of slips that was given last.
    pub async fn last_slip_number() -> i64 = fetch_value "SELECT last_number FROM salary_counter WHERE id = 1";
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

    /// Whether the run pays this person, as of this transaction.
    pub async fn run_pays(run: PayrollRunId, person: PersonId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM salary WHERE run_id = $1 AND person_id = $2 AND NOT held)";

    /// The salaries that the run pays, in the order of their workers' ids.
    pub async fn salaries_to_pay(run: PayrollRunId) -> Vec<SalaryId> = fetch_values
        "SELECT id FROM salary WHERE run_id = $1 AND NOT held ORDER BY person_id";

    /// Notes that the files of a booked run are written. False if they were before.
    pub async fn end_files(run: PayrollRunId, at: Timestamp) -> bool = try_change
        "UPDATE payroll_run SET files_written_at = $2 \
         WHERE id = $1 AND state = 'POSTED' AND NOT unapproving AND files_written_at IS NULL";

    /// Notes that a file of the run was fetched. False if it was before.
    pub async fn fetch_run_file(file: FileId, by: PersonId, at: Timestamp) -> bool = try_change
        "UPDATE payroll_file SET fetched_by = $2, fetched_at = $3 WHERE file_id = $1 AND fetched_at IS NULL";

    /// Adds a file of the run, which has none of this kind.
    pub async fn add_run_file(run: PayrollRunId, kind: RunFileKind, file: FileId) = change_one
        "INSERT INTO payroll_file (run_id, kind, file_id) VALUES ($1, $2, $3)";
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

    /// The run, locked with every other that is not paid: what a run pays depends on what the others have approved,
    /// so that of two approvals at once the second sees the first. The oldest is locked first, as everywhere.
    pub async fn hold_open_runs(&mut self, id: PayrollRunId) -> StoreResult<Option<PayrollRun>> {
        let all = sql!("SELECT id FROM payroll_run WHERE state <> 'PAID' ORDER BY id FOR UPDATE");
        let _: Vec<PayrollRunId> = self.fetch_values(all).await?;
        self.hold_run(id).await
    }

    /// Locks the runs whose salaries the bills or their shares are in, the oldest first, and returns them.
    pub async fn hold_runs_of_bills(&mut self, bills: &[BillId]) -> StoreResult<BTreeSet<PayrollRunId>> {
        let select = sql!(
            "SELECT id FROM payroll_run WHERE id IN (SELECT s.run_id FROM bill b JOIN salary s \
             ON s.id = b.salary_id WHERE b.id = ANY($1) UNION ALL SELECT s.run_id FROM share h JOIN salary s \
             ON s.id = h.salary_id WHERE h.bill_id = ANY($1)) ORDER BY id FOR UPDATE"
            => bills
        );
        Ok(self.fetch_values(select).await?.into_iter().collect())
    }

    /// Approves a run that this transaction has locked and that is calculated: its figures do not change any more. The
    /// bills, shares and late receipts of held salaries wait for the next run. Its files are written by these settings.
    pub async fn approve_run(
        &mut self,
        id: PayrollRunId,
        by: PersonId,
        at: Timestamp,
        settings: Option<(Date, Timestamp)>,
    ) -> StoreResult<()> {
        self.change_one(sql!(
            "UPDATE payroll_run SET state = 'APPROVED', approved_by = $2, approved_at = $3, \
             settings_valid_from = $4, settings_made_at = $5 WHERE id = $1 AND state = 'CALCULATED'"
            => id, by, at, settings.map(|(valid_from, _)| valid_from), settings.map(|(_, made_at)| made_at)
        ))
        .await?;
        for statement in [
            "UPDATE bill SET salary_id = NULL \
             WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1 AND held)",
            "UPDATE share SET salary_id = NULL \
             WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1 AND held)",
            "UPDATE late_receipt SET salary_id = NULL \
             WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1 AND held)",
        ] {
            self.run(sql!(statement => id)).await?;
        }
        Ok(())
    }

    /// Holds a salary back from its run, or releases it. False if the run is not being reviewed. The run must be
    /// locked, so that nobody approves it meanwhile.
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

    /// Marks the run as paid and publishes its slips. Returns what was paid, or None if the run is not booked or its
    /// files are not written.
    pub async fn pay_run(
        &mut self,
        id: PayrollRunId,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<Option<Money>> {
        let update = sql!(
            "UPDATE payroll_run SET state = 'PAID', paid_by = $2, paid_at = $3 \
             WHERE id = $1 AND state = 'POSTED' AND NOT unapproving AND files_written_at IS NOT NULL"
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
