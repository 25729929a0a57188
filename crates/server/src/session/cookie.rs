//! The cookie in which a browser carries its token, out of every script's reach.

use axum::http::{HeaderMap, header};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};

use super::LIFETIME;
use super::token::Token;

/// With the prefix, browsers accept the cookie only over TLS and for this host alone.
const SECURE_NAME: &str = "__Host-liksa_session";
const PLAIN_NAME: &str = "liksa_session";

pub fn read(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut parsed = cookies.flat_map(Cookie::split_parse).filter_map(Result::ok);
    parsed.find(|one| one.name() == SECURE_NAME || one.name() == PLAIN_NAME).map(|one| one.value().to_owned())
}

pub fn carrying(token: &Token, production: bool) -> String {
    build(token.to_text(), Duration::seconds(LIFETIME.as_secs()), production)
}

/// Makes the browser forget the token.
pub fn cleared(production: bool) -> String {
    build(String::new(), Duration::ZERO, production)
}

fn build(value: String, max_age: Duration, production: bool) -> String {
    let name = if production { SECURE_NAME } else { PLAIN_NAME };
    Cookie::build((name, value))
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
        let cookie = carrying(&token, true);
        for part in
            ["__Host-liksa_session=", "HttpOnly", "SameSite=Strict", "Secure", "Path=/", "Max-Age=1209600"]
        {
            assert!(cookie.contains(part), "{part} in {cookie}");
        }
        assert!(!carrying(&token, false).contains("Secure"), "plain http in development");
    }

    #[test]
    fn read_back_among_others() {
        let headers = HeaderMap::from_iter([(header::COOKIE, "a=b; liksa_session=T; c=d".parse().unwrap())]);
        assert_eq!(read(&headers).as_deref(), Some("T"));
        assert_eq!(read(&HeaderMap::new()), None);
    }
}
