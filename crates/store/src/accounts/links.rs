//! One-time links in mails, and the browsers that a person has logged in with.

use liksa_domain::account::TokenKind;
use liksa_domain::person::Email;

use crate::prelude::*;
use crate::sessions::TokenHash;

pub(crate) const KNOWN_BROWSER: &str = "SELECT EXISTS (SELECT 1 FROM person p JOIN known_browser b ON b.person_id = p.id \
     WHERE p.email = $2 AND b.token_hash = $1)";

store_methods! {
    /// Whether the owner of the address has logged in with this browser.
    pub async fn knows_browser(browser: TokenHash, email: &Email) -> bool = fetch_value KNOWN_BROWSER;

    /// The person whom a link belongs to, if it can still be used.
    pub async fn one_time_token(hash: TokenHash, kind: TokenKind, now: Timestamp) -> Option<PersonId> = find_value
        "SELECT person_id FROM one_time_token WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3";
}

tx_methods! {
    /// Uses up a link, and returns the person it belongs to. None if it was used, has expired or does not exist.
    pub async fn use_one_time_token(hash: TokenHash, kind: TokenKind, now: Timestamp) -> Option<PersonId> = find_value
        "UPDATE one_time_token SET used_at = $3 WHERE hash = $1 AND kind = $2 AND used_at IS NULL \
         AND expires_at > $3 RETURNING person_id";

    /// Stores that the person has logged in with this browser.
    pub async fn note_browser(browser: TokenHash, person: PersonId, at: Timestamp) = run
        "INSERT INTO known_browser (token_hash, person_id, last_used_at) VALUES ($1, $2, $3) \
         ON CONFLICT (token_hash, person_id) DO UPDATE SET last_used_at = excluded.last_used_at";

    /// Gives a browser another token, for all people who have logged in with it. Does nothing if it is not known.
    pub async fn renew_browser(before: TokenHash, now: TokenHash) = run
        "UPDATE known_browser SET token_hash = $2 WHERE token_hash = $1";

    pub async fn forget_browsers_of(person: PersonId) = run "DELETE FROM known_browser WHERE person_id = $1";

    pub async fn insert_one_time_token(hash: TokenHash, kind: TokenKind, person: PersonId, now: Timestamp) = change_one
        "INSERT INTO one_time_token (hash, kind, person_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)"
        => hash, kind, person, now, now.saturating_add(kind.lasts()).unwrap_or(Timestamp::MAX);
}

impl Tx {
    /// Deletes all links of a person, as when the password was changed.
    pub async fn delete_tokens_of(&mut self, person: PersonId) -> StoreResult<()> {
        self.run(sql!("DELETE FROM one_time_token WHERE person_id = $1" => person)).await?;
        self.run(sql!("DELETE FROM email_link WHERE person_id = $1" => person)).await
    }
}
