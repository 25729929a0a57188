//! `DELETE /api/billableitem/receipt/{receiptId}`: take a receipt off a draft.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::ReceiptId;
use serde_json::json;
use uuid::Uuid;

use super::not_a_draft;
use crate::api::bills::refusal::{BillConflict, Refusal};
use crate::api::bills::work::{own_bill, subject};
use crate::app::AppState;
use crate::http::error::{ApiError, Problem};
use crate::http::extract::Path;
use crate::session::WorkerSession;

/// Delete a receipt of a draft.
#[utoipa::path(delete, path = "/api/billableitem/receipt/{receiptId}", tag = "bills",
    operation_id = "delete_receipt",
    security(("session" = ["ROLE_USER"])),
    params(("receiptId" = Uuid, Path)),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "No such receipt of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled: the bill was sent", body = BillConflict)))]
pub async fn delete(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(receipt): Path<Uuid>,
) -> Result<StatusCode, Refusal> {
    let person = session.person.id;
    let found = app.store.receipt(ReceiptId::from(receipt)).await?.filter(|found| found.person == person);
    let found = found.ok_or(ApiError::NotFound)?;
    let mut tx = app.store.begin().await?;
    if !tx.hold_draft(person, found.bill).await? {
        drop(tx);
        return Err(not_a_draft(own_bill(&app, person, found.bill).await?));
    }
    if !tx.delete_receipt(&found.receipt, app.clock.now()).await? {
        return Err(ApiError::NotFound.into());
    }
    let detail = json!({"receipt": found.receipt.id.to_string(), "name": found.receipt.name});
    tx.record(&app.event(Some(person), Action::ReceiptRemoved, subject(found.bill), &detail)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
