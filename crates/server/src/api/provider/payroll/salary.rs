//! `GET /api/provider/payroll/runs/{runId}/salaries/{salaryId}`: one salary of the dry run, line by line, beside
//! the one before.

use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_domain::pay_facts::masked_iban;
use liksa_domain::salary::Contributions;
use liksa_money::Money;
use liksa_store::StoredSalary;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::salary_of;
use super::wire::SalaryOnWire;
use crate::api::number::{Euros, Percent};
use crate::api::person::salaries::get::{PaidBill, Reimbursements, Tax};
use crate::api::wire::WorkerType;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

/// One worker's pay of a run with all that it followed from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollSalaryDetails)]
pub struct SalaryDetails {
    #[serde(flatten)]
    pub salary: SalaryOnWire,
    #[schema(required)]
    pub bills: Vec<PaidBill>,
    pub reimbursements: Reimbursements,
    pub terms: TermsOnWire,
    /// The salary that this one is compared with; null for a worker who has none.
    #[schema(required)]
    pub previous: Option<PreviousOnWire>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PreviousSalary)]
pub struct PreviousOnWire {
    /// DD.MM.YYYY
    pub payday: String,
    pub salary: Euros,
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
    pub contributions: ContributionsOnWire,
    /// Taken by the enforcement authority.
    pub distraint: Euros,
}

/// Rates in per cent; zero where a contribution is not due.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalaryContributions)]
pub struct ContributionsOnWire {
    pub employer_tyel: Percent,
    pub employer_unemployment: Percent,
    pub health_insurance: Percent,
    pub accident_insurance: Percent,
    pub group_life: Percent,
    pub tyel: Percent,
    pub unemployment: Percent,
    pub yel: Percent,
}

/// A salary of a run, whatever the run's state.
#[utoipa::path(get, path = "/api/provider/payroll/runs/{runId}/salaries/{salaryId}", tag = "payroll",
    operation_id = "payroll_salary",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("runId" = Uuid, Path), ("salaryId" = Uuid, Path)),
    responses(
        (status = 200, description = "The salary", body = SalaryDetails),
        (status = 404, description = "No such salary in the run", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: PayrollSession,
    Path(ids): Path<(Uuid, Uuid)>,
) -> ApiResult<Json<SalaryDetails>> {
    let salary = salary_of(&app, ids).await?;
    let bills = app.store.bills_of_salary(salary.id).await?;
    let previous = app.store.salary_before(&salary).await?;
    Ok(Json(SalaryDetails {
        bills: bills.into_iter().map(PaidBill::from).collect(),
        reimbursements: (&salary).into(),
        terms: (&salary).into(),
        previous: previous.as_ref().map(PreviousOnWire::from),
        salary: salary.into(),
    }))
}

impl From<&StoredSalary> for PreviousOnWire {
    fn from(salary: &StoredSalary) -> Self {
        let paid = salary.summary.map_or(Money::ZERO, |summary| summary.salary);
        Self { payday: format_date(salary.payday), salary: Euros(paid), terms: salary.into() }
    }
}

impl From<&StoredSalary> for TermsOnWire {
    fn from(salary: &StoredSalary) -> Self {
        let basis = &salary.basis;
        Self {
            account: salary.iban.as_ref().map(masked_iban),
            worker_type: basis.worker_type.into(),
            service_percent: Percent(basis.service_percent),
            tax: basis.tax.into(),
            contributions: (&basis.contributions).into(),
            distraint: Euros(salary.summary.map_or(Money::ZERO, |summary| summary.distraint)),
        }
    }
}

impl From<&Contributions> for ContributionsOnWire {
    fn from(due: &Contributions) -> Self {
        Self {
            employer_tyel: Percent(due.employer_tyel),
            employer_unemployment: Percent(due.employer_unemployment),
            health_insurance: Percent(due.health_insurance),
            accident_insurance: Percent(due.accident_insurance),
            group_life: Percent(due.group_life),
            tyel: Percent(due.employee_tyel),
            unemployment: Percent(due.employee_unemployment),
            yel: Percent(due.yel),
        }
    }
}
