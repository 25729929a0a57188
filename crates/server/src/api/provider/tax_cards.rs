//! `/api/provider/tax-cards`: tax cards that workers have sent.

use liksa_actions::people;
use liksa_domain::person::Role;
use liksa_domain::tax_card::{TaxCardBody, TaxCardState};
use liksa_store::TaxCardOfPerson;

use crate::api::paging::{cursor_of, paged};
use crate::api::prelude::*;
use crate::api::provider::workers::TaxCardOnWire;
use crate::http::download::{Disposition, DownloadQuery, Downloading, respond_stored};

const CARDS_PER_PAGE: i64 = 50;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(tax_cards))
        .routes(routes!(handle_tax_card))
        .routes(routes!(tax_card_file))
}

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
    pub person_id: PersonId,
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
#[utoipa::path(get, path = "/api/provider/tax-cards", params(TaxCardsQuery),
    responses(
        (status = 200, description = "A page", body = TaxCardsPage),
        (status = 422, description = "A parameter was not accepted")))]
async fn tax_cards(app: Server, _: PeopleSession, Query(query): Query<TaxCardsQuery>) -> Reply<TaxCardsPage> {
    let state = choice("state", query.state.as_deref(), TaxCardState::from_name)?;
    let after: Option<TaxCardId> = cursor_of(query.cursor.as_deref())?;
    let state = state.unwrap_or(TaxCardState::Waiting);
    let found = app.store.tax_cards(state, after, CARDS_PER_PAGE + 1).await?;
    let (cards, next) = paged(found, CARDS_PER_PAGE, |one: &TaxCardOfPerson| one.card.id);
    let shown = |one: TaxCardOfPerson| CardOfWorker {
        person_id: one.card.person,
        name: one.name,
        card: one.card.into(),
    };
    Ok(Json(TaxCardsPage { cards: cards.into_iter().map(shown).collect(), next }))
}

/// Enter the figures of a card, or correct them. Salaries on or after `validFrom` are taxed by it.
#[utoipa::path(put, path = "/api/provider/tax-cards/{cardId}", request_body = TaxCardBody,
    responses(
        (status = 200, description = "The card as it now is", body = TaxCardOnWire),
        (status = 404, description = "No such card"),
        (status = 409, description = "OWN_MATTER: one's own card. TAX_CARD_REPLACED: a newer one was sent"),
        (status = 422, description = "A field was not accepted")))]
async fn handle_tax_card(
    app: Server,
    session: PeopleSession,
    Path(card): Path<TaxCardId>,
    Json(body): Json<TaxCardBody>,
) -> Reply<TaxCardOnWire> {
    Ok(Json(people::handle_tax_card(&app, session.person.id, card, &body).await?.into()))
}

/// The file of a tax card.
#[utoipa::path(get, path = "/api/provider/tax-cards/{cardId}/file", params(DownloadQuery),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such card, or it has no file")))]
async fn tax_card_file(
    app: Server,
    user: Downloading,
    Path(card): Path<TaxCardId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    user.must_have_one_of(&[Role::Payroll, Role::Admin])?;
    let card = app.store.tax_card(card).await?.ok_or(ApiError::NotFound)?;
    respond_with_file(&app, &headers, user.disposition, card.person, Some(card.id)).await
}

/// The file of one card of the person, or of the newest that has one.
pub async fn respond_with_file(
    app: &App,
    headers: &HeaderMap,
    disposition: Disposition,
    person: PersonId,
    card: Option<TaxCardId>,
) -> ApiResult<Response> {
    let file = app.store.tax_card_file(person, card).await?.ok_or(ApiError::NotFound)?;
    let file = app.store.file(file).await?.ok_or(ApiError::NotFound)?;
    respond_stored(app, headers, disposition, &file).await
}
