//! Shifts from other programs, and the keys by which those come in.

use std::collections::HashMap;

use liksa_domain::shift::{Entitlement, Shift};

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

impl Store {
    /// The workers with these e-mail addresses.
    pub async fn workers_by_email(&self, emails: &[&str]) -> StoreResult<HashMap<String, PersonId>> {
        let select = sql!(
            "SELECT p.email, p.id FROM person p JOIN person_role r ON r.person_id = p.id \
             AND r.role = 'ROLE_USER' WHERE p.email = ANY($1)" => emails
        );
        let rows: Vec<(String, PersonId)> = self.fetch_all(select).await?;
        Ok(rows.into_iter().collect())
    }
}

store_methods! {
    /// Which of these shifts a row of the person may name: the person's own, and what a row of theirs names already,
    /// although planning has taken the shift away.
    pub async fn shifts_to_bill(person: PersonId, shifts: &[&str]) -> Vec<String> = fetch_values
        "SELECT shift_id FROM shift WHERE person_id = $1 AND shift_id = ANY($2) \
         UNION SELECT r.shift_id FROM bill_row r JOIN bill b ON b.id = r.bill_id \
         WHERE b.person_id = $1 AND r.shift_id = ANY($2)";
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

impl Tx {
    /// Writes a shift as it now is, whether or not it was there. False if it was there just so.
    pub async fn put_shift(&mut self, shift: &Shift, person: PersonId, at: Timestamp) -> StoreResult<bool> {
        let entitled: Vec<&str> = shift.entitled.iter().map(|one| Entitlement::name(*one)).collect();
        self.try_change(sql!(
            "INSERT INTO shift (shift_id, person_id, starts, ends, department_key, department_name, \
             entitled, imported_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
             ON CONFLICT (shift_id) DO UPDATE SET person_id = excluded.person_id, starts = excluded.starts, \
             ends = excluded.ends, department_key = excluded.department_key, \
             department_name = excluded.department_name, entitled = excluded.entitled, \
             imported_at = excluded.imported_at WHERE shift.person_id <> excluded.person_id \
             OR shift.starts <> excluded.starts OR shift.ends <> excluded.ends \
             OR shift.department_key <> excluded.department_key \
             OR shift.department_name <> excluded.department_name OR shift.entitled <> excluded.entitled"
            => shift.id, person, shift.starts.strftime("%Y-%m-%dT%H:%M").to_string(),
               shift.ends.strftime("%Y-%m-%dT%H:%M").to_string(), shift.department_key,
               shift.department_name, entitled.join(","), at
        ))
        .await
    }
}
