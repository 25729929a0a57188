//! Keys by which other programs come in.

use crate::prelude::*;
use crate::sessions::TokenHash;

/// A key of another program.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    pub id: ApiKeyId,
    pub name: String,
    #[serde(skip)]
    pub made_by: PersonId,
    /// An instant, ISO 8601.
    pub made_at: Timestamp,
    #[schema(required)]
    pub last_used_at: Option<Timestamp>,
    /// None while the key is valid.
    #[schema(required)]
    pub ended_at: Option<Timestamp>,
}

pub struct NewApiKey<'a> {
    pub id: ApiKeyId,
    pub name: &'a str,
    pub hash: TokenHash,
    pub made_by: PersonId,
    pub made_at: Timestamp,
}

read_row! { ApiKey { id, name, made_by, made_at, last_used_at, ended_at } }

store_methods! {
    /// All keys, the newest first.
    pub async fn api_keys() -> Vec<ApiKey> = fetch_all
        "SELECT id, name, made_by, made_at, last_used_at, ended_at FROM api_key ORDER BY id DESC";
}

tx_methods! {
    /// The key that has this hash and was not ended, noted as used.
    pub async fn use_api_key(hash: TokenHash, at: Timestamp) -> Option<ApiKeyId> = find_value
        "UPDATE api_key SET last_used_at = $2 WHERE key_hash = $1 AND ended_at IS NULL RETURNING id";

    pub async fn insert_api_key(new: &NewApiKey<'_>) = change_one
        "INSERT INTO api_key (id, name, key_hash, made_by, made_at) VALUES ($1, $2, $3, $4, $5)"
        => new.id, new.name, new.hash, new.made_by, new.made_at;

    /// False if there is no such key, or it was ended before.
    pub async fn end_api_key(id: ApiKeyId, at: Timestamp) -> bool = try_change
        "UPDATE api_key SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL";
}
