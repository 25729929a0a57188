//! What every handler may use.

use std::sync::Arc;

use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::job::Job;
use liksa_store::{Files, NewJob, Store};
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::config::{self, Config};
use crate::demo_bank::DemoBank;
use crate::http::limits::Limits;
use crate::identification::Broker;
use crate::mail::Transport;
use crate::printing::Press;
use crate::random;
use crate::session::guesses::Guesses;
use crate::session::password::Passwords;

pub struct App {
    pub store: Store,
    pub files: Files,
    pub clock: Clock,
    pub config: Config,
    pub limits: Limits,
    pub passwords: Passwords,
    pub guesses: Guesses,
    /// Whom we ask who people are, if anybody.
    pub broker: Option<Broker>,
    pub demo_bank: Option<Arc<DemoBank>>,
    pub press: Press,
    /// How mails leave.
    pub transport: Transport,
    new_jobs: Notify,
}

pub type AppState = Arc<App>;

impl App {
    pub fn new(store: Store, clock: Clock, config: Config) -> anyhow::Result<Self> {
        let (limits, guesses) = (Limits::new(config.rate_limits), Guesses::new(config.rate_limits));
        let demo_bank = match config.identification {
            config::Identification::DemoBank => Some(Arc::new(DemoBank::open(&config.public_url, &clock)?)),
            _ => None,
        };
        let broker = Broker::open(&config, &clock, demo_bank.as_ref())?;
        let files = Files::open(&config.files, store.clone())?;
        let transport = Transport::open(&config.mail)?;
        let (passwords, press, new_jobs) = (Passwords::new()?, Press::new(), Notify::new());
        Ok(Self {
            store,
            files,
            clock,
            config,
            limits,
            passwords,
            guesses,
            broker,
            demo_bank,
            press,
            transport,
            new_jobs,
        })
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

    /// Work for the runners, due at once, to be left in the transaction of the deed that it follows from.
    pub fn job(&self, job: Job) -> Result<NewJob, getrandom::Error> {
        let now = self.clock.now();
        Ok(NewJob { id: self.new_id()?, job, run_at: now, unique_key: None, created_at: now })
    }

    /// Has a runner look for work now. To be called after the commit; without it, it is found a little later.
    pub fn wake_jobs(&self) {
        self.new_jobs.notify_one();
    }

    /// Waits until somebody says that there is work.
    pub async fn job_waits(&self) {
        self.new_jobs.notified().await;
    }
}
