//! What the tests of the verbs share.

use liksa_test_support::person;
use serde_json::{Value, json};

use crate::testing::{Answer, SignedIn, TestApp};

pub const PERSONAL_ID: &str = "131052-308T";

/// A company with everything that only its maker may see.
pub fn company() -> Value {
    json!({
        "name": "Kulttuuritalo Oy", "businessid": "2077474-0", "netbankaddress": "003720774740",
        "operator": "003723327487", "termofpayment": 14, "address": "Sturenkatu 4", "postalcode": "00510",
        "city": "Helsinki", "phonenumber": "0401234567", "email": "laskut@kulttuuritalo.example",
        "email2": "toinen@kulttuuritalo.example", "costUnits": ["Näyttämö 1"],
        "people": [{"name": "Liisa", "email": "liisa@kulttuuritalo.example", "phonenumber": "0407654321"}]
    })
}

/// A private person with a personal id.
pub fn individual() -> Value {
    json!({
        "name": "Aino Aalto", "partyRole": "CUSTOMER", "sendBillMethod": "EMAIL", "sotu": PERSONAL_ID,
        "termofpayment": "14", "address": "Kotikatu 1", "postalcode": "33100", "city": "Tampere",
        "phonenumber": "0501112222", "email": "aino@aalto.example"
    })
}

/// The body with one field changed.
pub fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

/// Another worker, who knows nothing of the first.
pub async fn stranger(app: &TestApp) -> SignedIn {
    app.add(person().email("pekka@liksa.example").build()).await;
    app.sign_in("pekka@liksa.example").await
}

pub async fn create(app: &TestApp, who: &SignedIn, body: &Value) -> Answer {
    app.post("/api/sharedcustomers").token(&who.token).json(body).send().await
}

/// Makes a customer and answers it.
pub async fn made(app: &TestApp, who: &SignedIn, body: &Value) -> Value {
    let answer = create(app, who, body).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

pub async fn replace(app: &TestApp, who: &SignedIn, id: &Value, body: &Value) -> Answer {
    let path = format!("/api/sharedcustomers/{}", id.as_str().unwrap());
    app.put(&path).token(&who.token).json(body).send().await
}

pub async fn search(app: &TestApp, who: &SignedIn, crit: &str) -> Value {
    let answer = app.get(&format!("/api/sharedcustomers?crit={crit}")).token(&who.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["customers"].clone()
}

pub async fn own_list(app: &TestApp, who: &SignedIn) -> Value {
    let path = format!("/api/person/{}/sharedcustomers", who.id);
    let answer = app.get(&path).token(&who.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["customers"].clone()
}

fn list_path(who: &SignedIn, id: &Value) -> String {
    format!("/api/person/{}/sharedcustomers/{}", who.id, id.as_str().unwrap())
}

pub async fn save(app: &TestApp, who: &SignedIn, id: &Value) -> Answer {
    app.post(&list_path(who, id)).token(&who.token).send().await
}

pub async fn remove(app: &TestApp, who: &SignedIn, id: &Value) -> Answer {
    app.delete(&list_path(who, id)).token(&who.token).send().await
}

/// The actions in the audit log of a customer. Nothing in it may tell what nobody is told.
pub async fn audited(app: &TestApp, id: &Value) -> Vec<&'static str> {
    let events = app.store.audit_of(&format!("customer:{}", id.as_str().unwrap())).await.unwrap();
    for event in &events {
        assert!(!event.detail.contains(PERSONAL_ID) && !event.detail.contains("003720774740"));
    }
    events.into_iter().map(|event| event.action.name()).collect()
}
