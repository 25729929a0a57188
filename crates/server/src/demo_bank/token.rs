//! A code for an id token.

use std::collections::HashMap;

use chrono::DateTime;
use data_encoding::{BASE64, BASE64URL_NOPAD};
use openidconnect::core::CoreJwsSigningAlgorithm;
use openidconnect::url::form_urlencoded;
use openidconnect::{
    Audience, AuthenticationContextClass, EndUserFamilyName, EndUserGivenName, HttpRequest, IssuerUrl,
    LocalizedClaim, Nonce, StandardClaims, SubjectIdentifier, http,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{ACR, CLIENT, DemoBank, Grant};
use crate::identification::claims::{FinnishClaims, FinnishIdClaims, FinnishIdToken};
use crate::random;

const TOKEN_LASTS_SECONDS: i64 = 300;

impl DemoBank {
    pub(super) fn token(&self, request: &HttpRequest) -> (http::StatusCode, Value) {
        if !self.is_our_client(request) {
            return (http::StatusCode::UNAUTHORIZED, json!({"error": "invalid_client"}));
        }
        let form: HashMap<String, String> = form_urlencoded::parse(request.body()).into_owned().collect();
        let answer = self.redeemed(&form).and_then(|grant| self.id_token(&grant));
        match answer {
            Some(token) => (http::StatusCode::OK, token),
            None => (http::StatusCode::BAD_REQUEST, json!({"error": "invalid_grant"})),
        }
    }

    fn is_our_client(&self, request: &HttpRequest) -> bool {
        let header = request.headers().get(http::header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let expected = BASE64.encode(format!("{CLIENT}:{}", self.client_secret).as_bytes());
        header.and_then(|value| value.strip_prefix("Basic ")) == Some(expected.as_str())
    }

    /// What the code was given for. A code is good for one try, right or wrong.
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

    fn id_token(&self, grant: &Grant) -> Option<Value> {
        let now = self.clock.now().as_second();
        let person = grant.person;
        let standard = StandardClaims::new(SubjectIdentifier::new(format!("demo-{}", person.key)))
            .set_given_name(Some(LocalizedClaim::from(EndUserGivenName::new(person.first_name.to_owned()))))
            .set_family_name(Some(LocalizedClaim::from(EndUserFamilyName::new(person.last_name.to_owned()))));
        let claims = FinnishIdClaims::new(
            IssuerUrl::new(self.issuer()).ok()?,
            vec![Audience::new(CLIENT.to_owned())],
            DateTime::from_timestamp(now + TOKEN_LASTS_SECONDS, 0)?,
            DateTime::from_timestamp(now, 0)?,
            standard,
            FinnishClaims { personal_id: person.personal_id.map(str::to_owned) },
        )
        .set_nonce(Some(Nonce::new(grant.nonce.clone())))
        .set_auth_context_ref(Some(AuthenticationContextClass::new(ACR.to_owned())));
        let token =
            FinnishIdToken::new(claims, &self.key, CoreJwsSigningAlgorithm::EdDsa, None, None).ok()?;
        Some(json!({
            "access_token": random::text::<16>().ok()?,
            "token_type": "Bearer",
            "expires_in": TOKEN_LASTS_SECONDS,
            "id_token": token.to_string(),
        }))
    }
}
