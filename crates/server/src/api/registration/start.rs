//! `POST /api/registration/start`: the form of a newcomer.

use axum::extract::State;
use axum::response::Response;
use jiff::Timestamp;
use liksa_domain::account::REGISTRATION_LASTS;
use liksa_domain::account::registration::RegistrationForm;
use liksa_domain::ids::RegistrationId;
use liksa_domain::job::Job;
use liksa_domain::problem::ErrorKey;
use liksa_store::{NewRegistration, Purpose};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::wire::Language;
use crate::app::AppState;
use crate::http::ClientAddress;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::Json;
use crate::http::limits::MailKind;
use crate::identification::Sent;
use crate::session::cookie::{self, Kept};
use crate::session::start::with_cookies;
use crate::session::token::Token;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Registration {
    #[schema(max_length = 254)]
    email: Option<String>,
    #[schema(max_length = 40)]
    phone: Option<String>,
    #[schema(max_length = 200)]
    address: Option<String>,
    #[schema(max_length = 10)]
    postalcode: Option<String>,
    #[schema(min_length = 6, max_length = 256)]
    password: Option<String>,
    #[schema(max_length = 30)]
    promo_code: Option<String>,
    language: Language,
}

/// Begin a registration. Whether the address has an account already is not told, and not even looked up here: a
/// mail to the address says so.
#[utoipa::path(post, path = "/api/registration/start", tag = "registration", operation_id = "start_registration",
    request_body = Registration,
    responses(
        (status = 200, description = "Where to be identified; the browser is bound to it", body = Sent),
        (status = 422, description = "Fields were not accepted; PROMO_CODE_INVALID for a code that does not hold",
         body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem),
        (status = 503, description = "IDENTIFICATION_NOT_CONFIGURED or IDENTIFICATION_UNAVAILABLE", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    client: ClientAddress,
    Json(body): Json<Registration>,
) -> ApiResult<Response> {
    let form = RegistrationForm {
        email: body.email.as_deref(),
        phone: body.phone.as_deref(),
        address: body.address.as_deref(),
        postal_code: body.postalcode.as_deref(),
        password: body.password.as_deref(),
        promo_code: body.promo_code.as_deref(),
        language: body.language.into(),
    };
    let newcomer = form.read()?;
    app.limits.account(client)?;
    if let Some(code) = &newcomer.promo_code
        && app.store.promo_rate(code, app.clock.today()).await?.is_none()
    {
        return Err(ApiError::Invalid(vec![FieldProblem::new("promoCode", ErrorKey::PromoCodeInvalid)]));
    }
    let password_hash = app.passwords.hash(body.password.as_deref().unwrap_or_default()).await?;
    let (id, browser, now): (RegistrationId, _, _) = (app.new_id()?, Token::generate()?, app.clock.now());
    let (sent, visit) = app.send_to_bank(Purpose::Register(id), &browser, newcomer.language).await?;
    let new = NewRegistration {
        id,
        newcomer: &newcomer,
        password_hash: &password_hash,
        browser: browser.hash(),
        created_at: now,
        expires_at: now.saturating_add(REGISTRATION_LASTS).unwrap_or(Timestamp::MAX),
    };
    let mut tx = app.store.begin().await?;
    tx.insert_registration(&new).await?;
    visit.remember(&app, &mut tx).await?;
    if app.limits.mail_to(&newcomer.email, MailKind::Registration) {
        tx.enqueue(&app.job(Job::MailRegistration { mail: app.new_id()?, registration: id })?).await?;
    }
    tx.commit().await?;
    app.wake_jobs();
    let cookie = cookie::carrying(Kept::Registration, &browser, app.config.is_production());
    Ok(with_cookies(Json(sent), &[cookie]))
}
