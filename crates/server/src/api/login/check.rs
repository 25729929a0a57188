//! `GET /api/login`: who is signed in.

use crate::api::wire::User;
use crate::http::error::Problem;
use crate::http::extract::Json;
use crate::session::Session;

/// The signed-in person.
#[utoipa::path(get, path = "/api/login", tag = "login", operation_id = "session",
    security(("session" = [])),
    responses(
        (status = 200, description = "Signed in", body = User),
        (status = 401, description = "Not signed in", body = Problem)))]
pub async fn get(session: Session) -> Json<User> {
    Json(User::new(&session.person, None))
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use liksa_test_support::both_engines;

    use crate::testing::TestApp;

    both_engines! {
        the_token_opens_the_session,
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
