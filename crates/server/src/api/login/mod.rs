//! `/api/login` and `/api/session`: logging in and out, and who is signed in.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_actions::accounts;
use liksa_domain::account::password::LONGEST;
use liksa_domain::person::Email;
use liksa_domain::problem::ErrorKey;
use liksa_store::{Credentials as KnownAccount, Purpose};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::wire::User;
use crate::app::{App, AppState};
use crate::http::csrf::is_same_site;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Query};
use crate::http::peer::ClientAddress;
use crate::identification;
use crate::session::cookie::{self, CookieKind};
use crate::session::sign_in::{Client, with_cookies};
use crate::session::{Session, password};

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get, log_in, log_out)).routes(routes!(visitor))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogInLink {
    /// Of the link in a mail: good once, for a quarter of an hour.
    token: Option<String>,
}

/// The signed-in user. With `token`, the user whom the mail was for is signed in, as by POST.
#[utoipa::path(get, path = "/api/login", tag = "login", operation_id = "session",
    params(LogInLink),
    security(("session" = [])),
    responses(
        (status = 200, description = "Signed in", body = User),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Another site sends the token", body = Problem),
        (status = 409, description = "LINK_NOT_VALID: used, or too old", body = Problem)))]
async fn get(
    State(app): State<AppState>,
    address: ClientAddress,
    headers: HeaderMap,
    Query(link): Query<LogInLink>,
) -> ApiResult<Response> {
    let Some(link) = link.token else {
        let session = Session::find(&headers, &app).await?.ok_or(ApiError::Unauthenticated)?;
        return Ok(Json(User::new(&session.person, None)).into_response());
    };
    // Another site must not be able to sign a browser in to another account.
    if !is_same_site(&headers) {
        return Err(ApiError::CrossSite);
    }
    app.limits.login.check(address)?;
    let client = Client::of(&headers, app.config.is_production())?;
    let (person, token) = accounts::log_in_by_link(&app, &link, &client.device()).await?;
    let signed_in = client.signed_in(&token);
    let user = User::new(&person, signed_in.authtoken.clone());
    Ok(signed_in.answer(Json(user)))
}

#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    /// The e-mail address.
    #[schema(max_length = 254)]
    pub username: String,
    #[schema(max_length = 256)]
    pub password: String,
}

/// Log in. A person whom no bank has identified gets no session, only `strongIdentified: false` and where to be
/// identified.
#[utoipa::path(post, path = "/api/login", tag = "login", operation_id = "login",
    request_body = Credentials,
    responses(
        (status = 200, description = "Signed in, if strongIdentified", body = User),
        (status = 401, description = "Wrong e-mail or password", body = Problem),
        (status = 422, description = "A field is missing", body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem)))]
async fn log_in(
    State(app): State<AppState>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(credentials): Json<Credentials>,
) -> ApiResult<Response> {
    refuse_empty(&credentials)?;
    // What cannot be an address or a password is answered like a wrong one. It is not an attempt at an account.
    let email = Email::parse(&credentials.username).ok_or(ApiError::LoginFailed)?;
    if credentials.password.chars().count() > LONGEST {
        return Err(ApiError::LoginFailed);
    }
    let known = password::check(&app, address, &headers, email, &credentials.password).await?;
    let known = known.ok_or(ApiError::LoginFailed)?;
    if !known.person.strong_identified {
        return identify_first(&app, &headers, &known).await;
    }
    let client = Client::of(&headers, app.config.is_production())?;
    let token = accounts::log_in(&app, &known, &client.device()).await?.ok_or(ApiError::LoginFailed)?;
    let signed_in = client.signed_in(&token);
    let user = User::new(&known.person, signed_in.authtoken.clone());
    Ok(signed_in.answer(Json(user)))
}

fn refuse_empty(credentials: &Credentials) -> ApiResult<()> {
    let fields = [("username", &credentials.username), ("password", &credentials.password)];
    let empty = fields.iter().filter(|(_, value)| value.trim().is_empty());
    let problems: Vec<_> = empty.map(|(field, _)| FieldProblem::new(*field, ErrorKey::Required)).collect();
    if problems.is_empty() { Ok(()) } else { Err(ApiError::Invalid(problems)) }
}

async fn identify_first(app: &App, headers: &HeaderMap, known: &KnownAccount) -> ApiResult<Response> {
    let (person, production) = (&known.person, app.config.is_production());
    let browser = cookie::read_or_new(headers, CookieKind::Identification, production)?;
    let purpose = Purpose::LogIn(person.id);
    let (sent, pending) =
        identification::begin(app, app.broker.as_ref(), purpose, &browser, person.language).await?;
    if !accounts::save_log_in_identification(app, known, &pending).await? {
        return Err(ApiError::LoginFailed);
    }
    let user = User { identify_at: Some(sent), ..User::new(person, None) };
    let cookie = cookie::carrying(CookieKind::Identification, &browser, production);
    Ok(with_cookies(Json(user), &[cookie]))
}

/// Sign out: the session ends on the server, and the cookie goes.
#[utoipa::path(delete, path = "/api/login", tag = "login", operation_id = "logout",
    security(("session" = [])),
    responses(
        (status = 204, description = "Signed out"),
        (status = 401, description = "Not signed in", body = Problem)))]
async fn log_out(State(app): State<AppState>, session: Session) -> ApiResult<Response> {
    accounts::end_session(&app, session.person.id, session.id).await?;
    let clear = cookie::cleared(CookieKind::Session, app.config.is_production());
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, clear)]).into_response())
}

#[derive(Serialize, ToSchema)]
pub struct Visitor {
    /// Null for a visitor who is not signed in.
    #[schema(required)]
    pub user: Option<User>,
}

/// The signed-in user, or none. The app asks this at every start, when being anonymous is no failure; `GET /api/login`
/// is for clients that expect a session.
#[utoipa::path(get, path = "/api/session", tag = "login", operation_id = "visitor",
    responses((status = 200, description = "The user, or null", body = Visitor)))]
async fn visitor(State(app): State<AppState>, headers: HeaderMap) -> ApiResult<Json<Visitor>> {
    let session = Session::find(&headers, &app).await?;
    Ok(Json(Visitor { user: session.map(|session| User::new(&session.person, None)) }))
}

#[cfg(test)]
mod tests;
