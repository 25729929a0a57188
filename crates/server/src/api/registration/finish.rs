//! `PUT /api/registration/oidc/finish`: back from the bank.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use liksa_domain::audit::Action;
use liksa_domain::ids::{PersonId, RegistrationId};
use liksa_domain::person::Person;
use liksa_domain::problem::ErrorKey;
use liksa_store::{Purpose, StoreError, Tx};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{RegisteringUser, gone};
use crate::api::wire::{Role, User};
use crate::app::{App, AppState};
use crate::http::ClientAddress;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Json;
use crate::identification::{Answer, Returned};
use crate::session::start::start;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finished {
    user: RegisteringUser,
    /// The role of somebody who has an account and is now signed in; null for a newcomer, to whom the terms are
    /// shown.
    #[schema(required)]
    role: Option<Role>,
    /// The token for the `authtoken` header; browsers get a cookie instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    authtoken: Option<String>,
}

/// Tell what the bank answered. Who has an account is signed in; a newcomer goes on to the terms.
#[utoipa::path(put, path = "/api/registration/oidc/finish", tag = "registration", operation_id = "finish_identification",
    request_body = Answer,
    responses(
        (status = 200, description = "Identified", body = Finished),
        (status = 409, description = "IDENTIFICATION_CANCELLED, IDENTIFICATION_FAILED, IDENTIFICATION_EXPIRED, \
         TOO_YOUNG, REGISTRATION_GONE: another browser goes on with it, or LOGIN_NOT_IDENTIFIED: log in again", body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Json(answer): Json<Answer>,
) -> ApiResult<Response> {
    app.limits.account(client)?;
    let returned = app.back_from_bank(&headers, &answer).await?;
    match returned.purpose {
        Purpose::Register(id) => registered(&app, &headers, id, &returned).await,
        Purpose::LogIn(person) => logged_in(&app, &headers, person, &returned).await,
        Purpose::Reset { .. } => Err(ApiError::Conflict(ErrorKey::IdentificationFailed)),
    }
}

async fn registered(
    app: &App,
    headers: &HeaderMap,
    id: RegistrationId,
    returned: &Returned,
) -> ApiResult<Response> {
    let identity = &returned.identity;
    if let Some(person) = app.store.person_with_personal_id(&identity.personal_id).await? {
        return sign_in(app, app.store.begin().await?, headers, &person).await;
    }
    identity.must_be_of_age(app.clock.today()).map_err(ApiError::Conflict)?;
    let mut tx = app.store.begin().await?;
    let noted = tx.identify_registration(id, returned.browser, identity).await?;
    tx.commit().await?;
    let registration =
        app.store.registration(id, app.clock.now()).await?.filter(|_| noted).ok_or_else(gone)?;
    let user = RegisteringUser::from(&registration);
    Ok(Json(Finished { user, role: None, authtoken: None }).into_response())
}

/// Somebody whom nobody had vouched for: from now on the bank does. It must not mean somebody else.
async fn logged_in(app: &App, headers: &HeaderMap, id: PersonId, returned: &Returned) -> ApiResult<Response> {
    let failed = || ApiError::Conflict(ErrorKey::LoginNotIdentified);
    let identity = &returned.identity;
    let known = app.store.personal_id_of(id).await?;
    if known.is_some_and(|known| known != identity.personal_id) {
        return Err(failed());
    }
    if app.store.person_with_personal_id(&identity.personal_id).await?.is_some_and(|other| other.id != id) {
        return Err(failed());
    }
    let person = app.store.person(id).await?.ok_or_else(failed)?;
    let mut tx = app.store.begin().await?;
    // The password that led to the bank may have been changed while the bank was asked.
    if tx.lock_password(id).await?.is_none() || !tx.identification_stands(returned.visit).await? {
        return Err(failed());
    }
    let person = match tx.set_identity(&person, identity, app.clock.now()).await {
        Err(StoreError::AlreadyIdentified) => return Err(failed()),
        noted => noted?,
    };
    tx.record(&app.event(Some(id), Action::Identified, format!("person:{id}"), &json!({}))).await?;
    sign_in(app, tx, headers, &person).await
}

async fn sign_in(app: &App, mut tx: Tx, headers: &HeaderMap, person: &Person) -> ApiResult<Response> {
    let started = start(app, &mut tx, person, headers).await?;
    tx.commit().await?;
    let known = User::new(person, None);
    let user = RegisteringUser {
        email: known.email,
        first_name: Some(known.first_name),
        last_name: Some(known.last_name),
        password_needed: false,
    };
    let answer = Finished { user, role: Some(known.role), authtoken: started.authtoken.clone() };
    Ok(started.answer(Json(answer)))
}
