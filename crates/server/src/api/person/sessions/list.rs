//! `GET /api/person/sessions`: where one is signed in.

use axum::extract::State;
use liksa_domain::ids::Id;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::session::{Session, idle_since};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionOnWire {
    id: Uuid,
    /// The browser's own description of itself.
    user_agent: String,
    /// When it began, by ISO 8601.
    created_at: String,
    /// When it was last used, to some minutes.
    last_seen_at: String,
    /// Whether it is the one that asks.
    current: bool,
}

/// One's own log-ins, the one used last first.
#[utoipa::path(get, path = "/api/person/sessions", tag = "person", operation_id = "sessions",
    security(("session" = [])),
    responses(
        (status = 200, description = "The log-ins that still hold", body = Vec<SessionOnWire>),
        (status = 401, description = "Not signed in", body = Problem)))]
pub async fn get(State(app): State<AppState>, session: Session) -> ApiResult<Json<Vec<SessionOnWire>>> {
    let now = app.clock.now();
    let sessions = app.store.sessions_of(session.person.id, now, idle_since(now)).await?;
    let on_wire = sessions.into_iter().map(|listed| SessionOnWire {
        id: listed.id.uuid(),
        user_agent: listed.user_agent,
        created_at: listed.created_at.to_string(),
        last_seen_at: listed.last_seen_at.to_string(),
        current: listed.id == session.id,
    });
    Ok(Json(on_wire.collect()))
}
