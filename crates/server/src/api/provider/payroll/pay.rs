//! `POST /api/provider/payroll/runs/{runId}/pay`: the bank has the file; the slips become the workers'.

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::ids::PersonId;
use liksa_domain::job::Job;
use liksa_domain::ledger::entries;
use liksa_domain::problem::ErrorKey;
use liksa_store::PayrollRun;
use serde_json::json;
use uuid::Uuid;

use super::wire::RunOnWire;
use super::{run_of, subject};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

/// Tell that the payment file has gone to the bank.
#[utoipa::path(post, path = "/api/provider/payroll/runs/{runId}/pay", tag = "payroll", operation_id = "pay_payroll",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path)),
    responses(
        (status = 200, description = "The run, paid", body = RunOnWire),
        (status = 404, description = "No such run", body = Problem),
        (status = 409, description = "RUN_NOT_IN_STATE: not booked, without its files, or paid before",
         body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(run): Path<Uuid>,
) -> ApiResult<Json<RunOnWire>> {
    pay(&app, session.person.id, &run_of(&app, run).await?).await?;
    Ok(Json(RunOnWire::of(&app, run_of(&app, run).await?, session.person.id).await?))
}

/// Books what has gone out, and gives the slips to the workers.
pub async fn pay(app: &App, by: PersonId, run: &PayrollRun) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let Some(paid) = tx.pay_run(run.id, by, now).await? else {
        return Err(ApiError::Conflict(ErrorKey::RunNotInState));
    };
    let entry =
        entries::salaries_paid(run.id, run.payday, paid).map_err(|error| ApiError::Internal(error.into()))?;
    tx.post(&entry, now).await?;
    let detail = json!({"sum": paid.plain()});
    tx.record(&app.event(Some(by), Action::PayrollPaid, subject(run.id), &detail)).await?;
    tx.enqueue(&app.job(Job::MailSalaries { run: run.id })?).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(())
}
