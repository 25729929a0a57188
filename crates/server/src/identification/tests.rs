use data_encoding::BASE64URL_NOPAD;
use liksa_test_support::fixed_now;
use openidconnect::core::CoreJwsSigningAlgorithm;
use openidconnect::{HttpRequest, HttpResponse, PrivateSigningKey, http};
use serde_json::{Value, json};

use super::*;

const WAY_BACK: &str = "http://127.0.0.1:8080/registration/confirm";
const ISSUER: &str = "http://127.0.0.1:8080/demo-bank";
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
    Arc::new(DemoBank::open("http://127.0.0.1:8080", &Clock::fixed(fixed_now())).unwrap())
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
    proof: Proof,
    asked: impl Fn(&HttpRequest) + Send + Sync + 'static,
) -> Broker {
    let answer = move |request: &HttpRequest| -> HttpResponse {
        if !request.uri().path().ends_with("/token") {
            return bank.answer(request).unwrap();
        }
        asked(request);
        let body = json!({"access_token": "x", "token_type": "Bearer", "id_token": id_token});
        http::Response::builder()
            .header("content-type", "application/json")
            .body(body.to_string().into_bytes())
            .unwrap()
    };
    Broker {
        issuer: IssuerUrl::new(ISSUER.to_owned()).unwrap(),
        client_id: ClientId::new("liksa".to_owned()),
        proof,
        acr: vec![LEVEL.to_owned()],
        scopes: vec![],
        line: Line::Played(Box::new(answer)),
        clock: Clock::fixed(fixed_now()),
        metadata: Mutex::new(None),
    }
}

fn secret() -> Proof {
    Proof::Secret(ClientSecret::new("secret".to_owned()))
}

/// Why an id token is not believed; empty if it is.
async fn refusal(id_token: String, bank: &Arc<DemoBank>) -> String {
    let broker = broker_answering(bank.clone(), id_token, secret(), |_| {});
    match broker.identity("code", "nonce", "verifier", WAY_BACK).await {
        Ok(identity) => {
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
async fn an_honest_answer_is_believed() {
    let bank = bank();
    assert_eq!(refusal(jwt(&bank, &header(&bank), &claims()), &bank).await, "");
}

#[tokio::test]
async fn what_is_not_exactly_right_is_not_believed() {
    let (bank, now) = (bank(), fixed_now().as_second());
    let wrong = [
        ("iss", json!("http://other.example")),
        ("aud", json!("somebody-else")),
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
async fn a_departure_carries_all_that_protects_it() {
    let broker = broker_answering(bank(), String::new(), secret(), |_| {});
    let departure = broker.departure(WAY_BACK, liksa_domain::person::Language::English).await.unwrap();
    assert_eq!(departure.endpoint, format!("{ISSUER}/authorize"));
    for part in [
        "response_type=code",
        "client_id=liksa",
        "scope=openid",
        "code_challenge_method=S256",
        "ui_locales=en",
        "acr_values=http%3A%2F%2Fftn.ficora.fi%2F2017%2Floa2",
        &format!("state={}", departure.state),
        &format!("nonce={}", departure.nonce),
    ] {
        assert!(departure.request.contains(part), "{part} in {}", departure.request);
    }
    assert!(!departure.request.contains(&departure.pkce_verifier));
    let again = broker.departure(WAY_BACK, liksa_domain::person::Language::English).await.unwrap();
    assert_ne!((departure.state, departure.nonce), (again.state, again.nonce));
}

#[tokio::test]
async fn we_show_who_we_are_by_secret_or_by_key() {
    let bank = bank();
    let token = jwt(&bank, &header(&bank), &claims());
    let by_secret = broker_answering(bank.clone(), token.clone(), secret(), |request| {
        assert!(request.headers()["authorization"].to_str().unwrap().starts_with("Basic "));
    });
    by_secret.identity("code", "nonce", "verifier", WAY_BACK).await.unwrap();

    let key = AssertionKey::from_pem(include_str!("tests/client-key.pem"), Some("liksa-1".into())).unwrap();
    let by_key = broker_answering(bank, token, Proof::Key(Box::new(key)), |request| {
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
        assert_eq!(BASE64URL_NOPAD.decode(parts[2].as_bytes()).unwrap().len(), 256, "RSA of 2048 bits");
    });
    by_key.identity("code", "nonce", "verifier", WAY_BACK).await.unwrap();
}

#[tokio::test]
async fn a_broker_that_does_not_answer_is_told() {
    let settings = BrokerSettings {
        issuer: "http://127.0.0.1:9".to_owned(),
        client_id: "liksa".to_owned(),
        proof: ClientProof::Secret("secret".to_owned()),
        acr: vec![],
        scopes: vec![],
    };
    let broker = Broker::new(&settings, Line::network().unwrap(), Clock::fixed(fixed_now())).unwrap();
    let departure = broker.departure(WAY_BACK, liksa_domain::person::Language::Finnish).await;
    assert!(departure.is_err_and(|error| error.to_string().contains("description")));
}
