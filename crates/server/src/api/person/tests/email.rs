use jiff::ToSpan;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use crate::testing::{Answer, PASSWORD, SignedIn, TestApp};

both_engines! {
    an_address_taken_meanwhile_is_refused,
}

on_sqlite! {
    the_confirmation_is_sent_again_and_confirms,
    another_address_counts_once_its_link_is_opened,
    another_address_needs_the_password,
    whether_an_address_has_an_account_is_not_revealed,
    a_link_works_for_its_owner_for_a_day,
    a_new_password_ends_the_links_before_it,
    the_number_of_mails_is_limited,
}

const NEW: &str = "uusi@liksa.example";

async fn ask(app: &TestApp, who: &SignedIn, body: Value) -> Answer {
    let answer = app.post("/api/person/email").token(&who.token).json(&body).send().await;
    app.run_jobs().await;
    answer
}

async fn want(app: &TestApp, who: &SignedIn, email: &str) -> Answer {
    ask(app, who, json!({"email": email, "currentPassword": PASSWORD})).await
}

/// The token of the newest link that was mailed.
async fn mailed(app: &TestApp) -> String {
    app.mailed_link("/account/email?token=").unwrap()
}

async fn open(app: &TestApp, who: &SignedIn, token: &str) -> Answer {
    app.put("/api/person/email").token(&who.token).json(&json!({"token": token})).send().await
}

async fn actions(app: &TestApp, who: &SignedIn) -> Vec<&'static str> {
    let events = app.store.audit_of(&format!("person:{}", who.id)).await.unwrap();
    events.iter().map(|event| event.action.name()).collect()
}

async fn the_confirmation_is_sent_again_and_confirms(app: TestApp) {
    let maija = app.add_unconfirmed(person().build()).await;
    let maija = app.sign_in(maija.email.as_str()).await;
    let own = json!({"email": "Maija@liksa.example"});
    assert_eq!(app.get("/api/person").token(&maija.token).send().await.json["emailConfirmed"], false);
    assert_eq!(ask(&app, &maija, own.clone()).await.status, 204, "nothing changes, so no password");
    let answer = open(&app, &maija, &mailed(&app).await).await;
    assert_eq!((answer.status, &answer.json["emailConfirmed"]), (200, &json!(true)));
    assert_eq!(actions(&app, &maija).await, ["person.email_confirmed"]);
    assert_eq!(ask(&app, &maija, own).await.status, 204);
    assert_eq!(app.subjects_to("maija@liksa.example").await.len(), 1, "confirmed already");
}

async fn another_address_counts_once_its_link_is_opened(app: TestApp) {
    let maija = app.worker().await;
    let elsewhere = app.sign_in("maija@liksa.example").await;
    assert_eq!(want(&app, &maija, NEW).await.status, 204);
    assert_eq!(app.login(NEW, PASSWORD).await.status, 401, "not before the link is opened");
    let token = mailed(&app).await;
    let answer = open(&app, &maija, &token).await;
    assert_eq!((answer.status, &answer.json["email"]), (200, &json!(NEW)));
    assert_eq!(actions(&app, &maija).await, ["person.email_changed"]);
    assert_eq!(app.get("/api/login").token(&elsewhere.token).send().await.status, 401, "other devices end");
    assert_eq!(app.subjects_to("maija@liksa.example").await, ["Liksan sähköpostiosoitteesi on vaihdettu"]);
    let again = open(&app, &maija, &token).await;
    assert_eq!((again.status, again.key()), (409, "LINK_NOT_VALID"), "once");
    assert_eq!(app.login(NEW, PASSWORD).await.status, 200);
    assert_eq!(app.login("maija@liksa.example", PASSWORD).await.status, 401);
}

async fn another_address_needs_the_password(app: TestApp) {
    let maija = app.worker().await;
    let refused = [
        (json!({"email": NEW}), "currentPassword", "account.password-missing"),
        (json!({"email": NEW, "currentPassword": "väärä"}), "currentPassword", "account.incorrect-password"),
        (json!({"email": "uusi", "currentPassword": PASSWORD}), "email", "validation.not_an_email"),
    ];
    for (body, field, key) in refused {
        let answer = ask(&app, &maija, body).await;
        assert_eq!(answer.json["fields"], json!([{"field": field, "key": key}]));
    }
    assert!(app.subjects_to(NEW).await.is_empty());
}

async fn whether_an_address_has_an_account_is_not_revealed(app: TestApp) {
    let maija = app.worker().await;
    app.add(person().email("muu@liksa.example").build()).await;
    let (free, taken) = (want(&app, &maija, NEW).await, want(&app, &maija, "muu@liksa.example").await);
    assert_eq!((free.status, &free.json), (taken.status, &taken.json));
    assert_eq!(app.subjects_to(NEW).await, ["Vahvista sähköpostiosoitteesi"]);
    assert_eq!(app.subjects_to("muu@liksa.example").await, ["Osoitteellasi on jo tunnus Liksaan"]);
}

async fn an_address_taken_meanwhile_is_refused(app: TestApp) {
    let maija = app.worker().await;
    want(&app, &maija, NEW).await;
    let token = mailed(&app).await;
    app.add(person().email(NEW).build()).await;
    let answer = open(&app, &maija, &token).await;
    assert_eq!((answer.status, answer.key()), (409, "LINK_NOT_VALID"));
    assert_eq!(app.login("maija@liksa.example", PASSWORD).await.status, 200);
}

async fn a_link_works_for_its_owner_for_a_day(app: TestApp) {
    let maija = app.worker().await;
    app.add(person().email("muu@liksa.example").build()).await;
    let stranger = app.sign_in("muu@liksa.example").await;
    want(&app, &maija, NEW).await;
    let token = mailed(&app).await;
    for (who, token) in [(&stranger, token.as_str()), (&maija, "x")] {
        let answer = open(&app, who, token).await;
        assert_eq!((answer.status, answer.key()), (409, "LINK_NOT_VALID"));
    }
    app.clock.advance(23.hours());
    let maija = app.sign_in("maija@liksa.example").await;
    app.clock.advance(1.hour());
    assert_eq!(open(&app, &maija, &token).await.key(), "LINK_NOT_VALID", "too old");
}

async fn a_new_password_ends_the_links_before_it(app: TestApp) {
    let maija = app.worker().await;
    want(&app, &maija, NEW).await;
    let token = mailed(&app).await;
    let body = json!({"password": "uusi-salasana", "currentPassword": PASSWORD});
    assert_eq!(app.put("/api/person").token(&maija.token).json(&body).send().await.status, 200);
    assert_eq!(open(&app, &maija, &token).await.key(), "LINK_NOT_VALID");
}

async fn the_number_of_mails_is_limited(app: TestApp) {
    let maija = app.worker().await;
    for _ in 0..3 {
        assert_eq!(want(&app, &maija, NEW).await.status, 204);
    }
    assert_eq!(want(&app, &maija, "toinen@liksa.example").await.status, 429);
    assert_eq!(app.subjects_to(NEW).await.len(), 3);
}
