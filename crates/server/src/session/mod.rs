//! The session behind a request, and what its user may do.

pub mod cookie;
pub mod login_attempts;
pub mod password;
pub mod sign_in;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use liksa_actions::accounts;
use liksa_actions::context::token::Token;
use liksa_domain::ids::{PersonId, SessionId};
use liksa_domain::person::{Person, Role};

use crate::app::{App, AppState};
use crate::http::error::ApiError;
use cookie::CookieKind;

/// The session of a signed-in user. A handler that takes one answers everyone else with 401.
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
    /// The session whose token was sent, unless it has ended.
    pub async fn find(headers: &HeaderMap, app: &App) -> Result<Option<Self>, ApiError> {
        match sent_token(headers, app) {
            Some(token) => Self::with_token(&token, app).await,
            None => Ok(None),
        }
    }

    /// The session of a token, unless it has ended.
    pub async fn with_token(token: &Token, app: &App) -> Result<Option<Self>, ApiError> {
        let found = accounts::find_session(app, token).await?;
        Ok(found.map(|found| Self { id: found.id, person: found.person }))
    }
}

/// API clients send the header, browsers the cookie.
fn sent_token(headers: &HeaderMap, app: &App) -> Option<Token> {
    match headers.get("authtoken") {
        Some(value) => Token::parse(value.to_str().ok()?),
        None => cookie::read(headers, CookieKind::Session, app.config.is_production()),
    }
}

/// Sessions of users who have one of some roles; other users are answered with 403.
macro_rules! sessions_by_role {
    ($($(#[$doc:meta])* $name:ident: $($role:ident)|+;)+) => {$(
        $(#[$doc])*
        pub struct $name {
            pub person: Person,
        }

        impl FromRequestParts<AppState> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
                let person = Session::from_request_parts(parts, app).await?.person;
                let allowed = [$(Role::$role),+].into_iter().any(|role| person.has_role(role));
                if allowed { Ok(Self { person }) } else { Err(ApiError::Forbidden) }
            }
        }
    )+};
}

sessions_by_role! {
    /// A worker.
    WorkerSession: User;
    /// Staff who handle bills and customers.
    ClerkSession: Clerk;
    /// Staff who handle payments and run the payroll.
    PayrollSession: Payroll;
    /// An administrator.
    AdminSession: Admin;
    /// Staff who look after workers.
    PeopleSession: Payroll | Admin;
    /// Any of the provider's staff.
    StaffSession: Clerk | Payroll | Admin;
}

impl WorkerSession {
    /// Another person's things are not found.
    pub fn must_be(&self, person: PersonId) -> Result<(), ApiError> {
        if self.person.id == person { Ok(()) } else { Err(ApiError::NotFound) }
    }
}
