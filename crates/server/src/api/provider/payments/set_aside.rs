//! `POST /api/provider/payments/{paymentId}/set-aside`: it has nothing to do with bills.

use axum::extract::State;
use liksa_domain::ids::PaymentId;
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::Reader;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{PaymentDetails, hand, outcome};
use crate::app::AppState;
use crate::collecting;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

const LONGEST_NOTE: usize = 500;

#[derive(Deserialize, ToSchema)]
pub struct SetAside {
    /// The version of the payment that was looked at.
    version: i64,
    /// What it is, for whoever keeps the books.
    note: Option<String>,
}

/// Take a payment off the list of unmatched ones, with the reason: interest of the bank, a tax refund. It stays on
/// the account of unmatched payments until the bookkeeper moves it.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/set-aside", tag = "payments",
    operation_id = "set_payment_aside",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("paymentId" = Uuid, Path)),
    request_body = SetAside,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment", body = Problem),
        (status = 409, description = "PAYMENT_CHANGED", body = Problem),
        (status = 422, description = "The note is missing", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(payment): Path<Uuid>,
    Json(body): Json<SetAside>,
) -> ApiResult<Json<PaymentDetails>> {
    let payment = PaymentId::from(payment);
    let mut reader = Reader::default();
    let note = reader.text("note", body.note.as_deref(), LONGEST_NOTE);
    if note.is_empty() {
        reader.refuse("note", ErrorKey::Required);
    }
    let problems = reader.into_problems();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    app.store.payment(payment).await?.ok_or(ApiError::NotFound)?;
    let (hand, _) = hand(&app, session.person.id);
    let mut tx = app.store.begin().await?;
    let aside = collecting::set_aside(&mut tx, hand, (payment, body.version), &note).await;
    let done = aside?;
    if done {
        tx.commit().await?;
    }
    Ok(Json(outcome(&app, payment, done).await?))
}
