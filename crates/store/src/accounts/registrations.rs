//! Newcomers on their way, each known by the browser it began in and by the token of its mail.

use jiff::{SignedDuration, Timestamp};
use liksa_domain::account::identity::{Identity, Told};
use liksa_domain::account::registration::{Newcomer, RegistrationState};
use liksa_domain::ids::{Id, PasswordRequestId, RegistrationId};
use liksa_domain::person::{Email, Language};
use liksa_finland::PersonalId;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::sessions::TokenHash;
use crate::time::to_micros;

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
    /// Who it is, once a bank has told.
    pub identity: Option<Identity>,
    /// Whether another browser goes on than the one in which the password was chosen.
    pub moved: bool,
}

#[derive(FromRow)]
struct RegistrationRow {
    id: Uuid,
    email: String,
    phone: String,
    address: String,
    postal_code: String,
    password_hash: String,
    promo_code: Option<String>,
    language: String,
    state: String,
    personal_id: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    moved: bool,
}

/// The columns of a registration that has not run out by `$2`, known by one of its columns.
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

impl Store {
    pub async fn registration(
        &self,
        id: RegistrationId,
        now: Timestamp,
    ) -> StoreResult<Option<StoredRegistration>> {
        let row: Option<RegistrationRow> = on!(self.reads(), c => sqlx::query_as(registration_by!("id"))
            .bind(id.uuid())
            .bind(to_micros(now))
            .fetch_optional(c).await)?;
        row.map(RegistrationRow::into_registration).transpose()
    }

    pub async fn registration_of_browser(
        &self,
        browser: TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<StoredRegistration>> {
        let row: Option<RegistrationRow> = on!(self.reads(), c => sqlx::query_as(registration_by!("browser_hash"))
            .bind(browser.0.as_slice())
            .bind(to_micros(now))
            .fetch_optional(c).await)?;
        row.map(RegistrationRow::into_registration).transpose()
    }

    pub async fn registration_of_token(
        &self,
        token: TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<StoredRegistration>> {
        let row: Option<RegistrationRow> = on!(self.reads(), c => sqlx::query_as(registration_by!("token_hash"))
            .bind(token.0.as_slice())
            .bind(to_micros(now))
            .fetch_optional(c).await)?;
        row.map(RegistrationRow::into_registration).transpose()
    }
}

impl Tx {
    pub async fn insert_registration(&mut self, new: &NewRegistration<'_>) -> StoreResult<()> {
        let newcomer = new.newcomer;
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO registration (id, email, phone, address, postal_code, password_hash, promo_code, \
                 language, state, browser_hash, created_at, expires_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'STARTED', $9, $10, $11)")
            .bind(new.id.uuid())
            .bind(newcomer.email.as_str())
            .bind(&newcomer.phone)
            .bind(&newcomer.address)
            .bind(&newcomer.postal_code)
            .bind(new.password_hash)
            .bind(&newcomer.promo_code)
            .bind(newcomer.language.name())
            .bind(new.browser.0.as_slice())
            .bind(to_micros(new.created_at))
            .bind(to_micros(new.expires_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Gives the registration the token of its mail, in place of one whose mail did not leave. False if it is gone.
    pub async fn set_registration_token(
        &mut self,
        id: RegistrationId,
        token: TokenHash,
    ) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE registration SET token_hash = $2 WHERE id = $1")
            .bind(id.uuid())
            .bind(token.0.as_slice())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Lets another browser go on, and the one before no longer. Whom a bank told of in the browser before may be
    /// somebody else, and is forgotten. False if the registration has come to its end meanwhile.
    pub async fn move_registration(&mut self, id: RegistrationId, browser: TokenHash) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE registration SET browser_hash = $2, moved = $3, state = 'STARTED', personal_id = NULL, \
                 first_name = NULL, last_name = NULL WHERE id = $1 AND state <> 'DONE'")
            .bind(id.uuid())
            .bind(browser.0.as_slice())
            .bind(true)
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Notes who it is that was at the bank with this browser. False if the registration has moved to another browser
    /// or come to its end meanwhile.
    pub async fn identify_registration(
        &mut self,
        id: RegistrationId,
        browser: TokenHash,
        who: &Identity,
    ) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE registration SET state = 'IDENTIFIED', personal_id = $3, first_name = $4, last_name = $5 \
                 WHERE id = $1 AND browser_hash = $2 AND state <> 'DONE'")
            .bind(id.uuid())
            .bind(browser.0.as_slice())
            .bind(who.personal_id.as_str())
            .bind(&who.first_name)
            .bind(&who.last_name)
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// The account of this person is there: what it was made of is forgotten. False if somebody was quicker: it has
    /// ended, moved to another browser, or the bank has told of somebody else.
    pub async fn end_registration(
        &mut self,
        id: RegistrationId,
        browser: TokenHash,
        who: &PersonalId,
    ) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE registration SET state = 'DONE', personal_id = NULL, password_hash = '' \
                 WHERE id = $1 AND browser_hash = $2 AND state = 'IDENTIFIED' AND personal_id = $3")
            .bind(id.uuid())
            .bind(browser.0.as_slice())
            .bind(who.as_str())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    pub async fn insert_password_request(
        &mut self,
        id: PasswordRequestId,
        email: &Email,
        at: Timestamp,
    ) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO password_request (id, email, created_at) VALUES ($1, $2, $3)")
            .bind(id.uuid())
            .bind(email.as_str())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Takes a request out; nothing if it was answered before.
    pub async fn take_password_request(&mut self, id: PasswordRequestId) -> StoreResult<Option<Email>> {
        let row: Option<(String,)> = on!(self.conn(), c => sqlx::query_as(
                "DELETE FROM password_request WHERE id = $1 RETURNING email")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(|(email,)| Email::parse(&email).ok_or(StoreError::Corrupt("e-mail"))).transpose()
    }

    /// Forgets what nobody can go on with: registrations, identifications and links that have run out, requests for
    /// a password that were never answered, and browsers that were last used before `unused_since`.
    pub async fn forget_old_accounts(&mut self, now: Timestamp, unused_since: Timestamp) -> StoreResult<()> {
        const RUN_OUT: [&str; 4] = [
            "DELETE FROM identification WHERE expires_at <= $1",
            "DELETE FROM registration WHERE expires_at <= $1",
            "DELETE FROM one_time_token WHERE expires_at <= $1",
            "DELETE FROM email_link WHERE expires_at <= $1",
        ];
        for statement in RUN_OUT {
            on!(self.conn(), c => sqlx::query(statement).bind(to_micros(now)).execute(c).await.map(drop))?;
        }
        let a_day_ago = now.checked_sub(SignedDuration::from_hours(24)).unwrap_or(Timestamp::MIN);
        on!(self.conn(), c => sqlx::query("DELETE FROM password_request WHERE created_at <= $1")
            .bind(to_micros(a_day_ago))
            .execute(c).await.map(drop))?;
        on!(self.conn(), c => sqlx::query("DELETE FROM known_browser WHERE last_used_at <= $1")
            .bind(to_micros(unused_since))
            .execute(c).await.map(drop))?;
        Ok(())
    }
}

impl RegistrationRow {
    fn into_registration(self) -> StoreResult<StoredRegistration> {
        let told = Told {
            personal_id: self.personal_id.as_deref(),
            first_name: self.first_name.as_deref(),
            last_name: self.last_name.as_deref(),
        };
        Ok(StoredRegistration {
            id: RegistrationId::from_uuid(self.id),
            identity: told.read().ok(),
            moved: self.moved,
            newcomer: Newcomer {
                email: Email::parse(&self.email).ok_or(StoreError::Corrupt("e-mail"))?,
                phone: self.phone,
                address: self.address,
                postal_code: self.postal_code,
                promo_code: self.promo_code,
                language: Language::from_name(&self.language).ok_or(StoreError::Corrupt("language"))?,
            },
            password_hash: self.password_hash,
            state: RegistrationState::from_name(&self.state)
                .ok_or(StoreError::Corrupt("state of a registration"))?,
        })
    }
}
