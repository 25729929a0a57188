//! `POST` and `DELETE /api/person/deletion-request`: to have one's account removed, or not after all.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use serde_json::json;

use crate::app::{App, AppState};
use crate::http::error::{ApiResult, Problem};
use crate::session::Session;

/// Ask for the removal of one's account. The provider removes it once no money is under way; what the law has kept
/// in the books stays there.
#[utoipa::path(post, path = "/api/person/deletion-request", tag = "person", operation_id = "request_deletion",
    security(("session" = [])),
    responses(
        (status = 204, description = "Asked for"),
        (status = 401, description = "Not signed in", body = Problem)))]
pub async fn post(State(app): State<AppState>, session: Session) -> ApiResult<StatusCode> {
    change(&app, &session, true).await
}

/// Take the request back.
#[utoipa::path(delete, path = "/api/person/deletion-request", tag = "person", operation_id = "withdraw_deletion",
    security(("session" = [])),
    responses(
        (status = 204, description = "Not asked for any more"),
        (status = 401, description = "Not signed in", body = Problem)))]
pub async fn delete(State(app): State<AppState>, session: Session) -> ApiResult<StatusCode> {
    change(&app, &session, false).await
}

async fn change(app: &App, session: &Session, wanted: bool) -> ApiResult<StatusCode> {
    let person = session.person.id;
    let action = if wanted { Action::DeletionRequested } else { Action::DeletionWithdrawn };
    let mut tx = app.store.begin().await?;
    if tx.set_deletion_request(person, wanted.then(|| app.clock.now())).await? {
        tx.record(&app.event(Some(person), action, format!("person:{person}"), &json!({}))).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
