//! The log line of each request, with an id that is also in the answer.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument, info, info_span};

use super::monitoring::count_request;
use super::peer::ClientAddress;
use liksa_actions::context::random;

/// The label of every path that is no route of the server.
const PAGE: &str = "(page)";
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Logs a request and its answer, but neither a query nor the path of a page: links in mails carry tokens there. Looking at
/// where it comes from has the log warn of a proxy that is not trusted.
pub async fn log(_client: ClientAddress, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let request_id = random::text::<12>().unwrap_or_default();
    let method = request.method().clone();
    let route = request.extensions_mut().remove::<MatchedPath>();
    let route = route.as_ref().map_or(PAGE, |path| path.as_str()).to_owned();
    let path = if route == PAGE { PAGE } else { request.uri().path() };
    let span = info_span!("request", id = %request_id, %method, path);

    let mut response = next.run(request).instrument(span.clone()).await;

    let (status, took) = (response.status().as_u16(), start.elapsed());
    count_request(method.as_str(), &route, status, took);
    span.in_scope(|| {
        info!(status, took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX), "answered")
    });
    if let Ok(value) = HeaderValue::from_str(&request_id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}
