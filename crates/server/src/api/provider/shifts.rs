//! `POST /api/provider/shifts`: shifts from a clerk's file or from another program with its key.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use liksa_actions::context::token::Token;
use liksa_actions::shifts::{self, Format, Importer};
use utoipa_axum::router::UtoipaMethodRouterExt;

use crate::api::prelude::*;
use crate::http::extract::Raw;
use crate::http::upload;

const LARGEST_BYTES: usize = 5 * 1024 * 1024;
const KEY_HEADER: &str = "x-api-key";

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(import_shifts).layer(upload::up_to(LARGEST_BYTES)))
}

/// The sender of an import: a clerk with a session, or a program with its key.
struct SentBy(Importer);

impl FromRequestParts<AppState> for SentBy {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(key) = parts.headers.get(KEY_HEADER) else {
            let clerk = ClerkSession::from_request_parts(parts, app).await?;
            return Ok(Self(Importer::Clerk(clerk.person.id)));
        };
        let key = key.to_str().ok().and_then(Token::parse).ok_or(ApiError::Unauthenticated)?;
        shifts::program_of_key(app, &key).await?.map(Self).ok_or(ApiError::Unauthenticated)
    }
}

#[derive(Serialize, ToSchema)]
pub struct ImportedShifts {
    /// How many came.
    pub received: usize,
    /// How many of them are new or differ from what was there.
    pub changed: usize,
}

/// Take in shifts: CSV (`text/csv`, comma or semicolon, with a header line) or JSON `{"shifts": [...]}`, with
/// shiftId, email, startDateTime, endDateTime, departmentKey, departmentName and entitled. What comes again under
/// its shiftId is updated. Nothing is taken in unless every line is good.
#[utoipa::path(post, path = "/api/provider/shifts",
    params(("x-api-key" = Option<String>, Header, description = "A program's key, instead of a session")),
    request_body(content = String, content_type = "text/csv"),
    responses(
        (status = 200, description = "How many came and changed something", body = ImportedShifts),
        (status = 401, description = "An unknown or ended key"),
        (status = 413, description = "TOO_LARGE"),
        (status = 422, description = "The faults of all lines, as `lines[3].email`")))]
async fn import_shifts(
    app: Server,
    SentBy(importer): SentBy,
    headers: HeaderMap,
    Raw(body): Raw,
) -> Reply<ImportedShifts> {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_json = content_type.is_some_and(|kind| kind.starts_with("application/json"));
    let shifts = shifts::read(&body, if is_json { Format::Json } else { Format::Csv })?;
    let shifts::Imported { received, changed } = shifts::import(&app, importer, &shifts).await?;
    Ok(Json(ImportedShifts { received, changed }))
}

#[cfg(test)]
mod tests;
