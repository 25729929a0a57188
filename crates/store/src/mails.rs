//! Mails: written in the transaction of the action that they are about, with how sending each ended.

use liksa_domain::delivery::{MailLink, MailState};
use liksa_domain::person::Email;
use uuid::Uuid;

use crate::prelude::*;
use crate::sql::exactly_one;

/// A mail to be sent.
pub struct Outgoing {
    pub to: Email,
    pub subject: String,
    pub text: String,
    /// Empty for a mail of plain text.
    pub html: String,
    /// A stored file, and the name that the receiver sees.
    pub attachment: Option<(FileId, String)>,
    /// What its link opens. `TOKEN_PLACE` is in the texts until the mail is sent.
    pub link: Option<MailLink>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMail {
    pub id: MailId,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The file and the name that the receiver sees.
    pub attachment: Option<(FileId, String)>,
    pub link: Option<MailLink>,
    pub state: MailState,
    pub attempts: u32,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

read_row! {
    StoredMail {
        id, to = "to_address", subject, text = "body_text", html = "body_html", state, attempts, last_error, created_at,
        sent_at
    } flat { attachment, link }
}

impl ReadRow for Option<(FileId, String)> {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let (file, name): (Option<FileId>, Option<String>) =
            (row.get("attachment_file")?, row.get("attachment_name")?);
        Ok(file.zip(name))
    }
}

impl ReadRow for Option<MailLink> {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let Some(kind) = row.get::<Option<String>>("link_kind")? else { return Ok(None) };
        Ok(Some(match kind.as_str() {
            REGISTRATION => MailLink::Registration(row.get("link_owner")?),
            EMAIL => MailLink::Email(row.get("link_owner")?),
            _ => MailLink::Account(row.get("link_kind")?, row.get("link_owner")?),
        }))
    }
}

macro_rules! select_mails {
    ($end:literal) => {
        concat!(
            "SELECT id, to_address, subject, body_text, body_html, attachment_file, attachment_name, link_kind, \
             link_owner, state, attempts, last_error, created_at, sent_at FROM mail ",
            $end
        )
    };
}

/// How an attempt to send a mail ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailOutcome {
    Sent(Timestamp),
    /// The mail server certainly did not accept it: it may be tried again.
    NotTaken(String),
    Unsure(String),
    Failed(String),
}

tx_methods! {
    pub async fn insert_mail(id: MailId, mail: &Outgoing, at: Timestamp) = change_one
        "INSERT INTO mail (id, to_address, subject, body_text, body_html, attachment_file, attachment_name, \
         link_kind, link_owner, state, attempts, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', 0, $10)"
        => id, mail.to, mail.subject, mail.text, mail.html, mail.attachment.as_ref().map(|(file, _)| *file),
           mail.attachment.as_ref().map(|(_, name)| name.clone()), mail.link.map(link_kind),
           mail.link.map(link_owner), at;

    /// Deletes letters that were sent before then. One with a file belongs to the accounts.
    pub async fn forget_old_letters(before: Timestamp) = run
        "DELETE FROM mail WHERE state = 'SENT' AND sent_at <= $1 AND attachment_file IS NULL";

    /// Stores a mail with its token in it, for a demo whose visitors read their mails in the service.
    pub async fn keep_mail_with_token(id: MailId, text: &str, html: &str) = change_one
        "UPDATE mail SET body_text = $2, body_html = $3, link_kind = NULL, link_owner = NULL WHERE id = $1";

    /// Puts a mail back into the queue after a clerk decided to send it again. False if it does not wait for a decision.
    pub async fn send_mail_again(id: MailId) -> bool = try_change
        "UPDATE mail SET state = 'QUEUED', attempts = 0 WHERE id = $1 AND state IN ('UNSURE', 'FAILED')";

    /// Stores that an unsure mail did arrive. False if it is not unsure.
    pub async fn note_mail_arrived(id: MailId, at: Timestamp) -> bool = try_change
        "UPDATE mail SET state = 'SENT', sent_at = $2, last_error = NULL WHERE id = $1 AND state = 'UNSURE'";
}

// The steps of sending are committed by themselves: what the mail server has accepted cannot be rolled back.
store_methods! {
    pub async fn mail(id: MailId) -> Option<StoredMail> = fetch_optional select_mails!("WHERE id = $1");

    /// The newest mails, the newest first.
    pub async fn newest_mails(limit: u16) -> Vec<StoredMail> = fetch_all select_mails!("ORDER BY id DESC LIMIT $1");
}

impl Store {
    /// Stores that the mail is about to be sent. False if it is not in the queue.
    pub async fn begin_sending_mail(&self, id: MailId) -> StoreResult<bool> {
        let rows = self.execute_at_once(sql!(
            "UPDATE mail SET state = 'SENDING', attempts = attempts + 1 WHERE id = $1 AND state = 'QUEUED'"
            => id
        )).await?;
        Ok(rows == 1)
    }

    /// Stores how an attempt ended.
    pub async fn end_sending_mail(&self, id: MailId, outcome: &MailOutcome) -> StoreResult<()> {
        let (state, sent_at, error) = match outcome {
            MailOutcome::Sent(at) => (MailState::Sent, Some(*at), None),
            MailOutcome::NotTaken(why) => (MailState::Queued, None, Some(why)),
            MailOutcome::Unsure(why) => (MailState::Unsure, None, Some(why)),
            MailOutcome::Failed(why) => (MailState::Failed, None, Some(why)),
        };
        let rows = self.execute_at_once(sql!(
            "UPDATE mail SET state = $2, sent_at = $3, last_error = $4 WHERE id = $1 AND state = 'SENDING'"
            => id, state, sent_at, error.cloned()
        )).await?;
        exactly_one(rows)
    }
}

const REGISTRATION: &str = "REGISTRATION";
const EMAIL: &str = "EMAIL";

fn link_kind(link: MailLink) -> &'static str {
    match link {
        MailLink::Registration(_) => REGISTRATION,
        MailLink::Account(kind, _) => kind.name(),
        MailLink::Email(_) => EMAIL,
    }
}

fn link_owner(link: MailLink) -> Uuid {
    match link {
        MailLink::Registration(id) => id.uuid(),
        MailLink::Account(_, person) => person.uuid(),
        MailLink::Email(id) => id.uuid(),
    }
}
