//! Customers: one file per verb, and their shapes on the wire.

mod body;
pub mod create;
pub mod list;
pub mod options;
pub mod remove;
pub mod replace;
pub mod save;
pub mod search;
#[cfg(test)]
mod test_calls;
mod wire;

pub use wire::{CustomerList, SendMethodOnWire};

use liksa_domain::ids::{CustomerId, PersonId};

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};
pub use wire::CustomerOnWire;

/// What the audit log calls a customer.
fn subject(id: CustomerId) -> String {
    format!("customer:{id}")
}

/// The customer as it stands now, for the one who looks.
async fn as_it_stands(app: &App, viewer: PersonId, id: CustomerId) -> ApiResult<CustomerOnWire> {
    let seen = app.store.customer(viewer, id).await?.ok_or(ApiError::NotFound)?;
    Ok(seen.into())
}
