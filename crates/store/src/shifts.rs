//! Shifts from other programs, and the keys by which those come in.

use std::collections::HashMap;

use jiff::Timestamp;
use liksa_domain::ids::{ApiKeyId, Id, PersonId};
use liksa_domain::shift::{Entitlement, Shift};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{On, Store, Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::sessions::TokenHash;
use crate::time::{from_micros, to_micros};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    pub id: ApiKeyId,
    pub name: String,
    pub made_by: PersonId,
    pub made_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
}

pub struct NewApiKey<'a> {
    pub id: ApiKeyId,
    pub name: &'a str,
    pub hash: TokenHash,
    pub made_by: PersonId,
    pub made_at: Timestamp,
}

#[derive(FromRow)]
struct ApiKeyRow {
    id: Uuid,
    name: String,
    made_by: Uuid,
    made_at: i64,
    last_used_at: Option<i64>,
    ended_at: Option<i64>,
}

impl Store {
    /// The workers with these e-mail addresses.
    pub async fn workers_by_email(&self, emails: &[&str]) -> StoreResult<HashMap<String, PersonId>> {
        macro_rules! select {
            ($is_one:literal) => {
                concat!(
                    "SELECT p.email, p.id FROM person p JOIN person_role r ON r.person_id = p.id \
                     AND r.role = 'ROLE_USER' WHERE p.email",
                    $is_one
                )
            };
        }
        let rows: Vec<(String, Uuid)> = match self.reads() {
            On::Sqlite(c) => {
                let list = serde_json::json!(emails).to_string();
                let sql = select!(" IN (SELECT value FROM json_each($1))");
                sqlx::query_as(sql).bind(list).fetch_all(c).await?
            }
            On::Postgres(c) => sqlx::query_as(select!(" = ANY($1)")).bind(emails).fetch_all(c).await?,
        };
        Ok(rows.into_iter().map(|(email, id)| (email, PersonId::from_uuid(id))).collect())
    }

    /// All keys, the newest first.
    pub async fn api_keys(&self) -> StoreResult<Vec<ApiKey>> {
        let rows: Vec<ApiKeyRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, name, made_by, made_at, last_used_at, ended_at FROM api_key ORDER BY id DESC")
            .fetch_all(c).await)?;
        rows.into_iter().map(ApiKeyRow::into_key).collect()
    }
}

impl Tx {
    /// The key that has this hash and was not ended, noted as used.
    pub async fn use_api_key(&mut self, hash: TokenHash, at: Timestamp) -> StoreResult<Option<ApiKeyId>> {
        let found: Option<(Uuid,)> = on!(self.conn(), c => sqlx::query_as(
                "UPDATE api_key SET last_used_at = $2 WHERE key_hash = $1 AND ended_at IS NULL RETURNING id")
            .bind(hash.0.to_vec())
            .bind(to_micros(at))
            .fetch_optional(c).await)?;
        Ok(found.map(|(id,)| ApiKeyId::from_uuid(id)))
    }

    pub async fn insert_api_key(&mut self, new: &NewApiKey<'_>) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO api_key (id, name, key_hash, made_by, made_at) VALUES ($1, $2, $3, $4, $5)")
            .bind(new.id.uuid())
            .bind(new.name)
            .bind(new.hash.0.to_vec())
            .bind(new.made_by.uuid())
            .bind(to_micros(new.made_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// False if there is no such key, or it was ended before.
    pub async fn end_api_key(&mut self, id: ApiKeyId, at: Timestamp) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE api_key SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL")
            .bind(id.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Writes a shift as it now is, whether or not it was there. False if it was there just so.
    pub async fn put_shift(&mut self, shift: &Shift, person: PersonId, at: Timestamp) -> StoreResult<bool> {
        let entitled: Vec<&str> = shift.entitled.iter().map(|one| Entitlement::name(*one)).collect();
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO shift (shift_id, person_id, starts, ends, department_key, department_name, \
                 entitled, imported_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
                 ON CONFLICT (shift_id) DO UPDATE SET person_id = excluded.person_id, starts = excluded.starts, \
                 ends = excluded.ends, department_key = excluded.department_key, \
                 department_name = excluded.department_name, entitled = excluded.entitled, \
                 imported_at = excluded.imported_at WHERE shift.person_id <> excluded.person_id \
                 OR shift.starts <> excluded.starts OR shift.ends <> excluded.ends \
                 OR shift.department_key <> excluded.department_key \
                 OR shift.department_name <> excluded.department_name OR shift.entitled <> excluded.entitled")
            .bind(&shift.id)
            .bind(person.uuid())
            .bind(shift.starts.strftime("%Y-%m-%dT%H:%M").to_string())
            .bind(shift.ends.strftime("%Y-%m-%dT%H:%M").to_string())
            .bind(&shift.department_key)
            .bind(&shift.department_name)
            .bind(entitled.join(","))
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

impl ApiKeyRow {
    fn into_key(self) -> StoreResult<ApiKey> {
        Ok(ApiKey {
            id: ApiKeyId::from_uuid(self.id),
            name: self.name,
            made_by: PersonId::from_uuid(self.made_by),
            made_at: from_micros(self.made_at)?,
            last_used_at: self.last_used_at.map(from_micros).transpose()?,
            ended_at: self.ended_at.map(from_micros).transpose()?,
        })
    }
}
