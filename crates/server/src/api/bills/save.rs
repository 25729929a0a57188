//! `PUT /api/person/{personId}/bills/{billId}`: save the draft; with `state: "PENDING"`, send it for approval.

use axum::extract::State;
use liksa_domain::ids::{BillId, PersonId};
use uuid::Uuid;

use super::body::BillBody;
use super::refusal::{BillConflict, Refusal};
use super::wire::BillOnWire;
use super::work;
use crate::app::AppState;
use crate::http::error::Problem;
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

/// Save a draft, or save it and send it for approval.
///
/// `version` must be the one that was edited. Everything that the server owns (number, totals, other states) is
/// ignored or refused, never stored.
#[utoipa::path(put, path = "/api/person/{personId}/bills/{billId}", tag = "bills", operation_id = "save_bill",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path)),
    request_body = BillBody,
    responses(
        (status = 200, description = "The bill as it is stored", body = BillOnWire),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "STALE_BILL: saved elsewhere meanwhile. invoiceDisabled: no longer a draft. \
            ILLEGAL_TRANSITION: sent already", body = BillConflict),
        (status = 422, description = "A field was not accepted, or ERRORS_IN_BILL: not sendable like this",
            body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(Uuid, Uuid)>,
    Json(body): Json<BillBody>,
) -> Result<Json<BillOnWire>, Refusal> {
    session.must_be(PersonId::from(person))?;
    let change = body.read_change()?;
    let saved = work::save(&app, &session.person, BillId::from(bill), change).await?;
    Ok(Json(saved.into()))
}
