//! The audit log: rows are added, in the transaction of the deed, and the database itself refuses
//! to change them.

use jiff::Timestamp;
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::ids::{AuditEventId, Id, PersonId};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::{from_micros, to_micros};

#[derive(FromRow)]
struct AuditRow {
    id: Uuid,
    at: i64,
    actor_id: Option<Uuid>,
    action: String,
    subject: String,
    detail: String,
}

impl Tx {
    pub async fn record(&mut self, event: &AuditEvent) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO audit_event (id, at, actor_id, action, subject, detail) \
                 VALUES ($1, $2, $3, $4, $5, $6)")
            .bind(event.id.uuid())
            .bind(to_micros(event.at))
            .bind(event.actor.map(Id::uuid))
            .bind(event.action.name())
            .bind(&event.subject)
            .bind(&event.detail)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }
}

impl Store {
    /// Everything that happened to one subject, oldest first.
    pub async fn audit_of(&self, subject: &str) -> StoreResult<Vec<AuditEvent>> {
        let rows: Vec<AuditRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, at, actor_id, action, subject, detail FROM audit_event \
                 WHERE subject = $1 ORDER BY id")
            .bind(subject)
            .fetch_all(c).await)?;
        rows.into_iter().map(AuditRow::into_event).collect()
    }
}

impl AuditRow {
    fn into_event(self) -> StoreResult<AuditEvent> {
        let at: Timestamp = from_micros(self.at)?;
        Ok(AuditEvent {
            id: AuditEventId::from_uuid(self.id),
            at,
            actor: self.actor_id.map(PersonId::from_uuid),
            action: Action::from_name(&self.action).ok_or(StoreError::Corrupt("audit action"))?,
            subject: self.subject,
            detail: self.detail,
        })
    }
}
