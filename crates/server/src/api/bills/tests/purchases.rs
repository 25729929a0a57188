//! Purchases through HTTP: every step by everybody in every state, the same invoice twice, and the money to the cent.

use jiff::ToSpan;
use liksa_actions::housekeeping;
use liksa_actions::printing::invoice_of;
use liksa_domain::bill::BillState;
use liksa_domain::ids::BillId;
use liksa_domain::person::Role;
use liksa_domain::problem::ErrorKey;
use liksa_domain::purchase::{PurchaseState, PurchaseStep};
use liksa_store::NewShare;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{company, create, good_bill, put_into, read, save, somebody};
use crate::testing::{Answer, Call, PDF, SignedIn, TestApp};

mod commission;
mod credited;
mod due;
mod money;
mod payout_files;
mod twice;

both_engines! {
    every_step_by_everybody_in_every_state,
    purchases_and_copies_come_and_go_in_drafts_alone,
    the_same_invoice_is_bought_once_also_at_once,
    nothing_is_done_with_a_purchase_that_changed_elsewhere,
    a_copy_of_the_invoice_is_there_before_and_stays,
    a_bill_is_sent_with_its_purchases_ready,
    an_invoice_is_read_and_nothing_stored,
    the_codes_of_a_pdf_are_read,
}

pub const SELLERS_ACCOUNT: &str = "FI2112345600000785";

/// An invoice of 200 € and 25.5 % of VAT.
pub fn invoice(copy: &str) -> Value {
    json!({"name": "Valovuokraus Oy", "duedate": "30.11.2026", "amount": 200, "alv": 25.5,
           "referenceNumber": "1232", "accountNumber": SELLERS_ACCOUNT, "receipts": [{"id": copy}]})
}

pub fn purchases_of(bill: &Value) -> String {
    format!("/api/bill/{}/extcontractoritems", bill["id"].as_str().unwrap())
}

/// Sends a copy of an invoice and returns its id.
pub async fn copy(app: &TestApp, who: &SignedIn, bill: &Value) -> String {
    let sent = app.post(&format!("{}/receipts", purchases_of(bill))).token(&who.token);
    let sent = sent.file("lasku.pdf", PDF).send().await;
    assert_eq!(sent.status, 201, "{}", sent.json);
    sent.json["id"].as_str().unwrap().to_owned()
}

async fn post(app: &TestApp, who: &SignedIn, bill: &Value, body: &Value) -> Answer {
    app.post(&purchases_of(bill)).token(&who.token).json(body).send().await
}

/// Adds a purchase to a draft.
pub async fn buy(app: &TestApp, who: &SignedIn, bill: &Value, changes: &Value) -> Value {
    let mut body = invoice(&copy(app, who, bill).await);
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    let made = post(app, who, bill, &body).await;
    assert_eq!(made.status, 201, "{}", made.json);
    made.json
}

fn call(app: &TestApp, purchase: &Value, step: PurchaseStep) -> Call {
    let bill = json!({"id": purchase["billId"]});
    let path = format!("{}/{}", purchases_of(&bill), purchase["id"].as_str().unwrap());
    match step {
        PurchaseStep::Edit => app.put(&path).json(purchase),
        PurchaseStep::Delete => app.delete(&path),
        PurchaseStep::Wait => app.post(&format!("{path}/sendForPayment")).json(&json!({})),
        PurchaseStep::PayNow => app.post(&format!("{path}/sendForPayment")).json(&json!({"paynow": true})),
        PurchaseStep::Open => app.post(&format!("{path}/open")),
        PurchaseStep::Pay | PurchaseStep::Return => panic!("the bank's"),
    }
}

async fn make(app: &TestApp, who: &SignedIn, purchase: &Value, step: PurchaseStep) -> Answer {
    call(app, purchase, step).token(&who.token).send().await
}

const STATES: [PurchaseState; 4] =
    [PurchaseState::Open, PurchaseState::WaitingForPayment, PurchaseState::PayNow, PurchaseState::Paid];

/// What a step of the worker makes of a purchase in each of these states while its bill is a draft, and of no other bill;
/// nothing where it is refused. Removing comes last.
const STEPS: [(PurchaseStep, [&str; 4]); 5] = [
    (PurchaseStep::Edit, ["OPEN", "", "", ""]),
    (PurchaseStep::Wait, ["WAITING_FOR_PAYMENT", "", "", ""]),
    (PurchaseStep::PayNow, ["PAY_NOW", "", "", ""]),
    (PurchaseStep::Open, ["", "OPEN", "OPEN", ""]),
    (PurchaseStep::Delete, ["gone", "", "", ""]),
];

/// Gives somebody an approved share of a draft.
pub async fn share_with(app: &TestApp, who: &SignedIn, bill: &Value) {
    let mut tx = app.store.begin().await.unwrap();
    let new = NewShare {
        id: app.new_id().unwrap(),
        bill: bill["id"].as_str().unwrap().parse().unwrap(),
        subcontractor: who.id,
        date: app.clock.today(),
        amount: Some("100".parse().unwrap()),
        percent: None,
        description: "Miksaus",
        at: app.clock.now(),
    };
    tx.insert_share(&new).await.unwrap();
    tx.commit().await.unwrap();
    app.db.execute("UPDATE share SET state = 'APPROVED'").await.unwrap();
}

async fn every_step_by_everybody_in_every_state(app: TestApp) {
    assert_eq!(PurchaseState::ALL, STATES);
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let other = somebody(&app, "toinen@liksa.example", Role::User).await;
    let subcontractor = somebody(&app, "alihankkija@liksa.example", Role::User).await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let payroll = somebody(&app, "payroll@liksa.example", Role::Payroll).await;
    let admin = somebody(&app, "admin@liksa.example", Role::Admin).await;
    let others = [
        (Some(&other), 404),
        (Some(&subcontractor), 404),
        (Some(&clerk), 403),
        (Some(&payroll), 403),
        (Some(&admin), 403),
        (None, 401),
    ];
    let mut cents = 100;
    for bill_state in BillState::ALL {
        for (place, state) in STATES.into_iter().enumerate() {
            let bill = create(&app, &maija, &good_bill(customer)).await;
            share_with(&app, &subcontractor, &bill).await;
            cents += 1;
            let own = json!({"referenceNumber": null, "message": "Lasku", "alv": 0, "amount": format!("{cents}.00")});
            let bought = buy(&app, &maija, &bill, &own).await;
            let id = bought["id"].as_str().unwrap();
            put_into(&app, &maija, &bill, *bill_state).await;
            let pay_now = state == PurchaseState::PayNow;
            for (step, expected) in STEPS {
                let reset = format!("UPDATE purchase SET state = '{}', pay_now = {pay_now}", state.name());
                app.db.execute(reset).await.unwrap();
                let case = format!("{step:?} of {state:?}, bill {bill_state:?}");
                let mut body = bought.clone();
                body["version"] = Value::Null;
                for (who, status) in others {
                    let asked = call(&app, &body, step);
                    let asked = if let Some(who) = who { asked.token(&who.token) } else { asked };
                    assert_eq!(asked.send().await.status, status, "{case}");
                }
                let answer = make(&app, &maija, &body, step).await;
                let now = app.store.purchase(id.parse().unwrap()).await.unwrap();
                let now = now.map_or("gone", |found| found.purchase.state.name());
                let told = match expected[place] {
                    _ if *bill_state != BillState::Open => (409, "invoiceDisabled", state.name()),
                    "" => (409, "PURCHASE_NOT_IN_STATE", state.name()),
                    "gone" => (204, "", "gone"),
                    next => (200, "", next),
                };
                assert_eq!((answer.status, answer.key(), now), told, "{case}: {}", answer.json);
            }
        }
    }
}

async fn purchases_and_copies_come_and_go_in_drafts_alone(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let subcontractor = somebody(&app, "alihankkija@liksa.example", Role::User).await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let payroll = somebody(&app, "payroll@liksa.example", Role::Payroll).await;
    let admin = somebody(&app, "admin@liksa.example", Role::Admin).await;
    for (number, state) in (0..).zip(BillState::ALL) {
        let bill = create(&app, &maija, &good_bill(customer)).await;
        share_with(&app, &subcontractor, &bill).await;
        let own = |cents: i32| {
            let amount = format!("{}.00", 100 + 2 * number + cents);
            json!({"referenceNumber": null, "message": "Lasku", "alv": 0, "amount": amount})
        };
        let bought = buy(&app, &maija, &bill, &own(0)).await;
        let receipts = format!("{}/{}/receipts", purchases_of(&bill), bought["id"].as_str().unwrap());
        let second = app.post(&receipts).token(&maija.token).file("toinen.pdf", PDF).send().await.json;
        let mut new = invoice(&copy(&app, &maija, &bill).await);
        for (field, value) in own(1).as_object().unwrap() {
            new[field] = value.clone();
        }
        put_into(&app, &maija, &bill, *state).await;
        let copies = format!("{}/receipts", purchases_of(&bill));
        let one_copy = format!("/api/extcontractoritems/receipts/{}", second["id"].as_str().unwrap());
        let calls = || {
            [
                app.post(&purchases_of(&bill)).json(&new),
                app.post(&copies).file("lasku.pdf", PDF),
                app.post(&receipts).file("kolmas.pdf", PDF),
                app.delete(&one_copy),
            ]
        };
        let others = [(&subcontractor, 404), (&clerk, 403), (&payroll, 403), (&admin, 403)];
        for (who, status) in others {
            for (place, call) in calls().into_iter().enumerate() {
                let answer = call.token(&who.token).send().await;
                assert_eq!(answer.status, status, "call {place} to a bill {state:?}: {}", answer.json);
            }
        }
        for (place, call) in calls().into_iter().enumerate() {
            assert_eq!(call.send().await.status, 401, "call {place} to a bill {state:?}");
        }
        for (place, (call, done)) in calls().into_iter().zip([201, 201, 201, 204]).enumerate() {
            let answer = call.token(&maija.token).send().await;
            let expected = match state {
                BillState::Open => (done, ""),
                _ => (409, "invoiceDisabled"),
            };
            let found = (answer.status, answer.key());
            assert_eq!(found, expected, "call {place} to a bill {state:?}: {}", answer.json);
        }
        let kept = app.store.purchases_of_bill(bill["id"].as_str().unwrap().parse().unwrap()).await.unwrap();
        let is_open = *state == BillState::Open;
        let count = kept.iter().map(|one| one.receipts.len()).sum::<usize>();
        assert_eq!((kept.len(), count), (if is_open { 2 } else { 1 }, if is_open { 3 } else { 2 }));
    }
}

async fn the_same_invoice_is_bought_once_also_at_once(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let customer = company(&app, &maija).await;
    let first = create(&app, &maija, &good_bill(customer)).await;
    let second = create(&app, &pekka, &good_bill(customer)).await;
    let (one, two) = (copy(&app, &maija, &first).await, copy(&app, &pekka, &second).await);
    let (one, two) = (invoice(&one), invoice(&two));
    let (one, two) = tokio::join!(post(&app, &maija, &first, &one), post(&app, &pekka, &second, &two));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422], "{} {}", one.json, two.json);
    let refused = if one.status == 422 { &one } else { &two };
    let field = &refused.json["fields"][0];
    assert_eq!((&field["field"], &field["key"]), (&json!("referenceNumber"), &json!("DUPLICATE_PURCHASE")));
    assert_eq!(field["other"], Value::Null, "whose it is stays theirs");

    // By account, sum and day too; one's own is named.
    let (winner, bill) = if one.status == 201 { (&maija, &first) } else { (&pekka, &second) };
    let mut same = invoice(&copy(&app, winner, bill).await);
    same["referenceNumber"] = json!("1245");
    let refused = post(&app, winner, bill, &same).await;
    assert_eq!((refused.status, refused.key()), (422, "DUPLICATE_PURCHASE"));
    assert_eq!(refused.json["fields"][0]["other"]["id"], bill["id"]);
    same["duedate"] = json!("01.12.2026");
    let mut other = post(&app, winner, bill, &same).await.json;
    // A purchase is not the same as itself, but can become the same as another.
    let unchanged = make(&app, winner, &other, PurchaseStep::Edit).await;
    assert_eq!(unchanged.status, 200, "{}", unchanged.json);
    let first_version = std::mem::replace(&mut other["version"], unchanged.json["version"].clone());
    other["referenceNumber"] = json!("1232");
    assert_eq!(make(&app, winner, &other, PurchaseStep::Edit).await.key(), "DUPLICATE_PURCHASE");
    let path = format!("{}/{}", purchases_of(bill), other["id"].as_str().unwrap());
    other["version"] = first_version;
    other["referenceNumber"] = json!("1245");
    let stale = app.put(&path).token(&winner.token).json(&other).send().await;
    assert_eq!((stale.status, stale.key()), (409, "PURCHASE_NOT_IN_STATE"), "changed since it was read");
    let elsewhere = create(&app, winner, &good_bill(customer)).await;
    let path = format!("{}/{}", purchases_of(&elsewhere), other["id"].as_str().unwrap());
    assert_eq!(app.delete(&path).token(&winner.token).send().await.status, 404, "of another bill");
    // Sent again with its key it is the same purchase.
    let mut keyed = invoice(&copy(&app, winner, bill).await);
    keyed["referenceNumber"] = json!("1258");
    keyed["duedate"] = json!("02.12.2026");
    let send = async || {
        let call = app.post(&purchases_of(bill)).token(&winner.token);
        call.header("idempotency-key", "osto-12345678").json(&keyed).send().await
    };
    let (made, again) = (send().await, send().await);
    assert_eq!((made.status, again.status, &made.json["id"]), (201, 200, &again.json["id"]));
}

/// Two browsers have the same purchase open. The answer has the bill as it is, with the purchase.
async fn nothing_is_done_with_a_purchase_that_changed_elsewhere(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &good_bill(company(&app, &maija).await)).await;
    let bought = buy(&app, &maija, &bill, &json!({})).await;
    let path = format!("{}/{}", purchases_of(&bill), bought["id"].as_str().unwrap());
    let seen = |purchase: &Value| format!("version={}", purchase["version"]);
    let delete = async |purchase: &Value| {
        app.delete(&format!("{path}?{}", seen(purchase))).token(&maija.token).send().await
    };
    let open = async |purchase: &Value| {
        app.post(&format!("{path}/open?{}", seen(purchase))).token(&maija.token).send().await
    };
    let refused = |answer: &Answer, present: &Value| {
        assert_eq!((answer.status, answer.key()), (409, "PURCHASE_NOT_IN_STATE"), "{}", answer.json);
        assert_eq!(&answer.json["bill"]["extContractorBillableItems"][0], present);
    };
    let mut changed = bought.clone();
    changed["name"] = json!("Valo Oy");
    let changed = make(&app, &maija, &changed, PurchaseStep::Edit).await;
    assert_eq!(changed.status, 200, "{}", changed.json);
    let changed = changed.json;
    refused(&delete(&bought).await, &changed);
    let waits = make(&app, &maija, &changed, PurchaseStep::Wait).await.json;
    let opened = open(&waits).await.json;
    let now = make(&app, &maija, &opened, PurchaseStep::PayNow).await.json;
    refused(&open(&waits).await, &now);
    let opened = open(&now).await;
    assert_eq!((opened.status, &opened.json["state"]), (200, &json!("OPEN")), "{}", opened.json);
    assert_eq!(delete(&opened.json).await.status, 204);
}

async fn a_copy_of_the_invoice_is_there_before_and_stays(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(customer)).await;
    let mut body = invoice("");
    body["receipts"] = json!([]);
    let none = post(&app, &maija, &bill, &body).await;
    assert_eq!((none.status, none.key()), (422, "validation.billRequired"));
    let elsewhere = create(&app, &maija, &good_bill(customer)).await;
    let of_other = copy(&app, &maija, &elsewhere).await;
    let foreign = post(&app, &maija, &bill, &invoice(&of_other)).await;
    assert_eq!(foreign.json["fields"], json!([{"field": "receipts", "key": "validation.invalid"}]));
    let unreadable = app.post(&format!("{}/receipts", purchases_of(&bill))).token(&maija.token);
    assert_eq!(unreadable.file("lasku.pdf", b"%PDF-1.4 rikki").send().await.status, 422);

    let first = copy(&app, &maija, &bill).await;
    let made = post(&app, &maija, &bill, &invoice(&first)).await.json;
    assert_eq!(made["receipts"][0]["displayname"], "lasku.pdf");
    let delete = async |copy: &str| {
        let call = app.delete(&format!("/api/extcontractoritems/receipts/{copy}"));
        call.token(&maija.token).send().await
    };
    let stranger = somebody(&app, "vieras@liksa.example", Role::User).await;
    let path = format!("/api/extcontractoritems/receipts/{first}");
    assert_eq!(app.delete(&path).token(&stranger.token).send().await.status, 404);
    let last = delete(&first).await;
    assert_eq!((last.status, last.key()), (409, "LAST_PURCHASE_RECEIPT"));
    let path = format!("{}/{}/receipts", purchases_of(&bill), made["id"].as_str().unwrap());
    let second = app.post(&path).token(&maija.token).file("toinen.pdf", PDF).send().await;
    assert_eq!(second.status, 201, "{}", second.json);
    assert_eq!(delete(&first).await.status, 204);
    for number in 1..=20 {
        let more = app.post(&path).token(&maija.token).file("lisää.pdf", PDF).send().await;
        assert_eq!(more.status, if number < 20 { 201 } else { 422 }, "copy {number}: {}", more.json);
    }
    let file = format!("/api/extcontractoritems/receipt/{}", second.json["id"].as_str().unwrap());
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let other = somebody(&app, "toinen@liksa.example", Role::User).await;
    for (who, status) in [(&maija, 200), (&clerk, 200), (&other, 404)] {
        assert_eq!(app.get(&file).token(&who.token).send().await.status, status);
    }
    // What no purchase took is removed after a day, and nothing else.
    let unused = copy(&app, &maija, &bill).await;
    app.clock.advance(23.hours());
    housekeeping::delete_old_data(app.state()).await.unwrap();
    assert!(app.store.purchase_receipt(unused.parse().unwrap()).await.unwrap().is_some());
    app.clock.advance(2.hours());
    housekeeping::delete_old_data(app.state()).await.unwrap();
    assert!(app.store.purchase_receipt(unused.parse().unwrap()).await.unwrap().is_none());
    let kept = second.json["id"].as_str().unwrap();
    assert!(app.store.purchase_receipt(kept.parse().unwrap()).await.unwrap().is_some());
}

async fn an_invoice_is_read_and_nothing_stored(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &good_bill(company(&app, &maija).await)).await;
    let read_file = async |content: &[u8]| {
        let call = app.post(&format!("{}/read", purchases_of(&bill))).token(&maija.token);
        let answer = call.file("lasku", content).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json["proposals"].clone()
    };
    let barcode = b"42112345600000785000251000000000000000000000123226113";
    assert_eq!(read_file(barcode).await, json!([]), "a digit is missing");
    let barcode = b"4 2112345600000785 00025100 000 00000000000000001232 261130";
    let found = read_file(barcode).await[0].clone();
    assert_eq!((&found["source"], &found["total"]), (&json!("BARCODE"), &json!(251.0)), "{found}");
    assert_eq!((&found["duedate"], &found["referenceNumber"]), (&json!("30.11.2026"), &json!("1232")));
    assert_eq!((&found["accountNumber"], &found["amount"]), (&json!("FI21 1234 5600 0007 85"), &Value::Null));
    let invoice = "<Invoice><ID>55</ID><DueDate>2026-11-30</DueDate><LegalMonetaryTotal><PayableAmount>10.00\
                   </PayableAmount></LegalMonetaryTotal></Invoice>";
    let found = read_file(invoice.as_bytes()).await[0].clone();
    assert_eq!((&found["source"], &found["message"]), (&json!("UBL"), &json!("55")));
    for nothing in [PDF, b"\xff\xfe", b"<html>"] {
        assert_eq!(read_file(nothing).await, json!([]));
    }
    assert_eq!(read(&app, &maija, &bill).await["extContractorBillableItems"], json!([]));
}

/// Our own invoice, sent as somebody else's, with its barcode and QR code.
async fn the_codes_of_a_pdf_are_read(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let sold = create(&app, &maija, &good_bill(customer)).await;
    let sold = put_into(&app, &maija, &sold, BillState::Closed).await;
    let id: BillId = sold["id"].as_str().unwrap().parse().unwrap();
    let mut tx = app.store.begin().await.unwrap();
    tx.number_bill(id).await.unwrap();
    tx.commit().await.unwrap();
    let invoice = invoice_of(&app, &app.store.bill(id).await.unwrap().unwrap()).await.unwrap();
    let printed = app.get(&format!("/api/bill/{id}/pdf")).token(&maija.token).send().await.body;

    let bill = create(&app, &maija, &good_bill(customer)).await;
    let ask = async |who: &SignedIn, content: &[u8]| {
        let call = app.post(&format!("{}/read", purchases_of(&bill))).token(&who.token);
        call.file("lasku.pdf", content).send().await
    };
    let answer = ask(&maija, &printed).await;
    assert_eq!((answer.status, &answer.json["several"]), (200, &json!(false)), "{}", answer.json);
    let found = &answer.json["proposals"][0];
    assert_eq!((&found["source"], &found["name"]), (&json!("BARCODE"), &json!(invoice.seller.name)));
    assert_eq!(found["accountNumber"], json!(invoice.seller.iban.to_string()));
    assert_eq!(found["referenceNumber"], json!(invoice.reference.as_ref().unwrap().to_string()));
    assert_eq!((&found["total"], &found["duedate"]), (&json!(invoice.payable()), &json!("30.11.2026")));
    assert_eq!(found["amount"], Value::Null, "no code says what is VAT");
    // Nothing is stored, strangers learn nothing, and what cannot be opened is refused as a copy would be.
    assert_eq!(read(&app, &maija, &bill).await["extContractorBillableItems"], json!([]));
    let stranger = somebody(&app, "stranger@example.com", Role::User).await;
    assert_eq!(ask(&stranger, &printed).await.status, 404);
    for (broken, key) in [
        (&printed[..printed.len() / 2], ErrorKey::FileUnreadable),
        (b"\xff\xd8\xff\xe0 no picture", ErrorKey::FileUnreadable),
        (b"\0\0\0\x18ftypheic", ErrorKey::HeicNotAllowed),
    ] {
        let refused = ask(&maija, broken).await;
        let fields = json!([{"field": "file", "key": key.name()}]);
        assert_eq!((refused.status, &refused.json["fields"]), (422, &fields), "{}", refused.json);
    }
    // Once it is sent, nothing is read for it any more.
    put_into(&app, &maija, &bill, BillState::Pending).await;
    assert_eq!(ask(&maija, &printed).await.status, 409);
}

async fn a_bill_is_sent_with_its_purchases_ready(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(customer)).await;
    let before = read(&app, &maija, &bill).await;
    let bought = buy(&app, &maija, &bill, &json!({})).await;
    let amounts = ["amount", "vatAmount", "total", "commission"].map(|name| &bought[name]);
    assert_eq!(amounts, [&json!(200.0), &json!(51.0), &json!(251.0), &json!(15.0)]);
    let open = read(&app, &maija, &bill).await;
    assert_eq!(open["extContractorBillableItems"][0]["id"], bought["id"]);
    assert!(open["estimate"].as_f64() < before["estimate"].as_f64(), "it costs the bill");
    let refused = save(&app, &maija, &open, &json!({"state": "PENDING"})).await;
    let fields = json!([{"field": "extContractorBillableItems[0].state", "key": "PURCHASE_NOT_READY"}]);
    assert_eq!((refused.status, &refused.json["fields"]), (422, &fields));
    let sent = make(&app, &maija, &bought, PurchaseStep::PayNow).await;
    assert_eq!((&sent.json["state"], &sent.json["canBeEdited"]), (&json!("PAY_NOW"), &json!(false)));
    let waiting = read(&app, &maija, &bill).await;
    let saved = save(&app, &maija, &waiting, &json!({"state": "PENDING"})).await;
    assert_eq!((saved.status, &saved.json["state"]), (200, &json!("PENDING")), "{}", saved.json);
    let late = make(&app, &maija, &bought, PurchaseStep::Open).await;
    assert_eq!((late.status, late.key()), (409, ErrorKey::InvoiceDisabled.name()));
    // More than the bill is worth cannot be bought with it.
    let small = create(&app, &maija, &good_bill(customer)).await;
    let large = json!({"amount": 1000, "referenceNumber": "1245"});
    let large = buy(&app, &maija, &small, &large).await;
    make(&app, &maija, &large, PurchaseStep::Wait).await;
    let small = read(&app, &maija, &small).await;
    let refused = save(&app, &maija, &small, &json!({"state": "PENDING"})).await;
    let fields = refused.json["fields"].to_string();
    assert!(refused.status == 422 && fields.contains("BILLED_AMOUNT_NOT_ENOUGH"), "{}", refused.json);
}
