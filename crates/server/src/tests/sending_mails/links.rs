//! A token that opens something is in the mail that goes out, and nowhere else.

use liksa_domain::account::TokenKind;
use liksa_domain::bill::BillState;
use liksa_domain::delivery::{MailKind, MailLink, MailState, TOKEN_PLACE};
use liksa_domain::ids::{Id, RegistrationId};
use liksa_domain::person::{Email, Role};
use liksa_test_support::{both_engines, person};
use serde_json::json;
use uuid::Uuid;

use crate::api::bills::tests::{company, create, good_bill, put_into, somebody};
use crate::testing::{PASSWORD, TestApp, holds_token};
use liksa_actions::mail::Outgoing;
use liksa_actions::mail::send::with_token;

both_engines! {
    the_token_of_a_registration_is_kept_nowhere,
    the_token_of_a_new_password_is_kept_nowhere,
    the_token_that_opens_a_bill_is_kept_nowhere,
    every_attempt_has_a_token_of_its_own,
    a_link_to_what_is_gone_is_not_sent,
    a_mail_to_the_address_before_lets_nobody_in,
    the_token_of_an_address_is_kept_nowhere,
    a_demo_shows_its_mails_as_they_went_out,
}

async fn the_token_of_a_registration_is_kept_nowhere(app: TestApp) {
    let form = json!({"email": "uusi@liksa.example", "phone": "040 123", "address": "Kotikatu 1",
                      "postalcode": "33100", "password": "oma-salasana", "language": "fi"});
    assert_eq!(app.post("/api/registration/start").json(&form).send().await.status, 200);
    app.run_jobs_that_keep_no_token().await;
    let link = app.mailed_link("/registration/confirm").unwrap();
    assert!(holds_token(&link), "{link}");
    assert_eq!(app.get(&format!("/api/registration/confirm{link}")).send().await.status, 200);
}

async fn ask_for_a_password(app: &TestApp) {
    app.add(person().build()).await;
    let body = json!({"email": "maija@liksa.example"});
    assert_eq!(app.post("/api/password/forgot/v2").json(&body).send().await.status, 200);
}

async fn the_token_of_a_new_password_is_kept_nowhere(app: TestApp) {
    ask_for_a_password(&app).await;
    app.run_jobs_that_keep_no_token().await;
    let token = app.mailed_link("/password/forgot/").unwrap();
    assert!(holds_token(&token), "{token}");
    let body = json!({"token": token, "password": "uusi-salasana"});
    assert_eq!(app.post("/api/password/change/v2").json(&body).send().await.status, 200);
}

async fn the_token_that_opens_a_bill_is_kept_nowhere(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let customer = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(customer)).await;
    let bill = put_into(&app, &maija, &bill, BillState::Pending).await;
    let bill = put_into(&app, &maija, &bill, BillState::Taken).await;
    let path = format!("/api/provider/bills/{}/return", bill["id"].as_str().unwrap());
    let reason = json!({"reason": "Kuitti puuttuu"});
    assert_eq!(app.put(&path).token(&clerk.token).json(&reason).send().await.status, 200);
    app.run_jobs_that_keep_no_token().await;
    let link = app.mailed_link("/token-login").unwrap();
    assert!(holds_token(&link), "{link}");
    assert_eq!(app.get(&format!("/api/login{link}")).send().await.status, 200);
}

fn letter(link: MailLink) -> Outgoing {
    Outgoing {
        kind: MailKind::Other,
        to: Email::parse("maija@liksa.example").unwrap(),
        subject: "Linkki".into(),
        text: format!("?token={TOKEN_PLACE}"),
        html: format!("<a href=\"?token={TOKEN_PLACE}\">Avaa</a>"),
        attachment: None,
        link: Some(link),
    }
}

async fn every_attempt_has_a_token_of_its_own(app: TestApp) {
    let maija = app.add(person().build()).await;
    let mut tx = app.store.begin().await.unwrap();
    let mail = letter(MailLink::Account(TokenKind::LogIn, maija.id));
    let id = app.post_mail(&mut tx, &mail).await.unwrap();
    tx.commit().await.unwrap();
    let mail = app.store.mail(id).await.unwrap().unwrap();
    let first = with_token(&app, &mail).await.unwrap().unwrap();
    let second = with_token(&app, &mail).await.unwrap().unwrap();
    assert_ne!(first.text, second.text);
    for sent in [first, second] {
        assert_eq!(sent.html, format!("<a href=\"{}\">Avaa</a>", sent.text));
        assert_eq!(app.get(&format!("/api/login{}", sent.text)).send().await.status, 200, "{}", sent.text);
    }
}

async fn a_mail_to_the_address_before_lets_nobody_in(app: TestApp) {
    let maija = app.add(person().build()).await;
    let mut tx = app.store.begin().await.unwrap();
    let mail = letter(MailLink::Account(TokenKind::LogIn, maija.id));
    let id = app.post_mail(&mut tx, &mail).await.unwrap();
    let new = Email::parse("uusi@liksa.example").unwrap();
    tx.change_email(&maija, &new, app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    app.run_jobs().await;
    assert_eq!(app.store.mail(id).await.unwrap().unwrap().state, MailState::Failed);
    assert_eq!(app.mailed_link(""), None);
}

async fn the_token_of_an_address_is_kept_nowhere(app: TestApp) {
    let maija = app.worker().await;
    let body = json!({"email": "uusi@liksa.example", "currentPassword": PASSWORD});
    assert_eq!(app.post("/api/person/email").token(&maija.token).json(&body).send().await.status, 204);
    app.run_jobs_that_keep_no_token().await;
    let token = app.mailed_link("/account/email?token=").unwrap();
    assert!(holds_token(&token), "{token}");
}

async fn a_link_to_what_is_gone_is_not_sent(app: TestApp) {
    let gone = MailLink::Registration(RegistrationId::from_uuid(Uuid::nil()));
    let mut tx = app.store.begin().await.unwrap();
    let id = app.post_mail(&mut tx, &letter(gone)).await.unwrap();
    tx.commit().await.unwrap();
    app.run_jobs().await;
    assert_eq!(app.store.mail(id).await.unwrap().unwrap().state, MailState::Failed);
    assert_eq!(app.mailed_link(""), None);
}

/// It also shows that the tests above would notice a token.
async fn a_demo_shows_its_mails_as_they_went_out(app: TestApp) {
    let demo = TestApp::with_config(app.store.engine(), |config| config.demo = true).await;
    ask_for_a_password(&demo).await;
    demo.run_jobs().await;
    let shown = demo.get("/api/demo/mails").send().await.json;
    let token = demo.mailed_link("/password/forgot/").unwrap();
    for shape in ["text", "html"] {
        let shown = shown[0][shape].as_str().unwrap();
        assert!(shown.contains(&token) && holds_token(shown), "{shown}");
    }
}
