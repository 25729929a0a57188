//! `POST /api/login`: e-mail and password for a session.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use liksa_domain::account::password::LONGEST;
use liksa_domain::person::{Email, Person};
use liksa_domain::problem::ErrorKey;
use liksa_store::{Credentials as Checked, Purpose, Tx};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::wire::User;
use crate::app::{App, AppState};
use crate::http::ClientAddress;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::Json;
use crate::session::cookie::{self, Kept};
use crate::session::guesses::Guesser;
use crate::session::start::{start, with_cookies};

#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    /// The e-mail address.
    #[schema(max_length = 254)]
    pub username: String,
    #[schema(max_length = 256)]
    pub password: String,
}

/// Log in. A person whom no bank has vouched for gets no session, only `strongIdentified: false` and where to be
/// identified.
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
    app.limits.login(client)?;
    let guesser = Guesser::at_log_in(&app, client, &headers, email).await?;
    let known = authenticate(&app, &guesser, &credentials.password).await?;
    if !known.person.strong_identified {
        return identify_first(&app, &headers, &known).await;
    }
    sign_in(&app, begin_unchanged(&app, &known).await?, &known.person, &headers).await
}

/// A transaction in which the account still has the password that was found right. Checking takes its time, in which
/// the owner may have changed it to keep somebody out.
async fn begin_unchanged(app: &App, known: &Checked) -> ApiResult<Tx> {
    let mut tx = app.store.begin().await?;
    let now = tx.lock_password(known.person.id).await?;
    if now.as_ref() == Some(&known.password_hash) { Ok(tx) } else { Err(ApiError::LoginFailed) }
}

/// Signs the person in, together with what else the transaction does, and answers who they are.
pub async fn sign_in(app: &App, mut tx: Tx, person: &Person, headers: &HeaderMap) -> ApiResult<Response> {
    let started = start(app, &mut tx, person, headers).await?;
    tx.commit().await?;
    let user = User::new(person, started.authtoken.clone());
    Ok(started.answer(Json(user)))
}

/// Where no bank can be asked, there is no way in.
async fn identify_first(app: &App, headers: &HeaderMap, known: &Checked) -> ApiResult<Response> {
    let (person, production) = (&known.person, app.config.is_production());
    let browser = cookie::read_or_new(headers, Kept::Visit, production)?;
    let (sent, visit) = app.send_to_bank(Purpose::LogIn(person.id), &browser, person.language).await?;
    let mut tx = begin_unchanged(app, known).await?;
    visit.remember(app, &mut tx).await?;
    tx.commit().await?;
    let user = User { identify_at: Some(sent), ..User::new(person, None) };
    let cookie = cookie::carrying(Kept::Visit, &browser, production);
    Ok(with_cookies(Json(user), &[cookie]))
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

async fn authenticate(app: &App, guesser: &Guesser, password: &str) -> ApiResult<Checked> {
    if password.chars().count() > LONGEST {
        return Err(ApiError::LoginFailed);
    }
    app.guesses.begin(guesser, app.clock.now())?;
    let found = app.store.credentials(&guesser.email).await?;
    let stored = found.as_ref().map(|found| found.password_hash.as_str());
    let right = app.passwords.verify(password, stored).await?;
    match found {
        Some(found) if right => {
            app.guesses.right(guesser);
            Ok(found)
        }
        _ => Err(ApiError::LoginFailed),
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use liksa_test_support::{both_engines, person};
    use serde_json::json;

    use crate::testing::{PASSWORD, TestApp};

    both_engines! {
        the_right_password_signs_in,
        a_browser_gets_a_cookie_and_no_token,
        a_wrong_password_and_an_unknown_email_answer_alike,
        missing_fields_are_named,
        an_unidentified_person_is_sent_to_the_bank,
        a_log_in_under_way_does_not_outlive_its_password,
        guessing_gets_slow,
        the_owner_is_not_locked_out_of_a_browser_used_before,
        unknown_accounts_cost_the_same_work,
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
        let cookie = answer.cookie("liksa_session");
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

    async fn an_unidentified_person_is_sent_to_the_bank(app: TestApp) {
        app.add(person().unidentified().build()).await;
        let answer = app.login("maija@liksa.example", PASSWORD).await;
        assert_eq!((answer.status, &answer.json["strongIdentified"]), (200, &json!(false)));
        assert!(answer.json.get("authtoken").is_none());
        assert!(!answer.cookie("liksa_visit").is_empty() && answer.cookie("liksa_session").is_empty());
        assert_eq!(answer.json["identifyAt"]["endpointUrl"], "http://127.0.0.1:8080/demo-bank/authorize");
    }

    /// Whoever knows the old password is still being checked while the owner changes it.
    async fn a_log_in_under_way_does_not_outlive_its_password(app: TestApp) {
        let identified = app.add(person().build()).await;
        let unidentified = app.add(person().email("muu@liksa.example").unidentified().build()).await;
        let new = app.passwords.hash("uusi-salasana").await.unwrap();
        for owner in [identified, unidentified] {
            let body = json!({"username": owner.email.as_str(), "password": PASSWORD});
            let answer = app.while_checking(app.post("/api/login").json(&body), async {
                let mut tx = app.store.begin().await.unwrap();
                tx.set_password(owner.id, &new).await.unwrap();
                tx.commit().await.unwrap();
            });
            let answer = answer.await;
            assert_eq!((answer.status, answer.key()), (401, "LOGIN_FAILURE"), "{:?}", owner.email);
            assert!(answer.headers.get("set-cookie").is_none());
        }
    }

    async fn guessing_gets_slow(app: TestApp) {
        app.add(person().build()).await;
        for (email, whose) in [("maija@liksa.example", "an account"), ("nobody@liksa.example", "none")] {
            for _ in 0..10 {
                assert_eq!(app.login(email, "guess").await.status, 401, "{whose}");
            }
            let answer = app.login(email, "guess").await;
            assert_eq!((answer.status, answer.key()), (429, "TOO_MANY_REQUESTS"), "{whose}");
            assert_eq!(answer.headers["retry-after"], "6", "{whose}");
        }
        app.clock.advance(6.seconds());
        assert_eq!(app.login("maija@liksa.example", PASSWORD).await.status, 200, "slowed, not locked out");
        assert_eq!(app.login("other@liksa.example", "guess").await.status, 401, "others are not held up");
    }

    async fn the_owner_is_not_locked_out_of_a_browser_used_before(app: TestApp) {
        app.add(person().build()).await;
        let body = |password: &str| json!({"username": "maija@liksa.example", "password": password});
        let browser = |password: &str| {
            app.post("/api/login").header("sec-fetch-site", "same-origin").json(&body(password))
        };
        let first = browser(PASSWORD).send().await.cookie("liksa_browser");
        let known = first.split(';').next().unwrap();
        for _ in 0..11 {
            app.login("maija@liksa.example", "guess").await;
        }
        assert_eq!(
            app.login("maija@liksa.example", PASSWORD).await.status,
            429,
            "a stranger at the same place"
        );
        assert_eq!(browser(PASSWORD).header("cookie", known).send().await.status, 200);
        assert_eq!(browser("guess").header("cookie", known).send().await.status, 401);
    }

    async fn unknown_accounts_cost_the_same_work(app: TestApp) {
        app.add(person().build()).await;
        let work = || app.passwords.done.load(std::sync::atomic::Ordering::Relaxed);
        let mut done = vec![];
        for email in ["maija@liksa.example", "nobody@liksa.example"] {
            let before = work();
            app.login(email, "wrong").await;
            done.push(work() - before);
        }
        assert_eq!(done, [1, 1]);
    }

    async fn another_site_cannot_log_in(app: TestApp) {
        app.add(person().build()).await;
        let body = json!({"username": "maija@liksa.example", "password": PASSWORD});
        let answer = app.post("/api/login").header("sec-fetch-site", "cross-site").json(&body).send().await;
        assert_eq!((answer.status, answer.key()), (403, "CROSS_SITE"));
    }
}
