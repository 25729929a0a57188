//! Confirming an e-mail address by a mailed link, which also changes the address of an account.

use super::*;
use crate::mail::account::EMAIL_CHANGED;
use crate::prelude::*;

/// Has a link mailed to an address. `password` is the hash that was checked for another address than the present one.
pub async fn ask_for_email_link(
    context: &Context,
    person: PersonId,
    email: Email,
    password: Option<&str>,
) -> Result<()> {
    let link = EmailLink { id: context.new_id()?, person, email };
    let mut tx = context.store.begin().await?;
    if let Some(hash) = password {
        must_still_have_password(&mut tx, person, hash).await?;
    }
    tx.insert_email_link(&link, context.clock.now()).await?;
    tx.enqueue(&context.job(Job::MailEmailLink { mail: context.new_id()?, link: link.id })?).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// Confirms the address that a link was mailed to, for the person who asked for the link.
pub async fn confirm_email(context: &Context, person: &Person, session: SessionId, link: &str) -> Result<()> {
    let (token, now) = (Token::parse(link).ok_or_else(not_valid)?, context.clock.now());
    let mut tx = context.store.begin().await?;
    let email = tx.use_email_link(token.hash(), person.id, now).await?.ok_or_else(not_valid)?;
    if email != person.email {
        change_email(context, &mut tx, person, session, &email).await?;
    } else if tx.confirm_email(person.id, now).await? {
        let subject = format!("person:{}", person.id);
        context.record(&mut tx, Some(person.id), Action::EmailConfirmed, subject, json!({}));
    }
    Ok(context.commit_with_jobs(tx).await?)
}

/// Ends other sessions and older links, so that the old mailbox opens nothing. The audit log holds no address,
/// because it is never deleted.
async fn change_email(
    context: &Context,
    tx: &mut Tx,
    person: &Person,
    session: SessionId,
    email: &Email,
) -> Result<()> {
    tx.change_email(person, email, context.clock.now()).await.map_err(|error| match error {
        StoreError::EmailTaken => not_valid(),
        other => other.into(),
    })?;
    tx.delete_tokens_of(person.id).await?;
    let ended = tx.delete_sessions_of(person.id, Some(session)).await?;
    let (subject, detail) = (format!("person:{}", person.id), json!({"sessionsEnded": ended}));
    context.record(tx, Some(person.id), Action::EmailChanged, subject, detail);
    context.post_mail(tx, &EMAIL_CHANGED.to(person)).await?;
    Ok(())
}

fn not_valid() -> Error {
    Error::Conflict(ErrorKey::LinkNotValid)
}
