//! `private_key_jwt`: we show that it is us by signing, and no secret is ever sent.

use anyhow::{Context, anyhow};
use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use openidconnect::core::{CoreJwsSigningAlgorithm, CoreRsaPrivateSigningKey};
use openidconnect::{ClientId, JsonWebKeyId, PrivateSigningKey};
use rsa::pkcs1::EncodeRsaPrivateKey;
use rsa::pkcs8::LineEnding;
use serde_json::json;

use super::own_key::OwnKey;
use crate::random;

pub const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const LASTS_SECONDS: i64 = 60;

pub struct AssertionKey {
    key: CoreRsaPrivateSigningKey,
    id: String,
}

impl AssertionKey {
    pub fn of(own: &OwnKey) -> anyhow::Result<Self> {
        let pem = own.key.to_pkcs1_pem(LineEnding::LF).context("oidc_private_key")?;
        let key = CoreRsaPrivateSigningKey::from_pem(&pem, Some(JsonWebKeyId::new(own.id.clone())))
            .map_err(|error| anyhow!("oidc_private_key: {error}"))?;
        Ok(Self { key, id: own.id.clone() })
    }

    /// A statement that we are this client, for one use at this address.
    pub fn assertion(&self, client: &ClientId, audience: &str, now: Timestamp) -> anyhow::Result<String> {
        let header = json!({"alg": "RS256", "typ": "JWT", "kid": self.id});
        let claims = json!({
            "iss": client.as_str(),
            "sub": client.as_str(),
            "aud": audience,
            "jti": random::text::<16>()?,
            "iat": now.as_second(),
            "exp": now.as_second() + LASTS_SECONDS,
        });
        let part = |value: serde_json::Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let input = format!("{}.{}", part(header), part(claims));
        let signature = self
            .key
            .sign(&CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, input.as_bytes())
            .map_err(|error| anyhow!("signing: {error}"))?;
        Ok(format!("{input}.{}", BASE64URL_NOPAD.encode(&signature)))
    }
}
