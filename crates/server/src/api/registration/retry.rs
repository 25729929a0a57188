//! `POST /api/registration/retry`: to the bank again, after it did not work out.

use axum::extract::State;
use axum::http::HeaderMap;
use liksa_domain::account::registration::RegistrationState;
use liksa_store::Purpose;

use super::{gone, of_browser};
use crate::app::AppState;
use crate::http::ClientAddress;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::identification::Sent;

/// Be identified again, without filling in the form anew: in the browser that registers.
#[utoipa::path(post, path = "/api/registration/retry", tag = "registration", operation_id = "retry_registration",
    responses(
        (status = 200, description = "Where to be identified", body = Sent),
        (status = 409, description = "REGISTRATION_GONE: another browser, too old, or done", body = Problem),
        (status = 503, description = "IDENTIFICATION_NOT_CONFIGURED or IDENTIFICATION_UNAVAILABLE", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
) -> ApiResult<Json<Sent>> {
    app.limits.account(client)?;
    let (browser, registration) = of_browser(&app, &headers).await?;
    if registration.state == RegistrationState::Done {
        return Err(gone());
    }
    let purpose = Purpose::Register(registration.id);
    let (sent, visit) = app.send_to_bank(purpose, &browser, registration.newcomer.language).await?;
    let mut tx = app.store.begin().await?;
    visit.remember(&app, &mut tx).await?;
    tx.commit().await?;
    Ok(Json(sent))
}
