use rsa::BigUint;
use serde_json::{Value, json};

use super::*;
use crate::identification::own_key::OwnKey;

const CONTENT: &[u8] = b"header.claims.signature";

fn our_key() -> RsaPrivateKey {
    OwnKey::from_pem(include_str!("../tests/client-key.pem"), None).unwrap().key
}

/// `CONTENT`, encrypted for our key in each accepted way by npm's `jose`.
fn by_jose() -> Vec<String> {
    let tokens: Vec<String> = serde_json::from_str(include_str!("by-jose.json")).unwrap();
    assert_eq!(tokens.len(), 8, "two ways to wrap the key, four to encrypt");
    tokens
}

fn rfc_7516_a1() -> (RsaPrivateKey, String) {
    let example: Value = serde_json::from_str(include_str!("rfc7516-a1.json")).unwrap();
    let number = |name: &str| {
        let text = example[name].as_str().unwrap();
        BigUint::from_bytes_be(&BASE64URL_NOPAD.decode(text.as_bytes()).unwrap())
    };
    let key = RsaPrivateKey::from_components(number("n"), number("e"), number("d"), vec![]).unwrap();
    (key, example["token"].as_str().unwrap().to_owned())
}

/// The same token with another of its five parts.
fn with_part(token: &str, at: usize, part: &[u8]) -> String {
    let mut parts: Vec<_> = token.split('.').map(str::to_owned).collect();
    parts[at] = BASE64URL_NOPAD.encode(part);
    parts.join(".")
}

fn part(token: &str, at: usize) -> Vec<u8> {
    BASE64URL_NOPAD.decode(token.split('.').nth(at).unwrap().as_bytes()).unwrap()
}

/// Why a token is not decrypted.
fn refusal(token: &str, key: &RsaPrivateKey) -> String {
    decrypt(token, key).unwrap_err().to_string()
}

#[test]
fn the_example_of_the_specification_is_read() {
    let (key, token) = rfc_7516_a1();
    let read = decrypt(&token, &key).unwrap();
    assert_eq!(read, b"The true sign of intelligence is not knowledge but imagination.");
}

#[test]
fn every_accepted_cipher_is_read_as_others_write_it() {
    let key = our_key();
    for token in by_jose() {
        assert_eq!(decrypt(&token, &key).unwrap(), CONTENT, "{token}");
    }
}

#[test]
fn a_token_that_was_tampered_with_is_refused_in_one_word() {
    let key = our_key();
    for token in by_jose() {
        for at in 1..PARTS {
            let whole = part(&token, at);
            let mut flipped = whole.clone();
            flipped[0] ^= 1;
            let mut last = whole.clone();
            *last.last_mut().unwrap() ^= 1;
            let (shorter, longer) = (&whole[..whole.len() - 1], [&whole[..], &[0]].concat());
            for tampered in [&flipped[..], &last, shorter, &longer, &[]] {
                let refused = refusal(&with_part(&token, at, tampered), &key);
                assert_eq!(refused, JweError::Unreadable.to_string(), "part {at}");
            }
        }
        // The tag is over the header too, as it was written.
        let mut header: Value = serde_json::from_slice(&part(&token, 0)).unwrap();
        header["kid"] = json!("another");
        let refused = refusal(&with_part(&token, 0, header.to_string().as_bytes()), &key);
        assert_eq!(refused, JweError::Unreadable.to_string(), "the header");
    }
}

#[test]
fn a_token_for_somebody_else_is_refused_in_the_same_word() {
    let (other, token) = rfc_7516_a1();
    assert_eq!(refusal(&token, &our_key()), JweError::Unreadable.to_string());
    for token in by_jose() {
        assert_eq!(refusal(&token, &other), JweError::Unreadable.to_string());
    }
}

#[test]
fn what_is_not_known_to_be_safe_is_refused_by_name() {
    let (key, token) = (our_key(), &by_jose()[0]);
    let wrong = [
        ("alg", json!("RSA1_5")),
        ("alg", json!("dir")),
        ("alg", json!("none")),
        ("alg", Value::Null),
        ("enc", json!("A192GCM")),
        ("enc", json!("A192CBC-HS384")),
        ("enc", Value::Null),
        ("cty", json!("JSON")),
        ("cty", Value::Null),
        ("zip", json!("DEF")),
        ("zip", Value::Null),
        ("crit", json!(["exp"])),
        ("crit", json!([])),
        ("crit", Value::Null),
    ];
    for (name, value) in wrong {
        let mut header = json!({"alg": "RSA-OAEP", "enc": "A128CBC-HS256", "cty": "JWT"});
        header[name] = value;
        let refused = refusal(&with_part(token, 0, header.to_string().as_bytes()), &key);
        assert!(refused.contains("header"), "{header}: {refused}");
    }
    let twice = br#"{"alg":"RSA-OAEP","alg":"RSA-OAEP","enc":"A128CBC-HS256"}"#;
    assert!(refusal(&with_part(token, 0, twice), &key).contains("header"));
}

#[test]
fn what_is_no_encrypted_token_is_refused() {
    let (key, token) = (our_key(), &by_jose()[0]);
    let padded = token.replacen('.', "=.", 1);
    for wrong in ["", "a.b.c", "....", "a.b.c.d.e.f", &format!("{token}."), &padded, &format!("{token}\n")] {
        assert!(decrypt(wrong, &key).is_err(), "{wrong:?}");
    }
    assert!(is_encrypted(token) && !is_encrypted("a.b.c"));
}
