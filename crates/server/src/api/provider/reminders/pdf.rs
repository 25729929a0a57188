//! `GET /api/provider/reminders/{reminderId}/pdf`: the letter, as it was sent.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use liksa_domain::ids::ReminderId;
use liksa_domain::person::Role;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::download::{DownloadQuery, Downloading, respond_stored};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;

/// The letter of a reminder. It is there as soon as its job has made it.
#[utoipa::path(get, path = "/api/provider/reminders/{reminderId}/pdf", tag = "payments",
    operation_id = "reminder_pdf",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("reminderId" = Uuid, Path), DownloadQuery),
    responses(
        (status = 200, description = "The letter", body = Vec<u8>, content_type = "application/pdf"),
        (status = 404, description = "No such letter, or not made yet", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    downloading: Downloading,
    Path(reminder): Path<Uuid>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    downloading.must_have_one_of(&[Role::Payroll])?;
    let reminder = app.store.reminder(ReminderId::from(reminder)).await?;
    let file = reminder.and_then(|reminder| reminder.file).ok_or(ApiError::NotFound)?;
    let file = app.store.file(file).await?.ok_or(ApiError::NotFound)?;
    respond_stored(&app, &headers, downloading.disposition, &file).await
}
