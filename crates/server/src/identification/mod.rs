//! Strong identification: people are sent to a bank, and the bank tells who they are.
//!
//! OpenID Connect with an authorization code, PKCE, state and nonce. A visit is bound to the browser that left
//! for it, is answered once, and what the bank says is believed only when its signature, issuer, audience, time,
//! nonce and level of assurance are all as they must be.

mod assertion;
mod authorization;
pub mod claims;
mod exchange;
mod line;
mod visit;

use std::sync::Arc;

use anyhow::{Context, anyhow};
use jiff::{SignedDuration, Timestamp};
use openidconnect::core::CoreProviderMetadata;
use openidconnect::{ClientId, ClientSecret, IssuerUrl};
use tokio::sync::Mutex;

pub use visit::{Answer, Sent};

use crate::clock::Clock;
use crate::config::{self, BrokerSettings, ClientProof, Config};
use crate::demo_bank::DemoBank;
use assertion::AssertionKey;
use line::Line;

/// A broker publishes a new key well before it signs with it.
const METADATA_KEPT: SignedDuration = SignedDuration::from_mins(10);

/// Whom we ask who people are.
pub struct Broker {
    issuer: IssuerUrl,
    client_id: ClientId,
    proof: Proof,
    acr: Vec<String>,
    scopes: Vec<String>,
    line: Line,
    clock: Clock,
    metadata: Mutex<Option<(Timestamp, CoreProviderMetadata)>>,
}

/// How we show that it is us.
enum Proof {
    Secret(ClientSecret),
    Key(Box<AssertionKey>),
}

impl Broker {
    /// The broker of the settings; none where nobody is to identify anybody.
    pub fn open(
        config: &Config,
        clock: &Clock,
        demo_bank: Option<&Arc<DemoBank>>,
    ) -> anyhow::Result<Option<Self>> {
        match (&config.identification, demo_bank) {
            (config::Identification::Broker(settings), _) => {
                Self::new(settings, Line::network()?, clock.clone()).map(Some)
            }
            (config::Identification::DemoBank, Some(bank)) => {
                Self::new(&bank.client_settings(), Line::DemoBank(bank.clone()), clock.clone()).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn new(settings: &BrokerSettings, line: Line, clock: Clock) -> anyhow::Result<Self> {
        let proof = match &settings.proof {
            ClientProof::Secret(secret) => Proof::Secret(ClientSecret::new(secret.clone())),
            ClientProof::PrivateKey { file, key_id } => {
                let pem = std::fs::read_to_string(file)
                    .with_context(|| format!("oidc_private_key: {}", file.display()))?;
                Proof::Key(Box::new(AssertionKey::from_pem(&pem, key_id.clone())?))
            }
        };
        Ok(Self {
            issuer: IssuerUrl::new(settings.issuer.clone()).context("oidc_issuer")?,
            client_id: ClientId::new(settings.client_id.clone()),
            proof,
            acr: settings.acr.clone(),
            scopes: settings.scopes.clone(),
            line,
            clock,
            metadata: Mutex::new(None),
        })
    }

    /// Where the broker's doors are and what it signs with, asked anew every few minutes.
    async fn metadata(&self) -> anyhow::Result<CoreProviderMetadata> {
        let now = self.clock.now();
        let mut kept = self.metadata.lock().await;
        match &*kept {
            Some((at, metadata)) if now.duration_since(*at) < METADATA_KEPT => Ok(metadata.clone()),
            _ => {
                let metadata = CoreProviderMetadata::discover_async(self.issuer.clone(), &self.line)
                    .await
                    .map_err(|error| anyhow!("the broker's description: {error}"))?;
                *kept = Some((now, metadata.clone()));
                Ok(metadata)
            }
        }
    }
}

#[cfg(test)]
mod tests;
