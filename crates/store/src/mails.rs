//! Mails: written in the transaction of the action that they are about, with how sending each ended.

use liksa_domain::delivery::{MailKind, MailLink, MailReason, MailState};
use liksa_domain::person::Email;
use uuid::Uuid;

use crate::prelude::*;
use crate::sql::exactly_one;

/// A mail to be sent.
pub struct Outgoing {
    pub kind: MailKind,
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

impl Outgoing {
    /// The same mail as one of another kind.
    pub fn of_kind(self, kind: MailKind) -> Self {
        Self { kind, ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMail {
    pub id: MailId,
    pub kind: MailKind,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The file and the name that the receiver sees.
    pub attachment: Option<(FileId, String)>,
    pub link: Option<MailLink>,
    pub state: MailState,
    pub attempts: u32,
    pub reason: Option<MailReason>,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

read_row! {
    StoredMail {
        id, kind, to = "to_address", subject, text = "body_text", html = "body_html", state, attempts, reason, last_error,
        created_at, sent_at
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
            "SELECT id, kind, to_address, subject, body_text, body_html, attachment_file, attachment_name, link_kind, \
             link_owner, state, attempts, reason, last_error, created_at, sent_at FROM mail ",
            $end
        )
    };
}

/// How an attempt to send a mail ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailOutcome {
    Sent(Timestamp),
    /// The mail server certainly did not accept it: it may be tried again.
    NotTaken(MailTrouble),
    Unsure(MailTrouble),
    Failed(MailTrouble),
}

/// What went wrong with a mail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct MailTrouble {
    pub reason: MailReason,
    /// As the mail server or the network said it.
    pub text: String,
}

impl MailTrouble {
    pub fn new(reason: MailReason, text: impl ToString) -> Self {
        Self { reason, text: text.to_string() }
    }
}

tx_methods! {
    pub async fn insert_mail(id: MailId, mail: &Outgoing, at: Timestamp) = change_one
        "INSERT INTO mail (id, kind, to_address, subject, body_text, body_html, attachment_file, attachment_name, \
         link_kind, link_owner, state, attempts, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'QUEUED', 0, $11)"
        => id, mail.kind, mail.to, mail.subject, mail.text, mail.html, mail.attachment.as_ref().map(|(file, _)| *file),
           mail.attachment.as_ref().map(|(_, name)| name.clone()), mail.link.map(link_kind),
           mail.link.map(link_owner), at;

    /// Deletes letters that were sent before then, or that failed and were said to need nothing more. One with a file belongs
    /// to the accounts.
    pub async fn forget_old_letters(before: Timestamp) = run
        "DELETE FROM mail WHERE attachment_file IS NULL AND (state = 'SENT' AND sent_at <= $1 \
         OR state = 'FAILED' AND settled_at <= $1)";

    /// Stores a mail with its token in it, for a demo whose visitors read their mails in the service.
    pub async fn keep_mail_with_token(id: MailId, text: &str, html: &str) = change_one
        "UPDATE mail SET body_text = $2, body_html = $3, link_kind = NULL, link_owner = NULL WHERE id = $1";

    /// Puts a mail back into the queue after a clerk decided to send it again. False if it does not wait for a decision.
    pub async fn send_mail_again(id: MailId) -> bool = try_change
        "UPDATE mail SET state = 'QUEUED', attempts = 0, settled_at = NULL WHERE id = $1 AND state IN ('UNSURE', 'FAILED')";

    /// Stores that a mail that failed needs nothing more. False if it has not failed, or that was said before.
    pub async fn settle_mail(id: MailId, at: Timestamp) -> bool = try_change
        "UPDATE mail SET settled_at = $2 WHERE id = $1 AND state = 'FAILED' AND settled_at IS NULL";

    /// Sends a mail that waits to be sent again to another address. False if it does not wait.
    pub async fn readdress_mail(id: MailId, to: &Email) -> bool = try_change
        "UPDATE mail SET to_address = $2 WHERE id = $1 AND state = 'QUEUED'";

    /// Stores that an unsure mail did arrive. False if it is not unsure.
    pub async fn note_mail_arrived(id: MailId, at: Timestamp) -> bool = try_change
        "UPDATE mail SET state = 'SENT', sent_at = $2, reason = NULL, last_error = NULL WHERE id = $1 \
         AND state = 'UNSURE'";
}

// The steps of sending are committed by themselves: what the mail server has accepted cannot be rolled back.
store_methods! {
    /// The mails that wait because there was no connection to the mail server, and have many attempts left.
    pub async fn unreachable_mails(attempts_below: u32, limit: i64) -> Vec<MailId> = fetch_values
        "SELECT id FROM mail WHERE state = 'QUEUED' AND settled_at IS NULL AND reason = 'UNREACHABLE' AND attempts < $1 \
         ORDER BY created_at LIMIT $2";

    pub async fn mail(id: MailId) -> Option<StoredMail> = fetch_optional select_mails!("WHERE id = $1");

    /// The newest mails, the newest first.
    pub async fn newest_mails(limit: u16) -> Vec<StoredMail> = fetch_all select_mails!("ORDER BY id DESC LIMIT $1");
}

impl Store {
    /// Stores that the mail is about to be sent to this address. False if it is not in the queue, or was readdressed meanwhile.
    pub async fn begin_sending_mail(&self, id: MailId, to: &str) -> StoreResult<bool> {
        let rows = self.execute_at_once(sql!(
            "UPDATE mail SET state = 'SENDING', attempts = attempts + 1 WHERE id = $1 AND state = 'QUEUED' \
             AND to_address = $2"
            => id, to
        )).await?;
        Ok(rows == 1)
    }

    /// Stores how an attempt ended.
    pub async fn end_sending_mail(&self, id: MailId, outcome: &MailOutcome) -> StoreResult<()> {
        self.end_attempt(id, (MailState::Sending, None), 0, outcome).await
    }

    /// Stores how an attempt ended that the mail server learned nothing of. The mail is in the state in which the attempt
    /// found it, and has the address that it was about: what another one refused says nothing of it.
    pub async fn end_before_sending_mail(
        &self,
        id: MailId,
        (found, to): (MailState, &str),
        outcome: &MailOutcome,
    ) -> StoreResult<()> {
        // Where it has been sending before, that attempt was counted when it began.
        self.end_attempt(id, (found, Some(to)), i64::from(found == MailState::Queued), outcome).await
    }

    async fn end_attempt(
        &self,
        id: MailId,
        (found, to): (MailState, Option<&str>),
        attempts: i64,
        outcome: &MailOutcome,
    ) -> StoreResult<()> {
        let (state, sent_at, trouble) = match outcome {
            MailOutcome::Sent(at) => (MailState::Sent, Some(*at), None),
            MailOutcome::NotTaken(why) => (MailState::Queued, None, Some(why)),
            MailOutcome::Unsure(why) => (MailState::Unsure, None, Some(why)),
            MailOutcome::Failed(why) => (MailState::Failed, None, Some(why)),
        };
        let (reason, error) = (trouble.map(|why| why.reason), trouble.map(|why| why.text.as_str()));
        // Who has sent it knows better than who found it being sent and took the sender for dead.
        let rows = self.execute_at_once(sql!(
            "UPDATE mail SET state = $2, sent_at = $3, reason = $4, last_error = $5, attempts = attempts + $6 \
             WHERE id = $1 AND (state = $7 OR ($2 = 'SENT' AND state = 'UNSURE' AND reason = 'STOPPED')) \
             AND to_address = COALESCE($8, to_address)"
            => id, state, sent_at, reason, error, attempts, found, to
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

/// Which mails to list, the newest first.
pub struct MailFilter<'a> {
    /// Only mails of these kinds.
    pub kinds: &'a [MailKind],
    /// All if none.
    pub state: Option<MailState>,
    /// The last one of the page before.
    pub before: Option<MailId>,
    pub limit: i64,
}

/// A mail in the list of staff. What it says is between it and its receiver.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Mail)]
pub struct MailCard {
    pub id: MailId,
    pub kind: MailKind,
    pub state: MailState,
    pub to: String,
    /// Why the last attempt failed; null if it did not.
    #[schema(required)]
    pub reason: Option<MailReason>,
    /// The same as the mail server or the network said it.
    #[serde(rename = "error")]
    #[schema(required)]
    pub last_error: Option<String>,
    pub attempts: i64,
    /// The bill that is sent, or that its customer is reminded of.
    #[serde(rename = "billId")]
    #[schema(required)]
    pub bill: Option<BillId>,
    #[schema(required)]
    pub bill_number: Option<i64>,
    #[schema(required)]
    pub customer: Option<String>,
    /// Instants, ISO 8601.
    pub created_at: Timestamp,
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
    /// When staff said that a mail that failed needs nothing more; null if nobody did.
    #[schema(required)]
    pub settled_at: Option<Timestamp>,
}

read_row! {
    MailCard {
        id, kind, state, to = "to_address", reason, last_error, attempts, bill = "bill_id", bill_number = "number",
        customer, created_at, sent_at, settled_at
    }
}

macro_rules! mail_cards {
    ($condition:literal) => {
        concat!(
            "SELECT m.id, m.kind, m.state, m.to_address, m.reason, m.last_error, m.attempts, b.id AS bill_id, b.number, \
             c.name AS customer, m.created_at, m.sent_at, m.settled_at FROM mail m LEFT JOIN delivery d ON d.mail_id = m.id \
             LEFT JOIN reminder r ON r.mail_id = m.id LEFT JOIN bill b ON b.id = COALESCE(d.bill_id, r.bill_id) \
             LEFT JOIN customer c ON c.id = b.customer_id WHERE m.id < $1 AND m.kind = ANY($2) ",
            $condition,
            " ORDER BY m.id DESC LIMIT $3"
        )
    };
}

pub(crate) const ALL_MAILS: &str = mail_cards!("");
pub(crate) const MAILS_IN_STATE: &str = mail_cards!("AND m.state = $4");

impl Store {
    pub async fn mails(&self, filter: &MailFilter<'_>) -> StoreResult<Vec<MailCard>> {
        let (before, kinds) = (before_id(filter.before), names_of(filter.kinds));
        let statement = match filter.state {
            Some(state) => sql!(MAILS_IN_STATE => before, kinds[..], filter.limit, state),
            None => sql!(ALL_MAILS => before, kinds[..], filter.limit),
        };
        self.fetch_all(statement).await
    }
}

pub(crate) fn names_of(kinds: &[MailKind]) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.name()).collect()
}
