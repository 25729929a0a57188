//! Every move of a bill, legal and illegal, by its worker, a stranger and the provider's people.

use std::collections::BTreeMap;

use axum::http::Method;
use liksa_domain::bill::BillState;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{bills_of, company, create, edited, events, good_bill, path_of, put_into, read, somebody};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    exactly_the_legal_moves_happen,
    an_open_request_is_answered_by_a_clerk,
    no_client_writes_a_state_or_a_number,
    of_twenty_sends_at_once_one_is_made,
    of_a_send_and_a_save_at_once_one_is_made,
    clerks_do_not_handle_their_own_bills,
    a_return_needs_its_reason,
    a_bill_that_its_customer_has_paid_is_not_opened,
}

/// A call that would move a bill.
struct Verb {
    name: &'static str,
    method: Method,
    path: fn(&SignedIn, &Value) -> String,
    body: fn(&Value) -> Value,
    /// Who may call it at all.
    role: Role,
}

fn provider_path(bill: &Value, verb: &str) -> String {
    format!("/api/provider/bills/{}/{verb}", bill["id"].as_str().unwrap())
}

fn verbs() -> Vec<Verb> {
    let nothing: fn(&Value) -> Value = |_| json!({});
    vec![
        Verb {
            name: "send",
            method: Method::PUT,
            path: |owner, bill| path_of(owner, bill),
            body: |bill| edited(bill, &json!({"state": "PENDING"})),
            role: Role::User,
        },
        Verb {
            name: "save",
            method: Method::PUT,
            path: |owner, bill| path_of(owner, bill),
            body: |bill| edited(bill, &json!({"state": "OPEN", "yourcode": "X"})),
            role: Role::User,
        },
        Verb {
            name: "delete",
            method: Method::DELETE,
            path: |owner, bill| format!("{}?version={}", path_of(owner, bill), bill["version"]),
            body: nothing,
            role: Role::User,
        },
        Verb {
            name: "open",
            method: Method::PUT,
            path: |_, bill| format!("/api/person/bill/{}/open", bill["id"].as_str().unwrap()),
            body: nothing,
            role: Role::User,
        },
        Verb {
            name: "correct",
            method: Method::POST,
            path: |owner, bill| format!("{}/correct", path_of(owner, bill)),
            body: nothing,
            role: Role::User,
        },
        Verb {
            name: "take",
            method: Method::PUT,
            path: |_, bill| provider_path(bill, "take"),
            body: nothing,
            role: Role::Clerk,
        },
        Verb {
            name: "approve",
            method: Method::PUT,
            path: |_, bill| provider_path(bill, "approve"),
            body: nothing,
            role: Role::Clerk,
        },
        Verb {
            name: "unapprove",
            method: Method::PUT,
            path: |_, bill| provider_path(bill, "unapprove"),
            body: nothing,
            role: Role::Clerk,
        },
        Verb {
            name: "return",
            method: Method::PUT,
            path: |_, bill| provider_path(bill, "return"),
            body: |_| json!({"reason": "Päivä puuttuu"}),
            role: Role::Clerk,
        },
        Verb {
            name: "grant",
            method: Method::PUT,
            path: |_, bill| provider_path(bill, "open-request/grant"),
            body: nothing,
            role: Role::Clerk,
        },
        Verb {
            name: "refuse",
            method: Method::PUT,
            path: |_, bill| provider_path(bill, "open-request/refuse"),
            body: nothing,
            role: Role::Clerk,
        },
    ]
}

/// What is agreed, by state and verb: the state afterwards, or "gone". All else is refused with 409.
fn legal() -> BTreeMap<(&'static str, &'static str), &'static str> {
    BTreeMap::from([
        (("OPEN", "send"), "PENDING"),
        (("OPEN", "save"), "OPEN"),
        (("OPEN", "delete"), "gone"),
        (("PENDING", "open"), "OPEN"),
        (("PENDING", "take"), "TAKEN"),
        (("TAKEN", "open"), "TAKEN"),
        (("TAKEN", "approve"), "APPROVED"),
        (("TAKEN", "return"), "OPEN"),
        (("APPROVED", "open"), "OPEN"),
        (("APPROVED", "unapprove"), "TAKEN"),
        (("CLOSED", "correct"), "CLOSED"),
        (("PAID", "correct"), "PAID"),
    ])
}

async fn call(app: &TestApp, verb: &Verb, owner: &SignedIn, caller: &SignedIn, bill: &Value) -> Answer {
    let call = app.call(verb.method.clone(), &(verb.path)(owner, bill)).token(&caller.token);
    call.json(&(verb.body)(bill)).send().await
}

async fn state_now(app: &TestApp, owner: &SignedIn, bill: &Value) -> String {
    let answer = app.get(&path_of(owner, bill)).token(&owner.token).send().await;
    match answer.status {
        404 => "gone".to_owned(),
        _ => answer.json["state"].as_str().unwrap().to_owned(),
    }
}

async fn exactly_the_legal_moves_happen(app: TestApp) {
    let owner = app.worker().await;
    let stranger = somebody(&app, "stranger@liksa.example", Role::User).await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let payroll = somebody(&app, "payroll@liksa.example", Role::Payroll).await;
    let admin = somebody(&app, "admin@liksa.example", Role::Admin).await;
    let customer = company(&app, &owner).await;
    let mut tried = 0;
    for state in BillState::ALL {
        for verb in verbs() {
            let bill = create(&app, &owner, &good_bill(customer)).await;
            let bill = match state {
                BillState::Open => bill,
                _ => put_into(&app, &owner, &bill, *state).await,
            };
            let what = format!("{} from {}", verb.name, state.name());
            let before = events(&app, &bill).await;
            for (name, caller) in [
                ("stranger", &stranger),
                ("payroll", &payroll),
                ("admin", &admin),
                // Each verb belongs to one side alone.
                if verb.role == Role::User { ("clerk", &clerk) } else { ("owner", &owner) },
            ] {
                let answer = call(&app, &verb, &owner, caller, &bill).await;
                // A worker's verb is known to every worker, but another's bill is not there.
                let expected = if verb.role == Role::User && name == "stranger" { 404 } else { 403 };
                assert_eq!(answer.status, expected, "{what} by {name}: {}", answer.json);
                tried += 1;
            }
            assert_eq!(read(&app, &owner, &bill).await, bill, "{what}: refused calls changed it");
            assert_eq!(events(&app, &bill).await, before, "{what}: refused calls were recorded");

            let caller = if verb.role == Role::User { &owner } else { &clerk };
            let answer = call(&app, &verb, &owner, caller, &bill).await;
            tried += 1;
            match legal().get(&(state.name(), verb.name)) {
                Some(after) => {
                    assert!(answer.status < 300, "{what}: {} {}", answer.status, answer.json);
                    assert_eq!(state_now(&app, &owner, &bill).await, *after, "{what}");
                }
                None => {
                    assert_eq!(answer.status, 409, "{what}: {}", answer.json);
                    assert_eq!(read(&app, &owner, &bill).await, bill, "{what}");
                    assert_eq!(answer.json["bill"], bill, "{what}: it tells how the bill stands");
                    assert_eq!(events(&app, &bill).await, before, "{what}");
                }
            }
        }
    }
    assert_eq!(tried, BillState::ALL.len() * verbs().len() * 5);
}

async fn an_open_request_is_answered_by_a_clerk(app: TestApp) {
    let owner = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let customer = company(&app, &owner).await;
    let open = |bill: &Value| format!("/api/person/bill/{}/open", bill["id"].as_str().unwrap());
    for (answer, state) in [("grant", "OPEN"), ("refuse", "TAKEN")] {
        let bill = create(&app, &owner, &good_bill(customer)).await;
        let bill = put_into(&app, &owner, &bill, BillState::Taken).await;
        let asked = app.put(&open(&bill)).token(&owner.token).send().await;
        assert_eq!((asked.status, &asked.json["outcome"]), (200, &json!("OPEN_REQUEST_SUCCESS")));
        assert_eq!(asked.json["bill"]["openRequest"], true);
        let again = app.put(&open(&bill)).token(&owner.token).send().await;
        assert_eq!((again.status, again.key()), (409, "ILLEGAL_TRANSITION"));
        let path = provider_path(&bill, &format!("open-request/{answer}"));
        let answered = app.put(&path).token(&clerk.token).send().await;
        assert_eq!((answered.status, &answered.json["state"]), (200, &json!(state)), "{}", answered.json);
        assert_eq!(answered.json["openRequest"], false);
    }
}

async fn no_client_writes_a_state_or_a_number(app: TestApp) {
    let owner = app.worker().await;
    let customer = company(&app, &owner).await;
    let bill = create(&app, &owner, &good_bill(customer)).await;
    for state in ["TAKEN", "APPROVED", "CLOSED", "PAID", "HYVITETTY", "OPEN_REQUESTED", "nonsense"] {
        let body = edited(&bill, &json!({"state": state}));
        let answer = app.put(&path_of(&owner, &bill)).token(&owner.token).json(&body).send().await;
        assert_eq!((answer.status, &answer.json["fields"][0]["field"]), (422, &json!("state")), "{state}");
        let answer = app.post(&bills_of(&owner)).token(&owner.token).json(&body).send().await;
        assert_eq!(answer.status, 422, "{state}");
    }
    let body = edited(
        &bill,
        &json!({"billNumber": 7, "openRequest": true, "totalprice": 1, "salaryPercent": 1, "editable": false,
                "lastSaved": "x", "creditedBy": [{"id": bill["id"]}], "creditedAmount": 5}),
    );
    let answer = app.put(&path_of(&owner, &bill)).token(&owner.token).json(&body).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    for field in
        ["billNumber", "openRequest", "totalprice", "salaryPercent", "editable", "creditedBy", "state"]
    {
        assert_eq!(answer.json[field], bill[field], "{field}");
    }
    let sent = edited(&good_bill(customer), &json!({"state": "PENDING"}));
    let answer = app.post(&bills_of(&owner)).token(&owner.token).json(&sent).send().await;
    assert_eq!(answer.status, 422, "a bill is not born sent");
}

async fn of_twenty_sends_at_once_one_is_made(app: TestApp) {
    let owner = app.worker().await;
    let customer = company(&app, &owner).await;
    let bill = create(&app, &owner, &good_bill(customer)).await;
    let mut sends = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let body = edited(&bill, &json!({"state": "PENDING"}));
        sends.spawn(app.put(&path_of(&owner, &bill)).token(&owner.token).json(&body).send());
    }
    let answers = sends.join_all().await;
    let sent: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].json["state"], "PENDING");
    let refused =
        answers.iter().filter(|answer| (answer.status, answer.key()) == (409, "ILLEGAL_TRANSITION"));
    assert_eq!(refused.count(), 19);
    assert_eq!(read(&app, &owner, &bill).await["state"], "PENDING");
    assert_eq!(events(&app, &bill).await, ["bill.created", "bill.sent"]);
}

async fn of_a_send_and_a_save_at_once_one_is_made(app: TestApp) {
    let owner = app.worker().await;
    let customer = company(&app, &owner).await;
    for _ in 0..5 {
        let bill = create(&app, &owner, &good_bill(customer)).await;
        let put = |changes: Value| {
            app.put(&path_of(&owner, &bill)).token(&owner.token).json(&edited(&bill, &changes)).send()
        };
        let (sent, saved) =
            tokio::join!(put(json!({"state": "PENDING"})), put(json!({"invoiceText": "Myöhässä"})));
        let now = read(&app, &owner, &bill).await;
        match (sent.status, saved.status) {
            (200, 409) => assert_eq!((&now["state"], &now["invoiceText"]), (&json!("PENDING"), &json!(""))),
            (409, 200) => assert_eq!((&now["state"], sent.key()), (&json!("OPEN"), "STALE_BILL")),
            both => unreachable!("{both:?}"),
        }
    }
}

async fn clerks_do_not_handle_their_own_bills(app: TestApp) {
    let both = liksa_test_support::person().email("both@liksa.example").roles(&[Role::User, Role::Clerk]);
    app.add(both.build()).await;
    let both = app.sign_in("both@liksa.example").await;
    let customer = company(&app, &both).await;
    let bill = create(&app, &both, &good_bill(customer)).await;
    let bill = put_into(&app, &both, &bill, BillState::Pending).await;
    for verb in
        ["take", "approve", "unapprove", "return", "open-request/grant", "open-request/refuse", "send"]
    {
        let call = app.put(&provider_path(&bill, verb)).token(&both.token);
        let answer = call.json(&json!({"reason": "Oma lasku"})).send().await;
        assert_eq!((answer.status, answer.key()), (409, "OWN_MATTER"), "{verb}");
    }
    assert_eq!(read(&app, &both, &bill).await, bill);
}

async fn a_return_needs_its_reason(app: TestApp) {
    let owner = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let customer = company(&app, &owner).await;
    let bill = create(&app, &owner, &good_bill(customer)).await;
    let bill = put_into(&app, &owner, &bill, BillState::Taken).await;
    for reason in [json!({}), json!({"reason": "  "}), json!({"reason": "x".repeat(1001)})] {
        let call = app.put(&provider_path(&bill, "return")).token(&clerk.token).json(&reason);
        let answer = call.send().await;
        assert_eq!((answer.status, &answer.json["fields"][0]["field"]), (422, &json!("reason")));
    }
    let call = app.put(&provider_path(&bill, "return")).token(&clerk.token);
    assert_eq!(call.json(&json!({"reason": "Tilaajan viite puuttuu"})).send().await.status, 200);
    let path = format!("{}/history", path_of(&owner, &bill));
    let history = app.get(&path).token(&owner.token).send().await.json;
    let last = history["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["action"], &last["reason"]), (&json!("returned"), &json!("Tilaajan viite puuttuu")));
    assert_eq!((&last["own"], &last["actor"]), (&json!(false), &json!("Maija Meikäläinen")));
}

async fn a_bill_that_its_customer_has_paid_is_not_opened(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &good_bill(company(&app, &maija).await)).await;
    for (state, key) in [
        (BillState::Closed, "ILLEGAL_TRANSITION"),
        (BillState::Paid, "BILL_HAS_BEEN_PAID"),
        (BillState::Credited, "ILLEGAL_TRANSITION"),
    ] {
        let bill = put_into(&app, &maija, &bill, state).await;
        let path = format!("/api/person/bill/{}/open", bill["id"].as_str().unwrap());
        let answer = app.put(&path).token(&maija.token).send().await;
        assert_eq!((answer.status, answer.key()), (409, key), "{state:?}: {}", answer.json);
    }
}
