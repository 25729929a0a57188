//! What belongs to one worker does not exist for another: tried on every route that names anything in its path.

use axum::http::Method;
use liksa_demo::content as demo;
use liksa_domain::ids::PersonId;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{Operation, operations};
use crate::testing::{Answer, PDF, SignedIn, TestApp, picture};

both_engines!(one_worker_can_neither_read_nor_change_what_is_anothers);

/// What some routes cannot do without; the others do not look at it.
const QUERY: &str = "version=1&from=01.01.2026&to=31.12.2026&customer=00000000-0000-0000-0000-000000000000";
/// Customers are everybody's: who names one on their own list, or changes one, gets a copy if it is another's.
const SHARED: &[(&str, &str)] = &[
    ("PUT", "/api/sharedcustomers/{customerId}"),
    ("POST", "/api/person/{personId}/sharedcustomers/{customerId}"),
    ("DELETE", "/api/person/{personId}/sharedcustomers/{customerId}"),
];

/// What somebody has, by the names of the paths' parameters.
struct Things(Vec<(&'static str, String)>);

impl Things {
    /// The path with these in it. Where `person` is given, it is theirs as far as the path says.
    fn path(&self, operation: &Operation, person: Option<&str>) -> String {
        let mut path = operation.path.clone();
        for (name, id) in &self.0 {
            let id = if *name == "personId" { person.unwrap_or(id) } else { id };
            path = path.replace(&format!("{{{name}}}"), id);
        }
        assert!(!path.contains('{'), "{}: give the owner one of these", operation.name());
        format!("{path}?{QUERY}")
    }
}

async fn demo_worker(app: &TestApp, email: &str) -> SignedIn {
    let answer = app.login(email, demo::PASSWORD).await.json;
    let id: PersonId = answer["id"].as_str().unwrap().parse().unwrap();
    SignedIn { id, token: answer["authtoken"].as_str().unwrap().to_owned() }
}

async fn things_of(app: &TestApp, owner: &SignedIn) -> Things {
    let own = format!("/api/person/{}", owner.id);
    let get = async |path: String| app.get(&path).token(&owner.token).send().await.json;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let send_file = async |path: String, content: &[u8]| {
        let answer = app.post(&path).token(&owner.token).file("a", content).send().await;
        assert!((200..300).contains(&answer.status), "{path}: {}", answer.json);
        answer.json
    };
    let bill = text(&get(format!("{own}/bills?section=open")).await["bills"][0]["id"]);
    let row = text(&get(format!("{own}/bills/{bill}")).await["billableitems"][0]["id"]);
    let receipt = text(&send_file(format!("/api/billableitem/{row}/receipt"), PDF).await["id"]);
    send_file(format!("{own}/taxcard"), PDF).await;
    send_file(format!("{own}/profilepic"), &picture()).await;
    Things(vec![
        ("personId", owner.id.to_string()),
        ("billId", bill),
        ("rowId", row),
        ("receiptId", receipt),
        ("salaryId", text(&get(format!("{own}/salaries")).await["salaries"][0]["id"])),
        ("templateId", text(&get(format!("{own}/templates")).await["templates"][0]["id"])),
        ("customerId", text(&get(format!("{own}/sharedcustomers")).await["customers"][0]["id"])),
        ("sessionId", app.session_id(&owner.token).await.to_string()),
    ])
}

/// A body that every route takes: each looks at what it needs.
fn body() -> Value {
    json!({"ids": [], "version": 1, "kind": "TEXT", "name": "Kiitos", "text": "Kiitos!"})
}

async fn call(app: &TestApp, operation: &Operation, path: &str, who: &SignedIn) -> Answer {
    let call = app.call(operation.method.clone(), path).token(&who.token);
    match operation.body.as_deref() {
        None => call.send().await,
        Some("multipart/form-data") => call.file("a.png", &picture()).send().await,
        Some(_) => call.json(&body()).send().await,
    }
}

/// Everything that the owner can read, as it is now.
async fn all_read(app: &TestApp, owner: &SignedIn, things: &Things, routes: &[Operation]) -> Vec<Value> {
    let mut read = vec![];
    for operation in routes.iter().filter(|operation| operation.method == Method::GET) {
        let answer = call(app, operation, &things.path(operation, None), owner).await;
        assert_eq!(answer.status, 200, "{}: {}", operation.name(), answer.json);
        read.push(answer.json);
    }
    assert!(read.len() > 10);
    for path in ["/api/person", "/api/person/sessions"] {
        read.push(app.get(path).token(&owner.token).send().await.json);
    }
    read
}

async fn one_worker_can_neither_read_nor_change_what_is_anothers(app: TestApp) {
    demo::seed_if_empty(&app).await.unwrap();
    let owner = demo_worker(&app, "worker@liksa.example").await;
    let other = demo_worker(&app, "employee@liksa.example").await;
    let things = things_of(&app, &owner).await;
    let for_workers = |operation: &Operation| {
        let roles = operation.roles.as_ref();
        roles.is_some_and(|roles| roles.is_empty() || roles.contains("ROLE_USER"))
    };
    let routes: Vec<_> = operations()
        .into_iter()
        .filter(|operation| operation.path.contains('{') && for_workers(operation))
        .collect();
    let before = all_read(&app, &owner, &things, &routes).await;
    for operation in &routes {
        let mut paths = vec![];
        let is_shared = SHARED.contains(&(operation.method.as_str(), operation.path.as_str()));
        if !is_shared || operation.path.contains("{personId}") {
            paths.push(things.path(operation, None));
        }
        // Their own id does not make it theirs.
        let names_more = operation.path.replace("{personId}", "").contains('{');
        if !is_shared && names_more && operation.path.contains("{personId}") {
            paths.push(things.path(operation, Some(&other.id.to_string())));
        }
        for path in paths {
            let answer = call(&app, operation, &path, &other).await;
            let told = (answer.status, answer.key());
            // Of one's own there is none of the id, before and after: whether it was deleted is seen below.
            let is_gone = operation.method == Method::DELETE && path.contains(&other.id.to_string());
            assert!(
                told == (404, "NOT_FOUND") || is_gone && told == (204, ""),
                "{} at {path}: {told:?}",
                operation.name()
            );
        }
    }
    assert_eq!(all_read(&app, &owner, &things, &routes).await, before, "nothing has changed");
}
