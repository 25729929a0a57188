//! Strong identification: people are sent to a bank, which answers who they are.
//!
//! OpenID Connect with an authorization code, PKCE, state and nonce. An identification is bound to the browser that
//! began it and is answered once. The bank's answer is accepted only when its signature, issuer, audience, time, nonce
//! and level of assurance are right.

mod authorization;
mod cached;
pub mod claims;
mod exchange;
mod flow;
mod http_client;
mod jwe;
mod own_key;
mod token_encryption;

use anyhow::{Context, anyhow};
use openidconnect::core::CoreProviderMetadata;
use openidconnect::{ClientId, ClientSecret, IssuerUrl};

pub use flow::{Answer, Sent, begin, finish};
pub use http_client::HttpClient;
pub use own_key::PublicKey;

use crate::config::{BrokerSettings, ClientProof};
use cached::Cached;
use liksa_actions::context::Clock;
use liksa_demo::bank::{self, DemoBank};
use own_key::{OwnKey, Usage};

/// The service by which banks identify people.
pub struct Broker {
    issuer: IssuerUrl,
    client_id: ClientId,
    /// Authenticates the server to the broker, unless there is a signing key.
    secret: Option<ClientSecret>,
    signing_key: Option<OwnKey>,
    /// With it, id tokens that are not encrypted are refused.
    decryption_key: Option<OwnKey>,
    acr: Vec<String>,
    scopes: Vec<String>,
    http: HttpClient,
    clock: Clock,
    metadata: Cached<CoreProviderMetadata>,
}

impl Broker {
    pub fn new(settings: &BrokerSettings, http: HttpClient, clock: Clock) -> anyhow::Result<Self> {
        let decryption_file = settings.decryption_key.as_deref();
        let decryption_key = decryption_file.map(|file| OwnKey::read("oidc_decryption_key", file, None));
        let (secret, signing_key) = match &settings.proof {
            ClientProof::Secret(secret) => (Some(ClientSecret::new(secret.clone())), None),
            ClientProof::PrivateKey { file, key_id } => {
                (None, Some(OwnKey::read("oidc_private_key", file, key_id.clone())?))
            }
        };
        Ok(Self {
            issuer: IssuerUrl::new(settings.issuer.clone()).context("oidc_issuer")?,
            client_id: ClientId::new(settings.client_id.clone()),
            secret,
            signing_key,
            decryption_key: decryption_key.transpose()?,
            acr: settings.acr.clone(),
            scopes: settings.scopes.clone(),
            http,
            clock,
            metadata: Cached::default(),
        })
    }

    /// The keys that the broker verifies signatures with, and encrypts id tokens with.
    pub fn public_keys(&self) -> Vec<PublicKey> {
        let signs = self.signing_key.as_ref().map(|key| key.public(Usage::Sig));
        let decrypts = self.key_for_tokens().map(|key| key.public(Usage::Enc));
        signs.into_iter().chain(decrypts).collect()
    }

    /// The key that id tokens may be encrypted for: a broker may use the signing key for that too.
    fn key_for_tokens(&self) -> Option<&OwnKey> {
        self.decryption_key.as_ref().or(self.signing_key.as_ref())
    }

    /// The broker's endpoints and keys.
    async fn metadata(&self) -> anyhow::Result<CoreProviderMetadata> {
        let ask = async {
            let found = CoreProviderMetadata::discover_async(self.issuer.clone(), &self.http).await;
            found.map_err(|error| anyhow!("the broker's description: {error}"))
        };
        self.metadata.get(&self.clock, ask).await
    }
}

/// The server as a client of the demo bank.
pub fn settings_of_demo_bank(bank: &DemoBank) -> BrokerSettings {
    BrokerSettings {
        issuer: bank.issuer(),
        client_id: bank::CLIENT_ID.to_owned(),
        proof: ClientProof::Secret(bank.client_secret().to_owned()),
        decryption_key: None,
        acr: vec![bank::ACR.to_owned()],
        scopes: vec!["profile".to_owned()],
    }
}

#[cfg(test)]
mod tests;
