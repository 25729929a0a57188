//! `/api/password`: a new password for a user who forgot the old one.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use liksa_actions::accounts;
use liksa_domain::account::registration::email;
use liksa_domain::reading::Reader;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::http::limits::MailKind;
use crate::http::peer::ClientAddress;
use crate::identification::{self, Answer};
use crate::session::cookie::{self, CookieKind};
use crate::session::sign_in::with_cookies;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(forgot)).routes(routes!(change))
}

#[derive(Deserialize, ToSchema)]
pub struct ForgottenPassword {
    #[schema(max_length = 254)]
    email: Option<String>,
}

/// The same for every address.
#[derive(Serialize, ToSchema)]
pub struct Noted {}

/// Ask for a mail with a link to choose a new password. The answer and the work are the same whether or not there is
/// such an account: a job looks it up later.
#[utoipa::path(post, path = "/api/password/forgot/v2", tag = "password", operation_id = "forgot_password",
    request_body = ForgottenPassword,
    responses(
        (status = 200, description = "A mail is on its way if there is such an account", body = Noted),
        (status = 422, description = "Not an e-mail address", body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem)))]
async fn forgot(
    State(app): State<AppState>,
    client: ClientAddress,
    Json(body): Json<ForgottenPassword>,
) -> ApiResult<Json<Noted>> {
    let mut reader = Reader::default();
    let Some(email) = email(&mut reader, body.email.as_deref()) else {
        return Err(reader.into_problems().into());
    };
    app.limits.account.check(client)?;
    // After several requests, the links of the earlier mails still work.
    if app.limits.mail.check((MailKind::PasswordReset, email.clone())).is_ok() {
        accounts::request_password_reset(&app, &email).await?;
    }
    Ok(Json(Noted {}))
}

/// `token` and `password` first; `code` and `state` (or `error`) when back from the bank.
#[derive(Deserialize, ToSchema)]
pub struct PasswordChange {
    /// Of the link in the mail.
    #[schema(max_length = 200)]
    token: Option<String>,
    #[schema(min_length = 6, max_length = 256)]
    password: Option<String>,
    #[schema(max_length = 2048)]
    code: Option<String>,
    #[schema(max_length = 200)]
    state: Option<String>,
    #[schema(max_length = 200)]
    error: Option<String>,
}

/// Empty when the password is changed; otherwise where to be identified first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChanged {
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoint_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<String>,
}

const CHANGED: PasswordChanged = PasswordChanged { endpoint_url: None, request: None };

/// Choose a new password. All sessions end with the change.
#[utoipa::path(post, path = "/api/password/change/v2", tag = "password", operation_id = "change_password",
    request_body = PasswordChange,
    responses(
        (status = 200, description = "Changed, or where to be identified first", body = PasswordChanged),
        (status = 409, description = "ACCOUNT_NOT_RESTORED: the link was used, is too old, or the bank identified \
         another person; IDENTIFICATION_CANCELLED, IDENTIFICATION_FAILED or IDENTIFICATION_EXPIRED", body = Problem),
        (status = 422, description = "The password was not accepted", body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem),
        (status = 503, description = "IDENTIFICATION_NOT_CONFIGURED or IDENTIFICATION_UNAVAILABLE", body = Problem)))]
async fn change(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Json(body): Json<PasswordChange>,
) -> ApiResult<Response> {
    app.limits.account.check(client)?;
    let broker = app.broker.as_ref();
    if let Some(state) = body.state {
        let answer = Answer { code: body.code, state, error: body.error };
        let identified = identification::finish(&app, broker, &headers, &answer).await?;
        accounts::reset_password_identified(&app, identified).await?;
        return Ok(Json(CHANGED).into_response());
    }
    let password = body.password.unwrap_or_default();
    let reset = accounts::prepare_password_reset(&app, body.token.as_deref(), &password).await?;
    if !reset.person.strong_identified {
        accounts::reset_password(&app, &reset).await?;
        return Ok(Json(CHANGED).into_response());
    }
    let production = app.config.is_production();
    let browser = cookie::read_or_new(&headers, CookieKind::Identification, production)?;
    let (sent, pending) =
        identification::begin(&app, broker, reset.purpose(), &browser, reset.person.language).await?;
    accounts::save_identification(&app, &pending).await?;
    let answer = PasswordChanged { endpoint_url: Some(sent.endpoint_url), request: Some(sent.request) };
    let cookie = cookie::carrying(CookieKind::Identification, &browser, production);
    Ok(with_cookies(Json(answer), &[cookie]))
}

#[cfg(test)]
mod tests;
