//! A visit to the bank as a handler sees it: leaving, and coming back.

use axum::http::HeaderMap;
use jiff::Timestamp;
use liksa_domain::account::IDENTIFICATION_LASTS;
use liksa_domain::account::identity::Identity;
use liksa_domain::ids::IdentificationId;
use liksa_domain::person::Language;
use liksa_domain::problem::ErrorKey;
use liksa_store::{Identification, NewIdentification, Purpose, TokenHash, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};
use crate::session::cookie::{self, Kept};
use crate::session::token::Token;

/// What the bank answers when somebody presses "cancel".
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

/// What the browser came back with.
#[derive(Deserialize, ToSchema)]
pub struct Answer {
    /// Absent when the bank answered with an error.
    #[schema(max_length = 2048)]
    pub code: Option<String>,
    #[schema(max_length = 200)]
    pub state: String,
    /// As the bank answered it: `access_denied` when somebody cancelled.
    #[schema(max_length = 200)]
    pub error: Option<String>,
}

/// Who came back, and what for.
pub struct Returned {
    pub visit: IdentificationId,
    pub purpose: Purpose,
    pub identity: Identity,
    /// The browser that was at the bank.
    pub browser: TokenHash,
}

/// Which page of ours the bank leads back to.
fn way_back(app: &App, purpose: &Purpose) -> String {
    let page = match purpose {
        Purpose::Register(_) | Purpose::LogIn(_) => "/registration/confirm",
        Purpose::Reset { .. } => "/password/success",
    };
    format!("{}{page}", app.config.public_url)
}

impl App {
    /// Prepares a visit, to be remembered in the transaction of the deed. The browser carries the token back.
    pub async fn send_to_bank(
        &self,
        purpose: Purpose,
        browser: &Token,
        language: Language,
    ) -> ApiResult<(Sent, Visit)> {
        let broker =
            self.broker.as_ref().ok_or(ApiError::Unavailable(ErrorKey::IdentificationNotConfigured))?;
        let departure = broker.departure(&way_back(self, &purpose), language).await.map_err(|error| {
            tracing::warn!(error = format!("{error:#}"), "nobody can be sent to the bank");
            ApiError::Unavailable(ErrorKey::IdentificationUnavailable)
        })?;
        let state = Token::parse(&departure.state)
            .ok_or_else(|| ApiError::Internal(anyhow::anyhow!("the state is no token")))?;
        let visit = Visit {
            purpose,
            state,
            browser: browser.hash(),
            nonce: departure.nonce,
            pkce_verifier: departure.pkce_verifier,
        };
        Ok((Sent { endpoint_url: departure.endpoint, request: departure.request }, visit))
    }

    /// Takes somebody back. Whatever comes of it, the same answer is not taken again.
    pub async fn back_from_bank(&self, headers: &HeaderMap, answer: &Answer) -> ApiResult<Returned> {
        let (browser, visit) = self.claim_visit(headers, answer).await?;
        match self.told_by_bank(&visit, answer).await {
            Ok(identity) => Ok(Returned { visit: visit.id, purpose: visit.purpose, identity, browser }),
            Err(key) => Err(refusal(&visit.purpose, key)),
        }
    }

    /// The visit that is answered, and the browser that made it.
    async fn claim_visit(
        &self,
        headers: &HeaderMap,
        answer: &Answer,
    ) -> ApiResult<(TokenHash, Identification)> {
        let failed = || ApiError::Conflict(ErrorKey::IdentificationFailed);
        let state = Token::parse(&answer.state).ok_or_else(failed)?.hash();
        let read = |kept| cookie::read(headers, kept, self.config.is_production());
        let tokens = [Kept::Registration, Kept::Visit].into_iter().filter_map(read);
        let browsers: Vec<_> = tokens.map(|token| token.hash()).collect();
        for browser in &browsers {
            let mut tx = self.store.begin().await?;
            let claimed = tx.claim_identification(state, *browser, self.clock.now()).await?;
            tx.commit().await?;
            if let Some(visit) = claimed {
                return Ok((*browser, visit));
            }
        }
        for browser in &browsers {
            if let Some(past) = self.store.identification(state, *browser).await? {
                return Err(refusal(&past.purpose, ErrorKey::IdentificationExpired));
            }
        }
        Err(failed())
    }

    async fn told_by_bank(&self, visit: &Identification, answer: &Answer) -> Result<Identity, ErrorKey> {
        let code = match (&answer.code, answer.error.as_deref()) {
            (_, Some(CANCELLED)) => return Err(ErrorKey::IdentificationCancelled),
            (Some(code), None) if code.len() <= LONGEST_CODE => code,
            _ => return Err(ErrorKey::IdentificationFailed),
        };
        let broker = self.broker.as_ref().ok_or(ErrorKey::IdentificationFailed)?;
        let way_back = way_back(self, &visit.purpose);
        let identity = broker.identity(code, &visit.nonce, &visit.pkce_verifier, &way_back).await;
        identity.map_err(|error| {
            tracing::warn!(error = format!("{error:#}"), "an identification was not accepted");
            ErrorKey::IdentificationFailed
        })
    }
}

/// Who was logging in has nothing to go on with but another log-in, whatever went wrong at the bank.
fn refusal(purpose: &Purpose, key: ErrorKey) -> ApiError {
    ApiError::Conflict(match purpose {
        Purpose::LogIn(_) => ErrorKey::LoginNotIdentified,
        Purpose::Register(_) | Purpose::Reset { .. } => key,
    })
}

/// A visit that is about to begin.
pub struct Visit {
    purpose: Purpose,
    state: Token,
    browser: TokenHash,
    nonce: String,
    pkce_verifier: String,
}

impl Visit {
    pub async fn remember(&self, app: &App, tx: &mut Tx) -> ApiResult<()> {
        let now = app.clock.now();
        let new = NewIdentification {
            id: app.new_id()?,
            purpose: &self.purpose,
            state: self.state.hash(),
            browser: self.browser,
            nonce: &self.nonce,
            pkce_verifier: &self.pkce_verifier,
            created_at: now,
            expires_at: now.saturating_add(IDENTIFICATION_LASTS).unwrap_or(Timestamp::MAX),
        };
        Ok(tx.insert_identification(&new).await?)
    }
}
