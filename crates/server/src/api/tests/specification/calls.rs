//! The calls of §7 of the specification, and which of them were made.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;

use crate::router::router;
use crate::testing::TestApp;

/// Method, path and query of each call, as §7 has them: copied from there, not read off the program.
const CALLS: &[&str] = &[
    "GET /api/login",
    // §7 says "or token login"; §2 says how the token comes.
    "GET /api/login?token",
    "POST /api/login",
    "DELETE /api/login",
    "POST /api/password/forgot/v2",
    "POST /api/password/change/v2",
    "POST /api/registration/start",
    "GET /api/registration/confirm?token",
    "PUT /api/registration/confirm",
    "PUT /api/registration/oidc/finish",
    "GET /api/info/{personId}?months",
    "GET /api/info/{personId}/taxinfo/{year}",
    "GET /api/sharedcustomers?crit",
    "POST /api/sharedcustomers",
    "POST /api/person/{personId}/sharedcustomers/{customerId}",
    "DELETE /api/person/{personId}/sharedcustomers/{customerId}",
    "PUT /api/person",
    "GET /api/person/{id}/salaries",
    "GET /api/person/{id}/profilepic",
    "POST /api/person/{id}/profilepic",
    "POST /api/person/{id}/taxcard",
    "GET /api/person/{id}/taxcard?authtoken",
    "GET /api/person/{id}/templates",
    "PUT /api/person/{id}/templates/{templateId}",
    "DELETE /api/person/{id}/templates/{templateId}",
    "POST /api/person/{id}/templates/delete",
    "GET /api/person/{id}/bills",
    "POST /api/person/{id}/bills",
    "GET /api/person/{id}/bills/{billId}",
    "PUT /api/person/{id}/bills/{billId}",
    "DELETE /api/person/{id}/bills/{billId}",
    "POST /api/person/{id}/bills/{billId}/copy",
    "POST /api/person/{id}/bills/{billId}/advancePayment",
    "PUT /api/person/bill/{billId}/open",
    "GET /api/person/bill/{billId}/validate",
    "GET /api/person/{id}/archive?page",
    "GET /api/billableitem/{id}",
    "PUT /api/billableitem/{id}",
    "DELETE /api/billableitem/{id}",
    "POST /api/billableitem/{id}/receipt",
    "GET /api/billableitem/receipt/{id}?authtoken",
    "DELETE /api/billableitem/receipt/{id}",
    "PUT /api/calc",
    "PUT /api/calc/frombill",
    "PUT /api/calc/frombill/{billId}",
    "GET /api/bill/{id}/pdf?authtoken&content-disposition=inline",
    "GET /api/person/subcontractors?query",
    "POST /api/bill/{billId}/contractoritems",
    "PUT /api/bill/{billId}/contractoritems/{itemId}",
    "DELETE /api/bill/{billId}/contractoritems/{itemId}",
    "PUT /api/contractoritems/{id}/approve",
    "PUT /api/contractoritems/{id}/decline",
    "PUT /api/contractoritems/{id}/approve-request",
    "POST /api/bill/{billId}/extcontractoritems",
    "PUT /api/bill/{billId}/extcontractoritems/{id}",
    "DELETE /api/bill/{billId}/extcontractoritems/{id}",
    "POST /api/bill/{billId}/extcontractoritems/{id}/sendForPayment",
    "POST /api/bill/{billId}/extcontractoritems/{id}/open",
    "POST /api/bill/{id}/extcontractoritems/receipts",
    "POST /api/bill/{id}/extcontractoritems/{extId}/receipts",
    "DELETE /api/extcontractoritems/receipts/{receiptId}",
    "GET /api/extcontractoritems/receipt/{receiptId}?authtoken",
    "GET /api/person/{id}/shifts",
    "PUT /api/person/{id}/shifts/{shiftId}",
    "GET /api/address?address",
    "POST /api/address/coordinates",
    "POST /api/address/distance",
    "GET /api/travel-expense/{id}/pdf?from&to&authtoken",
    "GET /api/travel-expense/{id}/taxfree/pdf?from&to&authtoken",
];

/// Not in §7, because an answer names it: the `salaryurl` of a slip (§3).
const NAMED_BY_ANSWERS: &[&str] = &["GET /api/person/{id}/salaries/{salaryId}/pdf?authtoken"];

/// Which calls were made by those who use the API that the specification describes, and which of them succeeded.
#[derive(Clone, Default)]
pub struct Made {
    calls: Arc<Mutex<BTreeSet<(String, bool)>>>,
}

impl Made {
    /// The same server, of whose calls a list is kept.
    pub fn listed(app: TestApp) -> (TestApp, Self) {
        let made = Self::default();
        let layer = from_fn_with_state(made.clone(), list);
        (app.with_router(|state| router(state).layer(layer)), made)
    }

    /// Every call of the specification succeeded, and no other was needed.
    pub fn assert_as_specified(&self) {
        let calls = self.calls.lock().unwrap();
        let named: Vec<_> = CALLS.iter().chain(NAMED_BY_ANSWERS).collect();
        let others = calls.iter().map(|(call, _)| call);
        let others: Vec<_> = others.filter(|call| !named.iter().any(|line| is(call, line))).collect();
        assert!(others.is_empty(), "the specification has no such calls: {others:#?}");
        let worked = |line: &str| calls.iter().any(|(call, done)| *done && is(call, line));
        let never: Vec<_> = named.into_iter().filter(|line| !worked(line)).collect();
        assert!(never.is_empty(), "no such call succeeded: {never:#?}");
    }
}

async fn list(State(made): State<Made>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().clone());
    let answer = next.run(request).await;
    // What the provider's people and the bank do is not specified there.
    if !path.path().starts_with("/api/provider/") && !path.path().starts_with("/demo-bank/") {
        made.calls.lock().unwrap().insert((format!("{method} {path}"), answer.status().is_success()));
    }
    answer
}

/// Whether a call is the one of a line: its path, and its query with all that is named there and nothing else.
fn is(call: &str, line: &str) -> bool {
    let ((path, query), (path_of_line, query_of_line)) = (parts(call), parts(line));
    let is_value = |part: &str| part.starts_with('{');
    path.len() == path_of_line.len()
        && path.iter().zip(&path_of_line).all(|(part, of_line)| part == of_line || is_value(of_line))
        && query.len() == query_of_line.len()
        && query_of_line
            .iter()
            .all(|named| query.iter().any(|given| given == named || given.starts_with(&format!("{named}="))))
}

/// The parts of the path, the method among them, and those of the query.
fn parts(call: &str) -> (Vec<&str>, Vec<&str>) {
    let (path, query) = call.split_once('?').unwrap_or((call, ""));
    (path.split('/').collect(), query.split('&').filter(|part| !part.is_empty()).collect())
}

#[test]
fn a_call_is_known_by_its_path_and_query() {
    let pdf = "GET /api/bill/{id}/pdf?authtoken&content-disposition=inline";
    for (call, line, right) in [
        ("GET /api/bill/7/pdf?content-disposition=inline&authtoken=x", pdf, true),
        ("GET /api/bill/7/pdf?content-disposition=attachment&authtoken=x", pdf, false),
        ("GET /api/bill/7/pdf?authtoken=x", pdf, false),
        ("PUT /api/bill/7/pdf?authtoken=x&content-disposition=inline", pdf, false),
        ("DELETE /api/login", "DELETE /api/login", true),
        ("DELETE /api/login?version=1", "DELETE /api/login", false),
        ("GET /api/person/1/bills", "GET /api/person/{id}/bills/{billId}", false),
    ] {
        assert_eq!(is(call, line), right, "{call} {line}");
    }
}
