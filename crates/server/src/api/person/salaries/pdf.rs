//! `GET /api/person/{personId}/salaries/{salaryId}/pdf`: the pay slip on paper.

use anyhow::anyhow;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use liksa_documents::invoice::Address;
use liksa_documents::pdf::{Made, PaidBill, PaySlip, YearSoFar};
use liksa_domain::bill::BillLanguage;
use liksa_domain::person::Language;
use liksa_domain::salary::TaxBasis;
use liksa_money::Rate;
use liksa_store::StoredSalary;
use uuid::Uuid;

use super::slip_of;
use crate::app::{App, AppState};
use crate::http::download::{Download, DownloadQuery, Downloading, respond};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;
use crate::printing::seller_on;

/// The pay slip as a PDF, made from what is stored: the same file each time.
#[utoipa::path(get, path = "/api/person/{personId}/salaries/{salaryId}/pdf", tag = "salaries",
    operation_id = "salary_pdf",
    security(("session" = [])),
    params(("personId" = Uuid, Path, description = "One's own id, or for payroll anybody's"),
           ("salaryId" = Uuid, Path), DownloadQuery),
    responses(
        (status = 200, description = "The PDF", body = Vec<u8>, content_type = "application/pdf"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such slip of the person", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Path(ids): Path<(Uuid, Uuid)>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    let salary = slip_of(&app, &who.person, ids).await?;
    let at = salary.published_at.ok_or(ApiError::NotFound)?;
    let slip = pay_slip(&app, &salary).await?;
    let name = format!("{}-{}.pdf", slip_name(slip.language), slip.number);
    let printed = app.press.print(slip, Made { at, attachment: None }).await;
    let content = printed.map_err(ApiError::Internal)?.into();
    Ok(respond(&asked, who.disposition, Download { name: &name, media_type: "application/pdf", content }))
}

fn slip_name(language: BillLanguage) -> &'static str {
    match language {
        BillLanguage::Finnish => "palkkalaskelma",
        BillLanguage::English => "pay-slip",
    }
}

async fn pay_slip(app: &App, salary: &StoredSalary) -> ApiResult<PaySlip> {
    let facts = app.store.pay_facts(&[salary.person], salary.payday).await?;
    let facts = facts.get(&salary.person).ok_or(ApiError::NotFound)?;
    let year = app.store.year_until(salary).await?;
    let bills = app.store.bills_of_salary(salary.id).await?;
    let positive = |number: i64| u64::try_from(number).map_err(|error| ApiError::Internal(anyhow!(error)));
    let paid = |bill: liksa_store::BillOfSalary| {
        Ok(PaidBill { number: positive(bill.number)?, customer: bill.customer, net: bill.total })
    };
    Ok(PaySlip {
        language: match facts.person.language {
            Language::Finnish => BillLanguage::Finnish,
            Language::English => BillLanguage::English,
        },
        number: positive(salary.number.ok_or(ApiError::NotFound)?)?,
        payday: salary.payday,
        payer: seller_on(app, salary.payday).await?,
        worker: facts.person.full_name(),
        address: Address {
            street: facts.profile.address.clone(),
            postal_code: facts.facts.postal_code.clone(),
            city: facts.profile.city.clone(),
            ..Address::default()
        },
        iban: salary.iban,
        tax_percent: tax_percent(salary)?,
        bills: bills.into_iter().map(paid).collect::<ApiResult<_>>()?,
        summary: salary.summary.ok_or(ApiError::NotFound)?,
        year_so_far: YearSoFar {
            gross_salary: year.gross_salary,
            tax: year.tax,
            reimbursements: year.reimbursements,
            service_fee: year.service_fee,
        },
    })
}

/// The one per cent that tells the tax; none where the card's ceiling was crossed in this salary.
fn tax_percent(salary: &StoredSalary) -> ApiResult<Option<Rate>> {
    let gross = salary.summary.map(|summary| summary.gross_salary).unwrap_or_default();
    match salary.basis.tax {
        TaxBasis::NoCard => Ok(None),
        TaxBasis::Percent(rate) => Ok(Some(rate)),
        TaxBasis::Card(card) => {
            let (below, above) = card.split(gross).map_err(|error| ApiError::Internal(error.into()))?;
            Ok(match (below.is_zero(), above.is_zero()) {
                (_, true) => Some(card.base_percent),
                (true, false) => Some(card.additional_percent),
                (false, false) => None,
            })
        }
    }
}
