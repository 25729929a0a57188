//! Signing somebody in: the session, and how the client carries it.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use liksa_domain::audit::Action;
use liksa_domain::person::Person;
use liksa_store::{NewSession, Tx};
use serde_json::json;

use super::LIFETIME;
use super::cookie::{self, Kept};
use super::token::Token;
use crate::app::App;
use crate::http::error::ApiResult;
use crate::http::is_browser;

/// What is kept of the browser's description of itself.
const USER_AGENT_MAX_CHARS: usize = 200;

/// A session that was begun, with what its client gets.
pub struct Started {
    /// For clients that are no browsers.
    pub authtoken: Option<String>,
    cookies: Vec<String>,
}

impl Started {
    /// The answer with the cookies that belong to it.
    pub fn answer(self, body: impl IntoResponse) -> Response {
        with_cookies(body, &self.cookies)
    }
}

/// An answer that has the browser keep something.
pub fn with_cookies(body: impl IntoResponse, cookies: &[String]) -> Response {
    let mut response = body.into_response();
    for cookie in cookies {
        if let Ok(value) = HeaderValue::from_str(cookie) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response
}

/// Signs the person in. A browser gets the token as a cookie, and is known from now on.
pub async fn start(app: &App, tx: &mut Tx, person: &Person, headers: &HeaderMap) -> ApiResult<Started> {
    let (token, now) = (Token::generate()?, app.clock.now());
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("");
    let agent: String = agent.chars().take(USER_AGENT_MAX_CHARS).collect();
    let session = NewSession {
        id: app.new_id()?,
        person: person.id,
        token_hash: token.hash(),
        user_agent: &agent,
        created_at: now,
        expires_at: now.saturating_add(LIFETIME).unwrap_or(Timestamp::MAX),
    };
    let subject = format!("session:{}", session.id);
    tx.insert_session(&session).await?;
    tx.record(&app.event(Some(person.id), Action::SessionStarted, subject, &json!({}))).await?;
    if !is_browser(headers) {
        return Ok(Started { authtoken: Some(token.to_text()), cookies: vec![] });
    }
    let production = app.config.is_production();
    let browser = cookie::read_or_new(headers, Kept::Browser, production)?;
    tx.note_browser(browser.hash(), person.id, now).await?;
    let cookies = vec![
        cookie::carrying(Kept::Session, &token, production),
        cookie::carrying(Kept::Browser, &browser, production),
    ];
    Ok(Started { authtoken: None, cookies })
}
