//! `/api/provider/api-keys`: keys for other programs, made and ended by administrators, shown once.

use liksa_actions::administration;
use liksa_store::ApiKey;

use crate::api::prelude::*;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(api_keys, create_api_key)).routes(routes!(end_api_key))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKeys {
    /// The newest first.
    #[schema(required)]
    pub api_keys: Vec<ApiKey>,
}

/// All keys of other programs.
#[utoipa::path(get, path = "/api/provider/api-keys",
    responses((status = 200, description = "The keys", body = ApiKeys)))]
async fn api_keys(app: Server, _: AdminSession) -> Reply<ApiKeys> {
    Ok(Json(ApiKeys { api_keys: app.store.api_keys().await? }))
}

#[derive(Deserialize, ToSchema)]
pub struct KeyToMake {
    /// What the key is for.
    name: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct MadeApiKey {
    pub id: ApiKeyId,
    pub name: String,
    /// For the header `x-api-key`. It is answered this once and stored only as a hash.
    pub key: String,
}

/// Make a key for another program. It is shown once.
#[utoipa::path(post, path = "/api/provider/api-keys", request_body = KeyToMake,
    responses(
        (status = 201, description = "The key", body = MadeApiKey),
        (status = 422, description = "The name was not accepted")))]
async fn create_api_key(
    app: Server,
    session: AdminSession,
    Json(body): Json<KeyToMake>,
) -> ApiResult<(StatusCode, Json<MadeApiKey>)> {
    let made = administration::create_api_key(&app, session.person.id, body.name.as_deref()).await?;
    let made = MadeApiKey { id: made.id, name: made.name, key: made.key.to_text() };
    Ok((StatusCode::CREATED, Json(made)))
}

/// End a key at once.
#[utoipa::path(delete, path = "/api/provider/api-keys/{keyId}",
    responses(
        (status = 204, description = "It is good for nothing any more"),
        (status = 404, description = "No such key, or ended before")))]
async fn end_api_key(app: Server, session: AdminSession, Path(key): Path<ApiKeyId>) -> ApiResult<StatusCode> {
    administration::end_api_key(&app, session.person.id, key).await?;
    Ok(StatusCode::NO_CONTENT)
}
