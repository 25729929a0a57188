//! What a clerk does to a bill: one file per verb, one table of legal moves behind them all.

pub mod approve;
pub mod approve_many;
mod judging;
pub mod open_request;
pub mod payments;
pub mod queue;
pub mod r#return;
pub mod review;
pub mod send;
pub mod take;

use liksa_domain::bill::life::Move;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::problem::ErrorKey;
use serde_json::Value;
use uuid::Uuid;

use crate::api::bills::{BillOnWire, Refusal, move_bill};
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::Json;
use crate::session::ClerkSession;

/// Nobody handles a bill of their own.
async fn handle(
    app: &App,
    clerk: &ClerkSession,
    bill: Uuid,
    step: Move,
    detail: Value,
) -> Result<Json<BillOnWire>, Refusal> {
    let bill = app.store.bill(BillId::from_uuid(bill)).await?.ok_or(ApiError::NotFound)?;
    if bill.person == clerk.person.id {
        return Err(ApiError::Conflict(ErrorKey::OwnMatter).into());
    }
    Ok(Json(move_bill(app, &clerk.person, bill, step, detail).await?.into()))
}

#[cfg(test)]
mod tests;
