//! `POST /api/provider/reminders`: customers are reminded of what they owe.

use axum::extract::State;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::problem::ErrorKey;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::AppState;
use crate::collecting::{Hand, remind};
use crate::http::error::{ApiError, ApiResult, FieldProblem, KeyOnWire, Problem};
use crate::http::extract::Json;
use crate::session::PayrollSession;

/// A page of the list.
const MOST_BILLS: usize = 100;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Remind {
    bill_ids: Vec<Uuid>,
    /// Leave the late interest out, and ask for the fee alone: the provider's choice, and the only way where the
    /// rate of a half-year is not known.
    #[serde(default)]
    without_interest: bool,
}

#[derive(Serialize, ToSchema)]
pub struct RemindersMade {
    #[schema(required)]
    pub made: Vec<ReminderMade>,
    /// Each bill that got none, and why.
    #[schema(required)]
    pub refused: Vec<ReminderRefused>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReminderMade {
    pub bill_id: Uuid,
    pub reminder_id: Uuid,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReminderRefused {
    pub bill_id: Uuid,
    pub key: KeyOnWire,
}

/// Send the next reminder of each bill, by the way the bill went. Each is a deed of its own: one that is refused
/// keeps no other back.
#[utoipa::path(post, path = "/api/provider/reminders", tag = "payments", operation_id = "make_reminders",
    security(("session" = ["ROLE_PAYROLL"])),
    request_body = Remind,
    responses(
        (status = 200, description = "What was made and what was not", body = RemindersMade),
        (status = 422, description = "No bills, or too many", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    Json(body): Json<Remind>,
) -> ApiResult<Json<RemindersMade>> {
    let refuse = |key| ApiError::Invalid(vec![FieldProblem::new("billIds", key)]);
    match body.bill_ids.len() {
        0 => return Err(refuse(ErrorKey::Required)),
        1..=MOST_BILLS => {}
        _ => return Err(refuse(ErrorKey::TooMany)),
    }
    let hand = Hand { actor: Some(session.person.id), at: app.clock.now(), is_news: true };
    let terms = (!body.without_interest, app.clock.today());
    let (mut made, mut refused) = (vec![], vec![]);
    for bill_id in body.bill_ids {
        let mut tx = app.store.begin().await?;
        match remind(&app, &mut tx, hand, BillId::from(bill_id), terms).await? {
            Ok(reminder) => {
                tx.commit().await?;
                made.push(ReminderMade { bill_id, reminder_id: reminder.uuid() });
            }
            Err(key) => refused.push(ReminderRefused { bill_id, key: KeyOnWire(key) }),
        }
    }
    app.wake_jobs();
    Ok(Json(RemindersMade { made, refused }))
}
