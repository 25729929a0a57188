//! `PUT /api/provider/tax-cards/{cardId}`: somebody reads the figures off a card.

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::ids::TaxCardId;
use liksa_domain::problem::ErrorKey;
use liksa_domain::tax_card::CardForm;
use liksa_store::Handled;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::number::{NumberText, text};
use crate::api::provider::workers::{TaxCardOnWire, TaxCardTerms, subject};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::staff::PeopleSession;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxCardBody {
    /// In per cent.
    base_rate: Option<NumberText>,
    /// Null with `additionalRate` where the card has none.
    ceiling: Option<NumberText>,
    /// In per cent.
    additional_rate: Option<NumberText>,
    /// DD.MM.YYYY
    valid_from: Option<String>,
}

/// Enter the figures of a card, or mend them. Salaries on or after `validFrom` are taxed by it.
#[utoipa::path(put, path = "/api/provider/tax-cards/{cardId}", tag = "provider",
    operation_id = "handle_tax_card",
    security(("session" = ["ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(("cardId" = Uuid, Path)),
    request_body = TaxCardBody,
    responses(
        (status = 200, description = "The card as it now stands", body = TaxCardOnWire),
        (status = 404, description = "No such card", body = Problem),
        (status = 409, description = "OWN_MATTER: one's own card. TAX_CARD_REPLACED: a newer one was sent",
         body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: PeopleSession,
    Path(card): Path<Uuid>,
    Json(body): Json<TaxCardBody>,
) -> ApiResult<Json<TaxCardOnWire>> {
    let id = TaxCardId::from(card);
    let card = app.store.tax_card(id).await?.ok_or(ApiError::NotFound)?;
    session.must_not_be(card.person)?;
    let form = CardForm {
        base_rate: text(&body.base_rate),
        ceiling: text(&body.ceiling),
        additional_rate: text(&body.additional_rate),
        valid_from: body.valid_from.as_deref(),
    };
    let terms = form.read(app.clock.today())?;
    let mut tx = app.store.begin().await?;
    match tx.handle_tax_card(&card, &terms, session.person.id, app.clock.now()).await? {
        Handled::Done => {}
        Handled::Replaced => return Err(ApiError::Conflict(ErrorKey::TaxCardReplaced)),
    }
    let before = card.terms.map(TaxCardTerms::from);
    let detail = json!({"card": id.to_string(), "before": before, "after": TaxCardTerms::from(terms)});
    let event = app.event(Some(session.person.id), Action::TaxCardHandled, subject(card.person), &detail);
    tx.record(&event).await?;
    tx.commit().await?;
    Ok(Json(app.store.tax_card(id).await?.ok_or(ApiError::NotFound)?.into()))
}
