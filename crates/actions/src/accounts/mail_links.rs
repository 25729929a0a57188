//! Jobs that mail links. Only here is it looked up whether an address has an account, so that no answer to a request
//! can reveal it.

use liksa_domain::account::TokenKind;
use liksa_domain::delivery::{MailKind, MailLink, TOKEN_PLACE};

use crate::mail::Outgoing;
use crate::mail::account::{
    ALREADY_REGISTERED, CONFIRM_EMAIL, CONFIRM_REGISTRATION, EMAIL_IN_USE, RESET_PASSWORD,
};
use crate::prelude::*;

/// Mails a newcomer the link to continue with, or the news that the address has an account.
pub async fn mail_registration_link(
    context: &Context,
    mail: MailId,
    id: RegistrationId,
) -> anyhow::Result<()> {
    let Some(registration) = context.store.registration(id, context.clock.now()).await? else {
        return Ok(());
    };
    let newcomer = registration.newcomer;
    let letter = match context.store.credentials(&newcomer.email).await? {
        Some(owner) => {
            let log_in = format!("{}/login", context.deployment.public_url);
            ALREADY_REGISTERED.notice(owner.person.language, Some(log_in)).to(newcomer.email)
        }
        None => {
            let link = format!("{}/registration/confirm?token={TOKEN_PLACE}", context.deployment.public_url);
            let notice = CONFIRM_REGISTRATION.notice(newcomer.language, Some(link));
            notice.opening(MailLink::Registration(id), newcomer.email)
        }
    };
    post_once(context, mail, &letter.of_kind(MailKind::Registration)).await
}

/// Mails a link to choose a new password. An address without an account gets nothing.
pub async fn mail_password_reset(context: &Context, id: PasswordRequestId) -> anyhow::Result<()> {
    let mut tx = context.store.begin().await?;
    // Removed in the same transaction: a second run finds no request to answer.
    let Some(email) = tx.take_password_request(id).await? else { return Ok(()) };
    if let Some(found) = context.store.credentials(&email).await? {
        let (id, language) = (found.person.id, found.person.language);
        let link = format!("{}/password/forgot/{TOKEN_PLACE}", context.deployment.public_url);
        let opens = MailLink::Account(TokenKind::Reset, id);
        let letter =
            RESET_PASSWORD.notice(language, Some(link)).opening(opens, email).of_kind(MailKind::Password);
        context.post_mail(&mut tx, &letter).await?;
    }
    Ok(context.commit_with_jobs(tx).await?)
}

/// Mails a link that confirms an address, or writes to its owner that another account asked for it.
pub async fn mail_email_link(context: &Context, mail: MailId, id: EmailLinkId) -> anyhow::Result<()> {
    let Some(link) = context.store.email_link(id, context.clock.now()).await? else { return Ok(()) };
    let Some(person) = context.store.person(link.person).await? else { return Ok(()) };
    let owner = context.store.credentials(&link.email).await?.map(|found| found.person);
    let letter = match owner.filter(|owner| owner.id != person.id) {
        Some(owner) => EMAIL_IN_USE.notice(owner.language, None).to(link.email),
        None => {
            let address = format!("{}/account/email?token={TOKEN_PLACE}", context.deployment.public_url);
            let notice = CONFIRM_EMAIL.notice(person.language, Some(address));
            notice.opening(MailLink::Email(id), link.email)
        }
    };
    post_once(context, mail, &letter.of_kind(MailKind::EmailAddress)).await
}

/// Posts a mail with an id that its job had from the start, so that a second run posts no second mail.
async fn post_once(context: &Context, id: MailId, letter: &Outgoing) -> anyhow::Result<()> {
    if context.store.mail(id).await?.is_some() {
        return Ok(());
    }
    let mut tx = context.store.begin().await?;
    context.post_mail_as(id, &mut tx, letter).await?;
    Ok(context.commit_with_jobs(tx).await?)
}
