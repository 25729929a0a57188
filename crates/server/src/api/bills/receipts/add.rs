//! `POST /api/billableitem/{rowId}/receipt`: attach a receipt to a row of a draft.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::bill::life;
use liksa_domain::file::{FilePurpose, display_name};
use liksa_domain::ids::{FileId, ReceiptId, RowId};
use liksa_domain::problem::ErrorKey;
use liksa_store::{MadeKind, NewFile, NewReceipt};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ReceiptOnWire, not_a_draft};
use crate::api::bills::refusal::{BillConflict, Refusal};
use crate::api::bills::rows::own_row;
use crate::api::bills::work::{own_bill, subject};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::http::idempotency::IdempotencyKey;
use crate::http::upload::Upload;
use crate::session::WorkerSession;

pub const LARGEST_BYTES: usize = 10 * 1024 * 1024;

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
    security(("session" = ["ROLE_USER"])),
    params(("rowId" = Uuid, Path),
        ("idempotency-key" = Option<String>, Header, description = "Sent again, it gets the same receipt")),
    request_body(content = ReceiptUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The receipt", body = ReceiptOnWire),
        (status = 200, description = "The receipt that the key has made before", body = ReceiptOnWire),
        (status = 404, description = "No such row of one's own", body = Problem),
        (status = 409, description = "invoiceDisabled: the bill was sent", body = BillConflict),
        (status = 413, description = "RECEIPT_TOO_LARGE", body = Problem),
        (status = 422, description = "Not a picture or PDF", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: WorkerSession,
    IdempotencyKey(key): IdempotencyKey,
    Path(row): Path<Uuid>,
    upload: Upload,
) -> Result<(StatusCode, Json<ReceiptOnWire>), Refusal> {
    let (person, row) = (session.person.id, RowId::from(row));
    let (stored, _) = own_row(&app, person, row).await?;
    if !life::may_be_edited(&stored.bill) {
        return Err(not_a_draft(stored));
    }
    let limit = u64::try_from(LARGEST_BYTES).unwrap_or(u64::MAX);
    let received = upload.receive(&app, limit, ErrorKey::ReceiptTooLarge).await?;
    let media_type = received.picture_or_pdf()?;
    let name = display_name(&received.name, media_type);
    let (id, now): (ReceiptId, _) = (app.new_id()?, app.clock.now());

    let mut tx = app.store.begin().await?;
    if let Some(key) = &key
        && let Some(made) = tx.claim_key(person, MadeKind::Receipt, key, id, now).await?
    {
        drop(tx);
        return Ok((StatusCode::OK, on_the_wire(&app, made).await?));
    }
    if !tx.hold_draft(person, stored.id).await? {
        drop(tx);
        return Err(not_a_draft(own_bill(&app, person, stored.id).await?));
    }
    let file: FileId = tx
        .insert_file(&NewFile {
            content: &received.content,
            purpose: FilePurpose::Receipt,
            owner: Some(person),
            name: &name,
            media_type,
            created_at: now,
        })
        .await?;
    tx.insert_receipt(&NewReceipt { id, row, file, made_at: now }).await?;
    let detail = json!({"receipt": id.to_string(), "row": row.to_string(), "name": name});
    tx.record(&app.event(Some(person), Action::ReceiptAdded, subject(stored.id), &detail)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, on_the_wire(&app, id).await?))
}

async fn on_the_wire(app: &App, id: ReceiptId) -> ApiResult<Json<ReceiptOnWire>> {
    let found = app.store.receipt(id).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(ReceiptOnWire::from(&found.receipt)))
}
