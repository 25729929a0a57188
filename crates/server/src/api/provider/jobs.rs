//! `/api/provider/jobs`: background jobs, and those of them that failed.

use liksa_actions::administration;
use liksa_domain::job::JobState;
use liksa_store::ListedJob;

use crate::api::paging::{cursor_of, paged};
use crate::api::prelude::*;

const JOBS_PER_PAGE: i64 = 50;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(jobs)).routes(routes!(retry_job))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JobsQuery {
    /// FAILED if not given, QUEUED, RUNNING or DONE.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct JobsPage {
    #[schema(required)]
    pub jobs: Vec<ListedJob>,
    #[schema(required)]
    pub next: Option<String>,
}

/// Jobs in one state, the newest first.
#[utoipa::path(get, path = "/api/provider/jobs", params(JobsQuery),
    responses(
        (status = 200, description = "A page", body = JobsPage),
        (status = 422, description = "A parameter was not accepted")))]
async fn jobs(app: Server, _: AdminSession, Query(query): Query<JobsQuery>) -> Reply<JobsPage> {
    let state = choice("state", query.state.as_deref(), JobState::from_name)?.unwrap_or(JobState::Failed);
    let before: Option<JobId> = cursor_of(query.cursor.as_deref())?;
    let found = app.store.jobs(state, before, JOBS_PER_PAGE + 1).await?;
    let (jobs, next) = paged(found, JOBS_PER_PAGE, |job: &ListedJob| job.id);
    Ok(Json(JobsPage { jobs, next }))
}

/// Try a failed job again, now.
#[utoipa::path(post, path = "/api/provider/jobs/{jobId}/retry",
    responses(
        (status = 204, description = "It waits to be run"),
        (status = 404, description = "No such job"),
        (status = 409, description = "JOB_NOT_FAILED")))]
async fn retry_job(app: Server, session: AdminSession, Path(job): Path<JobId>) -> ApiResult<StatusCode> {
    administration::retry_job(&app, session.person.id, job).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests;
