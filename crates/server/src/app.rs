//! What every handler may use.

use std::sync::Arc;

use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::ids::{Id, PersonId};
use liksa_store::Store;

use crate::clock::Clock;
use crate::config::Config;
use crate::http::limits::Limits;
use crate::random;
use crate::session::password::Passwords;

pub struct App {
    pub store: Store,
    pub clock: Clock,
    pub config: Config,
    pub limits: Limits,
    pub passwords: Passwords,
}

pub type AppState = Arc<App>;

impl App {
    pub fn new(store: Store, clock: Clock, config: Config) -> anyhow::Result<Self> {
        let limits = Limits::new(config.rate_limits);
        Ok(Self { store, clock, config, limits, passwords: Passwords::new()? })
    }

    pub fn new_id<T: Id>(&self) -> Result<T, getrandom::Error> {
        random::id(self.clock.now())
    }

    /// An audit event of this moment, to be recorded in the transaction of the deed.
    pub fn event(
        &self,
        actor: Option<PersonId>,
        action: Action,
        subject: String,
        detail: &serde_json::Value,
    ) -> AuditEvent {
        AuditEvent { at: self.clock.now(), actor, action, subject, detail: detail.to_string() }
    }
}
