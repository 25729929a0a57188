//! Log-ins. The token is known to its holder alone; here stands its hash.

use jiff::Timestamp;
use liksa_domain::ids::{Id, PersonId, SessionId};
use liksa_domain::person::Person;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::people::PersonRow;
use crate::time::{from_micros, to_micros};

/// SHA-256 of a session token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

pub struct NewSession<'a> {
    pub id: SessionId,
    pub person: PersonId,
    pub token_hash: TokenHash,
    /// The browser's own description of itself, for the list of log-ins.
    pub user_agent: &'a str,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A live log-in and whose it is.
pub struct SessionOfPerson {
    pub id: SessionId,
    pub last_seen_at: Timestamp,
    pub person: Person,
}

/// A log-in as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    pub id: SessionId,
    pub user_agent: String,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
}

#[derive(FromRow)]
struct ListedRow {
    id: Uuid,
    user_agent: String,
    created_at: i64,
    last_seen_at: i64,
}

#[derive(FromRow)]
struct SessionRow {
    session_id: Uuid,
    last_seen_at: i64,
    #[sqlx(flatten)]
    person: PersonRow,
}

pub const SESSIONS_OF_PERSON: &str = "SELECT id, user_agent, created_at, last_seen_at FROM session \
     WHERE person_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC, id";

impl Store {
    /// The log-in behind a token, if it has neither run out nor lain unused since `idle_since`.
    pub async fn session(
        &self,
        token: TokenHash,
        now: Timestamp,
        idle_since: Timestamp,
    ) -> StoreResult<Option<SessionOfPerson>> {
        let row: Option<SessionRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT s.id AS session_id, s.last_seen_at, \
                 p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, p.strong_identified, \
                 (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles \
                 FROM session s JOIN person p ON p.id = s.person_id \
                 WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND p.erased_at IS NULL")
            .bind(token.0.as_slice())
            .bind(to_micros(now))
            .bind(to_micros(idle_since))
            .fetch_optional(c).await)?;
        row.map(|row| {
            Ok(SessionOfPerson {
                id: SessionId::from_uuid(row.session_id),
                last_seen_at: from_micros(row.last_seen_at)?,
                person: row.person.into_person()?,
            })
        })
        .transpose()
    }

    /// The log-ins of a person that still hold, the one used last first.
    pub async fn sessions_of(
        &self,
        person: PersonId,
        now: Timestamp,
        idle_since: Timestamp,
    ) -> StoreResult<Vec<ListedSession>> {
        let rows: Vec<ListedRow> = on!(self.reads(), c => sqlx::query_as(SESSIONS_OF_PERSON)
            .bind(person.uuid())
            .bind(to_micros(now))
            .bind(to_micros(idle_since))
            .fetch_all(c).await)?;
        let listed = |row: ListedRow| {
            Ok(ListedSession {
                id: SessionId::from_uuid(row.id),
                user_agent: row.user_agent,
                created_at: from_micros(row.created_at)?,
                last_seen_at: from_micros(row.last_seen_at)?,
            })
        };
        rows.into_iter().map(listed).collect()
    }
}

impl Tx {
    pub async fn insert_session(&mut self, new: &NewSession<'_>) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO session (id, person_id, token_hash, user_agent, created_at, last_seen_at, \
                 expires_at) VALUES ($1, $2, $3, $4, $5, $5, $6)")
            .bind(new.id.uuid())
            .bind(new.person.uuid())
            .bind(new.token_hash.0.as_slice())
            .bind(new.user_agent)
            .bind(to_micros(new.created_at))
            .bind(to_micros(new.expires_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Notes that the log-in is in use. One that ended meanwhile stays ended.
    pub async fn touch_session(&mut self, id: SessionId, now: Timestamp) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query("UPDATE session SET last_seen_at = $2 WHERE id = $1")
            .bind(id.uuid())
            .bind(to_micros(now))
            .execute(c).await.map(drop))?;
        Ok(())
    }

    /// Ends a log-in; false if it had ended already, as when two tabs sign out at once.
    pub async fn delete_session(&mut self, id: SessionId) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM session WHERE id = $1")
            .bind(id.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Ends a log-in of this person; false if there is none of the id.
    pub async fn delete_session_of(&mut self, person: PersonId, id: SessionId) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM session WHERE id = $1 AND person_id = $2")
            .bind(id.uuid())
            .bind(person.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Ends all log-ins of a person but this one. Answers how many those were.
    pub async fn delete_sessions_of(&mut self, person: PersonId, but: Option<SessionId>) -> StoreResult<u64> {
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM session WHERE person_id = $1 AND id <> $2")
            .bind(person.uuid())
            .bind(but.map_or(Uuid::nil(), Id::uuid))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows)
    }

    /// Forgets the log-ins that no request can use any more.
    pub async fn delete_dead_sessions(&mut self, now: Timestamp, idle_since: Timestamp) -> StoreResult<u64> {
        let rows = on!(self.conn(), c => sqlx::query(
                "DELETE FROM session WHERE expires_at <= $1 OR last_seen_at <= $2")
            .bind(to_micros(now))
            .bind(to_micros(idle_since))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows)
    }
}
