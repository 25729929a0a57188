//! `GET /api/person/{personId}/bills/{billId}`: one bill, whole.

use axum::extract::State;
use liksa_domain::ids::{BillId, PersonId};
use uuid::Uuid;

use super::wire::BillOnWire;
use super::work::own_bill;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

/// One bill with its rows.
#[utoipa::path(get, path = "/api/person/{personId}/bills/{billId}", tag = "bills", operation_id = "bill",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "The bill", body = BillOnWire),
        (status = 404, description = "No such bill of one's own", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(Uuid, Uuid)>,
) -> ApiResult<Json<BillOnWire>> {
    session.must_be(PersonId::from(person))?;
    let bill = own_bill(&app, session.person.id, BillId::from(bill)).await?;
    Ok(Json(bill.into()))
}
