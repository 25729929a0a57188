//! `POST /api/provider/payroll/runs/{runId}/approve`: a second person lets a run go.

use std::collections::BTreeSet;

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::ids::{Id, PayrollRunId, PersonId, RefundId};
use liksa_domain::job::Job;
use liksa_domain::payroll::Hands;
use liksa_domain::problem::ErrorKey;
use liksa_store::{Approval, NewJob};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire::RunOnWire;
use super::{run_of, subject};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

/// What the approver has looked at.
#[derive(Deserialize, ToSchema)]
#[schema(as = PayrollApproval)]
pub struct Seen {
    /// The ids of the run's `refunds`. Nothing is approved where others would leave now.
    #[schema(required)]
    refunds: Vec<Uuid>,
}

/// Approve a calculated run. It is then booked, and its files are written.
#[utoipa::path(post, path = "/api/provider/payroll/runs/{runId}/approve", tag = "payroll",
    operation_id = "approve_payroll",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path)),
    request_body = Seen,
    responses(
        (status = 200, description = "The run, approved", body = RunOnWire),
        (status = 404, description = "No such run", body = Problem),
        (status = 409, description = "APPROVED_BY_SAME_PERSON, RUN_NOT_IN_STATE, RUN_CHANGED since it was \
         calculated, RUN_EMPTY, or REFUNDS_CHANGED since the run was looked at", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(run): Path<Uuid>,
    Json(seen): Json<Seen>,
) -> ApiResult<Json<RunOnWire>> {
    let id = run_of(&app, run).await?.id;
    let refunds = seen.refunds.into_iter().map(RefundId::from_uuid).collect();
    approve(&app, session.person.id, id, &refunds).await?;
    Ok(Json(RunOnWire::of(&app, run_of(&app, run).await?, session.person.id).await?))
}

/// Lets a run go with the refunds that were seen, and leaves its booking to the jobs.
pub async fn approve(
    app: &App,
    by: PersonId,
    id: PayrollRunId,
    refunds: &BTreeSet<RefundId>,
) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let found = tx.hold_run(id).await?.ok_or(ApiError::NotFound)?;
    let hands = Hands { made_by: found.made.by, calculated_by: found.calculated.map(|hand| hand.by) };
    hands.may_be_approved_by(by).map_err(ApiError::Conflict)?;
    match tx.approve_run(id, by, app.clock.now()).await? {
        Approval::Approved => {}
        Approval::NotCalculated => return Err(ApiError::Conflict(ErrorKey::RunNotInState)),
        Approval::Changed => return Err(ApiError::Conflict(ErrorKey::RunChanged)),
        Approval::Empty => return Err(ApiError::Conflict(ErrorKey::RunEmpty)),
    }
    if !tx.approve_refunds(id, by, refunds).await? {
        return Err(ApiError::Conflict(ErrorKey::RefundsChanged));
    }
    let detail = json!({"calculation": found.calculation, "refunds": refunds});
    tx.record(&app.event(Some(by), Action::PayrollApproved, subject(id), &detail)).await?;
    let unique_key = Some(format!("payroll-post:{id}"));
    tx.enqueue(&NewJob { unique_key, ..app.job(Job::PostPayroll { run: id })? }).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(())
}
