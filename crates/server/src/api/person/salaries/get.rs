//! `GET /api/person/{personId}/salaries/{salaryId}`: one pay slip, line by line.

use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_domain::ids::Id;
use liksa_domain::salary::TaxBasis;
use liksa_store::{BillOfSalary, StoredSalary};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::slip_of;
use crate::api::calc::summary::SummaryOnWire;
use crate::api::number::{Count, Euros, Percent};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::Session;

/// A pay slip with every line.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalarySlipDetails)]
pub struct SlipDetails {
    pub id: Uuid,
    pub number: i64,
    /// DD.MM.YYYY
    pub payday: String,
    #[schema(required)]
    pub bills: Vec<PaidBill>,
    pub summary: SummaryOnWire,
    pub reimbursements: Reimbursements,
    pub tax: Tax,
    /// From the first of January, this slip included.
    pub year: Year,
    /// The slip as a PDF.
    pub salaryurl: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaidBill)]
pub struct PaidBill {
    pub id: Uuid,
    pub bill_number: i64,
    pub customer: String,
    /// VAT-free.
    pub total: Euros,
    /// What the worker was shown when sending it.
    pub estimate: Euros,
}

#[derive(Serialize, ToSchema)]
#[schema(as = SlipReimbursements)]
pub struct Reimbursements {
    pub kilometers: Euros,
    #[serde(rename = "kilometersDriven")]
    pub driven: Count,
    /// Full and partial days.
    pub days: Euros,
    pub meals: Euros,
    pub foreign: Euros,
    /// Receipts, as they were paid.
    pub expenses: Euros,
}

/// What tax was withheld by.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SlipTax)]
pub struct Tax {
    /// Null without a tax card: the law then says how much is withheld.
    #[schema(required)]
    pub percent: Option<Percent>,
    /// Wages of the year up to which that is enough, where the card has a ceiling.
    #[schema(required)]
    pub ceiling: Option<Euros>,
    #[schema(required)]
    pub additional_percent: Option<Percent>,
    /// Wages of the year on this card before this salary.
    #[schema(required)]
    pub paid_before: Option<Euros>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SlipYear)]
pub struct Year {
    pub gross_salary: Euros,
    pub tax: Euros,
    pub reimbursements: Euros,
    pub service_fee: Euros,
}

/// One pay slip, line by line.
#[utoipa::path(get, path = "/api/person/{personId}/salaries/{salaryId}", tag = "salaries", operation_id = "salary",
    security(("session" = [])),
    params(("personId" = Uuid, Path, description = "One's own id, or for payroll anybody's"),
           ("salaryId" = Uuid, Path)),
    responses(
        (status = 200, description = "The slip", body = SlipDetails),
        (status = 404, description = "No such slip of the person", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: Session,
    Path(ids): Path<(Uuid, Uuid)>,
) -> ApiResult<Json<SlipDetails>> {
    let salary = slip_of(&app, &session.person, ids).await?;
    let bills = app.store.bills_of_salary(salary.id).await?;
    let year = app.store.year_until(&salary).await?;
    let (Some(summary), Some(number)) = (&salary.summary, salary.number) else {
        return Err(ApiError::NotFound);
    };
    Ok(Json(SlipDetails {
        id: salary.id.uuid(),
        number,
        payday: format_date(salary.payday),
        bills: bills.into_iter().map(PaidBill::from).collect(),
        summary: (*summary).into(),
        reimbursements: (&salary).into(),
        tax: salary.basis.tax.into(),
        year: Year {
            gross_salary: Euros(year.gross_salary),
            tax: Euros(year.tax),
            reimbursements: Euros(year.reimbursements),
            service_fee: Euros(year.service_fee),
        },
        salaryurl: format!("/api/person/{}/salaries/{}/pdf", salary.person, salary.id),
    }))
}

impl From<&StoredSalary> for Reimbursements {
    fn from(salary: &StoredSalary) -> Self {
        let paid = salary.reimbursements;
        Self {
            kilometers: Euros(paid.kilometers),
            driven: Count(salary.travelled.kilometers),
            days: Euros(paid.days),
            meals: Euros(paid.meals),
            foreign: Euros(paid.foreign),
            expenses: Euros(paid.expenses),
        }
    }
}

impl From<BillOfSalary> for PaidBill {
    fn from(bill: BillOfSalary) -> Self {
        Self {
            id: bill.id.uuid(),
            bill_number: bill.number,
            customer: bill.customer,
            total: Euros(bill.total),
            estimate: Euros(bill.estimate),
        }
    }
}

impl From<TaxBasis> for Tax {
    fn from(tax: TaxBasis) -> Self {
        let none = Self { percent: None, ceiling: None, additional_percent: None, paid_before: None };
        match tax {
            TaxBasis::NoCard => none,
            TaxBasis::Percent(rate) => Self { percent: Some(Percent(rate)), ..none },
            TaxBasis::Card(card) => Self {
                percent: Some(Percent(card.base_percent)),
                ceiling: Some(Euros(card.ceiling)),
                additional_percent: Some(Percent(card.additional_percent)),
                paid_before: Some(Euros(card.paid_this_year)),
            },
        }
    }
}
