//! `/api/provider/payroll/separate-reports`: the monthly reports of the employer's health insurance contribution.

use liksa_actions::payroll::{self, MonthToReport};
use liksa_actions::sending::must_not_be_held;
use liksa_domain::person::Role;
use liksa_store::SeparateReport;

use crate::api::prelude::*;
use crate::http::download::{DownloadQuery, Downloading};

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(separate_reports))
        .routes(routes!(make_separate_report))
        .routes(routes!(separate_report_sent))
        .routes(routes!(separate_report_file))
}

#[derive(Serialize, ToSchema)]
pub struct SeparateReports {
    /// The last thirteen that are over, the newest first.
    #[schema(required)]
    months: Vec<ReportMonth>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SeparateReportMonth)]
pub struct ReportMonth {
    /// DD.MM.YYYY, the last day of the month.
    until: String,
    /// The employer's health insurance contributions of its salaries, as they stand now.
    amount: Money,
    /// Whether wages were paid.
    wages: bool,
    /// DD.MM.YYYY
    due: String,
    /// The register has to be told something that no report of the month says.
    to_make: bool,
    /// The newest first.
    #[schema(required)]
    reports: Vec<SeparateReport>,
}

impl From<MonthToReport> for ReportMonth {
    fn from(month: MonthToReport) -> Self {
        Self {
            until: format_date(month.month.last_of_month()),
            amount: month.wages.health_insurance,
            wages: month.wages.paid,
            due: format_date(month.due),
            to_make: month.is_to_make(),
            reports: month.reports,
        }
    }
}

async fn all(app: &App) -> Reply<SeparateReports> {
    let months = payroll::months_to_report(app).await?;
    Ok(Json(SeparateReports { months: months.into_iter().map(ReportMonth::from).collect() }))
}

/// What the Incomes Register has to be told of each month.
#[utoipa::path(get, path = "/api/provider/payroll/separate-reports",
    responses((status = 200, description = "The months", body = SeparateReports)))]
async fn separate_reports(app: Server, _: PayrollSession) -> Reply<SeparateReports> {
    all(&app).await
}

#[derive(Deserialize, ToSchema)]
#[schema(as = NewSeparateReport)]
pub struct NewReport {
    /// Any day of the month, DD.MM.YYYY.
    month: Option<String>,
}

/// Write the report of a month, or a correction where salaries were taken back since.
#[utoipa::path(post, path = "/api/provider/payroll/separate-reports", request_body = NewReport,
    responses(
        (status = 201, description = "The months, the report in its own", body = SeparateReports),
        (status = 409, description = "REPORT_UNCHANGED: the last one says the same; REPORT_BELOW_ZERO; \
         CONTACT_MISSING; SETTINGS_MISSING"),
        (status = 422, description = "The day is missing, or its month is not over")))]
async fn make_separate_report(
    app: Server,
    session: PayrollSession,
    Json(body): Json<NewReport>,
) -> ApiResult<(StatusCode, Json<SeparateReports>)> {
    let mut reader = Reader::default();
    reader.require("month", body.month.as_deref());
    let month = reader.date("month", body.month.as_deref());
    accepted(reader)?;
    let month = month.ok_or_else(|| ApiError::invalid("month", ErrorKey::Required))?;
    payroll::make_separate_report(&app, session.person.id, month).await?;
    Ok((StatusCode::CREATED, all(&app).await?))
}

/// Note that a report has gone to the register.
#[utoipa::path(post, path = "/api/provider/payroll/separate-reports/{reportId}/sent",
    responses(
        (status = 200, description = "The months", body = SeparateReports),
        (status = 404, description = "No such report")))]
async fn separate_report_sent(
    app: Server,
    session: PayrollSession,
    Path(report): Path<SeparateReportId>,
) -> Reply<SeparateReports> {
    payroll::note_report_sent(&app, session.person.id, report).await?;
    all(&app).await
}

/// The file of a report.
#[utoipa::path(get, path = "/api/provider/payroll/separate-reports/{reportId}/file", params(DownloadQuery),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = String),
        (status = 404, description = "No such report"),
        (status = 409, description = "SENDING_HELD")))]
async fn separate_report_file(
    app: Server,
    who: Downloading,
    Path(report): Path<SeparateReportId>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Payroll])?;
    must_not_be_held(&app.store).await?;
    let found = app.store.separate_report(report).await?;
    who.answer(&app, &asked, found.map(|found| found.file)).await
}
