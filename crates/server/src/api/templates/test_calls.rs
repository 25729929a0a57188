//! What the tests of the verbs share.

use liksa_test_support::person;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::testing::{Answer, SignedIn, TestApp};

pub fn row() -> Value {
    json!({
        "kind": "ROW", "name": "Keikka", "showInResult": true,
        "row": {"destination": "Keikka", "type": "AMOUNT", "alv": "25,5", "hourlyprice": "45,00",
                "billableWorkHours": 7.5}
    })
}

pub fn text(name: &str) -> Value {
    json!({"kind": "TEXT", "name": name, "showInResult": false, "text": "Kiitos!"})
}

/// The id of a template, which the client chooses.
pub fn id(number: u128) -> Uuid {
    Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + number)
}

/// Another worker, who knows nothing of the first.
pub async fn stranger(app: &TestApp) -> SignedIn {
    app.add(person().email("pekka@liksa.example").build()).await;
    app.sign_in("pekka@liksa.example").await
}

pub async fn put(app: &TestApp, who: &SignedIn, id: Uuid, body: &Value) -> Answer {
    let path = format!("/api/person/{}/templates/{id}", who.id);
    app.put(&path).token(&who.token).json(body).send().await
}

pub async fn list(app: &TestApp, who: &SignedIn) -> Value {
    let answer = app.get(&format!("/api/person/{}/templates", who.id)).token(&who.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["templates"].clone()
}
