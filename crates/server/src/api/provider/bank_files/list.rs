//! `GET /api/provider/bank-files`: the files that were uploaded.

use axum::extract::State;
use liksa_domain::ids::BankFileId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::BankFileOnWire;
use crate::app::AppState;
use crate::http::error::ApiResult;
use crate::http::extract::{Json, Query};
use crate::session::PayrollSession;

const FILES_PER_PAGE: usize = 30;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BankFileQuery {
    /// `next` of the page before.
    cursor: Option<Uuid>,
}

#[derive(Serialize, ToSchema)]
pub struct BankFilePage {
    /// The newest first.
    #[schema(required)]
    pub files: Vec<BankFileOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<Uuid>,
}

/// Files of the bank, and what became of each.
#[utoipa::path(get, path = "/api/provider/bank-files", tag = "payments", operation_id = "bank_files",
    security(("session" = ["ROLE_PAYROLL"])),
    params(BankFileQuery),
    responses((status = 200, description = "A page", body = BankFilePage)))]
pub async fn get(
    State(app): State<AppState>,
    _session: PayrollSession,
    Query(query): Query<BankFileQuery>,
) -> ApiResult<Json<BankFilePage>> {
    // One more than is shown tells whether there is a next page.
    let limit = i64::try_from(FILES_PER_PAGE + 1).unwrap_or(i64::MAX);
    let found = app.store.bank_files(query.cursor.map(BankFileId::from), limit).await?;
    let more = found.len() > FILES_PER_PAGE;
    let files: Vec<BankFileOnWire> =
        found.into_iter().take(FILES_PER_PAGE).map(BankFileOnWire::from).collect();
    let next = files.last().filter(|_| more).map(|last| last.id);
    Ok(Json(BankFilePage { files, next }))
}
