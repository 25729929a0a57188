//! `POST /api/provider/print-batches`: print all that waits for it.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::PrintBatchId;
use liksa_domain::job::Job;
use liksa_domain::problem::ErrorKey;
use liksa_store::{MadeKind, NewPrintBatch};
use serde_json::json;

use super::BatchOnWire;
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Json;
use crate::http::idempotency::IdempotencyKey;
use crate::session::ClerkSession;

/// Gather the bills that wait for the printer. Their file is made at once, and they count as sent with it.
#[utoipa::path(post, path = "/api/provider/print-batches", tag = "provider", operation_id = "make_print_batch",
    security(("session" = ["ROLE_CLERK"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets what it made")),
    responses(
        (status = 201, description = "The batch", body = BatchOnWire),
        (status = 200, description = "What this key made before, as it stands now", body = BatchOnWire),
        (status = 409, description = "NOTHING_TO_PRINT", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    clerk: ClerkSession,
    IdempotencyKey(key): IdempotencyKey,
) -> ApiResult<(StatusCode, Json<BatchOnWire>)> {
    let (clerk, now, id) = (clerk.person.id, app.clock.now(), app.new_id::<PrintBatchId>()?);
    let mut tx = app.store.begin().await?;
    if let Some(key) = &key
        && let Some(made) = tx.claim_key(clerk, MadeKind::PrintBatch, key, id, now).await?
    {
        drop(tx);
        return Ok((StatusCode::OK, stored(&app, made).await?));
    }
    let bills = tx.make_print_batch(&NewPrintBatch { id, made_by: clerk, made_at: now }).await?;
    if bills == 0 {
        return Err(ApiError::Conflict(ErrorKey::NothingToPrint));
    }
    let event =
        app.event(Some(clerk), Action::PrintBatchMade, format!("print-batch:{id}"), &json!({"bills": bills}));
    tx.record(&event).await?;
    tx.enqueue(&app.job(Job::MakePrintBatch { batch: id })?).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok((StatusCode::CREATED, stored(&app, id).await?))
}

async fn stored(app: &App, id: PrintBatchId) -> ApiResult<Json<BatchOnWire>> {
    let batch = app.store.print_batch(id).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(batch.into()))
}
