//! `DELETE /api/person/sessions/{sessionId}`: sign out elsewhere.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::SessionId;
use serde_json::json;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;
use crate::session::Session;

/// End one of one's own log-ins.
#[utoipa::path(delete, path = "/api/person/sessions/{sessionId}", tag = "person", operation_id = "end_session",
    security(("session" = [])),
    params(("sessionId" = Uuid, Path)),
    responses(
        (status = 204, description = "It has ended"),
        (status = 404, description = "No such log-in of one's own", body = Problem)))]
pub async fn delete(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let (person, id) = (session.person.id, SessionId::from(id));
    let mut tx = app.store.begin().await?;
    if !tx.delete_session_of(person, id).await? {
        return Err(ApiError::NotFound);
    }
    tx.record(&app.event(Some(person), Action::SessionEnded, format!("session:{id}"), &json!({}))).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
