//! The way to the bank.

use anyhow::Context;
use liksa_domain::person::Language;
use openidconnect::core::CoreAuthenticationFlow;
use openidconnect::{
    AuthenticationContextClass, CsrfToken, LanguageTag, Nonce, PkceCodeChallenge, RedirectUrl, Scope,
};

use super::claims::FinnishClient;
use super::{Broker, Proof};

/// 256 bits.
const STATE_BYTES: u32 = 32;

/// Somebody about to leave.
pub struct Departure {
    /// The broker's door, without a query.
    pub endpoint: String,
    /// The query to come there with.
    pub request: String,
    pub state: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

impl Broker {
    pub(super) async fn client(&self, return_to: &str) -> anyhow::Result<FinnishClient> {
        let secret = match &self.proof {
            Proof::Secret(secret) => Some(secret.clone()),
            Proof::Key(_) => None,
        };
        let return_to = RedirectUrl::new(return_to.to_owned()).context("the way back")?;
        let metadata = self.metadata().await?;
        let client = FinnishClient::from_provider_metadata(metadata, self.client_id.clone(), secret);
        Ok(client.set_redirect_uri(return_to))
    }

    pub(super) async fn departure(&self, return_to: &str, language: Language) -> anyhow::Result<Departure> {
        let client = self.client(return_to).await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let asked = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new_random_len(STATE_BYTES),
                Nonce::new_random,
            )
            .add_scopes(self.scopes.iter().cloned().map(Scope::new))
            .add_ui_locale(LanguageTag::new(language.name().to_owned()))
            .set_pkce_challenge(challenge);
        let levels = self.acr.iter().cloned().map(AuthenticationContextClass::new);
        let (url, state, nonce) =
            levels.fold(asked, |asked, level| asked.add_auth_context_value(level)).url();
        let request = url.query().unwrap_or_default().to_owned();
        let mut endpoint = url;
        endpoint.set_query(None);
        Ok(Departure {
            endpoint: endpoint.into(),
            request,
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            pkce_verifier: verifier.into_secret(),
        })
    }
}
