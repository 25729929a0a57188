//! Registrations under way, each known by its browser and by the token of its mail.

use jiff::SignedDuration;
use liksa_domain::account::identity::{Identity, IdentityClaims};
use liksa_domain::account::registration::{Newcomer, RegistrationState};
use liksa_domain::person::Email;
use liksa_finland::PersonalId;

use crate::prelude::*;
use crate::sessions::TokenHash;

pub struct NewRegistration<'a> {
    pub id: RegistrationId,
    pub newcomer: &'a Newcomer,
    pub password_hash: &'a str,
    pub browser: TokenHash,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

pub struct StoredRegistration {
    pub id: RegistrationId,
    pub newcomer: Newcomer,
    pub password_hash: String,
    pub state: RegistrationState,
    /// The person, once a bank has identified them.
    pub identity: Option<Identity>,
    /// Whether it was continued in another browser than the one in which the password was chosen.
    pub moved: bool,
}

impl ReadRow for StoredRegistration {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let (personal_id, first_name, last_name): (Option<String>, Option<String>, Option<String>) =
            (row.get("personal_id")?, row.get("first_name")?, row.get("last_name")?);
        let told = IdentityClaims {
            personal_id: personal_id.as_deref(),
            first_name: first_name.as_deref(),
            last_name: last_name.as_deref(),
        };
        Ok(Self {
            id: row.get("id")?,
            newcomer: row.read()?,
            password_hash: row.get("password_hash")?,
            state: row.get("state")?,
            identity: told.read().ok(),
            moved: row.get("moved")?,
        })
    }
}

read_row! { Newcomer { email, phone, address, postal_code, promo_code, language } }

/// Selects a registration that has not expired by `$2`.
macro_rules! registration_by {
    ($column:literal) => {
        concat!(
            "SELECT id, email, phone, address, postal_code, password_hash, promo_code, language, state, \
             personal_id, first_name, last_name, moved FROM registration WHERE ",
            $column,
            " = $1 AND expires_at > $2"
        )
    };
}

store_methods! {
    pub async fn registration(id: RegistrationId, now: Timestamp) -> Option<StoredRegistration> = fetch_optional
        registration_by!("id");

    pub async fn registration_of_browser(
        browser: TokenHash, now: Timestamp,
    ) -> Option<StoredRegistration> = fetch_optional
        registration_by!("browser_hash");

    pub async fn registration_of_token(
        token: TokenHash, now: Timestamp,
    ) -> Option<StoredRegistration> = fetch_optional
        registration_by!("token_hash");
}

tx_methods! {
    /// Stores the token of the mail about to be sent, in place of one whose mail was not sent. False if it is gone.
    pub async fn set_registration_token(id: RegistrationId, token: TokenHash) -> bool = try_change
        "UPDATE registration SET token_hash = $2 WHERE id = $1";

    /// Continues the registration in another browser, and no longer in the one before. An identity from the browser
    /// before may be of another person and is deleted. False if the registration has ended meanwhile.
    pub async fn move_registration(id: RegistrationId, browser: TokenHash) -> bool = try_change
        "UPDATE registration SET browser_hash = $2, moved = $3, state = 'STARTED', personal_id = NULL, first_name = \
         NULL, last_name = NULL WHERE id = $1 AND state <> 'DONE'" => id, browser, true;

    /// Stores whom the bank identified in this browser. False if the registration has moved to another browser or
    /// ended meanwhile.
    pub async fn identify_registration(id: RegistrationId, browser: TokenHash, who: &Identity) -> bool = try_change
        "UPDATE registration SET state = 'IDENTIFIED', personal_id = $3, first_name = $4, last_name = $5 \
         WHERE id = $1 AND browser_hash = $2 AND state <> 'DONE'"
        => id, browser, who.personal_id, who.first_name, who.last_name;

    /// Ends a registration whose account was made, and deletes what it was made of. False if it has ended, moved to
    /// another browser, or the bank has identified another person meanwhile.
    pub async fn end_registration(id: RegistrationId, browser: TokenHash, who: &PersonalId) -> bool = try_change
        "UPDATE registration SET state = 'DONE', personal_id = NULL, password_hash = '' WHERE id = $1 \
         AND browser_hash = $2 AND state = 'IDENTIFIED' AND personal_id = $3";

    pub async fn insert_password_request(id: PasswordRequestId, email: &Email, at: Timestamp) = change_one
        "INSERT INTO password_request (id, email, created_at) VALUES ($1, $2, $3)";

    /// Removes a request, and returns its address. None if it was answered before.
    pub async fn take_password_request(id: PasswordRequestId) -> Option<Email> = find_value
        "DELETE FROM password_request WHERE id = $1 RETURNING email";

    pub async fn insert_registration(new: &NewRegistration<'_>) = change_one
        "INSERT INTO registration (id, email, phone, address, postal_code, password_hash, promo_code, language, \
         state, browser_hash, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'STARTED', $9, $10, $11)"
        => new.id, new.newcomer.email, new.newcomer.phone, new.newcomer.address, new.newcomer.postal_code,
           new.password_hash, new.newcomer.promo_code, new.newcomer.language, new.browser, new.created_at,
           new.expires_at;
}

impl Tx {
    /// Deletes what can no longer be used: registrations, identifications and links that have expired, requests for a
    /// password that were never answered, and browsers that were last used before `unused_since`.
    pub async fn forget_old_accounts(&mut self, now: Timestamp, unused_since: Timestamp) -> StoreResult<()> {
        const EXPIRED: [&str; 4] = [
            "DELETE FROM identification WHERE expires_at <= $1",
            "DELETE FROM registration WHERE expires_at <= $1",
            "DELETE FROM one_time_token WHERE expires_at <= $1",
            "DELETE FROM email_link WHERE expires_at <= $1",
        ];
        for statement in EXPIRED {
            self.run(sql!(statement => now)).await?;
        }
        let a_day_ago = now.checked_sub(SignedDuration::from_hours(24)).unwrap_or(Timestamp::MIN);
        self.execute(sql!("DELETE FROM password_request WHERE created_at <= $1" => a_day_ago)).await?;
        self.run(sql!("DELETE FROM known_browser WHERE last_used_at <= $1" => unused_since)).await
    }
}
