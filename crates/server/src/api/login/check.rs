//! `GET /api/login`: who is signed in; with the token of a mail, signing in by it.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use liksa_domain::account::TokenKind;
use liksa_domain::problem::ErrorKey;
use serde::Deserialize;
use utoipa::IntoParams;

use super::start::sign_in;
use crate::api::wire::User;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Query};
use crate::http::{ClientAddress, is_same_site};
use crate::session::Session;
use crate::session::token::Token;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogInLink {
    /// Of the link in a mail: good once, for a quarter of an hour.
    token: Option<String>,
}

/// The signed-in person. With `token`, whoever the mail was for is signed in, as by POST.
#[utoipa::path(get, path = "/api/login", tag = "login", operation_id = "session",
    params(LogInLink),
    security(("session" = [])),
    responses(
        (status = 200, description = "Signed in", body = User),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Another site sends the token", body = Problem),
        (status = 409, description = "LINK_NOT_VALID: used, or too old", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Query(link): Query<LogInLink>,
) -> ApiResult<Response> {
    let Some(text) = link.token else {
        let session = Session::find(&headers, &app).await?.ok_or(ApiError::Unauthenticated)?;
        return Ok(Json(User::new(&session.person, None)).into_response());
    };
    // Another site must not be able to sign a browser in as somebody else.
    if !is_same_site(&headers) {
        return Err(ApiError::CrossSite);
    }
    app.limits.login(client)?;
    let not_valid = || ApiError::Conflict(ErrorKey::LinkNotValid);
    let (token, now) = (Token::parse(&text).ok_or_else(not_valid)?.hash(), app.clock.now());
    // Read before the transaction: within it, each would hold a connection and wait for another one.
    let person = app.store.one_time_token(token, TokenKind::LogIn, now).await?.ok_or_else(not_valid)?;
    let person = app.store.person(person).await?;
    // A link in a mail is no substitute for the bank.
    let person = person.filter(|person| person.strong_identified).ok_or_else(not_valid)?;
    let mut tx = app.store.begin().await?;
    tx.use_one_time_token(token, TokenKind::LogIn, now).await?.ok_or_else(not_valid)?;
    sign_in(&app, tx, &person, &headers).await
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use jiff::ToSpan;
    use liksa_domain::account::TokenKind;
    use liksa_domain::ids::PersonId;
    use liksa_test_support::{both_engines, person};

    use crate::session::token::Token;
    use crate::testing::TestApp;

    both_engines! {
        the_token_opens_the_session,
        the_link_of_a_mail_signs_in_once,
        of_two_uses_of_a_link_at_once_one_counts,
        more_come_by_links_at_once_than_there_are_connections,
        another_site_cannot_sign_a_browser_in,
        nonsense_opens_nothing,
        a_day_without_use_ends_it,
        daily_use_keeps_it_for_two_weeks_and_no_longer,
    }

    async fn the_token_opens_the_session(app: TestApp) {
        let maija = app.worker().await;
        let answer = app.get("/api/login").token(&maija.token).send().await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json["email"], "maija@liksa.example");
        assert_eq!(answer.json["roles"], serde_json::json!(["ROLE_USER"]));
        assert!(answer.json.get("authtoken").is_none(), "the token is told once");
        let by_cookie = app.get("/api/login").header("cookie", &format!("liksa_session={}", maija.token));
        assert_eq!(by_cookie.send().await.status, 200);
    }

    async fn link(app: &TestApp, person: PersonId) -> String {
        let token = Token::generate().unwrap();
        let mut tx = app.store.begin().await.unwrap();
        tx.insert_one_time_token(token.hash(), TokenKind::LogIn, person, app.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        format!("/api/login?token={}", token.to_text())
    }

    async fn the_link_of_a_mail_signs_in_once(app: TestApp) {
        let maija = app.add(person().build()).await;
        let path = link(&app, maija.id).await;
        let answer = app.get(&path).send().await;
        assert_eq!((answer.status, &answer.json["email"]), (200, &"maija@liksa.example".into()));
        let token = answer.json["authtoken"].as_str().unwrap();
        assert_eq!(app.get("/api/login").token(token).send().await.status, 200);
        for (path, why) in [(path, "used"), ("/api/login?token=x".to_owned(), "nonsense")] {
            let answer = app.get(&path).send().await;
            assert_eq!((answer.status, answer.key()), (409, "LINK_NOT_VALID"), "{why}");
        }
        let late = link(&app, maija.id).await;
        app.clock.advance(15.minutes());
        assert_eq!(app.get(&late).send().await.key(), "LINK_NOT_VALID");
    }

    async fn of_two_uses_of_a_link_at_once_one_counts(app: TestApp) {
        let maija = app.add(person().build()).await;
        let path = link(&app, maija.id).await;
        let answers = join_all((0..3).map(|_| app.get(&path).send())).await;
        let mut told: Vec<_> = answers.iter().map(|answer| (answer.status, answer.key())).collect();
        told.sort_unstable();
        assert_eq!(told, [(200, ""), (409, "LINK_NOT_VALID"), (409, "LINK_NOT_VALID")]);
    }

    async fn more_come_by_links_at_once_than_there_are_connections(app: TestApp) {
        let maija = app.add(person().build()).await;
        let mut paths = vec![];
        for _ in 0..40 {
            paths.push(link(&app, maija.id).await);
        }
        for answer in join_all(paths.iter().map(|path| app.get(path).send())).await {
            assert_eq!(answer.status, 200, "{}", answer.json);
        }
    }

    async fn another_site_cannot_sign_a_browser_in(app: TestApp) {
        let maija = app.add(person().build()).await;
        let path = link(&app, maija.id).await;
        let elsewhere = app.get(&path).header("sec-fetch-site", "cross-site").send().await;
        assert_eq!((elsewhere.status, elsewhere.key()), (403, "CROSS_SITE"));
        let here = app.get(&path).header("sec-fetch-site", "same-origin").send().await;
        assert_eq!(here.status, 200);
        assert!(here.cookie("liksa_session").contains("HttpOnly") && here.json.get("authtoken").is_none());
    }

    async fn nonsense_opens_nothing(app: TestApp) {
        app.worker().await;
        for token in ["", "x", "null", &"A".repeat(43), &"ä".repeat(20)] {
            let answer = app.get("/api/login").token(token).send().await;
            assert_eq!((answer.status, answer.key()), (401, "UNAUTHENTICATED"), "{token}");
        }
    }

    async fn a_day_without_use_ends_it(app: TestApp) {
        let maija = app.worker().await;
        app.clock.advance(23.hours());
        assert_eq!(app.get("/api/login").token(&maija.token).send().await.status, 200);
        app.clock.advance(24.hours());
        assert_eq!(app.get("/api/login").token(&maija.token).send().await.status, 401);
    }

    async fn daily_use_keeps_it_for_two_weeks_and_no_longer(app: TestApp) {
        let maija = app.worker().await;
        for half_day in 1..28 {
            app.clock.advance(12.hours());
            let answer = app.get("/api/login").token(&maija.token).send().await;
            assert_eq!(answer.status, 200, "after {half_day} half days");
        }
        app.clock.advance(12.hours());
        assert_eq!(app.get("/api/login").token(&maija.token).send().await.status, 401);
    }
}
