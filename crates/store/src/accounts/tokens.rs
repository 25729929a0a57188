//! Links in mails, each good for one use.

use jiff::Timestamp;
use liksa_domain::account::TokenKind;
use liksa_domain::ids::{Id, PersonId};
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::sessions::TokenHash;
use crate::time::to_micros;

impl Tx {
    pub async fn insert_one_time_token(
        &mut self,
        hash: TokenHash,
        kind: TokenKind,
        person: PersonId,
        now: Timestamp,
    ) -> StoreResult<()> {
        let expires = now.saturating_add(kind.lasts()).unwrap_or(Timestamp::MAX);
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO one_time_token (hash, kind, person_id, created_at, expires_at) \
                 VALUES ($1, $2, $3, $4, $5)")
            .bind(hash.0.as_slice())
            .bind(kind.name())
            .bind(person.uuid())
            .bind(to_micros(now))
            .bind(to_micros(expires))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Uses a link up. Whose it is, or nothing if it was used, has run out, or never was.
    pub async fn use_one_time_token(
        &mut self,
        hash: TokenHash,
        kind: TokenKind,
        now: Timestamp,
    ) -> StoreResult<Option<PersonId>> {
        let row: Option<(Uuid,)> = on!(self.conn(), c => sqlx::query_as(
                "UPDATE one_time_token SET used_at = $3 \
                 WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3 RETURNING person_id")
            .bind(hash.0.as_slice())
            .bind(kind.name())
            .bind(to_micros(now))
            .fetch_optional(c).await)?;
        Ok(row.map(|(id,)| PersonId::from_uuid(id)))
    }

    /// Makes all links of a person useless, as when the password was changed.
    pub async fn delete_tokens_of(&mut self, person: PersonId) -> StoreResult<()> {
        const LINKS: [&str; 2] = [
            "DELETE FROM one_time_token WHERE person_id = $1",
            "DELETE FROM email_link WHERE person_id = $1",
        ];
        for statement in LINKS {
            on!(self.conn(), c => sqlx::query(statement).bind(person.uuid()).execute(c).await.map(drop))?;
        }
        Ok(())
    }
}

impl Store {
    /// Whose link it is, if it can still be used.
    pub async fn one_time_token(
        &self,
        hash: TokenHash,
        kind: TokenKind,
        now: Timestamp,
    ) -> StoreResult<Option<PersonId>> {
        let row: Option<(Uuid,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT person_id FROM one_time_token \
                 WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3")
            .bind(hash.0.as_slice())
            .bind(kind.name())
            .bind(to_micros(now))
            .fetch_optional(c).await)?;
        Ok(row.map(|(id,)| PersonId::from_uuid(id)))
    }
}
