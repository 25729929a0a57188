//! Travel reports: the trips and costs of a month or a year as PDF.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use jiff::civil::Date;
use liksa_actions::printing::{names, travel_report};
use liksa_documents::pdf::{Content, Made};
use liksa_domain::dates::parse_date;
use liksa_domain::ids::PersonId;
use liksa_domain::person::Role;
use liksa_domain::problem::{ErrorKey, Problem as Fault};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, AppState};
use crate::http::download::{Download, DownloadQuery, Downloading, DownloadingByLink, LinkQuery, respond};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Path, Query};

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(all)).routes(routes!(tax_free))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Period {
    /// DD.MM.YYYY
    from: Option<String>,
    /// DD.MM.YYYY, within a year of `from`.
    to: Option<String>,
}

/// Trips and receipts that have been paid, by the days of their rows.
#[utoipa::path(get, path = "/api/travel-expense/{personId}/pdf", tag = "documents",
    operation_id = "travel_expense_pdf",
    security(("session" = ["ROLE_USER", "ROLE_PAYROLL"])),
    params(("personId" = Uuid, Path, description = "One's own id; any for the provider's people"), Period,
           LinkQuery, DownloadQuery),
    responses(
        (status = 200, description = "The PDF", body = Vec<u8>, content_type = "application/pdf"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such person", body = Problem),
        (status = 422, description = "The days are not a period", body = Problem)))]
async fn all(
    State(app): State<AppState>,
    DownloadingByLink(who): DownloadingByLink,
    Path(person): Path<PersonId>,
    Query(period): Query<Period>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    report(&app, &who, person, &period, Content::All, &asked).await
}

/// The allowances that are paid without tax.
#[utoipa::path(get, path = "/api/travel-expense/{personId}/taxfree/pdf", tag = "documents",
    operation_id = "tax_free_travel_expense_pdf",
    security(("session" = ["ROLE_USER", "ROLE_PAYROLL"])),
    params(("personId" = Uuid, Path, description = "One's own id; any for the provider's people"), Period,
           LinkQuery, DownloadQuery),
    responses(
        (status = 200, description = "The PDF", body = Vec<u8>, content_type = "application/pdf"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such person", body = Problem),
        (status = 422, description = "The days are not a period", body = Problem)))]
async fn tax_free(
    State(app): State<AppState>,
    DownloadingByLink(who): DownloadingByLink,
    Path(person): Path<PersonId>,
    Query(period): Query<Period>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    report(&app, &who, person, &period, Content::TaxFree, &asked).await
}

async fn report(
    app: &App,
    who: &Downloading,
    id: PersonId,
    period: &Period,
    content: Content,
    asked: &HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::User, Role::Payroll])?;
    if who.person.id != id && !who.person.has_role(Role::Payroll) {
        return Err(ApiError::NotFound);
    }
    let person = app.store.person(id).await?.ok_or(ApiError::NotFound)?;
    let (from, until) = period.read()?;
    let report = travel_report(app, &person, content, from, until).await?;
    let name = names::of_travel_report(report.language, content == Content::TaxFree, from, until);
    // Dated by its period and not by the clock, so that the same report is the same file.
    let made = Made::at(app.clock.start_of(until));
    let content = app.pdf_printer.print(Some(who.person.id), report, made).await?.into();
    Ok(respond(asked, who.disposition, Download { name: &name, media_type: "application/pdf", content }))
}

impl Period {
    fn read(&self) -> ApiResult<(Date, Date)> {
        let mut problems = vec![];
        let mut day = |field: &str, text: &Option<String>| {
            let read = text.as_deref().and_then(parse_date);
            if read.is_none() {
                problems.push(Fault::new(field, ErrorKey::InvalidDateFormat));
            }
            read
        };
        let (from, until) = (day("from", &self.from), day("to", &self.to));
        if let (Some(from), Some(until)) = (from, until) {
            let within_a_year = from.checked_add(jiff::Span::new().years(1)).is_ok_and(|end| until < end);
            if from <= until && within_a_year {
                return Ok((from, until));
            }
            problems.push(Fault::new("to", ErrorKey::OutOfRange));
        }
        Err(problems.into())
    }
}
