//! `GET /api/person/{personId}/salaries`: the pay slips, the newest payday first.

use axum::extract::State;
use liksa_domain::ids::PersonId;
use liksa_domain::problem::ErrorKey;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::may_read;
use super::wire::SlipOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::Session;

const SLIPS_PER_PAGE: i64 = 20;
const LAST_PAGE: i64 = 1_000_000;

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
}

/// Pay slips, twenty a page.
#[utoipa::path(get, path = "/api/person/{personId}/salaries", tag = "salaries", operation_id = "salaries",
    security(("session" = [])),
    params(("personId" = Uuid, Path, description = "One's own id, or for payroll anybody's"), SlipsQuery),
    responses(
        (status = 200, description = "A page", body = Slips),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 422, description = "No such page number", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: Session,
    Path(person): Path<Uuid>,
    Query(query): Query<SlipsQuery>,
) -> ApiResult<Json<Slips>> {
    let person = PersonId::from(person);
    may_read(&session.person, person)?;
    let page = match query.page.as_deref() {
        None | Some("") => 0,
        Some(text) => page_number(text)?,
    };
    let (slips, total) = app.store.slips(person, page, SLIPS_PER_PAGE).await?;
    let salaries = slips.into_iter().map(|slip| SlipOnWire::new(person, slip)).collect();
    Ok(Json(Slips { salaries, page, page_size: SLIPS_PER_PAGE, total }))
}

fn page_number(text: &str) -> ApiResult<i64> {
    let number = text.parse().ok().filter(|number| (0..=LAST_PAGE).contains(number));
    number.ok_or_else(|| ApiError::Invalid(vec![FieldProblem::new("page", ErrorKey::InvalidNumber)]))
}
