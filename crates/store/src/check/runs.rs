//! Work that does not go on: payroll runs without files, jobs that were given up.

use jiff::SignedDuration;
use liksa_domain::job::{Job, JobKind};

use super::*;

/// Longer than the jobs of the largest run take.
const TIME_FOR_JOBS: SignedDuration = SignedDuration::from_hours(1);

const NOT_WRITTEN: &str = "SELECT payday FROM payroll_run WHERE state IN ('APPROVED', 'POSTED') AND NOT unapproving \
     AND files_written_at IS NULL AND approved_at < $1 ORDER BY payday LIMIT $2";

const NOT_REVERSED: &str =
    "SELECT payday FROM payroll_run WHERE unapproving AND unapproved_at < $1 ORDER BY payday LIMIT $2";

const OF_RUNS: [JobKind; 4] =
    [JobKind::CalculatePayroll, JobKind::PostPayroll, JobKind::WritePayrollFiles, JobKind::ReversePayroll];

impl Snapshot {
    /// An approved run is booked and its files are written within minutes; so is the way back.
    pub(super) async fn check_runs(&mut self, now: Timestamp) -> StoreResult<Vec<Fault>> {
        let before = now.saturating_sub(TIME_FOR_JOBS).unwrap_or(Timestamp::MIN);
        let mut faults = vec![];
        for (select, key) in
            [(NOT_WRITTEN, FaultKey::RunNotWritten), (NOT_REVERSED, FaultKey::RunNotReversed)]
        {
            let days: Vec<Date> = self.fetch_values(sql!(select => before, MOST)).await?;
            faults.extend(days.into_iter().map(|day| Fault { day: Some(day), ..Fault::new(key) }));
        }
        for kind in OF_RUNS {
            let select = sql!(
                "SELECT payload FROM job WHERE state = 'FAILED' AND kind = $1 ORDER BY id LIMIT $2"
                => kind.name(), MOST
            );
            let payloads: Vec<String> = self.fetch_values(select).await?;
            for payload in payloads {
                let day = match run_of(&payload) {
                    Some(run) => {
                        self.find_value(sql!("SELECT payday FROM payroll_run WHERE id = $1" => run)).await?
                    }
                    None => None,
                };
                faults.push(Fault { day, ..Fault::text(FaultKey::RunJobGivenUp, kind.name()) });
            }
        }
        Ok(faults)
    }

    pub(super) async fn check_jobs(&mut self) -> StoreResult<Vec<Fault>> {
        let select =
            sql!("SELECT kind, COUNT(*) FROM job WHERE state = 'FAILED' GROUP BY kind ORDER BY kind");
        let failed: Vec<(String, i64)> = self.fetch_all(select).await?;
        let fault = |(kind, count)| Fault { count: Some(count), ..Fault::text(FaultKey::JobsGivenUp, kind) };
        Ok(failed.into_iter().map(fault).collect())
    }
}

fn run_of(payload: &str) -> Option<PayrollRunId> {
    match serde_json::from_str(payload).ok()? {
        Job::CalculatePayroll { run }
        | Job::PostPayroll { run }
        | Job::WritePayrollFiles { run }
        | Job::ReversePayroll { run } => Some(run),
        _ => None,
    }
}
