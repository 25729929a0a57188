//! Sessions. Only the browser has the token; the database has its hash.

use liksa_domain::person::Person;

use crate::people::person_columns;
use crate::prelude::*;

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

/// A session and its person.
pub struct SessionOfPerson {
    pub id: SessionId,
    pub last_seen_at: Timestamp,
    pub person: Person,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    pub id: SessionId,
    pub user_agent: String,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
}

read_row! { ListedSession { id, user_agent, created_at, last_seen_at } }

read_row! { SessionOfPerson { id = "session_id", last_seen_at } flat { person } }

pub(crate) const SESSIONS_OF_PERSON: &str = "SELECT id, user_agent, created_at, last_seen_at FROM session \
     WHERE person_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC, id";

store_methods! {
    /// The session of a token, if it has not expired and was used after `idle_since`.
    pub async fn session(
        token: TokenHash, now: Timestamp, idle_since: Timestamp,
    ) -> Option<SessionOfPerson> = fetch_optional
        concat!(
            "SELECT s.id AS session_id, s.last_seen_at, ", person_columns!(),
            " FROM session s JOIN person p ON p.id = s.person_id \
             WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND p.erased_at IS NULL"
        );

    /// The sessions of a person that are still valid, the one used last first.
    pub async fn sessions_of(
        person: PersonId, now: Timestamp, idle_since: Timestamp,
    ) -> Vec<ListedSession> = fetch_all
        SESSIONS_OF_PERSON;
}

tx_methods! {
    pub async fn insert_session(new: &NewSession<'_>) = change_one
        "INSERT INTO session (id, person_id, token_hash, user_agent, created_at, last_seen_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $5, $6)"
        => new.id, new.person, new.token_hash, new.user_agent, new.created_at, new.expires_at;

    /// Stores when the session was last used. One that has ended meanwhile stays ended.
    pub async fn touch_session(id: SessionId, now: Timestamp) = run
        "UPDATE session SET last_seen_at = $2 WHERE id = $1";

    /// Ends a session of this person; false if there is none of the id, as when two tabs log out at once.
    pub async fn delete_session_of(person: PersonId, id: SessionId) -> bool = try_change
        "DELETE FROM session WHERE id = $1 AND person_id = $2" => id, person;

    /// Ends all sessions of a person but this one, and returns how many those were.
    pub async fn delete_sessions_of(person: PersonId, but: Option<SessionId>) -> u64 = execute
        "DELETE FROM session WHERE person_id = $1 AND id <> $2" => person, after_id(but);

    /// Deletes the sessions that no request can use any more.
    pub async fn delete_dead_sessions(now: Timestamp, idle_since: Timestamp) -> u64 = execute
        "DELETE FROM session WHERE expires_at <= $1 OR last_seen_at <= $2";
}
