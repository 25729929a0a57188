//! `GET /api/billableitem/{rowId}`: one row.

use axum::extract::State;
use liksa_domain::ids::RowId;
use uuid::Uuid;

use super::own_row;
use crate::api::bills::row_wire::RowOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

/// One row of a bill.
#[utoipa::path(get, path = "/api/billableitem/{rowId}", tag = "bills", operation_id = "row",
    security(("session" = ["ROLE_USER"])),
    params(("rowId" = Uuid, Path)),
    responses(
        (status = 200, description = "The row", body = RowOnWire),
        (status = 404, description = "No such row of one's own", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(row): Path<Uuid>,
) -> ApiResult<Json<RowOnWire>> {
    let (stored, place) = own_row(&app, session.person.id, RowId::from(row)).await?;
    RowOnWire::new(&stored, &stored.bill.rows[place]).map(Json).ok_or(ApiError::NotFound)
}
