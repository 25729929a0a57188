//! Choosing a new password by a mailed link, confirmed by the bank where one has identified the person.

use liksa_domain::account::{TokenKind, password};

use super::*;
use crate::mail::account::PASSWORD_CHANGED;
use crate::prelude::*;

/// A new password that was chosen by a link that still works.
pub struct PasswordReset {
    pub person: Person,
    token: TokenHash,
    password_hash: String,
}

impl PasswordReset {
    /// What the bank is asked for.
    pub fn purpose(&self) -> Purpose {
        let (token, password_hash) = (self.token, self.password_hash.clone());
        Purpose::Reset { person: self.person.id, token, password_hash }
    }
}

/// Has a link mailed to the address. A job looks later whether it has an account, so that no answer can reveal it.
pub async fn request_password_reset(context: &Context, email: &Email) -> Result<()> {
    let id: PasswordRequestId = context.new_id()?;
    let mut tx = context.store.begin().await?;
    tx.insert_password_request(id, email, context.clock.now()).await?;
    tx.enqueue(&context.job(Job::MailPasswordReset { request: id })?).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// Checks the link and the new password. Nothing is changed yet.
pub async fn prepare_password_reset(
    context: &Context,
    token: Option<&str>,
    password: &str,
) -> Result<PasswordReset> {
    let fault = |owner: &password::Owner<'_>| match password::fault(password, owner) {
        Some(fault) => Err(Error::Invalid(vec![fault])),
        None => Ok(()),
    };
    fault(&password::Owner::new(None))?;
    let token = token.and_then(Token::parse).ok_or_else(not_restored)?.hash();
    let person = context.store.one_time_token(token, TokenKind::Reset, context.clock.now()).await?;
    let person = context.store.person(person.ok_or_else(not_restored)?).await?.ok_or_else(not_restored)?;
    fault(&password::Owner::from(&person))?;
    let password_hash = context.passwords.hash(Lane::Stranger, password).await?;
    Ok(PasswordReset { person, token, password_hash })
}

/// Changes the password after the bank has identified its owner. A later owner of the mailbox cannot.
pub async fn reset_password_identified(context: &Context, identified: Identified) -> Result<()> {
    let Purpose::Reset { person, token, password_hash } = identified.purpose else {
        return Err(Error::Conflict(ErrorKey::IdentificationFailed));
    };
    if context.store.personal_id_of(person).await? != Some(identified.identity.personal_id) {
        return Err(not_restored());
    }
    let person = context.store.person(person).await?.ok_or_else(not_restored)?;
    reset_password(context, &PasswordReset { person, token, password_hash }).await
}

/// Uses the link up, changes the password, ends all sessions and forgets all browsers, in one transaction.
pub async fn reset_password(context: &Context, reset: &PasswordReset) -> Result<()> {
    let (person, now) = (&reset.person, context.clock.now());
    let mut tx = context.store.begin().await?;
    // Locked first, so that a log-in under way is either finished and ended here, or fails.
    tx.lock_password(person.id).await?.ok_or_else(not_restored)?;
    if tx.use_one_time_token(reset.token, TokenKind::Reset, now).await? != Some(person.id) {
        return Err(not_restored());
    }
    // The link came by mail, so the person reads the mail of this address.
    tx.confirm_email(person.id, now).await?;
    set_password(context, &mut tx, (person, None), (&reset.password_hash, "link")).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// Sets a new password and writes to its owner. Somebody may have known the old one: links in older mails,
/// identifications that were begun with it and all sessions but the present one end, and no browser is known any more.
pub(crate) async fn set_password(
    context: &Context,
    tx: &mut Tx,
    (person, session): (&Person, Option<SessionId>),
    (hash, by): (&str, &str),
) -> Result<()> {
    tx.set_password(person.id, hash).await?;
    tx.delete_tokens_of(person.id).await?;
    tx.call_off_log_ins_of(person.id).await?;
    let ended = tx.delete_sessions_of(person.id, session).await?;
    tx.forget_browsers_of(person.id).await?;
    let (subject, detail) = (format!("person:{}", person.id), json!({"by": by, "sessionsEnded": ended}));
    context.record(tx, Some(person.id), Action::PasswordChanged, subject, detail);
    context.post_mail(tx, &PASSWORD_CHANGED.to(person)).await?;
    Ok(())
}

/// Refuses if the account no longer has the password that was checked. The check takes time, in which the owner may
/// have changed the password to keep an intruder out.
pub(crate) async fn must_still_have_password(tx: &mut Tx, person: PersonId, hash: &str) -> Result<()> {
    match tx.lock_password(person).await?.as_deref() == Some(hash) {
        true => Ok(()),
        false => Err(Error::field("currentPassword", ErrorKey::IncorrectPassword)),
    }
}

fn not_restored() -> Error {
    Error::Conflict(ErrorKey::AccountNotRestored)
}
