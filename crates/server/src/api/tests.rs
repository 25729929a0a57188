//! Rules that hold for every route, read off the API's own description.

mod matrix;
mod specification;

use std::collections::BTreeSet;

use axum::http::Method;
use liksa_test_support::{Engine, both_engines};
use serde_json::Value;

use crate::testing::TestApp;

both_engines! {
    bad_input_is_never_our_fault,
    unknown_api_paths_are_json,
    every_answer_is_careful,
}

struct Operation {
    method: Method,
    path: String,
    /// None for a public route.
    roles: Option<BTreeSet<String>>,
    /// How its body comes, if it takes one.
    body: Option<String>,
    takes_token_in_link: bool,
}

fn operations() -> Vec<Operation> {
    let api = serde_json::to_value(super::openapi()).unwrap();
    let mut operations = vec![];
    for (path, item) in api["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let roles = operation["security"].as_array().map(|schemes| {
                let names = schemes.iter().flat_map(|scheme| scheme["session"].as_array().unwrap());
                names.map(|name| name.as_str().unwrap().to_owned()).collect()
            });
            let mut parameters = operation["parameters"].as_array().into_iter().flatten();
            operations.push(Operation {
                takes_token_in_link: parameters.any(|parameter| parameter["name"] == "authtoken"),
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                roles,
                body: operation["requestBody"]["content"]
                    .as_object()
                    .and_then(|kinds| kinds.keys().next().cloned()),
            });
        }
    }
    assert!(operations.len() >= 6);
    operations
}

impl Operation {
    /// The path with something in place of its parameters that is nobody's.
    fn callable_path(&self) -> String {
        let parts = self.path.split('/').map(|part| match part.starts_with('{') {
            true => "01900000-0000-7000-8000-000000000000",
            false => part,
        });
        parts.collect::<Vec<_>>().join("/")
    }

    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// The single files of a worker that a token in a link opens.
const BY_LINK: &[&str] = &[
    "GET /api/bill/{billId}/pdf",
    "GET /api/billableitem/receipt/{receiptId}",
    "GET /api/extcontractoritems/receipt/{purchaseReceiptId}",
    "GET /api/person/{personId}/profilepic",
    "GET /api/person/{personId}/salaries/{salaryId}/pdf",
    "GET /api/person/{personId}/taxcard",
    "GET /api/travel-expense/{personId}/pdf",
    "GET /api/travel-expense/{personId}/taxfree/pdf",
];

#[test]
fn a_token_in_a_link_opens_one_file_of_a_worker_at_most() {
    let by_link = operations().into_iter().filter(|operation| operation.takes_token_in_link);
    assert_eq!(by_link.map(|operation| operation.name()).collect::<Vec<_>>(), BY_LINK);
}

#[test]
fn the_committed_description_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let current = crate::cli::openapi_text().unwrap();
    assert!(committed == current, "openapi.json is old: run `make generate`");
}

/// Whatever is sent, the answer is 4xx in the error shape.
async fn bad_input_is_never_our_fault(app: TestApp) {
    let maija = app.worker().await;
    let deep = "[".repeat(100_000);
    let large = format!("{{\"username\":\"{}\"}}", "x".repeat(2 * 1024 * 1024));
    let bodies: &[(&str, &[u8])] = &[
        ("application/json", b""),
        ("application/json", b"{"),
        ("application/json", b"null"),
        ("application/json", b"[]"),
        ("application/json", b" [null, null]"),
        ("application/json", b"\"text\""),
        ("application/json", b"1e999"),
        ("application/json", b"{} {}"),
        ("application/json", b"\xff\xfe"),
        ("application/json", deep.as_bytes()),
        ("application/json", large.as_bytes()),
        ("text/plain", b"{}"),
        ("application/x-www-form-urlencoded", b"username=a&password=b"),
        ("nonsense", b"{}"),
    ];
    for operation in operations().iter().filter(|operation| operation.body.is_some()) {
        for (content_type, body) in bodies {
            let call = app.call(operation.method.clone(), &operation.callable_path()).token(&maija.token);
            let answer = call.body(content_type, body.to_vec()).send().await;
            let sent = String::from_utf8_lossy(&body[..body.len().min(40)]).into_owned();
            assert_problem(&answer, &format!("{} with {content_type} {sent}", operation.name()));
        }
    }
    for path in ["/api/login/%ff", "/api/login?authtoken=%00", "/api/%2e%2e/app", "//api/login"] {
        let answer = app.call(Method::PATCH, path).token(&maija.token).send().await;
        assert_problem(&answer, path);
    }
}

fn assert_problem(answer: &crate::testing::Answer, what: &str) {
    assert!((400..500).contains(&answer.status), "{what}: {} {}", answer.status, answer.json);
    assert!(answer.json["errorKey"].is_string(), "{what}: {}", String::from_utf8_lossy(&answer.body));
    assert!(answer.json["message"].is_string() && answer.json["fields"].is_array(), "{what}");
    assert!(!answer.json.to_string().contains("src/"), "{what}: a trace of our files");
}

async fn unknown_api_paths_are_json(app: TestApp) {
    for path in ["/api", "/api/", "/api/nothing", "/api/login/x/y", "/api/openapi.json/x"] {
        let answer = app.get(path).send().await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"), "{path}");
    }
    let answer = app.put("/api/login").send().await;
    assert_eq!((answer.status, answer.key()), (405, "METHOD_NOT_ALLOWED"));
}

async fn every_answer_is_careful(app: TestApp) {
    for path in ["/api/app", "/api/nothing", "/healthz", "/readyz", "/metrics", "/api/openapi.json"] {
        let answer = app.get(path).send().await;
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(answer.headers["x-frame-options"], "DENY", "{path}");
        assert_eq!(answer.headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'");
        assert_eq!(answer.headers["x-request-id"].len(), 16, "{path}");
        if path.starts_with("/api") {
            assert_eq!(answer.headers["cache-control"], "no-store", "{path}");
        }
    }
}

#[tokio::test]
async fn the_description_is_served() {
    let app = TestApp::with_config(Engine::Sqlite, |_| {}).await;
    let answer = app.get("/api/openapi.json").send().await;
    assert_eq!(answer.json, serde_json::to_value(super::openapi()).unwrap());
    let problem: &Value = &answer.json["components"]["schemas"]["Problem"];
    assert_eq!(problem["required"], serde_json::json!(["errorKey", "message", "fields"]));
}

#[tokio::test]
async fn metrics_need_the_token_once_there_is_one() {
    const TOKEN: &str = "a-long-random-token";
    let app = TestApp::with_config(Engine::Sqlite, |config| config.metrics_token = Some(TOKEN.into())).await;
    assert_eq!(app.get("/metrics").send().await.status, 404);
    assert_eq!(app.get("/metrics").header("authorization", "Bearer wrong").send().await.status, 404);
    app.get("/api/app").send().await;
    let answer = app.get("/metrics").header("authorization", &format!("Bearer {TOKEN}")).send().await;
    assert_eq!(answer.status, 200);
    let text = String::from_utf8(answer.body).unwrap();
    assert!(
        text.contains("http_requests_total{method=\"GET\",route=\"/api/app\",status=\"200\"} 1"),
        "{text}"
    );
}
