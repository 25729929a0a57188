//! Every operation in every role, on what is one's own, on what is another's and on what does not exist. What is refused
//! changes nothing that is stored.

use std::collections::BTreeMap;

use axum::http::Method;
use liksa_demo::content as demo;
use liksa_domain::person::Role;
use liksa_test_support::{both_engines, person};
use serde_json::{Value, json};

use super::ownership::{QUERY, demo_worker, things_of};
use super::{Operation, operations};
use crate::testing::{Answer, SignedIn, TestApp, picture};

both_engines!(every_operation_in_every_role_is_as_described);

const NOBODYS: &str = "01900000-0000-7000-8000-000000000000";

/// Where something for a path of the provider is found. Of the others the demo content has none.
const LISTS: &[(&str, &str)] = &[
    ("paymentId", "/api/provider/payments"),
    ("runId", "/api/provider/payroll/runs"),
    ("deliveryId", "/api/provider/deliveries"),
    ("cardId", "/api/provider/tax-cards"),
    ("remittanceId", "/api/provider/remittances"),
    ("reminderId", "/api/provider/reminders"),
    ("keyId", "/api/provider/api-keys"),
];
/// Nothing of these exists; only what does not exist is asked for.
const NOT_IN_DEMO: &[&str] =
    &["jobId", "batchId", "reportId", "creditNoteId", "remittanceId", "reminderId", "fileId"];

/// Missing things for which another answer than 404 is right.
const MISSING_IS_FINE: &[(&str, &str)] = &[
    // The account has no lines in the period, whatever its number.
    ("GET", "/api/provider/ledger/accounts/{number}"),
    // Gone already: asking twice is no mistake.
    ("DELETE", "/api/person/{personId}/sharedcustomers/{customerId}"),
    ("DELETE", "/api/person/{personId}/templates/{templateId}"),
];

/// What a person with every role is refused about their own matters.
const NOT_ABOUT_ONESELF: &[(&str, &str)] =
    &[("PUT", "/api/provider/bills/{billId}/approve"), ("PUT", "/api/provider/bills/{billId}/take")];

type Things = BTreeMap<&'static str, String>;

/// The first text of this name, however deep.
fn first(value: &Value, name: &str) -> Option<String> {
    match value {
        Value::Object(fields) => match fields.get(name).and_then(Value::as_str) {
            Some(text) => Some(text.to_owned()),
            None => fields.values().find_map(|inside| first(inside, name)),
        },
        Value::Array(values) => values.iter().find_map(|inside| first(inside, name)),
        _ => None,
    }
}

/// What the provider's people work on, with one worker's bill and row among it.
async fn things_at_the_provider(app: &TestApp, boss: &SignedIn, of: &SignedIn) -> Things {
    let mut things: Things = things_of(app, of).await.0.into_iter().collect();
    let get = async |path: &str| app.get(path).token(&boss.token).send().await.json;
    let key = app.post("/api/provider/api-keys").token(&boss.token).json(&json!({"name": "Vuorot"}));
    assert_eq!(key.send().await.status, 201);
    for (name, list) in LISTS {
        if let Some(id) = first(&get(list).await, "id") {
            things.insert(name, id);
        }
    }
    things.insert("code", first(&get("/api/provider/promo-codes").await, "code").unwrap());
    things.insert("number", "1910".to_owned());
    let run = format!("/api/provider/payroll/runs/{}", things["runId"]);
    things.insert("salaryId", first(&get(&format!("{run}/salaries")).await, "id").unwrap());
    if let Some(file) = first(&get(&format!("{run}/files")).await, "id") {
        things.insert("fileId", file);
    }
    things
}

fn parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// The path with these things; none if one of them does not exist.
fn path_to(operation: &Operation, things: &Things) -> Option<String> {
    let mut path = operation.path.clone();
    for name in parameters(&operation.path) {
        path = path.replace(&format!("{{{name}}}"), things.get(name)?);
    }
    Some(format!("{path}?{QUERY}"))
}

fn missing() -> Things {
    let operations = operations();
    let names = operations.iter().flat_map(|operation| parameters(&operation.path));
    let mut things: Things = names.map(|name| (&*name.to_owned().leak(), NOBODYS.to_owned())).collect();
    things.insert("number", "9999".to_owned());
    things.insert("code", "OLEMATON".to_owned());
    things
}

/// Something that fits a schema.
fn sample(api: &Value, schema: &Value, depth: usize) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        let at = name.trim_start_matches('#');
        return if depth > 8 { json!({}) } else { sample(api, api.pointer(at).unwrap(), depth + 1) };
    }
    for choice in ["oneOf", "anyOf", "allOf"] {
        if let Some(first) =
            schema[choice].as_array().and_then(|all| all.iter().find(|one| one["type"] != "null"))
        {
            return sample(api, first, depth + 1);
        }
    }
    if let Some(value) = schema["enum"].as_array().and_then(|values| values.first()) {
        return value.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("object");
    match kind {
        "string" if schema["format"] == "uuid" => json!(NOBODYS),
        "string" => json!("01.11.2026"),
        "integer" | "number" => json!(1),
        "boolean" => json!(true),
        "array" => json!([]),
        _ => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            fields.map(|(name, field)| (name.clone(), sample(api, field, depth + 1))).collect()
        }
    }
}

struct Caller<'a> {
    app: &'a TestApp,
    api: Value,
}

impl Caller<'_> {
    async fn call(&self, operation: &Operation, path: &str, who: &SignedIn) -> Answer {
        let call = self.app.call(operation.method.clone(), path).token(&who.token);
        let answer = match operation.body.as_deref() {
            None => call.send().await,
            Some("multipart/form-data") => call.file("a.png", &picture()).send().await,
            Some(kind) => {
                let described = &self.api["paths"][&operation.path][operation.method.as_str().to_lowercase()];
                let schema = &described["requestBody"]["content"][kind]["schema"];
                call.json(&sample(&self.api, schema, 0)).send().await
            }
        };
        let name = operation.name();
        assert!(answer.status < 500 && answer.status != 401, "{name}: {} {}", answer.status, answer.json);
        answer
    }
}

fn is_listed(list: &[(&str, &str)], operation: &Operation) -> bool {
    list.contains(&(operation.method.as_str(), operation.path.as_str()))
}

/// What is read first, then what changes, then what removes.
fn in_order(mut operations: Vec<Operation>) -> Vec<Operation> {
    operations.sort_by_key(|operation| match operation.method {
        Method::GET => 0,
        Method::DELETE => 2,
        _ if operation.path.ends_with("/erase") => 3,
        _ => 1,
    });
    operations
}

async fn every_operation_in_every_role_is_as_described(app: TestApp) {
    demo::seed_if_empty(&app).await.unwrap();
    let owner = demo_worker(&app, "worker@liksa.example").await;
    app.add(person().email("boss@liksa.example").roles(Role::ALL).build()).await;
    let boss = app.sign_in("boss@liksa.example").await;
    let existing = things_at_the_provider(&app, &boss, &owner).await;
    let absent = missing();
    for name in absent.keys().filter(|name| !existing.contains_key(*name) && **name != "id") {
        assert!(NOT_IN_DEMO.contains(name), "{name}: find one in the demo content");
    }
    let mut staff = vec![];
    for role in Role::ALL {
        let email = format!("only-{}@liksa.example", role.name().to_lowercase().replace('_', "-"));
        app.add(person().email(&email).roles(&[*role]).build()).await;
        staff.push((*role, app.sign_in(&email).await));
    }
    let caller = Caller { app: &app, api: serde_json::to_value(super::super::openapi()).unwrap() };
    let operations: Vec<_> =
        in_order(operations()).into_iter().filter(|operation| operation.roles.is_some()).collect();
    let allows = |operation: &Operation, role: &Role| {
        let roles = operation.roles.as_ref().unwrap();
        roles.is_empty() || roles.contains(role.name())
    };

    // Refused: another role, another worker's, and what does not exist.
    let before = app.everything_stored().await;
    for operation in &operations {
        for (role, who) in &staff {
            let about = format!("{} as {}", operation.name(), role.name());
            if !allows(operation, role) {
                let path = path_to(operation, &existing).or_else(|| path_to(operation, &absent)).unwrap();
                let answer = caller.call(operation, &path, who).await;
                assert_eq!((answer.status, answer.key()), (403, "UNAUTHORIZED"), "{about}");
            } else if operation.path.contains('{') && !is_listed(MISSING_IS_FINE, operation) {
                let answer = caller.call(operation, &path_to(operation, &absent).unwrap(), who).await;
                assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"), "{about}: {}", answer.json);
            }
        }
    }
    assert_eq!(app.everything_stored().await, before, "what is refused changes nothing");

    // Allowed: the provider's people find what is there. Whether it can be done now is another matter.
    for operation in operations.iter().filter(|operation| operation.path.starts_with("/api/provider")) {
        let Some(path) = path_to(operation, &existing) else { continue };
        for (role, who) in staff.iter().filter(|(role, _)| allows(operation, role)) {
            let answer = caller.call(operation, &path, who).await;
            let found = answer.status < 300 || matches!(answer.status, 304 | 409 | 422);
            assert!(found, "{} as {}: {} {}", operation.name(), role.name(), answer.status, answer.json);
        }
    }
}

/// With every role, one's own matters are still for others to decide.
#[tokio::test]
async fn no_role_decides_about_its_own_matters() {
    let app = TestApp::with_config(liksa_test_support::Engine::Sqlite, |_| {}).await;
    demo::seed_if_empty(&app).await.unwrap();
    let owner = demo_worker(&app, "worker@liksa.example").await;
    let own = things_of(&app, &owner).await.0.into_iter().collect::<Things>();
    let mut tx = app.store.begin().await.unwrap();
    tx.set_roles(owner.id, Role::ALL).await.unwrap();
    tx.commit().await.unwrap();
    let caller = Caller { app: &app, api: serde_json::to_value(super::super::openapi()).unwrap() };
    let mut refused = vec![];
    for operation in operations().iter().filter(|operation| operation.path.starts_with("/api/provider")) {
        let about_oneself = operation.method != Method::GET && operation.path.contains('{');
        let Some(path) = about_oneself.then(|| path_to(operation, &own)).flatten() else { continue };
        let answer = caller.call(operation, &path, &owner).await;
        if answer.key() == "OWN_MATTER" {
            refused.push((operation.method.to_string(), operation.path.clone()));
        }
    }
    let expected: Vec<_> =
        NOT_ABOUT_ONESELF.iter().map(|(method, path)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(refused, expected);
}
