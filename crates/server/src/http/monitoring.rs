//! Health checks and metrics for whatever watches over the process.

use std::sync::OnceLock;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_domain::job::JobKind;
use liksa_store::STORAGE_OPERATIONS;
use metrics::{counter, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use sha2::{Digest, Sha256};

use super::error::ApiError;
use super::gauges;
use crate::app::AppState;

/// The longest are those of mails, uploads and jobs.
const BUCKETS_SECONDS: &[f64] =
    &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0, 60.0, 180.0];

/// A proxy asks often and does not wait for long. Half of it for a connection, half for the answer.
const READY_WITHIN: Duration = Duration::from_millis(900);

/// Answers that the process runs.
pub async fn alive() -> &'static str {
    "ok"
}

/// Answers whether the process can work, that is whether the database answers, however busy it is.
pub async fn ready(State(app): State<AppState>) -> (StatusCode, &'static str) {
    if app.store.answers_within(READY_WITHIN).await {
        return (StatusCode::OK, "ready");
    }
    tracing::warn!("the database does not answer");
    (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
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

/// Shows every counter from the start, at zero: what a counter does before it is seen would not count as an increase.
pub fn show_counters() {
    if recorder().is_none() {
        return;
    }
    counter!("liksa_jobs_cut_off_total").increment(0);
    counter!("liksa_jobs_that_take_long_total").increment(0);
    for kind in JobKind::ALL {
        for outcome in OUTCOMES {
            counter!("liksa_job_attempts_total", "kind" => kind.name(), "outcome" => outcome).increment(0);
        }
    }
    for outcome in MAIL_OUTCOMES {
        counter!("liksa_mail_attempts_total", "outcome" => outcome).increment(0);
    }
    for operation in STORAGE_OPERATIONS {
        for outcome in OUTCOMES {
            counter!("liksa_storage_calls_total", "operation" => operation, "outcome" => outcome)
                .increment(0);
        }
    }
}

const OUTCOMES: [&str; 2] = ["done", "failed"];
const MAIL_OUTCOMES: [&str; 5] = ["sent", "later", "unsure", "failed", "settled"];

/// Counts a job that ended, well or for now badly, and how long it took.
pub fn count_job(kind: &'static str, well: bool, took: Duration) {
    if recorder().is_none() {
        return;
    }
    let outcome = if well { "done" } else { "failed" };
    counter!("liksa_job_attempts_total", "kind" => kind, "outcome" => outcome).increment(1);
    histogram!("liksa_job_seconds", "kind" => kind).record(took.as_secs_f64());
}

/// Counts a job that was cut off because it got no further.
pub fn count_stalled_job() {
    if recorder().is_some() {
        counter!("liksa_jobs_cut_off_total").increment(1);
    }
}

/// Counts a job that gets on, and takes longer than any should.
pub fn count_long_job() {
    if recorder().is_some() {
        counter!("liksa_jobs_that_take_long_total").increment(1);
    }
}

/// Counts a call to the storage of files.
pub fn count_storage_call(operation: &'static str, well: bool, took: Duration) {
    if recorder().is_none() {
        return;
    }
    let outcome = if well { "done" } else { "failed" };
    counter!("liksa_storage_calls_total", "operation" => operation, "outcome" => outcome).increment(1);
    histogram!("liksa_storage_seconds", "operation" => operation).record(took.as_secs_f64());
}

/// Counts an attempt to send a mail, by how it ended, and how long the mail server took.
pub fn count_mail(outcome: &'static str, took: Duration) {
    if recorder().is_none() {
        return;
    }
    counter!("liksa_mail_attempts_total", "outcome" => outcome).increment(1);
    histogram!("liksa_mail_seconds").record(took.as_secs_f64());
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
            gauges::set(&app).await;
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
