//! `GET /api/billableitem/receipt/{receiptId}`: the file of a receipt.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use liksa_domain::ids::ReceiptId;
use liksa_domain::person::Role;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::download::{DownloadQuery, Downloading, respond_stored};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;

/// The file of a receipt, for the worker whose it is and those who check bills.
#[utoipa::path(get, path = "/api/billableitem/receipt/{receiptId}", tag = "bills", operation_id = "receipt",
    security(("session" = ["ROLE_USER", "ROLE_CLERK", "ROLE_PAYROLL"])),
    params(("receiptId" = Uuid, Path), DownloadQuery),
    responses(
        (status = 200, description = "A picture or PDF", content_type = "application/pdf", body = Vec<u8>),
        (status = 304, description = "The client has it already"),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 404, description = "No such receipt of one's own", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Path(receipt): Path<Uuid>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::User, Role::Clerk, Role::Payroll])?;
    let found = app.store.receipt(ReceiptId::from(receipt)).await?.ok_or(ApiError::NotFound)?;
    let staff = who.person.has_role(Role::Clerk) || who.person.has_role(Role::Payroll);
    if found.person != who.person.id && !staff {
        return Err(ApiError::NotFound);
    }
    let file = app.store.file(found.receipt.file).await?.ok_or(ApiError::NotFound)?;
    respond_stored(&app, &headers, who.disposition, &file).await
}
