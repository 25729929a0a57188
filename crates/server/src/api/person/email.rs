//! `/api/person/email`: the address that one logs in with and gets mails at.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use liksa_actions::{accounts, people};
use liksa_domain::account::registration::email;
use liksa_domain::reading::Reader;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::wire::Profile;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::http::peer::ClientAddress;
use crate::session::{Session, password};

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(ask_for_link, confirm))
}

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
/// account. The answer is the same whether or not the address has an account: a job looks that up later.
#[utoipa::path(post, path = "/api/person/email", tag = "person", operation_id = "ask_for_email_link",
    request_body = WantedEmail,
    responses(
        (status = 204, description = "A mail is on its way, unless the address is confirmed already"),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 422, description = "Not an e-mail address; account.password-missing or account.incorrect-password",
         body = Problem),
        (status = 429, description = "Too many mails or wrong passwords; see Retry-After", body = Problem)))]
async fn ask_for_link(
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
    let current = if email != person.email {
        let typed = body.current_password.as_deref();
        Some(password::check_current(&app, client, &headers, person.email.clone(), typed).await?)
    } else if people::own_account(&app.store, person.id).await?.email_confirmed {
        return Ok(StatusCode::NO_CONTENT);
    } else {
        None
    };
    app.limits.email_link.check(person.id)?;
    accounts::ask_for_email_link(&app, person.id, email, current.as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
pub struct OpenedLink {
    /// Of the link in the mail.
    #[schema(max_length = 200)]
    token: String,
}

/// Confirm the address that the link was mailed to. If it is another than before, it becomes the address of the
/// account, and other devices are signed out. Only the person who asked for the link can use it, signed in: a mail that
/// went to a wrong address gives its reader nothing.
#[utoipa::path(put, path = "/api/person/email", tag = "person", operation_id = "confirm_email",
    request_body = OpenedLink,
    responses(
        (status = 200, description = "The account as it now is", body = Profile),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 409, description = "LINK_NOT_VALID: used, too old, or the address cannot be had", body = Problem)))]
async fn confirm(
    State(app): State<AppState>,
    session: Session,
    Json(body): Json<OpenedLink>,
) -> ApiResult<Json<Profile>> {
    accounts::confirm_email(&app, &session.person, session.id, &body.token).await?;
    Ok(Json(Profile::read(&app, session.person.id).await?))
}
