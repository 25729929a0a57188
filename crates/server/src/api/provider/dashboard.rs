//! `GET /api/provider/dashboard`: money in, money out, what waits and what failed.

use axum::extract::State;
use jiff::Span;
use liksa_store::Waiting;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::number::Euros;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::session::staff::StaffSession;

/// How many there are of something, and since when the first of them has waited.
#[derive(Serialize, ToSchema)]
#[schema(as = Waiting)]
pub struct WaitingOnWire {
    pub count: i64,
    /// An instant, ISO 8601; null when there is none.
    #[schema(required)]
    pub oldest: Option<String>,
}

/// What went through the bank account in a calendar month.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoneyOfMonth {
    /// YYYY-MM
    pub month: String,
    pub money_in: Euros,
    pub money_out: Euros,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderDashboard)]
pub struct DashboardOnWire {
    pub pending_bills: WaitingOnWire,
    pub my_bills: WaitingOnWire,
    pub open_requests: WaitingOnWire,
    pub approved_bills: WaitingOnWire,
    pub tax_cards: WaitingOnWire,
    /// Payments of which nobody knows yet what they are for.
    pub unmatched_payments: WaitingOnWire,
    /// Payments that are to go back to who paid them.
    pub refundable_payments: WaitingOnWire,
    /// Bills that did not go out, or perhaps did not.
    pub failed_deliveries: WaitingOnWire,
    pub failed_jobs: WaitingOnWire,
    /// Of the last twelve months those in which money moved, the oldest first.
    #[schema(required)]
    pub money: Vec<MoneyOfMonth>,
}

const MONTHS_BACK: i32 = 11;

/// What waits, what failed, and what went through the bank account.
#[utoipa::path(get, path = "/api/provider/dashboard", tag = "provider", operation_id = "provider_dashboard",
    security(("session" = ["ROLE_CLERK", "ROLE_PAYROLL", "ROLE_ADMIN"])),
    responses(
        (status = 200, description = "As the one who asks sees it", body = DashboardOnWire),
        (status = 403, description = "Not one of the provider's people", body = Problem)))]
pub async fn get(State(app): State<AppState>, session: StaffSession) -> ApiResult<Json<DashboardOnWire>> {
    let since = app.clock.today().first_of_month().saturating_sub(Span::new().months(MONTHS_BACK));
    let found = app.store.dashboard(session.person.id, since).await?;
    let money = found.money.into_iter().map(|month| MoneyOfMonth {
        month: month.month,
        money_in: Euros(month.money_in),
        money_out: Euros(month.money_out),
    });
    Ok(Json(DashboardOnWire {
        pending_bills: found.bills.pending.into(),
        my_bills: found.bills.mine.into(),
        open_requests: found.bills.open_requests.into(),
        approved_bills: found.bills.approved.into(),
        tax_cards: found.tax_cards.into(),
        unmatched_payments: found.unmatched_payments.into(),
        refundable_payments: found.refundable_payments.into(),
        failed_deliveries: found.failed_deliveries.into(),
        failed_jobs: found.failed_jobs.into(),
        money: money.collect(),
    }))
}

impl From<Waiting> for WaitingOnWire {
    fn from(waiting: Waiting) -> Self {
        Self { count: waiting.count, oldest: waiting.oldest.map(|at| at.to_string()) }
    }
}
