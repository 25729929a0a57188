//! `POST /api/provider/payroll/runs`: a run for a payday.

use anyhow::anyhow;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::civil::Date;
use liksa_domain::audit::Action;
use liksa_domain::dates::{format_date, parse_date};
use liksa_domain::ids::{Id, PayrollRunId, PersonId};
use liksa_domain::payroll::next_payday;
use liksa_domain::problem::ErrorKey;
use liksa_finland::bank_days::is_bank_day;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::wire::RunOnWire;
use super::{run_of, subject};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::Json;
use crate::session::PayrollSession;

#[derive(Deserialize, ToSchema)]
#[schema(as = NewPayrollRun)]
pub struct NewRun {
    /// DD.MM.YYYY; the next 20th, or the bank day before it, if not given.
    payday: Option<String>,
}

/// Make a run. A payday whose run is not paid yet answers that run.
#[utoipa::path(post, path = "/api/provider/payroll/runs", tag = "payroll", operation_id = "make_payroll_run",
    security(("session" = ["ROLE_PAYROLL"])),
    request_body = NewRun,
    responses(
        (status = 200, description = "There was one for the payday", body = RunOnWire),
        (status = 201, description = "The new run", body = RunOnWire),
        (status = 422, description = "Not a bank day, or one that is over", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    Json(body): Json<NewRun>,
) -> ApiResult<(StatusCode, Json<RunOnWire>)> {
    let (id, made) = make(&app, session.person.id, payday(&app, &body)?).await?;
    let run = run_of(&app, id.uuid()).await?;
    let status = if made { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(RunOnWire::of(&app, run, session.person.id).await?)))
}

/// The run of a payday, and whether it is a new one.
pub async fn make(app: &App, by: PersonId, payday: Date) -> ApiResult<(PayrollRunId, bool)> {
    let mut tx = app.store.begin().await?;
    let (id, made) = tx.make_run(app.new_id()?, payday, by, app.clock.now()).await?;
    if made {
        let detail = json!({"payday": format_date(payday)});
        tx.record(&app.event(Some(by), Action::PayrollMade, subject(id), &detail)).await?;
        tx.commit().await?;
    }
    Ok((id, made))
}

fn payday(app: &App, body: &NewRun) -> ApiResult<Date> {
    let today = app.clock.today();
    let refuse = |key| ApiError::Invalid(vec![FieldProblem::new("payday", key)]);
    match body.payday.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        None => next_payday(today).map_err(|error| ApiError::Internal(anyhow!(error))),
        Some(text) => {
            let day = parse_date(text).ok_or_else(|| refuse(ErrorKey::InvalidDateFormat))?;
            if day < today {
                return Err(refuse(ErrorKey::DateInThePast));
            }
            if is_bank_day(day) { Ok(day) } else { Err(refuse(ErrorKey::NotABankDay)) }
        }
    }
}
