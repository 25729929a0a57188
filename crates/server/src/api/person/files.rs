//! `/api/person/{personId}/profilepic` and `…/taxcard`: one's own picture and tax card.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use liksa_actions::people;
use liksa_domain::ids::PersonId;
use liksa_domain::person::Role;
use liksa_domain::problem::ErrorKey;
use utoipa::ToSchema;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::api::provider::tax_cards::respond_with_file;
use crate::api::provider::workers::TaxCardOnWire;
use crate::app::AppState;
use crate::http::download::{DownloadQuery, DownloadingByLink, LinkQuery, respond_stored};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::http::upload::{self, Upload};
use crate::session::{Session, WorkerSession};

pub const LARGEST_BYTES: usize = 10 * 1024 * 1024;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(picture, remove_picture))
        .routes(routes!(set_picture).layer(upload::up_to(LARGEST_BYTES)))
        .routes(routes!(tax_card))
        .routes(routes!(send_tax_card).layer(upload::up_to(LARGEST_BYTES)))
}

/// The body, for the description alone.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read piece by piece, never as a whole")]
pub struct PictureUpload {
    /// A picture (JPEG, PNG, WebP) of at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// One's own picture.
#[utoipa::path(get, path = "/api/person/{personId}/profilepic", tag = "person", operation_id = "picture",
    params(("personId" = Uuid, Path, description = "One's own id"), LinkQuery, DownloadQuery),
    responses(
        (status = 200, description = "A square JPEG", body = Vec<u8>, content_type = "image/jpeg"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "Not one's own id, or there is none", body = Problem)))]
async fn picture(
    State(app): State<AppState>,
    DownloadingByLink(user): DownloadingByLink,
    Path(person): Path<PersonId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    must_be_own(user.person.id, person)?;
    let account = people::own_account(&app.store, user.person.id).await?;
    let file = app.store.file(account.picture.ok_or(ApiError::NotFound)?).await?.ok_or(ApiError::NotFound)?;
    respond_stored(&app, &headers, user.disposition, &file).await
}

/// Choose a picture. It is cut to a square, made small, and nothing else of it is stored.
#[utoipa::path(post, path = "/api/person/{personId}/profilepic", tag = "person", operation_id = "set_picture",
    params(("personId" = Uuid, Path, description = "One's own id")),
    request_body(content = PictureUpload, content_type = "multipart/form-data"),
    responses(
        (status = 204, description = "Stored"),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 409, description = "STALE_PERSON: another was chosen at the same moment", body = Problem),
        (status = 413, description = "TOO_LARGE", body = Problem),
        (status = 422, description = "PICTURE_TYPE_NOT_ALLOWED, PICTURE_TOO_LARGE: too many pixels, or FILE_UNREADABLE: \
         empty, cut off or damaged", body = Problem)))]
async fn set_picture(
    State(app): State<AppState>,
    session: Session,
    Path(person): Path<PersonId>,
    upload: Upload,
) -> ApiResult<StatusCode> {
    must_be_own(session.person.id, person)?;
    let content = upload.into_memory(LARGEST_BYTES, ErrorKey::TooLarge).await?;
    people::set_picture(&app, session.person.id, content).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Have no picture.
#[utoipa::path(delete, path = "/api/person/{personId}/profilepic", tag = "person", operation_id = "remove_picture",
    params(("personId" = Uuid, Path, description = "One's own id")),
    responses(
        (status = 204, description = "There is none any more"),
        (status = 404, description = "Not one's own id", body = Problem)))]
async fn remove_picture(
    State(app): State<AppState>,
    session: Session,
    Path(person): Path<PersonId>,
) -> ApiResult<StatusCode> {
    must_be_own(session.person.id, person)?;
    people::remove_picture(&app, session.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Another person's things are not found.
fn must_be_own(own: PersonId, asked: PersonId) -> ApiResult<()> {
    if own == asked { Ok(()) } else { Err(ApiError::NotFound) }
}

/// The body, for the description alone.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read piece by piece, never as a whole")]
pub struct TaxCardUpload {
    /// A picture (JPEG, PNG) or a PDF of at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Send a new tax card. It is used from the next salary on, once staff have read it; one that still waited is
/// replaced.
#[utoipa::path(post, path = "/api/person/{personId}/taxcard", tag = "person", operation_id = "send_tax_card",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id")),
    request_body(content = TaxCardUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The card, waiting", body = TaxCardOnWire),
        (status = 404, description = "Not one's own id", body = Problem),
        (status = 413, description = "TOO_LARGE", body = Problem),
        (status = 422, description = "FILE_TYPE_NOT_ALLOWED: not a picture or PDF. FILE_UNREADABLE: cut off or \
         damaged", body = Problem)))]
async fn send_tax_card(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    upload: Upload,
) -> ApiResult<(StatusCode, Json<TaxCardOnWire>)> {
    session.must_be(person)?;
    let limit = u64::try_from(LARGEST_BYTES).unwrap_or(u64::MAX);
    let received = upload.receive(&app, limit, ErrorKey::TooLarge).await?;
    let media_type = received.picture_or_pdf()?;
    let card = people::send_tax_card(&app, person, &received.content, &received.name, media_type).await?;
    Ok((StatusCode::CREATED, Json(card.into())))
}

/// The newest tax card that was sent as a file.
#[utoipa::path(get, path = "/api/person/{personId}/taxcard", tag = "person", operation_id = "tax_card",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"), LinkQuery, DownloadQuery),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "Not one's own id, or no card was sent", body = Problem)))]
async fn tax_card(
    State(app): State<AppState>,
    DownloadingByLink(user): DownloadingByLink,
    Path(person): Path<PersonId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    user.must_have_one_of(&[Role::User])?;
    must_be_own(user.person.id, person)?;
    respond_with_file(&app, &headers, user.disposition, user.person.id, None).await
}
