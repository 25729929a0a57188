//! `/api/registration`: from the form through the bank and the terms to an account.

mod wire;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use liksa_actions::accounts;
use liksa_actions::context::token::Token;
use liksa_domain::account::registration::{Registration, RegistrationState};
use liksa_domain::person::Email;
use liksa_domain::problem::ErrorKey;
use liksa_store::Purpose;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::wire::User;
use crate::app::{App, AppState};
use crate::http::csrf::is_same_site;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Query};
use crate::http::limits::MailKind;
use crate::http::peer::ClientAddress;
use crate::identification::{self, Answer, Sent};
use crate::session::cookie::{self, CookieKind};
use crate::session::sign_in::{Client, with_cookies};
use wire::{Acceptance, Accepted, Confirmation, Finished, Link, NextStep, PublicKeys, RegisteringUser};

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(start))
        .routes(routes!(resume, accept))
        .routes(routes!(retry))
        .routes(routes!(finish))
        .routes(routes!(public_keys))
}

/// The token that the registering browser is known by.
fn registering_browser(app: &App, headers: &HeaderMap) -> ApiResult<Token> {
    let browser = cookie::read(headers, CookieKind::Registration, app.config.is_production());
    browser.ok_or(ApiError::Conflict(ErrorKey::RegistrationGone))
}

/// Begin a registration. Whether the address has an account already is not answered, and not even looked up here: a
/// mail to the address says so.
#[utoipa::path(post, path = "/api/registration/start", tag = "registration", operation_id = "start_registration",
    request_body = Registration,
    responses(
        (status = 200, description = "Where to be identified; the browser is bound to it", body = Sent),
        (status = 422, description = "Fields were not accepted; PROMO_CODE_INVALID for a code that does not hold",
         body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem),
        (status = 503, description = "IDENTIFICATION_NOT_CONFIGURED or IDENTIFICATION_UNAVAILABLE", body = Problem)))]
async fn start(
    State(app): State<AppState>,
    client: ClientAddress,
    Json(body): Json<Registration>,
) -> ApiResult<Response> {
    let newcomer = body.read()?;
    app.limits.account.check(client)?;
    let password = body.password.as_deref().unwrap_or_default();
    let registration = accounts::prepare_registration(&app, newcomer, password).await?;
    let (purpose, browser) = (Purpose::Register(registration.id), &registration.browser);
    let language = registration.newcomer.language;
    let (sent, pending) =
        identification::begin(&app, app.broker.as_ref(), purpose, browser, language).await?;
    let key = (MailKind::Registration, registration.newcomer.email.clone());
    let send_mail = app.limits.mail.check(key).is_ok();
    accounts::start_registration(&app, &registration, &pending, send_mail).await?;
    let cookie = cookie::carrying(CookieKind::Registration, browser, app.config.is_production());
    Ok(with_cookies(Json(sent), &[cookie]))
}

/// Continue a registration from the link in its mail, from now on in this browser. Where another browser did so before,
/// the person is identified in this one, and the password is asked again with the terms.
#[utoipa::path(get, path = "/api/registration/confirm", tag = "registration", operation_id = "resume_registration",
    params(Link),
    responses(
        (status = 200, description = "Who registers, and what comes next", body = Confirmation),
        (status = 403, description = "Another site asks", body = Problem),
        (status = 409, description = "REGISTRATION_GONE: used, or too old", body = Problem),
        (status = 503, description = "IDENTIFICATION_NOT_CONFIGURED or IDENTIFICATION_UNAVAILABLE", body = Problem)))]
async fn resume(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Query(link): Query<Link>,
) -> ApiResult<Response> {
    // It binds the browser, so another site must not be able to cause it.
    if !is_same_site(&headers) {
        return Err(ApiError::CrossSite);
    }
    app.limits.account.check(client)?;
    let browser = registering_browser(&app, &headers).ok();
    let opened = accounts::open_registration(&app, &link.token, browser).await?;
    let (registration, browser) = (&opened.registration, &opened.browser);
    let user = RegisteringUser::from(registration);
    let mut answer = Confirmation { user, next: NextStep::Eula, endpoint_url: None, request: None };
    let mut pending = None;
    if registration.state == RegistrationState::Started {
        let (purpose, language) = (Purpose::Register(registration.id), registration.newcomer.language);
        let (sent, begun) =
            identification::begin(&app, app.broker.as_ref(), purpose, browser, language).await?;
        pending = Some(begun);
        answer.next = NextStep::Identify;
        (answer.endpoint_url, answer.request) = (Some(sent.endpoint_url), Some(sent.request));
    }
    accounts::resume_registration(&app, &opened, pending.as_ref()).await?;
    let cookie = cookie::carrying(CookieKind::Registration, browser, app.config.is_production());
    Ok(with_cookies(Json(answer), &[cookie]))
}

/// Be identified again, without filling in the form anew: in the browser that registers.
#[utoipa::path(post, path = "/api/registration/retry", tag = "registration", operation_id = "retry_registration",
    responses(
        (status = 200, description = "Where to be identified", body = Sent),
        (status = 409, description = "REGISTRATION_GONE: another browser, too old, or done", body = Problem),
        (status = 503, description = "IDENTIFICATION_NOT_CONFIGURED or IDENTIFICATION_UNAVAILABLE", body = Problem)))]
async fn retry(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
) -> ApiResult<Json<Sent>> {
    app.limits.account.check(client)?;
    let browser = registering_browser(&app, &headers)?;
    let registration = accounts::registration_in_browser(&app, &browser).await?;
    if registration.state == RegistrationState::Done {
        return Err(ApiError::Conflict(ErrorKey::RegistrationGone));
    }
    let (purpose, language) = (Purpose::Register(registration.id), registration.newcomer.language);
    let (sent, pending) =
        identification::begin(&app, app.broker.as_ref(), purpose, &browser, language).await?;
    accounts::save_identification(&app, &pending).await?;
    Ok(Json(sent))
}

/// Send what the bank answered. The owner of an account is signed in; a newcomer continues with the terms.
#[utoipa::path(put, path = "/api/registration/oidc/finish", tag = "registration", operation_id = "finish_identification",
    request_body = Answer,
    responses(
        (status = 200, description = "Identified", body = Finished),
        (status = 409, description = "IDENTIFICATION_CANCELLED, IDENTIFICATION_FAILED, IDENTIFICATION_EXPIRED, \
         TOO_YOUNG, REGISTRATION_GONE: another browser goes on with it, or LOGIN_NOT_IDENTIFIED: log in again", body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem)))]
async fn finish(
    State(app): State<AppState>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(answer): Json<Answer>,
) -> ApiResult<Response> {
    app.limits.account.check(address)?;
    let identified = identification::finish(&app, app.broker.as_ref(), &headers, &answer).await?;
    let client = Client::of(&headers, app.config.is_production())?;
    match accounts::finish_identification(&app, &identified, &client.device()).await? {
        accounts::Finished::Newcomer(registration) => {
            let user = RegisteringUser::from(&*registration);
            Ok(Json(Finished { user, role: None, authtoken: None }).into_response())
        }
        accounts::Finished::SignedIn(person, token) => {
            let (signed_in, role) = (client.signed_in(&token), User::new(&person, None).role);
            let authtoken = signed_in.authtoken.clone();
            let user = RegisteringUser::from(&person);
            Ok(signed_in.answer(Json(Finished { user, role: Some(role), authtoken })))
        }
    }
}

/// Accept the terms, which makes the account and signs in. The same again changes nothing and signs nobody in.
#[utoipa::path(put, path = "/api/registration/confirm", tag = "registration", operation_id = "accept_terms",
    request_body = Acceptance,
    responses(
        (status = 200, description = "The account is there", body = Accepted),
        (status = 409, description = "REGISTRATION_GONE, TERMS_CHANGED, IDENTIFICATION_FAILED where no bank has \
         identified the person, or USER_ALREADY_REGISTERED", body = Problem),
        (status = 422, description = "account.not-password-of-form", body = Problem)))]
async fn accept(
    State(app): State<AppState>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(body): Json<Acceptance>,
) -> ApiResult<Response> {
    app.limits.account.check(address)?;
    let browser = registering_browser(&app, &headers)?;
    let acceptance = accounts::Acceptance {
        email: Email::parse(&body.user.email),
        terms_version: body.terms_version.as_deref(),
        password: body.password.as_deref().unwrap_or_default(),
    };
    let client = Client::of(&headers, app.config.is_production())?;
    let accepted = accounts::accept_terms(&app, &browser, &acceptance, &client.device()).await?;
    let promo_code_applied = accepted.promo_code_applied;
    let Some(session) = accepted.session else {
        return Ok(Json(Accepted { promo_code_applied, authtoken: None }).into_response());
    };
    let signed_in = client.signed_in(&session);
    let authtoken = signed_in.authtoken.clone();
    Ok(signed_in.answer(Json(Accepted { promo_code_applied, authtoken })))
}

/// Our public keys: those we sign with, and those that id tokens are encrypted for.
#[utoipa::path(get, path = "/api/registration/oidc/jwks", tag = "registration", operation_id = "public_keys",
    responses((status = 200, description = "The set of keys", body = PublicKeys)))]
async fn public_keys(State(app): State<AppState>) -> Json<PublicKeys> {
    let keys = app.broker.as_ref().map(|broker| broker.public_keys());
    Json(PublicKeys { keys: keys.unwrap_or_default() })
}

#[cfg(test)]
mod tests;
