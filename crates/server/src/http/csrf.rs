//! Protection against requests that other sites make through a signed-in browser.
//!
//! Every current browser sends `Sec-Fetch-Site` with the origin of a request, and no script can forge it; older
//! ones send `Origin`. A request with neither is not from a browser and needs no protection. The cookie is
//! `SameSite=Strict` besides.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::ApiError;

pub async fn refuse_cross_site(request: Request, next: Next) -> Response {
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if harmless || is_same_site(request.headers()) {
        next.run(request).await
    } else {
        ApiError::CrossSite.into_response()
    }
}

/// Whether a request comes from a page of this server, or from no browser at all.
pub fn is_same_site(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let origin_host = origin.to_str().ok().and_then(|text| text.parse::<Uri>().ok());
    let origin_host = origin_host.as_ref().and_then(Uri::authority).map(|authority| authority.as_str());
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    origin_host.is_some() && origin_host == host
}

/// Whether a browser sent the request; it then gets its token as a cookie and never as text.
pub fn is_browser(headers: &HeaderMap) -> bool {
    headers.contains_key("sec-fetch-site") || headers.contains_key(header::ORIGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn the_site_itself_may() {
        assert!(is_same_site(&headers(&[("sec-fetch-site", "same-origin")])));
        assert!(is_same_site(&headers(&[("origin", "https://liksa.example"), ("host", "liksa.example")])));
        assert!(is_same_site(&headers(&[])), "a program that is no browser");
    }

    #[test]
    fn another_site_may_not() {
        for site in ["cross-site", "same-site", "whatever"] {
            assert!(!is_same_site(&headers(&[("sec-fetch-site", site)])), "{site}");
        }
        for origin in ["https://evil.example", "null", "https://liksa.example.evil.example"] {
            assert!(!is_same_site(&headers(&[("origin", origin), ("host", "liksa.example")])), "{origin}");
        }
        assert!(!is_same_site(&headers(&[
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://liksa.example"),
            ("host", "liksa.example")
        ])));
    }
}
