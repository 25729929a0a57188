//! `GET /api/provider/payments/{paymentId}`: one payment, and the bills it may be for.

use axum::extract::State;
use liksa_domain::ids::PaymentId;
use uuid::Uuid;

use super::wire::{PaymentDetails, details};
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

/// A payment with its parts, its refunds and suggestions for what is left of it.
#[utoipa::path(get, path = "/api/provider/payments/{paymentId}", tag = "payments", operation_id = "payment",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("paymentId" = Uuid, Path)),
    responses(
        (status = 200, description = "The payment", body = PaymentDetails),
        (status = 404, description = "No such payment", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _session: PayrollSession,
    Path(payment): Path<Uuid>,
) -> ApiResult<Json<PaymentDetails>> {
    Ok(Json(details(&app, PaymentId::from(payment)).await?))
}
