//! `GET /api/provider/overdue`: bills that should have been paid.

use axum::extract::State;
use jiff::civil::Date;
use liksa_domain::customer::PartyRole;
use liksa_domain::dates::format_date;
use liksa_domain::ids::Id;
use liksa_domain::payments::{
    Debtor, MOST_REMINDERS, Reminder, ReminderAsked, ReminderState, earliest_reminder,
};
use liksa_domain::problem::ErrorKey;
use liksa_store::OverdueBill;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::named::wire_enum;
use crate::api::number::Euros;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::session::PayrollSession;

const BILLS_PER_PAGE: i64 = 50;

wire_enum!(DebtorOnWire, "Debtor", PartyRole);
wire_enum!(ReminderStateOnWire, "ReminderState", ReminderState);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OverdueQuery {
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct OverduePage {
    /// The longest overdue first.
    #[schema(required)]
    pub bills: Vec<OverdueOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
    /// How many there are on all pages.
    pub total: i64,
    /// What they are owed together.
    pub owed: Euros,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OverdueBill)]
pub struct OverdueOnWire {
    pub bill_id: Uuid,
    pub bill_number: i64,
    pub customer: String,
    /// A company or a private person: the law protects these better.
    pub debtor: DebtorOnWire,
    pub worker: String,
    pub due_date: String,
    pub days_late: i32,
    pub billed: Euros,
    pub open: Euros,
    #[schema(required)]
    pub reminded: Option<Reminded>,
    /// The first day on which the next reminder may be sent; null once there were two.
    #[schema(required)]
    pub next_reminder: Option<String>,
    /// What a reminder of today would ask for; null when none may be sent.
    #[schema(required)]
    pub today: Option<ReminderOfToday>,
    /// A credit note for it is on its way.
    pub being_credited: bool,
}

/// The last reminder.
#[derive(Serialize, ToSchema)]
pub struct Reminded {
    /// First or second.
    pub number: u8,
    pub date: String,
    pub state: ReminderStateOnWire,
}

/// The reminder that may be sent today.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReminderOfToday {
    /// First or second.
    pub number: u8,
    pub pay_by: String,
    pub fee: Euros,
    /// All since the due date. Null where the rate of a half-year is not known: then only a reminder without
    /// interest can be sent.
    #[schema(required)]
    pub interest: Option<Euros>,
}

/// Bills that should have been paid, and what was done about it.
#[utoipa::path(get, path = "/api/provider/overdue", tag = "payments", operation_id = "overdue",
    security(("session" = ["ROLE_PAYROLL"])),
    params(OverdueQuery),
    responses(
        (status = 200, description = "A page", body = OverduePage),
        (status = 422, description = "The cursor was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _session: PayrollSession,
    Query(query): Query<OverdueQuery>,
) -> ApiResult<Json<OverduePage>> {
    let unknown = |()| ApiError::Invalid(vec![FieldProblem::new("cursor", ErrorKey::InvalidChoice)]);
    let after = query.cursor.map(|cursor| cursor.parse().map_err(unknown)).transpose()?;
    let today = app.clock.today();
    let page = app.store.overdue_page(today, after, BILLS_PER_PAGE).await?;
    Ok(Json(OverduePage {
        bills: page.bills.into_iter().map(|bill| shown(bill, today)).collect(),
        next: page.next.map(|cursor| cursor.to_string()),
        total: page.count,
        owed: Euros(page.owed),
    }))
}

fn shown(bill: OverdueBill, today: Date) -> OverdueOnWire {
    let of_today = reminder_of_today(&bill, today);
    let may_follow = bill.reminded.is_none_or(|(number, _, _)| number < MOST_REMINDERS);
    let earliest = earliest_reminder(bill.due_date, bill.reminded.map(|(_, date, _)| date)).ok();
    let next_reminder = earliest.filter(|_| may_follow);
    OverdueOnWire {
        bill_id: bill.bill.uuid(),
        bill_number: bill.number,
        customer: bill.customer,
        debtor: DebtorOnWire(bill.debtor),
        worker: bill.worker,
        due_date: format_date(bill.due_date),
        days_late: bill.due_date.until(today).map_or(0, |span| span.get_days()),
        billed: Euros(bill.billed),
        open: Euros(bill.billed.minus(bill.paid).unwrap_or(bill.billed)),
        reminded: bill.reminded.map(|(number, date, state)| Reminded {
            number,
            date: format_date(date),
            state: ReminderStateOnWire(state),
        }),
        next_reminder: next_reminder.map(format_date),
        today: of_today,
        being_credited: bill.being_credited,
    }
}

fn reminder_of_today(bill: &OverdueBill, today: Date) -> Option<ReminderOfToday> {
    let reminder = |with_interest| {
        Reminder::of(&ReminderAsked {
            debtor: Debtor::from(bill.debtor),
            billed: bill.billed,
            due: bill.due_date,
            paid: &bill.payments,
            last: bill.reminded.map(|(number, date, _)| (number, date)),
            with_interest,
            today,
        })
    };
    let bare = reminder(false).ok()?;
    let interest = reminder(true).ok().and_then(|full| full.interest_total().ok());
    Some(ReminderOfToday {
        number: bare.number,
        pay_by: format_date(bare.pay_by),
        fee: Euros(bare.fee),
        interest: interest.map(Euros),
    })
}
