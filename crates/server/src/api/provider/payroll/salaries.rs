//! `/api/provider/payroll/runs/{runId}/salaries`: the salaries of a run, held back and released.

use liksa_actions::payroll;
use liksa_domain::advance::RecoveredAdvance;
use liksa_domain::payroll::Explanation;
use liksa_domain::person::WorkerType;
use liksa_domain::salary::Contributions;
use liksa_domain::worker_facts::masked_iban;
use liksa_money::Percent;
use liksa_store::{Only, StoredSalary};

use crate::api::person::salaries::{PaidBill, PaidShare, Reimbursements, Tax};
use crate::api::prelude::*;

const SALARIES_PER_PAGE: i64 = 100;
pub(super) const LONGEST_REASON: usize = 500;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(payroll_salaries))
        .routes(routes!(payroll_salary))
        .routes(routes!(hold_salary))
        .routes(routes!(release_salary))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SalariesQuery {
    /// errors, held or changed; all if not given.
    only: Option<String>,
    /// Starts of words of the worker's name or e-mail; two letters at least.
    q: Option<String>,
    /// `next` of the page before.
    cursor: Option<PersonId>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PayrollSalaries)]
pub struct Salaries {
    #[schema(required)]
    pub salaries: Vec<StoredSalary>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<PersonId>,
}

/// The salaries of a run, with what needs attention.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}/salaries", params(SalariesQuery),
    responses(
        (status = 200, description = "A page", body = Salaries),
        (status = 404, description = "No such run"),
        (status = 422, description = "A parameter was not accepted")))]
async fn payroll_salaries(
    app: Server,
    _: PayrollSession,
    Path(run): Path<PayrollRunId>,
    Query(query): Query<SalariesQuery>,
) -> Reply<Salaries> {
    let run = payroll::find_run(&app, run).await?;
    let only = match query.only.as_deref() {
        None | Some("") => Only::All,
        Some("errors") => Only::Errors,
        Some("held") => Only::Held,
        Some("changed") => Only::Changed,
        Some(_) => return Err(ApiError::invalid("only", ErrorKey::InvalidChoice)),
    };
    let wanted = (only, query.q.as_deref().unwrap_or_default());
    let salaries = app.store.find_run_salaries(run.id, wanted, query.cursor, SALARIES_PER_PAGE).await?;
    let full = i64::try_from(salaries.len()).is_ok_and(|count| count == SALARIES_PER_PAGE);
    let next = salaries.last().filter(|_| full).map(|salary| salary.person);
    Ok(Json(Salaries { salaries, next }))
}

/// One worker's pay of a run with all that it followed from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollSalaryDetails)]
pub struct SalaryDetails {
    #[serde(flatten)]
    pub salary: StoredSalary,
    #[schema(required)]
    pub bills: Vec<PaidBill>,
    /// What others gave of their bills.
    #[schema(required)]
    pub shares: Vec<PaidShare>,
    pub reimbursements: Reimbursements,
    pub terms: TermsOnWire,
    /// The salary that this one is compared with; null for a worker who has none.
    #[schema(required)]
    pub previous: Option<PreviousOnWire>,
    /// The advances that it pays back, once its run is approved.
    #[schema(required)]
    pub advances: Vec<RecoveredAdvance>,
    /// Why it is not what the worker was shown when sending the bills; null where it is.
    #[schema(required)]
    pub explanation: Option<Explanation>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PreviousSalary)]
pub struct PreviousOnWire {
    /// DD.MM.YYYY
    pub payday: String,
    pub salary: Money,
    pub terms: TermsOnWire,
}

/// What the figures of a salary followed from, as it was then.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalaryTerms)]
pub struct TermsOnWire {
    /// All but the ends hidden; null where there was none.
    #[schema(required)]
    pub account: Option<String>,
    pub worker_type: WorkerType,
    pub service_percent: Percent,
    pub tax: Tax,
    pub contributions: Contributions,
    /// Taken by the enforcement authority.
    pub distraint: Money,
}

/// A salary of a run, whatever the run's state.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}/salaries/{salaryId}",
    responses(
        (status = 200, description = "The salary", body = SalaryDetails),
        (status = 404, description = "No such salary in the run")))]
async fn payroll_salary(
    app: Server,
    _: PayrollSession,
    Path(ids): Path<(PayrollRunId, SalaryId)>,
) -> Reply<SalaryDetails> {
    let salary = payroll::find_salary(&app, ids).await?;
    let advances = app.store.advances_recovered_by(salary.id).await?;
    let bills = app.store.bills_of_salary(salary.id).await?;
    let shares = app.store.shares_of_salary(salary.id).await?;
    let previous = app.store.salary_before(&salary).await?;
    Ok(Json(SalaryDetails {
        explanation: payroll::explain(&salary, &bills, &shares, &advances)?,
        advances,
        bills: bills.into_iter().map(PaidBill::from).collect(),
        shares: shares.into_iter().map(PaidShare::from).collect(),
        reimbursements: (&salary).into(),
        terms: (&salary).into(),
        previous: previous.as_ref().map(PreviousOnWire::from),
        salary,
    }))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = HoldSalary)]
pub struct Hold {
    /// For the provider's own people.
    reason: Option<String>,
}

/// Keep a salary out of the run. Its bills wait for the next.
#[utoipa::path(put, path = "/api/provider/payroll/runs/{runId}/salaries/{salaryId}/hold", request_body = Hold,
    responses(
        (status = 200, description = "The salary, held", body = StoredSalary),
        (status = 404, description = "No such salary in the run"),
        (status = 409, description = "OWN_MATTER, or RUN_NOT_IN_STATE"),
        (status = 422, description = "The reason is missing")))]
async fn hold_salary(
    app: Server,
    session: PayrollSession,
    Path(ids): Path<(PayrollRunId, SalaryId)>,
    Json(body): Json<Hold>,
) -> Reply<StoredSalary> {
    let reason = required_text("reason", body.reason.as_deref(), LONGEST_REASON)?;
    Ok(Json(payroll::hold(&app, session.person.id, ids, &reason).await?))
}

/// Let a salary into the run again.
#[utoipa::path(put, path = "/api/provider/payroll/runs/{runId}/salaries/{salaryId}/release",
    responses(
        (status = 200, description = "The salary, to be paid", body = StoredSalary),
        (status = 404, description = "No such salary in the run"),
        (status = 409, description = "OWN_MATTER, RUN_NOT_IN_STATE, or SALARY_HAS_PROBLEMS that have to be fixed first")))]
async fn release_salary(
    app: Server,
    session: PayrollSession,
    Path(ids): Path<(PayrollRunId, SalaryId)>,
) -> Reply<StoredSalary> {
    Ok(Json(payroll::release(&app, session.person.id, ids).await?))
}

impl From<&StoredSalary> for PreviousOnWire {
    fn from(salary: &StoredSalary) -> Self {
        let paid = salary.summary.map_or(Money::ZERO, |summary| summary.salary);
        Self { payday: format_date(salary.payday), salary: paid, terms: salary.into() }
    }
}

impl From<&StoredSalary> for TermsOnWire {
    fn from(salary: &StoredSalary) -> Self {
        let basis = &salary.basis;
        Self {
            account: salary.iban.as_ref().map(masked_iban),
            worker_type: basis.worker_type,
            service_percent: Percent(basis.service_percent),
            tax: basis.tax.into(),
            contributions: basis.contributions,
            distraint: salary.summary.map_or(Money::ZERO, |summary| summary.distraint),
        }
    }
}
