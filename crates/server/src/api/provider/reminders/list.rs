//! `GET /api/provider/reminders`: the reminders that were made, by how far each is on its way.

use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{Id, ReminderId};
use liksa_domain::payments::ReminderState;
use liksa_domain::problem::ErrorKey;
use liksa_store::ListedReminder;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::number::Euros;
use crate::api::provider::overdue::ReminderStateOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::session::PayrollSession;

const REMINDERS_PER_PAGE: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReminderQuery {
    /// TO_PRINT if not given: letters whose customers have no e-mail address, to be printed and posted.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<Uuid>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = ReminderPage)]
pub struct ReminderPageOnWire {
    /// The newest first.
    #[schema(required)]
    pub reminders: Vec<ReminderOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<Uuid>,
    /// How many there are on all pages.
    pub total: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Reminder)]
pub struct ReminderOnWire {
    pub id: Uuid,
    pub bill_id: Uuid,
    pub bill_number: i64,
    pub customer: String,
    /// First or second.
    pub number: u8,
    pub date: String,
    pub pay_by: String,
    /// Of this reminder.
    pub fee: Euros,
    /// All interest since the due date.
    pub interest: Euros,
    pub state: ReminderStateOnWire,
}

/// Reminders in one state.
#[utoipa::path(get, path = "/api/provider/reminders", tag = "payments", operation_id = "reminders",
    security(("session" = ["ROLE_PAYROLL"])),
    params(ReminderQuery),
    responses(
        (status = 200, description = "A page", body = ReminderPageOnWire),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _session: PayrollSession,
    Query(query): Query<ReminderQuery>,
) -> ApiResult<Json<ReminderPageOnWire>> {
    let state = match query.state.as_deref() {
        None => ReminderState::ToPrint,
        Some(name) => ReminderState::from_name(name)
            .ok_or_else(|| ApiError::Invalid(vec![FieldProblem::new("state", ErrorKey::InvalidChoice)]))?,
    };
    let after = query.cursor.map(ReminderId::from);
    let page = app.store.reminder_page(state, after, REMINDERS_PER_PAGE).await?;
    Ok(Json(ReminderPageOnWire {
        reminders: page.reminders.into_iter().map(ReminderOnWire::from).collect(),
        next: page.next.map(Id::uuid),
        total: page.count,
    }))
}

impl From<ListedReminder> for ReminderOnWire {
    fn from(listed: ListedReminder) -> Self {
        let ListedReminder { reminder, bill_number, customer } = listed;
        Self {
            id: reminder.id.uuid(),
            bill_id: reminder.bill.uuid(),
            bill_number,
            customer,
            number: reminder.content.number,
            date: format_date(reminder.content.date),
            pay_by: format_date(reminder.content.pay_by),
            fee: Euros(reminder.content.fee),
            interest: Euros(reminder.content.interest_total().unwrap_or_default()),
            state: ReminderStateOnWire(reminder.state),
        }
    }
}
