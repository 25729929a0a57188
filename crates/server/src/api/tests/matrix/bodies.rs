//! Ids of another's things within a body or a query: they are no more open there than in a path.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::world::{Caller, NOBODYS};
use super::{World, told};
use crate::testing::Answer;

/// A field that names something by its id.
struct Naming {
    operation: &'static str,
    field: &'static str,
    /// What follows from it.
    meaning: Meaning,
}

enum Meaning {
    /// Something of another's may not be named.
    Named(Box<Call>),
    /// Why nobody's things are opened by it.
    Harmless(&'static str),
}

struct Call {
    caller: &'static str,
    path: String,
    /// Another's id, and one of nobody's, if that is answered alike. It is not where programs choose ids of their own.
    ids: Vec<Value>,
    body: Box<dyn Fn(&Value) -> Value>,
    status: u16,
    /// The field that is not accepted, or the key of what is not possible.
    refused: &'static str,
}

const OTHER: &str = "another worker";
const OWNER: &str = "the owner";

fn refused(
    operation: &'static str,
    field: &'static str,
    (caller, path): (&'static str, String),
    another: impl Into<Value>,
    body: impl Fn(&Value) -> Value + 'static,
) -> Naming {
    let (ids, body) = (vec![another.into(), json!(NOBODYS)], Box::new(body));
    let call = Call { caller, path, ids, body, status: 422, refused: field };
    Naming { operation, field, meaning: Meaning::Named(Box::new(call)) }
}

fn harmless(operation: &'static str, field: &'static str, why: &'static str) -> Naming {
    Naming { operation, field, meaning: Meaning::Harmless(why) }
}

impl Naming {
    fn change(mut self, change: impl FnOnce(&mut Call)) -> Self {
        if let Meaning::Named(call) = &mut self.meaning {
            change(call);
        }
        self
    }

    /// The problem is told of this field.
    fn told_of(self, field: &'static str) -> Self {
        self.change(|call| call.refused = field)
    }

    /// Programs choose ids themselves: one that is free is taken.
    fn free_are_taken(self) -> Self {
        self.change(|call| call.ids.truncate(1))
    }

    /// It is not told of any field.
    fn not_possible(self, key: &'static str) -> Self {
        self.change(|call| (call.status, call.refused) = (409, key))
    }

    /// Done, and nothing comes of it.
    fn done(self) -> Self {
        self.change(|call| (call.status, call.refused) = (200, ""))
    }
}

/// Every field of a body or query that names something by its id, of the API's description and within it.
fn namings(world: &World) -> Vec<Naming> {
    [
        of_bills(world),
        of_rows_and_parts(world),
        of_advances(world),
        of_the_rest(world),
        at_the_provider(world),
    ]
    .into_iter()
    .flatten()
    .collect()
}

const CREDITING: fn(&Value) -> Value = |id| json!({"billingdate": "16.11.2026", "creditOf": {"id": id}});

fn of_bills(world: &World) -> Vec<Naming> {
    const CREATE: &str = "POST /api/person/{personId}/bills";
    const SAVE: &str = "PUT /api/person/{personId}/bills/{billId}";
    const WHOLE: &str = "PUT /api/calc/frombill";
    const PART: &str = "PUT /api/calc/frombill/{billId}";
    const LOOKS_NOTHING_UP: &str = "the calculation looks nothing up by it";
    let (theirs, other) = (&world.of_owner, caller(world, OTHER));
    let id_of = |thing: &str| json!(theirs[thing]);
    let bills = format!("/api/person/{}/bills", other.who.as_ref().unwrap().id);
    let draft = format!("{bills}/{}", other.own["billId"]);
    let part = format!("/api/calc/frombill/{}", other.own["billId"]);
    let row = |field: &'static str| move |id: &Value| json!({"version": 1, "billableitems": [{field: id}]});
    let mut namings = vec![
        refused(
            WHOLE,
            "creditOf.id",
            (OTHER, "/api/calc/frombill".to_owned()),
            id_of("sentBillId"),
            CREDITING,
        )
        .told_of("creditOf"),
        refused(PART, "creditOf.id", (OTHER, part.clone()), id_of("sentBillId"), CREDITING)
            .told_of("creditOf"),
        refused(PART, "ids[]", (OTHER, part), id_of("rowId"), |id| json!({"ids": [id]})).told_of("ids"),
        harmless(WHOLE, "ids[]", "it is of a stored bill alone"),
    ];
    for (operation, path) in [(CREATE, bills), (SAVE, draft)] {
        let to = |id: &Value| json!({"version": 1, "sharedCustomer": {"id": id}});
        let by = (OTHER, path);
        let with_version = |id: &Value| json!({"version": 1, "creditOf": {"id": id}});
        namings.extend([
            refused(operation, "sharedCustomer.id", by.clone(), id_of("customerId"), to)
                .told_of("sharedCustomer"),
            refused(operation, "creditOf.id", by.clone(), id_of("sentBillId"), with_version)
                .told_of("creditOf"),
            refused(operation, "billableitems[].id", by.clone(), id_of("rowId"), row("id"))
                .told_of("billableitems[0].id")
                .free_are_taken(),
            refused(operation, "billableitems[].shiftId", by, id_of("shiftId"), row("shiftId"))
                .told_of("billableitems[0].shiftId"),
            harmless(operation, "ids[]", "it is of calculations alone"),
        ]);
    }
    for operation in [WHOLE, PART] {
        for field in ["billableitems[].id", "billableitems[].shiftId", "sharedCustomer.id"] {
            namings.push(harmless(operation, field, LOOKS_NOTHING_UP));
        }
    }
    namings
}

fn of_rows_and_parts(world: &World) -> Vec<Naming> {
    const SHARES: &str = "POST /api/bill/{billId}/contractoritems";
    const SHARE: &str = "PUT /api/bill/{billId}/contractoritems/{itemId}";
    const PURCHASES: &str = "POST /api/bill/{billId}/extcontractoritems";
    let (theirs, other) = (&world.of_owner, caller(world, OTHER));
    let clerk = json!(caller(world, "a clerk").who.as_ref().unwrap().id);
    let (own, owners) =
        (format!("/api/bill/{}", other.own["billId"]), format!("/api/bill/{}", theirs["billId"]));
    let share = |id: &Value| json!({"subcontractor": {"id": id}, "date": "03.11.2026", "amount": 1, "description": "Taitto"});
    let purchase = |id: &Value| {
        json!({"name": "Valovuokraus Oy", "duedate": "30.11.2026", "amount": 30, "referenceNumber": "1245",
               "accountNumber": "FI2112345600000785", "receipts": [{"id": id}]})
    };
    let shares = (OTHER, format!("{own}/contractoritems"));
    let one_share = (OWNER, format!("{owners}/contractoritems/{}", theirs["itemId"]));
    let purchases = (OTHER, format!("{own}/extcontractoritems"));
    let row = (OTHER, format!("/api/billableitem/{}", other.own["rowId"]));
    vec![
        // Any other worker may be: somebody of the provider is not told from nobody.
        refused(SHARES, "subcontractor.id", shares, clerk.clone(), share).told_of("subcontractor"),
        refused(SHARE, "subcontractor.id", one_share, clerk, share).told_of("subcontractor"),
        // A copy that no purchase has yet.
        refused(
            PURCHASES,
            "receipts[].id",
            purchases,
            json!(caller(world, OWNER).own["purchaseReceiptId"]),
            purchase,
        )
        .told_of("receipts"),
        harmless(
            "PUT /api/bill/{billId}/extcontractoritems/{purchaseId}",
            "receipts[].id",
            "copies are sent for their purchase and removed by themselves",
        ),
        refused(
            "PUT /api/billableitem/{rowId}",
            "shiftId",
            row,
            json!(theirs["shiftId"]),
            |id| json!({"shiftId": id}),
        )
        .told_of("billableitems[0].shiftId"),
        harmless("PUT /api/billableitem/{rowId}", "id", "the path names the row"),
    ]
}

/// The owner asks for money on rows of another.
fn of_advances(world: &World) -> Vec<Naming> {
    const NOT_A_ROW: &str = "CANNOT_CREATE_ADVANCE_PAYMENT";
    const ASK: &str = "POST /api/person/{personId}/bills/{billId}/advancePayment";
    let (owner, other) = (caller(world, OWNER), caller(world, OTHER));
    let bill = &world.of_owner["billOfAdvance"];
    let path = format!("/api/person/{}/bills/{bill}/advancePayment", owner.who.as_ref().unwrap().id);
    let asked = |field, id: &str, body: fn(&Value) -> Value| {
        refused(ASK, field, (OWNER, path.clone()), json!(other.own[id]), body)
    };
    vec![
        asked("ids[]", "rowId", |id| json!({"ids": [id]})).not_possible(NOT_A_ROW),
        asked("advancePaymentAmount.ids[]", "rowId", |id| json!({"advancePaymentAmount": {"ids": [id]}}))
            .not_possible(NOT_A_ROW),
        asked(
            "bill.billableitems[].id",
            "rowId",
            |id| json!({"bill": {"billableitems": [{"id": id, "useAsAdvancePayment": true}]}}),
        )
        .not_possible(NOT_A_ROW),
        asked("billId", "billId", |id| json!({"billId": id})),
        asked("advancePaymentAmount.billId", "billId", |id| json!({"advancePaymentAmount": {"billId": id}}))
            .told_of("billId"),
    ]
}

fn of_the_rest(world: &World) -> Vec<Naming> {
    const LATE: &str = "POST /api/person/{personId}/late-receipts";
    const LATE_AGAIN: &str = "PUT /api/late-receipt/{lateReceiptId}";
    const SHIFTS: &str = "POST /api/person/{personId}/shifts";
    const SHIFT_ROWS: &str = "POST /api/person/{personId}/shifts/rows";
    const TEMPLATES: &str = "POST /api/person/{personId}/templates/delete";
    const CREDITABLE: &str = "GET /api/person/{personId}/creditable-bills";
    const PURCHASES: &str = "GET /api/person/{personId}/extcontractoritems";
    let (theirs, other) = (&world.of_owner, caller(world, OTHER));
    let own = |rest: &str| (OTHER, format!("/api/person/{}/{rest}", other.who.as_ref().unwrap().id));
    let late = |id: &Value| json!({"rowId": id, "field": "othercost", "amount": 12.5});
    let late_again = (OWNER, format!("/api/late-receipt/{}", theirs["lateReceiptId"]));
    let shift = |id: &Value| json!({"shiftId": id, "startDateTime": "2026-11-17T08:00", "endDateTime": "2026-11-17T16:00"});
    let trips = (OTHER, "/api/travel/allowances".to_owned());
    vec![
        refused(
            "POST /api/travel/allowances",
            "billId",
            trips,
            json!(theirs["sentBillId"]),
            |id| json!({"startdate": "02.11.2026", "returndate": "02.11.2026", "billId": id}),
        )
        .done(),
        refused(LATE, "rowId", own("late-receipts"), world.late_receipt["rowId"].clone(), late),
        refused(LATE_AGAIN, "rowId", late_again, json!(other.own["rowId"]), late),
        refused(SHIFTS, "shiftId", own("shifts"), json!(theirs["ownShiftId"]), shift).free_are_taken(),
        refused(
            SHIFT_ROWS,
            "shiftIds[]",
            own("shifts/rows"),
            json!(theirs["shiftId"]),
            |id| json!({"shiftIds": [id]}),
        )
        .told_of("shiftIds"),
        harmless("PUT /api/person/{personId}/shifts/{shiftId}", "shiftId", "the path names the shift"),
        refused(
            TEMPLATES,
            "ids[]",
            own("templates/delete"),
            json!(theirs["templateId"]),
            |id| json!({"ids": [id]}),
        )
        .done(),
        refused(
            CREDITABLE,
            "?customer",
            own("creditable-bills?customer="),
            json!(theirs["customerId"]),
            |_| Value::Null,
        )
        .done(),
        refused(PURCHASES, "?page", own("extcontractoritems?page="), json!(theirs["purchaseId"]), |_| {
            Value::Null
        })
        .done(),
    ]
}

/// The provider's people act on all that exists; what is a part of something is looked for in that.
fn at_the_provider(world: &World) -> Vec<Naming> {
    const VAT: &str = "PUT /api/provider/bills/{billId}/receipt-vat";
    const OPEN: &str = "all that exists at the provider is open to these roles";
    let path = format!("/api/provider/bills/{}/receipt-vat", world.at_provider["billId"]);
    let version = world.provider_bill_version;
    let vat = move |id: &Value| json!({"version": version, "receipts": [{"rowId": id, "field": "othercost", "vat": 1}]});
    let mut namings = vec![
        refused(VAT, "receipts[].rowId", ("a clerk", path), world.late_receipt["rowId"].clone(), vat)
            .told_of("receipts[0].field"),
    ];
    for (operation, field) in [
        ("GET /api/provider/advances", "?cursor"),
        ("GET /api/provider/audit", "?actor"),
        ("GET /api/provider/bank-files", "?cursor"),
        ("GET /api/provider/payments", "?cursor"),
        ("GET /api/provider/payouts", "?cursor"),
        ("GET /api/provider/payroll/corrections/{creditNoteId}/file", "?salary"),
        ("GET /api/provider/payroll/runs", "?cursor"),
        ("GET /api/provider/payroll/runs/{runId}/salaries", "?cursor"),
        ("GET /api/provider/reminders", "?cursor"),
        ("GET /api/provider/remittances", "?cursor"),
        ("POST /api/provider/bills/approve", "ids[]"),
        ("POST /api/provider/payments/{paymentId}/match", "parts[].billId"),
        ("POST /api/provider/payouts/files", "ids[]"),
        ("POST /api/provider/payroll/runs/{runId}/approve", "refunds[]"),
        ("POST /api/provider/reminders", "billIds[]"),
        ("POST /api/provider/remittances", "personId"),
        ("POST /api/provider/remittances/approve", "remittances[]"),
    ] {
        namings.push(harmless(operation, field, OPEN));
    }
    namings
}

fn caller<'a>(world: &'a World, name: &str) -> &'a Caller {
    world.callers.iter().find(|caller| caller.name == name).unwrap()
}

async fn answer(world: &World, operation: &str, call: &Call, id: &Value) -> Answer {
    let token = &caller(world, call.caller).who.as_ref().unwrap().token;
    let (method, _) = operation.split_once(' ').unwrap();
    let path = match method {
        "GET" => format!("{}{}", call.path, id.as_str().unwrap()),
        _ => call.path.clone(),
    };
    let request = world.app.call(method.parse().unwrap(), &path).token(token);
    if method == "GET" { request.send().await } else { request.json(&(call.body)(id)).send().await }
}

/// Calls that name another's things. What is stored is compared by the caller of this.
pub async fn surprises(world: &World) -> Vec<String> {
    let namings = namings(world);
    let known = namings.iter().map(|naming| (naming.operation.to_owned(), naming.field.to_owned()));
    let known: BTreeSet<_> = known.collect();
    let described: BTreeSet<_> = described().into_iter().collect();
    let missing =
        described.difference(&known).map(|(operation, field)| format!("{operation}: {field} has no line"));
    let mut surprises: Vec<_> = missing.collect();
    let untold =
        known.difference(&described).filter(|(_, field)| !field.starts_with("advancePaymentAmount."));
    surprises.extend(untold.map(|(operation, field)| format!("{operation}: no {field} is described")));
    for Naming { operation, field, meaning } in &namings {
        let call = match meaning {
            Meaning::Named(call) => call,
            Meaning::Harmless(why) => {
                assert!(!why.is_empty(), "{operation}: {field}");
                continue;
            }
        };
        let mut answers = vec![];
        for id in &call.ids {
            let answer = answer(world, operation, call, id).await;
            let field = answer.json["fields"][0]["field"].as_str().unwrap_or_default();
            let refused = if answer.status == 409 { answer.key() } else { field };
            if (answer.status, refused) != (call.status, call.refused) {
                surprises.push(format!("{operation} with {field} {id}: {} {}", answer.status, answer.json));
            }
            answers.push(answer);
        }
        if answers.iter().any(|answer| told(answer) != told(&answers[0])) {
            surprises.push(format!("{operation}: {field} tells another's from nobody's"));
        }
    }
    surprises
}

/// Every field that the API's description has an id in, with its operation.
fn described() -> Vec<(String, String)> {
    let api = serde_json::to_value(crate::api::openapi()).unwrap();
    let mut found = vec![];
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let mut fields = vec![];
            for content in operation["requestBody"]["content"].as_object().into_iter().flatten() {
                ids_in(&api, &content.1["schema"], "", &mut fields);
            }
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            for parameter in parameters.filter(|parameter| parameter["in"] == "query") {
                let name = format!("?{}", parameter["name"].as_str().unwrap());
                ids_in(&api, &parameter["schema"], &name, &mut fields);
            }
            let name = format!("{} {path}", method.to_uppercase());
            found.extend(fields.into_iter().map(|field| (name.clone(), field)));
        }
    }
    found
}

/// An id is a UUID, or that of a shift, which planning chooses.
fn ids_in(api: &Value, schema: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return ids_in(api, &api["components"]["schemas"][name], at, found);
    }
    let is_shift = at.ends_with("shiftId") || at.ends_with("shiftIds[]");
    if schema["format"] == "uuid" || is_shift {
        found.push(at.to_owned());
    }
    for kind in ["allOf", "anyOf", "oneOf"] {
        for one in schema[kind].as_array().into_iter().flatten() {
            ids_in(api, one, at, found);
        }
    }
    if schema["items"].is_object() {
        ids_in(api, &schema["items"], &format!("{at}[]"), found);
    }
    for (name, one) in schema["properties"].as_object().into_iter().flatten() {
        let at = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
        ids_in(api, one, &at, found);
    }
}
