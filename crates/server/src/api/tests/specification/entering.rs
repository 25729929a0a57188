//! How one gets in: by registering, by the bank, by the password, and by the link of a mail.

use liksa_domain::person::Role;
use serde_json::{Value, json};

use super::{EMAIL, FIRST_PASSWORD};
use crate::api::bills::tests::somebody;
use crate::api::provider::money_path::{id, ok};
use crate::testing::{Browser, SignedIn, TestApp};

/// From the form through the bank and the mail to the terms, in English and with the code of a campaign.
pub async fn register(app: &TestApp) {
    let admin = somebody(app, "admin@liksa.example", Role::Admin).await;
    let code = json!({"code": "SYKSY", "servicePercent": 4.9, "validFrom": "01.11.2026"});
    ok(app.post("/api/provider/promo-codes").json(&code), &admin).await;
    let mut browser = app.browser();
    let form = json!({"email": EMAIL, "phone": "040 123 4567", "address": "Vaasankatu 12", "postalcode": "00500",
                      "password": FIRST_PASSWORD, "promoCode": "SYKSY", "language": "en"});
    let started = browser.send(app.post("/api/registration/start").json(&form)).await;
    assert_eq!(started.status, 200, "{}", started.json);
    assert!(started.json["endpointUrl"].is_string() && started.json["request"].is_string());
    let back = at_the_bank(&mut browser, &started.json).await;
    let finished = browser.send(app.put("/api/registration/oidc/finish").json(&back)).await;
    assert_eq!((finished.status, &finished.json["role"]), (200, &Value::Null), "{}", finished.json);
    app.run_jobs().await;
    let link = app.mailed_link("/registration/confirm").unwrap();
    let confirmed = browser.send(app.get(&format!("/api/registration/confirm{link}"))).await;
    assert_eq!(
        (confirmed.status, &confirmed.json["user"]["email"]),
        (200, &json!(EMAIL)),
        "{}",
        confirmed.json
    );
    let accepted = json!({"user": confirmed.json["user"]});
    let accepted = browser.send(app.put("/api/registration/confirm").json(&accepted)).await;
    assert_eq!(
        (accepted.status, &accepted.json["promoCodeApplied"]),
        (200, &json!(true)),
        "{}",
        accepted.json
    );
}

/// The bank's `code` and `state`.
pub async fn at_the_bank(browser: &mut Browser<'_>, sent: &Value) -> Value {
    let back = browser.at_the_bank(sent, "maija").await;
    json!({"code": back["code"], "state": back["state"]})
}

pub async fn log_in(app: &TestApp, password: &str, language: &str) -> SignedIn {
    for (wrong, fields) in [
        (json!({"username": EMAIL}), json!([{"field": "password", "key": "validation.required"}])),
        (json!({"username": EMAIL, "password": "väärä-salasana"}), json!([])),
    ] {
        let refused = app.post("/api/login").json(&wrong).send().await;
        assert_eq!(refused.json["fields"], fields, "{}", refused.json);
    }
    let answer = app.post("/api/login").json(&json!({"username": EMAIL, "password": password})).send().await;
    assert_eq!((answer.status, &answer.json["strongIdentified"]), (200, &json!(true)), "{}", answer.json);
    assert_eq!((&answer.json["role"], &answer.json["language"]), (&json!("ROLE_USER"), &json!(language)));
    let token = answer.json["authtoken"].as_str().unwrap().to_owned();
    let session = app.get("/api/login").token(&token).send().await;
    assert_eq!((session.status, &session.json["email"]), (200, &json!(EMAIL)));
    SignedIn { id: id(&answer.json).parse().unwrap(), token }
}

/// By the token of the newest mail that leads into the app.
pub async fn log_in_by_mail(app: &TestApp) -> SignedIn {
    let link = app.mailed_link("/token-login").unwrap();
    let (token, _) = link.strip_prefix("?token=").and_then(|rest| rest.split_once('&')).unwrap();
    let answer = app.get(&format!("/api/login?token={token}")).send().await;
    assert_eq!((answer.status, &answer.json["strongIdentified"]), (200, &json!(true)), "{}", answer.json);
    let token = answer.json["authtoken"].as_str().unwrap().to_owned();
    SignedIn { id: id(&answer.json).parse().unwrap(), token }
}
