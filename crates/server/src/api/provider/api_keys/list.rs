//! `GET /api/provider/api-keys`: the keys, without what they open.

use axum::extract::State;
use liksa_domain::ids::Id;
use liksa_store::ApiKey;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::AppState;
use crate::http::error::ApiResult;
use crate::http::extract::Json;
use crate::session::staff::AdminSession;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKey)]
pub struct ApiKeyOnWire {
    pub id: Uuid,
    pub name: String,
    /// An instant, ISO 8601.
    pub made_at: String,
    #[schema(required)]
    pub last_used_at: Option<String>,
    /// Null while it is good.
    #[schema(required)]
    pub ended_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKeys {
    /// The newest first.
    #[schema(required)]
    pub api_keys: Vec<ApiKeyOnWire>,
}

/// All keys of other programs.
#[utoipa::path(get, path = "/api/provider/api-keys", tag = "provider", operation_id = "api_keys",
    security(("session" = ["ROLE_ADMIN"])),
    responses((status = 200, description = "The keys", body = ApiKeys)))]
pub async fn get(State(app): State<AppState>, _: AdminSession) -> ApiResult<Json<ApiKeys>> {
    let keys = app.store.api_keys().await?;
    Ok(Json(ApiKeys { api_keys: keys.into_iter().map(ApiKeyOnWire::from).collect() }))
}

impl From<ApiKey> for ApiKeyOnWire {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id.uuid(),
            name: key.name,
            made_at: key.made_at.to_string(),
            last_used_at: key.last_used_at.map(|at| at.to_string()),
            ended_at: key.ended_at.map(|at| at.to_string()),
        }
    }
}
