//! Strong identification: people are sent to a bank, and the bank tells who they are.
//!
//! OpenID Connect with an authorization code, PKCE, state and nonce. A visit is bound to the browser that left
//! for it, is answered once, and what the bank says is believed only when its signature, issuer, audience, time,
//! nonce and level of assurance are all as they must be.

mod assertion;
mod authorization;
pub mod claims;
mod envelope;
mod exchange;
mod jwe;
mod kept;
mod line;
mod own_key;
mod visit;

use std::sync::Arc;

use anyhow::{Context, anyhow};
use openidconnect::core::CoreProviderMetadata;
use openidconnect::{ClientId, ClientSecret, IssuerUrl};

pub use own_key::PublicKey;
pub use visit::{Answer, Returned, Sent};

use crate::clock::Clock;
use crate::config::{self, BrokerSettings, ClientProof, Config};
use crate::demo_bank::DemoBank;
use assertion::AssertionKey;
use envelope::Envelope;
use kept::Kept;
use line::Line;
use own_key::{OwnKey, Usage};

/// Whom we ask who people are.
pub struct Broker {
    issuer: IssuerUrl,
    client_id: ClientId,
    proof: Proof,
    envelope: Envelope,
    /// What the broker has to know of our keys.
    public_keys: Vec<PublicKey>,
    acr: Vec<String>,
    scopes: Vec<String>,
    line: Line,
    clock: Clock,
    metadata: Kept<CoreProviderMetadata>,
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
        let decryption = settings.decryption_key.as_deref();
        let decryption =
            decryption.map(|file| OwnKey::read("oidc_decryption_key", file, None)).transpose()?;
        let (proof, signing) = match &settings.proof {
            ClientProof::Secret(secret) => (Proof::Secret(ClientSecret::new(secret.clone())), None),
            ClientProof::PrivateKey { file, key_id } => {
                let key = OwnKey::read("oidc_private_key", file, key_id.clone())?;
                (Proof::Key(Box::new(AssertionKey::of(&key)?)), Some(key))
            }
        };
        let signs = signing.as_ref().map(|key| key.public(Usage::Sig));
        let envelope = match (decryption, signing) {
            (Some(key), _) => Envelope::Sealed(Box::new(key)),
            (None, Some(key)) => Envelope::Either(Box::new(key)),
            (None, None) => Envelope::Open,
        };
        let decrypts = envelope.key().map(|key| key.public(Usage::Enc));
        Ok(Self {
            issuer: IssuerUrl::new(settings.issuer.clone()).context("oidc_issuer")?,
            client_id: ClientId::new(settings.client_id.clone()),
            proof,
            envelope,
            public_keys: signs.into_iter().chain(decrypts).collect(),
            acr: settings.acr.clone(),
            scopes: settings.scopes.clone(),
            line,
            clock,
            metadata: Kept::default(),
        })
    }

    /// With what it knows that we signed, and encrypts what is for us alone.
    pub fn public_keys(&self) -> &[PublicKey] {
        &self.public_keys
    }

    /// Where the broker's doors are and what it signs with.
    async fn metadata(&self) -> anyhow::Result<CoreProviderMetadata> {
        let ask = async {
            let told = CoreProviderMetadata::discover_async(self.issuer.clone(), &self.line).await;
            told.map_err(|error| anyhow!("the broker's description: {error}"))
        };
        self.metadata.get(&self.clock, ask).await
    }
}

#[cfg(test)]
mod tests;
