//! `/api/person`: one's own account, and what belongs to it.

mod current_password;
pub mod deletion_request;
pub mod email;
pub mod export;
pub mod get;
mod image;
pub mod picture;
pub mod salaries;
pub mod sessions;
pub mod tax_card;
pub mod update;
mod wire;

use liksa_domain::account::profile::OwnAccount;
use liksa_domain::ids::PersonId;

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};

async fn own_account(app: &App, person: PersonId) -> ApiResult<OwnAccount> {
    app.store.own_account(person).await?.ok_or(ApiError::NotFound)
}
