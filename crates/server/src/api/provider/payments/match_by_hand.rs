//! `POST /api/provider/payments/{paymentId}/match`: a person says which bills a payment is for.

use axum::extract::State;
use liksa_domain::ids::{BillId, PaymentId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::Reader;
use liksa_money::Money;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{PaymentDetails, hand, outcome};
use crate::api::number::{NumberText, text};
use crate::app::AppState;
use crate::collecting::{self, HandMatch};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::PayrollSession;

/// One payment settles a few dozen bills at most.
const MOST_PARTS: usize = 100;

#[derive(Deserialize, ToSchema)]
pub struct Match {
    /// The version of the payment that was looked at.
    version: i64,
    parts: Vec<MatchPart>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchPart {
    bill_id: Uuid,
    /// Of the bill first, then of the interest and the fees of its reminders.
    amount: Option<NumberText>,
}

/// Match the rest of a payment, or a part of it, to bills.
#[utoipa::path(post, path = "/api/provider/payments/{paymentId}/match", tag = "payments",
    operation_id = "match_payment",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("paymentId" = Uuid, Path)),
    request_body = Match,
    responses(
        (status = 200, description = "The payment as it now is", body = PaymentDetails),
        (status = 404, description = "No such payment", body = Problem),
        (status = 409, description = "PAYMENT_CHANGED", body = Problem),
        (status = 422, description = "A part was not accepted", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: PayrollSession,
    Path(payment): Path<Uuid>,
    Json(body): Json<Match>,
) -> ApiResult<Json<PaymentDetails>> {
    let payment = PaymentId::from(payment);
    let chosen = read(&body)?;
    app.store.payment(payment).await?.ok_or(ApiError::NotFound)?;
    let (hand, today) = hand(&app, session.person.id);
    let mut tx = app.store.begin().await?;
    let matched = collecting::match_by_hand(&mut tx, hand, (payment, body.version), (&chosen, today));
    let done = match matched.await? {
        HandMatch::Done => {
            tx.commit().await?;
            true
        }
        HandMatch::Changed => false,
        HandMatch::Refused(problems) => return Err(problems.into()),
    };
    Ok(Json(outcome(&app, payment, done).await?))
}

fn read(body: &Match) -> ApiResult<Vec<(BillId, Money)>> {
    let mut reader = Reader::default();
    if body.parts.len() > MOST_PARTS {
        reader.refuse("parts", ErrorKey::TooMany);
    }
    let mut chosen = vec![];
    for (place, part) in body.parts.iter().take(MOST_PARTS).enumerate() {
        let field = format!("parts[{place}].amount");
        match reader.money(&field, text(&part.amount)) {
            Some(amount) => chosen.push((BillId::from(part.bill_id), amount)),
            None if part.amount.is_none() => reader.refuse(&field, ErrorKey::Required),
            None => {}
        }
    }
    let problems = reader.into_problems();
    if problems.is_empty() { Ok(chosen) } else { Err(problems.into()) }
}
