//! Which address a person reads, and how they come to have another.

use jiff::Timestamp;
use liksa_domain::account::EMAIL_LINK_LASTS;
use liksa_domain::ids::{EmailLinkId, Id, PersonId, RegistrationId};
use liksa_domain::person::{Email, Person};
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::people::email_taken;
use crate::sessions::TokenHash;
use crate::time::to_micros;

/// An address that a person says is theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailLink {
    pub id: EmailLinkId,
    pub person: PersonId,
    pub email: Email,
}

impl Store {
    /// A link that can still be used, or is still to be mailed.
    pub async fn email_link(&self, id: EmailLinkId, now: Timestamp) -> StoreResult<Option<EmailLink>> {
        let row: Option<(Uuid, String)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT person_id, email FROM email_link WHERE id = $1 AND expires_at > $2")
            .bind(id.uuid())
            .bind(to_micros(now))
            .fetch_optional(c).await)?;
        let link = |(person, email): (Uuid, String)| {
            let email = Email::parse(&email).ok_or(StoreError::Corrupt("e-mail"))?;
            Ok(EmailLink { id, person: PersonId::from_uuid(person), email })
        };
        row.map(link).transpose()
    }
}

impl Tx {
    pub async fn insert_email_link(&mut self, link: &EmailLink, now: Timestamp) -> StoreResult<()> {
        let expires = now.saturating_add(EMAIL_LINK_LASTS).unwrap_or(Timestamp::MAX);
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO email_link (id, person_id, email, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)")
            .bind(link.id.uuid())
            .bind(link.person.uuid())
            .bind(link.email.as_str())
            .bind(to_micros(now))
            .bind(to_micros(expires))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Gives the link the token of its mail, in place of one whose mail did not leave. False if it is gone.
    pub async fn set_email_link_token(&mut self, id: EmailLinkId, token: TokenHash) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE email_link SET token_hash = $2 WHERE id = $1")
            .bind(id.uuid())
            .bind(token.0.as_slice())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Uses a link of the person up. Which address it was mailed to, or nothing if it was used, has run out, never
    /// was, or is somebody else's.
    pub async fn use_email_link(
        &mut self,
        token: TokenHash,
        person: PersonId,
        now: Timestamp,
    ) -> StoreResult<Option<Email>> {
        let row: Option<(String,)> = on!(self.conn(), c => sqlx::query_as(
                "DELETE FROM email_link WHERE token_hash = $1 AND person_id = $2 AND expires_at > $3 RETURNING email")
            .bind(token.0.as_slice())
            .bind(person.uuid())
            .bind(to_micros(now))
            .fetch_optional(c).await)?;
        row.map(|(email,)| Email::parse(&email).ok_or(StoreError::Corrupt("e-mail"))).transpose()
    }

    /// The person reads the mail to their address. False if that was known.
    pub async fn confirm_email(&mut self, person: PersonId, at: Timestamp) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET email_confirmed_at = $2 WHERE id = $1 AND email_confirmed_at IS NULL")
            .bind(person.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// The browser that goes on with a registration has opened the link of its mail.
    pub async fn confirm_registration_email(&mut self, id: RegistrationId, at: Timestamp) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE registration SET email_confirmed_at = $2 WHERE id = $1")
            .bind(id.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// What is known of the address from the registration holds for the account that was made of it.
    pub async fn take_over_confirmed_email(
        &mut self,
        person: PersonId,
        from: RegistrationId,
    ) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET email_confirmed_at = \
                 (SELECT r.email_confirmed_at FROM registration r WHERE r.id = $2) WHERE id = $1")
            .bind(person.uuid())
            .bind(from.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Another address, which the person reads. Fails with [`StoreError::EmailTaken`] if somebody has it.
    pub async fn change_email(&mut self, person: &Person, email: &Email, at: Timestamp) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET email = $2, email_confirmed_at = $3 WHERE id = $1")
            .bind(person.id.uuid())
            .bind(email.as_str())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))
        .map_err(email_taken)?;
        exactly_one(rows)?;
        self.replace_words_of(&Person { email: email.clone(), ..person.clone() }).await
    }
}
