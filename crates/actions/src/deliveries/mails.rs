//! What staff decide about mails that were not sent, or not for certain.

use liksa_domain::delivery::{MailKind, MailState};

use crate::prelude::*;

/// Sends a mail again that failed or is unsure, or now one that waits for its next attempt.
pub async fn resend(context: &Context, staff: &Person, id: MailId) -> Result<()> {
    let mail = find(context, staff, id).await?;
    if let Some(delivery) = context.store.delivery_of_mail(id).await? {
        return super::retry(context, staff.id, delivery.id).await;
    }
    let mut tx = context.store.begin().await?;
    if !tx.send_mail_again(id).await? {
        require(mail.state == MailState::Queued && mail.reason.is_some(), ErrorKey::MailSettled)?;
    }
    let hurried = super::do_now(context, &mut tx, Job::SendMail { mail: id }).await?;
    require(hurried, ErrorKey::MailSettled)?;
    let detail = json!({"mailKind": mail.kind.name(), "before": mail.state.name()});
    context.record(&mut tx, Some(staff.id), Action::MailResent, subject(id), detail);
    Ok(context.commit_with_jobs(tx).await?)
}

/// Notes that the receiver has the mail that may not have arrived.
pub async fn note_arrival(context: &Context, staff: &Person, id: MailId) -> Result<()> {
    let mail = find(context, staff, id).await?;
    if let Some(delivery) = context.store.delivery_of_mail(id).await? {
        return super::note_arrival(context, staff.id, delivery.id).await;
    }
    let mut tx = context.store.begin().await?;
    require(tx.note_mail_arrived(id, context.clock.now()).await?, ErrorKey::MailSettled)?;
    let detail = json!({"mailKind": mail.kind.name()});
    context.record(&mut tx, Some(staff.id), Action::MailArrived, subject(id), detail);
    Ok(tx.commit().await?)
}

/// Notes that a mail that failed needs nothing more: its receiver was told in another way, or it no longer matters.
pub async fn settle(context: &Context, staff: &Person, id: MailId) -> Result<()> {
    let mail = find(context, staff, id).await?;
    let mut tx = context.store.begin().await?;
    require(tx.settle_mail(id, context.clock.now()).await?, ErrorKey::MailSettled)?;
    let detail = json!({"mailKind": mail.kind.name()});
    context.record(&mut tx, Some(staff.id), Action::MailSettled, subject(id), detail);
    Ok(tx.commit().await?)
}

/// A mail of a kind that is the work of other roles is not found.
async fn find(context: &Context, staff: &Person, id: MailId) -> Result<StoredMail> {
    let mail = context.store.mail(id).await?;
    mail.filter(|mail| MailKind::visible_to(&staff.roles).contains(&mail.kind)).ok_or(Error::NotFound)
}

fn subject(id: MailId) -> String {
    format!("mail:{id}")
}
