use std::collections::BTreeSet;

use jiff::ToSpan;
use liksa_domain::delivery::{MailKind, MailReason, MailState};
use liksa_domain::ids::MailId;
use liksa_domain::person::Role;
use liksa_store::{MailOutcome, MailTrouble};
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use crate::testing::{SignedIn, TestApp, mail_of};

both_engines! {
    what_failed_is_sent_again_and_what_is_unsure_is_decided,
    what_failed_and_needs_nothing_more_is_put_away,
    each_role_sees_its_own_kinds,
}

on_sqlite! {
    a_mail_that_waits_for_its_next_attempt_is_sent_now,
    a_mail_whose_job_was_given_up_is_sent_now,
    parameters_are_checked,
}

async fn ended(app: &TestApp, kind: MailKind, outcome: fn(MailTrouble) -> MailOutcome) -> MailId {
    let id = app.posted(&mail_of(kind)).await;
    assert!(app.store.begin_sending_mail(id, "maija@liksa.example").await.unwrap());
    let why = MailTrouble::new(MailReason::Unreachable, "connection refused");
    app.store.end_sending_mail(id, &outcome(why)).await.unwrap();
    app.run_jobs().await;
    id
}

async fn list(app: &TestApp, who: &SignedIn, query: &str) -> Value {
    app.get(&format!("/api/provider/mails{query}")).token(&who.token).send().await.json
}

async fn decide(app: &TestApp, who: &SignedIn, id: MailId, verb: &str) -> (u16, String) {
    let answer = app.post(&format!("/api/provider/mails/{id}/{verb}")).token(&who.token).send().await;
    let key = if answer.status == 204 { String::new() } else { answer.key().to_owned() };
    (answer.status, key)
}

async fn counted(app: &TestApp, who: &SignedIn) -> i64 {
    let dashboard = app.get("/api/provider/dashboard").token(&who.token).send().await.json;
    dashboard["failedMails"]["count"].as_i64().unwrap()
}

async fn state(app: &TestApp, id: MailId) -> MailState {
    app.store.mail(id).await.unwrap().unwrap().state
}

async fn what_failed_is_sent_again_and_what_is_unsure_is_decided(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let failed = ended(&app, MailKind::Account, MailOutcome::Failed).await;
    let unsure = ended(&app, MailKind::Account, MailOutcome::Unsure).await;
    let doubted = ended(&app, MailKind::Account, MailOutcome::Unsure).await;
    assert_eq!(counted(&app, &admin).await, 3);
    let page = list(&app, &admin, "?state=FAILED").await;
    let mail = &page["mails"][0];
    assert_eq!(mail["id"], failed.to_string());
    assert_eq!((&mail["kind"], &mail["reason"]), (&json!("ACCOUNT"), &json!("UNREACHABLE")));
    assert_eq!((&mail["to"], &mail["error"]), (&json!("maija@liksa.example"), &json!("connection refused")));
    assert!(!page.to_string().contains("Salainen"), "what it says is nobody's business: {page}");

    let settled = (409, "MAIL_SETTLED".to_owned());
    assert_eq!(decide(&app, &admin, failed, "arrived").await, settled, "it certainly did not");
    assert_eq!(decide(&app, &admin, failed, "resend").await.0, 204);
    assert_eq!(decide(&app, &admin, unsure, "resend").await.0, 204);
    assert_eq!(decide(&app, &admin, doubted, "arrived").await.0, 204);
    assert_eq!(decide(&app, &admin, doubted, "resend").await, settled, "it has arrived");
    assert_eq!(decide(&app, &admin, failed, "resend").await, settled, "a second click does nothing");
    app.run_jobs().await;
    for id in [failed, unsure, doubted] {
        assert_eq!(state(&app, id).await, MailState::Sent);
    }
    assert_eq!(counted(&app, &admin).await, 0);
    let recorded = async |id: MailId| -> Vec<&'static str> {
        let events = app.store.audit_of(&format!("mail:{id}")).await.unwrap();
        events.iter().map(|event| event.action.name()).collect()
    };
    assert_eq!(recorded(failed).await, ["mail.resent"]);
    assert_eq!(recorded(doubted).await, ["mail.arrived"]);
}

async fn what_failed_and_needs_nothing_more_is_put_away(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let failed = ended(&app, MailKind::Account, MailOutcome::Failed).await;
    let unsure = ended(&app, MailKind::Account, MailOutcome::Unsure).await;
    let settled = (409, "MAIL_SETTLED".to_owned());
    assert_eq!(decide(&app, &admin, unsure, "settle").await, settled, "it may have arrived");
    let clerk = app.staff("kaisa@liksa.example", Role::Clerk).await;
    assert_eq!(decide(&app, &clerk, failed, "settle").await.0, 404, "the work of others");
    assert_eq!(counted(&app, &admin).await, 2);
    assert_eq!(decide(&app, &admin, failed, "settle").await.0, 204);
    assert_eq!(decide(&app, &admin, failed, "settle").await, settled, "a second click does nothing");
    assert_eq!(counted(&app, &admin).await, 1);
    let unsent = app.store.unsent_mails().await.unwrap();
    assert_eq!(unsent.iter().map(|mails| mails.state).collect::<Vec<_>>(), [MailState::Unsure]);
    let listed = list(&app, &admin, "?state=FAILED").await["mails"][0].clone();
    assert!(listed["settledAt"].is_string(), "{listed}");
    let events = app.store.audit_of(&format!("mail:{failed}")).await.unwrap();
    assert_eq!(events.iter().map(|event| event.action.name()).collect::<Vec<_>>(), ["mail.settled"]);

    assert_eq!(decide(&app, &admin, failed, "resend").await.0, 204, "somebody thought again");
    app.run_jobs().await;
    assert_eq!(state(&app, failed).await, MailState::Sent);
    assert_eq!(list(&app, &admin, "?state=SENT").await["mails"][0]["settledAt"], Value::Null);
}

async fn each_role_sees_its_own_kinds(app: TestApp) {
    let clerk = app.staff("kaisa@liksa.example", Role::Clerk).await;
    let payroll = app.staff("paula@liksa.example", Role::Payroll).await;
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let registration = ended(&app, MailKind::Registration, MailOutcome::Unsure).await;
    let reminder = ended(&app, MailKind::Reminder, MailOutcome::Failed).await;
    let invoice = ended(&app, MailKind::Invoice, MailOutcome::Failed).await;
    let news = ended(&app, MailKind::News, MailOutcome::Failed).await;
    let ids = async |who: &SignedIn| -> BTreeSet<String> {
        let page = list(&app, who, "").await;
        page["mails"].as_array().unwrap().iter().map(|mail| mail["id"].as_str().unwrap().to_owned()).collect()
    };
    let names = |ids: &[MailId]| ids.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(ids(&clerk).await, names(&[news, invoice]));
    assert_eq!(counted(&app, &clerk).await, 1, "that of a bill is counted as a delivery");
    assert_eq!(ids(&payroll).await, names(&[news, reminder]));
    assert_eq!(counted(&app, &payroll).await, 2);
    for who in [&clerk, &payroll] {
        let missing = (404, "NOT_FOUND".to_owned());
        assert_eq!(decide(&app, who, registration, "resend").await, missing);
        assert_eq!(decide(&app, who, registration, "arrived").await, missing);
    }
    assert_eq!(ids(&admin).await, names(&[news, registration]));
    assert_eq!(counted(&app, &admin).await, 2);
    assert_eq!(decide(&app, &admin, reminder, "resend").await.0, 404);
    assert_eq!(state(&app, registration).await, MailState::Unsure);
}

async fn a_mail_that_waits_for_its_next_attempt_is_sent_now(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let id = app.posted(&mail_of(MailKind::Account)).await;
    assert_eq!(decide(&app, &admin, id, "resend").await.1, "MAIL_SETTLED", "it is about to be sent");
    let folder = app.config.data_dir.join("outbox/mail");
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    std::fs::write(&folder, "").unwrap();
    assert_eq!(app.try_jobs().await.len(), 1);
    app.clock.advance(1.second());
    std::fs::remove_file(&folder).unwrap();
    app.run_jobs().await;
    assert_eq!(state(&app, id).await, MailState::Queued, "the next attempt is later");
    assert_eq!(decide(&app, &admin, id, "resend").await.0, 204);
    app.run_jobs().await;
    assert_eq!(state(&app, id).await, MailState::Sent);
}

async fn a_mail_whose_job_was_given_up_is_sent_now(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let id = app.posted(&mail_of(MailKind::Account)).await;
    let now = app.clock.now();
    let claimed = app.store.claim_job(None, now, now + 1.minute()).await.unwrap().unwrap();
    let outcome = MailOutcome::NotTaken(MailTrouble::new(MailReason::Later, "451 later"));
    app.store
        .end_before_sending_mail(id, (MailState::Queued, "maija@liksa.example"), &outcome)
        .await
        .unwrap();
    assert_eq!(decide(&app, &admin, id, "resend").await.1, "MAIL_SETTLED", "its job runs");
    app.store.fail_job(claimed.lease, now, "a bug").await.unwrap();
    assert_eq!(decide(&app, &admin, id, "resend").await.0, 204);
    app.run_jobs().await;
    assert_eq!(state(&app, id).await, MailState::Sent);
}

async fn parameters_are_checked(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    for query in ["?state=LOST", "?cursor=x"] {
        let answer = app.get(&format!("/api/provider/mails{query}")).token(&admin.token).send().await;
        assert_eq!(answer.status, 422, "{query}");
    }
}
