//! `GET /api/person`: one's own account.

use axum::extract::State;

use super::own_account;
use super::wire::Profile;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::session::Session;

/// One's own account in full.
#[utoipa::path(get, path = "/api/person", tag = "person", operation_id = "own_account",
    security(("session" = [])),
    responses(
        (status = 200, description = "The account", body = Profile),
        (status = 401, description = "Not signed in", body = Problem)))]
pub async fn get(State(app): State<AppState>, session: Session) -> ApiResult<Json<Profile>> {
    let account = own_account(&app, session.person.id).await?;
    Ok(Json(Profile::of(&app, &account).await?))
}
