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
use jiff::Timestamp;
use liksa_domain::problem::ErrorKey;
use liksa_store::StoredRegistration;

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};
use crate::session::cookie::{self, Kept};

/// The registration that this browser may go on with.
async fn of_browser(app: &App, headers: &HeaderMap, now: Timestamp) -> ApiResult<StoredRegistration> {
    let gone = || ApiError::Conflict(ErrorKey::RegistrationGone);
    let browser = cookie::read(headers, Kept::Visit, app.config.is_production()).ok_or_else(gone)?;
    app.store.registration_of_browser(browser.hash(), now).await?.ok_or_else(gone)
}

#[cfg(test)]
mod tests;
