//! The audit log: events are added in the transaction of what they are about, and the database itself refuses to
//! change them. Each has a hash that depends on the one before, so that tampering is detected.

mod chain;

use liksa_domain::audit::AuditEvent;

use crate::prelude::*;

/// An event with the name of the person who caused it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastEvent {
    pub event: AuditEvent,
    pub actor_name: Option<String>,
}

read_row! { PastEvent { actor_name } flat { event } }
read_row! { AuditEvent { at, actor = "actor_id", action, subject, detail } }

impl Tx {
    /// Records an event, to be written by the commit: the end of the chain is locked for no longer than that takes.
    pub fn record(&mut self, event: AuditEvent) {
        self.events.push(event);
    }
}

store_methods! {
    /// Everything that happened to one subject, oldest first.
    pub async fn audit_of(subject: &str) -> Vec<AuditEvent> = fetch_all
        "SELECT at, actor_id, action, subject, detail FROM audit_event WHERE subject = $1 ORDER BY number";

    /// The history of one subject for people to read, oldest first.
    pub async fn history_of(subject: &str) -> Vec<PastEvent> = fetch_all
        "SELECT a.at, a.actor_id, a.action, a.subject, a.detail, p.first_name || ' ' || p.last_name AS actor_name \
         FROM audit_event a LEFT JOIN person p ON p.id = a.actor_id WHERE a.subject = $1 ORDER BY a.number";
}
