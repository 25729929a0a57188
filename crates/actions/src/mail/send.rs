//! Sends one mail, and sets the state of the delivery that it belongs to.

use std::time::SystemTime;

use anyhow::{Context as _, bail};
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use liksa_domain::account::BillNews;
use liksa_domain::delivery::{DeliveryState, MailLink, MailReason, MailState, TOKEN_PLACE};
use liksa_domain::job::MOST_ATTEMPTS;

use crate::context::mail_transport::{Ready, TransportError};
use crate::prelude::*;

/// Sends a mail. The delivery that it belongs to gets its state, also after a crash between the two. Answers how it
/// ended, if this attempt ended it; an error is worth another attempt.
pub async fn send(context: &Context, id: MailId) -> anyhow::Result<Option<MailOutcome>> {
    let sent = send_once(context, id).await;
    let failed_now = matches!(&sent, Ok(Some(MailOutcome::Failed(_))));
    update_delivery(context, id, failed_now).await?;
    if matches!(&sent, Ok(Some(MailOutcome::Sent(_)))) {
        hurry_others(context).await?;
    }
    sent
}

/// One that has more attempts behind it waits for its own time: those that are left have to last for two days, even where
/// the mail server comes and goes.
const HURRIED_BELOW: u32 = 9;
const HURRIED_AT_ONCE: i64 = 500;

/// The mail server answers: has the mails sent now that wait because it did not.
async fn hurry_others(context: &Context) -> anyhow::Result<()> {
    let waiting = context.store.unreachable_mails(HURRIED_BELOW, HURRIED_AT_ONCE).await?;
    if waiting.is_empty() {
        return Ok(());
    }
    let mut tx = context.store.begin().await?;
    tx.hurry_mails(&waiting, context.clock.now()).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

async fn send_once(context: &Context, id: MailId) -> anyhow::Result<Option<MailOutcome>> {
    // One whose receiver's account was erased is gone.
    let Some(mail) = context.store.mail(id).await? else { return Ok(None) };
    match mail.state {
        MailState::Queued => {}
        MailState::Sending if context.mail_transport.is_idempotent() => {}
        MailState::Sending => {
            // While somebody else has the same job, this is no crash: they say how it ended, or a later attempt finds it so.
            if context.store.runners_of(&Job::SendMail { mail: id }, context.clock.now()).await? > 1 {
                bail!("another runner is sending mail {id}");
            }
            let why = MailTrouble::new(MailReason::Stopped, "the server stopped while it was sending");
            let unsure = MailOutcome::Unsure(why);
            context.store.end_sending_mail(id, &unsure).await?;
            return Ok(Some(unsure));
        }
        MailState::Sent | MailState::Unsure | MailState::Failed => return Ok(None),
    }
    let outcome = |sent| match sent {
        Ok(()) => MailOutcome::Sent(context.clock.now()),
        Err(TransportError::Refused(why)) => MailOutcome::Failed(why),
        Err(TransportError::Unsure(why)) => MailOutcome::Unsure(why),
        Err(TransportError::NotTaken(why)) if mail.attempts + 1 >= MOST_ATTEMPTS => MailOutcome::Failed(why),
        Err(TransportError::NotTaken(why)) => MailOutcome::NotTaken(why),
    };
    let outcome = match prepare(context, &mail).await {
        Ok((ready, attachment)) => {
            // From here on the mail may arrive, and a server that stops leaves a doubt.
            if mail.state == MailState::Queued && !context.store.begin_sending_mail(id, &mail.to).await? {
                bail!("another runner has just taken mail {id}, or it has another address by now");
            }
            let sent = transmit(context, &mail, ready, attachment).await;
            let outcome = outcome(sent.unwrap_or_else(|error| Err(not_made(&error))));
            context.store.end_sending_mail(id, &outcome).await?;
            outcome
        }
        Err(failed) => {
            let outcome = outcome(Err(failed));
            context.store.end_before_sending_mail(id, (mail.state, &mail.to), &outcome).await?;
            outcome
        }
    };
    match outcome {
        MailOutcome::NotTaken(why) => bail!("{why}"),
        outcome => Ok(Some(outcome)),
    }
}

/// What could not even be put together was not sent.
fn not_made(error: &anyhow::Error) -> TransportError {
    TransportError::NotTaken(MailTrouble::new(MailReason::NotMade, format!("{error:#}")))
}

/// The name that the receiver sees, what it is, and the content.
pub type Attached = Option<(String, MediaType, Vec<u8>)>;

/// Does all that can fail without a doubt: reads the attachment, and asks the mail server whether it takes a mail for the
/// receiver.
async fn prepare(context: &Context, mail: &StoredMail) -> Result<(Ready, Attached), TransportError> {
    let made = async {
        let to: Address = mail.to.parse().context("the receiver's address")?;
        let attachment = match &mail.attachment {
            None => None,
            Some((file, name)) => {
                let file = context.store.file(*file).await?.context("the attachment's file is gone")?;
                Some((name.clone(), file.media_type, context.files.read(&file.blob).await?))
            }
        };
        anyhow::Ok((to, attachment))
    };
    let (to, attachment) = made.await.map_err(|error| not_made(&error))?;
    let ready = context.mail_transport.prepare(&context.deployment.mail_from.email, &to).await?;
    Ok((ready, attachment))
}

async fn transmit(
    context: &Context,
    mail: &StoredMail,
    ready: Ready,
    attachment: Attached,
) -> anyhow::Result<Result<(), TransportError>> {
    let Some(mail) = with_token(context, mail).await? else {
        let why = MailTrouble::new(MailReason::LinkGone, "what its link opens is gone");
        return Ok(Err(TransportError::Refused(why)));
    };
    let letter = Letter { mail: &mail, attachment, date: context.clock.now() };
    let message = letter.message(&context.deployment.mail_from)?;
    Ok(ready.send(mail.id, &message).await)
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
    pub attachment: Attached,
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
                builder.multipart(mixed.singlepart(Attachment::new(name).body(content, kind)))
            }
        };
        Ok(message?)
    }
}

/// Sets the state of the delivery that a mail belongs to. Mails without a bill have no delivery.
async fn update_delivery(context: &Context, mail: MailId, failed_now: bool) -> anyhow::Result<()> {
    let Some(stored) = context.store.mail(mail).await? else { return Ok(()) };
    let Some(delivery) = context.store.delivery_of_mail(mail).await? else {
        return tell_of_reminder(context, &stored).await;
    };
    let mail = stored;
    let state = match mail.state {
        // It waits for the next attempt; meanwhile the delivery shows why the last one failed.
        MailState::Queued if mail.last_error.is_some() => DeliveryState::Failed,
        MailState::Queued | MailState::Sending => DeliveryState::Queued,
        MailState::Sent => DeliveryState::Sent,
        MailState::Unsure => DeliveryState::Unsure,
        MailState::Failed => DeliveryState::Failed,
    };
    let mut tx = context.store.begin().await?;
    if tx.settle_mailed(delivery.id, state, mail.sent_at, mail.last_error.as_deref()).await? {
        let subject = format!("bill:{}", delivery.bill);
        // Found failed without an attempt, it failed just before a crash and nobody was told.
        let failed_now = failed_now || (mail.state == MailState::Failed && delivery.state != state);
        if state == DeliveryState::Sent {
            let detail = json!({"method": delivery.method.name()});
            context.record(&mut tx, None, Action::BillDelivered, subject, detail);
        } else if failed_now && mail.reason == Some(MailReason::AddressRefused) {
            context.record(&mut tx, None, Action::DeliveryRefused, subject, json!({}));
            tell_worker(context, &mut tx, &delivery).await?;
        }
    }
    Ok(context.commit_with_jobs(tx).await?)
}

/// Leaves a mail to the worker, who knows the customer: the bill has not arrived at the address that the customer has. Told
/// once for each address, however often it is tried.
async fn tell_worker(context: &Context, tx: &mut Tx, delivery: &Delivery) -> anyhow::Result<()> {
    let news = BillNews::Undelivered;
    let job = Job::MailBillNews { mail: context.new_id()?, bill: delivery.bill, news };
    let unique_key = Some(format!("undelivered:{}:{}", delivery.id, delivery.address));
    Ok(tx.enqueue(&NewJob { unique_key, ..context.job(job)? }).await?)
}

/// Tells the worker of a reminder that the customer's address refuses, once for each address.
async fn tell_of_reminder(context: &Context, mail: &StoredMail) -> anyhow::Result<()> {
    if mail.state != MailState::Failed || mail.reason != Some(MailReason::AddressRefused) {
        return Ok(());
    }
    let Some(bill) = context.store.bill_of_reminder_mail(mail.id).await? else { return Ok(()) };
    let news = BillNews::ReminderUndelivered;
    let job = Job::MailBillNews { mail: context.new_id()?, bill, news };
    let unique_key = Some(format!("undelivered-reminder:{bill}:{}", mail.to));
    let mut tx = context.store.begin().await?;
    tx.enqueue(&NewJob { unique_key, ..context.job(job)? }).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

#[cfg(test)]
mod tests {
    use liksa_domain::delivery::MailKind;
    use liksa_domain::ids::Id;
    use uuid::Uuid;

    use super::*;

    /// The mail of an invoice whose worker or customer has this name.
    fn formatted(name: &str) -> String {
        let mail = StoredMail {
            id: MailId::from_uuid(Uuid::nil()),
            kind: MailKind::Invoice,
            to: "laskut@kulttuuritalo.example".to_owned(),
            subject: format!("Lasku 1001 – {name}"),
            text: format!("Hei {name}!"),
            html: format!("<p>Hei {}!</p>", name.replace('<', "&lt;")),
            attachment: None,
            link: None,
            state: MailState::Queued,
            attempts: 0,
            reason: None,
            last_error: None,
            created_at: Timestamp::UNIX_EPOCH,
            sent_at: None,
        };
        let file = format!("Lasku {name}.pdf");
        let attachment = Some((file, MediaType::Pdf, b"%PDF-1.7".to_vec()));
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
