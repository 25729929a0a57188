//! `POST /api/provider/payroll/runs/{runId}/calculate`: reckon every salary, or reckon them anew.

use axum::extract::State;
use liksa_domain::ids::{PayrollRunId, PersonId};
use liksa_domain::job::Job;
use liksa_domain::payroll::RunState;
use liksa_domain::problem::ErrorKey;
use liksa_store::NewJob;
use uuid::Uuid;

use super::run_of;
use super::wire::RunOnWire;
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

/// Begin a calculation. One that is under way goes on, however often it is asked for.
#[utoipa::path(post, path = "/api/provider/payroll/runs/{runId}/calculate", tag = "payroll",
    operation_id = "calculate_payroll",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path)),
    responses(
        (status = 200, description = "The run, being calculated", body = RunOnWire),
        (status = 404, description = "No such run", body = Problem),
        (status = 409, description = "RUN_NOT_IN_STATE: it is approved", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(run): Path<Uuid>,
) -> ApiResult<Json<RunOnWire>> {
    let found = run_of(&app, run).await?;
    begin(&app, session.person.id, found.id).await?;
    let now = run_of(&app, run).await?;
    if now.state != RunState::Calculating && found.calculation == now.calculation {
        return Err(ApiError::Conflict(ErrorKey::RunNotInState));
    }
    Ok(Json(RunOnWire::of(&app, now, session.person.id).await?))
}

/// Leaves the calculation to the jobs.
pub async fn begin(app: &App, by: PersonId, id: PayrollRunId) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    if let Some(calculation) = tx.begin_calculation(id, by, app.clock.now()).await? {
        let unique_key = Some(format!("payroll-calculate:{id}:{calculation}"));
        tx.enqueue(&NewJob { unique_key, ..app.job(Job::CalculatePayroll { run: id })? }).await?;
        tx.commit().await?;
        app.wake_jobs();
    }
    Ok(())
}
