use liksa_domain::account::BillNews;
use liksa_domain::bill::BillState;
use liksa_domain::ids::{BillId, MailId};
use liksa_domain::job::Job;
use liksa_domain::person::Role;
use liksa_test_support::{both_engines, person};
use serde_json::{Value, json};

use crate::api::bills::tests::{company, create, good_bill, put_into, somebody};
use crate::testing::{SignedIn, TestApp};

both_engines! {
    a_returned_bill_is_told_with_its_reason_and_opened_by_the_link,
    an_address_that_nobody_confirmed_gets_a_plain_link,
    who_wants_no_mail_gets_none,
    a_second_run_writes_no_second_mail,
}

/// A bill that a clerk has taken.
async fn taken(app: &TestApp, maija: &SignedIn) -> Value {
    let customer = company(app, maija).await;
    let bill = create(app, maija, &good_bill(customer)).await;
    let bill = put_into(app, maija, &bill, BillState::Pending).await;
    put_into(app, maija, &bill, BillState::Taken).await
}

async fn send_back(app: &TestApp, clerk: &SignedIn, bill: &Value) {
    let path = format!("/api/provider/bills/{}/return", bill["id"].as_str().unwrap());
    let body = json!({"reason": "Kuitti puuttuu"});
    assert_eq!(app.put(&path).token(&clerk.token).json(&body).send().await.status, 200);
    app.run_jobs().await;
}

async fn a_returned_bill_is_told_with_its_reason_and_opened_by_the_link(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let bill = taken(&app, &maija).await;
    send_back(&app, &clerk, &bill).await;
    let mail = app.store.newest_mails(1).await.unwrap().remove(0);
    assert_eq!(
        (mail.to.as_str(), mail.subject.as_str()),
        ("maija@liksa.example", "Laskusi kaipaa korjausta: Kulttuuritalo Oy")
    );
    assert!(mail.text.contains("Syy: Kuitti puuttuu"), "{}", mail.text);
    assert!(mail.text.contains("kirjaa sinut sisään"), "{}", mail.text);
    let link = app.mailed_link("/token-login").unwrap();
    let (token, id) = link.split_once("&id=").unwrap();
    assert_eq!(id, bill["id"].as_str().unwrap());
    let answer = app.get(&format!("/api/login{token}")).send().await;
    assert_eq!((answer.status, &answer.json["email"]), (200, &json!("maija@liksa.example")));
    assert_eq!(app.get(&format!("/api/login{token}")).send().await.status, 409, "once");
}

async fn an_address_that_nobody_confirmed_gets_a_plain_link(app: TestApp) {
    let maija = app.add_unconfirmed(person().build()).await;
    let maija = app.sign_in(maija.email.as_str()).await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let bill = taken(&app, &maija).await;
    send_back(&app, &clerk, &bill).await;
    assert_eq!(app.mailed_link("/token-login"), None);
    let plain = app.mailed_link("/invoice?id=");
    assert_eq!(plain.as_deref(), bill["id"].as_str());
    let mail = app.store.newest_mails(1).await.unwrap().remove(0);
    assert!(!mail.text.contains("kirjaa sinut sisään"), "{}", mail.text);
}

async fn who_wants_no_mail_gets_none(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let body = json!({"notifications": {"billReturned": false}});
    app.put("/api/person").token(&maija.token).json(&body).send().await;
    let bill = taken(&app, &maija).await;
    send_back(&app, &clerk, &bill).await;
    assert!(app.store.newest_mails(10).await.unwrap().is_empty());
}

async fn a_second_run_writes_no_second_mail(app: TestApp) {
    let maija = app.worker().await;
    let bill: BillId = taken(&app, &maija).await["id"].as_str().unwrap().parse().unwrap();
    let mail: MailId = app.new_id().unwrap();
    for _ in 0..2 {
        let mut tx = app.store.begin().await.unwrap();
        let job = app.job(Job::MailBillNews { mail, bill, news: BillNews::Paid }).unwrap();
        tx.enqueue(&job).await.unwrap();
        tx.commit().await.unwrap();
        app.run_jobs().await;
    }
    assert_eq!(app.store.newest_mails(10).await.unwrap().len(), 1);
}
