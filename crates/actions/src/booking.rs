//! Who books what the bank tells, and what follows from it.

use crate::prelude::*;

/// Who books, and when.
#[derive(Clone, Copy)]
pub struct BookedBy {
    /// None for what the program does by itself.
    pub person: Option<PersonId>,
    pub at: Timestamp,
    /// Whether the worker gets an e-mail. False for demo content, whose past never happened.
    pub notify_worker: bool,
}

impl BookedBy {
    pub fn person(context: &Context, person: PersonId) -> Self {
        Self { person: Some(person), at: context.clock.now(), notify_worker: true }
    }

    pub fn program(context: &Context) -> Self {
        Self { person: None, at: context.clock.now(), notify_worker: true }
    }

    pub(crate) fn record(self, tx: &mut Tx, action: Action, subject: String, detail: &Value) {
        let (at, actor, detail) = (self.at, self.person, detail.to_string());
        tx.record(AuditEvent { at, actor, action, subject, detail });
    }
}
