//! `GET /api/session`: who is signed in, if anybody. The app asks it at every start, when nobody
//! being there is no failure; `GET /api/login` is for clients that expect a session.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::wire::User;
use crate::app::AppState;
use crate::http::error::ApiResult;
use crate::http::extract::Json;
use crate::session::Session;

#[derive(Serialize, ToSchema)]
pub struct Visitor {
    /// Null for somebody who is not signed in.
    #[schema(required)]
    pub user: Option<User>,
}

/// Who is signed in, if anybody.
#[utoipa::path(get, path = "/api/session", tag = "login", operation_id = "visitor",
    responses((status = 200, description = "The person, or nobody", body = Visitor)))]
pub async fn get(State(app): State<AppState>, headers: HeaderMap) -> ApiResult<Json<Visitor>> {
    let session = Session::find(&headers, &app).await?;
    Ok(Json(Visitor { user: session.map(|session| User::new(&session.person, None)) }))
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::Value;

    use crate::testing::TestApp;

    both_engines!(nobody_is_no_failure);

    async fn nobody_is_no_failure(app: TestApp) {
        let answer = app.get("/api/session").send().await;
        assert_eq!((answer.status, &answer.json["user"]), (200, &Value::Null));
        let answer = app.get("/api/session").token("nonsense").send().await;
        assert_eq!((answer.status, &answer.json["user"]), (200, &Value::Null));
        let maija = app.worker().await;
        let answer = app.get("/api/session").token(&maija.token).send().await;
        assert_eq!(answer.json["user"]["email"], "maija@liksa.example");
        assert!(answer.json["user"].get("authtoken").is_none());
    }
}
