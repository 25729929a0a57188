//! `PUT /api/billableitem/{rowId}`: write one row anew.

use axum::extract::State;
use liksa_domain::bill::Row;
use liksa_domain::ids::RowId;
use liksa_domain::reading::Reader;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::own_row;
use crate::api::bills::body::Change;
use crate::api::bills::refusal::{BillConflict, Refusal};
use crate::api::bills::row_body::RowBody;
use crate::api::bills::{BillOnWire, work};
use crate::app::AppState;
use crate::http::error::{ApiError, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::WorkerSession;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RowEdit {
    /// Of the bill that was edited.
    version: i64,
}

/// Write a row of a draft anew.
#[utoipa::path(put, path = "/api/billableitem/{rowId}", tag = "bills", operation_id = "save_row",
    security(("session" = ["ROLE_USER"])),
    params(("rowId" = Uuid, Path), RowEdit),
    request_body = RowBody,
    responses(
        (status = 200, description = "The bill as it is stored", body = BillOnWire),
        (status = 404, description = "No such row of one's own", body = Problem),
        (status = 409, description = "STALE_BILL or invoiceDisabled", body = BillConflict),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(row): Path<Uuid>,
    Query(edit): Query<RowEdit>,
    Json(body): Json<RowBody>,
) -> Result<Json<BillOnWire>, Refusal> {
    let (stored, place) = own_row(&app, session.person.id, RowId::from(row)).await?;
    let mut reader = Reader::default();
    let mut bill = stored.bill;
    let written = body.read(bill.vat_rate, &mut reader);
    let problems = reader.into_problems();
    if !problems.is_empty() {
        return Err(ApiError::from(problems).into());
    }
    bill.rows[place] = Row { id: Some(RowId::from(row)), ..written };
    let change = Change { version: Some(edit.version), bill, send: false };
    Ok(Json(work::save(&app, &session.person, stored.id, change).await?.into()))
}
