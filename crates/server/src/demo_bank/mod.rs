//! A bank to try identification with: a small OpenID provider on our own address, with made-up people. It does not
//! exist in production, nor where a real broker is configured.

mod door;
mod page;
mod people;
mod token;

use std::collections::HashMap;
use std::sync::Mutex;

use anyhow::anyhow;
use data_encoding::BASE64;
use jiff::{SignedDuration, Timestamp};
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJsonWebKeySet};
use openidconnect::{HttpRequest, HttpResponse, JsonWebKeyId, PrivateSigningKey, http};
use serde_json::{Value, json};

pub use door::serve;

use crate::clock::Clock;
use crate::config::{BrokerSettings, ClientProof};
use crate::random;

const PATH: &str = "/demo-bank";
const CLIENT: &str = "liksa";
const ACR: &str = "http://ftn.ficora.fi/2017/loatest2";
const CODE_LASTS: SignedDuration = SignedDuration::from_mins(1);
/// What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410).
const ED25519_PKCS8: &[u8] = b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20";

pub struct DemoBank {
    /// Our own address, where people are led back.
    public_url: String,
    /// New at each start, like the key.
    client_secret: String,
    pub(crate) key: CoreEdDsaPrivateSigningKey,
    clock: Clock,
    /// Codes that wait for being exchanged.
    grants: Mutex<HashMap<String, Grant>>,
}

/// What a code was given for.
struct Grant {
    person: &'static people::BankCustomer,
    return_to: String,
    nonce: String,
    code_challenge: String,
    until: Timestamp,
}

impl DemoBank {
    pub fn open(public_url: &str, clock: &Clock) -> anyhow::Result<Self> {
        let key = [ED25519_PKCS8, &random::bytes::<32>()?].concat();
        let pem =
            format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", BASE64.encode(&key));
        let id = JsonWebKeyId::new(random::text::<8>()?);
        Ok(Self {
            public_url: public_url.to_owned(),
            client_secret: random::text::<32>()?,
            key: CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(id))
                .map_err(|error| anyhow!("the demo bank's key: {error}"))?,
            clock: clock.clone(),
            grants: Mutex::default(),
        })
    }

    /// How we are its client.
    pub fn client_settings(&self) -> BrokerSettings {
        BrokerSettings {
            issuer: self.issuer(),
            client_id: CLIENT.to_owned(),
            proof: ClientProof::Secret(self.client_secret.clone()),
            decryption_key: None,
            acr: vec![ACR.to_owned()],
            scopes: vec!["profile".to_owned()],
        }
    }

    fn issuer(&self) -> String {
        format!("{}{PATH}", self.public_url)
    }

    /// What a broker's programs are asked by others.
    pub fn answer(&self, request: &HttpRequest) -> Result<HttpResponse, http::Error> {
        let path = request.uri().path().trim_start_matches(PATH);
        let (status, body) = match (request.method().as_str(), path) {
            ("GET", "/.well-known/openid-configuration") => (http::StatusCode::OK, self.description()),
            ("GET", "/jwks") => {
                let keys = CoreJsonWebKeySet::new(vec![self.key.as_verification_key()]);
                (http::StatusCode::OK, serde_json::to_value(keys).unwrap_or_default())
            }
            ("POST", "/token") => self.token(request),
            _ => (http::StatusCode::NOT_FOUND, json!({"error": "not_found"})),
        };
        http::Response::builder()
            .status(status)
            .header(http::header::CONTENT_TYPE, "application/json")
            .body(body.to_string().into_bytes())
    }

    fn description(&self) -> Value {
        let issuer = self.issuer();
        json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/jwks"),
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["EdDSA"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            "code_challenge_methods_supported": ["S256"],
            "scopes_supported": ["openid", "profile"],
            "acr_values_supported": [ACR],
        })
    }
}

#[cfg(test)]
mod tests;
