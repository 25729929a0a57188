//! `POST /api/provider/deliveries/{deliveryId}/retry`: try once more what did not work.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::DeliveryId;
use liksa_domain::job::Job;
use liksa_domain::problem::ErrorKey;
use serde_json::json;
use uuid::Uuid;

use super::subject;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Path;
use crate::session::ClerkSession;

/// Send a bill again that failed, or of which nobody knows whether its mail arrived.
#[utoipa::path(post, path = "/api/provider/deliveries/{deliveryId}/retry", tag = "provider",
    operation_id = "retry_delivery",
    security(("session" = ["ROLE_CLERK"])),
    params(("deliveryId" = Uuid, Path)),
    responses(
        (status = 204, description = "It is tried at once"),
        (status = 404, description = "No such delivery", body = Problem),
        (status = 409, description = "DELIVERY_SETTLED: it is on its way or has gone", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    clerk: ClerkSession,
    Path(delivery): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let id = DeliveryId::from(delivery);
    let delivery = app.store.delivery(id).await?.ok_or(ApiError::NotFound)?;
    let mut tx = app.store.begin().await?;
    let from = [DeliveryState::Failed, DeliveryState::Unsure];
    if !tx.move_delivery(id, &from, DeliveryState::Queued, app.clock.now()).await? {
        return Err(ApiError::Conflict(ErrorKey::DeliverySettled));
    }
    let job = match delivery.mail {
        Some(mail) => {
            // One that waits for its next try by itself is only tried sooner.
            tx.send_mail_again(mail).await?;
            Job::SendMail { mail }
        }
        None => Job::DeliverBill { delivery: id },
    };
    tx.enqueue(&app.job(job)?).await?;
    let detail = json!({"before": delivery.state.name()});
    tx.record(&app.event(Some(clerk.person.id), Action::DeliveryRetried, subject(id), &detail)).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(StatusCode::NO_CONTENT)
}
