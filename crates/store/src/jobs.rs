//! The job table: a runner that claims a job has it on a lease, which others take over once it has expired.

use liksa_domain::job::{Job, JobKind, JobLane, JobState};

use crate::prelude::*;
use crate::sending::leaving_kinds;
use crate::sql::Statement;

pub struct NewJob {
    pub id: JobId,
    pub job: Job,
    pub run_at: Timestamp,
    /// The same key again is the same work, and makes no second job.
    pub unique_key: Option<String>,
    pub created_at: Timestamp,
}

/// The right to do a job, lost when the lease expires and another runner claims the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobLease {
    pub id: JobId,
    /// The number of the attempt, counted from one.
    pub attempt: u32,
}

#[derive(Debug)]
pub struct ClaimedJob {
    pub lease: JobLease,
    payload: String,
}

impl ClaimedJob {
    /// Fails for a job that a newer program left behind.
    pub fn job(&self) -> StoreResult<Job> {
        serde_json::from_str(&self.payload).map_err(|_| StoreError::Corrupt("job"))
    }
}

impl ReadRow for ClaimedJob {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let lease = JobLease { id: row.get("id")?, attempt: row.get("attempts")? };
        Ok(Self { lease, payload: row.get("payload")? })
    }
}

/// Runners of several servers skip each other's jobs instead of waiting for them.
const CLAIM: &str = "UPDATE job SET state = 'RUNNING', attempts = attempts + 1, run_at = $2 WHERE id = \
    (SELECT id FROM job WHERE finished_at IS NULL AND run_at <= $1 AND (kind = ANY($3)) = $4 \
     AND NOT (kind = ANY($5) AND EXISTS (SELECT 1 FROM sending WHERE held_since IS NOT NULL)) \
     ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, attempts, payload";

/// The kinds of a lane: these, or all but these. The database's lane has those too that only a newer program knows.
fn kinds_of(lane: Option<JobLane>) -> (Vec<&'static str>, bool) {
    let in_lanes = |wanted: &[JobLane]| {
        let kinds = JobKind::ALL.iter().filter(|kind| wanted.contains(&kind.lane()));
        kinds.map(|kind| kind.name()).collect()
    };
    match lane {
        None => (vec![], false),
        Some(JobLane::Database) => (in_lanes(&[JobLane::Mail, JobLane::Files, JobLane::News]), false),
        Some(lane) => (in_lanes(&[lane]), true),
    }
}

tx_methods! {
    /// Deletes jobs that were done long ago. Failed ones stay until a clerk has dealt with them.
    pub async fn delete_old_jobs(done_before: Timestamp) -> u64 = execute
        "DELETE FROM job WHERE state = 'DONE' AND finished_at < $1";

    /// Puts a failed job back into the queue with a fresh count of attempts. False if it has not failed.
    pub async fn requeue_failed_job(id: JobId, at: Timestamp) -> bool = try_change
        "UPDATE job SET state = 'QUEUED', attempts = 0, run_at = $2, finished_at = NULL WHERE id = $1 \
         AND state = 'FAILED'";
}

impl Tx {
    /// Has a job that waits for its next attempt done now. False if it does not wait.
    pub async fn hurry_job(&mut self, job: &Job, now: Timestamp) -> StoreResult<bool> {
        let payload = payload_of(job)?;
        let rows = self.execute(sql!(
            "UPDATE job SET run_at = $2 WHERE finished_at IS NULL AND state = 'QUEUED' AND run_at > $2 AND kind = $3 \
             AND payload = $1"
            => payload, now, job.kind().name()
        )).await?;
        Ok(rows > 0)
    }

    /// Has all of these mails sent now that wait for their next attempt.
    pub async fn hurry_mails(&mut self, mails: &[MailId], now: Timestamp) -> StoreResult<()> {
        let payloads = mails.iter().map(|mail| payload_of(&Job::SendMail { mail: *mail }));
        let payloads = payloads.collect::<StoreResult<Vec<String>>>()?;
        let payloads: Vec<&str> = payloads.iter().map(String::as_str).collect();
        self.run(sql!(
            "UPDATE job SET run_at = $1 WHERE finished_at IS NULL AND state = 'QUEUED' AND run_at > $1 \
             AND kind = 'SEND_MAIL' AND payload = ANY($2)"
            => now, payloads[..]
        ))
        .await
    }

    /// Whether a job waits or runs.
    pub async fn has_open_job(&mut self, job: &Job) -> StoreResult<bool> {
        let payload = payload_of(job)?;
        let found: Option<i64> = self
            .find_value(sql!(
                "SELECT CAST(1 AS BIGINT) FROM job WHERE finished_at IS NULL AND kind = $2 AND payload = $1 \
                 AND state IN ('QUEUED', 'RUNNING') LIMIT 1"
                => payload, job.kind().name()
            ))
            .await?;
        Ok(found.is_some())
    }

    /// Adds a job, which runners see once this transaction is committed.
    pub async fn enqueue(&mut self, new: &NewJob) -> StoreResult<()> {
        let payload = payload_of(&new.job)?;
        self.run(sql!(
            "INSERT INTO job (id, kind, payload, unique_key, state, run_at, attempts, created_at) \
             VALUES ($1, $2, $3, $4, 'QUEUED', $5, 0, $6) ON CONFLICT (unique_key) DO NOTHING"
            => new.id, new.job.kind().name(), payload, new.unique_key, new.run_at, new.created_at
        ))
        .await
    }
}

fn payload_of(job: &Job) -> StoreResult<String> {
    serde_json::to_string(job).map_err(|_| StoreError::Corrupt("job"))
}

// Statements that are committed by themselves: a claim must be seen by the other runners at once.
store_methods! {
    /// Extends the lease of a job.
    pub async fn renew_lease(lease: JobLease, until: Timestamp) = change_leased
        "UPDATE job SET run_at = $3 WHERE id = $1 AND attempts = $2 AND state = 'RUNNING'"
        => lease.id, lease.attempt, until;

    pub async fn finish_job(lease: JobLease, at: Timestamp) = change_leased
        "UPDATE job SET state = 'DONE', finished_at = $3, last_error = NULL \
         WHERE id = $1 AND attempts = $2 AND state = 'RUNNING'" => lease.id, lease.attempt, at;

    /// Gives up on a job.
    pub async fn fail_job(lease: JobLease, at: Timestamp, error: &str) = change_leased
        "UPDATE job SET state = 'FAILED', finished_at = $3, last_error = $4 \
         WHERE id = $1 AND attempts = $2 AND state = 'RUNNING'" => lease.id, lease.attempt, at, error;

    /// Puts a job back into the queue for another attempt.
    pub async fn retry_job(lease: JobLease, run_at: Timestamp, error: &str) = change_leased
        "UPDATE job SET state = 'QUEUED', run_at = $3, last_error = $4 \
         WHERE id = $1 AND attempts = $2 AND state = 'RUNNING'" => lease.id, lease.attempt, run_at, error;
}

impl Store {
    /// Claims the job of a lane, or of all, that has been due the longest, if any is, also one whose lease has expired.
    /// While sending is held, jobs that make something leave the server wait.
    pub async fn claim_job(
        &self,
        lane: Option<JobLane>,
        now: Timestamp,
        leased_until: Timestamp,
    ) -> StoreResult<Option<ClaimedJob>> {
        let (kinds, among_them) = kinds_of(lane);
        let leaving = leaving_kinds();
        self.fetch_optional_at_once(sql!(CLAIM => now, leased_until, kinds[..], among_them, leaving[..]))
            .await
    }

    /// How many runners are doing this now: more than one where the same was left twice.
    pub async fn runners_of(&self, job: &Job, now: Timestamp) -> StoreResult<i64> {
        let payload = payload_of(job)?;
        self.fetch_value(sql!(
            "SELECT COUNT(*) FROM job WHERE finished_at IS NULL AND state = 'RUNNING' AND run_at > $3 AND kind = $2 \
             AND payload = $1"
            => payload, job.kind().name(), now
        ))
        .await
    }

    /// Changes a job on its lease. Fails with [`StoreError::LeaseLost`] when another runner has it.
    async fn change_leased(&self, statement: Statement) -> StoreResult<()> {
        if self.execute_at_once(statement).await? == 1 { Ok(()) } else { Err(StoreError::LeaseLost) }
    }
}

/// A job as clerks see it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Job)]
pub struct ListedJob {
    pub id: JobId,
    /// A name and not a type, such as SEND_MAIL: a newer program may have made a kind that this one does not know.
    pub kind: String,
    /// JSON with ids only.
    pub payload: String,
    pub state: JobState,
    /// When it may be tried next; an instant, ISO 8601.
    pub run_at: Timestamp,
    pub attempts: i64,
    #[schema(required)]
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
}

read_row! { ListedJob { id, kind, payload, state, run_at, attempts, last_error, created_at, finished_at } }

/// The newest first.
pub(crate) const JOBS: &str = "SELECT id, kind, payload, state, run_at, attempts, last_error, created_at, finished_at \
     FROM job WHERE state = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

store_methods! {
    pub async fn jobs(state: JobState, before: Option<JobId>, limit: i64) -> Vec<ListedJob> = fetch_all
        JOBS => state, before_id(before), limit;

    pub async fn job_state(id: JobId) -> Option<JobState> = find_value "SELECT state FROM job WHERE id = $1";
}
