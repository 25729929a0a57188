//! `GET /api/provider/tax-cards/{cardId}/file`: the card as it was sent, to be read beside the form.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use liksa_domain::ids::{PersonId, TaxCardId};
use liksa_domain::person::Role;
use uuid::Uuid;

use crate::app::{App, AppState};
use crate::http::download::{Disposition, DownloadQuery, Downloading, respond_stored};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;

/// The file of a tax card.
#[utoipa::path(get, path = "/api/provider/tax-cards/{cardId}/file", tag = "provider",
    operation_id = "tax_card_file",
    security(("session" = ["ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(("cardId" = Uuid, Path), DownloadQuery),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such card, or it has no file", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Path(card): Path<Uuid>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Payroll, Role::Admin])?;
    let card = app.store.tax_card(TaxCardId::from(card)).await?.ok_or(ApiError::NotFound)?;
    answer(&app, &asked, who.disposition, card.person, Some(card.id)).await
}

/// The file of one card of the person, or of the newest that has one.
pub async fn answer(
    app: &App,
    asked: &HeaderMap,
    disposition: Disposition,
    person: PersonId,
    card: Option<TaxCardId>,
) -> ApiResult<Response> {
    let file = app.store.tax_card_file(person, card).await?.ok_or(ApiError::NotFound)?;
    let file = app.store.file(file).await?.ok_or(ApiError::NotFound)?;
    respond_stored(app, asked, disposition, &file).await
}
