//! Health checks and metrics for whatever watches over the process.

use std::sync::OnceLock;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use metrics::{counter, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use sha2::{Digest, Sha256};

use super::error::ApiError;
use crate::app::AppState;

const BUCKETS_SECONDS: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Answers that the process runs.
pub async fn alive() -> &'static str {
    "ok"
}

/// Answers whether the process can work, that is whether the database answers.
pub async fn ready(State(app): State<AppState>) -> (StatusCode, &'static str) {
    match app.store.ping().await {
        Ok(()) => (StatusCode::OK, "ready"),
        Err(error) => {
            tracing::warn!(%error, "the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
        }
    }
}

/// The one recorder of the process, whatever the number of routers.
fn recorder() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE
        .get_or_init(|| PrometheusBuilder::new().set_buckets(BUCKETS_SECONDS).ok()?.install_recorder().ok())
        .as_ref()
}

pub fn count_request(method: &str, route: &str, status: u16, took: Duration) {
    if recorder().is_none() {
        return;
    }
    let labels = [("method", method.to_owned()), ("route", route.to_owned())];
    let [method, route] = labels.clone();
    counter!("http_requests_total", &[method, route, ("status", status.to_string())]).increment(1);
    histogram!("http_request_seconds", &labels).record(took.as_secs_f64());
}

/// Answers the metrics. With a token set, only to who knows it; without one, to everybody in development and to nobody
/// in production, because routes and their timings are not public.
pub async fn metrics(State(app): State<AppState>, headers: HeaderMap) -> Response {
    let allowed = match &app.config.metrics_token {
        Some(token) => knows(&headers, token),
        None => !app.config.is_production(),
    };
    match recorder() {
        Some(handle) if allowed => {
            ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()).into_response()
        }
        _ => ApiError::NotFound.into_response(),
    }
}

/// Compares hashes, so that the time taken tells nothing of the token.
fn knows(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or("");
    Sha256::digest(given) == Sha256::digest(token)
}
