//! `DELETE /api/login`: sign out.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_domain::audit::Action;
use serde_json::json;

use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::session::Session;
use crate::session::cookie::{self, Kept};

/// Sign out: the session ends on the server, and the cookie goes.
#[utoipa::path(delete, path = "/api/login", tag = "login", operation_id = "logout",
    security(("session" = [])),
    responses(
        (status = 204, description = "Signed out"),
        (status = 401, description = "Not signed in", body = Problem)))]
pub async fn delete(State(app): State<AppState>, session: Session) -> ApiResult<Response> {
    let subject = format!("session:{}", session.id);
    let event = app.event(Some(session.person.id), Action::SessionEnded, subject, &json!({}));
    let mut tx = app.store.begin().await?;
    if tx.delete_session(session.id).await? {
        tx.record(&event).await?;
    }
    tx.commit().await?;
    let clear = cookie::cleared(Kept::Session, app.config.is_production());
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, clear)]).into_response())
}

#[cfg(test)]
mod tests {
    use liksa_domain::audit::Action;
    use liksa_test_support::both_engines;

    use crate::testing::TestApp;

    both_engines! {
        signing_out_ends_the_session_for_good,
        other_devices_stay_signed_in,
    }

    async fn signing_out_ends_the_session_for_good(app: TestApp) {
        let maija = app.worker().await;
        let session = app.session_id(&maija.token).await;
        let answer = app.delete("/api/login").token(&maija.token).send().await;
        assert_eq!(answer.status, 204);
        assert!(answer.headers["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
        assert_eq!(app.get("/api/login").token(&maija.token).send().await.status, 401);
        assert_eq!(app.delete("/api/login").token(&maija.token).send().await.status, 401);
        let events = app.store.audit_of(&format!("session:{session}")).await.unwrap();
        let actions: Vec<_> = events.iter().map(|event| event.action).collect();
        assert_eq!(actions, [Action::SessionStarted, Action::SessionEnded]);
    }

    async fn other_devices_stay_signed_in(app: TestApp) {
        let phone = app.worker().await;
        let laptop = app.sign_in("maija@liksa.example").await;
        app.delete("/api/login").token(&phone.token).send().await;
        assert_eq!(app.get("/api/login").token(&laptop.token).send().await.status, 200);
    }
}
