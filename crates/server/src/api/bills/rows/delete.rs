//! `DELETE /api/billableitem/{rowId}`: take one row off a draft.

use axum::extract::State;
use liksa_domain::ids::RowId;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::own_row;
use crate::api::bills::body::Change;
use crate::api::bills::refusal::{BillConflict, Refusal};
use crate::api::bills::{BillOnWire, work};
use crate::app::AppState;
use crate::http::error::Problem;
use crate::http::extract::{Json, Path, Query};
use crate::session::WorkerSession;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RowDeletion {
    /// Of the bill that was seen.
    version: i64,
}

/// Delete a row of a draft.
#[utoipa::path(delete, path = "/api/billableitem/{rowId}", tag = "bills", operation_id = "delete_row",
    security(("session" = ["ROLE_USER"])),
    params(("rowId" = Uuid, Path), RowDeletion),
    responses(
        (status = 200, description = "The bill without it", body = BillOnWire),
        (status = 404, description = "No such row of one's own", body = Problem),
        (status = 409, description = "STALE_BILL or invoiceDisabled", body = BillConflict)))]
pub async fn delete(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(row): Path<Uuid>,
    Query(asked): Query<RowDeletion>,
) -> Result<Json<BillOnWire>, Refusal> {
    let (stored, place) = own_row(&app, session.person.id, RowId::from(row)).await?;
    let mut bill = stored.bill;
    bill.rows.remove(place);
    let change = Change { version: Some(asked.version), bill, send: false };
    Ok(Json(work::save(&app, &session.person, stored.id, change).await?.into()))
}
