//! Bills on their way to customers, and the batches in which they are printed.

use liksa_actions::deliveries;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::person::Role;
use liksa_store::{DeliveryCard, DeliveryFilter, PrintBatch};

use crate::api::bills::made;
use crate::api::paging::{cursor_of, paged};
use crate::api::prelude::*;
use crate::http::download::{DownloadQuery, Downloading};
use crate::http::extract::IdempotencyKey;

const DELIVERIES_PER_PAGE: i64 = 50;
const BATCHES_PER_PAGE: i64 = 20;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(deliveries))
        .routes(routes!(retry_delivery))
        .routes(routes!(delivery_arrived))
        .routes(routes!(make_print_batch, print_batches))
        .routes(routes!(print_batch_pdf))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveriesQuery {
    /// QUEUED, TO_PRINT, SENT, FAILED or UNSURE; all if not given.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct DeliveryPage {
    /// The oldest first.
    #[schema(required)]
    pub deliveries: Vec<DeliveryCard>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// Bills on their way to customers.
#[utoipa::path(get, path = "/api/provider/deliveries", params(DeliveriesQuery),
    responses(
        (status = 200, description = "A page", body = DeliveryPage),
        (status = 422, description = "A parameter was not accepted")))]
async fn deliveries(
    app: Server,
    _: ClerkSession,
    Query(query): Query<DeliveriesQuery>,
) -> Reply<DeliveryPage> {
    let state = choice("state", query.state.as_deref(), DeliveryState::from_name)?;
    let after: Option<DeliveryId> = cursor_of(query.cursor.as_deref())?;
    let filter = DeliveryFilter { state, after, limit: DELIVERIES_PER_PAGE + 1 };
    let found = app.store.deliveries(&filter).await?;
    let (deliveries, next) = paged(found, DELIVERIES_PER_PAGE, |last| last.id);
    Ok(Json(DeliveryPage { deliveries, next }))
}

/// Send a bill again that failed, or whose mail may not have arrived. An e-invoice (EBILL) that has gone is written once
/// more, with the same file name and message id: its operator may get it twice.
#[utoipa::path(post, path = "/api/provider/deliveries/{deliveryId}/retry",
    responses(
        (status = 204, description = "It is tried at once"),
        (status = 404, description = "No such delivery"),
        (status = 409, description = "DELIVERY_SETTLED: it is on its way, or has gone by mail or on paper")))]
async fn retry_delivery(
    app: Server,
    clerk: ClerkSession,
    Path(delivery): Path<DeliveryId>,
) -> ApiResult<StatusCode> {
    deliveries::retry(&app, clerk.person.id, delivery).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Note that a bill did arrive.
#[utoipa::path(post, path = "/api/provider/deliveries/{deliveryId}/arrived",
    responses(
        (status = 204, description = "It counts as sent"),
        (status = 404, description = "No such delivery"),
        (status = 409, description = "DELIVERY_SETTLED: it is not UNSURE")))]
async fn delivery_arrived(
    app: Server,
    clerk: ClerkSession,
    Path(delivery): Path<DeliveryId>,
) -> ApiResult<StatusCode> {
    deliveries::note_arrival(&app, clerk.person.id, delivery).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gather the bills that wait for the printer. Their file is made at once, and they count as sent with it.
#[utoipa::path(post, path = "/api/provider/print-batches",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets what it made")),
    responses(
        (status = 201, description = "The batch", body = PrintBatch),
        (status = 200, description = "What this key made before, as it is now", body = PrintBatch),
        (status = 409, description = "NOTHING_TO_PRINT")))]
async fn make_print_batch(
    app: Server,
    clerk: ClerkSession,
    IdempotencyKey(key): IdempotencyKey,
) -> ApiResult<(StatusCode, Json<PrintBatch>)> {
    Ok(made(deliveries::gather_print_batch(&app, clerk.person.id, key.as_deref()).await?))
}

#[derive(Serialize, ToSchema)]
pub struct BatchPage {
    #[schema(required)]
    pub batches: Vec<PrintBatch>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// Print batches.
#[utoipa::path(get, path = "/api/provider/print-batches", params(CursorQuery),
    responses(
        (status = 200, description = "A page", body = BatchPage),
        (status = 422, description = "The cursor was not accepted")))]
async fn print_batches(app: Server, _: ClerkSession, Query(query): Query<CursorQuery>) -> Reply<BatchPage> {
    let before: Option<PrintBatchId> = cursor_of(query.cursor.as_deref())?;
    let found = app.store.print_batches(before, BATCHES_PER_PAGE + 1).await?;
    let (batches, next) = paged(found, BATCHES_PER_PAGE, |last| last.id);
    Ok(Json(BatchPage { batches, next }))
}

/// The bills of a batch in one PDF, each beginning on a sheet of its own.
#[utoipa::path(get, path = "/api/provider/print-batches/{batchId}/pdf", params(DownloadQuery),
    responses(
        (status = 200, description = "The PDF", body = Vec<u8>, content_type = "application/pdf"),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 404, description = "No such batch, or its file is still being made")))]
async fn print_batch_pdf(
    app: Server,
    who: Downloading,
    Path(batch): Path<PrintBatchId>,
    asked: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Clerk])?;
    let batch = app.store.print_batch(batch).await?;
    who.answer(&app, &asked, batch.and_then(|batch| batch.file)).await
}
