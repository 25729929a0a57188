//! The job table: whoever claims a job holds it on a lease, which others take over once it has run out.

use jiff::Timestamp;
use liksa_domain::ids::{Id, JobId};
use liksa_domain::job::Job;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{On, Store, Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::time::to_micros;

pub struct NewJob {
    pub id: JobId,
    pub job: Job,
    pub run_at: Timestamp,
    /// The same key again is the same work, and makes no second job.
    pub unique_key: Option<String>,
    pub created_at: Timestamp,
}

/// The right to do a job. It is lost when the lease runs out and another runner claims the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobLease {
    pub id: JobId,
    /// The how-manieth try this is, counted from one.
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

#[derive(FromRow)]
struct ClaimedRow {
    id: Uuid,
    attempts: i64,
    payload: String,
}

const CLAIM_SQLITE: &str = "UPDATE job SET state = 'RUNNING', attempts = attempts + 1, run_at = $2 WHERE id = \
    (SELECT id FROM job WHERE finished_at IS NULL AND run_at <= $1 ORDER BY run_at, id LIMIT 1) \
    RETURNING id, attempts, payload";

/// Runners of several servers step past each other's jobs instead of waiting for them.
const CLAIM_POSTGRES: &str = "UPDATE job SET state = 'RUNNING', attempts = attempts + 1, run_at = $2 WHERE id = \
    (SELECT id FROM job WHERE finished_at IS NULL AND run_at <= $1 ORDER BY run_at, id LIMIT 1 \
     FOR UPDATE SKIP LOCKED) \
    RETURNING id, attempts, payload";

impl Tx {
    /// Leaves work for the runners, who see it once this transaction is through.
    pub async fn enqueue(&mut self, new: &NewJob) -> StoreResult<()> {
        let payload = serde_json::to_string(&new.job).map_err(|_| StoreError::Corrupt("job"))?;
        on!(self.conn(), c => sqlx::query(
                "INSERT INTO job (id, kind, payload, unique_key, state, run_at, attempts, created_at) \
                 VALUES ($1, $2, $3, $4, 'QUEUED', $5, 0, $6) ON CONFLICT (unique_key) DO NOTHING")
            .bind(new.id.uuid())
            .bind(new.job.kind().name())
            .bind(payload)
            .bind(&new.unique_key)
            .bind(to_micros(new.run_at))
            .bind(to_micros(new.created_at))
            .execute(c).await.map(drop))?;
        Ok(())
    }

    /// Forgets jobs that were done long ago. Failed ones wait for somebody to look at them.
    pub async fn delete_old_jobs(&mut self, done_before: Timestamp) -> StoreResult<u64> {
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM job WHERE state = 'DONE' AND finished_at < $1")
            .bind(to_micros(done_before))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows)
    }
}

/// Each is one statement, committed by itself: a claim must be seen by the other runners at once.
impl Store {
    /// Takes the job that has been due the longest, if any is. That includes jobs whose runner let its lease
    /// run out.
    pub async fn claim_job(
        &self,
        now: Timestamp,
        leased_until: Timestamp,
    ) -> StoreResult<Option<ClaimedJob>> {
        let (now, until) = (to_micros(now), to_micros(leased_until));
        let row: Option<ClaimedRow> = match self.writes() {
            On::Sqlite(c) => sqlx::query_as(CLAIM_SQLITE).bind(now).bind(until).fetch_optional(c).await?,
            On::Postgres(c) => sqlx::query_as(CLAIM_POSTGRES).bind(now).bind(until).fetch_optional(c).await?,
        };
        row.map(|row| {
            let attempt = u32::try_from(row.attempts).map_err(|_| StoreError::Corrupt("attempts"))?;
            let lease = JobLease { id: JobId::from_uuid(row.id), attempt };
            Ok(ClaimedJob { lease, payload: row.payload })
        })
        .transpose()
    }

    /// Holds a job for longer. Fails with [`StoreError::LeaseLost`] when another runner has it.
    pub async fn renew_lease(&self, lease: JobLease, until: Timestamp) -> StoreResult<()> {
        let rows = on!(self.writes(), c => sqlx::query(
                "UPDATE job SET run_at = $3 WHERE id = $1 AND attempts = $2 AND state = 'RUNNING'")
            .bind(lease.id.uuid())
            .bind(i64::from(lease.attempt))
            .bind(to_micros(until))
            .execute(c).await.map(|done| done.rows_affected()))?;
        still_held(rows)
    }

    pub async fn finish_job(&self, lease: JobLease, at: Timestamp) -> StoreResult<()> {
        self.end_job(lease, "DONE", at, None).await
    }

    /// Gives up on a job.
    pub async fn fail_job(&self, lease: JobLease, at: Timestamp, error: &str) -> StoreResult<()> {
        self.end_job(lease, "FAILED", at, Some(error)).await
    }

    /// Puts a job back into the queue, to be tried again later.
    pub async fn retry_job(&self, lease: JobLease, run_at: Timestamp, error: &str) -> StoreResult<()> {
        let rows = on!(self.writes(), c => sqlx::query(
                "UPDATE job SET state = 'QUEUED', run_at = $3, last_error = $4 \
                 WHERE id = $1 AND attempts = $2 AND state = 'RUNNING'")
            .bind(lease.id.uuid())
            .bind(i64::from(lease.attempt))
            .bind(to_micros(run_at))
            .bind(error)
            .execute(c).await.map(|done| done.rows_affected()))?;
        still_held(rows)
    }

    async fn end_job(
        &self,
        lease: JobLease,
        state: &'static str,
        at: Timestamp,
        error: Option<&str>,
    ) -> StoreResult<()> {
        let rows = on!(self.writes(), c => sqlx::query(
                "UPDATE job SET state = $3, finished_at = $4, last_error = $5 \
                 WHERE id = $1 AND attempts = $2 AND state = 'RUNNING'")
            .bind(lease.id.uuid())
            .bind(i64::from(lease.attempt))
            .bind(state)
            .bind(to_micros(at))
            .bind(error)
            .execute(c).await.map(|done| done.rows_affected()))?;
        still_held(rows)
    }
}

fn still_held(rows: u64) -> StoreResult<()> {
    if rows == 1 { Ok(()) } else { Err(StoreError::LeaseLost) }
}
