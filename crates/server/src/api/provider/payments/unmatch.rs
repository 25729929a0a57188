//! `POST /api/provider/payments/{paymentId}/unmatch`: what was decided about a payment is undone.

use axum::extract::State;
use liksa_domain::ids::PaymentId;
use liksa_domain::problem::ErrorKey;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{PaymentDetails, hand, outcome};
use crate::app::AppState;
use crate::collecting::{self, Undoing};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

#[derive(Deserialize, ToSchema)]
pub struct Undo {
    /// The version of the payment that was looked at.
    version: i64,
}

/// Take a payment from its bills, out of its refund that is not in a file yet, or back from where it was set
/// aside. Its bills are owed the money again.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/unmatch", tag = "payments",
    operation_id = "unmatch_payment",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("paymentId" = Uuid, Path)),
    request_body = Undo,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment", body = Problem),
        (status = 409, description = "PAYMENT_CHANGED, or PAYMENT_IN_SALARY", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(payment): Path<Uuid>,
    Json(body): Json<Undo>,
) -> ApiResult<Json<PaymentDetails>> {
    let payment = PaymentId::from(payment);
    app.store.payment(payment).await?.ok_or(ApiError::NotFound)?;
    let (hand, today) = hand(&app, session.person.id);
    let mut tx = app.store.begin().await?;
    let undoing = collecting::unmatch(&mut tx, hand, (payment, body.version), today).await?;
    match undoing {
        Undoing::Done => tx.commit().await?,
        Undoing::Changed => {}
        Undoing::InSalary => return Err(ApiError::Conflict(ErrorKey::PaymentInSalary)),
    }
    Ok(Json(outcome(&app, payment, undoing == Undoing::Done).await?))
}
