//! All routes, and the layers that every request passes through.

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::api;
use crate::app::AppState;
use crate::http::error::ApiError;
use crate::http::{assets, csrf, monitoring, request_log, security_headers};
use crate::landing;

/// The largest body of a request that is no upload; routes for uploads set their own limit.
const BODY_LIMIT_BYTES: usize = 1024 * 1024;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Longer, because a photograph over a bad connection takes minutes.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(5 * 60);
/// Of a request that takes longer it is asked whether the database still answers. Together with the wait for that answer,
/// people know within two seconds.
const ASK_DATABASE_EVERY: Duration = Duration::from_millis(500);
const DATABASE_SILENT_FOR: Duration = Duration::from_millis(1500);
/// A smaller answer is not worth the time of compressing it.
const COMPRESS_ABOVE_BYTES: u64 = 1024;

pub fn router(app: AppState) -> Router {
    let (api, _) = api::router().split_for_parts();
    let routes = Router::new()
        .merge(api)
        .merge(landing::routes())
        .route("/healthz", get(monitoring::alive))
        .route("/readyz", get(monitoring::ready))
        .route("/metrics", get(monitoring::metrics))
        .route("/demo-bank/{*path}", any(api::demo::bank))
        .fallback(assets::serve)
        .method_not_allowed_fallback(method_not_allowed);
    layered(routes, app)
}

/// Adds the layers that every request passes through.
fn layered(routes: Router<AppState>, app: AppState) -> Router {
    let compressible = SizeAbove::new(COMPRESS_ABOVE_BYTES)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("application/pdf"));
    routes
        .layer(
            // The first is the outermost.
            ServiceBuilder::new()
                .layer(from_fn_with_state(app.clone(), request_log::log))
                .layer(from_fn_with_state(app.clone(), security_headers::add))
                .layer(CatchPanicLayer::custom(answer_panic))
                .layer(CompressionLayer::new().compress_when(compressible))
                .layer(from_fn_with_state(app.clone(), time_out))
                .layer(from_fn(csrf::refuse_cross_site))
                .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES)),
        )
        .with_state(app)
}

async fn method_not_allowed() -> ApiError {
    ApiError::MethodNotAllowed
}

async fn time_out(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let limit = if is_upload(request.headers()) { UPLOAD_TIMEOUT } else { REQUEST_TIMEOUT };
    tokio::select! {
        answered = tokio::time::timeout(limit, next.run(request)) => {
            answered.unwrap_or_else(|_| ApiError::Timeout.into_response())
        }
        () = database_is_silent(&app) => {
            ApiError::Outage(anyhow::anyhow!("the database is silent")).into_response()
        }
    }
}

/// Ends when the database no longer answers: a connection that was open before would wait for it without end.
async fn database_is_silent(app: &AppState) {
    loop {
        tokio::time::sleep(ASK_DATABASE_EVERY).await;
        if !app.store.answers_within(DATABASE_SILENT_FOR).await {
            return;
        }
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

#[cfg(test)]
mod tests;
