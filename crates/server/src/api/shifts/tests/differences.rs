//! What planning changes after a shift is on a bill, and what a clerk is told of it.

use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{ALL, Planning, assert_refused, planned, trip, with};
use crate::api::bills::tests::somebody;
use crate::testing::TestApp;

both_engines! {
    what_the_worker_wrote_survives_a_new_import_and_a_bill_shows_the_difference,
    a_shift_given_to_another_worker_stays_on_the_bill_of_the_first,
    a_row_keeps_the_department_that_its_shift_had,
    a_clerk_sees_that_shifts_and_trips_are_on_an_approved_bill,
}

async fn what_the_worker_wrote_survives_a_new_import_and_a_bill_shows_the_difference(app: TestApp) {
    let planning = Planning::new(app).await;
    let shift = planned("TV-1", "2026-11-16", ("08:00", "20:00"), ALL);
    planning.import(std::slice::from_ref(&shift)).await;
    let read = planning.get("/TV-1").await;
    let claimed = with(with(read, "journey", trip()), "reimbursements", json!({"fulldaycompensation": 1}));
    let saved = planning.put(&claimed).await.json;
    planning.import(std::slice::from_ref(&shift)).await;
    assert_eq!(planning.get("/TV-1").await, saved, "the same again changes nothing");
    let bill = planning.draft(&["TV-1"]).await;
    let sent = planning.send(&bill).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    assert_eq!(planning.remarks(&bill).await, [] as [Value; 0]);

    planning.import(&[with(shift.clone(), "endDateTime", "2026-11-16T19:00")]).await;
    let moved = planning.get("/TV-1").await;
    assert_eq!((&moved["journey"], &moved["endDateTime"]), (&trip(), &json!("2026-11-16T19:00")));
    assert_eq!(moved["reimbursements"]["fulldaycompensation"], 1);
    let difference = json!({"startDateTime": null, "endDateTime": "2026-11-16T20:00", "department": null,
                            "notEntitled": [], "givenAway": false});
    assert_eq!((&moved["bill"]["id"], &moved["difference"]), (&bill["id"], &difference));
    assert!(moved["version"].as_i64() > saved["version"].as_i64(), "who edits the old one is told");
    let path = format!("/api/person/{}/bills/{}", planning.maija.id, bill["id"].as_str().unwrap());
    let kept = planning.app.get(&path).token(&planning.maija.token).send().await.json;
    let row = &kept["billableitems"][0];
    assert_eq!((&row["workShiftEndedTime"], &row["billableWorkHours"]), (&json!("20:00"), &json!(12)));
    assert_eq!(planning.remarks(&bill).await, ["review.shiftDiffers"]);

    let elsewhere = with(with(shift.clone(), "departmentName", "Lämpiö"), "departmentKey", "L1");
    planning.import(&[elsewhere]).await;
    let difference = json!({"startDateTime": null, "endDateTime": null, "department": "Näyttämö",
                            "notEntitled": [], "givenAway": false});
    assert_eq!(planning.get("/TV-1").await["difference"], difference);
    assert_eq!(planning.remarks(&bill).await, ["review.shiftDiffers"]);
    planning.import(&[shift]).await;
    assert_eq!(planning.get("/TV-1").await["difference"], Value::Null);
    assert_eq!(planning.remarks(&bill).await, [] as [Value; 0]);
}

async fn a_row_keeps_the_department_that_its_shift_had(app: TestApp) {
    let planning = Planning::new(app).await;
    let shift = planned("TV-1", "2026-11-16", ("08:00", "20:00"), "LUNCH_ALLOWANCE");
    planning.import(std::slice::from_ref(&shift)).await;
    let draft = planning.draft(&["TV-1"]).await;
    planning.import(&[with(shift, "departmentName", "Lämpiö")]).await;
    let department = async || planning.get("/TV-1").await["difference"]["department"].clone();
    assert_eq!(department().await, "Näyttämö");
    let path = format!("/api/person/{}/bills/{}", planning.maija.id, draft["id"].as_str().unwrap());
    let save = async |rows: Value| {
        let now = planning.app.get(&path).token(&planning.maija.token).send().await.json;
        let body = with(with(now, "billableitems", rows), "sharedCustomer", json!({"id": planning.customer}));
        let saved = planning.app.put(&path).token(&planning.maija.token).json(&body).send().await;
        assert_eq!(saved.status, 200, "{}", saved.json);
    };
    save(json!([])).await;
    assert_eq!(planning.get("/TV-1").await["bill"], Value::Null, "taken off the bill");
    let rows = planning.rows(&["TV-1"]).await.json["rows"].clone();
    save(rows).await;
    assert_eq!(planning.get("/TV-1").await["bill"]["id"], draft["id"]);
    assert_eq!(planning.get("/TV-1").await["difference"], Value::Null, "a new row is of the new department");
}

/// Both bills were sent while the credit note of a third waited. The clerk is told before approving the second.
async fn a_clerk_sees_that_shifts_and_trips_are_on_an_approved_bill(app: TestApp) {
    let planning = Planning::new(app).await;
    planning.import(&[planned("TV-1", "2026-11-16", ("08:00", "20:00"), ALL)]).await;
    let read = planning.get("/TV-1").await;
    let claimed = with(with(read, "journey", trip()), "reimbursements", json!({"fulldaycompensation": 1}));
    assert_eq!(planning.put(&claimed).await.status, 200);
    let first = planning.draft(&["TV-1"]).await;
    assert_eq!(planning.send(&first).await.status, 200);
    for verb in ["take", "approve"] {
        assert_eq!(planning.provider(&first, verb).await.status, 200);
    }
    planning.app.let_bills_leave().await;
    let path = format!("/api/person/{}/bills/{}/correct", planning.maija.id, first["id"].as_str().unwrap());
    let corrected = planning.app.post(&path).token(&planning.maija.token).send().await.json;
    let draft = &corrected["draft"];
    let sent = planning.send(draft).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    let path = format!("/api/provider/bills/{}", draft["id"].as_str().unwrap());
    let shown = planning.app.get(&path).token(&planning.clerk.token).send().await.json;
    let problems = shown["remarks"].as_array().unwrap();
    let of = |key: &str| problems.iter().find(|one| one["key"] == key);
    for key in ["SHIFT_ON_ANOTHER_BILL", "TRIP_ON_ANOTHER_BILL"] {
        let found = of(key).unwrap_or_else(|| panic!("{key}: {shown}"));
        assert_eq!(found["other"]["id"], first["id"], "{found}");
    }
}

async fn a_shift_given_to_another_worker_stays_on_the_bill_of_the_first(app: TestApp) {
    let planning = Planning::new(app).await;
    let pekka = somebody(&planning.app, "pekka@liksa.example", Role::User).await;
    let shifts = [
        planned("TV-1", "2026-11-16", ("08:00", "20:00"), ALL),
        planned("TV-2", "2026-11-17", ("08:00", "20:00"), ALL),
    ];
    planning.import(&shifts).await;
    for id in ["/TV-1", "/TV-2"] {
        let read = planning.get(id).await;
        let saved = planning.put(&with(read, "journey", trip())).await;
        assert_eq!(saved.status, 200, "{}", saved.json);
    }
    let bill = planning.draft(&["TV-1"]).await;
    planning.import(&shifts.map(|shift| with(shift, "email", "pekka@liksa.example"))).await;

    let of_maija = planning.get("").await;
    assert_eq!(of_maija["totalElements"], 1, "what was on no bill is gone");
    let first = &of_maija["content"][0];
    assert_eq!((&first["shiftId"], &first["bill"]["id"]), (&json!("TV-1"), &bill["id"]));
    assert_eq!(first["difference"]["givenAway"], true);
    assert_refused(&planning.put(first).await, 409, "", "SHIFT_GIVEN_AWAY");
    assert_refused(&planning.rows(&["TV-1"]).await, 422, "shiftIds", "SHIFT_GIVEN_AWAY");
    let sent = planning.send(&bill).await;
    assert_eq!(sent.status, 200, "the row stays as it is: {}", sent.json);
    assert_eq!(planning.remarks(&bill).await, ["review.shiftGivenAway"]);

    let own = format!("/api/person/{}/shifts", pekka.id);
    let of_pekka = planning.app.get(&own).token(&pekka.token).send().await.json;
    assert_eq!(of_pekka["totalElements"], 2);
    for shift in of_pekka["content"].as_array().unwrap() {
        let found = (&shift["bill"], &shift["difference"], &shift["journey"]["addressStart"]);
        assert_eq!(found, (&Value::Null, &Value::Null, &json!("")), "nothing of the first worker");
    }
    let rows = planning.app.post(&format!("{own}/rows")).token(&pekka.token);
    let rows = rows.json(&json!({"shiftIds": ["TV-2"]})).send().await.json;
    assert_eq!(rows["rows"][0]["hourlyprice"], Value::Null, "nor what the first worker was paid: {rows}");
    planning.import(&[planned("TV-1", "2026-11-16", ("08:00", "20:00"), ALL)]).await;
    let back = planning.get("/TV-1").await;
    assert_eq!((&back["difference"], &back["journey"]["addressStop"]), (&Value::Null, &json!("Turku")));
    assert_eq!(planning.app.get(&own).token(&pekka.token).send().await.json["totalElements"], 1);
}
