//! `GET /api/provider/payments`: what came in and went out, by where it stands.

use axum::extract::State;
use liksa_domain::ids::PaymentId;
use liksa_domain::payments::{PaymentSearch, PaymentState};
use liksa_domain::problem::ErrorKey;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::wire::{PaymentOnWire, PaymentStateOnWire};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::session::PayrollSession;

const PAYMENTS_PER_PAGE: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// UNMATCHED if not given.
    state: Option<String>,
    /// Starts of words of the payer's name or of references, two letters at least, or an amount.
    q: Option<String>,
    /// `next` of the page before.
    cursor: Option<Uuid>,
}

#[derive(Serialize, ToSchema)]
pub struct PaymentPage {
    /// The newest first.
    #[schema(required)]
    pub payments: Vec<PaymentOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<Uuid>,
    /// How many stand where, of those that any do.
    #[schema(required)]
    pub counts: Vec<CountOfState>,
}

#[derive(Serialize, ToSchema)]
pub struct CountOfState {
    pub state: PaymentStateOnWire,
    pub count: i64,
}

/// Movements of the account in one state, and how many there are in each.
#[utoipa::path(get, path = "/api/provider/payments", tag = "payments", operation_id = "payments",
    security(("session" = ["ROLE_PAYROLL"])),
    params(ListQuery),
    responses(
        (status = 200, description = "A page", body = PaymentPage),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _session: PayrollSession,
    Query(query): Query<ListQuery>,
) -> ApiResult<Json<PaymentPage>> {
    let state = match query.state.as_deref() {
        None => PaymentState::Unmatched,
        Some(name) => PaymentState::from_name(name)
            .ok_or_else(|| ApiError::Invalid(vec![FieldProblem::new("state", ErrorKey::InvalidChoice)]))?,
    };
    let after = query.cursor.map(PaymentId::from);
    let page = match query.q.as_deref().map(str::trim) {
        None | Some("") => app.store.payment_page(state, after, PAYMENTS_PER_PAGE).await?,
        Some(q) => {
            app.store.search_payments(state, &PaymentSearch::read(q), after, PAYMENTS_PER_PAGE).await?
        }
    };
    let counts = app.store.payments_by_state().await?;
    let count = |(state, count)| CountOfState { state: PaymentStateOnWire(state), count };
    Ok(Json(PaymentPage {
        payments: page.payments.into_iter().map(PaymentOnWire::from).collect(),
        next: page.next.map(liksa_domain::ids::Id::uuid),
        counts: counts.into_iter().map(count).collect(),
    }))
}
