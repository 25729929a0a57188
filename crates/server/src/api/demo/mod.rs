//! `/api/demo`: what only a demo shows.

pub mod bank_statement;
pub mod mails;

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};

/// Outside the demo there is nothing here.
fn only_in_demo(app: &App) -> ApiResult<()> {
    if app.config.demo { Ok(()) } else { Err(ApiError::NotFound) }
}
