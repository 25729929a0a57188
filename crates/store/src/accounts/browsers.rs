//! Browsers that somebody has logged in with before.

use jiff::Timestamp;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::person::Email;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::StoreResult;
use crate::sessions::TokenHash;
use crate::time::to_micros;

pub const KNOWN_BROWSER: &str = "SELECT p.id FROM person p JOIN known_browser b ON b.person_id = p.id \
     WHERE p.email = $2 AND b.token_hash = $1";

impl Store {
    /// Whether the owner of the address has logged in with this browser.
    pub async fn knows_browser(&self, browser: TokenHash, email: &Email) -> StoreResult<bool> {
        let found: Option<(Uuid,)> = on!(self.reads(), c => sqlx::query_as(KNOWN_BROWSER)
            .bind(browser.0.as_slice())
            .bind(email.as_str())
            .fetch_optional(c).await)?;
        Ok(found.is_some())
    }
}

impl Tx {
    pub async fn note_browser(
        &mut self,
        browser: TokenHash,
        person: PersonId,
        at: Timestamp,
    ) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query(
                "INSERT INTO known_browser (token_hash, person_id, last_used_at) VALUES ($1, $2, $3) \
                 ON CONFLICT (token_hash, person_id) DO UPDATE SET last_used_at = excluded.last_used_at")
            .bind(browser.0.as_slice())
            .bind(person.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(drop))?;
        Ok(())
    }

    pub async fn forget_browsers_of(&mut self, person: PersonId) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query("DELETE FROM known_browser WHERE person_id = $1")
            .bind(person.uuid())
            .execute(c).await.map(drop))?;
        Ok(())
    }
}
