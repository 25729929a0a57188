//! The audit log: rows are added, in the transaction of the deed, and the database itself refuses
//! to change them. Each carries the hash of the one before, so that who goes round the database is found out.

mod chain;

use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::ids::{Id, PersonId};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::time::from_micros;

#[derive(FromRow)]
pub(crate) struct AuditRow {
    at: i64,
    pub actor_id: Option<Uuid>,
    pub action: String,
    pub subject: String,
    pub detail: String,
}

impl Tx {
    /// Notes an event, to be written when the transaction is committed: the chain is held for no longer than that
    /// takes.
    pub async fn record(&mut self, event: &AuditEvent) -> StoreResult<()> {
        self.events.push(event.clone());
        Ok(())
    }
}

impl Store {
    /// Everything that happened to one subject, oldest first.
    pub async fn audit_of(&self, subject: &str) -> StoreResult<Vec<AuditEvent>> {
        let rows: Vec<AuditRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT at, actor_id, action, subject, detail FROM audit_event \
                 WHERE subject = $1 ORDER BY number")
            .bind(subject)
            .fetch_all(c).await)?;
        rows.into_iter().map(AuditRow::into_event).collect()
    }
}

/// What happened, and the name of who did it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastEvent {
    pub event: AuditEvent,
    pub actor_name: Option<String>,
}

#[derive(FromRow)]
struct PastRow {
    #[sqlx(flatten)]
    event: AuditRow,
    actor_name: Option<String>,
}

impl Store {
    /// The history of one subject for people to read, oldest first.
    pub async fn history_of(&self, subject: &str) -> StoreResult<Vec<PastEvent>> {
        let rows: Vec<PastRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT a.at, a.actor_id, a.action, a.subject, a.detail, \
                 p.first_name || ' ' || p.last_name AS actor_name \
                 FROM audit_event a LEFT JOIN person p ON p.id = a.actor_id \
                 WHERE a.subject = $1 ORDER BY a.number")
            .bind(subject)
            .fetch_all(c).await)?;
        let past =
            |row: PastRow| Ok(PastEvent { event: row.event.into_event()?, actor_name: row.actor_name });
        rows.into_iter().map(past).collect()
    }
}

impl AuditRow {
    pub(crate) fn into_event(self) -> StoreResult<AuditEvent> {
        Ok(AuditEvent {
            at: from_micros(self.at)?,
            actor: self.actor_id.map(PersonId::from_uuid),
            action: Action::from_name(&self.action).ok_or(StoreError::Corrupt("audit action"))?,
            subject: self.subject,
            detail: self.detail,
        })
    }
}
