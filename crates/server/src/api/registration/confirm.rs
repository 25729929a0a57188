//! `GET /api/registration/confirm?token=`: the link of the mail, also in another browser than the one begun with.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use liksa_domain::account::registration::RegistrationState;
use liksa_store::{Purpose, StoredRegistration};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{RegisteringUser, gone};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Query};
use crate::http::{ClientAddress, is_same_site};
use crate::session::cookie::{self, Kept};
use crate::session::start::with_cookies;
use crate::session::token::Token;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Link {
    /// The token of the mail.
    token: String,
}

/// What comes next.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum NextStep {
    /// The bank, at `endpointUrl?request`.
    Identify,
    /// The terms.
    Eula,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Confirmation {
    user: RegisteringUser,
    next: NextStep,
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoint_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<String>,
}

/// Go on with a registration from the link in its mail. This browser goes on with it from now on; where another did so
/// before, one is identified in this one, and the password is asked again with the terms.
#[utoipa::path(get, path = "/api/registration/confirm", tag = "registration", operation_id = "resume_registration",
    params(Link),
    responses(
        (status = 200, description = "Who registers, and what comes next", body = Confirmation),
        (status = 403, description = "Another site asks", body = Problem),
        (status = 409, description = "REGISTRATION_GONE: used, or too old", body = Problem),
        (status = 503, description = "IDENTIFICATION_NOT_CONFIGURED or IDENTIFICATION_UNAVAILABLE", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Query(link): Query<Link>,
) -> ApiResult<Response> {
    // It binds the browser, so that another site must not be able to have it done.
    if !is_same_site(&headers) {
        return Err(ApiError::CrossSite);
    }
    app.limits.account(client)?;
    let token = Token::parse(&link.token).ok_or_else(gone)?;
    let found = app.store.registration_of_token(token.hash(), app.clock.now()).await?;
    let mut registration = found.filter(|found| found.state != RegistrationState::Done).ok_or_else(gone)?;
    let here = its_browser(&app, &headers, &registration).await?;
    let moves = here.is_none();
    if moves {
        // Whoever was at the bank before was so in another browser, and may be somebody else.
        registration = StoredRegistration {
            moved: true,
            state: RegistrationState::Started,
            identity: None,
            ..registration
        };
    }
    let browser = here.map_or_else(Token::generate, Ok)?;
    let user = RegisteringUser::from(&registration);
    let (purpose, language) = (Purpose::Register(registration.id), registration.newcomer.language);
    let visit = match registration.state {
        RegistrationState::Started => Some(app.send_to_bank(purpose, &browser, language).await?),
        RegistrationState::Identified | RegistrationState::Done => None,
    };
    let mut tx = app.store.begin().await?;
    if moves && !tx.move_registration(registration.id, browser.hash()).await? {
        return Err(gone());
    }
    tx.confirm_registration_email(registration.id, app.clock.now()).await?;
    let answer = match visit {
        Some((sent, visit)) => {
            visit.remember(&app, &mut tx).await?;
            let (endpoint_url, request) = (Some(sent.endpoint_url), Some(sent.request));
            Confirmation { user, next: NextStep::Identify, endpoint_url, request }
        }
        None => Confirmation { user, next: NextStep::Eula, endpoint_url: None, request: None },
    };
    tx.commit().await?;
    let cookie = cookie::carrying(Kept::Registration, &browser, app.config.is_production());
    Ok(with_cookies(Json(answer), &[cookie]))
}

/// The token of this browser, if it is the one that the registration is in.
async fn its_browser(
    app: &App,
    headers: &HeaderMap,
    registration: &StoredRegistration,
) -> ApiResult<Option<Token>> {
    let Some(browser) = cookie::read(headers, Kept::Registration, app.config.is_production()) else {
        return Ok(None);
    };
    let in_it = app.store.registration_of_browser(browser.hash(), app.clock.now()).await?;
    Ok(in_it.is_some_and(|found| found.id == registration.id).then_some(browser))
}
