//! `POST /api/provider/payments/{paymentId}/refund`: the rest of a payment goes back.

use axum::extract::State;
use liksa_domain::ids::PaymentId;
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::Reader;
use liksa_finland::Iban;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{PaymentDetails, hand, outcome};
use crate::app::AppState;
use crate::collecting;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

/// As long as banks take.
const LONGEST_NAME: usize = 70;

#[derive(Deserialize, ToSchema)]
pub struct RefundTo {
    /// The version of the payment that was looked at.
    version: i64,
    /// The account that gets the money.
    iban: Option<String>,
    /// Whose account that is.
    name: Option<String>,
}

/// Give the rest of a payment back with the next payment file.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/refund", tag = "payments",
    operation_id = "refund_payment",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("paymentId" = Uuid, Path)),
    request_body = RefundTo,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment", body = Problem),
        (status = 409, description = "PAYMENT_CHANGED", body = Problem),
        (status = 422, description = "The account or the name was not accepted", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(payment): Path<Uuid>,
    Json(body): Json<RefundTo>,
) -> ApiResult<Json<PaymentDetails>> {
    let payment = PaymentId::from(payment);
    let (iban, name) = read(&body)?;
    app.store.payment(payment).await?.ok_or(ApiError::NotFound)?;
    let (hand, today) = hand(&app, session.person.id);
    let made = (app.new_id()?, session.person.id, today);
    let mut tx = app.store.begin().await?;
    let refunded = collecting::refund(&mut tx, hand, (payment, body.version), made, (&iban, &name));
    let done = refunded.await?;
    if done {
        tx.commit().await?;
    }
    Ok(Json(outcome(&app, payment, done).await?))
}

fn read(body: &RefundTo) -> ApiResult<(Iban, String)> {
    let mut reader = Reader::default();
    let name = reader.text("name", body.name.as_deref(), LONGEST_NAME);
    if name.is_empty() {
        reader.refuse("name", ErrorKey::Required);
    }
    let iban = body.iban.as_deref().unwrap_or_default().parse::<Iban>();
    if iban.is_err() {
        reader.refuse("iban", ErrorKey::InvalidIban);
    }
    match (iban, reader.into_problems()) {
        (Ok(iban), problems) if problems.is_empty() => Ok((iban, name)),
        (_, problems) => Err(problems.into()),
    }
}
