//! The job table: a runner that claims a job has it on a lease, which others take over once it has expired.

use liksa_domain::job::{Job, JobState};

use crate::prelude::*;
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
    (SELECT id FROM job WHERE finished_at IS NULL AND run_at <= $1 ORDER BY run_at, id LIMIT 1 \
     FOR UPDATE SKIP LOCKED) RETURNING id, attempts, payload";

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
    /// Adds a job, which runners see once this transaction is committed.
    pub async fn enqueue(&mut self, new: &NewJob) -> StoreResult<()> {
        let payload = serde_json::to_string(&new.job).map_err(|_| StoreError::Corrupt("job"))?;
        self.run(sql!(
            "INSERT INTO job (id, kind, payload, unique_key, state, run_at, attempts, created_at) \
             VALUES ($1, $2, $3, $4, 'QUEUED', $5, 0, $6) ON CONFLICT (unique_key) DO NOTHING"
            => new.id, new.job.kind().name(), payload, new.unique_key, new.run_at, new.created_at
        ))
        .await
    }
}

// Statements that are committed by themselves: a claim must be seen by the other runners at once.
store_methods! {
    /// Claims the job that has been due the longest, if any is, also one whose lease has expired.
    pub async fn claim_job(now: Timestamp, leased_until: Timestamp) -> Option<ClaimedJob> = fetch_optional_at_once
        CLAIM;

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
