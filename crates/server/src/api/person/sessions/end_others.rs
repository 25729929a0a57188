//! `DELETE /api/person/sessions`: sign out everywhere else.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use serde_json::json;

use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::session::Session;

/// End all of one's own log-ins but this one. Browsers that were known are strangers again.
#[utoipa::path(delete, path = "/api/person/sessions", tag = "person", operation_id = "end_other_sessions",
    security(("session" = [])),
    responses(
        (status = 204, description = "Only this one is left"),
        (status = 401, description = "Not signed in", body = Problem)))]
pub async fn delete(State(app): State<AppState>, session: Session) -> ApiResult<StatusCode> {
    let person = session.person.id;
    let mut tx = app.store.begin().await?;
    let ended = tx.delete_sessions_of(person, Some(session.id)).await?;
    tx.forget_browsers_of(person).await?;
    if ended > 0 {
        let detail = json!({"sessions": ended});
        tx.record(&app.event(Some(person), Action::SessionEnded, format!("person:{person}"), &detail))
            .await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
