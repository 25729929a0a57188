//! Who is asking: the log-in behind a request.

pub mod cookie;
pub mod guesses;
pub mod password;
pub mod staff;
pub mod start;
pub mod token;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use jiff::{SignedDuration, Timestamp};
use liksa_domain::ids::{PersonId, SessionId};
use liksa_domain::person::{Person, Role};

use crate::app::{App, AppState};
use crate::http::error::ApiError;
use cookie::Kept;
use token::Token;

/// A log-in ends after two weeks even when in daily use, and after a day without use.
pub const LIFETIME: SignedDuration = SignedDuration::from_hours(14 * 24);
const IDLE: SignedDuration = SignedDuration::from_hours(24);
/// How long a browser is known that was logged in with.
pub const BROWSER_KNOWN: SignedDuration = SignedDuration::from_hours(365 * 24);
/// A tab left open over a holiday may still retry what it was making.
const KEYS_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Noting each request's time would make every read a write.
const NOTE_USE_EVERY: SignedDuration = SignedDuration::from_mins(5);

/// A signed-in person. A handler that takes one is closed to everybody else with 401.
pub struct Session {
    pub id: SessionId,
    pub person: Person,
}

impl FromRequestParts<AppState> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Self::find(&parts.headers, app).await?.ok_or(ApiError::Unauthenticated)
    }
}

impl Session {
    /// The log-in whose token was sent, if it still holds.
    pub async fn find(headers: &HeaderMap, app: &App) -> Result<Option<Self>, ApiError> {
        match sent_token(headers, app) {
            Some(token) => Self::with_token(&token, app).await,
            None => Ok(None),
        }
    }

    /// The log-in of a token, if it still holds.
    pub async fn with_token(token: &Token, app: &App) -> Result<Option<Self>, ApiError> {
        let now = app.clock.now();
        let Some(found) = app.store.session(token.hash(), now, idle_since(now)).await? else {
            return Ok(None);
        };
        if now.duration_since(found.last_seen_at) >= NOTE_USE_EVERY {
            let mut tx = app.store.begin().await?;
            tx.touch_session(found.id, now).await?;
            tx.commit().await?;
        }
        Ok(Some(Self { id: found.id, person: found.person }))
    }
}

/// API clients send the header, browsers the cookie.
fn sent_token(headers: &HeaderMap, app: &App) -> Option<Token> {
    match headers.get("authtoken") {
        Some(value) => Token::parse(value.to_str().ok()?),
        None => cookie::read(headers, Kept::Session, app.config.is_production()),
    }
}

/// Log-ins last used before this have lapsed.
pub fn idle_since(now: Timestamp) -> Timestamp {
    now.checked_sub(IDLE).unwrap_or(Timestamp::MIN)
}

/// Forgets log-ins, links and registrations that nobody can use any more, and keys that nobody will send again.
pub async fn forget_dead(app: &App) -> anyhow::Result<()> {
    let now = app.clock.now();
    app.guesses.forget_old(now);
    let mut tx = app.store.begin().await?;
    tx.delete_dead_sessions(now, idle_since(now)).await?;
    tx.forget_old_accounts(now, now.checked_sub(BROWSER_KNOWN).unwrap_or(Timestamp::MIN)).await?;
    tx.delete_old_keys(now.checked_sub(KEYS_KEPT).unwrap_or(Timestamp::MIN)).await?;
    Ok(tx.commit().await?)
}

/// A signed-in worker; 403 for the provider's people who bill nobody themselves.
pub struct WorkerSession {
    pub person: Person,
}

impl WorkerSession {
    /// Another person's things do not exist.
    pub fn must_be(&self, person: PersonId) -> Result<(), ApiError> {
        if self.person.id == person { Ok(()) } else { Err(ApiError::NotFound) }
    }
}

impl FromRequestParts<AppState> for WorkerSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(Self { person: with_role(parts, app, Role::User).await? })
    }
}

/// One of the provider's people who handle bills and customers.
pub struct ClerkSession {
    pub person: Person,
}

impl FromRequestParts<AppState> for ClerkSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(Self { person: with_role(parts, app, Role::Clerk).await? })
    }
}

/// One of the provider's people who handle payments and run the payroll.
pub struct PayrollSession {
    pub person: Person,
}

impl FromRequestParts<AppState> for PayrollSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(Self { person: with_role(parts, app, Role::Payroll).await? })
    }
}

/// Proof that an administrator of the provider is asking; 403 for everybody else who is signed in.
pub struct Admin;

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        with_role(parts, app, Role::Admin).await.map(|_| Self)
    }
}

async fn with_role(parts: &mut Parts, app: &AppState, role: Role) -> Result<Person, ApiError> {
    let person = Session::from_request_parts(parts, app).await?.person;
    if person.has_role(role) { Ok(person) } else { Err(ApiError::Forbidden) }
}
