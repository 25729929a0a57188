//! The jobs as the provider's people look at them.

use jiff::Timestamp;
use liksa_domain::ids::{Id, JobId};
use liksa_domain::job::JobState;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{from_micros, to_micros};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedJob {
    pub id: JobId,
    /// As the program that made it calls it; a newer one may have kinds that this one does not know.
    pub kind: String,
    /// JSON; ids alone.
    pub payload: String,
    pub state: JobState,
    pub run_at: Timestamp,
    pub attempts: i64,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct JobRow {
    id: Uuid,
    kind: String,
    payload: String,
    state: String,
    run_at: i64,
    attempts: i64,
    last_error: Option<String>,
    created_at: i64,
    finished_at: Option<i64>,
}

/// The newest first.
pub const JOBS: &str = "SELECT id, kind, payload, state, run_at, attempts, last_error, created_at, finished_at \
     FROM job WHERE state = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

impl Store {
    pub async fn jobs(
        &self,
        state: JobState,
        before: Option<JobId>,
        limit: i64,
    ) -> StoreResult<Vec<ListedJob>> {
        let rows: Vec<JobRow> = on!(self.reads(), c => sqlx::query_as(JOBS)
            .bind(state.name())
            .bind(before.map_or(Uuid::max(), Id::uuid))
            .bind(limit)
            .fetch_all(c).await)?;
        rows.into_iter().map(JobRow::into_job).collect()
    }

    pub async fn job_state(&self, id: JobId) -> StoreResult<Option<JobState>> {
        let found: Option<(String,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT state FROM job WHERE id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        found.map(|(state,)| state_from(&state)).transpose()
    }
}

impl Tx {
    /// Puts a job that was given up back into the queue, with all its attempts before it. False if it has not
    /// failed.
    pub async fn requeue_failed_job(&mut self, id: JobId, at: Timestamp) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE job SET state = 'QUEUED', attempts = 0, run_at = $2, finished_at = NULL \
                 WHERE id = $1 AND state = 'FAILED'")
            .bind(id.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

impl JobRow {
    fn into_job(self) -> StoreResult<ListedJob> {
        Ok(ListedJob {
            id: JobId::from_uuid(self.id),
            kind: self.kind,
            payload: self.payload,
            state: state_from(&self.state)?,
            run_at: from_micros(self.run_at)?,
            attempts: self.attempts,
            last_error: self.last_error,
            created_at: from_micros(self.created_at)?,
            finished_at: self.finished_at.map(from_micros).transpose()?,
        })
    }
}

fn state_from(text: &str) -> StoreResult<JobState> {
    JobState::from_name(text).ok_or(StoreError::Corrupt("job state"))
}
