//! The files of the web app: hashed files are cached for ever, the page itself is fetched each time.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use liksa_web_assets::{Asset, Encoding, Page};

use super::error::{ApiError, ApiResult};
use super::security_headers::page_policy;
use crate::app::{App, AppState};
use crate::landing;
use crate::session::Session;
use liksa_actions::context::random;
use liksa_domain::person::Role;

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_EACH_TIME: HeaderValue = HeaderValue::from_static("no-cache");

const ONE_PERSONS: HeaderValue = HeaderValue::from_static("private, no-cache");

/// The pages that most visitors open first. They load the rest of the app when it is needed.
const ENTRANCE: [&str; 2] = ["login", "register"];

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
    if request.uri().path() == "/" && request.uri().query().is_none() {
        match landing::is_front_page(&app, request.headers()).await {
            Ok(true) => {
                return ([(header::CACHE_CONTROL, "no-store")], Redirect::to("/landing")).into_response();
            }
            Ok(false) => {}
            // The app tells better what is wrong.
            Err(error) => tracing::warn!("the front page is unknown: {error}"),
        }
    }
    if path.is_empty() || path == "index.html" || !is_file {
        let shown = if ENTRANCE.contains(&path) { Page::Entrance } else { Page::App };
        let mut response = page(shown, &app, &request).into_response();
        if path.is_empty()
            && let Some(links) = home_data(request.headers(), &app).await
        {
            response.headers_mut().insert(header::LINK, links);
            response.headers_mut().insert(header::CACHE_CONTROL, ONE_PERSONS);
        }
        return response;
    }
    match liksa_web_assets::find(path, &accepted(request.headers())) {
        Some(asset) => file(path, asset, request.headers()),
        None => ApiError::NotFound.into_response(),
    }
}

/// A page of the app, which is made for each answer because it carries a nonce.
fn page(shown: Page, app: &App, request: &Request) -> ApiResult<Response> {
    let Some(page) = liksa_web_assets::page(shown) else {
        return Err(ApiError::Internal(anyhow::anyhow!("the web app is not in this build: run `make web`")));
    };
    let nonce = random::text::<16>()?;
    let page = landing::with_head(app, page, request.uri().path(), request.headers());
    let body = page.replace("__CSP_NONCE__", &nonce);
    let policy = HeaderValue::from_str(&page_policy(&nonce, app.config.pixel_id.is_some()))
        .map_err(|error| ApiError::Internal(error.into()))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, ASK_EACH_TIME),
        (header::VARY, HeaderValue::from_static("accept-language")),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    Ok((headers, body).into_response())
}

/// What the home page of a worker asks for first. The browser fetches it beside the app instead of after it.
async fn home_data(headers: &HeaderMap, app: &App) -> Option<HeaderValue> {
    let person = Session::find(headers, app).await.ok()??.person;
    if person.roles != [Role::User] {
        return None;
    }
    let id = person.id;
    let calls = [
        "/api/session".to_owned(),
        format!("/api/info/{id}?months=24"),
        format!("/api/person/{id}/readiness"),
        format!("/api/person/{id}/contractoritems?state=WAITING_SUBCONTRACTOR"),
    ];
    let links = calls.map(|call| format!("<{call}>; rel=preload; as=fetch; crossorigin"));
    HeaderValue::from_str(&links.join(", ")).ok()
}

/// It shows a page of our own while the server cannot be reached, and asks the server for pages where the browser has not.
const SERVICE_WORKER: &str = "sw.js";
const WORKER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; connect-src 'self'");

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
    if path == SERVICE_WORKER {
        headers.insert(header::CONTENT_SECURITY_POLICY, WORKER_POLICY);
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
    use liksa_test_support::Engine;

    use super::*;
    use crate::testing::TestApp;

    #[tokio::test]
    async fn the_home_page_of_a_worker_says_what_it_asks_for_first() {
        let app = TestApp::with_config(Engine::Sqlite, |_| ()).await;
        let worker = app.worker().await;
        let home = app.get("/").token(&worker.token).send().await;
        let links = home.headers["link"].to_str().unwrap();
        let called: Vec<&str> =
            links.split(", ").filter_map(|link| link.strip_prefix('<')?.split('>').next()).collect();
        assert_eq!(called.len(), 4);
        for call in called {
            assert_eq!(app.get(call).token(&worker.token).send().await.status, 200, "{call}");
        }
        assert!(home.headers["cache-control"].to_str().unwrap().contains("private"));

        let clerk = app.staff("clerk@liksa.example", Role::Clerk).await;
        assert!(!app.get("/").token(&clerk.token).send().await.headers.contains_key("link"), "staff");
        assert!(!app.get("/").send().await.headers.contains_key("link"), "a visitor");
        assert!(
            !app.get("/invoices").token(&worker.token).send().await.headers.contains_key("link"),
            "a page"
        );
    }

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
