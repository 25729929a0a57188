//! The shifts of a worker: pages, what may be changed and claimed, and that each is billed once.

mod differences;

use jiff::ToSpan;
use liksa_domain::bill::BillState;
use liksa_domain::ids::CustomerId;
use liksa_domain::person::Role;
use liksa_store::ShiftFilter;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use crate::api::bills::tests::{company, create, good_bill, put_into, somebody};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    shifts_come_by_pages_and_by_days,
    only_what_is_entitled_is_claimed_and_saved,
    planning_keeps_its_fields_and_a_stale_save_changes_nothing,
    an_own_shift_is_added_changed_and_deleted,
    a_shift_is_ones_own,
    shifts_become_rows_at_the_last_price_of_their_department,
    the_price_the_vat_and_the_customer_are_those_of_the_last_bill_if_they_still_hold,
    a_shift_is_on_one_bill,
    of_two_bills_with_one_shift_sent_at_once_one_is_sent,
    a_corrected_bill_takes_the_shift_of_the_credited_one,
    shifts_go_with_the_account,
}

/// Maija, and a clerk who imports.
struct Planning {
    app: TestApp,
    maija: SignedIn,
    clerk: SignedIn,
    customer: CustomerId,
}

const ALL: &str =
    "LUNCH_ALLOWANCE KILOMETER_ALLOWANCE FULL_DAY_ALLOWANCE PARTIAL_DAY_ALLOWANCE FOREIGN_ALLOWANCE";

fn planned(id: &str, day: &str, (from, until): (&str, &str), entitled: &str) -> Value {
    json!({"shiftId": id, "email": "maija@liksa.example", "startDateTime": format!("{day}T{from}"),
           "endDateTime": format!("{day}T{until}"), "departmentKey": "N3", "departmentName": "Näyttämö",
           "entitled": [entitled]})
}

fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

#[track_caller]
fn assert_refused(answer: &Answer, status: u16, field: &str, key: &str) {
    assert_eq!((answer.status, answer.key()), (status, key), "{}", answer.json);
    if status == 422 {
        assert_eq!(answer.json["fields"][0]["field"], field, "{}", answer.json);
    }
}

impl Planning {
    async fn new(app: TestApp) -> Self {
        let maija = app.worker().await;
        let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
        let customer = company(&app, &maija).await;
        Self { app, maija, clerk, customer }
    }

    async fn import(&self, shifts: &[Value]) {
        let body = json!({"shifts": shifts}).to_string();
        let call = self.app.post("/api/provider/shifts").token(&self.clerk.token);
        let answer = call.body("application/json", body).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/person/{}/shifts{rest}", self.maija.id)
    }

    async fn get(&self, rest: &str) -> Value {
        let answer = self.app.get(&self.path(rest)).token(&self.maija.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn put(&self, shift: &Value) -> Answer {
        let path = self.path(&format!("/{}", shift["shiftId"].as_str().unwrap()));
        self.app.put(&path).token(&self.maija.token).json(shift).send().await
    }

    async fn rows(&self, ids: &[&str]) -> Answer {
        let call = self.app.post(&self.path("/rows")).token(&self.maija.token);
        call.json(&json!({"shiftIds": ids})).send().await
    }

    /// A draft with the rows of the shifts, at 400 euros an hour.
    async fn draft(&self, ids: &[&str]) -> Value {
        let mut rows = self.rows(ids).await.json["rows"].clone();
        for row in rows.as_array_mut().unwrap() {
            row["hourlyprice"] = json!(400);
            let fields = row.as_object_mut().unwrap();
            fields.retain(|name, _| {
                !["alvPrice", "price", "totalPrice", "priceWithoutAlv"].contains(&name.as_str())
            });
        }
        self.draft_with(rows).await
    }

    async fn draft_with(&self, rows: Value) -> Value {
        create(&self.app, &self.maija, &with(good_bill(self.customer), "billableitems", rows)).await
    }

    async fn send(&self, bill: &Value) -> Answer {
        let path = format!("/api/person/{}/bills/{}", self.maija.id, bill["id"].as_str().unwrap());
        let body = with(with(bill.clone(), "state", "PENDING"), "leftOutFromHome", true);
        self.app.put(&path).token(&self.maija.token).json(&body).send().await
    }

    /// A draft of a credit note that takes back ten euros of each hour.
    async fn credit_a_little_of(&self, bill: &Value) -> Value {
        self.app.clock.advance(1.minute());
        let bills = format!("/api/person/{}/bills", self.maija.id);
        let path = format!("{bills}/{}/credit-part", bill["id"].as_str().unwrap());
        let mut note = self.app.post(&path).token(&self.maija.token).send().await.json;
        let row = note["billableitems"][0].as_object_mut().unwrap();
        row.retain(|name, _| {
            !["alvPrice", "price", "totalPrice", "priceWithoutAlv"].contains(&name.as_str())
        });
        row["hourlyprice"] = json!(-10);
        let path = format!("{bills}/{}", note["id"].as_str().unwrap());
        let saved = self.app.put(&path).token(&self.maija.token).json(&note).send().await;
        assert_eq!(saved.status, 200, "{}", saved.json);
        saved.json
    }

    async fn provider(&self, bill: &Value, verb: &str) -> Answer {
        let path = format!("/api/provider/bills/{}/{verb}", bill["id"].as_str().unwrap());
        self.app.put(&path).token(&self.clerk.token).json(&json!({})).send().await
    }

    /// The remarks on a bill that are about shifts.
    async fn remarks(&self, bill: &Value) -> Vec<Value> {
        let path = format!("/api/provider/bills/{}", bill["id"].as_str().unwrap());
        let review = self.app.get(&path).token(&self.clerk.token).send().await.json;
        let remarks = review["remarks"].as_array().unwrap_or_else(|| panic!("{review}"));
        let of_shifts = |remark: &&Value| remark["field"].as_str().unwrap().ends_with("shiftId");
        remarks.iter().filter(of_shifts).map(|remark| remark["key"].clone()).collect()
    }
}

async fn shifts_come_by_pages_and_by_days(app: TestApp) {
    let planning = Planning::new(app).await;
    let day = |number: i64| format!("2026-{:02}-{:02}", 10 + number / 28, number % 28 + 1);
    let all: Vec<Value> = (0..45)
        .map(|number| planned(&format!("TV-{number:02}"), &day(number), ("08:00", "16:00"), ""))
        .collect();
    planning.import(&all).await;
    let mut seen = vec![];
    for (number, on_page) in [(0, 20), (1, 20), (2, 5), (3, 0)] {
        let page = planning.get(&format!("?page={number}")).await;
        let sizes =
            ["size", "numberOfElements", "totalPages", "totalElements"].map(|name| page[name].as_i64());
        assert_eq!(sizes, [20, on_page, 3, 45].map(Some));
        seen.extend(page["content"].as_array().unwrap().iter().map(|shift| shift["startDateTime"].clone()));
    }
    let mut sorted = seen.clone();
    sorted.sort_by_key(|start| std::cmp::Reverse(start.to_string()));
    assert_eq!((seen.len(), &seen), (45, &sorted), "each once, the latest first");
    let november = planning.get("?from=01.11.2026&to=05.11.2026").await;
    let starts: Vec<&Value> =
        november["content"].as_array().unwrap().iter().map(|shift| &shift["startDateTime"]).collect();
    assert_eq!(
        (starts.len(), starts[0], starts[4]),
        (5, &json!("2026-11-05T08:00"), &json!("2026-11-01T08:00"))
    );
    for (query, field) in
        [("?page=-1", "page"), ("?page=x", "page"), ("?from=1.1.2026", "from"), ("?to=x", "to")]
    {
        let refused = planning.app.get(&planning.path(query)).token(&planning.maija.token).send().await;
        assert_eq!((refused.status, &refused.json["fields"][0]["field"]), (422, &json!(field)), "{query}");
    }
}

fn trip() -> Value {
    json!({"kilometers": 118.5, "addressStart": "Vaasankatu 12, 00500 Helsinki", "addressStop": "Turku",
           "vehicleRegisterNumber": "ABC-123", "vehicleType": "CAR", "departureDate": "16.11.2026",
           "departureTime": "06:30", "arrivalDate": "16.11.2026", "arrivalTime": "21:30"})
}

async fn only_what_is_entitled_is_claimed_and_saved(app: TestApp) {
    let planning = Planning::new(app).await;
    let lunch = planned("TV-1", "2026-11-16", ("08:00", "16:00"), "LUNCH_ALLOWANCE");
    planning.import(&[lunch, planned("TV-2", "2026-11-16", ("08:00", "20:00"), ALL)]).await;
    let lunch = planning.get("/TV-1").await;
    assert_eq!(
        (&lunch["reimbursements"], &lunch["proposal"]["lunchcompensation"]),
        (&Value::Null, &json!(1))
    );
    for field in ["fulldaycompensation", "partialdaycompensation", "foreignAllowance"] {
        let refused = planning.put(&with(lunch.clone(), "reimbursements", json!({field: 1}))).await;
        assert_refused(&refused, 422, &format!("reimbursements.{field}"), "SHIFT_NOT_ENTITLED");
    }
    let drove = planning.put(&with(lunch.clone(), "journey", trip())).await;
    assert_refused(&drove, 422, "journey.kilometers", "SHIFT_NOT_ENTITLED");
    assert_eq!(planning.get("/TV-1").await, lunch, "nothing was saved");

    let full = planning.get("/TV-2").await;
    let claimed =
        with(with(full.clone(), "journey", trip()), "reimbursements", json!({"fulldaycompensation": 1}));
    let saved = planning.put(&claimed).await;
    assert_eq!(saved.status, 200, "{}", saved.json);
    assert_eq!((&saved.json["journey"], &saved.json["version"]), (&trip(), &json!(2)));
    assert_eq!(saved.json["reimbursements"]["fulldaycompensation"], 1);
    assert_eq!(planning.get("/TV-2").await, saved.json);
    let again = planning.put(&saved.json).await;
    assert_eq!((again.status, &again.json["version"]), (200, &json!(2)), "nothing to save");
    let two = with(saved.json.clone(), "reimbursements", json!({"fulldaycompensation": 2}));
    let refused = planning.put(&two).await;
    assert_refused(&refused, 422, "reimbursements.fulldaycompensation", "TRAVEL_TIME_NOT_LONG_ENOUGH");
    let events = planning.app.store.audit_of("shift:TV-2").await.unwrap();
    let told: Vec<_> = events.iter().map(|event| (event.action.name(), event.detail.as_str())).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].0 == "shift.changed" && told[0].1.contains("118.5"), "{told:?}");
    assert!(!told[0].1.contains("Vaasankatu"), "the log cannot be erased");
}

async fn planning_keeps_its_fields_and_a_stale_save_changes_nothing(app: TestApp) {
    let planning = Planning::new(app).await;
    planning.import(&[planned("TV-1", "2026-11-16", ("08:00", "16:00"), ALL)]).await;
    let read = planning.get("/TV-1").await;
    assert_eq!(planning.put(&read).await.status, 200, "sent back as read");
    for (field, value) in [
        ("startDateTime", json!("2026-11-16T07:00")),
        ("endDateTime", json!("2026-11-16T17:00")),
        ("departmentName", json!("Muu")),
        ("departmentKey", json!("")),
        ("entitled", json!([])),
    ] {
        assert_refused(&planning.put(&with(read.clone(), field, value)).await, 422, field, "SHIFT_PLANNED");
    }
    let without = with(read.clone(), "version", Value::Null);
    assert_refused(&planning.put(&without).await, 422, "version", "validation.required");
    let first = planning.put(&with(read.clone(), "reimbursements", json!({"lunchcompensation": 1}))).await;
    assert_eq!(first.status, 200, "{}", first.json);
    let second = planning.put(&with(read, "reimbursements", json!({"lunchcompensation": 0}))).await;
    assert_refused(&second, 409, "", "STALE_SHIFT");
    assert_eq!(second.json["shift"], first.json, "with what is there now");
    let same = planning.put(&with(first.json.clone(), "version", 1)).await;
    assert_refused(&same, 409, "", "STALE_SHIFT");
    assert_eq!(planning.get("/TV-1").await, first.json);
    let delete = planning.app.delete(&planning.path("/TV-1")).token(&planning.maija.token).send().await;
    assert_refused(&delete, 409, "", "SHIFT_PLANNED");
}

async fn an_own_shift_is_added_changed_and_deleted(app: TestApp) {
    let planning = Planning::new(app).await;
    let add = async |body: &Value| {
        planning.app.post(&planning.path("")).token(&planning.maija.token).json(body).send().await
    };
    let id = "OWN-01900000-0000-7000-8000-000000000001";
    let body = json!({"shiftId": id, "startDateTime": "2026-11-16T22:00", "endDateTime": "2026-11-17T06:00",
                      "departmentName": "Yövuoro"});
    let added = add(&body).await;
    assert_eq!((added.status, &added.json["origin"]), (201, &json!("OWN")), "{}", added.json);
    assert_eq!((&added.json["entitled"].as_array().unwrap().len(), &added.json["version"]), (&5, &json!(1)));
    let again = add(&body).await;
    assert_eq!((again.status, &again.json), (200, &added.json), "sent twice, added once");
    assert_eq!(planning.get("").await["totalElements"], 1);
    assert_refused(&add(&json!({})).await, 422, "startDateTime", "INVALID_FIELDS");
    let pekka = somebody(&planning.app, "pekka@liksa.example", Role::User).await;
    let path = format!("/api/person/{}/shifts", pekka.id);
    let taken = planning.app.post(&path).token(&pekka.token).json(&body).send().await;
    assert_refused(&taken, 422, "shiftId", "validation.invalidChoice");

    let longer = planning.put(&with(added.json.clone(), "endDateTime", "2026-11-17T07:00")).await;
    assert_eq!((longer.status, &longer.json["endDateTime"]), (200, &json!("2026-11-17T07:00")));
    let bill = planning.draft(&[id]).await;
    let mut shorter = bill.clone();
    shorter["billableitems"][0]["workShiftEndedTime"] = json!("06:30");
    assert_eq!(planning.send(&shorter).await.status, 200);
    assert_eq!(planning.remarks(&bill).await, [] as [Value; 0], "there is no planning to differ from");
    let path = format!("/api/person/bill/{}/open", bill["id"].as_str().unwrap());
    assert_eq!(planning.app.put(&path).token(&planning.maija.token).send().await.status, 200);
    let billed = planning.put(&with(longer.json.clone(), "endDateTime", "2026-11-17T08:00")).await;
    assert_refused(&billed, 409, "", "SHIFT_BILLED");
    assert_eq!(billed.json["shift"]["bill"]["id"], bill["id"]);
    let delete = async |query: &str| {
        let path = planning.path(&format!("/{id}{query}"));
        planning.app.delete(&path).token(&planning.maija.token).send().await
    };
    assert_refused(&delete("").await, 409, "", "SHIFT_BILLED");
    let of_bill = format!("/api/person/{}/bills/{}", planning.maija.id, bill["id"].as_str().unwrap());
    assert_eq!(planning.app.delete(&of_bill).token(&planning.maija.token).send().await.status, 204);
    assert_refused(&delete("?version=1").await, 409, "", "STALE_SHIFT");
    assert_eq!((delete("?version=2").await.status, delete("").await.status), (204, 404));
    let events = planning.app.store.audit_of(&format!("shift:{id}")).await.unwrap();
    let actions: Vec<_> = events.iter().map(|event| event.action.name()).collect();
    assert_eq!(actions, ["shift.added", "shift.changed", "shift.deleted"]);
}

async fn a_shift_is_ones_own(app: TestApp) {
    let planning = Planning::new(app).await;
    planning.import(&[planned("TV-1", "2026-11-16", ("08:00", "16:00"), ALL)]).await;
    let read = planning.get("/TV-1").await;
    let pekka = somebody(&planning.app, "pekka@liksa.example", Role::User).await;
    let own = format!("/api/person/{}/shifts", pekka.id);
    for path in [planning.path("/TV-1"), format!("{own}/TV-1")] {
        assert_eq!(planning.app.get(&path).token(&pekka.token).send().await.status, 404);
        assert_eq!(planning.app.put(&path).token(&pekka.token).json(&read).send().await.status, 404);
        assert_eq!(planning.app.delete(&path).token(&pekka.token).send().await.status, 404);
    }
    assert_eq!(planning.app.get(&planning.path("")).token(&pekka.token).send().await.status, 404);
    let call = planning.app.post(&format!("{own}/rows")).token(&pekka.token);
    let theirs = call.json(&json!({"shiftIds": ["TV-1"]})).send().await;
    let call = planning.app.post(&format!("{own}/rows")).token(&pekka.token);
    let missing = call.json(&json!({"shiftIds": ["TV-9"]})).send().await;
    assert_refused(&theirs, 422, "shiftIds", "validation.invalidChoice");
    assert_eq!(theirs.json, missing.json, "not even that it exists");
}

async fn shifts_become_rows_at_the_last_price_of_their_department(app: TestApp) {
    let planning = Planning::new(app).await;
    let entitled = "LUNCH_ALLOWANCE KILOMETER_ALLOWANCE FULL_DAY_ALLOWANCE";
    planning
        .import(&[
            planned("TV-1", "2026-11-02", ("08:00", "16:20"), "LUNCH_ALLOWANCE"),
            planned("TV-2", "2026-11-03", ("08:00", "20:00"), entitled),
            planned("TV-3", "2026-12-03", ("08:00", "16:00"), ""),
            planned("TV-4", "2026-11-04", ("08:00", "16:00"), ""),
        ])
        .await;
    let shift = planning.get("/TV-2").await;
    let trip = json!({"kilometers": 60, "addressStart": "Koti 1", "addressStop": "Turku", "vehicleRegisterNumber": "A-1"});
    assert_eq!(planning.put(&with(shift, "journey", trip)).await.status, 200);
    let made = planning.rows(&["TV-2", "TV-1"]).await;
    assert_eq!((made.status, &made.json["sharedCustomer"]), (200, &Value::Null), "{}", made.json);
    let rows = made.json["rows"].as_array().unwrap();
    let expected = [
        ("TV-1", "02.11.2026", "Näyttämö 08:00–16:20", 8.33, 1, 0, 0),
        ("TV-2", "03.11.2026", "Näyttämö 08:00–20:00", 12.0, 0, 1, 60),
    ];
    assert_eq!(rows.len(), 2);
    for (row, (shift, date, text, hours, meals, days, kilometers)) in rows.iter().zip(expected) {
        assert_eq!((&row["shiftId"], &row["date"]), (&json!(shift), &json!(date)));
        assert_eq!((&row["destination"], &row["type"]), (&json!(text), &json!("AMOUNT")));
        assert_eq!((row["billableWorkHours"].as_f64(), &row["hourlyprice"]), (Some(hours), &Value::Null));
        assert_eq!((&row["lunchcompensation"], &row["fulldaycompensation"]), (&json!(meals), &json!(days)));
        assert_eq!((&row["kilometers"], row["alv"].as_f64()), (&json!(kilometers), Some(25.5)));
        assert_eq!(row["workShiftStartedTime"], "08:00");
    }
    assert_eq!((&rows[1]["startdate"], &rows[1]["returntime"]), (&json!("03.11.2026"), &json!("20:00")));
    assert_eq!(planning.get("").await["content"][0]["bill"], Value::Null, "nothing is stored");
    assert_refused(&planning.rows(&["TV-1", "TV-3"]).await, 422, "shiftIds", "ROWS_NOT_IN_SAME_MONTH");
    assert_refused(&planning.rows(&[]).await, 422, "shiftIds", "validation.required");

    let bill = planning.draft(&["TV-1", "TV-2"]).await;
    assert_eq!(bill["billableitems"][0]["shiftId"], "TV-1");
    assert_eq!(planning.send(&bill).await.status, 200);
    let next = planning.rows(&["TV-4"]).await.json;
    let price = |field: &str| next["rows"][0][field].as_f64();
    assert_eq!((price("hourlyprice"), price("totalPrice")), (Some(400.0), Some(3200.0)));
    assert_eq!(next["sharedCustomer"], bill["sharedCustomer"]["id"], "billed to the same customer again");
    let billed = planning.rows(&["TV-1", "TV-4"]).await;
    assert_refused(&billed, 422, "shiftIds", "SHIFT_ON_ANOTHER_BILL");
}

async fn the_price_the_vat_and_the_customer_are_those_of_the_last_bill_if_they_still_hold(app: TestApp) {
    let planning = Planning::new(app).await;
    let shift = |id: &str, department: &str| {
        with(planned(id, "2026-11-02", ("08:00", "16:00"), ""), "departmentKey", department)
    };
    planning.import(&[shift("A-1", "A"), shift("A-2", "A"), shift("A-3", "A"), shift("B-1", "B")]).await;
    let bill = async |shift: &str, price: i32, vat: f64| {
        let row = json!({"type": "AMOUNT", "date": "02.11.2026", "destination": "Vuoro", "hourlyprice": price,
                         "billableWorkHours": 8, "alv": vat, "shiftId": shift});
        planning.draft_with(json!([row])).await
    };
    let last = async |shifts: &[&str]| {
        let made = planning.rows(shifts).await.json;
        let row = &made["rows"][0];
        (row["hourlyprice"].as_f64(), row["alv"].as_f64(), made["sharedCustomer"].clone())
    };
    let customer = json!(planning.customer);
    bill("A-1", 40, 13.5).await;
    assert_eq!(last(&["A-3"]).await, (Some(40.0), Some(13.5), customer.clone()));
    planning.app.clock.advance(1.minute());
    // 24 % ended in 2024.
    bill("A-2", 50, 24.0).await;
    assert_eq!(
        last(&["A-3"]).await,
        (Some(50.0), Some(25.5), customer),
        "the last one, at the VAT of the day"
    );
    let (_, _, of_both) = last(&["A-3", "B-1"]).await;
    assert_eq!(of_both, Value::Null, "nobody was billed for the other department");
    let too_many = planning.rows(&["A-3"; 201]).await;
    assert_refused(&too_many, 422, "shiftIds", "validation.tooMany");
}

fn on_another_bill(other: &Value, number: Option<i64>) -> Value {
    let other = json!({"id": other["id"], "number": number, "day": "16.11.2026"});
    json!([{"field": "billableitems[0].shiftId", "key": "SHIFT_ON_ANOTHER_BILL", "other": other}])
}

async fn a_shift_is_on_one_bill(app: TestApp) {
    let planning = Planning::new(app).await;
    planning.import(&[planned("TV-1", "2026-11-16", ("08:00", "16:00"), "")]).await;
    let row = json!({"type": "AMOUNT", "date": "16.11.2026", "destination": "Vuoro", "hourlyprice": 100,
                     "billableWorkHours": 8, "shiftId": "TV-1"});
    let twice = planning.draft_with(json!([row, row])).await;
    let refused = planning.send(&twice).await;
    assert_refused(&refused, 422, "billableitems[1].shiftId", "SHIFT_TWICE");
    let path = format!("/api/person/{}/bills/{}", planning.maija.id, twice["id"].as_str().unwrap());
    assert_eq!(planning.app.delete(&path).token(&planning.maija.token).send().await.status, 204);

    let (first, second) = (planning.draft_with(json!([row])).await, planning.draft_with(json!([row])).await);
    let refused = planning.send(&first).await;
    assert_eq!(
        (refused.status, &refused.json["fields"]),
        (422, &on_another_bill(&second, None)),
        "on the other draft"
    );
    let path = format!("/api/person/bill/{}/validate", second["id"].as_str().unwrap());
    let checked = planning.app.get(&path).token(&planning.maija.token).send().await.json;
    assert_eq!(checked["problems"], on_another_bill(&first, None));
    let path = format!("/api/person/{}/bills/{}", planning.maija.id, second["id"].as_str().unwrap());
    assert_eq!(planning.app.delete(&path).token(&planning.maija.token).send().await.status, 204);
    assert_eq!(planning.send(&first).await.status, 200);
    let shown = planning.get("/TV-1").await;
    assert_eq!((&shown["bill"]["id"], &shown["bill"]["state"]), (&first["id"], &json!("PENDING")));
    let third = planning.draft_with(json!([row])).await;
    assert_eq!(planning.send(&third).await.json["fields"], on_another_bill(&first, None));
    put_into(&planning.app, &planning.maija, &first, BillState::Credited).await;
    assert_eq!(planning.send(&third).await.status, 200, "the first one was taken back");
}

async fn of_two_bills_with_one_shift_sent_at_once_one_is_sent(app: TestApp) {
    let planning = Planning::new(app).await;
    planning.import(&[planned("TV-1", "2026-11-16", ("08:00", "16:00"), "")]).await;
    let row = json!({"type": "CONTRACT", "date": "16.11.2026", "destination": "Vuoro", "alvPrice": 900});
    let mut sending = tokio::task::JoinSet::new();
    for _ in 0..6 {
        // The shift comes with the sending itself, so that no draft has it before.
        let bill = planning.draft_with(json!([row])).await;
        let path = format!("/api/person/{}/bills/{}", planning.maija.id, bill["id"].as_str().unwrap());
        let mut body = with(bill, "state", "PENDING");
        body["billableitems"][0]["shiftId"] = json!("TV-1");
        sending.spawn(planning.app.put(&path).token(&planning.maija.token).json(&body).send());
    }
    let answers = sending.join_all().await;
    let (sent, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert_eq!(sent.len(), 1);
    for refused in refused {
        assert_eq!(refused.json["fields"], on_another_bill(&sent[0].json, None), "{}", refused.json);
    }
}

async fn a_corrected_bill_takes_the_shift_of_the_credited_one(app: TestApp) {
    let planning = Planning::new(app).await;
    let next = planned("TV-2", "2026-11-17", ("08:00", "16:00"), "");
    planning.import(&[planned("TV-1", "2026-11-16", ("08:00", "16:00"), ""), next]).await;
    let bill = planning.draft(&["TV-1"]).await;
    assert_eq!(planning.send(&bill).await.status, 200);
    for verb in ["take", "approve"] {
        assert_eq!(planning.provider(&bill, verb).await.status, 200);
    }
    planning.app.let_bills_leave().await;
    let note = planning.credit_a_little_of(&bill).await;
    let rows = planning.rows(&["TV-2"]).await.json;
    assert_eq!(rows["rows"][0]["hourlyprice"].as_f64(), Some(400.0), "not what was taken back");
    let path = format!("/api/person/{}/bills/{}", planning.maija.id, note["id"].as_str().unwrap());
    assert_eq!(planning.app.delete(&path).token(&planning.maija.token).send().await.status, 204);
    let path = format!("/api/person/{}/bills/{}/correct", planning.maija.id, bill["id"].as_str().unwrap());
    let made = planning.app.post(&path).token(&planning.maija.token).send().await.json;
    let (note, draft) = (&made["creditNote"], &made["draft"]);
    assert_eq!(draft["billableitems"][0]["shiftId"], "TV-1");
    let sent = planning.send(draft).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    for (bill, verb) in [(draft, "take"), (note, "take"), (note, "approve")] {
        assert_eq!(planning.provider(bill, verb).await.status, 200);
    }
    let early = planning.provider(draft, "approve").await;
    assert_eq!(early.json["fields"], on_another_bill(&bill, Some(1001)), "the note has not gone yet");
    planning.app.let_bills_leave().await;
    assert_eq!(planning.provider(draft, "approve").await.status, 200);
    let path = format!("/api/person/{}/bills/{}/copy", planning.maija.id, bill["id"].as_str().unwrap());
    let copy = planning.app.post(&path).token(&planning.maija.token).send().await.json;
    assert_eq!(copy["billableitems"][0]["shiftId"], Value::Null, "a copy is of other work");
}

async fn shifts_go_with_the_account(app: TestApp) {
    let planning = Planning::new(app).await;
    planning.import(&[planned("TV-1", "2026-11-16", ("08:00", "20:00"), ALL)]).await;
    let person = planning.maija.id;
    let call = planning.app.post("/api/person/deletion-request").token(&planning.maija.token);
    assert_eq!(call.send().await.status, 204);
    let admin = somebody(&planning.app, "hallinto@liksa.example", Role::Admin).await;
    let path = format!("/api/provider/deletion-requests/{person}/erase");
    assert_eq!(planning.app.post(&path).token(&admin.token).send().await.status, 204);
    let filter = ShiftFilter { person, from: None, until: None };
    assert_eq!(planning.app.store.shift_page(filter, 0, 20).await.unwrap(), (vec![], 0));
}
