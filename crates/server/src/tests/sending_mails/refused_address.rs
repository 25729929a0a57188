//! A customer's mail server that knows no such address.

use jiff::civil::date;
use liksa_actions::bills::close;
use liksa_actions::context::MailAddress;
use liksa_actions::deliveries::deliver;
use liksa_domain::bill::BillState;
use liksa_domain::customer::SendMethod;
use liksa_domain::delivery::{MailKind, MailReason, MailState};
use liksa_domain::person::Role;
use liksa_store::{MailOutcome, MailTrouble, StoredMail};
use liksa_test_support::{both_engines, customer};
use serde_json::{Value, json};

use super::{After, app_with, sink};
use crate::api::bills::tests::{create, events, good_bill, put_into, read, store_customer};
use crate::testing::{SignedIn, TestApp};
use crate::tests::payment_fixtures::PaymentsTest;

const ADDRESS: &str = "laskut@kulttuuritalo.example";

both_engines! {
    a_refusal_just_before_a_crash_is_told_once,
    a_bill_that_waits_for_its_next_attempt_goes_to_the_corrected_address,
}

/// A bill by mail that has left.
async fn closed(app: &TestApp, who: &SignedIn) -> Value {
    let (id, entry) = customer().with(|details| details.send_method = SendMethod::Email).build();
    store_customer(app, who, id, &entry).await;
    let bill = create(app, who, &good_bill(id)).await;
    let bill = put_into(app, who, &bill, BillState::Approved).await;
    let stored = app.store.bill(bill["id"].as_str().unwrap().parse().unwrap()).await.unwrap().unwrap();
    close(app, None, &stored).await.unwrap();
    bill
}

/// How often the worker was told.
async fn told(app: &TestApp) -> usize {
    let mails = app.store.newest_mails(50).await.unwrap();
    let news = mails.iter().filter(|mail| mail.subject.starts_with("Laskusi ei mennyt perille"));
    news.filter(|mail| mail.kind == MailKind::News && mail.text.contains(ADDRESS)).count()
}

/// The worker gives the customer of a bill another address.
async fn correct_address(app: &TestApp, maija: &SignedIn, bill: &Value) {
    let list = format!("/api/person/{}/sharedcustomers", maija.id);
    let save = format!("{list}/{}", bill["sharedCustomer"]["id"].as_str().unwrap());
    assert_eq!(app.post(&save).token(&maija.token).send().await.status, 200);
    let mut body = app.get(&list).token(&maija.token).send().await.json["customers"][0].clone();
    let path = format!("/api/sharedcustomers/{}", body["id"].as_str().unwrap());
    body["email"] = json!("uusi@kulttuuritalo.example");
    let saved = app.put(&path).token(&maija.token).json(&body).send().await;
    assert_eq!(saved.status, 200, "{}", saved.json);
}

/// The mail that takes a bill to its customer.
async fn mail_of_bill(app: &TestApp) -> StoredMail {
    let mails = app.store.newest_mails(50).await.unwrap();
    mails.into_iter().find(|mail| mail.kind == MailKind::Invoice).unwrap()
}

async fn a_bill_that_waits_for_its_next_attempt_goes_to_the_corrected_address(app: TestApp) {
    let (maija, clerk) = (app.worker().await, app.staff("kaisa@liksa.example", Role::Clerk).await);
    let MailAddress::Folder(folder) = &app.config.mail else { panic!("the default is a folder") };
    // Nothing can be written there for now.
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    std::fs::write(folder, "").unwrap();
    let bill = closed(&app, &maija).await;
    app.try_jobs().await;
    let waiting = mail_of_bill(&app).await;
    assert_eq!((waiting.state, waiting.to.as_str()), (MailState::Queued, ADDRESS));
    assert!(waiting.reason.is_some(), "an attempt failed");
    std::fs::remove_file(folder).unwrap();
    correct_address(&app, &maija, &bill).await;
    let resend = format!("/api/provider/mails/{}/resend", waiting.id);
    assert_eq!(app.post(&resend).token(&clerk.token).send().await.status, 204);
    app.run_jobs().await;
    let sent = mail_of_bill(&app).await;
    assert_eq!((sent.state, sent.to.as_str()), (MailState::Sent, "uusi@kulttuuritalo.example"));
    let delivery = read(&app, &maija, &bill).await["delivery"].clone();
    assert_eq!((&delivery["state"], &delivery["address"]), (&json!("SENT"), &json!(sent.to)));
}

#[tokio::test]
async fn the_worker_is_told_of_an_unknown_address_and_the_bill_goes_to_the_corrected_one() {
    let sink = sink(After::Unknown(ADDRESS)).await;
    let app = app_with(&sink).await;
    let (maija, clerk) = (app.worker().await, app.staff("kaisa@liksa.example", Role::Clerk).await);
    let bill = closed(&app, &maija).await;
    app.run_jobs().await;
    let delivery = read(&app, &maija, &bill).await["delivery"].clone();
    assert_eq!((&delivery["state"], &delivery["reason"]), (&json!("FAILED"), &json!("ADDRESS_REFUSED")));
    assert_eq!(delivery["address"], ADDRESS);
    assert_eq!(told(&app).await, 1);
    assert!(sink.heard("RCPT TO:<maija@liksa.example>"), "the worker");
    assert!(events(&app, &bill).await.contains(&"delivery.refused"));
    let failed = app.get("/api/provider/mails?state=FAILED").token(&clerk.token).send().await.json;
    assert_eq!(failed["mails"][0]["reason"], "ADDRESS_REFUSED");
    assert_eq!((&failed["mails"][0]["billId"], &failed["mails"][0]["to"]), (&bill["id"], &json!(ADDRESS)));
    let resend = format!("/api/provider/mails/{}/resend", failed["mails"][0]["id"].as_str().unwrap());
    assert_eq!(app.post(&resend).token(&clerk.token).send().await.status, 204);
    app.run_jobs().await;
    assert_eq!(told(&app).await, 1, "the same address is told of once");

    correct_address(&app, &maija, &bill).await;
    assert_eq!(app.post(&resend).token(&clerk.token).send().await.status, 204);
    app.run_jobs().await;
    assert!(sink.heard("RCPT TO:<uusi@kulttuuritalo.example>"));
    let delivery = read(&app, &maija, &bill).await["delivery"].clone();
    assert_eq!((&delivery["state"], &delivery["reason"]), (&json!("SENT"), &Value::Null));
    assert_eq!(delivery["address"], "uusi@kulttuuritalo.example");
}

#[tokio::test]
async fn the_worker_is_told_of_a_reminder_that_the_address_refuses() {
    let sink = sink(After::Unknown(ADDRESS)).await;
    let test = PaymentsTest::of(app_with(&sink).await).await;
    let (bill, _) = test.sent_due("100", date(2026, 11, 1), None).await;
    let asked = json!({"billIds": [bill.to_string()], "withoutInterest": true});
    test.post("/api/provider/reminders", &asked).await;
    test.app.run_jobs().await;
    let subjects = async || {
        let mails = test.app.store.newest_mails(50).await.unwrap();
        let news = mails.into_iter().filter(|mail| mail.subject.starts_with("Maksumuistutus ei mennyt"));
        news.map(|mail| mail.text).collect::<Vec<_>>()
    };
    let told = subjects().await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("Osoite: "), "{}", told[0]);
}

async fn a_refusal_just_before_a_crash_is_told_once(app: TestApp) {
    let maija = app.worker().await;
    let bill = closed(&app, &maija).await;
    // The documents are made and the mail is written, then it is refused, and the server dies.
    let delivery =
        app.store.delivery_of(bill["id"].as_str().unwrap().parse().unwrap()).await.unwrap().unwrap();
    deliver(&app, delivery.id).await.unwrap();
    let mail = app.store.newest_mails(1).await.unwrap().remove(0);
    assert_eq!((mail.kind, mail.state), (MailKind::Invoice, MailState::Queued));
    assert!(app.store.begin_sending_mail(mail.id, &mail.to).await.unwrap());
    let why = MailTrouble::new(MailReason::AddressRefused, "550 5.1.1 no such user");
    app.store.end_sending_mail(mail.id, &MailOutcome::Failed(why)).await.unwrap();
    app.run_jobs().await;
    assert_eq!(told(&app).await, 1);
    let refused = events(&app, &bill).await.into_iter().filter(|name| *name == "delivery.refused");
    assert_eq!(refused.count(), 1);
    let delivery = read(&app, &maija, &bill).await["delivery"].clone();
    assert_eq!((&delivery["state"], &delivery["reason"]), (&json!("FAILED"), &json!("ADDRESS_REFUSED")));
}
