//! Shares through HTTP, on both engines.

mod answers;
mod at_once;
mod moves;
mod news;
mod parties;
mod writing;

use liksa_domain::bill::BillState;
use liksa_domain::ids::{BillId, ShareId};
use liksa_domain::person::Role;
use liksa_domain::share::ShareState;
use liksa_store::NewShare;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use crate::api::bills::tests::{company, create, good_bill, save, somebody};
use crate::testing::{Answer, SignedIn, TestApp};

const OPEN: ShareState = ShareState::Open;
const WAITING: ShareState = ShareState::WaitingForSubcontractor;
const DECLINED: ShareState = ShareState::Declined;
const APPROVED: ShareState = ShareState::Approved;

/// A contractor with a draft of 1000 €, and a subcontractor.
struct Case {
    app: TestApp,
    maija: SignedIn,
    pekka: SignedIn,
    bill: Value,
}

fn items(bill: &Value) -> String {
    format!("/api/bill/{}/contractoritems", bill["id"].as_str().unwrap())
}

fn item(share: &Value, call: &str) -> String {
    format!("/api/contractoritems/{}/{call}", share["id"].as_str().unwrap())
}

fn written(to: &str) -> Value {
    json!({"email": to, "date": "03.11.2026", "amount": 200, "description": "Miksaus"})
}

impl Case {
    async fn of(app: TestApp) -> Self {
        let maija = app.worker().await;
        let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
        let bill = create(&app, &maija, &good_bill(company(&app, &maija).await)).await;
        Self { app, maija, pekka, bill }
    }

    async fn put(&self, who: &SignedIn, path: &str) -> Answer {
        self.app.put(path).token(&who.token).send().await
    }

    async fn add(&self, body: &Value) -> Answer {
        self.app.post(&items(&self.bill)).token(&self.maija.token).json(body).send().await
    }

    async fn added(&self) -> Value {
        let answer = self.add(&written("pekka@liksa.example")).await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        answer.json
    }

    async fn done(&self, who: &SignedIn, path: &str) -> Value {
        let answer = self.put(who, path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.json);
        answer.json
    }

    async fn read(&self, who: &SignedIn, path: &str) -> Value {
        let answer = self.app.get(path).token(&who.token).send().await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.json);
        answer.json
    }

    async fn bill(&self) -> Value {
        self.read(
            &self.maija,
            &format!("/api/person/{}/bills/{}", self.maija.id, self.bill["id"].as_str().unwrap()),
        )
        .await
    }

    async fn received(&self, who: &SignedIn) -> Value {
        self.read(who, &format!("/api/person/{}/contractoritems", who.id)).await
    }

    async fn send(&self) -> Answer {
        save(&self.app, &self.maija, &self.bill().await, &json!({"state": "PENDING"})).await
    }

    /// One share in a state, of the bill in a state.
    async fn put_into(&self, share: ShareState, bill: BillState) -> ShareId {
        let id: ShareId = self.app.new_id().unwrap();
        let of: BillId = self.bill["id"].as_str().unwrap().parse().unwrap();
        self.app.db.execute("DELETE FROM share").await.unwrap();
        let mut tx = self.app.store.begin().await.unwrap();
        tx.insert_share(&NewShare {
            id,
            bill: of,
            subcontractor: self.pekka.id,
            date: self.app.clock.today(),
            amount: Some("200".parse().unwrap()),
            percent: None,
            description: "Miksaus",
            at: self.app.clock.now(),
        })
        .await
        .unwrap();
        tx.commit().await.unwrap();
        self.app.db.execute(&format!("UPDATE share SET state = '{}'", share.name())).await.unwrap();
        self.app.db.execute(&format!("UPDATE bill SET state = '{}'", bill.name())).await.unwrap();
        id
    }
}

/// The contractor takes the share back, writes it anew and asks again.
async fn asked_anew(case: &Case, share: &Value, changes: &Value) {
    let path = format!("{}/{}", items(&case.bill), share["id"].as_str().unwrap());
    let mut body = written("pekka@liksa.example");
    body["state"] = json!("OPEN");
    let call = async |body: &Value| case.app.put(&path).token(&case.maija.token).json(body).send().await;
    assert_eq!(call(&body).await.status, 200);
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    let changed = call(&body).await;
    assert_eq!(changed.status, 200, "{}", changed.json);
    case.done(&case.maija, &item(share, "approve-request")).await;
}

async fn make(case: &Case, call: &str, id: ShareId, who: &SignedIn) -> Answer {
    let of_bill = format!("{}/{id}", items(&case.bill));
    let call = match call {
        "change" => case.app.put(&of_bill).json(&written("pekka@liksa.example")),
        "reopen" => {
            let mut body = written("pekka@liksa.example");
            body["state"] = json!("OPEN");
            case.app.put(&of_bill).json(&body)
        }
        "remove" => case.app.delete(&of_bill),
        "ask" => case.app.put(&format!("/api/contractoritems/{id}/approve-request")),
        other => case.app.put(&format!("/api/contractoritems/{id}/{other}")),
    };
    call.token(&who.token).send().await
}
