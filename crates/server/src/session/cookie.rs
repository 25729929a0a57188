//! Cookies in which a browser carries tokens, out of every script's reach.

use axum::http::{HeaderMap, header};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use jiff::SignedDuration;
use liksa_domain::account::{IDENTIFICATION_LASTS, REGISTRATION_LASTS};

use super::token::Token;
use super::{BROWSER_KNOWN, LIFETIME};

/// What a browser keeps for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The log-in.
    Session,
    /// That it is this browser that registers.
    Registration,
    /// That it is this browser that left for the bank to log in or to change a password, in however many tabs.
    Visit,
    /// That somebody has logged in with it before.
    Browser,
}

impl Kept {
    /// With the prefix, browsers accept the cookie only over TLS and from this host alone.
    fn name(self, production: bool) -> &'static str {
        let (secure, plain) = match self {
            Self::Session => ("__Host-liksa_session", "liksa_session"),
            Self::Registration => ("__Host-liksa_registration", "liksa_registration"),
            Self::Visit => ("__Host-liksa_visit", "liksa_visit"),
            Self::Browser => ("__Host-liksa_browser", "liksa_browser"),
        };
        if production { secure } else { plain }
    }

    fn lasts(self) -> SignedDuration {
        match self {
            Self::Session => LIFETIME,
            Self::Registration => REGISTRATION_LASTS,
            Self::Visit => IDENTIFICATION_LASTS,
            Self::Browser => BROWSER_KNOWN,
        }
    }
}

/// The token that the browser kept. In production the name without the prefix counts for nothing: a neighbouring host
/// could have set that one.
pub fn read(headers: &HeaderMap, what: Kept, production: bool) -> Option<Token> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut parsed = cookies.flat_map(Cookie::split_parse).filter_map(Result::ok);
    parsed.find(|one| one.name() == what.name(production)).and_then(|one| Token::parse(one.value()))
}

/// The token that the browser kept, or one that it may keep from now on.
pub fn read_or_new(headers: &HeaderMap, what: Kept, production: bool) -> Result<Token, getrandom::Error> {
    read(headers, what, production).map_or_else(Token::generate, Ok)
}

pub fn carrying(what: Kept, token: &Token, production: bool) -> String {
    build(what, token.to_text(), Duration::seconds(what.lasts().as_secs()), production)
}

/// Makes the browser forget the token.
pub fn cleared(what: Kept, production: bool) -> String {
    build(what, String::new(), Duration::ZERO, production)
}

fn build(what: Kept, value: String, max_age: Duration, production: bool) -> String {
    Cookie::build((what.name(production), value))
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
    fn scripts_and_other_sites_get_nothing() {
        let token = Token::generate().unwrap();
        let cookie = carrying(Kept::Session, &token, true);
        for part in
            ["__Host-liksa_session=", "HttpOnly", "SameSite=Strict", "Secure", "Path=/", "Max-Age=1209600"]
        {
            assert!(cookie.contains(part), "{part} in {cookie}");
        }
        assert!(!carrying(Kept::Session, &token, false).contains("Secure"), "plain http in development");
    }

    #[test]
    fn read_back_among_others() {
        let token = Token::generate().unwrap();
        let text = format!("a=b; liksa_session={}; liksa_visit=T", token.to_text());
        let headers = HeaderMap::from_iter([(header::COOKIE, text.parse().unwrap())]);
        assert!(read(&headers, Kept::Session, false).unwrap().hash() == token.hash());
        assert!(read(&headers, Kept::Visit, false).is_none(), "no token");
        assert!(read(&HeaderMap::new(), Kept::Session, false).is_none());
    }

    #[test]
    fn production_takes_what_no_other_host_can_have_set() {
        let token = Token::generate().unwrap().to_text();
        for (name, taken) in [("__Host-liksa_session", true), ("liksa_session", false)] {
            let cookie = format!("{name}={token}").parse().unwrap();
            let headers = HeaderMap::from_iter([(header::COOKIE, cookie)]);
            assert_eq!(read(&headers, Kept::Session, true).is_some(), taken, "{name}");
        }
    }
}
