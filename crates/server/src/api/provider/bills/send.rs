//! `PUT /api/provider/bills/{billId}/send`: an approved bill goes to its customer at once.

use axum::extract::State;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::problem::ErrorKey;
use uuid::Uuid;

use crate::api::bills::{BillConflict, BillOnWire, Refusal};
use crate::app::AppState;
use crate::http::error::{ApiError, FieldProblem, Problem};
use crate::http::extract::{Json, Path};
use crate::sending::{NotClosed, close};
use crate::session::ClerkSession;

/// Send an approved bill to its customer without waiting for its day.
#[utoipa::path(put, path = "/api/provider/bills/{billId}/send", tag = "provider", operation_id = "send_bill",
    security(("session" = ["ROLE_CLERK"])),
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "The bill with its number", body = BillOnWire),
        (status = 404, description = "No such bill", body = Problem),
        (status = 409, description = "ILLEGAL_TRANSITION, or OWN_MATTER: one's own bill", body = BillConflict)))]
pub async fn put(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Path(bill): Path<Uuid>,
) -> Result<Json<BillOnWire>, Refusal> {
    let id = BillId::from_uuid(bill);
    let bill = app.store.bill(id).await?.ok_or(ApiError::NotFound)?;
    if bill.person == clerk.person.id {
        return Err(ApiError::Conflict(ErrorKey::OwnMatter).into());
    }
    let closed = close(&app, Some(clerk.person.id), &bill).await;
    let now = app.store.bill(id).await?.ok_or(ApiError::NotFound)?;
    match closed {
        Ok(()) => Ok(Json(now.into())),
        Err(NotClosed::Refused(key)) => Err(Refusal::Conflict(key, Box::new(now))),
        Err(NotClosed::Busy) => Err(Refusal::Conflict(ErrorKey::IllegalTransition, Box::new(now))),
        Err(NotClosed::Unreckonable(problems)) => {
            Err(Refusal::NotSendable(problems.into_iter().map(FieldProblem::from).collect()))
        }
        Err(NotClosed::Other(error)) => Err(error.into()),
    }
}
