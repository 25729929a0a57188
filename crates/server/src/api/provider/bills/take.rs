//! `PUT /api/provider/bills/{billId}/take`: a clerk begins to check a bill.

use axum::extract::State;
use liksa_domain::bill::life::Move;
use serde_json::json;
use uuid::Uuid;

use super::handle;
use crate::api::bills::{BillConflict, BillOnWire, Refusal};
use crate::app::AppState;
use crate::http::error::Problem;
use crate::http::extract::{Json, Path};
use crate::session::ClerkSession;

/// Take a bill into one's hands.
#[utoipa::path(put, path = "/api/provider/bills/{billId}/take", tag = "provider", operation_id = "take_bill",
    security(("session" = ["ROLE_CLERK"])),
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "The bill as it now stands", body = BillOnWire),
        (status = 404, description = "No such bill", body = Problem),
        (status = 409, description = "ILLEGAL_TRANSITION", body = BillConflict)))]
pub async fn put(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Path(bill): Path<Uuid>,
) -> Result<Json<BillOnWire>, Refusal> {
    handle(&app, &clerk, bill, Move::Take, json!({})).await
}
