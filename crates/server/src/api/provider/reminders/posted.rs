//! `PUT /api/provider/reminders/{reminderId}/posted`: the letter is in the mailbox.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::ReminderId;
use liksa_domain::payments::ReminderState;
use serde_json::json;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;
use crate::session::PayrollSession;

/// Say that a letter was printed and posted. Said again, it stays so.
#[utoipa::path(put, path = "/api/provider/reminders/{reminderId}/posted", tag = "payments",
    operation_id = "reminder_posted",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("reminderId" = Uuid, Path)),
    responses(
        (status = 204, description = "It is"),
        (status = 404, description = "No such letter", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(reminder): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let id = ReminderId::from(reminder);
    let reminder = app.store.reminder(id).await?.filter(|reminder| reminder.state != ReminderState::Queued);
    let reminder = reminder.ok_or(ApiError::NotFound)?;
    let mut tx = app.store.begin().await?;
    if tx.reminder_posted(id).await? {
        let (subject, detail) = (format!("bill:{}", reminder.bill), json!({"reminder": id.to_string()}));
        tx.record(&app.event(Some(session.person.id), Action::ReminderPosted, subject, &detail)).await?;
        tx.commit().await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
