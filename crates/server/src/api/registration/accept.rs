//! `PUT /api/registration/confirm`: the terms are accepted, and the account is made.

use axum::extract::State;
use axum::http::HeaderMap;
use liksa_domain::account::TERMS_VERSION;
use liksa_domain::account::identity::Identity;
use liksa_domain::account::password;
use liksa_domain::account::registration::RegistrationState;
use liksa_domain::audit::Action;
use liksa_domain::pay_facts::Profile;
use liksa_domain::person::{Email, Person, Role, WorkerType};
use liksa_domain::problem::ErrorKey;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_store::{NewPerson, StoreError, StoredRegistration, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{gone, of_browser};
use crate::app::{App, AppState};
use crate::http::ClientAddress;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::Json;

const COUNTRY: &str = "FIN";

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Acceptance {
    /// Whom the terms were shown to.
    user: AcceptingUser,
    /// The terms that were shown, as `GET /api/app` names them.
    #[schema(max_length = 40)]
    terms_version: String,
    /// As it was chosen in the form; only where `passwordNeeded`.
    #[schema(max_length = 256)]
    password: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct AcceptingUser {
    #[schema(max_length = 254)]
    email: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accepted {
    /// False where a promo code was used up by others since it was typed: the usual fee holds. Null without a code.
    #[schema(required)]
    promo_code_applied: Option<bool>,
}

/// Accept the terms. The account is there then, and one can log in. The same again changes nothing.
#[utoipa::path(put, path = "/api/registration/confirm", tag = "registration", operation_id = "accept_terms",
    request_body = Acceptance,
    responses(
        (status = 200, description = "The account is there", body = Accepted),
        (status = 409, description = "REGISTRATION_GONE, TERMS_CHANGED, IDENTIFICATION_FAILED where no bank has \
         identified anybody, or USER_ALREADY_REGISTERED", body = Problem),
        (status = 422, description = "account.not-password-of-form", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Json(body): Json<Acceptance>,
) -> ApiResult<Json<Accepted>> {
    app.limits.account(client)?;
    let (browser, registration) = of_browser(&app, &headers).await?;
    if Email::parse(&body.user.email).as_ref() != Some(&registration.newcomer.email) {
        return Err(gone());
    }
    if registration.state == RegistrationState::Done {
        return Ok(Json(Accepted { promo_code_applied: None }));
    }
    if body.terms_version != TERMS_VERSION {
        return Err(ApiError::Conflict(ErrorKey::TermsChanged));
    }
    let not_identified = || ApiError::Conflict(ErrorKey::IdentificationFailed);
    let identity = registration.identity.as_ref().ok_or_else(not_identified)?;
    if registration.moved {
        must_know_password(&app, &registration, body.password.as_deref().unwrap_or_default()).await?;
    }
    let mut tx = app.store.begin().await?;
    // Looked at before the person is: the account that the same press has made is none of another.
    if !tx.end_registration(registration.id, browser.hash(), &identity.personal_id).await? {
        drop(tx);
        return ended_meanwhile(&app, &headers).await;
    }
    if tx.is_registered(&identity.personal_id).await? {
        return Err(ApiError::Conflict(ErrorKey::UserAlreadyRegistered));
    }
    let applied = make_account(&app, &mut tx, &registration, identity).await.map_err(taken)?;
    tx.commit().await?;
    Ok(Json(Accepted { promo_code_applied: applied }))
}

/// The same press may have been quicker, or another browser has taken the registration over.
async fn ended_meanwhile(app: &App, headers: &HeaderMap) -> ApiResult<Json<Accepted>> {
    let (_, now) = of_browser(app, headers).await?;
    if now.state != RegistrationState::Done {
        return Err(gone());
    }
    Ok(Json(Accepted { promo_code_applied: None }))
}

/// Somebody may have filled in the form with another's address, to have their own password on the account that the
/// other then makes of it.
async fn must_know_password(app: &App, registration: &StoredRegistration, typed: &str) -> ApiResult<()> {
    let right = typed.chars().count() <= password::LONGEST
        && app.passwords.verify(typed, Some(&registration.password_hash)).await?;
    let key = if typed.is_empty() { ErrorKey::Required } else { ErrorKey::NotPasswordOfForm };
    if right { Ok(()) } else { Err(ApiError::Invalid(vec![FieldProblem::new("password", key)])) }
}

/// Only now, to somebody whom a bank has identified, is it told that the address or the person has an account.
fn taken(error: ApiError) -> ApiError {
    match error {
        ApiError::Internal(cause) => match cause.downcast_ref::<StoreError>() {
            Some(StoreError::EmailTaken | StoreError::AlreadyIdentified) => {
                ApiError::Conflict(ErrorKey::UserAlreadyRegistered)
            }
            _ => ApiError::Internal(cause),
        },
        other => other,
    }
}

async fn make_account(
    app: &App,
    tx: &mut Tx,
    registration: &StoredRegistration,
    identity: &Identity,
) -> ApiResult<Option<bool>> {
    let (newcomer, now) = (&registration.newcomer, app.clock.now());
    let person = Person {
        id: app.new_id()?,
        email: newcomer.email.clone(),
        first_name: identity.first_name.clone(),
        last_name: identity.last_name.clone(),
        language: newcomer.language,
        worker_type: WorkerType::Entrepreneur,
        strong_identified: true,
        roles: vec![Role::User],
    };
    let new = NewPerson { person: &person, password_hash: &registration.password_hash, created_at: now };
    tx.insert_person(&new).await?;
    tx.take_over_confirmed_email(person.id, registration.id).await?;
    let rate = match &newcomer.promo_code {
        Some(code) => tx.use_promo_code(code, app.clock.today()).await?,
        None => None,
    };
    let facts = WorkerFacts {
        postal_code: newcomer.postal_code.clone(),
        service_rate: rate,
        ..WorkerFacts::default()
    };
    tx.set_worker_facts(person.id, &facts).await?;
    let profile = Profile {
        address: newcomer.address.clone(),
        city: newcomer.city().to_owned(),
        country: COUNTRY.to_owned(),
        phone: newcomer.phone.clone(),
        ..Profile::default()
    };
    tx.set_profile(person.id, &profile).await?;
    tx.set_identity(&person, identity, now).await?;
    tx.accept_terms(person.id, TERMS_VERSION, now).await?;
    let subject = format!("person:{}", person.id);
    let made =
        json!({"by": "registration", "promoCode": newcomer.promo_code.as_ref().filter(|_| rate.is_some())});
    let terms = json!({"version": TERMS_VERSION});
    for (action, detail) in [(Action::PersonCreated, made), (Action::TermsAccepted, terms)] {
        tx.record(&app.event(Some(person.id), action, subject.clone(), &detail)).await?;
    }
    Ok(newcomer.promo_code.as_ref().map(|_| rate.is_some()))
}
