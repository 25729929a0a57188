//! `/api/registration`: from the form through the bank and the terms to an account.

pub mod accept;
pub mod confirm;
pub mod finish;
pub mod jwks;
pub mod retry;
pub mod start;
mod wire;

pub use wire::RegisteringUser;

use axum::http::HeaderMap;
use liksa_domain::problem::ErrorKey;
use liksa_store::StoredRegistration;

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};
use crate::session::cookie::{self, Kept};
use crate::session::token::Token;

/// The registration that this browser may go on with, and what the browser is known by.
async fn of_browser(app: &App, headers: &HeaderMap) -> ApiResult<(Token, StoredRegistration)> {
    let browser = cookie::read(headers, Kept::Registration, app.config.is_production()).ok_or_else(gone)?;
    let found = app.store.registration_of_browser(browser.hash(), app.clock.now()).await?;
    Ok((browser, found.ok_or_else(gone)?))
}

fn gone() -> ApiError {
    ApiError::Conflict(ErrorKey::RegistrationGone)
}

#[cfg(test)]
mod tests;
