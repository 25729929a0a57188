//! A trip is paid once, on whichever bill it is claimed.

use liksa_domain::bill::BillState;
use liksa_domain::ids::CustomerId;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::sending::{handled, provider};
use super::{company, create, good_bill, key_of, path_of, put_into, read, save, somebody};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    a_trip_is_on_one_bill_of_its_worker,
    of_two_bills_with_one_trip_sent_at_once_one_is_sent,
    of_two_bills_with_one_trip_approved_at_once_one_is_approved,
    a_corrected_bill_claims_the_trip_of_the_credited_one,
    a_credit_note_is_no_earlier_trip,
    a_travel_report_leaves_out_what_was_credited,
}

const ALLOWANCES: [&str; 3] = ["fulldaycompensation", "partialdaycompensation", "lunchcompensation"];

/// A bill with a trip on 2 November, with one allowance.
fn with_trip(customer: CustomerId, (from, until): (&str, &str), allowance: &str) -> Value {
    let mut body = good_bill(customer);
    body["leftOutFromHome"] = json!(true);
    let trip = json!({
        "kilometers": 120, "addressStart": "Kotikatu 1, 00100 Helsinki", "addressStop": "Turku",
        "vehicleRegisterNumber": "ABC-123", "startdate": "02.11.2026", "time": from,
        "returndate": "02.11.2026", "returntime": until, allowance: 1,
    });
    for (field, value) in trip.as_object().unwrap() {
        body["billableitems"][0][field] = value.clone();
    }
    body
}

async fn send(app: &TestApp, who: &SignedIn, bill: &Value) -> Answer {
    save(app, who, bill, &json!({"state": "PENDING"})).await
}

/// The refusal of the first row because of another bill.
fn refusal(key: &str, number: Option<i64>, other: &Value) -> Value {
    let other = json!({"id": other["id"], "number": number, "day": "02.11.2026"});
    json!([{"field": "billableitems[0].startdate", "key": key, "other": other}])
}

#[track_caller]
fn assert_refused(answer: &Answer, fields: &Value) {
    assert_eq!(&answer.json["fields"], fields, "{}", answer.json);
    assert_eq!((answer.status, answer.key()), (422, key_of(fields)));
}

async fn a_trip_is_on_one_bill_of_its_worker(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let first = create(&app, &maija, &with_trip(customer, ("08:00", "19:00"), ALLOWANCES[0])).await;
    let second = create(&app, &maija, &with_trip(customer, ("18:00", "22:30"), "kilometers")).await;
    let evening = create(&app, &maija, &with_trip(customer, ("19:00", "23:00"), "kilometers")).await;
    let meal = create(&app, &maija, &with_trip(customer, ("00:00", "07:00"), ALLOWANCES[2])).await;
    let validated = async |bill: &Value| {
        let path = format!("/api/person/bill/{}/validate", bill["id"].as_str().unwrap());
        app.get(&path).token(&maija.token).send().await.json
    };
    assert_eq!(validated(&second).await["valid"], true, "drafts claim nothing");
    assert_eq!(send(&app, &maija, &first).await.status, 200);
    let overlap = refusal("TRIP_ON_ANOTHER_BILL", None, &first);
    assert_eq!(validated(&second).await["problems"], overlap);
    assert_refused(&send(&app, &maija, &second).await, &overlap);
    assert_refused(&send(&app, &maija, &meal).await, &refusal("SEVERAL_ALLOWANCES_ON_DAY", None, &first));
    assert_eq!(send(&app, &maija, &evening).await.status, 200, "it begins when the other ends");

    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let theirs = create(&app, &pekka, &with_trip(customer, ("08:00", "19:00"), ALLOWANCES[0])).await;
    assert_eq!(send(&app, &pekka, &theirs).await.status, 200, "of another worker");

    let path = format!("/api/person/bill/{}/open", first["id"].as_str().unwrap());
    let opened = app.put(&path).token(&maija.token).send().await;
    assert_eq!(opened.status, 200, "{}", opened.json);
    let only_evening = json!({"id": evening["id"], "number": null, "day": "02.11.2026"});
    let still = send(&app, &maija, &second).await;
    assert_eq!(still.json["fields"][0]["other"], only_evening, "18:00 to 22:30 and 19:00 to 23:00");
    assert_eq!(send(&app, &maija, &meal).await.status, 200);
    let first = read(&app, &maija, &first).await;
    assert_refused(&send(&app, &maija, &first).await, &refusal("SEVERAL_ALLOWANCES_ON_DAY", None, &meal));
}

async fn of_two_bills_with_one_trip_sent_at_once_one_is_sent(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let trip = with_trip(customer, ("08:00", "19:00"), ALLOWANCES[0]);
    let mut bills = vec![];
    for _ in 0..6 {
        bills.push(create(&app, &maija, &trip).await);
    }
    let mut sending = tokio::task::JoinSet::new();
    for bill in bills {
        let body = super::edited(&bill, &json!({"state": "PENDING"}));
        sending.spawn(app.put(&path_of(&maija, &bill)).token(&maija.token).json(&body).send());
    }
    let answers = sending.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let taken = &answers.iter().find(|answer| answer.status == 200).unwrap().json;
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        assert_refused(refused, &refusal("TRIP_ON_ANOTHER_BILL", None, taken));
    }
}

async fn of_two_bills_with_one_trip_approved_at_once_one_is_approved(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let customer = company(&app, &maija).await;
    let trip = with_trip(customer, ("08:00", "19:00"), ALLOWANCES[0]);
    let mut bills = vec![];
    for _ in 0..4 {
        // As if they had been sent before trips were compared.
        let bill = create(&app, &maija, &trip).await;
        let bill = put_into(&app, &maija, &bill, BillState::Pending).await;
        assert_eq!(provider(&app, &clerk, &bill, "take").await.status, 200);
        bills.push(bill);
    }
    let mut approving = tokio::task::JoinSet::new();
    for bill in &bills {
        let path = format!("/api/provider/bills/{}/approve", bill["id"].as_str().unwrap());
        approving.spawn(app.put(&path).token(&clerk.token).json(&json!({})).send());
    }
    let answers = approving.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let taken = &answers.iter().find(|answer| answer.status == 200).unwrap().json;
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        assert_refused(refused, &refusal("TRIP_ON_ANOTHER_BILL", None, taken));
    }
    app.let_bills_leave().await;
    let mut waiting = vec![];
    for bill in &bills {
        if read(&app, &maija, bill).await["state"] == "TAKEN" {
            waiting.push(bill);
        }
    }
    let path = format!("/api/provider/bills/{}", waiting[0]["id"].as_str().unwrap());
    let review = app.get(&path).token(&clerk.token).send().await.json;
    let remarks = review["remarks"].as_array().unwrap();
    assert!(remarks.contains(&refusal("TRIP_ON_ANOTHER_BILL", Some(1001), taken)[0]), "{remarks:?}");
    let bulk = app.post("/api/provider/bills/approve").token(&clerk.token);
    let bulk = bulk.json(&json!({"ids": [waiting[0]["id"]]})).send().await.json;
    assert_eq!(bulk["results"][0]["approved"], false);
}

/// A bill with a trip that was sent to the customer, credited and written anew: the bill, its credit note and the draft.
async fn corrected(app: &TestApp, maija: &SignedIn, clerk: &SignedIn) -> [Value; 3] {
    let trip = with_trip(company(app, maija).await, ("08:00", "19:00"), ALLOWANCES[0]);
    let bill = handled(app, maija, clerk, &trip).await;
    app.let_bills_leave().await;
    let correcting = app.post(&format!("{}/correct", path_of(maija, &bill))).token(&maija.token).send().await;
    assert_eq!(correcting.status, 201, "{}", correcting.json);
    [bill, correcting.json["creditNote"].clone(), correcting.json["draft"].clone()]
}

async fn a_corrected_bill_claims_the_trip_of_the_credited_one(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let [bill, credit_note, draft] = corrected(&app, &maija, &clerk).await;
    let sent = save(&app, &maija, &draft, &json!({"state": "PENDING", "leftOutFromHome": true})).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    assert_eq!(provider(&app, &clerk, &draft, "take").await.status, 200);
    for verb in ["take", "approve"] {
        assert_eq!(provider(&app, &clerk, &credit_note, verb).await.status, 200);
    }
    let early = provider(&app, &clerk, &draft, "approve").await;
    assert_refused(&early, &refusal("TRIP_ON_ANOTHER_BILL", Some(1001), &bill));
    app.let_bills_leave().await;
    assert_eq!(provider(&app, &clerk, &draft, "approve").await.status, 200);
}

async fn a_credit_note_is_no_earlier_trip(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let [bill, _, draft] = corrected(&app, &maija, &clerk).await;
    assert_eq!(app.delete(&path_of(&maija, &draft)).token(&maija.token).send().await.status, 204);
    let path = format!("/api/person/{}/trips", maija.id);
    let trips = app.get(&path).token(&maija.token).send().await.json;
    let bills: Vec<_> = trips["trips"].as_array().unwrap().iter().map(|trip| &trip["billId"]).collect();
    assert_eq!(bills, [&bill["id"]], "what is copied was billed");
}

async fn a_travel_report_leaves_out_what_was_credited(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let report = async || {
        let path = format!("/api/travel-expense/{}/pdf?from=01.11.2026&to=30.11.2026", maija.id);
        let answer = app.get(&path).token(&maija.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.headers["etag"].to_str().unwrap().to_owned()
    };
    let empty = report().await;
    let [bill, credit_note, _] = corrected(&app, &maija, &clerk).await;
    // The whole bill is credited: neither its trip nor that of the credit note is listed.
    for verb in ["take", "approve"] {
        assert_eq!(provider(&app, &clerk, &credit_note, verb).await.status, 200);
    }
    app.let_bills_leave().await;
    assert_eq!(read(&app, &maija, &credit_note).await["state"], "PAID");
    assert_eq!(report().await, empty);
    // As if only a part of the bill had been credited: the one with the trip.
    let paid = put_into(&app, &maija, &bill, BillState::Paid).await;
    assert_eq!((&paid["state"], report().await), (&json!("PAID"), empty));
}
