//! `/api/provider/payroll/runs`: payroll runs, from the first calculation to the files for the bank.

mod corrections;
mod salaries;
mod separate_reports;
mod wire;

#[cfg(test)]
mod tests;

use jiff::civil::Date;
use liksa_actions::sending::must_not_be_held;
use liksa_actions::{Error, payments, payroll};
use liksa_domain::payroll::next_payday;
use liksa_domain::person::Role;
use liksa_store::{PayrollRun, RunSum};

use self::salaries::LONGEST_REASON;
use self::wire::{Files, RunLine, RunOnWire, Runs};
use crate::api::prelude::*;
use crate::http::download::{DownloadQuery, Downloading};

const RUNS_PER_PAGE: i64 = 20;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(payroll_runs))
        .routes(routes!(make_payroll_run))
        .routes(routes!(payroll_run))
        .routes(routes!(calculate_payroll))
        .routes(routes!(move_payroll))
        .merge(salaries::routes())
        .merge(corrections::routes())
        .merge(separate_reports::routes())
        .routes(routes!(approve_payroll))
        .routes(routes!(unapprove_payroll))
        .routes(routes!(pay_payroll))
        .routes(routes!(payroll_files))
        .routes(routes!(payroll_file))
}

async fn overview(app: &App, run: PayrollRunId, viewer: PersonId) -> Reply<RunOnWire> {
    Ok(Json(payroll::overview(app, run, viewer).await?.into()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RunsQuery {
    /// `next` of the page before.
    cursor: Option<PayrollRunId>,
}

/// The runs, the newest payday first.
#[utoipa::path(get, path = "/api/provider/payroll/runs", params(RunsQuery),
    responses(
        (status = 200, description = "A page", body = Runs),
        (status = 404, description = "The cursor is no run")))]
async fn payroll_runs(app: Server, _: PayrollSession, Query(query): Query<RunsQuery>) -> Reply<Runs> {
    let after = match query.cursor {
        Some(id) => Some((payroll::find_run(&app, id).await?.payday, id)),
        None => None,
    };
    let runs = app.store.payroll_runs(after, RUNS_PER_PAGE).await?;
    let full = i64::try_from(runs.len()).is_ok_and(|count| count == RUNS_PER_PAGE);
    let next = runs.last().filter(|_| full).map(|run| run.id);
    let ids: Vec<PayrollRunId> = runs.iter().map(|run| run.id).collect();
    let sums = app.store.run_sums(&ids).await?;
    let line = |run: PayrollRun| {
        let RunSum { people, salary } = sums.get(&run.id).copied().unwrap_or_default();
        RunLine { run, people, salary }
    };
    let payday = next_payday(app.clock.today()).map_err(anyhow::Error::from)?;
    let left_again = match query.cursor {
        Some(_) => vec![],
        None => payments::salaries_left_again(&app).await?,
    };
    Ok(Json(Runs {
        runs: runs.into_iter().map(line).collect(),
        next,
        next_payday: format_date(payday),
        waiting: app.store.waiting_for_salary().await?,
        left_again,
    }))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = NewPayrollRun)]
pub struct NewRun {
    /// DD.MM.YYYY; the next 20th, or the bank day before it, if not given.
    payday: Option<String>,
}

/// Make a run. A payday whose run is not paid yet answers that run.
#[utoipa::path(post, path = "/api/provider/payroll/runs", request_body = NewRun,
    responses(
        (status = 200, description = "There was one for the payday", body = RunOnWire),
        (status = 201, description = "The new run", body = RunOnWire),
        (status = 422, description = "Not a bank day, or one that is over")))]
async fn make_payroll_run(
    app: Server,
    session: PayrollSession,
    Json(body): Json<NewRun>,
) -> ApiResult<(StatusCode, Json<RunOnWire>)> {
    let payday = day_of(body.payday.as_deref())?;
    let (id, is_new) = payroll::make(&app, session.person.id, payday).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, overview(&app, id, session.person.id).await?))
}

fn day_of(text: Option<&str>) -> ApiResult<Option<Date>> {
    let mut reader = Reader::default();
    let day = reader.date("payday", text);
    accepted(reader)?;
    Ok(day)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = PayrollPayday)]
pub struct NewPayday {
    /// DD.MM.YYYY
    payday: Option<String>,
}

/// Move a run that is not approved to another payday. Its salaries have to be calculated again.
#[utoipa::path(post, path = "/api/provider/payroll/runs/{runId}/payday", request_body = NewPayday,
    responses(
        (status = 200, description = "The run, a draft of the new payday", body = RunOnWire),
        (status = 404, description = "No such run"),
        (status = 409, description = "RUN_NOT_IN_STATE: it is approved"),
        (status = 422, description = "Not a bank day, one that is over, or PAYDAY_TAKEN by another run")))]
async fn move_payroll(
    app: Server,
    session: PayrollSession,
    Path(run): Path<PayrollRunId>,
    Json(body): Json<NewPayday>,
) -> Reply<RunOnWire> {
    let missing = || Error::field("payday", ErrorKey::Required);
    let payday = day_of(body.payday.as_deref())?.ok_or_else(missing)?;
    payroll::move_to(&app, session.person.id, run, payday).await?;
    overview(&app, run, session.person.id).await
}

/// A run; while it is being calculated, with how far it has come.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}",
    responses(
        (status = 200, description = "The run", body = RunOnWire),
        (status = 404, description = "No such run")))]
async fn payroll_run(
    app: Server,
    session: PayrollSession,
    Path(run): Path<PayrollRunId>,
) -> Reply<RunOnWire> {
    overview(&app, run, session.person.id).await
}

/// Begin a calculation. One that is under way continues, however often it is asked for.
#[utoipa::path(post, path = "/api/provider/payroll/runs/{runId}/calculate",
    responses(
        (status = 200, description = "The run, being calculated", body = RunOnWire),
        (status = 404, description = "No such run"),
        (status = 409, description = "RUN_NOT_IN_STATE: it is approved")))]
async fn calculate_payroll(
    app: Server,
    session: PayrollSession,
    Path(run): Path<PayrollRunId>,
) -> Reply<RunOnWire> {
    payroll::start_calculation(&app, session.person.id, run).await?;
    overview(&app, run, session.person.id).await
}

/// What the approver has looked at.
#[derive(Deserialize, ToSchema)]
#[schema(as = PayrollApproval)]
pub struct Seen {
    /// The ids of the run's `refunds`. Nothing is approved where others would leave now.
    #[schema(required)]
    refunds: Vec<RefundId>,
}

/// Approve a calculated run. It is then booked, and its files are written.
#[utoipa::path(post, path = "/api/provider/payroll/runs/{runId}/approve", request_body = Seen,
    responses(
        (status = 200, description = "The run, approved", body = RunOnWire),
        (status = 404, description = "No such run"),
        (status = 409, description = "APPROVED_BY_SAME_PERSON, OWN_MATTER, RUN_NOT_IN_STATE, PAYDAY_OVER, \
         RUN_CHANGED since it was calculated, RUN_EMPTY, REFUNDS_CHANGED since the run was looked at, or what keeps \
         its files from being written: SETTINGS_MISSING, POLICIES_MISSING, CONTACT_MISSING, PAYER_NOT_ACCEPTED, \
         REFUND_NOT_PAYABLE")))]
async fn approve_payroll(
    app: Server,
    session: PayrollSession,
    Path(run): Path<PayrollRunId>,
    Json(seen): Json<Seen>,
) -> Reply<RunOnWire> {
    let refunds = seen.refunds.into_iter().collect();
    payroll::approve(&app, session.person.id, run, &refunds).await?;
    overview(&app, run, session.person.id).await
}

#[derive(Deserialize, ToSchema)]
#[schema(as = PayrollUnapproval)]
pub struct Unapproval {
    /// For the provider's own people.
    reason: Option<String>,
}

/// Undo an approval while nothing of the run has left. What was booked is reversed; then the run is CALCULATED, and
/// has to be calculated again.
#[utoipa::path(post, path = "/api/provider/payroll/runs/{runId}/unapprove", request_body = Unapproval,
    responses(
        (status = 200, description = "The run, `unapproving` until all is reversed", body = RunOnWire),
        (status = 404, description = "No such run"),
        (status = 409, description = "UNAPPROVED_BY_SAME_PERSON, OWN_MATTER, RUN_NOT_IN_STATE, RUN_FETCHED: a file \
         may have left, LATER_RUN_APPROVED for the same workers, or RUN_BILL_CREDITED since"),
        (status = 422, description = "The reason is missing")))]
async fn unapprove_payroll(
    app: Server,
    session: PayrollSession,
    Path(run): Path<PayrollRunId>,
    Json(body): Json<Unapproval>,
) -> Reply<RunOnWire> {
    let reason = required_text("reason", body.reason.as_deref(), LONGEST_REASON)?;
    payroll::unapprove(&app, session.person.id, run, &reason).await?;
    overview(&app, run, session.person.id).await
}

/// Note that the payment file has gone to the bank.
#[utoipa::path(post, path = "/api/provider/payroll/runs/{runId}/pay",
    responses(
        (status = 200, description = "The run, paid", body = RunOnWire),
        (status = 404, description = "No such run"),
        (status = 409, description = "RUN_NOT_IN_STATE: not booked, without its files, or paid before")))]
async fn pay_payroll(
    app: Server,
    session: PayrollSession,
    Path(run): Path<PayrollRunId>,
) -> Reply<RunOnWire> {
    payroll::pay(&app, session.person.id, run).await?;
    overview(&app, run, session.person.id).await
}

/// The files of a run.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}/files",
    responses(
        (status = 200, description = "All of them", body = Files),
        (status = 404, description = "No such run")))]
async fn payroll_files(app: Server, _: PayrollSession, Path(run): Path<PayrollRunId>) -> Reply<Files> {
    let run = payroll::find_run(&app, run).await?;
    Ok(Json(Files { files: app.store.payroll_files(run.id).await? }))
}

/// One file, for the bank or the Incomes Register. From the first time that it is fetched the approval of the run
/// stands.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}/files/{fileId}", params(DownloadQuery),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = String),
        (status = 404, description = "No such file of the run"),
        (status = 409, description = "SENDING_HELD")))]
async fn payroll_file(
    app: Server,
    who: Downloading,
    Path((run, id)): Path<(PayrollRunId, FileId)>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Payroll])?;
    must_not_be_held(&app.store).await?;
    let file = payroll::fetch_file(&app, who.person.id, (run, id)).await?;
    who.answer(&app, &asked, file).await
}
