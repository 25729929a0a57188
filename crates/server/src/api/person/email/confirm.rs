//! `PUT /api/person/email`: the link of the mail was opened.

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::person::Email;
use liksa_domain::problem::ErrorKey;
use liksa_store::{StoreError, Tx};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::api::person::own_account;
use crate::api::person::wire::Profile;
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Json;
use crate::mail::account::email_changed;
use crate::session::Session;
use crate::session::token::Token;

#[derive(Deserialize, ToSchema)]
pub struct OpenedLink {
    /// Of the link in the mail.
    #[schema(max_length = 200)]
    token: String,
}

/// Confirm the address that the link was mailed to. If it is another than before, it becomes the address of the
/// account, and other devices are signed out. Only the person who asked for the link can use it, signed in: a mail that
/// went to a stranger gives them nothing.
#[utoipa::path(put, path = "/api/person/email", tag = "person", operation_id = "confirm_email",
    security(("session" = [])),
    request_body = OpenedLink,
    responses(
        (status = 200, description = "The account as it now is", body = Profile),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 409, description = "LINK_NOT_VALID: used, too old, or the address cannot be had", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: Session,
    Json(body): Json<OpenedLink>,
) -> ApiResult<Json<Profile>> {
    let token = Token::parse(&body.token).ok_or_else(not_valid)?;
    let (person, now) = (&session.person, app.clock.now());
    let mut tx = app.store.begin().await?;
    let email = tx.use_email_link(token.hash(), person.id, now).await?.ok_or_else(not_valid)?;
    if email != person.email {
        change(&app, &mut tx, &session, &email).await?;
    } else if tx.confirm_email(person.id, now).await? {
        let subject = format!("person:{}", person.id);
        tx.record(&app.event(Some(person.id), Action::EmailConfirmed, subject, &json!({}))).await?;
    }
    tx.commit().await?;
    app.wake_jobs();
    Ok(Json(Profile::of(&app, &own_account(&app, person.id).await?).await?))
}

/// Whoever else has the old mailbox or an older link has nothing in hand any more. The log keeps no address: it stays
/// for ever.
async fn change(app: &App, tx: &mut Tx, session: &Session, email: &Email) -> ApiResult<()> {
    let person = &session.person;
    tx.change_email(person, email, app.clock.now()).await.map_err(|error| match error {
        StoreError::EmailTaken => not_valid(),
        other => other.into(),
    })?;
    tx.delete_tokens_of(person.id).await?;
    let ended = tx.delete_sessions_of(person.id, Some(session.id)).await?;
    let (subject, detail) = (format!("person:{}", person.id), json!({"sessionsEnded": ended}));
    tx.record(&app.event(Some(person.id), Action::EmailChanged, subject, &detail)).await?;
    let notice = email_changed(person.language);
    app.post_mail(tx, &notice.to(person.email.clone(), person.language)).await?;
    Ok(())
}

fn not_valid() -> ApiError {
    ApiError::Conflict(ErrorKey::LinkNotValid)
}
