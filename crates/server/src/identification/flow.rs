//! The two steps of an identification: sending a browser to the bank, and reading its answer.

use axum::http::HeaderMap;
use liksa_actions::Context;
use liksa_actions::accounts::{self, Identified, PendingIdentification};
use liksa_actions::context::token::Token;
use liksa_domain::account::identity::Identity;
use liksa_domain::person::Language;
use liksa_domain::problem::ErrorKey;
use liksa_store::{Identification, Purpose};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Broker;
use crate::http::error::{ApiError, ApiResult};
use crate::session::cookie::{self, CookieKind};

/// The bank's error when the person cancels.
const CANCELLED: &str = "access_denied";
const LONGEST_CODE: usize = 2048;

/// Where to go to be identified: `endpointUrl?request`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sent {
    pub endpoint_url: String,
    /// The query string to come there with.
    pub request: String,
}

/// The bank's answer, as the browser brings it back.
#[derive(Deserialize, ToSchema)]
pub struct Answer {
    /// Absent when the bank answered with an error.
    #[schema(max_length = 2048)]
    pub code: Option<String>,
    #[schema(max_length = 200)]
    pub state: String,
    /// As the bank answered it: `access_denied` when the person cancelled.
    #[schema(max_length = 200)]
    pub error: Option<String>,
}

/// The page that the bank leads back to.
fn redirect_address(context: &Context, purpose: &Purpose) -> String {
    let page = match purpose {
        Purpose::Register(_) | Purpose::LogIn(_) => "/registration/confirm",
        Purpose::Reset { .. } => "/password/success",
    };
    format!("{}{page}", context.deployment.public_url)
}

/// Prepares an identification, to be stored before the browser, which has this token, is sent to the bank.
pub async fn begin(
    context: &Context,
    broker: Option<&Broker>,
    purpose: Purpose,
    browser: &Token,
    language: Language,
) -> ApiResult<(Sent, PendingIdentification)> {
    let broker = broker.ok_or(ApiError::Unavailable(ErrorKey::IdentificationNotConfigured))?;
    let redirect = redirect_address(context, &purpose);
    let request = broker.authorization_request(&redirect, language).await.map_err(|error| {
        tracing::warn!(error = format!("{error:#}"), "identification is not available");
        ApiError::Unavailable(ErrorKey::IdentificationUnavailable)
    })?;
    let not_a_token = || ApiError::Internal(anyhow::anyhow!("the state is not a token"));
    let pending = PendingIdentification {
        purpose,
        state: Token::parse(&request.state).ok_or_else(not_a_token)?,
        browser: browser.hash(),
        nonce: request.nonce,
        pkce_verifier: request.pkce_verifier,
    };
    Ok((Sent { endpoint_url: request.endpoint, request: request.request }, pending))
}

/// Reads the bank's answer; the browser's cookies prove that this browser was sent there. The same answer is not
/// accepted a second time, even if it failed.
pub async fn finish(
    context: &Context,
    broker: Option<&Broker>,
    headers: &HeaderMap,
    answer: &Answer,
) -> ApiResult<Identified> {
    let failed = || ApiError::Conflict(ErrorKey::IdentificationFailed);
    let state = Token::parse(&answer.state).ok_or_else(failed)?.hash();
    let read = |kind| cookie::read(headers, kind, context.deployment.production);
    let tokens = [CookieKind::Registration, CookieKind::Identification].into_iter().filter_map(read);
    let browsers: Vec<_> = tokens.map(|token| token.hash()).collect();
    let (browser, claimed) = accounts::claim_identification(context, state, &browsers).await?;
    match identity(context, broker, &claimed, answer).await {
        Ok(identity) => Ok(Identified { id: claimed.id, purpose: claimed.purpose, identity, browser }),
        Err(key) => Err(accounts::identification_refused(&claimed.purpose, key).into()),
    }
}

async fn identity(
    context: &Context,
    broker: Option<&Broker>,
    claimed: &Identification,
    answer: &Answer,
) -> Result<Identity, ErrorKey> {
    let code = match (&answer.code, answer.error.as_deref()) {
        (_, Some(CANCELLED)) => return Err(ErrorKey::IdentificationCancelled),
        (Some(code), None) if code.len() <= LONGEST_CODE => code,
        _ => return Err(ErrorKey::IdentificationFailed),
    };
    let broker = broker.ok_or(ErrorKey::IdentificationFailed)?;
    let redirect = redirect_address(context, &claimed.purpose);
    let identity = broker.identity(code, &claimed.nonce, &claimed.pkce_verifier, &redirect).await;
    identity.unwrap_or_else(|error| {
        tracing::warn!(error = format!("{error:#}"), "an identification was not accepted");
        Err(ErrorKey::IdentificationFailed)
    })
}
