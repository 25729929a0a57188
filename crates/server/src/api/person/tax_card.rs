//! `POST` and `GET /api/person/{personId}/taxcard`: one's own tax card, sent and looked at again.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use liksa_domain::audit::Action;
use liksa_domain::file::{FilePurpose, display_name};
use liksa_domain::ids::{PersonId, TaxCardId};
use liksa_domain::person::Role;
use liksa_domain::problem::ErrorKey;
use liksa_store::{NewFile, SentTaxCard};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::provider::tax_cards::file::answer;
use crate::api::provider::workers::TaxCardOnWire;
use crate::app::AppState;
use crate::http::download::{DownloadQuery, Downloading};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::http::upload::Upload;
use crate::session::WorkerSession;

pub const LARGEST_BYTES: usize = 10 * 1024 * 1024;

/// The body, for the description alone.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read piece by piece, never as a whole")]
pub struct TaxCardUpload {
    /// A picture (JPEG, PNG) or a PDF of at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Send a new tax card. It is used from the next salary on, once somebody has read it; one that still waited is
/// replaced.
#[utoipa::path(post, path = "/api/person/{personId}/taxcard", tag = "person", operation_id = "send_tax_card",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id")),
    request_body(content = TaxCardUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The card, waiting", body = TaxCardOnWire),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 413, description = "TOO_LARGE", body = Problem),
        (status = 422, description = "Not a picture or PDF", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<Uuid>,
    upload: Upload,
) -> ApiResult<(StatusCode, Json<TaxCardOnWire>)> {
    let person = PersonId::from(person);
    session.must_be(person)?;
    let limit = u64::try_from(LARGEST_BYTES).unwrap_or(u64::MAX);
    let received = upload.receive(&app, limit, ErrorKey::TooLarge).await?;
    let media_type = received.picture_or_pdf()?;
    let name = display_name(&received.name, media_type);
    let (id, at): (TaxCardId, _) = (app.new_id()?, app.clock.now());
    let new = NewFile {
        content: &received.content,
        purpose: FilePurpose::TaxCard,
        owner: Some(person),
        name: &name,
        media_type,
        created_at: at,
    };
    let mut tx = app.store.begin().await?;
    let file = tx.insert_file(&new).await?;
    tx.send_tax_card(&SentTaxCard { id, person, file, at }).await?;
    let detail = json!({"card": id.to_string()});
    tx.record(&app.event(Some(person), Action::TaxCardSent, format!("person:{person}"), &detail)).await?;
    tx.commit().await?;
    let card = app.store.tax_card(id).await?.ok_or(ApiError::NotFound)?;
    Ok((StatusCode::CREATED, Json(card.into())))
}

/// The newest tax card that was sent as a file.
#[utoipa::path(get, path = "/api/person/{personId}/taxcard", tag = "person", operation_id = "tax_card",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"), DownloadQuery),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "Not one's own id, or no card was sent", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Path(person): Path<Uuid>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::User])?;
    let id = PersonId::from(person);
    if who.person.id != id {
        return Err(ApiError::NotFound);
    }
    answer(&app, &asked, who.disposition, id, None).await
}
