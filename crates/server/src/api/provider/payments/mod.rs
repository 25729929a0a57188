//! What came in and went out: listed, matched by hand, given back.

pub mod get;
pub mod list;
pub mod match_by_hand;
pub mod refund;
pub mod set_aside;
pub mod unmatch;
mod wire;

use jiff::civil::Date;
use liksa_domain::ids::{PaymentId, PersonId};
use liksa_domain::problem::ErrorKey;

use crate::app::App;
use crate::collecting::Hand;
use crate::http::error::{ApiError, ApiResult};

pub use wire::{PartKindOnWire, PaymentDetails};

/// What a verb needs to book.
fn hand(app: &App, person: PersonId) -> (Hand, Date) {
    (Hand { actor: Some(person), at: app.clock.now(), is_news: true }, app.clock.today())
}

/// Answers the payment as it now is, or tells that somebody was quicker.
async fn outcome(app: &App, payment: PaymentId, done: bool) -> ApiResult<PaymentDetails> {
    let details = wire::details(app, payment).await?;
    if done { Ok(details) } else { Err(ApiError::Conflict(ErrorKey::PaymentChanged)) }
}

#[cfg(test)]
mod tests;
