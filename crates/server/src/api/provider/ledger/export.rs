//! `GET /api/provider/ledger/export`: the ledger of a period for an accounting program.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use jiff::ToSpan;
use jiff::civil::Date;
use liksa_documents::ledger_export::{BookedLine, Sie, csv_head, csv_lines};
use liksa_domain::person::Role;
use liksa_domain::problem::ErrorKey;
use liksa_store::AccountLine;
use serde::Deserialize;
use utoipa::IntoParams;

use super::PeriodQuery;
use crate::app::{App, AppState};
use crate::http::download::{Disposition, Download, DownloadQuery, Downloading, respond};
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::Query;
use crate::printing::seller_on;

const LINES_AT_ONCE: i64 = 5000;
/// An accounting year of the longest kind; more is not asked for in one file.
const MOST_MONTHS: i32 = 18;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// csv (if not given) or sie.
    format: Option<String>,
}

/// Everything booked in a period, as CSV or SIE 4.
#[utoipa::path(get, path = "/api/provider/ledger/export", tag = "ledger", operation_id = "ledger_export",
    security(("session" = ["ROLE_PAYROLL"])),
    params(PeriodQuery, FormatQuery, DownloadQuery),
    responses(
        (status = 200, description = "The file", content_type = "text/csv", body = Vec<u8>),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Query(period): Query<PeriodQuery>,
    Query(query): Query<FormatQuery>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Payroll])?;
    let period = period.read(&app)?;
    let refuse = |field, key| ApiError::Invalid(vec![FieldProblem::new(field, key)]);
    if period.0.saturating_add(MOST_MONTHS.months()) < period.1 {
        return Err(refuse("until", ErrorKey::OutOfRange));
    }
    let (content, media_type, ending) = match query.format.as_deref() {
        None | Some("" | "csv") => (csv(&app, period).await?, "text/csv; charset=utf-8", "csv"),
        Some("sie") => (sie(&app, period).await?, "application/octet-stream", "se"),
        Some(_) => return Err(refuse("format", ErrorKey::InvalidChoice)),
    };
    let name = format!("kirjanpito-{}-{}.{ending}", period.0, period.1);
    let file = Download { name: &name, media_type, content: content.into() };
    Ok(respond(&asked, Disposition::Attachment, file))
}

async fn csv(app: &App, period: (Date, Date)) -> ApiResult<Vec<u8>> {
    let mut content = csv_head();
    let mut after = (0, 0);
    while let Some(lines) = next_lines(app, period, &mut after).await? {
        content.extend(csv_lines(&lines));
    }
    Ok(content)
}

async fn sie(app: &App, period: (Date, Date)) -> ApiResult<Vec<u8>> {
    let company = seller_on(app, period.1).await?.name;
    let (mut sie, mut content) = Sie::begin(&company, app.clock.today());
    let mut after = (0, 0);
    while let Some(lines) = next_lines(app, period, &mut after).await? {
        content.extend(sie.lines(&lines));
    }
    content.extend(sie.end());
    Ok(content)
}

/// None at the end.
async fn next_lines(
    app: &App,
    period: (Date, Date),
    after: &mut (i64, i64),
) -> ApiResult<Option<Vec<BookedLine>>> {
    let lines = app.store.ledger_lines(period, *after, LINES_AT_ONCE).await?;
    let Some(last) = lines.last() else { return Ok(None) };
    *after = (last.entry, last.place);
    let booked = |line: AccountLine| BookedLine {
        entry: line.entry,
        date: line.date,
        kind: line.kind.name().to_owned(),
        account: line.account,
        amount: line.amount,
        person: line.person_name.unwrap_or_default(),
        bill: line.bill_number,
    };
    Ok(Some(lines.into_iter().map(booked).collect()))
}
