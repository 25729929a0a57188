//! `GET /api/provider/bills/{billId}/payments`: what has come for a bill, and what was asked for.

use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{BillId, Id};
use liksa_store::{PaymentOfBill, StoredReminder};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::number::Euros;
use crate::api::provider::overdue::ReminderStateOnWire;
use crate::api::provider::payments::PartKindOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::staff::StaffSession;

#[derive(Serialize, ToSchema)]
pub struct PaymentsOfBill {
    pub billed: Euros,
    /// What is still to come of the bill itself.
    pub open: Euros,
    /// The oldest first.
    #[schema(required)]
    pub payments: Vec<BillPayment>,
    #[schema(required)]
    pub reminders: Vec<BillReminder>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillPayment {
    pub payment_id: Uuid,
    pub payer_name: String,
    pub date: String,
    pub kind: PartKindOnWire,
    pub amount: Euros,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillReminder {
    pub id: Uuid,
    /// First or second.
    pub number: u8,
    pub date: String,
    pub pay_by: String,
    pub fee: Euros,
    /// All interest since the due date.
    pub interest: Euros,
    pub state: ReminderStateOnWire,
}

/// Payments and reminders of a bill.
#[utoipa::path(get, path = "/api/provider/bills/{billId}/payments", tag = "payments",
    operation_id = "payments_of_bill",
    security(("session" = ["ROLE_CLERK", "ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(("billId" = Uuid, Path)),
    responses(
        (status = 200, description = "What has come and what was asked for", body = PaymentsOfBill),
        (status = 404, description = "No such bill", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _session: StaffSession,
    Path(bill): Path<Uuid>,
) -> ApiResult<Json<PaymentsOfBill>> {
    let id = BillId::from(bill);
    let bill = app.store.bill(id).await?.ok_or(ApiError::NotFound)?;
    let payments = app.store.payments_of_bill(id).await?;
    let reminders = app.store.reminders_of(id).await?;
    Ok(Json(PaymentsOfBill {
        billed: Euros(bill.figures.total_with_vat),
        open: Euros(bill.open_amount()),
        payments: payments.into_iter().map(BillPayment::from).collect(),
        reminders: reminders.into_iter().map(BillReminder::from).collect(),
    }))
}

impl From<PaymentOfBill> for BillPayment {
    fn from(of: PaymentOfBill) -> Self {
        Self {
            payment_id: of.payment.uuid(),
            payer_name: of.payer_name,
            date: format_date(of.value_date),
            kind: PartKindOnWire(of.kind),
            amount: Euros(of.amount),
        }
    }
}

impl From<StoredReminder> for BillReminder {
    fn from(reminder: StoredReminder) -> Self {
        let content = reminder.content;
        Self {
            id: reminder.id.uuid(),
            number: content.number,
            date: format_date(content.date),
            pay_by: format_date(content.pay_by),
            fee: Euros(content.fee),
            interest: Euros(content.interest_total().unwrap_or_default()),
            state: ReminderStateOnWire(reminder.state),
        }
    }
}
