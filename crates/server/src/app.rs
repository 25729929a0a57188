//! The state that every handler gets: the context of actions, and what belongs to HTTP alone.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::FromRef;
use liksa_actions::context::{Clock, Context, MailTransport, Passwords, passwords::HashCost};
use liksa_actions::housekeeping;
use liksa_demo::bank::DemoBank;
use liksa_store::{Files, Store};

use crate::config::{self, Config};
use crate::http::limits::Limits;
use crate::http::monitoring;
use crate::http::peer::TrustedProxies;
use crate::identification::{Broker, HttpClient, settings_of_demo_bank};
use crate::outside;
use crate::session::login_attempts::LoginAttempts;

pub struct App {
    context: Context,
    pub config: Config,
    pub limits: Limits,
    pub login_attempts: LoginAttempts,
    pub trusted_proxies: TrustedProxies,
    /// The service by which banks identify people.
    pub broker: Option<Broker>,
    pub demo_bank: Option<Arc<DemoBank>>,
}

pub type AppState = Arc<App>;

/// Handlers pass their state straight to actions.
impl Deref for App {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl App {
    pub fn new(store: Store, clock: Clock, config: Config) -> anyhow::Result<Self> {
        let limits = Limits::new(config.rate_limits);
        let login_attempts = LoginAttempts::new(config.rate_limits);
        let trusted_proxies = TrustedProxies::new(config.trusted_proxies.clone());
        let demo_bank = match config.identification {
            config::Identification::DemoBank => {
                let bank = DemoBank::open(&config.public_url, &clock)?;
                Some(Arc::new(bank.with_font(liksa_web_assets::font())))
            }
            _ => None,
        };
        let broker = match (&config.identification, &demo_bank) {
            (config::Identification::Broker(settings), _) => {
                Some(Broker::new(settings, HttpClient::network()?, clock.clone())?)
            }
            (config::Identification::DemoBank, Some(bank)) => {
                let (settings, bank) = (settings_of_demo_bank(bank), bank.clone());
                let answer = move |request: &_| Ok(bank.answer(request)?);
                Some(Broker::new(&settings, HttpClient::InProcess(Box::new(answer)), clock.clone())?)
            }
            _ => None,
        };
        let files = Files::open(&config.files, store.clone())?.observed_by(monitoring::count_storage_call);
        let passwords = Passwords::new(HASH_COST)?;
        let transport = MailTransport::open(&config.mail)?;
        let context = Context::new(store, files, clock, passwords, transport, config.deployment())
            .with_addresses(outside::addresses(&config.address_services)?);
        Ok(Self { context, config, limits, login_attempts, trusted_proxies, broker, demo_bank })
    }

    /// The same with files of others opened by this program, in processes of their own.
    pub fn reading_codes_by(self, program: PathBuf) -> Self {
        Self { context: self.context.reading_codes_by(program), ..self }
    }

    /// Deletes what no longer matters, in memory and in the database; called every few minutes.
    pub async fn housekeep(&self) -> anyhow::Result<()> {
        self.limits.forget_old();
        self.login_attempts.forget_old(self.clock.now());
        housekeeping::delete_old_data(self).await
    }
}

impl FromRef<AppState> for TrustedProxies {
    fn from_ref(app: &AppState) -> Self {
        app.trusted_proxies.clone()
    }
}

#[cfg(not(test))]
const HASH_COST: HashCost = HashCost::Full;
#[cfg(test)]
const HASH_COST: HashCost = HashCost::Cheap;
