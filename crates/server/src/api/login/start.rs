//! `POST /api/login`: e-mail and password for a session.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use liksa_domain::audit::Action;
use liksa_domain::person::{Email, Person};
use liksa_domain::problem::ErrorKey;
use liksa_store::NewSession;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::api::wire::User;
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::Json;
use crate::http::{ClientAddress, is_browser};
use crate::session::password;
use crate::session::token::Token;
use crate::session::{LIFETIME, cookie};

/// What is kept of the browser's description of itself.
const USER_AGENT_MAX_CHARS: usize = 200;

#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    /// The e-mail address.
    #[schema(max_length = 254)]
    pub username: String,
    #[schema(max_length = 256)]
    pub password: String,
}

/// Log in. A person whom no bank has vouched for gets no session, only `strongIdentified: false`.
#[utoipa::path(post, path = "/api/login", tag = "login", operation_id = "login",
    request_body = Credentials,
    responses(
        (status = 200, description = "Signed in, if strongIdentified", body = User),
        (status = 401, description = "Wrong e-mail or password", body = Problem),
        (status = 422, description = "A field is missing", body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Json(credentials): Json<Credentials>,
) -> ApiResult<Response> {
    refuse_empty(&credentials)?;
    // What cannot be an address or a password is answered like a wrong one.
    let email = Email::parse(&credentials.username).ok_or(ApiError::LoginFailed)?;
    app.limits.login(client, &email)?;
    let person = authenticate(&app, &email, &credentials.password).await?;
    if !person.strong_identified {
        return Ok(Json(User::new(&person, None)).into_response());
    }
    let token = start_session(&app, &person, &headers).await?;
    if is_browser(&headers) {
        let set_cookie = cookie::carrying(&token, app.config.is_production());
        return Ok(([(header::SET_COOKIE, set_cookie)], Json(User::new(&person, None))).into_response());
    }
    Ok(Json(User::new(&person, Some(token.to_text()))).into_response())
}

fn refuse_empty(credentials: &Credentials) -> ApiResult<()> {
    let fields = [("username", &credentials.username), ("password", &credentials.password)];
    let empty: Vec<_> = fields
        .iter()
        .filter(|(_, value)| value.trim().is_empty())
        .map(|(field, _)| FieldProblem::new(*field, ErrorKey::Required))
        .collect();
    if empty.is_empty() { Ok(()) } else { Err(ApiError::Invalid(empty)) }
}

async fn authenticate(app: &App, email: &Email, password: &str) -> ApiResult<Person> {
    if password.chars().count() > password::MAX_CHARS {
        return Err(ApiError::LoginFailed);
    }
    let found = app.store.credentials(email).await?;
    let stored = found.as_ref().map(|found| found.password_hash.as_str());
    let right = app.passwords.verify(password, stored).await.map_err(ApiError::Internal)?;
    match found {
        Some(found) if right => Ok(found.person),
        _ => Err(ApiError::LoginFailed),
    }
}

async fn start_session(app: &App, person: &Person, headers: &HeaderMap) -> ApiResult<Token> {
    let token = Token::generate()?;
    let now = app.clock.now();
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("");
    let agent: String = agent.chars().take(USER_AGENT_MAX_CHARS).collect();
    let session = NewSession {
        id: app.new_id()?,
        person: person.id,
        token_hash: token.hash(),
        user_agent: &agent,
        created_at: now,
        expires_at: now.checked_add(LIFETIME).map_err(|error| ApiError::Internal(error.into()))?,
    };
    let subject = format!("session:{}", session.id);
    let event = app.event(Some(person.id), Action::SessionStarted, subject, &json!({}));
    let mut tx = app.store.begin().await?;
    tx.insert_session(&session).await?;
    tx.record(&event).await?;
    tx.commit().await?;
    Ok(token)
}

#[cfg(test)]
mod tests {
    use liksa_test_support::{both_engines, person};
    use serde_json::json;

    use crate::testing::{PASSWORD, TestApp};

    both_engines! {
        the_right_password_signs_in,
        a_browser_gets_a_cookie_and_no_token,
        a_wrong_password_and_an_unknown_email_answer_alike,
        missing_fields_are_named,
        an_unidentified_person_gets_no_session,
        guessing_gets_slow,
        another_site_cannot_log_in,
    }

    async fn the_right_password_signs_in(app: TestApp) {
        app.add(person().build()).await;
        let answer = app.login(" MAIJA@liksa.example", PASSWORD).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json["fullName"], "Maija Meikäläinen");
        assert!(answer.headers.get("set-cookie").is_none());
        let token = answer.json["authtoken"].as_str().unwrap();
        let session = app.get("/api/login").token(token).send().await;
        assert_eq!(session.status, 200);
    }

    async fn a_browser_gets_a_cookie_and_no_token(app: TestApp) {
        app.add(person().build()).await;
        let body = json!({"username": "maija@liksa.example", "password": PASSWORD});
        let answer = app.post("/api/login").header("sec-fetch-site", "same-origin").json(&body).send().await;
        assert_eq!(answer.status, 200);
        assert!(answer.json.get("authtoken").is_none());
        let cookie = answer.headers["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        let pair = cookie.split(';').next().unwrap();
        assert_eq!(app.get("/api/login").header("cookie", pair).send().await.status, 200);
    }

    async fn a_wrong_password_and_an_unknown_email_answer_alike(app: TestApp) {
        app.add(person().build()).await;
        let wrong = app.login("maija@liksa.example", "wrong").await;
        let unknown = app.login("nobody@liksa.example", "wrong").await;
        let impossible = app.login("no address", &"x".repeat(5000)).await;
        assert_eq!((wrong.status, wrong.key()), (401, "LOGIN_FAILURE"));
        assert_eq!((unknown.status, &unknown.json), (wrong.status, &wrong.json));
        assert_eq!((impossible.status, &impossible.json), (wrong.status, &wrong.json));
    }

    async fn missing_fields_are_named(app: TestApp) {
        let answer = app.login(" ", "").await;
        assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
        let expected = json!([{"field": "username", "key": "validation.required"},
                              {"field": "password", "key": "validation.required"}]);
        assert_eq!(answer.json["fields"], expected);
    }

    async fn an_unidentified_person_gets_no_session(app: TestApp) {
        app.add(person().unidentified().build()).await;
        let answer = app.login("maija@liksa.example", PASSWORD).await;
        assert_eq!((answer.status, &answer.json["strongIdentified"]), (200, &json!(false)));
        assert!(answer.json.get("authtoken").is_none());
        assert!(answer.headers.get("set-cookie").is_none());
    }

    async fn guessing_gets_slow(app: TestApp) {
        app.add(person().build()).await;
        for _ in 0..10 {
            assert_eq!(app.login("maija@liksa.example", "guess").await.status, 401);
        }
        let answer = app.login("maija@liksa.example", "guess").await;
        assert_eq!((answer.status, answer.key()), (429, "TOO_MANY_REQUESTS"));
        let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=7).contains(&wait), "{wait}");
        assert_eq!(app.login("other@liksa.example", "guess").await.status, 401, "others are not held up");
    }

    async fn another_site_cannot_log_in(app: TestApp) {
        app.add(person().build()).await;
        let body = json!({"username": "maija@liksa.example", "password": PASSWORD});
        let answer = app.post("/api/login").header("sec-fetch-site", "cross-site").json(&body).send().await;
        assert_eq!((answer.status, answer.key()), (403, "CROSS_SITE"));
    }
}
