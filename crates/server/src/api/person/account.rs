//! `/api/person`: one's own account, and the request to remove it.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use liksa_actions::people;
use liksa_domain::account::profile::PersonChange;
use liksa_domain::problem::ErrorKey;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::wire::Profile;
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Json;
use crate::http::peer::ClientAddress;
use crate::session::{Session, password};

/// How often a change without a version is tried again when the account was saved elsewhere meanwhile.
const MOST_ATTEMPTS: u32 = 3;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get, save)).routes(routes!(request_deletion, withdraw_deletion))
}

/// One's own account in full.
#[utoipa::path(get, path = "/api/person", tag = "person", operation_id = "own_account",
    responses(
        (status = 200, description = "The account", body = Profile),
        (status = 401, description = "Not signed in", body = Problem)))]
async fn get(State(app): State<AppState>, session: Session) -> ApiResult<Json<Profile>> {
    Ok(Json(Profile::read(&app, session.person.id).await?))
}

/// Change one's own account: any of its fields, or the password.
#[utoipa::path(put, path = "/api/person", tag = "person", operation_id = "update_person",
    request_body = PersonChange,
    responses(
        (status = 200, description = "The account as it now is", body = Profile),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 409, description = "STALE_PERSON: it was saved elsewhere since it was read", body = Problem),
        (status = 422, description = "Fields were not accepted; of a password account.password-missing, \
         account.incorrect-password, validation.passwordMustBe6Characters or validation.passwordTooCommon", body = Problem),
        (status = 429, description = "Too many wrong passwords; see Retry-After", body = Problem)))]
async fn save(
    State(app): State<AppState>,
    session: Session,
    client: ClientAddress,
    headers: HeaderMap,
    Json(change): Json<PersonChange>,
) -> ApiResult<Json<Profile>> {
    let mut attempts = 1;
    while let Err(refusal) = save_once(&app, &session, client, &headers, &change).await {
        let stale = matches!(refusal, ApiError::Conflict(ErrorKey::StalePerson));
        if !stale || change.version.is_some() || attempts == MOST_ATTEMPTS {
            return Err(refusal);
        }
        attempts += 1;
    }
    Ok(Json(Profile::read(&app, session.person.id).await?))
}

async fn save_once(
    app: &App,
    session: &Session,
    client: ClientAddress,
    headers: &HeaderMap,
    change: &PersonChange,
) -> ApiResult<()> {
    let prepared = people::prepare_account_change(app, session.person.id, change).await?;
    let current = if prepared.needs_current_password() {
        let (email, typed) = (session.person.email.clone(), change.current_password.as_deref());
        Some(password::check_current(app, client, headers, email, typed).await?)
    } else {
        None
    };
    Ok(people::save_account_change(app, session.id, &prepared, current.as_deref()).await?)
}

/// Ask for the removal of one's account. The provider removes it once no money is under way; what the law requires
/// stays in the books.
#[utoipa::path(post, path = "/api/person/deletion-request", tag = "person", operation_id = "request_deletion",
    responses(
        (status = 204, description = "Asked for"),
        (status = 401, description = "Not signed in", body = Problem)))]
async fn request_deletion(State(app): State<AppState>, session: Session) -> ApiResult<StatusCode> {
    people::request_deletion(&app, session.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraw the request.
#[utoipa::path(delete, path = "/api/person/deletion-request", tag = "person", operation_id = "withdraw_deletion",
    responses(
        (status = 204, description = "Not asked for any more"),
        (status = 401, description = "Not signed in", body = Problem)))]
async fn withdraw_deletion(State(app): State<AppState>, session: Session) -> ApiResult<StatusCode> {
    people::withdraw_deletion(&app, session.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
