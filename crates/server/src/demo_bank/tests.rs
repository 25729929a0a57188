use liksa_domain::person::Language;
use liksa_test_support::Engine;
use serde_json::Value;

use crate::config::Identification;
use crate::testing::TestApp;

async fn app() -> TestApp {
    TestApp::with_config(Engine::Sqlite, |_| {}).await
}

/// Where a registration is sent.
async fn address(app: &TestApp, language: Language) -> String {
    let body = serde_json::json!({
        "email": "uusi@liksa.example", "phone": "1", "address": "a", "postalcode": "00100", "password": "salasana",
        "language": language.name(),
    });
    let sent = app.post("/api/registration/start").json(&body).send().await.json;
    format!("/demo-bank/authorize?{}", sent["request"].as_str().unwrap())
}

#[tokio::test]
async fn the_page_says_that_it_is_a_demo_in_the_language_asked_for() {
    let app = app().await;
    for (language, words) in
        [(Language::Finnish, "eikä oikea pankki"), (Language::English, "not a real bank")]
    {
        let answer = app.get(&address(&app, language).await).send().await;
        let page = String::from_utf8(answer.body).unwrap();
        assert!(page.contains(words) && page.contains("Äkäslompolo"), "{page}");
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'nonce-"), "{policy}");
    }
}

#[tokio::test]
async fn nobody_is_led_elsewhere() {
    let app = app().await;
    let right = address(&app, Language::Finnish).await;
    let elsewhere =
        right.replace("redirect_uri=http%3A%2F%2F127.0.0.1%3A8080", "redirect_uri=http%3A%2F%2Fevil.example");
    let unprotected = right.replace("code_challenge_method=S256", "code_challenge_method=plain");
    for wrong in [elsewhere, unprotected, "/demo-bank/authorize".to_owned()] {
        assert_eq!(app.get(&wrong).send().await.status, 400, "{wrong}");
    }
    let form = "application/x-www-form-urlencoded";
    let nobody = app.post(&right).body(form, "person=nobody").send().await;
    assert_eq!(nobody.status, 404);
}

#[tokio::test]
async fn programs_find_what_they_look_for() {
    let app = app().await;
    let description = app.get("/demo-bank/.well-known/openid-configuration").send().await.json;
    assert_eq!(description["issuer"], "http://127.0.0.1:8080/demo-bank");
    let keys = app.get("/demo-bank/jwks").send().await.json;
    assert!(keys["keys"][0]["x"].is_string() && keys["keys"][0].get("d").is_none(), "the public half alone");
    let form = "application/x-www-form-urlencoded";
    let stranger = app.post("/demo-bank/token").body(form, "code=x").send().await;
    assert_eq!((stranger.status, &stranger.json["error"]), (401, &Value::from("invalid_client")));
}

#[tokio::test]
async fn a_real_installation_has_none() {
    let real = |config: &mut crate::config::Config| config.identification = Identification::NotConfigured;
    let app = TestApp::with_config(Engine::Sqlite, real).await;
    for path in ["/demo-bank/authorize", "/demo-bank/jwks", "/demo-bank/.well-known/openid-configuration"] {
        assert_eq!(app.get(path).send().await.status, 404, "{path}");
    }
    assert_eq!(app.get("/api/app").send().await.json["demoBank"], false);
}
