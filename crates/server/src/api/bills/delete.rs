//! `DELETE /api/person/{personId}/bills/{billId}`: a draft that is not needed.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::bill::life;
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::problem::ErrorKey;
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;
use uuid::Uuid;

use super::refusal::{BillConflict, Refusal};
use super::work::{own_bill, subject};
use crate::app::AppState;
use crate::http::error::Problem;
use crate::http::extract::{Path, Query};
use crate::session::WorkerSession;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Deletion {
    /// The version that was seen.
    version: i64,
}

/// Delete a draft, or a credit note that nobody has taken yet.
#[utoipa::path(delete, path = "/api/person/{personId}/bills/{billId}", tag = "bills", operation_id = "delete_bill",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path), Deletion),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "STALE_BILL, or ILLEGAL_TRANSITION: it was sent", body = BillConflict)))]
pub async fn delete(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(Uuid, Uuid)>,
    Query(asked): Query<Deletion>,
) -> Result<StatusCode, Refusal> {
    session.must_be(PersonId::from(person))?;
    let (person, id) = (session.person.id, BillId::from(bill));
    let current = own_bill(&app, person, id).await?;
    if !life::may_be_deleted(&current.bill) {
        return Err(Refusal::Conflict(ErrorKey::IllegalTransition, Box::new(current)));
    }
    if current.version != asked.version {
        return Err(Refusal::Conflict(ErrorKey::StaleBill, Box::new(current)));
    }
    let mut tx = app.store.begin().await?;
    if !tx.delete_bill(person, id, asked.version, app.clock.now()).await? {
        drop(tx);
        let current = own_bill(&app, person, id).await?;
        return Err(Refusal::Conflict(ErrorKey::StaleBill, Box::new(current)));
    }
    let detail = json!({"before": current.bill.state.name(), "total": current.figures.total.plain()});
    tx.record(&app.event(Some(person), Action::BillDeleted, subject(id), &detail)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
