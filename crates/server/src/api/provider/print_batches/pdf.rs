//! `GET /api/provider/print-batches/{batchId}/pdf`: what goes to the printer.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use liksa_domain::ids::PrintBatchId;
use liksa_domain::person::Role;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::download::{DownloadQuery, Downloading, respond_stored};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;

/// The bills of a batch in one PDF, each beginning on a sheet of its own.
#[utoipa::path(get, path = "/api/provider/print-batches/{batchId}/pdf", tag = "provider",
    operation_id = "print_batch_pdf",
    security(("session" = ["ROLE_CLERK"])),
    params(("batchId" = Uuid, Path), DownloadQuery),
    responses(
        (status = 200, description = "The PDF", body = Vec<u8>, content_type = "application/pdf"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such batch, or its file is still being made", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    who: Downloading,
    Path(batch): Path<Uuid>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Clerk])?;
    let batch = app.store.print_batch(PrintBatchId::from(batch)).await?;
    let file = batch.and_then(|batch| batch.file).ok_or(ApiError::NotFound)?;
    let file = app.store.file(file).await?.ok_or(ApiError::NotFound)?;
    respond_stored(&app, &asked, who.disposition, &file).await
}
