//! `PUT /api/provider/bills/{billId}/return`: a bill goes back to its worker.

use axum::extract::State;
use liksa_domain::bill::life::Move;
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::Reader;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::handle;
use crate::api::bills::{BillConflict, BillOnWire, Refusal};
use crate::app::AppState;
use crate::http::error::{ApiError, Problem};
use crate::http::extract::{Json, Path};
use crate::session::ClerkSession;

const LONGEST_REASON: usize = 1000;

#[derive(Deserialize, ToSchema)]
pub struct Return {
    /// What the worker is to mend; they read it in the bill's history.
    reason: Option<String>,
}

/// Give a bill back to its worker, with the reason.
#[utoipa::path(put, path = "/api/provider/bills/{billId}/return", tag = "provider", operation_id = "return_bill",
    security(("session" = ["ROLE_CLERK"])),
    params(("billId" = Uuid, Path)),
    request_body = Return,
    responses(
        (status = 200, description = "The bill, a draft again", body = BillOnWire),
        (status = 404, description = "No such bill", body = Problem),
        (status = 409, description = "ILLEGAL_TRANSITION", body = BillConflict),
        (status = 422, description = "The reason is missing", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Path(bill): Path<Uuid>,
    Json(body): Json<Return>,
) -> Result<Json<BillOnWire>, Refusal> {
    let mut reader = Reader::default();
    let reason = reader.text("reason", body.reason.as_deref(), LONGEST_REASON);
    if reason.is_empty() {
        reader.refuse("reason", ErrorKey::Required);
    }
    let problems = reader.into_problems();
    if !problems.is_empty() {
        return Err(ApiError::from(problems).into());
    }
    handle(&app, &clerk, bill, Move::Return, json!({"reason": reason})).await
}
