//! `/api/provider/payroll/corrections`: what credit notes took back of salaries, and what the Incomes Register is told.

use jiff::Timestamp;
use liksa_actions::sending::must_not_be_held;
use liksa_domain::payroll::CorrectionKind;
use liksa_domain::person::Role;
use liksa_store::SalaryTakenBack;

use crate::api::paging::cursor_of;
use crate::api::prelude::*;
use crate::http::download::{DownloadQuery, Downloading};

const CORRECTIONS_PER_PAGE: i64 = 20;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(payroll_corrections)).routes(routes!(payroll_correction_file))
}

#[derive(Serialize, ToSchema)]
#[schema(as = PayrollCorrections)]
pub struct Corrections {
    #[schema(required)]
    pub corrections: Vec<CorrectionLine>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// What one credit note took back of a salary.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollCorrection)]
pub struct CorrectionLine {
    pub credit_note_id: BillId,
    pub credit_note_number: i64,
    pub person_id: PersonId,
    pub person_name: String,
    pub salary_id: SalaryId,
    /// Of the pay slip; null until the salary is booked.
    #[schema(required)]
    pub salary_number: Option<i64>,
    /// Of the salary, DD.MM.YYYY.
    pub payday: String,
    /// RFC 3339.
    pub made_at: Timestamp,
    /// Negative: the change of the gross salary.
    #[serde(rename = "bruttoSalary")]
    pub gross_salary: Money,
    /// What the worker owes because of it.
    pub owed: Money,
    /// Null while it is being written.
    #[schema(required)]
    pub kind: Option<CorrectionKind>,
    /// Whether there is a file for the register.
    pub has_file: bool,
}

impl From<SalaryTakenBack> for CorrectionLine {
    fn from(taken: SalaryTakenBack) -> Self {
        let summary = &taken.taken.summary;
        Self {
            credit_note_id: taken.credit_note,
            credit_note_number: taken.credit_note_number,
            person_id: taken.person,
            person_name: taken.person_name,
            salary_id: taken.salary,
            salary_number: taken.salary_number,
            payday: format_date(taken.payday),
            made_at: taken.made_at,
            gross_salary: summary.gross_salary,
            owed: summary.salary.negated().unwrap_or_default().max(Money::ZERO),
            kind: taken.report,
            has_file: taken.file.is_some(),
        }
    }
}

/// Corrections to the Incomes Register, the newest first.
#[utoipa::path(get, path = "/api/provider/payroll/corrections", params(CursorQuery),
    responses(
        (status = 200, description = "A page", body = Corrections),
        (status = 422, description = "The cursor was not accepted")))]
async fn payroll_corrections(
    app: Server,
    _: PayrollSession,
    Query(query): Query<CursorQuery>,
) -> Reply<Corrections> {
    let after = cursor_of(query.cursor.as_deref())?;
    let (lines, next) = app.store.corrections(after, CORRECTIONS_PER_PAGE).await?;
    let corrections = lines.into_iter().map(CorrectionLine::from).collect();
    Ok(Json(Corrections { corrections, next: next.map(|next| next.to_string()) }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OfSalary {
    /// One of several that a credit note took back of; that of its own worker if not given.
    salary: Option<SalaryId>,
}

/// The file of a correction for the Incomes Register.
#[utoipa::path(get, path = "/api/provider/payroll/corrections/{creditNoteId}/file", params(DownloadQuery, OfSalary),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = String),
        (status = 404, description = "No such correction, or one without a file"),
        (status = 409, description = "SENDING_HELD")))]
async fn payroll_correction_file(
    app: Server,
    who: Downloading,
    Path(credit_note): Path<BillId>,
    Query(of): Query<OfSalary>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Payroll])?;
    must_not_be_held(&app.store).await?;
    let taken = app.store.taken_back_by(credit_note, of.salary).await?;
    who.answer(&app, &asked, taken.and_then(|taken| taken.file)).await
}
