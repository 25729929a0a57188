//! `GET /api/provider/reminders`: letters that wait to be printed and posted.

use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_domain::ids::Id;
use liksa_store::StoredReminder;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::number::Euros;
use crate::app::AppState;
use crate::http::error::ApiResult;
use crate::http::extract::Json;
use crate::session::PayrollSession;

#[derive(Serialize, ToSchema)]
pub struct LettersToPost {
    /// The oldest first.
    #[schema(required)]
    pub letters: Vec<LetterToPost>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterToPost {
    pub id: Uuid,
    pub bill_id: Uuid,
    /// First or second.
    pub number: u8,
    pub date: String,
    pub pay_by: String,
    /// Of this reminder.
    pub fee: Euros,
}

/// Reminders whose customers have no e-mail address: to be printed and posted.
#[utoipa::path(get, path = "/api/provider/reminders", tag = "payments", operation_id = "reminders_to_post",
    security(("session" = ["ROLE_PAYROLL"])),
    responses((status = 200, description = "All of them", body = LettersToPost)))]
pub async fn get(State(app): State<AppState>, _session: PayrollSession) -> ApiResult<Json<LettersToPost>> {
    let letter = |reminder: StoredReminder| LetterToPost {
        id: reminder.id.uuid(),
        bill_id: reminder.bill.uuid(),
        number: reminder.content.number,
        date: format_date(reminder.content.date),
        pay_by: format_date(reminder.content.pay_by),
        fee: Euros(reminder.content.fee),
    };
    let letters = app.store.reminders_to_print().await?.into_iter().map(letter).collect();
    Ok(Json(LettersToPost { letters }))
}
