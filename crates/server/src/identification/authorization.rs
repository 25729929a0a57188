//! The request by which a person is sent to the bank.

use anyhow::Context;
use liksa_domain::person::Language;
use openidconnect::core::CoreAuthenticationFlow;
use openidconnect::{
    AuthenticationContextClass, CsrfToken, LanguageTag, Nonce, PkceCodeChallenge, RedirectUrl, Scope,
};

use super::Broker;
use super::claims::FinnishClient;

/// A state of 256 bits.
const STATE_BYTES: u32 = 32;

/// Where a person is sent to be identified, and what their answer is checked with.
pub struct AuthorizationRequest {
    /// The broker's address, without a query.
    pub endpoint: String,
    /// The query string.
    pub request: String,
    pub state: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

impl Broker {
    pub(super) async fn client(&self, return_to: &str) -> anyhow::Result<FinnishClient> {
        let return_to = RedirectUrl::new(return_to.to_owned()).context("the redirect address")?;
        let metadata = self.metadata().await?;
        let client =
            FinnishClient::from_provider_metadata(metadata, self.client_id.clone(), self.secret.clone());
        Ok(client.set_redirect_uri(return_to))
    }

    pub(super) async fn authorization_request(
        &self,
        return_to: &str,
        language: Language,
    ) -> anyhow::Result<AuthorizationRequest> {
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
        Ok(AuthorizationRequest {
            endpoint: endpoint.into(),
            request,
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            pkce_verifier: verifier.into_secret(),
        })
    }
}
