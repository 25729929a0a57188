//! `GET /api/provider/payroll/runs/{runId}/salaries`: the dry run, salary by salary.

use axum::extract::State;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::problem::ErrorKey;
use liksa_store::Only;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::run_of;
use super::wire::SalaryOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::PayrollSession;

const SALARIES_PER_PAGE: i64 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SalariesQuery {
    /// errors, held or changed; all if not given.
    only: Option<String>,
    /// Starts of words of the worker's name or e-mail; two letters at least.
    q: Option<String>,
    /// `next` of the page before.
    cursor: Option<Uuid>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PayrollSalaries)]
pub struct Salaries {
    #[schema(required)]
    pub salaries: Vec<SalaryOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<Uuid>,
}

/// The salaries of a run, with what somebody should look at.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}/salaries", tag = "payroll",
    operation_id = "payroll_salaries",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path), SalariesQuery),
    responses(
        (status = 200, description = "A page", body = Salaries),
        (status = 404, description = "No such run", body = Problem),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: PayrollSession,
    Path(run): Path<Uuid>,
    Query(query): Query<SalariesQuery>,
) -> ApiResult<Json<Salaries>> {
    let run = run_of(&app, run).await?;
    let only = match query.only.as_deref() {
        None | Some("") => Only::All,
        Some("errors") => Only::Errors,
        Some("held") => Only::Held,
        Some("changed") => Only::Changed,
        Some(_) => return Err(ApiError::Invalid(vec![FieldProblem::new("only", ErrorKey::InvalidChoice)])),
    };
    let after = query.cursor.map(PersonId::from_uuid);
    let wanted = (only, query.q.as_deref().unwrap_or_default());
    let salaries = app.store.find_run_salaries(run.id, wanted, after, SALARIES_PER_PAGE).await?;
    let full = i64::try_from(salaries.len()).is_ok_and(|count| count == SALARIES_PER_PAGE);
    let next = salaries.last().filter(|_| full).map(|salary| salary.person.uuid());
    Ok(Json(Salaries { salaries: salaries.into_iter().map(SalaryOnWire::from).collect(), next }))
}
