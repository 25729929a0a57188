//! `GET /api/provider/deliveries`: how bills go to their customers.

use axum::extract::State;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::DeliveryId;
use liksa_domain::problem::ErrorKey;
use liksa_store::DeliveryFilter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::DeliveryOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::session::ClerkSession;

const PER_PAGE: usize = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveriesQuery {
    /// QUEUED, TO_PRINT, SENT, FAILED or UNSURE; all if not given.
    state: Option<String>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct DeliveryPage {
    /// The oldest first.
    #[schema(required)]
    pub deliveries: Vec<DeliveryOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// Bills on their way to customers.
#[utoipa::path(get, path = "/api/provider/deliveries", tag = "provider", operation_id = "deliveries",
    security(("session" = ["ROLE_CLERK"])),
    params(DeliveriesQuery),
    responses(
        (status = 200, description = "A page", body = DeliveryPage),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: ClerkSession,
    Query(query): Query<DeliveriesQuery>,
) -> ApiResult<Json<DeliveryPage>> {
    let unknown = |field: &str| ApiError::Invalid(vec![FieldProblem::new(field, ErrorKey::InvalidChoice)]);
    let state =
        query.state.as_deref().map(|name| DeliveryState::from_name(name).ok_or_else(|| unknown("state")));
    let after = query.cursor.as_deref().map(|id| id.parse::<DeliveryId>().map_err(|_| unknown("cursor")));
    let limit = i64::try_from(PER_PAGE + 1).unwrap_or(i64::MAX);
    let filter = DeliveryFilter { state: state.transpose()?, after: after.transpose()?, limit };
    let mut found = app.store.deliveries(&filter).await?;
    let more = found.len() > PER_PAGE;
    found.truncate(PER_PAGE);
    let next = found.last().filter(|_| more).map(|last| last.id.to_string());
    Ok(Json(DeliveryPage { deliveries: found.into_iter().map(DeliveryOnWire::from).collect(), next }))
}
