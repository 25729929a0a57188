//! `GET /api/provider/payroll/runs`: the runs, the newest payday first.

use axum::extract::State;
use liksa_domain::ids::{Id, PayrollRunId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::run_of;
use super::wire::RunCard;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Query};
use crate::session::PayrollSession;

const RUNS_PER_PAGE: i64 = 20;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RunsQuery {
    /// `next` of the page before.
    cursor: Option<Uuid>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PayrollRuns)]
pub struct Runs {
    #[schema(required)]
    pub runs: Vec<RunCard>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<Uuid>,
}

/// The runs, the newest payday first.
#[utoipa::path(get, path = "/api/provider/payroll/runs", tag = "payroll", operation_id = "payroll_runs",
    security(("session" = ["ROLE_PAYROLL"])),
    params(RunsQuery),
    responses(
        (status = 200, description = "A page", body = Runs),
        (status = 404, description = "The cursor is no run", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: PayrollSession,
    Query(query): Query<RunsQuery>,
) -> ApiResult<Json<Runs>> {
    let after = match query.cursor {
        Some(id) => Some((run_of(&app, id).await?.payday, PayrollRunId::from_uuid(id))),
        None => None,
    };
    let runs = app.store.payroll_runs(after, RUNS_PER_PAGE).await?;
    let full = i64::try_from(runs.len()).is_ok_and(|count| count == RUNS_PER_PAGE);
    let next = runs.last().filter(|_| full).map(|run| run.id.uuid());
    Ok(Json(Runs { runs: runs.into_iter().map(RunCard::from).collect(), next }))
}
