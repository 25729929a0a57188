//! Decrypts tokens in the compact serialization of RFC 7516, as brokers of the Finnish Trust Network send them.
//!
//! No library fits: `openidconnect` reads signed tokens only, `josekit` needs OpenSSL, and those in pure Rust lack
//! RSA-OAEP-256 or half of the content ciphers. Every cipher comes from a library; this module decides which of them
//! a token may name, and calls them in order.

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockModeDecrypt, KeyInit, KeyIvInit};
use aes::{Aes128, Aes256};
use cbc::Decryptor;
use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, Mac};
use ring::aead::{self, Aad, LessSafeKey, Nonce, UnboundKey};
use rsa::rand_core::OsRng;
use rsa::{Oaep, RsaPrivateKey};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use sha1::Sha1;
use sha2::{Sha256, Sha512};

/// The number of parts of an encrypted token; one that is only signed has three.
const PARTS: usize = 5;
const CONTENT_OF_A_TOKEN: &str = "JWT";

#[derive(Debug, thiserror::Error)]
pub enum JweError {
    /// A fault in the header, which is not secret, so that the fault may be named.
    #[error("the header of the encrypted id token is not accepted: {0}")]
    Header(#[from] serde_json::Error),
    /// Any fault after the header. All have the same message, so that an attacker does not learn which step failed.
    #[error("the encrypted id token cannot be decrypted")]
    Unreadable,
}

pub fn is_encrypted(token: &str) -> bool {
    token.split('.').count() == PARTS
}

/// The content of an encrypted token.
pub fn decrypt(token: &str, key: &RsaPrivateKey) -> Result<Vec<u8>, JweError> {
    let parts: Vec<&str> = token.split('.').collect();
    let [header, wrapped_key, iv, content, tag] = parts[..] else { return Err(JweError::Unreadable) };
    let decoded = |part: &str| BASE64URL_NOPAD.decode(part.as_bytes()).map_err(|_| JweError::Unreadable);
    let read: Header = serde_json::from_slice(&decoded(header)?)?;
    let content_key = unwrapped(&decoded(wrapped_key)?, &read, key)?;
    let sealed = Sealed {
        iv: decoded(iv)?,
        content: decoded(content)?,
        tag: decoded(tag)?,
        header: header.as_bytes(),
    };
    read.enc.open(&content_key, sealed).ok_or(JweError::Unreadable)
}

#[derive(Deserialize)]
struct Header {
    alg: KeyCipher,
    enc: ContentCipher,
    #[serde(rename = "cty", default, deserialize_with = "token_inside")]
    _cty: (),
    #[serde(rename = "zip", default, deserialize_with = "refused")]
    _zip: (),
    #[serde(rename = "crit", default, deserialize_with = "refused")]
    _crit: (),
}

fn token_inside<'de, D: Deserializer<'de>>(content: D) -> Result<(), D::Error> {
    match String::deserialize(content)?.eq_ignore_ascii_case(CONTENT_OF_A_TOKEN) {
        true => Ok(()),
        false => Err(D::Error::custom("something else than a token is inside")),
    }
}

/// Refuses a header field: the length of compressed content tells about the content, and critical extensions are
/// not supported.
fn refused<'de, D: Deserializer<'de>>(_: D) -> Result<(), D::Error> {
    Err(D::Error::custom("`zip` and `crit` are not read"))
}

/// How the content key is encrypted.
#[derive(Clone, Copy, Deserialize)]
enum KeyCipher {
    #[serde(rename = "RSA-OAEP")]
    RsaOaep,
    #[serde(rename = "RSA-OAEP-256")]
    RsaOaep256,
}

impl KeyCipher {
    fn padding(self) -> Oaep {
        match self {
            Self::RsaOaep => Oaep::new::<Sha1>(),
            Self::RsaOaep256 => Oaep::new::<rsa::sha2::Sha256>(),
        }
    }
}

/// The content key. Where it cannot be decrypted, a random key takes its place, so that the token fails at the same
/// later step as any other faulty token (RFC 7516, 11.5).
fn unwrapped(wrapped: &[u8], header: &Header, key: &RsaPrivateKey) -> Result<Vec<u8>, JweError> {
    let length = header.enc.key_length();
    let mut random_key = vec![0; length];
    getrandom::fill(&mut random_key).map_err(|_| JweError::Unreadable)?;
    let opened = key.decrypt_blinded(&mut OsRng, header.alg.padding(), wrapped);
    Ok(opened.ok().filter(|content_key| content_key.len() == length).unwrap_or(random_key))
}

/// The encrypted content with everything that authenticates it.
struct Sealed<'a> {
    iv: Vec<u8>,
    content: Vec<u8>,
    tag: Vec<u8>,
    /// As it was sent, because the tag covers these bytes.
    header: &'a [u8],
}

/// How the content is encrypted.
#[derive(Clone, Copy, Deserialize)]
enum ContentCipher {
    #[serde(rename = "A128CBC-HS256")]
    A128CbcHs256,
    #[serde(rename = "A256CBC-HS512")]
    A256CbcHs512,
    #[serde(rename = "A128GCM")]
    A128Gcm,
    #[serde(rename = "A256GCM")]
    A256Gcm,
}

impl ContentCipher {
    fn key_length(self) -> usize {
        match self {
            Self::A128Gcm => 16,
            Self::A128CbcHs256 | Self::A256Gcm => 32,
            Self::A256CbcHs512 => 64,
        }
    }

    fn open(self, key: &[u8], sealed: Sealed) -> Option<Vec<u8>> {
        match self {
            Self::A128CbcHs256 => open_cbc::<Hmac<Sha256>, Decryptor<Aes128>>(key, sealed),
            Self::A256CbcHs512 => open_cbc::<Hmac<Sha512>, Decryptor<Aes256>>(key, sealed),
            Self::A128Gcm => open_gcm(&aead::AES_128_GCM, key, sealed),
            Self::A256Gcm => open_gcm(&aead::AES_256_GCM, key, sealed),
        }
    }
}

fn open_gcm(cipher: &'static aead::Algorithm, key: &[u8], mut sealed: Sealed) -> Option<Vec<u8>> {
    let key = LessSafeKey::new(UnboundKey::new(cipher, key).ok()?);
    let nonce = Nonce::try_assume_unique_for_key(&sealed.iv).ok()?;
    let tag = aead::Tag::try_from(sealed.tag.as_slice()).ok()?;
    let aad = Aad::from(sealed.header);
    let opened = key.open_in_place_separate_tag(nonce, aad, tag, &mut sealed.content, 0..).ok()?;
    Some(opened.to_vec())
}

/// Decrypts by RFC 7518, 5.2.2: the first half of the key authenticates, the second decrypts. The tag is verified
/// before anything is decrypted, so that an attacker learns nothing from the padding.
fn open_cbc<M: Mac + KeyInit, C: BlockModeDecrypt + KeyIvInit>(
    key: &[u8],
    mut sealed: Sealed,
) -> Option<Vec<u8>> {
    let half = key.len() / 2;
    let (mac_key, content_key) = key.split_at_checked(half)?;
    let header_bits = u64::try_from(sealed.header.len()).ok()?.checked_mul(8)?;
    let mut mac = <M as KeyInit>::new_from_slice(mac_key).ok()?;
    for authenticated in [sealed.header, &sealed.iv, &sealed.content, &header_bits.to_be_bytes()] {
        mac.update(authenticated);
    }
    // Half of the hash is the tag; a shorter one would be easier to guess.
    if sealed.tag.len() != half {
        return None;
    }
    mac.verify_truncated_left(&sealed.tag).ok()?;
    let cipher = C::new_from_slices(content_key, &sealed.iv).ok()?;
    Some(cipher.decrypt_padded::<Pkcs7>(&mut sealed.content).ok()?.to_vec())
}

#[cfg(test)]
mod tests;
