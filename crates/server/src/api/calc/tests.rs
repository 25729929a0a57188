use liksa_test_support::on_sqlite;
use serde_json::{Value, json};

use crate::testing::{Answer, TestApp};

on_sqlite! {
    an_invoice_becomes_a_salary,
    a_wanted_salary_becomes_an_invoice,
    the_highest_advance_is_what_the_payday_no_longer_pays,
    bad_numbers_are_named_by_field,
    haste_is_slowed_down,
    the_figures_are_those_of_the_payday,
    a_bill_gives_what_the_calculator_says,
    travel_and_expenses_come_untaxed,
    a_part_is_of_a_bill_that_is_there,
    every_unreadable_field_is_named,
}

/// The worked example of 2026: 5 % fee, 20 % tax, and the provider's accident cover.
async fn an_invoice_becomes_a_salary(app: TestApp) {
    let question = json!({"price": 1000, "servicePercent": 0.05, "taxPercent": 0.2, "alv": 25.5});
    let answer = app.put("/api/calc").json(&question).send().await;
    assert_eq!(answer.status, 200);
    let text = String::from_utf8(answer.body).unwrap();
    let expected = [
        "\"totalBilling\":1255.00",
        "\"serviceFee\":50.00",
        "\"bruttoSalary\":926.74",
        "\"sotu\":0.0191",
        "\"sotu_total\":17.70",
        "\"accidentInsurance_total\":5.56",
        "\"taxamount\":185.35",
        "\"salary\":741.39",
    ];
    for part in expected {
        assert!(text.contains(part), "{part} in {text}");
    }
}

async fn a_wanted_salary_becomes_an_invoice(app: TestApp) {
    let wanted = json!({"salary": "1 500,00", "taxPercent": "0,2", "workerType": "WORKER"});
    let answer = app.put("/api/calc").json(&wanted).send().await;
    assert_eq!((answer.status, &answer.json["salary"]), (200, &json!(1500.00)));
    let price = &answer.json["amount"];
    let back = json!({"price": price, "taxPercent": 0.2, "workerType": "WORKER"});
    assert_eq!(app.put("/api/calc").json(&back).send().await.json, answer.json);
}

async fn the_highest_advance_is_what_the_payday_no_longer_pays(app: TestApp) {
    for (price, advance, left) in [(1000, 518.97, 222.42), (10_000, 2000.0, 5413.91)] {
        let question = json!({"price": price, "servicePercent": 0.05, "taxPercent": 0.2,
            "afterHighestAdvance": true});
        let answer = app.put("/api/calc").json(&question).send().await.json;
        assert_eq!((&answer["reductions"], &answer["salary"]), (&json!(advance), &json!(left)), "{answer}");
    }
}

async fn bad_numbers_are_named_by_field(app: TestApp) {
    let bad = r#"{"price": 1e300, "hours": -4, "age": 200, "taxPercent": "NaN", "kilometers": {},
        "lunchcompensation": 1.5, "payday": "1.1.1999", "alv": 17}"#;
    let answer = app.put("/api/calc").body("application/json", bad).send().await;
    assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
    let fields: Vec<_> =
        answer.json["fields"].as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap()).collect();
    for field in ["price", "age", "taxPercent", "kilometers", "lunchcompensation", "payday"] {
        assert!(fields.contains(&field), "{field} in {fields:?}");
    }
}

async fn haste_is_slowed_down(app: TestApp) {
    let mut last = 0;
    for _ in 0..1000 {
        last = app.put("/api/calc").json(&json!({"price": 1})).send().await.status;
        if last == 429 {
            break;
        }
    }
    assert_eq!(last, 429);
}

async fn the_figures_are_those_of_the_payday(app: TestApp) {
    let answer = app.get("/api/calc").send().await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json["carPerKm"], json!(0.55));
    assert_eq!(answer.json["vatRates"], json!([0.255, 0.135, 0.1, 0]));
    let answer = app.get("/api/calc?payday=20.08.2024").send().await;
    assert_eq!(answer.json["carPerKm"], json!(0.57));
    assert_eq!(answer.json["vatRates"], json!([0.24, 0.14, 0.1, 0]));
    for (day, key) in [("31.02.2026", "validation.invalidDate"), ("20.08.1999", "validation.unknownYear")] {
        let answer = app.get(&format!("/api/calc?payday={day}")).send().await;
        assert_eq!((answer.status, &answer.json["fields"][0]["key"]), (422, &json!(key)));
    }
    let answer = app.get("/api/calc?payday=1&payday=2").send().await;
    assert_eq!((answer.status, answer.key()), (400, "MALFORMED_REQUEST"));
}

async fn ask(app: &TestApp, bill: &Value) -> Answer {
    app.put("/api/calc/frombill?taxPercent=0.2").json(bill).send().await
}

async fn a_bill_gives_what_the_calculator_says(app: TestApp) {
    let rows = json!([{"type": "CONTRACT", "alvPrice": 500, "date": "16.11.2026"},
                      {"type": "AMOUNT", "hourlyprice": "50,00", "billableWorkHours": 30}]);
    let answer = ask(&app, &json!({"alv": 25.5, "billableitems": rows})).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let price = json!({"price": 2000, "alv": 25.5, "taxPercent": "0.2"});
    assert_eq!(answer.json, app.put("/api/calc").json(&price).send().await.json);
}

async fn travel_and_expenses_come_untaxed(app: TestApp) {
    let row = json!({"alvPrice": 1000, "date": "16.11.2026", "kilometers": 100, "fulldaycompensation": 1,
                     "hotelcost_alv135": "90.80", "vehicle": "0"});
    let answer = ask(&app, &json!({"alv": 0, "billableitems": [row]})).await;
    // 100 km at 0.55 €, a full day at 54 € and the hotel.
    assert_eq!(answer.json["total_reimbursements"], json!(199.80), "{}", answer.json);
    assert_eq!(answer.json["billableAmountToBePaid"], json!(731.20));
}

async fn a_part_is_of_a_bill_that_is_there(app: TestApp) {
    let maija = app.worker().await;
    for nothing in ["01900000-0000-7000-8000-000000000000", "7"] {
        let call = app.put(&format!("/api/calc/frombill/{nothing}")).token(&maija.token);
        let answer = call.json(&json!({"billableitems": []})).send().await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"), "{nothing}");
    }
}

async fn every_unreadable_field_is_named(app: TestApp) {
    let bill = json!({"billingdate": "2026-11-16", "vatZeroReasonCode": 11, "billableitems": [
        {"alvPrice": 1}, {"alvPrice": "x", "vehicle": 9, "time": "9", "othercost_alv14": "1,,2"}]});
    let answer = app.put("/api/calc/frombill?age=200").json(&bill).send().await;
    assert_eq!(answer.status, 422);
    let fields = answer.json["fields"].as_array().unwrap();
    let found: Vec<_> = fields.iter().map(|one| one["field"].as_str().unwrap()).collect();
    let expected = [
        "billingdate",
        "vatZeroReasonCode",
        "billableitems[1].alvPrice",
        "billableitems[1].othercost_alv14",
        "billableitems[1].time",
        "billableitems[1].vehicle",
        "age",
    ];
    assert_eq!(found, expected);
}
