//! `GET /api/provider/tax-cards?state=`: the cards in one state, the first sent first.

use axum::extract::State;
use liksa_domain::ids::{Id, TaxCardId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::tax_card::TaxCardState;
use liksa_store::TaxCardOfPerson;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::paging::{cursor_of, paged};
use crate::api::provider::workers::TaxCardOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::session::staff::PeopleSession;

const CARDS_PER_PAGE: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TaxCardsQuery {
    /// WAITING if not given, IN_USE or REPLACED.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardOfWorker {
    pub person_id: Uuid,
    pub name: String,
    pub card: TaxCardOnWire,
}

#[derive(Serialize, ToSchema)]
pub struct TaxCardsPage {
    #[schema(required)]
    pub cards: Vec<CardOfWorker>,
    #[schema(required)]
    pub next: Option<String>,
}

/// Tax cards in one state, the first sent first.
#[utoipa::path(get, path = "/api/provider/tax-cards", tag = "provider", operation_id = "tax_cards",
    security(("session" = ["ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(TaxCardsQuery),
    responses(
        (status = 200, description = "A page", body = TaxCardsPage),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: PeopleSession,
    Query(query): Query<TaxCardsQuery>,
) -> ApiResult<Json<TaxCardsPage>> {
    let unknown = || ApiError::Invalid(vec![FieldProblem::new("state", ErrorKey::InvalidChoice)]);
    let state = query.state.as_deref().unwrap_or(TaxCardState::Waiting.name());
    let state = TaxCardState::from_name(state).ok_or_else(unknown)?;
    let after: Option<TaxCardId> = cursor_of(query.cursor.as_deref())?;
    let found = app.store.tax_cards(state, after, CARDS_PER_PAGE + 1).await?;
    let (cards, next) = paged(found, CARDS_PER_PAGE, |one: &TaxCardOfPerson| one.card.id);
    let shown = |one: TaxCardOfPerson| CardOfWorker {
        person_id: one.card.person.uuid(),
        name: one.name,
        card: one.card.into(),
    };
    Ok(Json(TaxCardsPage { cards: cards.into_iter().map(shown).collect(), next }))
}
