//! Exchanging the bank's code for an identity, and verifying it.

use anyhow::{Context, anyhow};
use chrono::{DateTime, Utc};
use jiff::{SignedDuration, Timestamp};
use liksa_domain::account::identity::{Identity, IdentityClaims};
use liksa_domain::problem::ErrorKey;
use openidconnect::core::CoreJwsSigningAlgorithm;
use openidconnect::{
    AuthenticationContextClass, AuthorizationCode, LocalizedClaim, Nonce, PkceCodeVerifier,
    RequestTokenError, TokenResponse,
};

use super::Broker;
use super::claims::{FinnishClient, FinnishIdClaims, FinnishIdToken};
use super::token_encryption::TokenClient;

const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// Signatures that a public key verifies, so that only the broker can have made them.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 4] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EdDsa,
];
/// How far clocks may be apart.
const CLOCKS_APART: SignedDuration = SignedDuration::from_mins(2);

impl Broker {
    /// Exchanges the code that a person came back with for their identity, or for what the bank does not say of them.
    pub(super) async fn identity(
        &self,
        code: &str,
        nonce: &str,
        pkce_verifier: &str,
        return_to: &str,
    ) -> anyhow::Result<Result<Identity, ErrorKey>> {
        let client = self.client(return_to).await?;
        let mut request = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))?
            .set_pkce_verifier(PkceCodeVerifier::new(pkce_verifier.to_owned()));
        if let Some(key) = &self.signing_key {
            let address = self.metadata().await?;
            let address = address.token_endpoint().context("the broker names no token endpoint")?.as_str();
            let assertion = key.client_assertion(&self.client_id, address, self.clock.now())?;
            request = request
                .add_extra_param("client_assertion_type", ASSERTION_TYPE)
                .add_extra_param("client_assertion", assertion);
        }
        let must_be_encrypted = self.decryption_key.is_some();
        let token_client = TokenClient { http: &self.http, key: self.key_for_tokens(), must_be_encrypted };
        let response = request.request_async(&token_client).await.map_err(|error| match error {
            RequestTokenError::Request(cause) => anyhow!("the code: {cause}"),
            other => anyhow!("the code: {other}"),
        })?;
        let token = response.id_token().context("the broker sent no id token")?;
        let claims = self.verified(token, &client, nonce)?;
        Ok(claims_of_person(claims).read())
    }

    /// The claims of a token whose signature, issuer, audience, time, nonce and level are right.
    fn verified<'a>(
        &self,
        token: &'a FinnishIdToken,
        client: &FinnishClient,
        nonce: &str,
    ) -> anyhow::Result<&'a FinnishIdClaims> {
        let now = self.clock.now();
        let verifier = client
            .id_token_verifier()
            .set_allowed_algs(ALGORITHMS)
            .set_time_fn(move || moment(now))
            .set_issue_time_verifier_fn(move |issued| issued_by(issued, now))
            .set_auth_context_verifier_fn(|acr| self.is_sure_enough(acr));
        token
            .claims(&verifier, &Nonce::new(nonce.to_owned()))
            .map_err(|error| anyhow!("the id token: {error}"))
    }

    fn is_sure_enough(&self, acr: Option<&AuthenticationContextClass>) -> Result<(), String> {
        match acr {
            Some(acr) if self.acr.iter().any(|accepted| accepted == acr.as_str()) => Ok(()),
            _ => Err("the level of assurance is not one of those accepted".to_owned()),
        }
    }
}

fn moment(at: Timestamp) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(at.as_microsecond()).unwrap_or(DateTime::<Utc>::MIN_UTC)
}

fn issued_by(issued: DateTime<Utc>, now: Timestamp) -> Result<(), String> {
    let latest = now.saturating_add(CLOCKS_APART).unwrap_or(Timestamp::MAX);
    if issued <= moment(latest) { Ok(()) } else { Err("issued in the future".to_owned()) }
}

fn claims_of_person(claims: &FinnishIdClaims) -> IdentityClaims<'_> {
    IdentityClaims {
        personal_id: claims.additional_claims().personal_id.as_deref(),
        first_name: in_any_language(claims.given_name()).map(|name| name.as_str()),
        last_name: in_any_language(claims.family_name()).map(|name| name.as_str()),
    }
}

/// A name without a language, or the first that has one.
fn in_any_language<T>(claim: Option<&LocalizedClaim<T>>) -> Option<&T> {
    let claim = claim?;
    claim.get(None).or_else(|| claim.iter().next().map(|(_, name)| name))
}
