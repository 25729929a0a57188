//! `PUT /api/person/bill/{billId}/open`: get a sent bill back for changes.

use axum::extract::State;
use liksa_domain::bill::life::{Move, opening_of};
use liksa_domain::ids::BillId;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::refusal::{BillConflict, Refusal};
use super::wire::BillOnWire;
use super::work::{move_bill, own_bill};
use crate::app::AppState;
use crate::http::error::Problem;
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OpenOutcome {
    /// It is open.
    OpenBillSuccess,
    /// A clerk has it and has been asked.
    OpenRequestSuccess,
}

#[derive(Serialize, ToSchema)]
pub struct OpenedBill {
    pub outcome: OpenOutcome,
    pub bill: BillOnWire,
}

/// Open a bill that was sent for approval, or ask the clerk who has it.
#[utoipa::path(put, path = "/api/person/bill/{billId}/open", tag = "bills", operation_id = "open_bill",
    security(("session" = ["ROLE_USER"])),
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "Opened or asked", body = OpenedBill),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "ILLEGAL_TRANSITION: it cannot be opened from where it is", body = BillConflict)))]
pub async fn put(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(bill): Path<Uuid>,
) -> Result<Json<OpenedBill>, Refusal> {
    let bill = own_bill(&app, session.person.id, BillId::from(bill)).await?;
    let step = opening_of(bill.bill.state);
    let bill = move_bill(&app, &session.person, bill, step, json!({})).await?.into();
    let outcome = match step {
        Move::RequestOpen => OpenOutcome::OpenRequestSuccess,
        _ => OpenOutcome::OpenBillSuccess,
    };
    Ok(Json(OpenedBill { outcome, bill }))
}
