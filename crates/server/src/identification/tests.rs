use data_encoding::BASE64URL_NOPAD;
use liksa_test_support::fixed_now;
use openidconnect::core::CoreJwsSigningAlgorithm;
use openidconnect::{HttpRequest, HttpResponse, PrivateSigningKey, http};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use rsa::Pkcs1v15Sign;
use rsa::pkcs1::EncodeRsaPrivateKey;
use rsa::pkcs8::LineEnding;
use rsa::rand_core::OsRng;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use std::sync::Arc;

use super::*;
use liksa_demo::bank::DemoBank;

const REDIRECT: &str = "http://127.0.0.1:8080/registration/confirm";
const ISSUER: &str = "http://127.0.0.1:8080/demo-bank";
const KEY_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/identification/tests/client-key.pem");
const LEVEL: &str = "http://ftn.ficora.fi/2017/loa2";

/// What an honest bank says of Maija.
fn claims() -> Value {
    let now = fixed_now().as_second();
    json!({
        "iss": ISSUER, "sub": "maija", "aud": "liksa", "exp": now + 300, "iat": now, "nonce": "nonce", "acr": LEVEL,
        "given_name": "Maija Liisa", "family_name": "Äkäslompolo", "urn:oid:1.2.246.21": "010190-900P",
    })
}

fn bank() -> Arc<DemoBank> {
    Arc::new(DemoBank::open("http://127.0.0.1:8080", &Clock::stopped(fixed_now(), None).unwrap()).unwrap())
}

fn jwt(signer: &DemoBank, header: &Value, claims: &Value) -> String {
    let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let input = format!("{}.{}", part(header), part(claims));
    let signature = signer.key.sign(&CoreJwsSigningAlgorithm::EdDsa, input.as_bytes()).unwrap();
    format!("{input}.{}", BASE64URL_NOPAD.encode(&signature))
}

/// A broker that answers with this id token. What it is asked is given to `asked`.
fn broker_answering(
    bank: Arc<DemoBank>,
    id_token: String,
    asked: impl Fn(&HttpRequest) + Send + Sync + 'static,
) -> Broker {
    let answer = move |request: &HttpRequest| -> anyhow::Result<HttpResponse> {
        if !request.uri().path().ends_with("/token") {
            return Ok(bank.answer(request)?);
        }
        asked(request);
        let body = json!({"access_token": "x", "token_type": "Bearer", "id_token": id_token});
        let response = http::Response::builder().header("content-type", "application/json");
        Ok(response.body(body.to_string().into_bytes())?)
    };
    Broker {
        issuer: IssuerUrl::new(ISSUER.to_owned()).unwrap(),
        client_id: ClientId::new("liksa".to_owned()),
        secret: Some(ClientSecret::new("secret".to_owned())),
        signing_key: None,
        decryption_key: None,
        acr: vec![LEVEL.to_owned()],
        scopes: vec![],
        http: HttpClient::InProcess(Box::new(answer)),
        clock: Clock::stopped(fixed_now(), None).unwrap(),
        metadata: Cached::default(),
    }
}

fn own_key(id: Option<&str>) -> OwnKey {
    OwnKey::from_pem(include_str!("tests/client-key.pem"), id.map(str::to_owned)).unwrap()
}

/// Why an id token is not believed; empty if it is.
async fn refusal(id_token: String, bank: &Arc<DemoBank>) -> String {
    refusal_by(broker_answering(bank.clone(), id_token, |_| {})).await
}

async fn refusal_by(broker: Broker) -> String {
    match broker.identity("code", "nonce", "verifier", REDIRECT).await {
        Ok(Err(key)) => key.name().to_owned(),
        Ok(Ok(identity)) => {
            assert_eq!(identity.personal_id.as_str(), "010190-900P");
            String::new()
        }
        Err(error) => format!("{error:#}"),
    }
}

fn header(bank: &DemoBank) -> Value {
    let key = serde_json::to_value(bank.key.as_verification_key()).unwrap();
    json!({"alg": "EdDSA", "kid": key["kid"]})
}

#[tokio::test]
async fn a_person_without_a_finnish_id_is_told_so() {
    let bank = bank();
    let mut without = claims();
    without["urn:oid:1.2.246.21"] = Value::Null;
    assert_eq!(
        refusal(jwt(&bank, &header(&bank), &without), &bank).await,
        "IDENTIFICATION_WITHOUT_PERSONAL_ID"
    );
}

#[tokio::test]
async fn a_right_answer_is_accepted() {
    let bank = bank();
    assert_eq!(refusal(jwt(&bank, &header(&bank), &claims()), &bank).await, "");
}

#[tokio::test]
async fn a_wrong_or_missing_claim_is_refused() {
    let (bank, now) = (bank(), fixed_now().as_second());
    let wrong = [
        ("iss", json!("http://other.example")),
        ("aud", json!("another-client")),
        ("exp", json!(now)),
        ("iat", json!(now + 3_600)),
        ("nonce", json!("another")),
        ("nonce", Value::Null),
        ("acr", json!("http://ftn.ficora.fi/2017/loa1")),
        ("acr", Value::Null),
        ("urn:oid:1.2.246.21", Value::Null),
        ("urn:oid:1.2.246.21", json!("010190-900X")),
        ("family_name", Value::Null),
    ];
    for (claim, value) in wrong {
        let mut claims = claims();
        match value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(claim)),
            value => claims[claim] = value,
        }
        let refused = refusal(jwt(&bank, &header(&bank), &claims), &bank).await;
        assert!(!refused.is_empty(), "{claim}: {}", claims[claim]);
        assert!(!refused.contains("010190"), "a personal id in the log: {refused}");
    }
}

#[tokio::test]
async fn only_the_brokers_own_signature_counts() {
    let (bank, impostor) = (bank(), bank());
    let forged = jwt(&impostor, &header(&bank), &claims());
    assert!(refusal(forged, &bank).await.contains("ignature"));
    let honest = jwt(&bank, &header(&bank), &claims());
    let (signed, _) = honest.rsplit_once('.').unwrap();
    let unsigned = BASE64URL_NOPAD.encode(br#"{"alg":"none"}"#);
    let body = signed.split('.').nth(1).unwrap();
    for stripped in [format!("{signed}."), format!("{unsigned}.{body}.")] {
        assert_ne!(refusal(stripped, &bank).await, "");
    }
    // Signed with what only a secret shared with us could have signed: anybody with the secret could.
    let symmetric = jwt(&bank, &json!({"alg": "HS256"}), &claims());
    assert_ne!(refusal(symmetric, &bank).await, "");
}

#[tokio::test]
async fn an_authorization_request_carries_all_that_protects_it() {
    let broker = broker_answering(bank(), String::new(), |_| {});
    let request =
        broker.authorization_request(REDIRECT, liksa_domain::person::Language::English).await.unwrap();
    assert_eq!(request.endpoint, format!("{ISSUER}/authorize"));
    for part in [
        "response_type=code",
        "client_id=liksa",
        "scope=openid",
        "code_challenge_method=S256",
        "ui_locales=en",
        "acr_values=http%3A%2F%2Fftn.ficora.fi%2F2017%2Floa2",
        &format!("state={}", request.state),
        &format!("nonce={}", request.nonce),
    ] {
        assert!(request.request.contains(part), "{part} in {}", request.request);
    }
    assert!(!request.request.contains(&request.pkce_verifier));
    let again =
        broker.authorization_request(REDIRECT, liksa_domain::person::Language::English).await.unwrap();
    assert_ne!((request.state, request.nonce), (again.state, again.nonce));
}

#[tokio::test]
async fn we_authenticate_by_secret_or_by_key() {
    let bank = bank();
    let token = jwt(&bank, &header(&bank), &claims());
    let by_secret = broker_answering(bank.clone(), token.clone(), |request| {
        assert!(request.headers()["authorization"].to_str().unwrap().starts_with("Basic "));
    });
    by_secret.identity("code", "nonce", "verifier", REDIRECT).await.unwrap().unwrap();

    let mut by_key = broker_answering(bank, token, |request| {
        assert!(request.headers().get("authorization").is_none());
        let body = String::from_utf8(request.body().clone()).unwrap();
        assert!(body.contains(
            "client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer"
        ));
        let (_, assertion) = body.split_once("client_assertion=").unwrap();
        let parts: Vec<_> = assertion.split('&').next().unwrap().split('.').collect();
        let read = |part: &str| -> Value {
            serde_json::from_slice(&BASE64URL_NOPAD.decode(part.as_bytes()).unwrap()).unwrap()
        };
        assert_eq!(read(parts[0]), json!({"alg": "RS256", "typ": "JWT", "kid": "liksa-1"}));
        let said = read(parts[1]);
        assert_eq!((&said["iss"], &said["sub"]), (&json!("liksa"), &json!("liksa")));
        assert_eq!(said["aud"], format!("{ISSUER}/token"));
        assert_eq!(said["exp"], fixed_now().as_second() + 60);
        let signature = BASE64URL_NOPAD.decode(parts[2].as_bytes()).unwrap();
        let signed = Sha256::digest(parts[..2].join("."));
        let padding = Pkcs1v15Sign::new::<rsa::sha2::Sha256>();
        own_key(None).key.to_public_key().verify(padding, &signed, &signature).unwrap();
    });
    (by_key.secret, by_key.signing_key) = (None, Some(own_key(Some("liksa-1"))));
    by_key.identity("code", "nonce", "verifier", REDIRECT).await.unwrap().unwrap();
}

/// As a broker encrypts what is for us alone.
fn encrypted(content: &str) -> String {
    let key = rsa::RsaPublicKey::from(&own_key(None).key);
    let content_key = [7; 32];
    let wrapped = key.encrypt(&mut OsRng, rsa::Oaep::new::<rsa::sha2::Sha256>(), &content_key).unwrap();
    let header = BASE64URL_NOPAD.encode(br#"{"alg":"RSA-OAEP-256","enc":"A256GCM","cty":"JWT"}"#);
    let mut sealed = content.as_bytes().to_vec();
    let tag = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &content_key).unwrap())
        .seal_in_place_separate_tag(
            Nonce::assume_unique_for_key([9; 12]),
            Aad::from(header.as_bytes()),
            &mut sealed,
        )
        .unwrap();
    let part = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
    format!("{header}.{}.{}.{}.{}", part(&wrapped), part(&[9; 12]), part(&sealed), part(tag.as_ref()))
}

#[tokio::test]
async fn tokens_are_encrypted_as_configured() {
    let bank = bank();
    let clear = jwt(&bank, &header(&bank), &claims());
    let sealed = encrypted(&clear);
    let key = || Some(own_key(None));
    let cases = [
        ((None, None), &clear, ""),
        ((None, None), &sealed, "neither oidc_decryption_key nor oidc_private_key is configured"),
        ((key(), None), &clear, ""),
        ((key(), None), &sealed, ""),
        ((None, key()), &clear, "not encrypted, though oidc_decryption_key is configured"),
        ((None, key()), &sealed, ""),
    ];
    for (keys, token, expected) in cases {
        let mut broker = broker_answering(bank.clone(), token.clone(), |_| {});
        (broker.signing_key, broker.decryption_key) = keys;
        let refused = refusal_by(broker).await;
        assert_eq!(refused.is_empty(), expected.is_empty(), "{refused}");
        assert!(refused.contains(expected), "{refused}");
    }
}

#[tokio::test]
async fn encryption_does_not_replace_the_signature() {
    let (bank, impostor) = (bank(), bank());
    let forged = jwt(&impostor, &header(&bank), &claims());
    let mut for_another = claims();
    for_another["aud"] = json!("another-client");
    let for_another = jwt(&bank, &header(&bank), &for_another);
    let twice = encrypted(&jwt(&bank, &header(&bank), &claims()));
    for inside in [&forged, &for_another, &twice, "no token"] {
        let mut broker = broker_answering(bank.clone(), encrypted(inside), |_| {});
        broker.decryption_key = Some(own_key(None));
        assert_ne!(refusal_by(broker).await, "");
    }
}

#[test]
fn only_the_keys_that_are_configured_are_published() {
    let published = |proof: ClientProof, decrypts: bool| {
        let settings = BrokerSettings {
            issuer: ISSUER.to_owned(),
            client_id: "liksa".to_owned(),
            proof,
            decryption_key: decrypts.then(|| KEY_FILE.into()),
            acr: vec![],
            scopes: vec![],
        };
        let broker = Broker::new(
            &settings,
            HttpClient::network().unwrap(),
            Clock::stopped(fixed_now(), None).unwrap(),
        )
        .unwrap();
        serde_json::to_value(broker.public_keys()).unwrap()
    };
    let by_secret = || ClientProof::Secret("secret".to_owned());
    let by_key = || ClientProof::PrivateKey { file: KEY_FILE.into(), key_id: Some("liksa-1".to_owned()) };
    let uses = |keys: &Value| -> Vec<String> {
        let keys = keys.as_array().unwrap().iter();
        keys.map(|key| format!("{} {}", key["use"].as_str().unwrap(), key["kid"].as_str().unwrap())).collect()
    };
    let thumbprint = own_key(None).id;
    assert_eq!(published(by_secret(), false), json!([]));
    assert_eq!(uses(&published(by_secret(), true)), [format!("enc {thumbprint}")]);
    assert_eq!(uses(&published(by_key(), false)), ["sig liksa-1", "enc liksa-1"]);
    let both = published(by_key(), true);
    assert_eq!(uses(&both), ["sig liksa-1".to_owned(), format!("enc {thumbprint}")]);
    for key in both.as_array().unwrap() {
        let names: Vec<_> = key.as_object().unwrap().keys().collect();
        assert_eq!(names, ["e", "kid", "kty", "n", "use"], "nothing that is private");
        assert_eq!((&key["kty"], &key["e"]), (&json!("RSA"), &json!("AQAB")));
    }
}

#[test]
fn keys_are_read_as_openssl_writes_them_unless_they_are_short() {
    let key = own_key(None);
    let older = key.key.to_pkcs1_pem(LineEnding::LF).unwrap();
    assert_eq!(OwnKey::from_pem(&older, None).unwrap().key, key.key);
    for (wrong, why) in [(include_str!("tests/short-key.pem"), "2048"), ("no key", "RSA")] {
        assert!(OwnKey::from_pem(wrong, None).is_err_and(|error| error.to_string().contains(why)));
    }
}

#[tokio::test]
async fn a_broker_that_does_not_answer_is_an_error() {
    let settings = BrokerSettings {
        issuer: "http://127.0.0.1:9".to_owned(),
        client_id: "liksa".to_owned(),
        proof: ClientProof::Secret("secret".to_owned()),
        decryption_key: None,
        acr: vec![],
        scopes: vec![],
    };
    let broker =
        Broker::new(&settings, HttpClient::network().unwrap(), Clock::stopped(fixed_now(), None).unwrap())
            .unwrap();
    let request = broker.authorization_request(REDIRECT, liksa_domain::person::Language::Finnish).await;
    assert!(request.is_err_and(|error| error.to_string().contains("description")));
}
