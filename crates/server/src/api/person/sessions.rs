//! `/api/person/sessions`: where one is signed in.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_actions::accounts::{self, idle_since};
use liksa_domain::ids::SessionId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::Session;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list, end_others)).routes(routes!(end))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionOnWire {
    id: SessionId,
    /// The browser's own description of itself.
    user_agent: String,
    /// When it began, by ISO 8601.
    created_at: String,
    /// When it was last used, to some minutes.
    last_seen_at: String,
    /// Whether it is the one that asks.
    current: bool,
}

/// One's own sessions, the one used last first.
#[utoipa::path(get, path = "/api/person/sessions", tag = "person", operation_id = "sessions",
    responses(
        (status = 200, description = "The sessions that have not ended", body = Vec<SessionOnWire>),
        (status = 401, description = "Not signed in", body = Problem)))]
async fn list(State(app): State<AppState>, session: Session) -> ApiResult<Json<Vec<SessionOnWire>>> {
    let now = app.clock.now();
    let sessions = app.store.sessions_of(session.person.id, now, idle_since(now)).await?;
    let on_wire = sessions.into_iter().map(|listed| SessionOnWire {
        id: listed.id,
        user_agent: listed.user_agent,
        created_at: listed.created_at.to_string(),
        last_seen_at: listed.last_seen_at.to_string(),
        current: listed.id == session.id,
    });
    Ok(Json(on_wire.collect()))
}

/// End one of one's own sessions.
#[utoipa::path(delete, path = "/api/person/sessions/{sessionId}", tag = "person", operation_id = "end_session",
    params(("sessionId" = Uuid, Path)),
    responses(
        (status = 204, description = "It has ended"),
        (status = 404, description = "No such session of one's own", body = Problem)))]
async fn end(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<SessionId>,
) -> ApiResult<StatusCode> {
    match accounts::end_session(&app, session.person.id, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::NotFound),
    }
}

/// End all of one's own sessions but this one. Browsers that were known are unknown again.
#[utoipa::path(delete, path = "/api/person/sessions", tag = "person", operation_id = "end_other_sessions",
    responses(
        (status = 204, description = "Only this one is left"),
        (status = 401, description = "Not signed in", body = Problem)))]
async fn end_others(State(app): State<AppState>, session: Session) -> ApiResult<StatusCode> {
    accounts::end_other_sessions(&app, session.person.id, session.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
