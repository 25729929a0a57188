//! `GET /api/person/{personId}/archive`: all bills, searched and ordered.

use axum::extract::State;
use liksa_domain::bill::Section;
use liksa_domain::ids::PersonId;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::pages::{Asked, BillPage, page};
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::WorkerSession;

const BILLS_PER_PAGE: i64 = 20;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ArchiveQuery {
    /// open, pending, sent, paid or credited; all if not given.
    section: Option<String>,
    /// Words that all occur in the customer, the number, the row texts or the amounts.
    search: Option<String>,
    /// openFirst (if not given) or closedFirst.
    order: Option<String>,
    /// `next` of the page before.
    page: Option<String>,
}

/// Every bill, section by section, the newest first in each.
#[utoipa::path(get, path = "/api/person/{personId}/archive", tag = "bills", operation_id = "archive",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"), ArchiveQuery),
    responses(
        (status = 200, description = "A page", body = BillPage),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<Uuid>,
    Query(query): Query<ArchiveQuery>,
) -> ApiResult<Json<BillPage>> {
    session.must_be(PersonId::from(person))?;
    let asked = Asked {
        person: session.person.id,
        section: query.section.as_deref(),
        sections: (Section::Open, Section::Credited),
        search: query.search.as_deref(),
        order: query.order.as_deref(),
        page: query.page.as_deref(),
        limit: BILLS_PER_PAGE,
    };
    Ok(Json(page(&app, &asked).await?))
}
