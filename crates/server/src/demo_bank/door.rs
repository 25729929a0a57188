//! What people see of the demo bank: a page to choose who to be, and the way back.

use std::collections::HashMap;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use openidconnect::http;
use openidconnect::url::{Url, form_urlencoded};

use super::{CLIENT, CODE_LASTS, DemoBank, Grant, PATH, page, people};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult};
use crate::random;

const LARGEST_FORM: usize = 16 * 1024;
/// Buttons of the form that choose nobody, and what the bank then answers.
const REFUSALS: [(&str, &str); 2] = [("cancel", "access_denied"), ("fail", "server_error")];

/// What a client asks when it sends somebody here.
struct Asked {
    return_to: String,
    state: String,
    nonce: String,
    code_challenge: String,
}

/// Everything under `/demo-bank`.
pub async fn serve(State(app): State<AppState>, request: Request) -> ApiResult<Response> {
    let bank = app.demo_bank.as_ref().ok_or(ApiError::NotFound)?;
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, LARGEST_FORM).await.map_err(|_| ApiError::TooLarge)?;
    if parts.uri.path().trim_start_matches(PATH) != "/authorize" {
        let answer = bank.answer(&http::Request::from_parts(parts, body.to_vec()));
        return answer.map(|answer| answer.map(Body::from)).map_err(|error| ApiError::Internal(error.into()));
    }
    let query: HashMap<String, String> =
        form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let asked = bank.read(&query)?;
    match parts.method {
        Method::GET => page::choose(query.get("ui_locales").map(String::as_str)),
        Method::POST => {
            let chosen = form_urlencoded::parse(&body).find(|(name, _)| name == "person");
            let chosen = chosen.map(|(_, value)| value.into_owned()).unwrap_or_default();
            let back = bank.lead_back(asked, &chosen)?;
            Ok((StatusCode::SEE_OTHER, [(header::LOCATION, back)]).into_response())
        }
        _ => Err(ApiError::MethodNotAllowed),
    }
}

impl DemoBank {
    /// A request that is not exactly right is refused here, and nobody is led anywhere by it.
    fn read(&self, query: &HashMap<String, String>) -> ApiResult<Asked> {
        let field = |name: &str| query.get(name).cloned().unwrap_or_default();
        let return_to = field("redirect_uri");
        let ours = ["/registration/confirm", "/password/success"];
        let right = field("client_id") == CLIENT
            && field("response_type") == "code"
            && field("scope").split(' ').any(|scope| scope == "openid")
            && field("code_challenge_method") == "S256"
            && ours.iter().any(|page| return_to == format!("{}{page}", self.public_url));
        let asked = Asked {
            return_to,
            state: field("state"),
            nonce: field("nonce"),
            code_challenge: field("code_challenge"),
        };
        let complete = !asked.state.is_empty() && !asked.nonce.is_empty() && !asked.code_challenge.is_empty();
        if right && complete {
            Ok(asked)
        } else {
            Err(ApiError::Malformed("this is not how our client asks".to_owned()))
        }
    }

    fn lead_back(&self, asked: Asked, chosen: &str) -> ApiResult<String> {
        let mut back = Url::parse(&asked.return_to).map_err(|error| ApiError::Internal(error.into()))?;
        let refusal = REFUSALS.iter().find(|(button, _)| *button == chosen);
        let answer = match (refusal, people::with_key(chosen)) {
            (Some((_, error)), _) => ("error", (*error).to_owned()),
            (None, Some(person)) => ("code", self.grant(&asked, person)?),
            (None, None) => return Err(ApiError::NotFound),
        };
        back.query_pairs_mut().append_pair(answer.0, &answer.1).append_pair("state", &asked.state);
        Ok(back.into())
    }

    fn grant(&self, asked: &Asked, person: &'static people::BankCustomer) -> ApiResult<String> {
        let (code, now) = (random::text::<32>()?, self.clock.now());
        let grant = Grant {
            person,
            return_to: asked.return_to.clone(),
            nonce: asked.nonce.clone(),
            code_challenge: asked.code_challenge.clone(),
            until: now.saturating_add(CODE_LASTS).unwrap_or(now),
        };
        let mut grants = self
            .grants
            .lock()
            .map_err(|_| ApiError::Internal(anyhow::anyhow!("a thread died at the bank")))?;
        grants.retain(|_, grant| grant.until > now);
        grants.insert(code.clone(), grant);
        Ok(code)
    }
}
