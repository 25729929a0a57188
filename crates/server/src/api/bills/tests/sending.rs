//! Bills on their way to the customer.

use std::sync::Arc;

use jiff::ToSpan;
use liksa_domain::bill::{BillFigures, BillState};
use liksa_domain::ids::BillId;
use liksa_domain::ledger::Account;
use liksa_domain::person::Role;
use liksa_domain::vat::VatRounding;
use liksa_money::Money;
use liksa_store::{NewBill, Store, WrittenBill};
use liksa_test_support::{Engine, both_engines, customer};
use serde_json::{Value, json};

use super::{bills_of, company, create, events, good_bill, path_of, put_into, read, save, somebody};
use crate::app::App;
use crate::testing::{SignedIn, TestApp};
use liksa_actions::bills::{NotClosed, close};
use liksa_actions::printing::invoice_of;

both_engines! {
    an_approved_bill_is_sent_after_the_waiting_time,
    a_bill_of_a_later_day_waits_for_it,
    a_bill_taken_back_is_not_sent,
    a_clerk_sends_without_waiting_and_once,
    numbers_have_no_gaps_however_many_servers_close,
    a_credit_note_credits_its_bill,
    reverse_charge_is_refused_where_the_customer_does_not_allow_it,
    what_was_sent_before_keeps_its_totals,
}

async fn approved(app: &TestApp, who: &SignedIn, body: &Value) -> Value {
    let bill = create(app, who, body).await;
    put_into(app, who, &bill, BillState::Approved).await
}

/// For days on which everybody's session has run out.
pub async fn state_of(app: &TestApp, bill: &Value) -> BillState {
    let id: BillId = bill["id"].as_str().unwrap().parse().unwrap();
    app.store.bill(id).await.unwrap().unwrap().bill.state
}

/// As it happens: sent by the worker, taken and approved by a clerk.
pub async fn handled(app: &TestApp, who: &SignedIn, clerk: &SignedIn, body: &Value) -> Value {
    let bill = create(app, who, body).await;
    let sent = save(app, who, &bill, &json!({"state": "PENDING"})).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    for verb in ["take", "approve"] {
        let answer = provider(app, clerk, &bill, verb).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
    }
    read(app, who, &bill).await
}

pub async fn provider(app: &TestApp, clerk: &SignedIn, bill: &Value, verb: &str) -> crate::testing::Answer {
    let path = format!("/api/provider/bills/{}/{verb}", bill["id"].as_str().unwrap());
    app.put(&path).token(&clerk.token).json(&json!({})).send().await
}

async fn an_approved_bill_is_sent_after_the_waiting_time(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let bill = handled(&app, &maija, &clerk, &good_bill(company(&app, &maija).await)).await;
    assert_eq!((bill["state"].as_str(), &bill["delivery"]), (Some("APPROVED"), &Value::Null));
    assert_eq!(bill["leavesAt"], "2026-11-16T08:15:00Z");
    let pending = app.get(&bills_of(&maija)).token(&maija.token).send().await.json;
    assert_eq!(pending["bills"][0]["leavesAt"], bill["leavesAt"], "the list counts down too");
    app.run_jobs().await;
    app.clock.advance(899.seconds());
    app.run_jobs().await;
    assert_eq!(read(&app, &maija, &bill).await["state"], "APPROVED");
    app.clock.advance(1.second());
    app.run_jobs().await;
    let closed = read(&app, &maija, &bill).await;
    assert_eq!((closed["state"].as_str(), closed["billNumber"].as_i64()), (Some("CLOSED"), Some(1001)));
    assert_eq!((&closed["delivery"]["method"], &closed["leavesAt"]), (&json!("EBILL"), &Value::Null));
    assert!(events(&app, &bill).await.contains(&"bill.closed"));

    let history =
        app.get(&format!("{}/history", path_of(&maija, &bill))).token(&maija.token).send().await.json;
    let told =
        history["events"].as_array().unwrap().iter().find(|event| event["action"] == "closed").unwrap();
    assert_eq!((told["billNumber"].as_i64(), told["method"].as_str()), (Some(1001), Some("EBILL")));
    assert_eq!(booked(&app, Account::Receivables).await, "1255".parse().unwrap());
    assert_eq!(booked(&app, Account::VatPayable).await, "-255".parse().unwrap());
    assert_eq!(booked(&app, Account::AwaitingSalary).await, "-1000".parse().unwrap());
}

/// What stands on an account, whatever the day it was booked on.
pub async fn booked(app: &TestApp, account: Account) -> Money {
    app.store.balance_before(account, jiff::civil::date(2027, 1, 1)).await.unwrap()
}

async fn a_bill_of_a_later_day_waits_for_it(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let mut body = good_bill(company(&app, &maija).await);
    body["billingdate"] = json!("18.11.2026");
    let bill = handled(&app, &maija, &clerk, &body).await;
    app.run_jobs().await;
    assert_eq!(read(&app, &maija, &bill).await["state"], "APPROVED");
    // From 16 November 10:00 to the first minute of the 18th in Helsinki.
    app.clock.advance(38.hours());
    app.run_jobs().await;
    assert_eq!(state_of(&app, &bill).await, BillState::Closed);
}

async fn a_bill_taken_back_is_not_sent(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let mut body = good_bill(company(&app, &maija).await);
    body["billingdate"] = json!("18.11.2026");
    let bill = handled(&app, &maija, &clerk, &body).await;
    let opening = format!("/api/person/bill/{}/open", bill["id"].as_str().unwrap());
    assert_eq!(app.put(&opening).token(&maija.token).json(&json!({})).send().await.status, 200);
    let open = read(&app, &maija, &bill).await;
    let later = save(
        &app,
        &maija,
        &open,
        &json!({"billingdate": "20.11.2026", "exactDueDate": null, "state": "PENDING"}),
    )
    .await;
    assert_eq!(later.status, 200, "{}", later.json);
    for verb in ["take", "approve"] {
        assert_eq!(provider(&app, &clerk, &bill, verb).await.status, 200);
    }
    app.clock.advance(38.hours());
    app.run_jobs().await;
    assert_eq!(state_of(&app, &bill).await, BillState::Approved, "the first approval counts no more");
    app.clock.advance(48.hours());
    app.run_jobs().await;
    assert_eq!(state_of(&app, &bill).await, BillState::Closed);
}

async fn a_clerk_sends_without_waiting_and_once(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let bill = create(&app, &maija, &good_bill(company(&app, &maija).await)).await;
    assert_eq!(provider(&app, &clerk, &bill, "send").await.key(), "ILLEGAL_TRANSITION", "a draft");
    let bill = put_into(&app, &maija, &bill, BillState::Approved).await;
    let sent = provider(&app, &clerk, &bill, "send").await;
    assert_eq!((sent.status, sent.json["billNumber"].as_i64()), (200, Some(1001)), "{}", sent.json);
    let again = provider(&app, &clerk, &bill, "send").await;
    assert_eq!((again.status, again.key()), (409, "ILLEGAL_TRANSITION"));
    assert_eq!(again.json["bill"]["billNumber"], 1001);

    let path = "/api/provider/deliveries?state=QUEUED";
    let list = app.get(path).token(&clerk.token).send().await.json;
    assert_eq!(list["deliveries"].as_array().unwrap().len(), 1);
    assert_eq!(list["deliveries"][0]["billNumber"], 1001);
    assert_eq!(list["deliveries"][0]["address"], "003720774740");
    assert_eq!(list["next"], Value::Null);
    let odd = app.get("/api/provider/deliveries?state=LOST").token(&clerk.token).send().await;
    assert_eq!((odd.status, odd.json["fields"][0]["field"].as_str()), (422, Some("state")));
}

/// Straight into the database, since there are many.
async fn many_approved(app: &TestApp, who: &SignedIn, count: usize) -> Vec<BillId> {
    let one = approved(app, who, &good_bill(company(app, who).await)).await;
    let one = app.store.bill(one["id"].as_str().unwrap().parse().unwrap()).await.unwrap().unwrap();
    let mut bills = vec![one.id];
    let mut tx = app.store.begin().await.unwrap();
    while bills.len() < count {
        let mut bill = one.bill.clone();
        bill.rows[0].id = Some(app.new_id().unwrap());
        let id = app.new_id().unwrap();
        let content =
            WrittenBill { id, bill: &bill, figures: one.figures, found_by: "", saved_at: app.clock.now() };
        tx.insert_bill(&NewBill { person: who.id, credit_of: None, correction_of: None, content })
            .await
            .unwrap();
        bills.push(id);
    }
    tx.commit().await.unwrap();
    bills
}

/// Two servers on one PostgreSQL, or one on SQLite, close 32 bills, each bill twice at once.
async fn numbers_have_no_gaps_however_many_servers_close(app: TestApp) {
    const BILLS: usize = 32;
    let maija = app.worker().await;
    let bills = many_approved(&app, &maija, BILLS).await;
    let other = match app.store.engine() {
        Engine::Sqlite => app.state().clone(),
        Engine::Postgres => {
            let store = Store::open(&app.config.database).await.unwrap();
            Arc::new(App::new(store, app.clock.clone(), app.config.clone()).unwrap())
        }
    };
    let mut closing = vec![];
    for bill in &bills {
        let bill = app.store.bill(*bill).await.unwrap().unwrap();
        for server in [app.state().clone(), other.clone()] {
            let bill = bill.clone();
            closing.push(tokio::spawn(async move { close(&server, None, &bill).await }));
        }
    }
    let (mut closed, mut refused) = (0, 0);
    for one in closing {
        match one.await.unwrap() {
            Ok(()) => closed += 1,
            Err(NotClosed::Refused(_)) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((closed, refused), (BILLS, BILLS));
    let mut numbers = vec![];
    for bill in bills {
        numbers.push(app.store.bill(bill).await.unwrap().unwrap().number.unwrap());
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1001..1001 + i64::try_from(BILLS).unwrap()).collect::<Vec<_>>());
    for finding in app.store.check_soundness().await.unwrap() {
        assert_eq!(finding.problems, [], "{:?}", finding.question);
    }
    assert_eq!(booked(&app, Account::Receivables).await, "40160".parse().unwrap());
}

async fn a_credit_note_credits_its_bill(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let bill = handled(&app, &maija, &clerk, &good_bill(company(&app, &maija).await)).await;
    app.let_bills_leave().await;
    let correcting =
        app.post(&format!("{}/correct", path_of(&maija, &bill))).token(&maija.token).send().await;
    assert_eq!(correcting.status, 201, "{}", correcting.json);
    let credit_note = correcting.json["creditNote"].clone();
    for verb in ["take", "approve"] {
        assert_eq!(provider(&app, &clerk, &credit_note, verb).await.status, 200);
    }
    app.let_bills_leave().await;
    let noted = read(&app, &maija, &credit_note).await;
    assert_eq!(
        (&noted["billNumber"], &noted["state"]),
        (&json!(1002), &json!("PAID")),
        "nothing is waited for"
    );
    assert_eq!(read(&app, &maija, &bill).await["state"], "HYVITETTY");
    for account in [Account::Receivables, Account::VatPayable, Account::AwaitingSalary] {
        assert_eq!(booked(&app, account).await, Money::ZERO, "{account:?}");
    }
    assert!(events(&app, &bill).await.contains(&"bill.credited"));
}

async fn reverse_charge_is_refused_where_the_customer_does_not_allow_it(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let (person, entry) = customer().individual("Kalle Kirje").build();
    super::store_customer(&app, &maija, person, &entry).await;
    let finnish = company(&app, &maija).await;
    let cases = [
        (json!({"inverseALV": true}), "inverseALV", "REVERSE_VAT_NEEDS_FINNISH_BUSINESS", Some(finnish)),
        (json!({"vatZeroReasonCode": 3}), "vatZeroReasonCode", "REVERSE_CHARGE_NEEDS_EU_VAT_NUMBER", None),
    ];
    for (choice, field, key, allowed) in cases {
        let mut body = super::edited(&good_bill(person), &choice);
        (body["alv"], body["billableitems"][0]["alv"]) = (json!(0), json!(0));
        let bill = create(&app, &maija, &body).await;
        let fault = json!({"field": field, "key": key});
        let check = format!("/api/person/bill/{}/validate", bill["id"].as_str().unwrap());
        let told = app.get(&check).token(&maija.token).send().await.json;
        assert!(named(&told["problems"], &fault), "before sending: {told}");
        let sent = save(&app, &maija, &bill, &json!({"state": "PENDING"})).await;
        assert_eq!(sent.status, 422, "{}", sent.json);
        assert!(named(&sent.json["fields"], &fault), "{}", sent.json);

        // One that came in before the rule.
        put_into(&app, &maija, &bill, BillState::Pending).await;
        let path = format!("/api/provider/bills/{}", bill["id"].as_str().unwrap());
        let review = app.get(&path).token(&clerk.token).send().await.json;
        assert!(named(&review["remarks"], &fault), "the clerk sees it: {}", review["remarks"]);
        if let Some(allowed) = allowed {
            body["sharedCustomer"]["id"] = json!(allowed.to_string());
            let good = create(&app, &maija, &body).await;
            let sent = save(&app, &maija, &good, &json!({"state": "PENDING"})).await;
            assert_eq!(sent.status, 200, "{}", sent.json);
        }
    }
}

/// Whether a list of problems has this one, whatever else is said of it.
fn named(problems: &Value, fault: &Value) -> bool {
    let is_it = |problem: &Value| ["field", "key"].iter().all(|name| problem[name] == fault[name]);
    problems.as_array().is_some_and(|problems| problems.iter().any(is_it))
}

/// Its lines were added up before they were rounded; so are those of its credit note.
async fn what_was_sent_before_keeps_its_totals(app: TestApp) {
    let maija = app.worker().await;
    let mut body = good_bill(company(&app, &maija).await);
    let third =
        json!({"type": "CONTRACT", "date": "02.11.2026", "destination": "Kolmasosa", "alvPrice": 33.333});
    body["billableitems"] = json!([third, third, third]);
    let new = create(&app, &maija, &body).await;
    assert_eq!((&new["totalprice"], &new["totalpriceWithAlv"]), (&json!(99.99), &json!(125.49)));

    let id: BillId = new["id"].as_str().unwrap().parse().unwrap();
    let mut stored = app.store.bill(id).await.unwrap().unwrap();
    let old: BillId = app.new_id().unwrap();
    stored.bill.vat_rounding = VatRounding::BySum;
    stored.bill.state = BillState::Closed;
    stored.bill.rows.iter_mut().for_each(|row| row.id = Some(app.new_id().unwrap()));
    let figures = BillFigures {
        total: "100".parse().unwrap(),
        total_with_vat: "125.50".parse().unwrap(),
        ..stored.figures
    };
    let mut tx = app.store.begin().await.unwrap();
    let content =
        WrittenBill { id: old, bill: &stored.bill, figures, found_by: "", saved_at: app.clock.now() };
    let bill = NewBill { person: maija.id, credit_of: None, correction_of: None, content };
    tx.insert_bill(&bill).await.unwrap();
    tx.number_bill(old).await.unwrap();
    tx.commit().await.unwrap();

    let pages = app.get(&format!("/api/bill/{old}/pages")).token(&maija.token).send().await;
    assert_eq!(pages.status, 200, "{}", pages.json);
    let invoice = invoice_of(&app, &app.store.bill(old).await.unwrap().unwrap()).await.unwrap();
    assert_eq!(invoice.payable(), "125.50".parse().unwrap());
    let path = format!("/api/person/{}/bills/{old}/correct", maija.id);
    let made = app.post(&path).token(&maija.token).json(&json!({})).send().await;
    assert_eq!(made.status, 201, "{}", made.json);
    assert_eq!(made.json["creditNote"]["totalpriceWithAlv"], json!(-125.50));
    assert_eq!(made.json["draft"]["totalpriceWithAlv"], json!(125.49), "a new bill by the new rule");
}
