//! The files of the web app: hashed files are cached for ever, the page itself is fetched each time.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_web_assets::{Asset, Encoding};

use super::error::{ApiError, ApiResult};
use super::security_headers::page_policy;
use crate::app::AppState;
use liksa_actions::context::random;

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_EACH_TIME: HeaderValue = HeaderValue::from_static("no-cache");

/// Answers a file of the app if there is one of this name, and the app's page for everything that could be
/// one of its paths; the app then shows that path or its own not-found page.
pub async fn serve(State(app): State<AppState>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::NotFound.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::MethodNotAllowed.into_response();
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if path.is_empty() || path == "index.html" || !is_file {
        return page(app.config.pixel_id.is_some()).into_response();
    }
    match liksa_web_assets::find(path, &accepted(request.headers())) {
        Some(asset) => file(path, asset, request.headers()),
        None => ApiError::NotFound.into_response(),
    }
}

/// The page of the app, which is made for each answer because it carries a nonce.
fn page(has_pixel: bool) -> ApiResult<Response> {
    let Some(page) = liksa_web_assets::page() else {
        return Err(ApiError::Internal(anyhow::anyhow!("the web app is not in this build: run `make web`")));
    };
    let nonce = random::text::<16>()?;
    let body = page.replace("__CSP_NONCE__", &nonce);
    let policy = HeaderValue::from_str(&page_policy(&nonce, has_pixel))
        .map_err(|error| ApiError::Internal(error.into()))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, ASK_EACH_TIME),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    Ok((headers, body).into_response())
}

fn file(path: &str, asset: Asset, request: &HeaderMap) -> Response {
    let mut response = if request.get(header::IF_NONE_MATCH).is_some_and(|known| known == asset.etag.as_str())
    {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(asset.bytes))
    };
    let headers = response.headers_mut();
    let caching = if path.starts_with("assets/") { FOR_EVER } else { ASK_EACH_TIME };
    headers.insert(header::CACHE_CONTROL, caching);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    for (name, value) in [(header::CONTENT_TYPE, &asset.content_type), (header::ETAG, &asset.etag)] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
    if let Some(encoding) = asset.encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    response
}

/// The encodings that the client accepts, best first.
fn accepted(headers: &HeaderMap) -> Vec<Encoding> {
    let given: Vec<&str> = headers
        .get_all(header::ACCEPT_ENCODING)
        .into_iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter(|one| !one.replace(' ', "").contains(";q=0") || one.replace(' ', "").contains(";q=0."))
        .filter_map(|one| one.split(';').next())
        .map(str::trim)
        .collect();
    Encoding::BEST_FIRST.iter().copied().filter(|encoding| given.contains(&encoding.name())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(value: &str) -> Vec<Encoding> {
        accepted(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, value.parse().unwrap())]))
    }

    #[test]
    fn the_smallest_encoding_the_client_takes() {
        assert_eq!(accepts("gzip, deflate, br, zstd"), [Encoding::Brotli, Encoding::Gzip]);
        assert_eq!(accepts("gzip;q=0.5, br;q=0"), [Encoding::Gzip]);
        assert_eq!(accepts("identity"), []);
    }
}
