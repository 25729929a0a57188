//! The page of the demo bank on which a visitor chooses a person, and the redirect back.

use std::collections::HashMap;

use anyhow::anyhow;
use liksa_actions::context::random;
use openidconnect::url::{Url, form_urlencoded};
use openidconnect::{HttpRequest, HttpResponse, http};

use super::{BankError, CLIENT_ID, CODE_LASTS, DemoBank, Grant, customers, page};

/// Buttons of the form that choose no person, and the error that the bank then returns.
const REFUSALS: [(&str, &str); 2] = [("cancel", "access_denied"), ("fail", "server_error")];

/// An authorization request of the server.
struct AuthorizationRequest {
    return_to: String,
    state: String,
    nonce: String,
    code_challenge: String,
}

impl DemoBank {
    pub(super) fn authorize(&self, request: &HttpRequest) -> Result<HttpResponse, BankError> {
        let query = request.uri().query().unwrap_or_default();
        let query: HashMap<String, String> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let authorization = self.read(&query)?;
        match request.method().as_str() {
            "GET" => Ok(page::choose(query.get("ui_locales").map(String::as_str), self.font.as_deref())?),
            "POST" => {
                let chosen = form_urlencoded::parse(request.body()).find(|(name, _)| name == "person");
                let chosen = chosen.map(|(_, value)| value.into_owned()).unwrap_or_default();
                let location = self.redirect(&authorization, &chosen)?;
                let response = http::Response::builder().status(http::StatusCode::SEE_OTHER);
                Ok(response.header(http::header::LOCATION, location).body(vec![])?)
            }
            _ => Err(BankError::MethodNotAllowed),
        }
    }

    /// Refuses a request that is not exactly as the server makes it, so that it redirects nowhere else.
    fn read(&self, query: &HashMap<String, String>) -> Result<AuthorizationRequest, BankError> {
        let field = |name: &str| query.get(name).cloned().unwrap_or_default();
        let request = AuthorizationRequest {
            return_to: field("redirect_uri"),
            state: field("state"),
            nonce: field("nonce"),
            code_challenge: field("code_challenge"),
        };
        let pages = ["/registration/confirm", "/password/success"];
        let right = field("client_id") == CLIENT_ID
            && field("response_type") == "code"
            && field("scope").split(' ').any(|scope| scope == "openid")
            && field("code_challenge_method") == "S256"
            && pages.iter().any(|page| request.return_to == format!("{}{page}", self.public_url));
        let complete =
            !request.state.is_empty() && !request.nonce.is_empty() && !request.code_challenge.is_empty();
        if right && complete { Ok(request) } else { Err(BankError::WrongRequest) }
    }

    fn redirect(&self, request: &AuthorizationRequest, chosen: &str) -> Result<String, BankError> {
        let mut location = Url::parse(&request.return_to).map_err(|error| anyhow!(error))?;
        let refusal = REFUSALS.iter().find(|(button, _)| *button == chosen);
        let (name, value) = match (refusal, customers::with_key(chosen)) {
            (Some((_, error)), _) => ("error", (*error).to_owned()),
            (None, Some(person)) => ("code", self.grant(request, person)?),
            (None, None) => return Err(BankError::NotFound),
        };
        location.query_pairs_mut().append_pair(name, &value).append_pair("state", &request.state);
        Ok(location.into())
    }

    fn grant(
        &self,
        request: &AuthorizationRequest,
        person: &'static customers::BankCustomer,
    ) -> anyhow::Result<String> {
        let (code, now) = (random::text::<32>()?, self.clock.now());
        let grant = Grant {
            person,
            return_to: request.return_to.clone(),
            nonce: request.nonce.clone(),
            code_challenge: request.code_challenge.clone(),
            until: now.saturating_add(CODE_LASTS).unwrap_or(now),
        };
        let mut grants = self.grants.lock().map_err(|_| anyhow!("a thread of the demo bank panicked"))?;
        grants.retain(|_, grant| grant.until > now);
        grants.insert(code.clone(), grant);
        Ok(code)
    }
}
