//! `GET /api/provider/print-batches`: what was printed, the newest first.

use axum::extract::State;
use liksa_domain::ids::PrintBatchId;
use liksa_domain::problem::ErrorKey;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::BatchOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::session::ClerkSession;

const PER_PAGE: usize = 20;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BatchesQuery {
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct BatchPage {
    #[schema(required)]
    pub batches: Vec<BatchOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// Print batches.
#[utoipa::path(get, path = "/api/provider/print-batches", tag = "provider", operation_id = "print_batches",
    security(("session" = ["ROLE_CLERK"])),
    params(BatchesQuery),
    responses(
        (status = 200, description = "A page", body = BatchPage),
        (status = 422, description = "The cursor was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: ClerkSession,
    Query(query): Query<BatchesQuery>,
) -> ApiResult<Json<BatchPage>> {
    let unknown = |_| ApiError::Invalid(vec![FieldProblem::new("cursor", ErrorKey::InvalidChoice)]);
    let before = query.cursor.as_deref().map(|id| id.parse::<PrintBatchId>().map_err(unknown)).transpose()?;
    let limit = i64::try_from(PER_PAGE + 1).unwrap_or(i64::MAX);
    let mut found = app.store.print_batches(before, limit).await?;
    let more = found.len() > PER_PAGE;
    found.truncate(PER_PAGE);
    let next = found.last().filter(|_| more).map(|last| last.id.to_string());
    Ok(Json(BatchPage { batches: found.into_iter().map(BatchOnWire::from).collect(), next }))
}
