//! `POST /api/person/email`: a mail with a link that confirms an address.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use liksa_domain::account::registration::email;
use liksa_domain::job::Job;
use liksa_domain::reading::Reader;
use liksa_store::EmailLink;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::person::{current_password, own_account};
use crate::app::AppState;
use crate::http::ClientAddress;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::session::Session;
use crate::session::guesses::Guesser;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WantedEmail {
    #[schema(max_length = 254)]
    email: Option<String>,
    /// Needed for another address than the one that the account has.
    #[schema(max_length = 256)]
    current_password: Option<String>,
}

/// Ask for a link to one's address, so that it is confirmed, or to another, which then becomes the address of the
/// account. The answer is the same whether or not somebody has an account with it: a job looks that up later.
#[utoipa::path(post, path = "/api/person/email", tag = "person", operation_id = "ask_for_email_link",
    security(("session" = [])),
    request_body = WantedEmail,
    responses(
        (status = 204, description = "A mail is on its way, unless the address is confirmed already"),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 422, description = "Not an e-mail address; account.password-missing or account.incorrect-password",
         body = Problem),
        (status = 429, description = "Too many mails or wrong passwords; see Retry-After", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: Session,
    client: ClientAddress,
    headers: HeaderMap,
    Json(body): Json<WantedEmail>,
) -> ApiResult<StatusCode> {
    let mut reader = Reader::default();
    let Some(email) = email(&mut reader, body.email.as_deref()) else {
        return Err(reader.into_problems().into());
    };
    let person = &session.person;
    let right = if email != person.email {
        let guesser = Guesser::at_log_in(&app, client, &headers, person.email.clone()).await?;
        Some(current_password::checked(&app, &guesser, body.current_password.as_deref()).await?)
    } else if own_account(&app, person.id).await?.email_confirmed {
        return Ok(StatusCode::NO_CONTENT);
    } else {
        None
    };
    app.limits.email_link(person.id)?;
    let link = EmailLink { id: app.new_id()?, person: person.id, email };
    let mut tx = app.store.begin().await?;
    if let Some(right) = right {
        current_password::must_still_be(&mut tx, person.id, &right).await?;
    }
    tx.insert_email_link(&link, app.clock.now()).await?;
    tx.enqueue(&app.job(Job::MailEmailLink { mail: app.new_id()?, link: link.id })?).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(StatusCode::NO_CONTENT)
}
