//! Signing in over HTTP: the client that a session stores, and how the client gets its token.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use liksa_actions::accounts::{BrowserTokens, Device};
use liksa_actions::context::token::Token;

use super::cookie::{self, CookieKind};
use crate::http::csrf::is_browser;

/// How much of the browser's description of itself is stored.
const USER_AGENT_MAX_CHARS: usize = 200;

/// A client that may be signed in.
pub struct Client {
    user_agent: String,
    /// None for other programs.
    browser: Option<Browser>,
    production: bool,
}

/// The lasting tokens of a browser.
struct Browser {
    sent: Option<Token>,
    /// Made here, so that nobody can choose by what a browser is known.
    new: Token,
}

/// The token for a client that has just signed in.
pub struct SignedIn {
    /// For clients other than browsers.
    pub authtoken: Option<String>,
    cookies: Vec<String>,
}

impl Client {
    pub fn of(headers: &HeaderMap, production: bool) -> Result<Self, getrandom::Error> {
        let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("");
        let user_agent = agent.chars().take(USER_AGENT_MAX_CHARS).collect();
        let browser = match is_browser(headers) {
            true => {
                let sent = cookie::read(headers, CookieKind::Browser, production);
                Some(Browser { sent, new: Token::generate()? })
            }
            false => None,
        };
        Ok(Self { user_agent, browser, production })
    }

    pub fn device(&self) -> Device<'_> {
        let tokens = |browser: &Browser| BrowserTokens {
            before: browser.sent.as_ref().map(Token::hash),
            now: browser.new.hash(),
        };
        Device { user_agent: &self.user_agent, browser: self.browser.as_ref().map(tokens) }
    }

    /// A browser gets the session's token as a cookie and never as text, and is known from now on.
    pub fn signed_in(&self, token: &Token) -> SignedIn {
        let Some(browser) = &self.browser else {
            return SignedIn { authtoken: Some(token.to_text()), cookies: vec![] };
        };
        let cookies = vec![
            cookie::carrying(CookieKind::Session, token, self.production),
            cookie::carrying(CookieKind::Browser, &browser.new, self.production),
        ];
        SignedIn { authtoken: None, cookies }
    }
}

impl SignedIn {
    /// The answer with the cookies that belong to it.
    pub fn answer(self, body: impl IntoResponse) -> Response {
        with_cookies(body, &self.cookies)
    }
}

/// An answer that sets cookies.
pub fn with_cookies(body: impl IntoResponse, cookies: &[String]) -> Response {
    let mut response = body.into_response();
    for cookie in cookies {
        if let Ok(value) = HeaderValue::from_str(cookie) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response
}
