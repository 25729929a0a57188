//! A mail as it goes over the wire.

use std::time::SystemTime;

use anyhow::Context;
use jiff::Timestamp;
use lettre::Message;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use liksa_domain::file::MediaType;
use liksa_store::StoredMail;

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
