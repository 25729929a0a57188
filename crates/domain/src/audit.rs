//! Who did what, when: written in the same transaction as the deed, never changed afterwards.

use jiff::Timestamp;

use crate::ids::PersonId;
use crate::named::named;

named! {
    /// What was done.
    Action {
        PersonCreated = "person.created",
        LanguageChanged = "person.language_changed",
        SessionStarted = "session.started",
        SessionEnded = "session.ended",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEvent {
    pub at: Timestamp,
    /// Nobody for what the program does by itself.
    pub actor: Option<PersonId>,
    pub action: Action,
    /// What it was done to, as `kind:id`.
    pub subject: String,
    /// Before and after, as JSON. Never holds passwords, tokens, personal ids or account numbers.
    pub detail: String,
}
