//! `PUT /api/provider/payroll/runs/{runId}/salaries/{salaryId}/hold` and `…/release`: keep one salary out.

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::ids::Id;
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::Reader;
use liksa_store::StoredSalary;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire::SalaryOnWire;
use super::{salary_of, subject};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

const LONGEST_REASON: usize = 500;

#[derive(Deserialize, ToSchema)]
#[schema(as = HoldSalary)]
pub struct Hold {
    /// For the provider's own people.
    reason: Option<String>,
}

/// Keep a salary out of the run. Its bills wait for the next.
#[utoipa::path(put, path = "/api/provider/payroll/runs/{runId}/salaries/{salaryId}/hold", tag = "payroll",
    operation_id = "hold_salary",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path), ("salaryId" = Uuid, Path)),
    request_body = Hold,
    responses(
        (status = 200, description = "The salary, held", body = SalaryOnWire),
        (status = 404, description = "No such salary in the run", body = Problem),
        (status = 409, description = "RUN_NOT_IN_STATE", body = Problem),
        (status = 422, description = "The reason is missing", body = Problem)))]
pub async fn hold(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(ids): Path<(Uuid, Uuid)>,
    Json(body): Json<Hold>,
) -> ApiResult<Json<SalaryOnWire>> {
    let mut reader = Reader::default();
    let reason = reader.text("reason", body.reason.as_deref(), LONGEST_REASON);
    if reason.is_empty() {
        reader.refuse("reason", ErrorKey::Required);
    }
    let problems = reader.into_problems();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let salary = salary_of(&app, ids).await?;
    set(&app, &session, &salary, Some(&reason)).await
}

/// Let a salary into the run again.
#[utoipa::path(put, path = "/api/provider/payroll/runs/{runId}/salaries/{salaryId}/release", tag = "payroll",
    operation_id = "release_salary",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path), ("salaryId" = Uuid, Path)),
    responses(
        (status = 200, description = "The salary, to be paid", body = SalaryOnWire),
        (status = 404, description = "No such salary in the run", body = Problem),
        (status = 409, description = "RUN_NOT_IN_STATE, or SALARY_HAS_PROBLEMS that have to be mended first",
         body = Problem)))]
pub async fn release(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(ids): Path<(Uuid, Uuid)>,
) -> ApiResult<Json<SalaryOnWire>> {
    let salary = salary_of(&app, ids).await?;
    if salary.problems.iter().any(|problem| problem.blocks()) {
        return Err(ApiError::Conflict(ErrorKey::SalaryHasProblems));
    }
    set(&app, &session, &salary, None).await
}

async fn set(
    app: &App,
    session: &PayrollSession,
    salary: &StoredSalary,
    reason: Option<&str>,
) -> ApiResult<Json<SalaryOnWire>> {
    let by = session.person.id;
    let mut tx = app.store.begin().await?;
    let held = reason.map(|reason| (reason, by));
    if !tx.set_hold((salary.run, salary.id, salary.person), held, app.clock.now()).await? {
        return Err(ApiError::Conflict(ErrorKey::RunNotInState));
    }
    let (action, detail) = match reason {
        Some(reason) => (Action::PayrollSalaryHeld, json!({"salary": salary.id.uuid(), "reason": reason})),
        None => (Action::PayrollSalaryReleased, json!({"salary": salary.id.uuid()})),
    };
    tx.record(&app.event(Some(by), action, subject(salary.run), &detail)).await?;
    tx.commit().await?;
    let now = app.store.salary(salary.id).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(now.into()))
}
