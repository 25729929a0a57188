//! `GET /api/provider/payroll/runs/{runId}`: a run with its sums and what they make due.

use axum::extract::State;
use uuid::Uuid;

use super::run_of;
use super::wire::RunOnWire;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

/// A run as it stands; while it is being calculated, how far it has come.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}", tag = "payroll", operation_id = "payroll_run",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path)),
    responses(
        (status = 200, description = "The run", body = RunOnWire),
        (status = 404, description = "No such run", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(run): Path<Uuid>,
) -> ApiResult<Json<RunOnWire>> {
    let run = run_of(&app, run).await?;
    Ok(Json(RunOnWire::of(&app, run, session.person.id).await?))
}
