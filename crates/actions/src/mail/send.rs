//! Sends one mail, and sets the state of the delivery that it belongs to.

use std::time::SystemTime;

use anyhow::{Context as _, bail};
use lettre::Message;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use liksa_domain::delivery::{DeliveryState, MailLink, MailState, TOKEN_PLACE};
use liksa_domain::job::MOST_ATTEMPTS;

use crate::context::mail_transport::TransportError;
use crate::prelude::*;

/// Sends a mail. The delivery that it belongs to gets its state, also after a crash between the two.
pub async fn send(context: &Context, id: MailId) -> anyhow::Result<()> {
    let sent = send_once(context, id).await;
    update_delivery(context, id).await?;
    sent
}

async fn send_once(context: &Context, id: MailId) -> anyhow::Result<()> {
    let Some(mail) = context.store.mail(id).await? else { bail!("there is no mail {id}") };
    match mail.state {
        MailState::Queued => {
            if !context.store.begin_sending_mail(id).await? {
                bail!("another runner has just taken mail {id}");
            }
        }
        MailState::Sending if context.mail_transport.is_idempotent() => {}
        MailState::Sending => {
            let why = "the server stopped while it was sending".to_owned();
            return Ok(context.store.end_sending_mail(id, &MailOutcome::Unsure(why)).await?);
        }
        MailState::Sent | MailState::Unsure | MailState::Failed => return Ok(()),
    }
    let sent = match transmit(context, &mail).await {
        Ok(sent) => sent,
        // What could not even be put together was not sent.
        Err(error) => Err(TransportError::NotTaken(format!("{error:#}"))),
    };
    let outcome = match sent {
        Ok(()) => MailOutcome::Sent(context.clock.now()),
        Err(TransportError::Refused(why)) => MailOutcome::Failed(why),
        Err(TransportError::Unsure(why)) => MailOutcome::Unsure(why),
        Err(TransportError::NotTaken(why)) if mail.attempts + 1 >= MOST_ATTEMPTS => MailOutcome::Failed(why),
        Err(TransportError::NotTaken(why)) => MailOutcome::NotTaken(why),
    };
    context.store.end_sending_mail(id, &outcome).await?;
    match outcome {
        MailOutcome::NotTaken(why) => bail!("{why}"),
        MailOutcome::Sent(_) | MailOutcome::Unsure(_) | MailOutcome::Failed(_) => Ok(()),
    }
}

async fn transmit(context: &Context, mail: &StoredMail) -> anyhow::Result<Result<(), TransportError>> {
    let Some(mail) = with_token(context, mail).await? else {
        return Ok(Err(TransportError::Refused("what its link opens is gone".to_owned())));
    };
    let attachment = match &mail.attachment {
        None => None,
        Some((file, name)) => {
            let file = context.store.file(*file).await?.context("the attachment's file is gone")?;
            Some((name.as_str(), file.media_type, context.files.read(&file.blob).await?))
        }
    };
    let letter = Letter { mail: &mail, attachment, date: context.clock.now() };
    let message = letter.message(&context.deployment.mail_from)?;
    Ok(context.mail_transport.send(mail.id, &message).await)
}

/// The mail as it goes out. Each time its link gets a new token, of which the hash alone is stored. None if there
/// is nothing left for the link to open.
pub async fn with_token(context: &Context, mail: &StoredMail) -> anyhow::Result<Option<StoredMail>> {
    let Some(link) = mail.link else { return Ok(Some(mail.clone())) };
    if !is_to_its_owner(context, link, &mail.to).await? {
        return Ok(None);
    }
    let token = Token::generate()?;
    let mut tx = context.store.begin().await?;
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
            tx.insert_one_time_token(token.hash(), kind, person, context.clock.now()).await?;
        }
    }
    let filled = |text: &str| text.replace(TOKEN_PLACE, &token.to_text());
    let mail = StoredMail { text: filled(&mail.text), html: filled(&mail.html), ..mail.clone() };
    // Visitors of a demo have no other mailbox. In production there is no demo.
    if context.deployment.demo {
        tx.keep_mail_with_token(mail.id, &mail.text, &mail.html).await?;
    }
    tx.commit().await?;
    Ok(Some(mail))
}

/// False for a link to an account whose owner has another address by now.
async fn is_to_its_owner(context: &Context, link: MailLink, to: &str) -> anyhow::Result<bool> {
    let MailLink::Account(_, person) = link else { return Ok(true) };
    Ok(context.store.person(person).await?.is_some_and(|owner| owner.email.as_str() == to))
}

/// A mail with all that goes into it.
pub struct Letter<'a> {
    pub mail: &'a StoredMail,
    /// The name that the receiver sees, what it is, and the content.
    pub attachment: Option<(&'a str, MediaType, Vec<u8>)>,
    pub date: Timestamp,
}

impl Letter<'_> {
    /// The Message-ID comes from the mail's own id: a mail that is sent again has the same, and mail programs
    /// show it once.
    pub fn message(self, from: &Mailbox) -> anyhow::Result<Message> {
        let mail = self.mail;
        let message_id = format!("<{}@{}>", mail.id, from.email.domain());
        let builder = Message::builder()
            .from(from.clone())
            .to(Mailbox::new(None, mail.to.parse().context("the receiver's address")?))
            .subject(&mail.subject)
            .date(SystemTime::from(self.date))
            .message_id(Some(message_id));
        let plain = || SinglePart::plain(mail.text.clone());
        let message = match (mail.html.is_empty(), self.attachment) {
            (true, None) => builder.singlepart(plain()),
            (false, None) => {
                builder.multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))
            }
            (without_html, Some((name, media_type, content))) => {
                let mixed = MultiPart::mixed();
                let mixed = match without_html {
                    true => mixed.singlepart(plain()),
                    false => mixed
                        .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone())),
                };
                let kind = ContentType::parse(media_type.name())?;
                builder.multipart(mixed.singlepart(Attachment::new(name.to_owned()).body(content, kind)))
            }
        };
        Ok(message?)
    }
}

/// Sets the state of the delivery that a mail belongs to. Mails without a bill have no delivery.
pub async fn update_delivery(context: &Context, mail: MailId) -> anyhow::Result<()> {
    let Some(delivery) = context.store.delivery_of_mail(mail).await? else { return Ok(()) };
    let Some(mail) = context.store.mail(mail).await? else { return Ok(()) };
    let state = match mail.state {
        // It waits for the next attempt; meanwhile the delivery shows why the last one failed.
        MailState::Queued if mail.last_error.is_some() => DeliveryState::Failed,
        MailState::Queued | MailState::Sending => DeliveryState::Queued,
        MailState::Sent => DeliveryState::Sent,
        MailState::Unsure => DeliveryState::Unsure,
        MailState::Failed => DeliveryState::Failed,
    };
    let mut tx = context.store.begin().await?;
    if tx.settle_mailed(delivery.id, state, mail.sent_at, mail.last_error.as_deref()).await?
        && state == DeliveryState::Sent
    {
        let detail = json!({"method": delivery.method.name()});
        context.record(&mut tx, None, Action::BillDelivered, format!("bill:{}", delivery.bill), detail);
    }
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use liksa_domain::ids::Id;
    use uuid::Uuid;

    use super::*;

    /// The mail of an invoice whose worker or customer has this name.
    fn formatted(name: &str) -> String {
        let mail = StoredMail {
            id: MailId::from_uuid(Uuid::nil()),
            to: "laskut@kulttuuritalo.example".to_owned(),
            subject: format!("Lasku 1001 – {name}"),
            text: format!("Hei {name}!"),
            html: format!("<p>Hei {}!</p>", name.replace('<', "&lt;")),
            attachment: None,
            link: None,
            state: MailState::Queued,
            attempts: 0,
            last_error: None,
            created_at: Timestamp::UNIX_EPOCH,
            sent_at: None,
        };
        let file = format!("Lasku {name}.pdf");
        let attachment = Some((file.as_str(), MediaType::Pdf, b"%PDF-1.7".to_vec()));
        let letter = Letter { mail: &mail, attachment, date: Timestamp::UNIX_EPOCH };
        let from: Mailbox = "Liksa <laskutus@liksa.example>".parse().unwrap();
        String::from_utf8(letter.message(&from).unwrap().formatted()).unwrap()
    }

    /// The names of the headers of the mail and of each of its parts.
    fn header_names(mail: &str) -> Vec<String> {
        let boundary = mail.split("boundary=\"").nth(1).unwrap().split('"').next().unwrap();
        let boundary = format!("--{boundary}");
        let parts = mail.split(&boundary);
        let heads = parts.filter_map(|part| part.trim_start().split_once("\r\n\r\n").map(|(head, _)| head));
        let lines = heads.flat_map(|head| head.split("\r\n")).filter(|line| !line.starts_with([' ', '\t']));
        lines.filter_map(|line| line.split_once(':')).map(|(name, _)| name.to_owned()).collect()
    }

    #[test]
    fn a_name_is_never_a_header() {
        let expected = header_names(&formatted("Asiakas Oy"));
        assert!(
            expected.contains(&"Subject".to_owned()) && expected.contains(&"Content-Disposition".to_owned())
        );
        for name in [
            "Aino\r\nBcc: all@evil.example",
            "Aino\nBcc: all@evil.example\n\n<script>",
            "Aino\rX: y",
            "\"; filename=\"evil.exe",
            "=?utf-8?q?=0D=0ABcc:_all@evil.example?=",
            "\u{2028}Bcc: a@b.fi\u{85}",
            "\u{202e}fdp.exe",
            &"pitkä nimi ".repeat(40),
        ] {
            assert_eq!(header_names(&formatted(name)), expected, "{name:?}");
        }
    }
}
