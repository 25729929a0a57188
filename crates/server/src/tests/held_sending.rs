//! A copy of the data sends nothing until an operator says so.

use jiff::ToSpan;
use liksa_actions::sending;
use liksa_domain::delivery::{HoldReason, MailKind, MailState};
use liksa_domain::job::Job;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use crate::testing::{TestApp, mail_of};

both_engines! {
    a_copied_database_is_noticed_and_silent,
    a_copy_leaves_the_files_of_its_original_alone,
    bills_and_files_of_payroll_wait_too,
}

async fn a_copied_database_is_noticed_and_silent(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let now = app.clock.now();
    assert_eq!(sending::notice_copy(&app.store, now).await.unwrap(), None, "the first start");
    assert_eq!(sending::notice_copy(&app.store, now).await.unwrap(), None, "the same database");
    // As if it had been dumped and restored elsewhere.
    let mut tx = app.store.begin().await.unwrap();
    tx.set_mark("another/1").await.unwrap();
    tx.commit().await.unwrap();
    let held = sending::notice_copy(&app.store, now).await.unwrap().unwrap();
    assert_eq!(held.why, HoldReason::Copied);

    let id = app.posted(&mail_of(MailKind::Account)).await;
    app.run_jobs().await;
    let state = async || app.store.mail(id).await.unwrap().unwrap().state;
    assert_eq!(state().await, MailState::Queued);
    let dashboard = async || app.get("/api/provider/dashboard").token(&admin.token).send().await.json;
    assert_eq!(dashboard().await["heldSending"], json!({"since": now.to_string(), "why": "COPIED"}));
    let metrics = app.get("/metrics").send().await.body;
    assert!(String::from_utf8(metrics).unwrap().contains("liksa_sending_held 1"));
    let held = sending::notice_copy(&app.store, now + 1.hour()).await.unwrap();
    assert!(held.is_some(), "a restart does not end it");

    assert!(sending::resume(&app.store, now).await.unwrap());
    assert!(!sending::resume(&app.store, now).await.unwrap());
    app.run_jobs().await;
    assert_eq!(state().await, MailState::Sent);
    assert_eq!(dashboard().await["heldSending"], Value::Null);
    let events = app.store.audit_of("sending:1").await.unwrap();
    let events: Vec<_> = events.iter().map(|event| event.action.name()).collect();
    assert_eq!(events, ["sending.held", "sending.resumed"]);
}

async fn bills_and_files_of_payroll_wait_too(app: TestApp) {
    sending::hold(&app.store, HoldReason::Restored, app.clock.now()).await.unwrap();
    let mut tx = app.store.begin().await.unwrap();
    for job in [
        Job::DeliverBill { delivery: app.new_id().unwrap() },
        Job::WritePayrollFiles { run: app.new_id().unwrap() },
        Job::WriteCorrection { credit_note: app.new_id().unwrap(), salary: None },
    ] {
        tx.enqueue(&app.job(job).unwrap()).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert!(app.try_jobs().await.is_empty(), "none was tried");
    sending::resume(&app.store, app.clock.now()).await.unwrap();
    // They are of nothing that is there.
    assert_eq!(app.try_jobs().await.len(), 3);
}

async fn a_copy_leaves_the_files_of_its_original_alone(app: TestApp) {
    let content = app.files.put(app.new_id().unwrap(), b"a receipt", app.clock.now()).await.unwrap();
    sending::hold(&app.store, HoldReason::Restored, app.clock.now()).await.unwrap();
    app.clock.advance(48.hours());
    app.housekeep().await.unwrap();
    assert!(app.files.read(content.blob()).await.is_ok());
    sending::resume(&app.store, app.clock.now()).await.unwrap();
    app.housekeep().await.unwrap();
    assert!(app.files.read(content.blob()).await.is_err());
}
