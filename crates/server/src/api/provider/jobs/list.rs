//! `GET /api/provider/jobs?state=`: the jobs in one state, the newest first.

use axum::extract::State;
use liksa_domain::ids::{Id, JobId};
use liksa_domain::job::JobState;
use liksa_domain::problem::ErrorKey;
use liksa_store::ListedJob;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::named::wire_enum;
use crate::api::paging::{cursor_of, paged};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::session::staff::AdminSession;

wire_enum!(JobStateOnWire, "JobState", JobState);

const JOBS_PER_PAGE: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JobsQuery {
    /// FAILED if not given, QUEUED, RUNNING or DONE.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Job)]
pub struct JobOnWire {
    pub id: Uuid,
    /// Such as SEND_MAIL.
    pub kind: String,
    /// JSON with the ids of what it is about.
    pub payload: String,
    pub state: JobStateOnWire,
    /// When it may be tried next; an instant, ISO 8601.
    pub run_at: String,
    pub attempts: i64,
    #[schema(required)]
    pub last_error: Option<String>,
    pub created_at: String,
    #[schema(required)]
    pub finished_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct JobsPage {
    #[schema(required)]
    pub jobs: Vec<JobOnWire>,
    #[schema(required)]
    pub next: Option<String>,
}

/// Jobs in one state, the newest first.
#[utoipa::path(get, path = "/api/provider/jobs", tag = "provider", operation_id = "jobs",
    security(("session" = ["ROLE_ADMIN"])),
    params(JobsQuery),
    responses(
        (status = 200, description = "A page", body = JobsPage),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: AdminSession,
    Query(query): Query<JobsQuery>,
) -> ApiResult<Json<JobsPage>> {
    let unknown = || ApiError::Invalid(vec![FieldProblem::new("state", ErrorKey::InvalidChoice)]);
    let state = query.state.as_deref().unwrap_or(JobState::Failed.name());
    let state = JobState::from_name(state).ok_or_else(unknown)?;
    let before: Option<JobId> = cursor_of(query.cursor.as_deref())?;
    let found = app.store.jobs(state, before, JOBS_PER_PAGE + 1).await?;
    let (jobs, next) = paged(found, JOBS_PER_PAGE, |job: &ListedJob| job.id);
    Ok(Json(JobsPage { jobs: jobs.into_iter().map(JobOnWire::from).collect(), next }))
}

impl From<ListedJob> for JobOnWire {
    fn from(job: ListedJob) -> Self {
        Self {
            id: job.id.uuid(),
            kind: job.kind,
            payload: job.payload,
            state: JobStateOnWire(job.state),
            run_at: job.run_at.to_string(),
            attempts: job.attempts,
            last_error: job.last_error,
            created_at: job.created_at.to_string(),
            finished_at: job.finished_at.map(|at| at.to_string()),
        }
    }
}
