//! Sends one mail.

use anyhow::{Context, bail};
use liksa_domain::ids::MailId;
use liksa_domain::job::MOST_ATTEMPTS;
use liksa_domain::mail::{MailLink, MailState, TOKEN_PLACE};
use liksa_store::{MailOutcome, StoredMail};

use crate::app::App;
use crate::mail::{Letter, TransportError};
use crate::sending::follow_mail;
use crate::session::token::Token;

/// A bill that goes by mail is told what became of it, also when the server had died before it could be.
pub async fn run(app: &App, id: MailId) -> anyhow::Result<()> {
    let sent = send_once(app, id).await;
    follow_mail(app, id).await?;
    sent
}

async fn send_once(app: &App, id: MailId) -> anyhow::Result<()> {
    let Some(mail) = app.store.mail(id).await? else { bail!("there is no mail {id}") };
    match mail.state {
        MailState::Queued => {
            if !app.store.begin_sending_mail(id).await? {
                bail!("another runner has just taken mail {id}");
            }
        }
        MailState::Sending if app.transport.is_idempotent() => {}
        MailState::Sending => {
            let why = "the server stopped while it was sending".to_owned();
            return Ok(app.store.end_sending_mail(id, &MailOutcome::Unsure(why)).await?);
        }
        MailState::Sent | MailState::Unsure | MailState::Failed => return Ok(()),
    }
    let sent = match send(app, &mail).await {
        Ok(sent) => sent,
        // What could not even be put together was not sent.
        Err(error) => Err(TransportError::NotTaken(format!("{error:#}"))),
    };
    let outcome = match sent {
        Ok(()) => MailOutcome::Sent(app.clock.now()),
        Err(TransportError::Refused(why)) => MailOutcome::Failed(why),
        Err(TransportError::Unsure(why)) => MailOutcome::Unsure(why),
        Err(TransportError::NotTaken(why)) if mail.attempts + 1 >= MOST_ATTEMPTS => MailOutcome::Failed(why),
        Err(TransportError::NotTaken(why)) => MailOutcome::NotTaken(why),
    };
    app.store.end_sending_mail(id, &outcome).await?;
    match outcome {
        MailOutcome::NotTaken(why) => bail!("{why}"),
        MailOutcome::Sent(_) | MailOutcome::Unsure(_) | MailOutcome::Failed(_) => Ok(()),
    }
}

async fn send(app: &App, mail: &StoredMail) -> anyhow::Result<Result<(), TransportError>> {
    let Some(mail) = with_token(app, mail).await? else {
        return Ok(Err(TransportError::Refused("what its link opens is gone".to_owned())));
    };
    let attachment = match &mail.attachment {
        None => None,
        Some((file, name)) => {
            let file = app.store.file(*file).await?.context("the attachment's file is gone")?;
            Some((name.as_str(), file.media_type, app.files.read(&file.blob).await?))
        }
    };
    let letter = Letter { mail: &mail, attachment, date: app.clock.now() };
    let message = letter.message(&app.config.mail_from)?;
    Ok(app.transport.send(mail.id, &message).await)
}

/// The mail as it goes out. Each time its link gets a new token, of which the hash alone is stored. None if there
/// is nothing left for the link to open.
async fn with_token(app: &App, mail: &StoredMail) -> anyhow::Result<Option<StoredMail>> {
    let Some(link) = mail.link else { return Ok(Some(mail.clone())) };
    if !is_to_its_owner(app, link, &mail.to).await? {
        return Ok(None);
    }
    let token = Token::generate()?;
    let mut tx = app.store.begin().await?;
    match link {
        MailLink::Registration(id) => {
            if !tx.set_registration_token(id, token.hash()).await? {
                return Ok(None);
            }
        }
        MailLink::Email(id) => {
            if !tx.set_email_link_token(id, token.hash()).await? {
                return Ok(None);
            }
        }
        MailLink::Account(kind, person) => {
            tx.insert_one_time_token(token.hash(), kind, person, app.clock.now()).await?;
        }
    }
    let filled = |text: &str| text.replace(TOKEN_PLACE, &token.to_text());
    let mail = StoredMail { text: filled(&mail.text), html: filled(&mail.html), ..mail.clone() };
    // Whoever tries the demo has no other mailbox. In production there is no demo.
    if app.config.demo {
        tx.keep_mail_with_token(mail.id, &mail.text, &mail.html).await?;
    }
    tx.commit().await?;
    Ok(Some(mail))
}

/// Who has another address by now is not let in by a mail to the one before.
async fn is_to_its_owner(app: &App, link: MailLink, to: &str) -> anyhow::Result<bool> {
    let MailLink::Account(_, person) = link else { return Ok(true) };
    Ok(app.store.person(person).await?.is_some_and(|owner| owner.email.as_str() == to))
}

#[cfg(test)]
mod tests;
