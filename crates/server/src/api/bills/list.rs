//! `GET /api/person/{personId}/bills`: the bills that are still on their way.

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

const BILLS_PER_PAGE: i64 = 50;

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
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"), ListQuery),
    responses(
        (status = 200, description = "A page", body = BillPage),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<Uuid>,
    Query(query): Query<ListQuery>,
) -> ApiResult<Json<BillPage>> {
    session.must_be(PersonId::from(person))?;
    let asked = Asked {
        person: session.person.id,
        section: query.section.as_deref(),
        sections: (Section::Open, Section::Sent),
        search: None,
        order: None,
        page: query.page.as_deref(),
        limit: BILLS_PER_PAGE,
    };
    Ok(Json(page(&app, &asked).await?))
}
