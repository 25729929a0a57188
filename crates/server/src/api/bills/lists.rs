//! The lists of a worker's bills: those under way, and the archive of all.

use axum::extract::State;
use liksa_domain::bill::{Section, search_words};
use liksa_domain::ids::PersonId;
use liksa_domain::problem::ErrorKey;
use liksa_store::{BillFilter, ListOrder};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::CardOnWire;
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::WorkerSession;

/// Longer searches are pasted by mistake.
const LONGEST_SEARCH: usize = 200;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(archive))
}

/// A part of a list.
#[derive(Serialize, ToSchema)]
pub struct BillPage {
    #[schema(required)]
    pub bills: Vec<CardOnWire>,
    /// What to send as `page` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
    /// How many there are in all.
    pub total: i64,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// open, pending or sent; all three if not given.
    section: Option<String>,
    /// `next` of the page before.
    page: Option<String>,
}

/// Drafts, bills being handled and bills at the customer's, the newest first in each.
#[utoipa::path(get, path = "/api/person/{personId}/bills", tag = "bills", operation_id = "bills",
    params(("personId" = Uuid, Path, description = "One's own id"), ListQuery),
    responses(
        (status = 200, description = "A page", body = BillPage),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
async fn list(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    Query(query): Query<ListQuery>,
) -> ApiResult<Json<BillPage>> {
    session.must_be(person)?;
    let asked = ArchiveQuery { section: query.section, search: None, order: None, page: query.page };
    page(&app, person, (Section::Open, Section::Sent), 50, &asked).await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ArchiveQuery {
    /// open, pending, sent, paid or credited; all if not given.
    section: Option<String>,
    /// Words that all occur in the customer, the number, the billing date, the texts or the amounts.
    search: Option<String>,
    /// openFirst (if not given) or closedFirst.
    order: Option<String>,
    /// `next` of the page before.
    page: Option<String>,
}

/// Every bill, section by section, the newest first in each.
#[utoipa::path(get, path = "/api/person/{personId}/archive", tag = "bills", operation_id = "archive",
    params(("personId" = Uuid, Path, description = "One's own id"), ArchiveQuery),
    responses(
        (status = 200, description = "A page", body = BillPage),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
async fn archive(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    Query(query): Query<ArchiveQuery>,
) -> ApiResult<Json<BillPage>> {
    session.must_be(person)?;
    page(&app, person, (Section::Open, Section::Credited), 20, &query).await
}

/// A page of the list between the first and the last section.
async fn page(
    app: &App,
    person: PersonId,
    sections: (Section, Section),
    limit: i64,
    asked: &ArchiveQuery,
) -> ApiResult<Json<BillPage>> {
    let section = asked.section.as_deref().map(|name| section_of(name, sections)).transpose()?;
    let search: String = asked.search.as_deref().unwrap_or_default().chars().take(LONGEST_SEARCH).collect();
    let order = match asked.order.as_deref() {
        None | Some("openFirst") => ListOrder::OpenFirst,
        Some("closedFirst") => ListOrder::ClosedFirst,
        Some(_) => return Err(unknown("order")),
    };
    let filter = BillFilter {
        person,
        sections: section.map_or(sections, |section| (section, section)),
        words: &search_words(&search),
        order,
        after: asked
            .page
            .as_deref()
            // Programs that count pages begin with one of these.
            .filter(|page| !matches!(*page, "" | "0"))
            .map(|cursor| cursor.parse().map_err(|()| unknown("page")))
            .transpose()?,
        limit,
    };
    let page = app.store.bill_page(&filter).await?;
    Ok(Json(BillPage {
        bills: page.bills.into_iter().map(CardOnWire::from).collect(),
        next: page.next.map(|cursor| cursor.to_string()),
        total: page.total,
    }))
}

fn section_of(name: &str, (first, last): (Section, Section)) -> ApiResult<Section> {
    let section = Section::from_name(name).filter(|section| (first..=last).contains(section));
    section.ok_or_else(|| unknown("section"))
}

fn unknown(field: &str) -> ApiError {
    ApiError::invalid(field, ErrorKey::InvalidChoice)
}
