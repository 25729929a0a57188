//! Approved bills until they leave: taking an approval back, and the dates of those that leave late.

use std::fs;

use jiff::ToSpan;
use jiff::civil::date;
use liksa_actions::bills::close_if_approved;
use liksa_domain::bill::BillState;
use liksa_domain::ids::BillId;
use liksa_domain::ledger::EntryKind;
use liksa_domain::person::Role;
use liksa_domain::settings::ProviderForm;
use liksa_store::MadeSettings;
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use super::sending::{handled, provider, state_of};
use super::{company, create, events, good_bill, path_of, put_into, read, save, somebody};
use crate::testing::{SignedIn, TestApp, texts_in};

both_engines! {
    a_clerk_takes_an_approval_back,
    of_a_closing_and_an_undoing_at_once_one_is_made,
    a_bill_approved_late_leaves_with_new_dates,
}

on_sqlite! {
    the_provider_chooses_the_waiting_time,
    a_clerk_sees_beforehand_that_the_dates_will_move,
    a_late_credit_note_is_dated_that_day_without_a_mail,
    who_reads_english_is_told_in_english,
}

fn id_of(bill: &Value) -> BillId {
    bill["id"].as_str().unwrap().parse().unwrap()
}

async fn wait_minutes(app: &TestApp, minutes: &str) {
    let admin = somebody(app, "admin@liksa.example", Role::Admin).await;
    let form = ProviderForm { waiting_minutes: minutes.into(), ..ProviderForm::made_up() };
    let (valid_from, made_at) = (app.clock.today(), app.clock.now());
    let mut tx = app.store.begin().await.unwrap();
    tx.insert_settings(&MadeSettings { valid_from, made_at, made_by: admin.id, form }).await.unwrap();
    tx.commit().await.unwrap();
}

async fn a_clerk_takes_an_approval_back(app: TestApp) {
    let maija = app.worker().await;
    let kaisa = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let oili = somebody(&app, "oili@liksa.example", Role::Clerk).await;
    let bill = handled(&app, &maija, &kaisa, &good_bill(company(&app, &maija).await)).await;
    let undone = provider(&app, &oili, &bill, "unapprove").await;
    assert_eq!((undone.status, &undone.json["state"]), (200, &json!("TAKEN")), "{}", undone.json);
    assert_eq!(undone.json["leavesAt"], Value::Null);
    app.let_bills_leave().await;
    assert_eq!(state_of(&app, &bill).await, BillState::Taken, "the old approval counts no more");
    let mine = app.get("/api/provider/bills?queue=mine").token(&oili.token).send().await.json;
    assert_eq!(mine["bills"][0]["id"], bill["id"], "who took it back decides on it");

    assert_eq!(provider(&app, &oili, &bill, "approve").await.json["leavesAt"], "2026-11-16T08:30:00Z");
    app.let_bills_leave().await;
    assert_eq!(state_of(&app, &bill).await, BillState::Closed);
    let late = provider(&app, &oili, &bill, "unapprove").await;
    assert_eq!((late.status, late.key()), (409, "ILLEGAL_TRANSITION"));
    let told: Vec<_> = events(&app, &bill).await.into_iter().skip(2).collect();
    let expected =
        ["bill.taken", "bill.approved", "bill.unapproved", "bill.approved", "bill.closed", "bill.delivered"];
    assert_eq!(told, expected);
    let path = format!("{}/history", path_of(&maija, &bill));
    let history = app.get(&path).token(&maija.token).send().await.json;
    assert!(history["events"].as_array().unwrap().iter().any(|event| event["action"] == "unapproved"));
}

/// The job runs at the very moment at which a clerk takes the approval back.
async fn of_a_closing_and_an_undoing_at_once_one_is_made(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let customer = company(&app, &maija).await;
    for _ in 0..5 {
        let bill = create(&app, &maija, &good_bill(customer)).await;
        let bill = put_into(&app, &maija, &bill, BillState::Approved).await;
        let version = bill["version"].as_i64().unwrap();
        let (undone, closed) = tokio::join!(
            provider(&app, &clerk, &bill, "unapprove"),
            close_if_approved(app.state(), id_of(&bill), version)
        );
        closed.unwrap();
        let now = read(&app, &maija, &bill).await;
        match undone.status {
            200 => assert_eq!((&now["state"], &now["billNumber"]), (&json!("TAKEN"), &Value::Null)),
            409 => assert_eq!((&now["state"], now["billNumber"].is_null()), (&json!("CLOSED"), false)),
            other => unreachable!("{other}: {}", undone.json),
        }
    }
    for finding in app.store.check_soundness().await.unwrap() {
        assert_eq!(finding.problems, [], "{:?}", finding.question);
    }
}

async fn the_provider_chooses_the_waiting_time(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let customer = company(&app, &maija).await;
    // Stored before there was a least.
    wait_minutes(&app, "0").await;
    let soon = handled(&app, &maija, &clerk, &good_bill(customer)).await;
    app.run_jobs().await;
    assert_eq!(state_of(&app, &soon).await, BillState::Approved, "the clerk can still take it back");
    app.clock.advance(1.minute());
    app.run_jobs().await;
    assert_eq!(state_of(&app, &soon).await, BillState::Closed);
    app.clock.advance(1.second());
    let mut tx = app.store.begin().await.unwrap();
    let form = ProviderForm { waiting_minutes: "1440".into(), ..ProviderForm::made_up() };
    let (valid_from, made_at) = (app.clock.today(), app.clock.now());
    tx.insert_settings(&MadeSettings { valid_from, made_at, made_by: maija.id, form }).await.unwrap();
    tx.commit().await.unwrap();
    let mut tomorrow = good_bill(customer);
    tomorrow["billingdate"] = json!("17.11.2026");
    let waiting = handled(&app, &maija, &clerk, &tomorrow).await;
    assert_eq!(waiting["leavesAt"], "2026-11-17T08:01:01Z", "later than its billing date begins");
}

/// Sent by its worker on 16 November, due on the 30th.
async fn pending(app: &TestApp, who: &SignedIn) -> Value {
    let bill = create(app, who, &good_bill(company(app, who).await)).await;
    let sent = save(app, who, &bill, &json!({"state": "PENDING", "exactDueDate": "30.11.2026"})).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    sent.json
}

async fn a_bill_approved_late_leaves_with_new_dates(app: TestApp) {
    let maija = app.worker().await;
    let bill = pending(&app, &maija).await;
    // To 11 January 2027, when every session has run out.
    app.clock.advance((56 * 24).hours());
    let maija = app.sign_in("maija@liksa.example").await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let payroll = somebody(&app, "payroll@liksa.example", Role::Payroll).await;
    for verb in ["take", "approve"] {
        assert_eq!(provider(&app, &clerk, &bill, verb).await.status, 200);
    }
    app.let_bills_leave().await;

    let closed = read(&app, &maija, &bill).await;
    assert_eq!(closed["state"], "CLOSED");
    assert_eq!(
        (&closed["billingdate"], &closed["exactDueDate"]),
        (&json!("11.01.2027"), &json!("25.01.2027"))
    );
    let entry = app.store.entry_of(EntryKind::InvoiceSent, &format!("bill:{}", id_of(&bill))).await.unwrap();
    assert_eq!(entry.unwrap().date, date(2027, 1, 11), "not in a month that was reported");

    let e_invoice = fs::read_dir(app.config.data_dir.join("outbox/e-invoices")).unwrap().next().unwrap();
    let e_invoice = fs::read_to_string(e_invoice.unwrap().path()).unwrap();
    assert_eq!(texts_in(&e_invoice, "InvoiceDate"), ["20270111"]);
    assert!(texts_in(&e_invoice, "InvoiceDueDate").contains(&"20270125"), "{e_invoice}");

    let subject = format!("bill:{}", id_of(&bill));
    let events = app.store.audit_of(&subject).await.unwrap();
    let redated = events.iter().find(|event| event.action.name() == "bill.redated").unwrap();
    let detail: Value = serde_json::from_str(&redated.detail).unwrap();
    assert_eq!(detail["billingDate"], json!({"before": "16.11.2026", "after": "11.01.2027"}));
    assert_eq!(detail["dueDate"], json!({"before": "30.11.2026", "after": "25.01.2027"}));
    let path = format!("{}/history", path_of(&maija, &bill));
    let history = app.get(&path).token(&maija.token).send().await.json;
    let told = history["events"].as_array().unwrap().iter().find(|event| event["action"] == "redated");
    assert_eq!(told.unwrap()["dueDate"], detail["dueDate"]);

    let mails = app.store.newest_mails(50).await.unwrap();
    let mail = mails.iter().find(|mail| mail.subject.starts_with("Laskusi sai uuden päiväyksen")).unwrap();
    assert_eq!(mail.to.as_str(), "maija@liksa.example");
    assert!(mail.text.contains("Laskun päiväys: 11.01.2027 (oli 16.11.2026)"), "{}", mail.text);
    assert!(mail.text.contains("Eräpäivä: 25.01.2027 (oli 30.11.2026)"), "{}", mail.text);

    let asked = json!({"billIds": [bill["id"]], "withoutInterest": true});
    let call = app.post("/api/provider/reminders").token(&payroll.token).json(&asked);
    assert_eq!(call.send().await.json["made"], json!([]), "nobody is reminded of it now");
    let overdue = app.get("/api/provider/overdue").token(&payroll.token).send().await.json;
    assert_eq!(overdue["bills"], json!([]));
}

async fn a_clerk_sees_beforehand_that_the_dates_will_move(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let bill = pending(&app, &maija).await;
    let path = format!("/api/provider/bills/{}", bill["id"].as_str().unwrap());
    let review = app.get(&path).token(&clerk.token).send().await.json;
    assert_eq!(review["newDates"], Value::Null, "it may still leave in time");
    let remarks = review["remarks"].clone();
    app.clock.advance(20.hours());
    let review = app.get(&path).token(&clerk.token).send().await.json;
    assert_eq!(review["newDates"], json!({"billingDate": "17.11.2026", "dueDate": "01.12.2026"}));
    assert_eq!(review["remarks"], remarks, "it is nothing that a clerk has to decide on");
    for verb in ["take", "approve", "send"] {
        assert_eq!(provider(&app, &clerk, &bill, verb).await.status, 200);
    }
    let review = app.get(&path).token(&clerk.token).send().await.json;
    assert_eq!((&review["bill"]["billingdate"], &review["newDates"]), (&json!("17.11.2026"), &Value::Null));
}

async fn a_late_credit_note_is_dated_that_day_without_a_mail(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let bill = handled(&app, &maija, &clerk, &good_bill(company(&app, &maija).await)).await;
    app.let_bills_leave().await;
    let path = format!("{}/correct", path_of(&maija, &bill));
    let credit_note = app.post(&path).token(&maija.token).send().await.json["creditNote"].clone();
    app.clock.advance(20.hours());
    for verb in ["take", "approve"] {
        assert_eq!(provider(&app, &clerk, &credit_note, verb).await.status, 200);
    }
    app.let_bills_leave().await;
    assert_eq!(read(&app, &maija, &credit_note).await["billingdate"], "17.11.2026");
    let subjects = app.subjects_to("maija@liksa.example").await;
    assert!(!subjects.iter().any(|subject| subject.contains("päiväyksen")), "{subjects:?}");
}

async fn who_reads_english_is_told_in_english(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let language = app.put("/api/person").token(&maija.token).json(&json!({"language": "en"})).send().await;
    assert_eq!(language.status, 200, "{}", language.json);
    let bill = pending(&app, &maija).await;
    app.clock.advance(20.hours());
    for verb in ["take", "approve"] {
        assert_eq!(provider(&app, &clerk, &bill, verb).await.status, 200);
    }
    app.run_jobs().await;
    let approved = app.store.newest_mails(1).await.unwrap().remove(0).text.replace('\u{a0}', " ");
    assert!(approved.contains("goes to the customer on 17.11.2026 06:15. Until then"), "{approved}");
    app.let_bills_leave().await;
    let mails = app.store.newest_mails(10).await.unwrap();
    let mail =
        mails.iter().find(|mail| mail.subject.starts_with("Your invoice was given a new date")).unwrap();
    let text = mail.text.replace('\u{a0}', " ");
    assert!(text.contains("Due date: 01.12.2026 (was 30.11.2026)"), "{text}");
}
