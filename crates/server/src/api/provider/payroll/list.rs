//! `GET /api/provider/payroll/runs`: the runs, the newest payday first, and what the next one would pay.

use anyhow::anyhow;
use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{Id, PayrollRunId};
use liksa_domain::payroll::next_payday;
use liksa_store::{PayrollRun, RunSum, WaitingForSalary};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::run_of;
use super::wire::RunCard;
use crate::api::number::Euros;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
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
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollRuns)]
pub struct Runs {
    #[schema(required)]
    pub runs: Vec<RunLine>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<Uuid>,
    /// The payday of a run that is made now, DD.MM.YYYY.
    pub next_payday: String,
    pub waiting: WaitingOnWire,
}

/// A run with what it pays.
#[derive(Serialize, ToSchema)]
#[schema(as = PayrollRunLine)]
pub struct RunLine {
    #[serde(flatten)]
    pub card: RunCard,
    /// Whom it pays.
    pub people: i64,
    /// What goes to their accounts.
    pub salary: Euros,
}

/// What customers have paid for and no run has taken.
#[derive(Serialize, ToSchema)]
#[schema(as = PayrollWaiting)]
pub struct WaitingOnWire {
    pub bills: i64,
    /// The workers whose bills they are.
    pub people: i64,
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
    let ids: Vec<PayrollRunId> = runs.iter().map(|run| run.id).collect();
    let sums = app.store.run_sums(&ids).await?;
    let line = |run: PayrollRun| {
        let RunSum { people, salary } = sums.get(&run.id).copied().unwrap_or_default();
        RunLine { card: run.into(), people, salary: Euros(salary) }
    };
    let payday = next_payday(app.clock.today()).map_err(|error| ApiError::Internal(anyhow!(error)))?;
    let WaitingForSalary { bills, people } = app.store.waiting_for_salary().await?;
    Ok(Json(Runs {
        runs: runs.into_iter().map(line).collect(),
        next,
        next_payday: format_date(payday),
        waiting: WaitingOnWire { bills, people },
    }))
}
