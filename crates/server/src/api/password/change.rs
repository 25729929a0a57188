//! `POST /api/password/change/v2`: the new password, first with the link of the mail, then, where a bank has
//! vouched for the person, with what the bank answers.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use liksa_domain::account::{TokenKind, password};
use liksa_domain::audit::Action;
use liksa_domain::person::Person;
use liksa_domain::problem::ErrorKey;
use liksa_store::{Purpose, TokenHash, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::app::{App, AppState};
use crate::http::ClientAddress;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::Json;
use crate::identification::Answer;
use crate::mail::account::password_changed;
use crate::session::cookie::{self, Kept};
use crate::session::start::with_cookies;
use crate::session::token::Token;

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
        (status = 409, description = "ACCOUNT_NOT_RESTORED: the link was used, is too old, or the bank means somebody \
         else; IDENTIFICATION_CANCELLED, IDENTIFICATION_FAILED or IDENTIFICATION_EXPIRED", body = Problem),
        (status = 422, description = "The password was not accepted", body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem),
        (status = 503, description = "IDENTIFICATION_NOT_CONFIGURED or IDENTIFICATION_UNAVAILABLE", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Json(body): Json<PasswordChange>,
) -> ApiResult<Response> {
    app.limits.account(client)?;
    if let Some(state) = body.state {
        let answer = Answer { code: body.code, state, error: body.error };
        return Ok(finish(&app, &headers, &answer).await?.into_response());
    }
    let password = body.password.unwrap_or_default();
    if let Some(key) = password::fault(&password) {
        return Err(ApiError::Invalid(vec![FieldProblem::new("password", key)]));
    }
    let token = body.token.as_deref().and_then(Token::parse).ok_or_else(not_restored)?.hash();
    let person = app.store.one_time_token(token, TokenKind::Reset, app.clock.now()).await?;
    let person = app.store.person(person.ok_or_else(not_restored)?).await?.ok_or_else(not_restored)?;
    let password_hash = app.passwords.hash(&password).await?;
    if !person.strong_identified {
        change(&app, &person, token, &password_hash).await?;
        return Ok(Json(CHANGED).into_response());
    }
    let production = app.config.is_production();
    let browser = cookie::read_or_new(&headers, Kept::Visit, production)?;
    let purpose = Purpose::Reset { person: person.id, token, password_hash };
    let (sent, visit) = app.send_to_bank(purpose, &browser, person.language).await?;
    let mut tx = app.store.begin().await?;
    visit.remember(&app, &mut tx).await?;
    tx.commit().await?;
    let answer = PasswordChanged { endpoint_url: Some(sent.endpoint_url), request: Some(sent.request) };
    let cookie = cookie::carrying(Kept::Visit, &browser, production);
    Ok(with_cookies(Json(answer), &[cookie]))
}

/// Back from the bank, which must mean the person whose password it is. A newer owner of the mailbox gets nothing.
async fn finish(app: &App, headers: &HeaderMap, answer: &Answer) -> ApiResult<Json<PasswordChanged>> {
    let returned = app.back_from_bank(headers, answer).await?;
    let Purpose::Reset { person, token, password_hash } = returned.purpose else {
        return Err(ApiError::Conflict(ErrorKey::IdentificationFailed));
    };
    if app.store.personal_id_of(person).await? != Some(returned.identity.personal_id) {
        return Err(not_restored());
    }
    let person = app.store.person(person).await?.ok_or_else(not_restored)?;
    change(app, &person, token, &password_hash).await?;
    Ok(Json(CHANGED))
}

/// Uses the link up and changes the password, at once.
async fn change(app: &App, person: &Person, token: TokenHash, password_hash: &str) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    // First, so that log-ins under way are either through, and end with the others, or come to nothing.
    tx.lock_password(person.id).await?.ok_or_else(not_restored)?;
    let used = tx.use_one_time_token(token, TokenKind::Reset, app.clock.now()).await?;
    if used != Some(person.id) {
        return Err(not_restored());
    }
    // Who came here by the mail reads it.
    tx.confirm_email(person.id, app.clock.now()).await?;
    set_password(app, &mut tx, person, password_hash).await?;
    tx.delete_sessions_of(person.id, None).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(())
}

/// A new password, of which its owner is told. Links in older mails no longer work, nor do visits to the bank that the
/// old one led to.
pub async fn set_password(app: &App, tx: &mut Tx, person: &Person, hash: &str) -> ApiResult<()> {
    tx.set_password(person.id, hash).await?;
    tx.delete_tokens_of(person.id).await?;
    tx.call_off_log_ins_of(person.id).await?;
    let subject = format!("person:{}", person.id);
    tx.record(&app.event(Some(person.id), Action::PasswordChanged, subject, &json!({}))).await?;
    app.post_mail(tx, &password_changed(person.language).to(person.email.clone(), person.language)).await?;
    Ok(())
}

fn not_restored() -> ApiError {
    ApiError::Conflict(ErrorKey::AccountNotRestored)
}
