//! Mails: written in the transaction of the deed that they tell of, and what became of each.

use jiff::Timestamp;
use liksa_domain::account::TokenKind;
use liksa_domain::ids::{EmailLinkId, FileId, Id, MailId, PersonId, RegistrationId};
use liksa_domain::mail::{MailLink, MailState};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::{from_micros, to_micros};

pub struct NewMail<'a> {
    pub id: MailId,
    pub to: &'a str,
    pub subject: &'a str,
    pub text: &'a str,
    /// Empty for a mail of plain text.
    pub html: &'a str,
    pub attachment: Option<(FileId, &'a str)>,
    /// Where there is one, `TOKEN_PLACE` stands in the texts.
    pub link: Option<MailLink>,
    pub created_at: Timestamp,
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

#[derive(FromRow)]
struct MailRow {
    id: Uuid,
    to_address: String,
    subject: String,
    body_text: String,
    body_html: String,
    attachment_file: Option<Uuid>,
    attachment_name: Option<String>,
    link_kind: Option<String>,
    link_owner: Option<Uuid>,
    state: String,
    attempts: i64,
    last_error: Option<String>,
    created_at: i64,
    sent_at: Option<i64>,
}

/// How an attempt to send a mail ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailOutcome {
    Sent(Timestamp),
    /// It is known that it was not taken: it may be tried again.
    NotTaken(String),
    Unsure(String),
    Failed(String),
}

impl Tx {
    pub async fn insert_mail(&mut self, new: &NewMail<'_>) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO mail (id, to_address, subject, body_text, body_html, attachment_file, \
                 attachment_name, link_kind, link_owner, state, attempts, created_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', 0, $10)")
            .bind(new.id.uuid())
            .bind(new.to)
            .bind(new.subject)
            .bind(new.text)
            .bind(new.html)
            .bind(new.attachment.map(|(file, _)| file.uuid()))
            .bind(new.attachment.map(|(_, name)| name))
            .bind(new.link.map(link_kind))
            .bind(new.link.map(link_owner))
            .bind(to_micros(new.created_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Forgets letters that were sent before then. One with a file is a part of the books.
    pub async fn forget_old_letters(&mut self, before: Timestamp) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query(
                "DELETE FROM mail WHERE state = 'SENT' AND sent_at <= $1 AND attachment_file IS NULL")
            .bind(to_micros(before))
            .execute(c).await.map(drop))?;
        Ok(())
    }

    /// Keeps a mail with its token in it, for a demo whose visitors read their mails here.
    pub async fn keep_mail_with_token(&mut self, id: MailId, text: &str, html: &str) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE mail SET body_text = $2, body_html = $3, link_kind = NULL, link_owner = NULL WHERE id = $1")
            .bind(id.uuid())
            .bind(text)
            .bind(html)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Puts a mail back into the queue of which somebody decided that it is sent again. False when it is not
    /// one that waits for a decision, or somebody was quicker.
    pub async fn send_mail_again(&mut self, id: MailId) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE mail SET state = 'QUEUED', attempts = 0 WHERE id = $1 AND state IN ('UNSURE', 'FAILED')")
            .bind(id.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Notes of an unsure mail that it did arrive. False when it is not unsure, or somebody was quicker.
    pub async fn note_mail_arrived(&mut self, id: MailId, at: Timestamp) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE mail SET state = 'SENT', sent_at = $2, last_error = NULL WHERE id = $1 AND state = 'UNSURE'")
            .bind(id.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

/// The steps of sending are statements of their own, committed at once: what the mail server was told cannot be
/// taken back.
impl Store {
    /// Notes that the mail server is about to be spoken to. False when the mail is not in the queue.
    pub async fn begin_sending_mail(&self, id: MailId) -> StoreResult<bool> {
        let rows = on!(self.writes(), c => sqlx::query(
                "UPDATE mail SET state = 'SENDING', attempts = attempts + 1 WHERE id = $1 AND state = 'QUEUED'")
            .bind(id.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Notes how an attempt ended.
    pub async fn end_sending_mail(&self, id: MailId, outcome: &MailOutcome) -> StoreResult<()> {
        let (state, sent_at, error) = match outcome {
            MailOutcome::Sent(at) => (MailState::Sent, Some(to_micros(*at)), None),
            MailOutcome::NotTaken(why) => (MailState::Queued, None, Some(why)),
            MailOutcome::Unsure(why) => (MailState::Unsure, None, Some(why)),
            MailOutcome::Failed(why) => (MailState::Failed, None, Some(why)),
        };
        let rows = on!(self.writes(), c => sqlx::query(
                "UPDATE mail SET state = $2, sent_at = $3, last_error = $4 WHERE id = $1 AND state = 'SENDING'")
            .bind(id.uuid())
            .bind(state.name())
            .bind(sent_at)
            .bind(error)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    pub async fn mail(&self, id: MailId) -> StoreResult<Option<StoredMail>> {
        let row: Option<MailRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, to_address, subject, body_text, body_html, attachment_file, attachment_name, \
                 link_kind, link_owner, state, attempts, last_error, created_at, sent_at FROM mail WHERE id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(MailRow::into_mail).transpose()
    }

    /// The newest mails, the newest first.
    pub async fn newest_mails(&self, limit: u16) -> StoreResult<Vec<StoredMail>> {
        let rows: Vec<MailRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, to_address, subject, body_text, body_html, attachment_file, attachment_name, \
                 link_kind, link_owner, state, attempts, last_error, created_at, sent_at FROM mail ORDER BY id DESC LIMIT $1")
            .bind(i64::from(limit))
            .fetch_all(c).await)?;
        rows.into_iter().map(MailRow::into_mail).collect()
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

fn link(kind: &str, owner: Uuid) -> StoreResult<MailLink> {
    match kind {
        REGISTRATION => Ok(MailLink::Registration(RegistrationId::from_uuid(owner))),
        EMAIL => Ok(MailLink::Email(EmailLinkId::from_uuid(owner))),
        kind => {
            let kind = TokenKind::from_name(kind).ok_or(StoreError::Corrupt("mail link"))?;
            Ok(MailLink::Account(kind, PersonId::from_uuid(owner)))
        }
    }
}

impl MailRow {
    fn into_mail(self) -> StoreResult<StoredMail> {
        Ok(StoredMail {
            id: MailId::from_uuid(self.id),
            to: self.to_address,
            subject: self.subject,
            text: self.body_text,
            html: self.body_html,
            attachment: self.attachment_file.map(FileId::from_uuid).zip(self.attachment_name),
            link: self.link_kind.zip(self.link_owner).map(|(kind, owner)| link(&kind, owner)).transpose()?,
            state: MailState::from_name(&self.state).ok_or(StoreError::Corrupt("mail state"))?,
            attempts: u32::try_from(self.attempts).map_err(|_| StoreError::Corrupt("attempts"))?,
            last_error: self.last_error,
            created_at: from_micros(self.created_at)?,
            sent_at: self.sent_at.map(from_micros).transpose()?,
        })
    }
}
