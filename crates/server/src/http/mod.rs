//! The router and what stands around every request.

mod assets;
mod csrf;
pub mod download;
pub mod error;
pub mod extract;
mod health;
pub mod idempotency;
pub mod limits;
mod metrics;
mod peer;
mod request_log;
mod security_headers;
pub mod upload;

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderMap, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use jiff::{SignedDuration, Timestamp};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::api;
use crate::app::{App, AppState};
pub use csrf::{is_browser, is_same_site};
use error::ApiError;
pub use peer::ClientAddress;

/// Larger bodies are uploads, and those routes say so themselves.
const BODY_LIMIT_BYTES: usize = 1024 * 1024;
/// Content may wait so long for the transaction that names it.
const LOOSE_CONTENT_KEPT: SignedDuration = SignedDuration::from_hours(24);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// A photograph over a bad connection takes its time.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(5 * 60);
/// Below this a compressed answer is hardly smaller, and the time is lost.
const COMPRESS_ABOVE_BYTES: u64 = 1024;

pub fn router(app: AppState) -> Router {
    let (api, _) = api::router().split_for_parts();
    let routes = Router::new()
        .merge(api)
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics::show))
        .route("/demo-bank/{*path}", any(crate::demo_bank::serve))
        .fallback(assets::serve)
        .method_not_allowed_fallback(method_not_allowed);
    guarded(routes, app)
}

/// Puts around the routes what every request goes through.
fn guarded(routes: Router<AppState>, app: AppState) -> Router {
    let compressible = SizeAbove::new(COMPRESS_ABOVE_BYTES)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("application/pdf"));
    routes
        .layer(
            // The first stands outermost.
            ServiceBuilder::new()
                .layer(from_fn(request_log::log))
                .layer(from_fn_with_state(app.clone(), security_headers::add))
                .layer(CatchPanicLayer::custom(answer_panic))
                .layer(CompressionLayer::new().compress_when(compressible))
                .layer(from_fn(time_out))
                .layer(from_fn(csrf::refuse_cross_site))
                .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES)),
        )
        .with_state(app)
}

async fn method_not_allowed() -> ApiError {
    ApiError::MethodNotAllowed
}

async fn time_out(request: Request, next: Next) -> Response {
    let limit = if is_upload(request.headers()) { UPLOAD_TIMEOUT } else { REQUEST_TIMEOUT };
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::Timeout.into_response(),
    }
}

fn is_upload(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    content_type.is_some_and(|kind| kind.starts_with("multipart/form-data"))
}

fn answer_panic(panic: Box<dyn Any + Send>) -> Response {
    let what = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    ApiError::Internal(anyhow::anyhow!("panic: {what}")).into_response()
}

/// Forgets what no longer matters; called every few minutes.
pub async fn housekeep(app: &App) -> anyhow::Result<()> {
    app.limits.forget_old();
    crate::session::forget_dead(app).await?;
    crate::jobs::forget_done(app).await?;
    let day_ago = app.clock.now().checked_sub(LOOSE_CONTENT_KEPT).unwrap_or(Timestamp::MIN);
    Ok(app.files.remove_loose(day_ago).await?)
}

#[cfg(test)]
mod tests;
