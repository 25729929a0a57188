//! Addresses that people confirm, and how they change them.

use liksa_domain::account::EMAIL_LINK_LASTS;
use liksa_domain::person::{Email, Person};

use crate::prelude::*;
use crate::sessions::TokenHash;

/// An address that a person has still to confirm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailLink {
    pub id: EmailLinkId,
    pub person: PersonId,
    pub email: Email,
}

read_row! { EmailLink { id, person = "person_id", email } }

store_methods! {
    /// A link that can still be used, or is still to be mailed.
    pub async fn email_link(id: EmailLinkId, now: Timestamp) -> Option<EmailLink> = fetch_optional
        "SELECT id, person_id, email FROM email_link WHERE id = $1 AND expires_at > $2";
}

tx_methods! {
    /// Stores the token of the mail about to be sent, in place of one whose mail was not sent. False if the link is gone.
    pub async fn set_email_link_token(id: EmailLinkId, token: TokenHash) -> bool = try_change
        "UPDATE email_link SET token_hash = $2 WHERE id = $1";

    /// Uses up a link of the person, and returns the address it was mailed to. None if it was used, has expired, does
    /// not exist, or belongs to another person.
    pub async fn use_email_link(token: TokenHash, person: PersonId, now: Timestamp) -> Option<Email> = find_value
        "DELETE FROM email_link WHERE token_hash = $1 AND person_id = $2 AND expires_at > $3 RETURNING email";

    /// Stores that the person has confirmed their address. False if they had before.
    pub async fn confirm_email(person: PersonId, at: Timestamp) -> bool = try_change
        "UPDATE person SET email_confirmed_at = $2 WHERE id = $1 AND email_confirmed_at IS NULL";

    /// Stores that the browser of a registration has opened the link of its mail.
    pub async fn confirm_registration_email(id: RegistrationId, at: Timestamp) = change_one
        "UPDATE registration SET email_confirmed_at = $2 WHERE id = $1";

    /// Copies whether the address is confirmed from the registration to the account made of it.
    pub async fn take_over_confirmed_email(person: PersonId, from: RegistrationId) = change_one
        "UPDATE person SET email_confirmed_at = (SELECT r.email_confirmed_at FROM registration r \
         WHERE r.id = $2) WHERE id = $1";

    pub async fn insert_email_link(link: &EmailLink, now: Timestamp) = change_one
        "INSERT INTO email_link (id, person_id, email, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)"
        => link.id, link.person, link.email, now, now.saturating_add(EMAIL_LINK_LASTS).unwrap_or(Timestamp::MAX);
}

impl Tx {
    /// Replaces the address by one that the person has confirmed. Fails with [`StoreError::EmailTaken`] if it is in use.
    pub async fn change_email(&mut self, person: &Person, email: &Email, at: Timestamp) -> StoreResult<()> {
        let update = sql!(
            "UPDATE person SET email = $2, email_confirmed_at = $3 WHERE id = $1" => person.id, email, at
        );
        self.change_one_unique(update, StoreError::EmailTaken).await?;
        self.replace_words_of(&Person { email: email.clone(), ..person.clone() }).await
    }
}
