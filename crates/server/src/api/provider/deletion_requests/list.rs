//! `GET /api/provider/deletion-requests`: who wants their account removed.

use axum::extract::State;
use liksa_domain::ids::Id;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::session::Admin;

/// More at once would mean that something else is wrong.
const MOST: i64 = 500;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletionRequest {
    /// The person.
    id: Uuid,
    name: String,
    email: String,
    /// By ISO 8601.
    requested_at: String,
}

/// Who wants their account removed, by last name.
#[utoipa::path(get, path = "/api/provider/deletion-requests", tag = "provider", operation_id = "deletion_requests",
    security(("session" = ["ROLE_ADMIN"])),
    responses(
        (status = 200, description = "All who wait for it", body = Vec<DeletionRequest>),
        (status = 403, description = "Not an administrator", body = Problem)))]
pub async fn get(State(app): State<AppState>, _: Admin) -> ApiResult<Json<Vec<DeletionRequest>>> {
    let waiting = app.store.deletion_requests(MOST).await?;
    let on_wire = waiting.into_iter().map(|(person, at)| DeletionRequest {
        id: person.id.uuid(),
        name: person.full_name(),
        email: person.email.as_str().to_owned(),
        requested_at: at.to_string(),
    });
    Ok(Json(on_wire.collect()))
}
