//! Cookies with the tokens of a browser, which scripts cannot read.

use axum::http::{HeaderMap, header};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use jiff::SignedDuration;
use liksa_domain::account::{IDENTIFICATION_LASTS, REGISTRATION_LASTS};

use liksa_actions::accounts::{BROWSER_KNOWN_FOR, SESSION_LIFETIME};
use liksa_actions::context::token::Token;

/// The purpose of a cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CookieKind {
    /// The session of a signed-in user.
    Session,
    /// The browser in which a registration is going on.
    Registration,
    /// The browser that was sent to the bank to log in or to change a password, in however many tabs.
    Identification,
    /// The browser in which a user has logged in before.
    Browser,
}

impl CookieKind {
    /// With the prefix, browsers accept the cookie only over TLS and from this host alone.
    fn name(self, production: bool) -> &'static str {
        let (secure, plain) = match self {
            Self::Session => ("__Host-liksa_session", "liksa_session"),
            Self::Registration => ("__Host-liksa_registration", "liksa_registration"),
            Self::Identification => ("__Host-liksa_visit", "liksa_visit"),
            Self::Browser => ("__Host-liksa_browser", "liksa_browser"),
        };
        if production { secure } else { plain }
    }

    fn lifetime(self) -> SignedDuration {
        match self {
            Self::Session => SESSION_LIFETIME,
            Self::Registration => REGISTRATION_LASTS,
            Self::Identification => IDENTIFICATION_LASTS,
            Self::Browser => BROWSER_KNOWN_FOR,
        }
    }
}

/// The token of a cookie. In production a cookie without the prefix is ignored, because a neighbouring host could have
/// set it.
pub fn read(headers: &HeaderMap, kind: CookieKind, production: bool) -> Option<Token> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut parsed = cookies.flat_map(Cookie::split_parse).filter_map(Result::ok);
    parsed.find(|one| one.name() == kind.name(production)).and_then(|one| Token::parse(one.value()))
}

/// The token of a cookie, or a new one.
pub fn read_or_new(
    headers: &HeaderMap,
    kind: CookieKind,
    production: bool,
) -> Result<Token, getrandom::Error> {
    read(headers, kind, production).map_or_else(Token::generate, Ok)
}

/// The value of `Set-Cookie` for a token.
pub fn carrying(kind: CookieKind, token: &Token, production: bool) -> String {
    build(kind, token.to_text(), Duration::seconds(kind.lifetime().as_secs()), production)
}

/// The value of `Set-Cookie` that removes a cookie.
pub fn cleared(kind: CookieKind, production: bool) -> String {
    build(kind, String::new(), Duration::ZERO, production)
}

fn build(kind: CookieKind, value: String, max_age: Duration, production: bool) -> String {
    Cookie::build((kind.name(production), value))
        .path("/")
        .http_only(true)
        .secure(production)
        .same_site(SameSite::Strict)
        .max_age(max_age)
        .build()
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_other_sites_cannot_read_cookies() {
        let token = Token::generate().unwrap();
        let cookie = carrying(CookieKind::Session, &token, true);
        for part in
            ["__Host-liksa_session=", "HttpOnly", "SameSite=Strict", "Secure", "Path=/", "Max-Age=1209600"]
        {
            assert!(cookie.contains(part), "{part} in {cookie}");
        }
        assert!(
            !carrying(CookieKind::Session, &token, false).contains("Secure"),
            "plain http in development"
        );
    }

    #[test]
    fn a_cookie_is_read_among_others() {
        let token = Token::generate().unwrap();
        let text = format!("a=b; liksa_session={}; liksa_visit=T", token.to_text());
        let headers = HeaderMap::from_iter([(header::COOKIE, text.parse().unwrap())]);
        assert!(read(&headers, CookieKind::Session, false).unwrap().hash() == token.hash());
        assert!(read(&headers, CookieKind::Identification, false).is_none(), "no token");
        assert!(read(&HeaderMap::new(), CookieKind::Session, false).is_none());
    }

    #[test]
    fn production_ignores_cookies_that_another_host_could_have_set() {
        let token = Token::generate().unwrap().to_text();
        for (name, taken) in [("__Host-liksa_session", true), ("liksa_session", false)] {
            let cookie = format!("{name}={token}").parse().unwrap();
            let headers = HeaderMap::from_iter([(header::COOKIE, cookie)]);
            assert_eq!(read(&headers, CookieKind::Session, true).is_some(), taken, "{name}");
        }
    }
}
