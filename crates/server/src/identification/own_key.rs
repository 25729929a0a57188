//! The server's own RSA keys: one that signs client assertions, one that id tokens are encrypted for.

use std::path::Path;

use anyhow::{Context, ensure};
use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use liksa_actions::context::random;
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::DecodePrivateKey;
use rsa::rand_core::OsRng;
use rsa::traits::PublicKeyParts;
use rsa::{Pkcs1v15Sign, RsaPrivateKey};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

const PKCS8_HEADER: &str = "-----BEGIN PRIVATE KEY-----";
/// RFC 7518 allows no shorter keys, neither to sign nor to encrypt.
const SHORTEST_BYTES: usize = 2048 / 8;
const ASSERTION_LASTS_SECONDS: i64 = 60;

pub struct OwnKey {
    pub key: RsaPrivateKey,
    /// The key id at the broker.
    pub id: String,
}

/// The public half of a key, as a JSON web key (RFC 7517).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicKey {
    kty: KeyType,
    #[serde(rename = "use")]
    usage: Usage,
    /// The key id.
    kid: String,
    /// The modulus, in base64url.
    n: String,
    /// The exponent, in base64url.
    e: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
enum KeyType {
    Rsa,
}

/// The use of a key. `sig`: the server signs with it. `enc`: id tokens are encrypted for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Usage {
    Sig,
    Enc,
}

impl OwnKey {
    /// Reads the key file of a setting, in PKCS #8 or in the older PKCS #1.
    pub fn read(setting: &str, file: &Path, id: Option<String>) -> anyhow::Result<Self> {
        let pem = std::fs::read_to_string(file).with_context(|| format!("{setting}: {}", file.display()))?;
        Self::from_pem(&pem, id).with_context(|| setting.to_owned())
    }

    pub fn from_pem(pem: &str, id: Option<String>) -> anyhow::Result<Self> {
        let key = match pem.contains(PKCS8_HEADER) {
            true => RsaPrivateKey::from_pkcs8_pem(pem).context("is no RSA key")?,
            false => RsaPrivateKey::from_pkcs1_pem(pem).context("is no RSA key")?,
        };
        ensure!(key.size() >= SHORTEST_BYTES, "the key is shorter than 2048 bits");
        let id = id.unwrap_or_else(|| thumbprint(&key));
        Ok(Self { key, id })
    }

    pub fn public(&self, usage: Usage) -> PublicKey {
        let (n, e) = numbers(&self.key);
        PublicKey { kty: KeyType::Rsa, usage, kid: self.id.clone(), n, e }
    }

    /// A signed statement that the server is this client, for one use at this address (`private_key_jwt`). It
    /// replaces a secret, which would have to be sent.
    pub fn client_assertion(&self, client: &str, audience: &str, now: Timestamp) -> anyhow::Result<String> {
        let header = json!({"alg": "RS256", "typ": "JWT", "kid": self.id});
        let claims = json!({
            "iss": client,
            "sub": client,
            "aud": audience,
            "jti": random::text::<16>()?,
            "iat": now.as_second(),
            "exp": now.as_second() + ASSERTION_LASTS_SECONDS,
        });
        let part = |value: Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let input = format!("{}.{}", part(header), part(claims));
        let padding = Pkcs1v15Sign::new::<rsa::sha2::Sha256>();
        let signature = self.key.sign_with_rng(&mut OsRng, padding, &Sha256::digest(&input))?;
        Ok(format!("{input}.{}", BASE64URL_NOPAD.encode(&signature)))
    }
}

fn numbers(key: &impl PublicKeyParts) -> (String, String) {
    let text = |number: &rsa::BigUint| BASE64URL_NOPAD.encode(&number.to_bytes_be());
    (text(key.n()), text(key.e()))
}

/// A key id that follows from the key itself (RFC 7638).
fn thumbprint(key: &impl PublicKeyParts) -> String {
    let (n, e) = numbers(key);
    let canonical = format!(r#"{{"e":"{e}","kty":"RSA","n":"{n}"}}"#);
    BASE64URL_NOPAD.encode(&Sha256::digest(canonical))
}

#[cfg(test)]
mod tests {
    use rsa::{BigUint, RsaPublicKey};

    use super::*;

    #[test]
    fn the_example_of_the_specification_gets_its_name() {
        let modulus = "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECP\
                       ebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY\
                       368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0f\
                       M4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
        let modulus = BigUint::from_bytes_be(&BASE64URL_NOPAD.decode(modulus.as_bytes()).unwrap());
        let key = RsaPublicKey::new(modulus, BigUint::from(65_537_u32)).unwrap();
        assert_eq!(thumbprint(&key), "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
    }
}
