//! `POST /api/provider/deliveries/{deliveryId}/arrived`: the customer has the mail that we were unsure of.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::DeliveryId;
use liksa_domain::problem::ErrorKey;
use serde_json::json;
use uuid::Uuid;

use super::subject;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;
use crate::session::ClerkSession;

/// Note that a bill did arrive.
#[utoipa::path(post, path = "/api/provider/deliveries/{deliveryId}/arrived", tag = "provider",
    operation_id = "delivery_arrived",
    security(("session" = ["ROLE_CLERK"])),
    params(("deliveryId" = Uuid, Path)),
    responses(
        (status = 204, description = "It counts as sent"),
        (status = 404, description = "No such delivery", body = Problem),
        (status = 409, description = "DELIVERY_SETTLED: nobody is unsure of it", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Path(delivery): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let id = DeliveryId::from(delivery);
    let delivery = app.store.delivery(id).await?.ok_or(ApiError::NotFound)?;
    let (clerk, now) = (Some(clerk.person.id), app.clock.now());
    let mut tx = app.store.begin().await?;
    if !tx.move_delivery(id, &[DeliveryState::Unsure], DeliveryState::Sent, now).await? {
        return Err(ApiError::Conflict(ErrorKey::DeliverySettled));
    }
    if let Some(mail) = delivery.mail {
        tx.note_mail_arrived(mail, now).await?;
    }
    tx.record(&app.event(clerk, Action::DeliveryArrived, subject(id), &json!({}))).await?;
    let detail = json!({"method": delivery.method.name()});
    tx.record(&app.event(clerk, Action::BillDelivered, format!("bill:{}", delivery.bill), &detail)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
