//! Password checks, each counted as an attempt.

use axum::http::HeaderMap;
use liksa_actions::context::Lane;
use liksa_domain::account::password::LONGEST;
use liksa_domain::person::Email;
use liksa_domain::problem::ErrorKey;
use liksa_store::Credentials;

use super::cookie::{self, CookieKind};
use super::login_attempts::Attempt;
use crate::app::App;
use crate::http::error::{ApiError, ApiResult};
use crate::http::peer::ClientAddress;

/// The account and its password, if the password is right. An unknown account costs the same work as a known one.
/// Strangers are limited by their address and wait in a queue of their own; where it is long they are refused at once,
/// without an attempt being counted.
pub async fn check(
    app: &App,
    client: ClientAddress,
    headers: &HeaderMap,
    email: Email,
    password: &str,
) -> ApiResult<Option<Credentials>> {
    let browser = cookie::read(headers, CookieKind::Browser, app.config.is_production());
    let attempt = Attempt::new(&app.store, client, browser, email).await?;
    let lane = attempt.lane();
    if lane == Lane::Stranger {
        app.limits.login.check(client)?;
    }
    let place = app.passwords.line_up(lane)?;
    app.login_attempts.start(&attempt, app.clock.now())?;
    if password.chars().count() > LONGEST {
        return Ok(None);
    }
    let found = app.store.credentials(&attempt.email).await?;
    let stored = found.as_ref().map(|found| found.password_hash.as_str());
    if !app.passwords.verify(place, password, stored).await? {
        return Ok(None);
    }
    app.login_attempts.succeed(&attempt);
    Ok(found)
}

/// The hash of the current password, asked for again where a stolen session must not be enough.
pub async fn check_current(
    app: &App,
    client: ClientAddress,
    headers: &HeaderMap,
    email: Email,
    password: Option<&str>,
) -> ApiResult<String> {
    let refused = |key| ApiError::invalid("currentPassword", key);
    let password = password.unwrap_or_default();
    if password.is_empty() {
        return Err(refused(ErrorKey::PasswordMissing));
    }
    let known = check(app, client, headers, email, password).await?;
    known.map(|known| known.password_hash).ok_or_else(|| refused(ErrorKey::IncorrectPassword))
}
