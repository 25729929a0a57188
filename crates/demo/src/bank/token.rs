//! Exchanges a code for an id token.

use std::collections::HashMap;

use data_encoding::{BASE64, BASE64URL_NOPAD};
use liksa_actions::context::random;
use openidconnect::core::CoreJwsSigningAlgorithm;
use openidconnect::url::form_urlencoded;
use openidconnect::{HttpRequest, PrivateSigningKey, http};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{ACR, CLIENT_ID, DemoBank, Grant};

const TOKEN_LASTS_SECONDS: i64 = 300;
/// The claim in which Finnish banks send the personal id.
const PERSONAL_ID_CLAIM: &str = "urn:oid:1.2.246.21";

impl DemoBank {
    pub(super) fn token(&self, request: &HttpRequest) -> (http::StatusCode, Value) {
        if !self.is_our_client(request) {
            return (http::StatusCode::UNAUTHORIZED, json!({"error": "invalid_client"}));
        }
        let form: HashMap<String, String> = form_urlencoded::parse(request.body()).into_owned().collect();
        let token = self.redeemed(&form).and_then(|grant| self.token_response(&grant));
        match token {
            Some(token) => (http::StatusCode::OK, token),
            None => (http::StatusCode::BAD_REQUEST, json!({"error": "invalid_grant"})),
        }
    }

    fn is_our_client(&self, request: &HttpRequest) -> bool {
        let header = request.headers().get(http::header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let expected = BASE64.encode(format!("{CLIENT_ID}:{}", self.client_secret).as_bytes());
        header.and_then(|value| value.strip_prefix("Basic ")) == Some(expected.as_str())
    }

    /// The grant of the code. A code is valid for one attempt, right or wrong.
    fn redeemed(&self, form: &HashMap<String, String>) -> Option<Grant> {
        let field = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        let grant = self.grants.lock().ok()?.remove(field("code"))?;
        let challenge = BASE64URL_NOPAD.encode(&Sha256::digest(field("code_verifier")));
        let right = field("grant_type") == "authorization_code"
            && grant.until > self.clock.now()
            && grant.return_to == field("redirect_uri")
            && grant.code_challenge == challenge;
        right.then_some(grant)
    }

    fn token_response(&self, grant: &Grant) -> Option<Value> {
        Some(json!({
            "access_token": random::text::<16>().ok()?,
            "token_type": "Bearer",
            "expires_in": TOKEN_LASTS_SECONDS,
            "id_token": self.id_token(grant)?,
        }))
    }

    fn id_token(&self, grant: &Grant) -> Option<String> {
        let (now, person) = (self.clock.now().as_second(), grant.person);
        let mut claims = json!({
            "iss": self.issuer(),
            "aud": [CLIENT_ID],
            "exp": now + TOKEN_LASTS_SECONDS,
            "iat": now,
            "nonce": grant.nonce,
            "acr": ACR,
            "sub": format!("demo-{}", person.key),
            "given_name": person.first_name,
            "family_name": person.last_name,
        });
        if let Some(personal_id) = person.personal_id {
            claims[PERSONAL_ID_CLAIM] = json!(personal_id);
        }
        let header = json!({"alg": "EdDSA", "kid": self.key_id});
        let encoded = |part: &Value| BASE64URL_NOPAD.encode(part.to_string().as_bytes());
        let input = format!("{}.{}", encoded(&header), encoded(&claims));
        let signature = self.key.sign(&CoreJwsSigningAlgorithm::EdDsa, input.as_bytes()).ok()?;
        Some(format!("{input}.{}", BASE64URL_NOPAD.encode(&signature)))
    }
}
