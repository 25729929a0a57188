//! Security headers of every answer.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::AppState;

/// For everything that is not a page: nothing may be loaded or run from it.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

static ALWAYS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // Only the travel form uses the current place.
    (
        HeaderName::from_static("permissions-policy"),
        "geolocation=(self), camera=(), microphone=(), payment=()",
    ),
];

/// The source of the tracking pixel's picture.
const PIXEL_SOURCE: &str = " https://www.facebook.com";

/// The policy of a page: the app's own files, styles with the nonce of this answer, and the pixel if one is configured.
/// The pixel is allowed on all pages because the app does not reload on the way to the register page.
pub fn page_policy(nonce: &str, has_pixel: bool) -> String {
    let pixel = if has_pixel { PIXEL_SOURCE } else { "" };
    format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data: blob:{pixel}; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

pub async fn add(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in &ALWAYS {
        headers.insert(name.clone(), HeaderValue::from_static(value));
    }
    set_if_absent(headers, header::CONTENT_SECURITY_POLICY, NOTHING);
    if is_api {
        // Salaries must not be stored by any cache.
        set_if_absent(headers, header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if app.config.is_production() {
        let two_years = HeaderValue::from_static("max-age=63072000; includeSubDomains");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, two_years);
    }
    response
}

fn set_if_absent(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.entry(name).or_insert(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_may_be_shown_where_one_is_wanted_and_nothing_else_of_its_maker() {
        let (without, with) = (page_policy("n", false), page_policy("n", true));
        assert!(!without.contains("https:"), "{without}");
        assert_eq!(with.matches("https:").count(), 1, "{with}");
        assert_eq!(with.replace(" https://www.facebook.com;", ";"), without);
        assert!(with.contains("img-src 'self' data: blob: https://www.facebook.com;"), "{with}");
    }
}
