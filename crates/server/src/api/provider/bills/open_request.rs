//! `PUT /api/provider/bills/{billId}/open-request/grant` and `…/refuse`: the worker wants a bill back that a
//! clerk has.

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

/// Let the worker have the bill back.
#[utoipa::path(put, path = "/api/provider/bills/{billId}/open-request/grant", tag = "provider",
    operation_id = "grant_open_request",
    security(("session" = ["ROLE_CLERK"])),
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "The bill, a draft again", body = BillOnWire),
        (status = 404, description = "No such bill", body = Problem),
        (status = 409, description = "ILLEGAL_TRANSITION: nobody asked", body = BillConflict)))]
pub async fn grant(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Path(bill): Path<Uuid>,
) -> Result<Json<BillOnWire>, Refusal> {
    handle(&app, &clerk, bill, Move::GrantOpen, json!({})).await
}

/// Go on checking the bill.
#[utoipa::path(put, path = "/api/provider/bills/{billId}/open-request/refuse", tag = "provider",
    operation_id = "refuse_open_request",
    security(("session" = ["ROLE_CLERK"])),
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "The bill, still taken", body = BillOnWire),
        (status = 404, description = "No such bill", body = Problem),
        (status = 409, description = "ILLEGAL_TRANSITION: nobody asked", body = BillConflict)))]
pub async fn refuse(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Path(bill): Path<Uuid>,
) -> Result<Json<BillOnWire>, Refusal> {
    handle(&app, &clerk, bill, Move::RefuseOpen, json!({})).await
}
