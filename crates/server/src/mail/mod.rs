//! Mails to people outside. One is written in the transaction of the deed that it tells of, and sent by a job.
//!
//! No mail is ever sent twice by itself. It becomes SENDING before the mail server is spoken to, and what is
//! found so after a crash is UNSURE until somebody decides. The folder has no such doubt: the same mail makes the
//! same file.

pub mod account;
mod html;
pub mod invoice;
mod message;
pub mod news;
pub mod notice;
mod transport;

use liksa_domain::ids::{FileId, MailId};
use liksa_domain::job::Job;
use liksa_domain::mail::MailLink;
use liksa_domain::person::Email;
use liksa_store::{NewMail, Tx};

pub use transport::{Transport, TransportError};

use crate::app::App;

pub use message::Letter;

/// A mail to be sent.
pub struct Outgoing {
    pub to: Email,
    pub subject: String,
    pub text: String,
    /// Empty for a mail of plain text.
    pub html: String,
    /// A stored file, and the name that the receiver sees.
    pub attachment: Option<(FileId, String)>,
    /// What its link opens. `TOKEN_PLACE` stands in the texts until the mail is sent.
    pub link: Option<MailLink>,
}

impl App {
    /// Leaves a mail to be sent once the transaction is through.
    pub async fn post_mail(&self, tx: &mut Tx, mail: &Outgoing) -> anyhow::Result<MailId> {
        let id = self.new_id()?;
        self.post_mail_as(id, tx, mail).await?;
        Ok(id)
    }

    /// The same, for a mail that has its id beforehand.
    pub async fn post_mail_as(&self, id: MailId, tx: &mut Tx, mail: &Outgoing) -> anyhow::Result<()> {
        let new = NewMail {
            id,
            to: mail.to.as_str(),
            subject: &mail.subject,
            text: &mail.text,
            html: &mail.html,
            attachment: mail.attachment.as_ref().map(|(file, name)| (*file, name.as_str())),
            link: mail.link,
            created_at: self.clock.now(),
        };
        tx.insert_mail(&new).await?;
        tx.enqueue(&self.job(Job::SendMail { mail: id })?).await?;
        Ok(())
    }
}
