//! `DELETE /api/provider/api-keys/{keyId}`: a key opens nothing any more.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::ApiKeyId;
use serde_json::json;
use uuid::Uuid;

use super::subject;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;
use crate::session::staff::AdminSession;

/// End a key at once.
#[utoipa::path(delete, path = "/api/provider/api-keys/{keyId}", tag = "provider",
    operation_id = "end_api_key",
    security(("session" = ["ROLE_ADMIN"])),
    params(("keyId" = Uuid, Path)),
    responses(
        (status = 204, description = "It is good for nothing any more"),
        (status = 404, description = "No such key, or ended before", body = Problem)))]
pub async fn delete(
    State(app): State<AppState>,
    session: AdminSession,
    Path(key): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let id = ApiKeyId::from(key);
    let mut tx = app.store.begin().await?;
    if !tx.end_api_key(id, app.clock.now()).await? {
        return Err(ApiError::NotFound);
    }
    tx.record(&app.event(Some(session.person.id), Action::ApiKeyEnded, subject(id), &json!({}))).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
