//! `/api/person/{personId}/salaries`: the pay slips of a worker, for the worker and for payroll.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use jiff::Timestamp;
use liksa_actions::{Error, payroll};
use liksa_domain::advance::RecoveredAdvance;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{BillId, PersonId, SalaryId, ShareId};
use liksa_domain::payroll::{Explanation, ReadinessItem, ReimbursementLine, pay_period};
use liksa_domain::person::{Person, Role};
use liksa_domain::problem::ErrorKey;
use liksa_domain::salary::{Contributions, Summary, TaxBasis, WithoutTaxCard};
use liksa_money::{Money, Percent, Quantity};
use liksa_store::{BillOfSalary, SalaryTakenBack, ShareOfSalary, SlipLine, StoredSalary};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, AppState};
use crate::http::download::{Download, DownloadQuery, DownloadingByLink, LinkQuery, respond};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::Session;

const SLIPS_PER_PAGE: i64 = 20;
const LAST_PAGE: i64 = 1_000_000;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(pdf))
        .routes(routes!(readiness))
}

/// Payroll reads all slips, others only their own: those of other people do not exist for them.
async fn may_read(app: &App, reader: &Person, person: PersonId) -> ApiResult<()> {
    let exists =
        reader.id == person || reader.has_role(Role::Payroll) && app.store.person(person).await?.is_some();
    if exists { Ok(()) } else { Err(ApiError::NotFound) }
}

/// A slip of a run that is paid; earlier it is not published to the worker.
async fn slip_of(
    app: &App,
    reader: &Person,
    (person, salary): (PersonId, SalaryId),
) -> ApiResult<StoredSalary> {
    may_read(app, reader, person).await?;
    let found = app.store.salary(salary).await?;
    let published = |salary: &StoredSalary| salary.person == person && salary.published_at.is_some();
    found.filter(published).ok_or(ApiError::NotFound)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SlipsQuery {
    /// From 0 on.
    page: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalarySlips)]
pub struct Slips {
    #[schema(required)]
    pub salaries: Vec<SlipOnWire>,
    /// The page that this is, from 0 on.
    pub page: i64,
    pub page_size: i64,
    /// How many there are on all pages.
    pub total: i64,
    /// What the person has to pay back; it is taken from the next salaries.
    pub owed: Money,
    /// The part of it that is advances, which the salaries of their bills pay back first.
    pub owed_of_advances: Money,
}

/// Pay slips, twenty a page.
#[utoipa::path(get, path = "/api/person/{personId}/salaries", tag = "salaries", operation_id = "salaries",
    params(("personId" = Uuid, Path, description = "One's own id, or for payroll anybody's"), SlipsQuery),
    responses(
        (status = 200, description = "A page", body = Slips),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 422, description = "No such page number", body = Problem)))]
async fn list(
    State(app): State<AppState>,
    session: Session,
    Path(person): Path<PersonId>,
    Query(query): Query<SlipsQuery>,
) -> ApiResult<Json<Slips>> {
    may_read(&app, &session.person, person).await?;
    let page = match query.page.as_deref() {
        None | Some("") => 0,
        Some(text) => {
            let number = text.parse().ok().filter(|number| (0..=LAST_PAGE).contains(number));
            number.ok_or_else(|| Error::field("page", ErrorKey::InvalidNumber))?
        }
    };
    let (slips, total) = app.store.slips(person, page, SLIPS_PER_PAGE).await?;
    let salaries = slips.into_iter().map(|slip| SlipOnWire::new(person, slip)).collect();
    let owed = app.store.owed(person).await?;
    let owed_of_advances = app.store.owed_of_advances(person).await?;
    Ok(Json(Slips { salaries, page, page_size: SLIPS_PER_PAGE, total, owed, owed_of_advances }))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Readiness)]
pub struct ReadinessOnWire {
    /// What is asked of every worker. `PAYROLL` is there only while payroll has to clear something up.
    #[schema(required)]
    pub items: Vec<ReadinessItem>,
    /// Whether a salary cannot be paid until an item with `holds` is done.
    pub held: bool,
    /// Whether a customer has paid an invoice of which no salary is approved yet.
    pub salary_waits: bool,
    /// The day on which the next salary can be paid, DD.MM.YYYY.
    pub payday: String,
}

/// Whether the worker can be paid: what is there of what a salary needs, and what is missing.
#[utoipa::path(get, path = "/api/person/{personId}/readiness", tag = "salaries", operation_id = "readiness",
    params(("personId" = Uuid, Path, description = "One's own id, or for payroll anybody's")),
    responses(
        (status = 200, description = "What is there and what is missing", body = ReadinessOnWire),
        (status = 404, description = "Not one's own id", body = Problem)))]
async fn readiness(
    State(app): State<AppState>,
    session: Session,
    Path(person): Path<PersonId>,
) -> ApiResult<Json<ReadinessOnWire>> {
    may_read(&app, &session.person, person).await?;
    let found = payroll::readiness(&app, person).await?;
    Ok(Json(ReadinessOnWire {
        held: found.holds(),
        salary_waits: found.salary_waits,
        payday: format_date(found.payday),
        items: found.items,
    }))
}

#[derive(Serialize, ToSchema)]
#[schema(as = SalarySlip)]
pub struct SlipOnWire {
    pub id: SalaryId,
    pub number: i64,
    /// DD.MM.YYYY
    pub payday: String,
    /// Paid to the account.
    pub salary: Money,
    /// What customers paid, VAT included.
    pub alvtotal: Money,
    /// The service fee.
    pub costs: Money,
    /// The employer's costs.
    pub othercosts: Money,
    /// The slip as a PDF.
    pub salaryurl: String,
    #[serde(rename = "bruttoSalary")]
    pub gross_salary: Money,
    /// What was billed, VAT-free.
    #[serde(rename = "totalBillingWithoutAlv")]
    pub total_billing_without_vat: Money,
    /// What credit notes took back of it since it was paid.
    #[serde(rename = "takenBack")]
    pub taken_back: Money,
}

impl SlipOnWire {
    pub fn new(person: PersonId, slip: SlipLine) -> Self {
        Self {
            id: slip.id,
            number: slip.number,
            payday: format_date(slip.payday),
            salary: slip.salary,
            alvtotal: slip.total_billing,
            costs: slip.service_fee,
            othercosts: slip.employer_costs,
            salaryurl: format!("/api/person/{person}/salaries/{}/pdf", slip.id),
            gross_salary: slip.gross_salary,
            total_billing_without_vat: slip.total_billing_without_vat,
            taken_back: slip.taken_back,
        }
    }
}

/// A pay slip with every line.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalarySlipDetails)]
pub struct SlipDetails {
    pub id: SalaryId,
    pub number: i64,
    /// DD.MM.YYYY
    pub payday: String,
    /// First and last day that the payday pays for, DD.MM.YYYY.
    pub period_from: String,
    pub period_until: String,
    #[schema(required)]
    pub bills: Vec<PaidBill>,
    /// What others gave of their bills.
    #[schema(required)]
    pub shares: Vec<PaidShare>,
    pub summary: Summary,
    pub reimbursements: Reimbursements,
    pub tax: Tax,
    /// How tax was withheld without a tax card; null where there was one.
    #[schema(required)]
    pub without_tax_card: Option<WithoutTaxCard>,
    /// The rates that the salary was calculated by, as they are stored with it. The service fee stops at the
    /// maximum of a month, so that it may be less than its share.
    pub service_percent: Percent,
    pub contributions: Contributions,
    /// From the first of January, this slip included.
    pub year: Year,
    /// The advances that it pays back, as a part of `reductions`.
    #[schema(required)]
    pub advances: Vec<RecoveredAdvance>,
    /// Why it is not what was shown when the bills were sent; null where it is.
    #[schema(required)]
    pub explanation: Option<Explanation>,
    /// What credit notes took back of it since it was paid. The figures of the slip stay as they were.
    #[schema(required)]
    pub corrections: Vec<CorrectionOnWire>,
    /// What the person has to pay back by now, of all salaries.
    pub owed: Money,
    /// The slip as a PDF.
    pub salaryurl: String,
}

/// What one credit note took back of a salary. The amounts are negative.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SlipCorrection)]
pub struct CorrectionOnWire {
    pub credit_note_id: BillId,
    pub credit_note_number: i64,
    /// The number of the bill that was credited.
    pub bill_number: i64,
    /// RFC 3339.
    pub made_at: Timestamp,
    #[serde(rename = "bruttoSalary")]
    pub gross_salary: Money,
    #[serde(rename = "taxamount")]
    pub tax_amount: Money,
    pub service_fee: Money,
    pub reimbursements: Money,
    /// What has to be paid back of it.
    pub salary: Money,
}

impl From<&SalaryTakenBack> for CorrectionOnWire {
    fn from(taken: &SalaryTakenBack) -> Self {
        let summary = &taken.taken.summary;
        Self {
            credit_note_id: taken.credit_note,
            credit_note_number: taken.credit_note_number,
            bill_number: taken.bill_number,
            made_at: taken.made_at,
            gross_salary: summary.gross_salary,
            tax_amount: summary.tax_amount,
            service_fee: summary.service_fee,
            reimbursements: summary.total_reimbursements,
            salary: summary.salary,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaidBill)]
pub struct PaidBill {
    pub id: BillId,
    pub bill_number: i64,
    pub customer: String,
    /// VAT-free.
    pub total: Money,
    /// What the worker was shown when sending it; null where it could not be calculated.
    #[schema(required)]
    pub estimate: Option<Money>,
}

/// A share that a salary was paid of.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidShare {
    pub id: ShareId,
    /// Whose bill it is of.
    pub contractor: String,
    pub description: String,
    pub bill_number: i64,
    /// VAT-free, without what was credited before the salary.
    pub total: Money,
}

impl From<ShareOfSalary> for PaidShare {
    fn from(share: ShareOfSalary) -> Self {
        let ShareOfSalary { id, contractor, description, bill_number, total, .. } = share;
        Self { id, contractor, description, bill_number, total }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = SlipReimbursements)]
pub struct Reimbursements {
    pub kilometers: Money,
    #[serde(rename = "kilometersDriven")]
    pub driven: Quantity,
    /// Full and partial days.
    pub days: Money,
    pub meals: Money,
    pub foreign: Money,
    /// Receipts, as they were paid.
    pub expenses: Money,
    /// The same by kind and rate.
    #[schema(required)]
    pub lines: Vec<ReimbursementLine>,
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
    pub ceiling: Option<Money>,
    #[schema(required)]
    pub additional_percent: Option<Percent>,
    /// Wages of the year on this card before this salary.
    #[schema(required)]
    pub paid_before: Option<Money>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SlipYear)]
pub struct Year {
    pub gross_salary: Money,
    pub tax: Money,
    pub reimbursements: Money,
    pub service_fee: Money,
}

/// One pay slip, line by line.
#[utoipa::path(get, path = "/api/person/{personId}/salaries/{salaryId}", tag = "salaries", operation_id = "salary",
    params(("personId" = Uuid, Path, description = "One's own id, or for payroll anybody's"),
           ("salaryId" = Uuid, Path)),
    responses(
        (status = 200, description = "The slip", body = SlipDetails),
        (status = 404, description = "No such slip of the person", body = Problem)))]
async fn get(
    State(app): State<AppState>,
    session: Session,
    Path(ids): Path<(PersonId, SalaryId)>,
) -> ApiResult<Json<SlipDetails>> {
    let salary = slip_of(&app, &session.person, ids).await?;
    let bills = app.store.bills_of_salary(salary.id).await?;
    let year = app.store.year_until(&salary).await?;
    let taken_back = app.store.taken_back_of_salary(salary.id).await?;
    let (Some(summary), Some(number)) = (&salary.summary, salary.number) else {
        return Err(ApiError::NotFound);
    };
    let (from, until) = pay_period(salary.payday).map_err(|error| ApiError::Internal(error.into()))?;
    let shares = app.store.shares_of_salary(salary.id).await?;
    let advances = app.store.advances_recovered_by(salary.id).await?;
    let explanation = payroll::explain(&salary, &bills, &shares, &advances)?;
    let without_tax_card = payroll::without_tax_card(&app, salary.basis.tax, summary, salary.payday).await?;
    Ok(Json(SlipDetails {
        id: salary.id,
        number,
        payday: format_date(salary.payday),
        period_from: format_date(from),
        period_until: format_date(until),
        bills: bills.into_iter().map(PaidBill::from).collect(),
        shares: shares.into_iter().map(PaidShare::from).collect(),
        summary: *summary,
        reimbursements: (&salary).into(),
        tax: salary.basis.tax.into(),
        without_tax_card,
        service_percent: Percent(salary.basis.service_percent),
        contributions: salary.basis.contributions,
        year: Year {
            gross_salary: year.gross_salary,
            tax: year.tax,
            reimbursements: year.reimbursements,
            service_fee: year.service_fee,
        },
        advances,
        explanation,
        corrections: taken_back.iter().map(CorrectionOnWire::from).collect(),
        owed: app.store.owed(salary.person).await?,
        salaryurl: format!("/api/person/{}/salaries/{}/pdf", salary.person, salary.id),
    }))
}

/// The pay slip as a PDF, made from what is stored: the same file each time.
#[utoipa::path(get, path = "/api/person/{personId}/salaries/{salaryId}/pdf", tag = "salaries",
    operation_id = "salary_pdf",
    params(("personId" = Uuid, Path, description = "One's own id, or for payroll anybody's"),
           ("salaryId" = Uuid, Path), LinkQuery, DownloadQuery),
    responses(
        (status = 200, description = "The PDF", body = Vec<u8>, content_type = "application/pdf"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such slip of the person", body = Problem)))]
async fn pdf(
    State(app): State<AppState>,
    DownloadingByLink(who): DownloadingByLink,
    Path(ids): Path<(PersonId, SalaryId)>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let salary = slip_of(&app, &who.person, ids).await?;
    let (name, content) = payroll::pay_slip_pdf(&app, who.person.id, &salary).await?;
    let file = Download { name: &name, media_type: "application/pdf", content: content.into() };
    Ok(respond(&headers, who.disposition, file))
}

impl From<&StoredSalary> for Reimbursements {
    fn from(salary: &StoredSalary) -> Self {
        let paid = salary.reimbursements;
        Self {
            kilometers: paid.kilometers,
            driven: salary.travelled.kilometers,
            days: paid.days,
            meals: paid.meals,
            foreign: paid.foreign,
            expenses: paid.expenses,
            lines: salary.reimbursement_lines(),
        }
    }
}

impl From<BillOfSalary> for PaidBill {
    fn from(bill: BillOfSalary) -> Self {
        Self {
            id: bill.id,
            bill_number: bill.number,
            customer: bill.customer,
            total: bill.total,
            estimate: bill.estimate,
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
                ceiling: Some(card.ceiling),
                additional_percent: Some(Percent(card.additional_percent)),
                paid_before: Some(card.paid_this_year),
            },
        }
    }
}
