//! For whatever watches over the process.

use axum::extract::State;
use axum::http::StatusCode;

use crate::app::AppState;

/// The process answers.
pub async fn alive() -> &'static str {
    "ok"
}

/// The process can do its work: the database answers.
pub async fn ready(State(app): State<AppState>) -> (StatusCode, &'static str) {
    match app.store.ping().await {
        Ok(()) => (StatusCode::OK, "ready"),
        Err(error) => {
            tracing::warn!(%error, "the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
        }
    }
}
