//! `POST /api/provider/api-keys`: a key for another program.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::{ApiKeyId, Id};
use liksa_domain::problem::ErrorKey;
use liksa_domain::reading::Reader;
use liksa_store::NewApiKey;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::subject;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::session::staff::AdminSession;
use crate::session::token::Token;

const LONGEST_NAME: usize = 100;

#[derive(Deserialize, ToSchema)]
pub struct KeyToMake {
    /// What the key is for.
    name: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct MadeApiKey {
    pub id: Uuid,
    pub name: String,
    /// For the header `x-api-key`. It is told this once and stored only as a hash.
    pub key: String,
}

/// Make a key for another program. It is shown once.
#[utoipa::path(post, path = "/api/provider/api-keys", tag = "provider", operation_id = "create_api_key",
    security(("session" = ["ROLE_ADMIN"])),
    request_body = KeyToMake,
    responses(
        (status = 201, description = "The key", body = MadeApiKey),
        (status = 422, description = "The name was not accepted", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: AdminSession,
    Json(body): Json<KeyToMake>,
) -> ApiResult<(StatusCode, Json<MadeApiKey>)> {
    let mut reader = Reader::default();
    let name = reader.text("name", body.name.as_deref(), LONGEST_NAME);
    if name.is_empty() {
        reader.refuse("name", ErrorKey::Required);
    }
    let problems = reader.into_problems();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let (id, key): (ApiKeyId, _) = (app.new_id()?, Token::generate()?);
    let (made_by, made_at) = (session.person.id, app.clock.now());
    let mut tx = app.store.begin().await?;
    tx.insert_api_key(&NewApiKey { id, name: &name, hash: key.hash(), made_by, made_at }).await?;
    let detail = json!({"name": name});
    tx.record(&app.event(Some(made_by), Action::ApiKeyCreated, subject(id), &detail)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(MadeApiKey { id: id.uuid(), name, key: key.to_text() })))
}
