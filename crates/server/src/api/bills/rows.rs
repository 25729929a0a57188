//! Single rows of a draft, for programs that change one without sending the whole bill, and their receipts.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use liksa_actions::bills::{own_row, save_row};
use liksa_actions::context::clock::finnish_day;
use liksa_actions::receipts::{self, ReceiptFile};
use liksa_domain::bill::RowBody;
use liksa_domain::dates::format_date;
use liksa_domain::file::MediaType;
use liksa_domain::ids::{BillId, ReceiptId, RowId};
use liksa_domain::problem::{self, ErrorKey};
use liksa_domain::reading::Reader;
use liksa_store::{Receipt, SameReceipt};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::body::in_bill;
use super::row_wire::RowOnWire;
use super::{BillConflict, BillOnWire, made};
use crate::app::AppState;
use crate::http::download::{DownloadQuery, DownloadingByLink, LinkQuery};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::IdempotencyKey;
use crate::http::extract::{Json, Path, Query};
use crate::http::upload::{self, Upload};
use crate::session::WorkerSession;

pub const LARGEST_RECEIPT_BYTES: usize = 10 * 1024 * 1024;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get, save, delete))
        .routes(routes!(add_receipt).layer(upload::up_to(LARGEST_RECEIPT_BYTES)))
        .routes(routes!(get_receipt, delete_receipt))
        .routes(routes!(replace_receipt).layer(upload::up_to(LARGEST_RECEIPT_BYTES)))
}

/// A receipt of a row.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Receipt)]
pub struct ReceiptOnWire {
    pub id: ReceiptId,
    /// The day it was attached, DD.MM.YYYY.
    pub date: String,
    /// The name of its file.
    pub displayname: String,
    pub media_type: MediaType,
    /// Bytes of its file.
    pub size: u64,
    /// A receipt with the same content on another row or bill of the worker.
    #[schema(required)]
    pub same_as: Option<SameReceiptOnWire>,
}

/// The other one of two receipts with the same content.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SameReceipt)]
pub struct SameReceiptOnWire {
    /// The bill it is on, which may be the same.
    pub bill_id: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    pub displayname: String,
}

impl From<Receipt> for ReceiptOnWire {
    fn from(receipt: Receipt) -> Self {
        Self {
            id: receipt.id,
            date: format_date(finnish_day(receipt.made_at)),
            displayname: receipt.name,
            media_type: receipt.media_type,
            size: receipt.size,
            same_as: receipt.same_as.map(SameReceiptOnWire::from),
        }
    }
}

impl From<SameReceipt> for SameReceiptOnWire {
    fn from(same: SameReceipt) -> Self {
        Self { bill_id: same.bill, bill_number: same.number, displayname: same.name }
    }
}

/// One row of a bill.
#[utoipa::path(get, path = "/api/billableitem/{rowId}", tag = "bills", operation_id = "row",
    params(("rowId" = Uuid, Path)),
    responses(
        (status = 200, description = "The row", body = RowOnWire),
        (status = 404, description = "No such row of one's own", body = Problem)))]
async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(row): Path<RowId>,
) -> ApiResult<Json<RowOnWire>> {
    let (stored, place) = own_row(&app, session.person.id, row).await?;
    RowOnWire::new(&stored, &stored.bill.rows[place]).map(Json).ok_or(ApiError::NotFound)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RowEdit {
    /// Of the bill that was seen. Without it the present one is changed.
    version: Option<i64>,
}

/// Write a row of a draft anew.
#[utoipa::path(put, path = "/api/billableitem/{rowId}", tag = "bills", operation_id = "save_row",
    params(("rowId" = Uuid, Path), RowEdit),
    request_body = RowBody,
    responses(
        (status = 200, description = "The bill as it is stored", body = BillOnWire),
        (status = 404, description = "No such row of one's own", body = Problem),
        (status = 409, description = "STALE_BILL or invoiceDisabled", body = BillConflict),
        (status = 422, description = "A field was not accepted", body = Problem)))]
async fn save(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(row): Path<RowId>,
    Query(edit): Query<RowEdit>,
    Json(body): Json<RowBody>,
) -> ApiResult<Json<BillOnWire>> {
    let saved = save_row(&app, &session.person, row, edit.version, |bill| {
        let mut reader = Reader::default();
        let written = body.read(bill, &mut reader);
        let written = in_bill(bill, written, &mut reader);
        reader.finish(Some(Some(written)))
    });
    Ok(Json(saved.await?.into()))
}

/// Delete a row of a draft.
#[utoipa::path(delete, path = "/api/billableitem/{rowId}", tag = "bills", operation_id = "delete_row",
    params(("rowId" = Uuid, Path), RowEdit),
    responses(
        (status = 200, description = "The bill without it", body = BillOnWire),
        (status = 404, description = "No such row of one's own", body = Problem),
        (status = 409, description = "STALE_BILL or invoiceDisabled", body = BillConflict)))]
async fn delete(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(row): Path<RowId>,
    Query(edit): Query<RowEdit>,
) -> ApiResult<Json<BillOnWire>> {
    let keep_none = |_: &_| Ok::<_, Vec<problem::Problem>>(None);
    let saved = save_row(&app, &session.person, row, edit.version, keep_none).await?;
    Ok(Json(saved.into()))
}

/// The body, for the description alone.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read piece by piece, never as a whole")]
pub struct ReceiptUpload {
    /// A picture (JPEG, PNG) or a PDF of at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Attach a receipt to a row.
#[utoipa::path(post, path = "/api/billableitem/{rowId}/receipt", tag = "bills", operation_id = "add_receipt",
    params(("rowId" = Uuid, Path),
        ("idempotency-key" = Option<String>, Header, description = "Sent again, it gets the same receipt")),
    request_body(content = ReceiptUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The receipt", body = ReceiptOnWire),
        (status = 200, description = "The receipt that the key has made before", body = ReceiptOnWire),
        (status = 404, description = "No such row of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled: the bill was sent", body = BillConflict),
        (status = 413, description = "RECEIPT_TOO_LARGE", body = Problem),
        (status = 422, description = "FILE_TYPE_NOT_ALLOWED or HEIC_NOT_ALLOWED: not a picture (JPEG, PNG) or PDF. \
            FILE_UNREADABLE, PDF_PROTECTED, PICTURE_TOO_LARGE, PDF_TOO_LARGE: cannot be shown. validation.tooMany: the \
            row has 20 receipts", body = Problem)))]
async fn add_receipt(
    State(app): State<AppState>,
    session: WorkerSession,
    IdempotencyKey(key): IdempotencyKey,
    Path(row): Path<RowId>,
    upload: Upload,
) -> ApiResult<(StatusCode, Json<ReceiptOnWire>)> {
    let person = session.person.id;
    receipts::must_take_receipts(&app, person, row, key.as_deref()).await?;
    let file = receive(&app, upload).await?;
    Ok(made(receipts::attach(&app, person, row, &file, key.as_deref()).await?))
}

/// Receives a picture or PDF for a receipt.
pub async fn receive(app: &AppState, upload: Upload) -> ApiResult<ReceiptFile> {
    let limit = u64::try_from(LARGEST_RECEIPT_BYTES).unwrap_or(u64::MAX);
    let received = upload.receive(app, limit, ErrorKey::ReceiptTooLarge).await?;
    let media_type = received.picture_or_pdf()?;
    Ok(ReceiptFile { content: received.content, media_type, name: received.name })
}

/// Put another file in the place of a receipt's: the picture the right way up, or the right one.
#[utoipa::path(put, path = "/api/billableitem/receipt/{receiptId}", tag = "bills",
    operation_id = "replace_receipt",
    params(("receiptId" = Uuid, Path)),
    request_body(content = ReceiptUpload, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "The receipt with its new file", body = ReceiptOnWire),
        (status = 404, description = "No such receipt of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled: the bill was sent", body = BillConflict),
        (status = 413, description = "RECEIPT_TOO_LARGE", body = Problem),
        (status = 422, description = "Not a picture or PDF that can be read", body = Problem)))]
async fn replace_receipt(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(receipt): Path<ReceiptId>,
    upload: Upload,
) -> ApiResult<Json<ReceiptOnWire>> {
    let person = session.person.id;
    receipts::must_be_replaceable(&app, person, receipt).await?;
    let file = receive(&app, upload).await?;
    Ok(Json(receipts::replace(&app, person, receipt, &file).await?.into()))
}

/// The file of a receipt, for the worker whose it is and those who check bills.
#[utoipa::path(get, path = "/api/billableitem/receipt/{receiptId}", tag = "bills", operation_id = "receipt",
    security(("session" = ["ROLE_USER", "ROLE_CLERK", "ROLE_PAYROLL"])),
    params(("receiptId" = Uuid, Path), LinkQuery, DownloadQuery),
    responses(
        (status = 200, description = "A picture or PDF", content_type = "application/pdf", body = Vec<u8>),
        (status = 304, description = "The client has it already"),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 404, description = "No such receipt of one's own", body = Problem)))]
async fn get_receipt(
    State(app): State<AppState>,
    DownloadingByLink(who): DownloadingByLink,
    Path(receipt): Path<ReceiptId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let found = app.store.receipt(receipt).await?;
    who.answer_receipt(&app, &headers, found.map(|found| (found.person, found.receipt.file))).await
}

/// Delete a receipt of a draft.
#[utoipa::path(delete, path = "/api/billableitem/receipt/{receiptId}", tag = "bills",
    operation_id = "delete_receipt",
    params(("receiptId" = Uuid, Path)),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "No such receipt of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled: the bill was sent", body = BillConflict)))]
async fn delete_receipt(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(receipt): Path<ReceiptId>,
) -> ApiResult<StatusCode> {
    receipts::remove(&app, session.person.id, receipt).await?;
    Ok(StatusCode::NO_CONTENT)
}
