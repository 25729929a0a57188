//! A bank to try identification with: a small OpenID provider with made-up people, under the address of the server. It
//! exists neither in production nor where a real broker is configured.

mod authorize;
mod customers;
mod page;
mod token;

use std::collections::HashMap;
use std::sync::Mutex;

use anyhow::anyhow;
use data_encoding::BASE64;
use jiff::{SignedDuration, Timestamp};
use liksa_actions::context::{Clock, random};
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJsonWebKeySet};
use openidconnect::{HttpRequest, HttpResponse, JsonWebKeyId, PrivateSigningKey, http};
use serde_json::{Value, json};

const PATH: &str = "/demo-bank";
/// The id of the server as a client of the bank.
pub const CLIENT_ID: &str = "liksa";
/// The level of assurance of the bank's id tokens.
pub const ACR: &str = "http://ftn.ficora.fi/2017/loatest2";
const CODE_LASTS: SignedDuration = SignedDuration::from_mins(1);
/// The prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410).
const ED25519_PKCS8: &[u8] = b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20";

/// Why a request to the demo bank was refused.
#[derive(Debug, thiserror::Error)]
pub enum BankError {
    #[error("this is not a request of the server")]
    WrongRequest,
    #[error("there is no such person")]
    NotFound,
    #[error("this path does not know this method")]
    MethodNotAllowed,
    #[error(transparent)]
    Http(#[from] http::Error),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

pub struct DemoBank {
    /// The address of the server, which visitors return to.
    public_url: String,
    /// New at each start, like the key.
    client_secret: String,
    /// Signs id tokens; the tests of the client sign with it too.
    pub key: CoreEdDsaPrivateSigningKey,
    key_id: String,
    clock: Clock,
    /// Where the server has the font of the app.
    font: Option<String>,
    /// By code, until it is exchanged.
    grants: Mutex<HashMap<String, Grant>>,
}

/// The identification that a code is for.
struct Grant {
    person: &'static customers::BankCustomer,
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
        let key_id = random::text::<8>()?;
        let id = JsonWebKeyId::new(key_id.clone());
        Ok(Self {
            public_url: public_url.to_owned(),
            client_secret: random::text::<32>()?,
            key: CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(id))
                .map_err(|error| anyhow!("the demo bank's key: {error}"))?,
            key_id,
            clock: clock.clone(),
            font: None,
            grants: Mutex::default(),
        })
    }

    pub fn with_font(self, address: Option<String>) -> Self {
        Self { font: address, ..self }
    }

    /// The secret of the server as a client of the bank.
    pub fn client_secret(&self) -> &str {
        &self.client_secret
    }

    pub fn issuer(&self) -> String {
        format!("{}{PATH}", self.public_url)
    }

    /// Answers a request to a path under `/demo-bank`.
    pub fn answer(&self, request: &HttpRequest) -> Result<HttpResponse, BankError> {
        let path = request.uri().path().trim_start_matches(PATH);
        let (status, body) = match (request.method().as_str(), path) {
            (_, "/authorize") => return self.authorize(request),
            ("GET", "/.well-known/openid-configuration") => (http::StatusCode::OK, self.description()),
            ("GET", "/jwks") => {
                let keys = CoreJsonWebKeySet::new(vec![self.key.as_verification_key()]);
                (http::StatusCode::OK, serde_json::to_value(keys).unwrap_or_default())
            }
            ("POST", "/token") => self.token(request),
            _ => (http::StatusCode::NOT_FOUND, json!({"error": "not_found"})),
        };
        let response =
            http::Response::builder().status(status).header(http::header::CONTENT_TYPE, "application/json");
        Ok(response.body(body.to_string().into_bytes())?)
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
