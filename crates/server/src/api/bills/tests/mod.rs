//! Bills through HTTP, on both engines.

mod corrections;
mod deliveries;
mod documents;
mod editing;
mod leaving;
mod life;
mod lists;
mod part_credits;
pub mod purchases;
mod receipt_content;
mod receipts;
mod rows;
mod sending;
mod shared_bill;
mod trips;

use liksa_domain::bill::BillState;
use liksa_domain::bill::life::BillStatus;
use liksa_domain::ids::{BillId, CustomerId};
use liksa_domain::person::Role;
use liksa_store::NewCustomer;
use liksa_test_support::{customer, person};
use serde_json::{Value, json};

use crate::testing::{Answer, SignedIn, TestApp};

/// A company that everybody may bill.
pub async fn company(app: &TestApp, maker: &SignedIn) -> CustomerId {
    let (id, entry) = customer().build();
    store_customer(app, maker, id, &entry).await;
    id
}

pub async fn store_customer(
    app: &TestApp,
    maker: &SignedIn,
    id: CustomerId,
    entry: &liksa_domain::customer::CustomerEntry,
) {
    let mut tx = app.store.begin().await.unwrap();
    let new = NewCustomer { id, maker: maker.id, entry, created_at: app.clock.now() };
    assert!(tx.insert_customer(&new).await.unwrap());
    tx.commit().await.unwrap();
}

/// Somebody else who works, or one of the provider's people.
pub async fn somebody(app: &TestApp, email: &str, role: Role) -> SignedIn {
    app.add(person().email(email).roles(&[role]).build()).await;
    app.sign_in(email).await
}

/// A bill that can be sent as it is.
pub fn good_bill(customer: CustomerId) -> Value {
    json!({
        "sharedCustomer": {"id": customer.to_string()},
        "billingdate": "16.11.2026",
        "alv": 25.5,
        "billableitems": [{"type": "CONTRACT", "date": "02.11.2026", "destination": "Keikka", "alvPrice": 1000}],
    })
}

/// The key of a bill that cannot be sent: that of its only fault, if it has one.
fn key_of(fields: &Value) -> &str {
    match fields.as_array().unwrap().as_slice() {
        [only] => only["key"].as_str().unwrap(),
        _ => "ERRORS_IN_BILL",
    }
}

fn bills_of(who: &SignedIn) -> String {
    format!("/api/person/{}/bills", who.id)
}

fn path_of(who: &SignedIn, bill: &Value) -> String {
    format!("{}/{}", bills_of(who), bill["id"].as_str().unwrap())
}

pub async fn create(app: &TestApp, who: &SignedIn, body: &Value) -> Value {
    let answer = app.post(&bills_of(who)).token(&who.token).json(body).send().await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

pub async fn read(app: &TestApp, who: &SignedIn, bill: &Value) -> Value {
    let answer = app.get(&path_of(who, bill)).token(&who.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

/// What an editor would send back: the bill as it was read, with some fields changed.
fn edited(bill: &Value, changes: &Value) -> Value {
    let mut body = bill.clone();
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

pub async fn save(app: &TestApp, who: &SignedIn, bill: &Value, changes: &Value) -> Answer {
    app.put(&path_of(who, bill)).token(&who.token).json(&edited(bill, changes)).send().await
}

/// Puts a bill into a state past what its worker can do alone, and answers it as read then.
pub async fn put_into(app: &TestApp, who: &SignedIn, bill: &Value, state: BillState) -> Value {
    let id: BillId = bill["id"].as_str().unwrap().parse().unwrap();
    let stored = app.store.bill(id).await.unwrap().unwrap();
    let mut tx = app.store.begin().await.unwrap();
    let standing = BillStatus { state, open_request: false };
    assert!(tx.move_bill(&stored, standing, app.clock.now()).await.unwrap());
    tx.commit().await.unwrap();
    read(app, who, bill).await
}

/// How often each thing happened to a bill.
pub async fn events(app: &TestApp, bill: &Value) -> Vec<&'static str> {
    let subject = format!("bill:{}", bill["id"].as_str().unwrap());
    let events = app.store.audit_of(&subject).await.unwrap();
    events.iter().map(|event| event.action.name()).collect()
}
