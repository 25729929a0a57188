//! Trips through HTTP.
//!
//! No expected amount of the trip of three days comes from the program:
//!
//! ```text
//! 9.11. 7:00 to 11.11. 15:00: two whole days of travel and eight hours
//! kilometres      352 × (0.55 + trailer 0.09 + 2 passengers × 0.04) = 352 × 0.72   253.44
//! first day       at home, a whole one                                              54.00
//! second day      ends in Sweden                                                    70.00
//! last day        at home, over six hours                                           54.00
//! hotel           by receipt                                                       120.00
//! reimbursements                                                                   551.44
//! billed          2000.00, service fee 6.9 %                                       138.00
//! all-in          2000.00 − 138.00 − 551.44                                       1310.56
//! gross salary    1310.56 / 1.1998 = 1092.3153…                                   1092.32
//! withheld        tax 21.5 % 234.8488, TyEL 7.30 % 79.73936, unemployment 0.89 % 9.721648
//!                 234.85 + 79.74 + 9.72                                            324.31
//! to the account  1092.32 − 324.31 + 551.44                                       1319.45
//! ```

use std::io::Write;
use std::process::{Command, Stdio};

use jiff::civil::date;
use liksa_actions::printing::travel_report;
use liksa_documents::pdf::Content;
use liksa_domain::person::{Email, Role};
use liksa_domain::shift::{Plan, PlannedShift};
use liksa_test_support::{both_engines, fixed_now};
use serde_json::{Value, json};

use crate::api::bills::tests::{company, create, good_bill, save, somebody};
use crate::api::provider::money_path::{MoneyPath, RUNS, by_reference, id, ok};
use crate::testing::{PDF, TestApp, texts_in};

both_engines! {
    a_trip_of_three_days_is_paid_to_the_cent,
    a_trip_is_proposed_while_it_is_filled_in,
    a_trip_is_compared_with_other_bills_while_it_is_filled_in,
    what_is_claimed_is_told_by_the_figures_of_each_day,
    the_table_of_countries_is_that_of_the_day,
    earlier_trips_are_found_once_a_way,
    a_row_names_shifts_of_its_own_worker_alone,
    a_row_keeps_where_the_trip_went,
}

fn trip_of_three_days() -> Value {
    json!({
        "startdate": "09.11.2026", "time": "07:00", "returndate": "11.11.2026", "returntime": "15:00",
        "kilometers": 352, "vehicle": "0", "trailer": "TRAILER", "passengers": 2, "workTimeInMinutes": 900,
        "workingAbroad": true, "foreignCountry": "SE",
    })
}

fn with(mut body: Value, more: Value) -> Value {
    for (field, value) in more.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

fn cents(found: &Value, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("{:.2}", found[name].as_f64().unwrap_or(f64::NAN))).collect()
}

/// The text of a PDF.
fn printed(pdf: &[u8]) -> String {
    let mut reading = Command::new("pdftotext");
    let reading = reading.args(["-raw", "-", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut reading = reading.spawn().expect("pdftotext: scripts/setup installs it");
    reading.stdin.take().unwrap().write_all(pdf).unwrap();
    String::from_utf8(reading.wait_with_output().unwrap().stdout).unwrap()
}

async fn a_trip_of_three_days_is_paid_to_the_cent(app: TestApp) {
    let case = MoneyPath::prepare(app).await;
    let worker = &case.payments.worker;
    let proposed = case.app().post("/api/travel/allowances");
    let body = with(trip_of_three_days(), json!({"foreignDays": [1]}));
    let proposed = ok(proposed.json(&body), worker).await;
    let claims = ["fulldaycompensation", "partialdaycompensation", "foreignAllowance", "lunchcompensation"];
    let row = with(
        trip_of_three_days(),
        json!({
            "type": "CONTRACT", "date": "09.11.2026", "destination": "Kiertue", "alvPrice": 2000,
            "vehicleRegisterNumber": "ABC-123", "addressStart": "Vaasankatu 12, 00500 Helsinki",
            "wayPoint": ["Linnankatu 1, 20100 Turku"], "addressStop": "Drottninggatan 1, Tukholma",
            "roundtrip": true, "stayOverNight": true, "hotelcost_alv135": 120,
        }),
    );
    let row = claims.iter().fold(row, |row, field| with(row, json!({*field: proposed[field]})));
    let bills = format!("/api/person/{}/bills", worker.id);
    let body = json!({
        "sharedCustomer": {"id": case.payments.customer.to_string()}, "billingdate": "16.11.2026", "alv": 25.5,
        "billableitems": [row],
    });
    let draft = ok(case.app().post(&bills).json(&body), worker).await;
    let receipts = format!("/api/billableitem/{}/receipt", id(&draft["billableitems"][0]));
    ok(case.app().post(&receipts).file("hotelli.pdf", PDF), worker).await;
    let stored = case.bill(&draft).await;
    let summary =
        ok(case.app().put(&format!("/api/calc/frombill/{}", id(&draft))).json(&stored), worker).await;
    assert_eq!(cents(&summary, &["total_reimbursements", "salary"]), ["551.44", "1319.45"]);
    let path = format!("{bills}/{}", id(&draft));
    let sent =
        ok(case.app().put(&path).json(&with(stored.clone(), json!({"state": "PENDING"}))), worker).await;
    let kept = |bill: &Value| {
        let row = &bill["billableitems"][0];
        let fields = ["kilometers", "trailer", "passengers", "foreignCountry", "wayPoint", "returndate"];
        fields.iter().chain(&claims).map(|field| row[field].clone()).collect::<Vec<_>>()
    };
    assert_eq!(kept(&sent), kept(&stored));
    assert_eq!(kept(&case.bill(&draft).await), kept(&stored), "the same after a reload");
    assert_eq!(kept(&stored)[..4], [json!(352), json!("TRAILER"), json!(2), json!("SE")]);
    assert_eq!(kept(&stored)[6..], [json!(2), json!(0), json!(70.0), json!(0)]);

    let review = format!("/api/provider/bills/{}", id(&draft));
    ok(case.app().put(&format!("{review}/take")), &case.clerk).await;
    let seen = ok(case.app().get(&review), &case.clerk).await;
    let remarks = seen["remarks"].as_array().unwrap();
    assert!(remarks.iter().all(|one| one["key"] != "review.foreignAllowance"), "the table has Sweden");
    ok(case.app().put(&format!("{review}/approve")), &case.clerk).await;
    case.app().let_bills_leave().await;
    case.payments.receive(&[by_reference("2510.00")]).await;

    let run = id(&case.payments.post(RUNS, &json!({})).await.json).to_owned();
    assert_eq!(case.step(&case.payments.payroll, &run, "calculate").await.status, 200);
    case.app().run_jobs().await;
    let salaries = case.payments.get(&format!("{RUNS}/{run}/salaries")).await;
    let salary = &salaries["salaries"][0];
    assert_eq!(salary["problems"], json!([]));
    assert_eq!(cents(salary, &["estimate"]), ["1319.45"]);
    let of_salary = ["total_reimbursements", "bruttoSalary", "taxamount", "salary"];
    assert_eq!(cents(&salary["summary"], &of_salary), ["551.44", "1092.32", "234.85", "1319.45"]);
    let shown = case.payments.get(&format!("{RUNS}/{run}")).await;
    assert_eq!(case.approve_run(&case.approver, &shown).await.status, 200);
    case.app().run_jobs().await;
    assert_eq!(case.step(&case.approver, &run, "pay").await.status, 200);

    let report = case.file(&run, "WAGE_REPORT").await;
    let codes = texts_in(&report, "TransactionCode");
    let reported: Vec<_> = codes.into_iter().zip(texts_in(&report, "Amount")).collect();
    // Daily allowances 54.00 + 70.00 + 54.00.
    let wages = [("101", "1092.32"), ("311", "253.44"), ("331", "178.00")];
    let withheld = [("402", "234.85"), ("413", "79.74"), ("414", "9.72")];
    assert_eq!(reported, [wages, withheld].concat());
    assert_eq!(texts_in(&report, "Kilometers"), ["352"]);

    let list = ok(case.app().get(&format!("/api/person/{}/salaries", worker.id)), worker).await;
    let slip = format!("/api/person/{}/salaries/{}", worker.id, id(&list["salaries"][0]));
    let slip = ok(case.app().get(&slip), worker).await;
    let of_slip = ["kilometers", "days", "meals", "foreign", "expenses"];
    assert_eq!(cents(&slip["reimbursements"], &of_slip), ["253.44", "108.00", "0.00", "70.00", "120.00"]);

    let person = case.app().store.person(worker.id).await.unwrap().unwrap();
    let (from, until) = (date(2026, 11, 1), date(2026, 11, 30));
    // The printed report of what is free of tax leaves the receipts out.
    for (kind, total, other) in [("pdf", "551,44", "431,44"), ("taxfree/pdf", "431,44", "551,44")] {
        let path = format!("/api/travel-expense/{}/{kind}?from=01.11.2026&to=30.11.2026", worker.id);
        let answer = case.app().get(&path).token(&worker.token).send().await;
        let text = printed(&answer.body);
        assert!(text.contains(total) && !text.contains(other), "{kind}: {text}");
    }
    for (content, total) in [(Content::All, "551.44"), (Content::TaxFree, "551.44")] {
        let report = travel_report(case.app(), &person, content, from, until).await.unwrap();
        let paid = report.trips[0].paid;
        assert_eq!((report.trips.len(), paid.total().unwrap().plain()), (1, total.to_owned()));
        let amounts = [paid.kilometers, paid.days, paid.foreign, paid.expenses].map(|amount| amount.plain());
        assert_eq!(amounts, ["253.44", "108.00", "70.00", "120.00"]);
        let of_days = report.trips[0].days.iter().map(|day| day.amount.unwrap().plain());
        assert_eq!(of_days.collect::<Vec<_>>(), ["54.00", "70.00", "54.00"]);
    }
    case.payments.assert_sound().await;
}

async fn a_trip_is_proposed_while_it_is_filled_in(app: TestApp) {
    let maija = app.worker().await;
    let propose = async |body: Value| ok(app.post("/api/travel/allowances").json(&body), &maija).await;
    let proposed = propose(with(trip_of_three_days(), json!({"foreignDays": [1]}))).await;
    assert_eq!(proposed["minutes"], 56 * 60);
    let day = |from: &str, until: &str, kind: &str, amount: f64, reason: &str| json!({"from": from, "until": until, "kind": kind, "amount": amount, "reason": reason});
    let days = json!([
        day("09.11.2026 07:00", "10.11.2026 07:00", "FULL", 54.0, "WHOLE_DAY"),
        day("10.11.2026 07:00", "11.11.2026 07:00", "FOREIGN", 70.0, "WHOLE_DAY"),
        day("11.11.2026 07:00", "11.11.2026 15:00", "FULL", 54.0, "LAST_DAY_OVER_6_H"),
    ]);
    // What is left over after a day abroad is abroad too, if the trip has not come home before.
    let left_over = propose(trip_of_three_days()).await;
    assert_eq!(left_over["days"][2]["kind"], "FOREIGN_HALF");
    assert_eq!(left_over["foreignAllowance"], 175.0);
    assert_eq!(proposed["days"], days);
    assert_eq!(proposed["kilometers"], json!({"rate": 0.72, "amount": 253.44}));
    assert_eq!(cents(&proposed, &["total", "foreignAllowance"]), ["431.44", "70.00"]);
    assert_eq!((&proposed["tableYear"], &proposed["countryInTable"]), (&json!(2026), &json!(true)));
    // The nights are no work: how long it was is asked.
    for night in
        [json!({"workTimeInMinutes": 0}), json!({"workTimeInMinutes": 0, "returndate": "10.11.2026"})]
    {
        let near = propose(with(with(trip_of_three_days(), json!({"kilometers": 20})), night)).await;
        assert_eq!(near["meals"]["most"], 0);
    }
    let day = json!({"startdate": "09.11.2026", "time": "07:00", "returndate": "09.11.2026", "returntime": "20:00"});
    assert_eq!(propose(day.clone()).await["meals"]["most"], 2);
    assert_eq!(propose(with(day, json!({"stayOverNight": true}))).await["meals"]["most"], 0);
    // 15 hours of work: one meal after six hours, another after eleven.
    assert_eq!(proposed["meals"], json!({"most": 2, "amount": 27.0}));
    assert_eq!(proposed["problems"], json!([]));

    assert_eq!(proposed["claimed"][0]["amount"], 253.44);

    let empty = propose(json!({})).await;
    assert_eq!((&empty["minutes"], &empty["days"], &empty["total"]), (&Value::Null, &json!([]), &json!(0.0)));
    let wrong = propose(json!({"startdate": "31.02.2026", "kilometers": "paljon", "trailer": "BOAT"})).await;
    let fields: Vec<&Value> = wrong["problems"].as_array().unwrap().iter().map(|one| &one["field"]).collect();
    assert_eq!(fields, ["startdate", "kilometers", "trailer"]);
    let bike = propose(json!({"vehicle": "5", "passengers": 1})).await;
    assert_eq!(bike["problems"], json!([{"field": "passengers", "key": "EXTRAS_ONLY_WITH_CAR"}]));
}

async fn a_trip_is_compared_with_other_bills_while_it_is_filled_in(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let mut body = good_bill(customer);
    let trip = json!({"startdate": "02.11.2026", "time": "08:00", "returndate": "02.11.2026", "returntime": "19:00",
        "kilometers": 120, "addressStart": "Vaasankatu 12, 00500 Helsinki", "addressStop": "Turku",
        "vehicleRegisterNumber": "ABC-123", "fulldaycompensation": 1});
    body["billableitems"][0] = with(body["billableitems"][0].clone(), trip.clone());
    body["leftOutFromHome"] = json!(true);
    let sent = create(&app, &maija, &body).await;
    let draft = create(&app, &maija, &good_bill(customer)).await;
    let problems = async |bill: &Value, more: Value| {
        let body = with(with(trip.clone(), more), json!({"billId": bill["id"]}));
        ok(app.post("/api/travel/allowances").json(&body), &maija).await["problems"].clone()
    };
    assert_eq!(problems(&draft, json!({})).await, json!([]), "drafts claim nothing");
    let answer = save(&app, &maija, &sent, &json!({"state": "PENDING"})).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let clash = |key: &str| {
        let other = json!({"id": sent["id"], "number": Value::Null, "day": "02.11.2026"});
        json!([{"field": "startdate", "key": key, "other": other}])
    };
    assert_eq!(problems(&draft, json!({})).await, clash("TRIP_ON_ANOTHER_BILL"));
    let evening = json!({"time": "19:00", "returndate": "03.11.2026", "returntime": "06:00"});
    assert_eq!(problems(&draft, evening.clone()).await, clash("SEVERAL_ALLOWANCES_ON_DAY"));
    let driven = with(evening, json!({"fulldaycompensation": 0}));
    assert_eq!(problems(&draft, driven).await, json!([]), "kilometres alone");
    assert_eq!(problems(&sent, json!({})).await, json!([]), "not with itself");
    assert_eq!(problems(&Value::Null, json!({})).await, json!([]), "nobody asked");
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let theirs = with(trip.clone(), json!({"billId": draft["id"]}));
    let theirs = ok(app.post("/api/travel/allowances").json(&theirs), &pekka).await;
    assert_eq!(theirs["problems"], json!([]), "of one worker");
}

/// Full days were 53 € in 2025 and are 54 € in 2026; a caravan adds 0.15 € to the 0.59 € of a kilometre in 2025.
async fn what_is_claimed_is_told_by_the_figures_of_each_day(app: TestApp) {
    let maija = app.worker().await;
    let trip = json!({
        "startdate": "31.12.2025", "time": "08:00", "returndate": "02.01.2026", "returntime": "08:00",
        "kilometers": "100,5", "trailer": "CARAVAN", "fulldaycompensation": 2,
    });
    let asked = ok(app.post("/api/travel/allowances").json(&trip), &maija).await;
    let line = |kind: &str, count: Value, rate: Value, amount: f64| json!({"kind": kind, "count": count, "rate": rate, "amount": amount});
    let expected = json!([
        line("KILOMETERS", json!(100.5), json!(0.74), 74.37),
        line("FULL_DAYS", json!(1), json!(53.0), 53.0),
        line("FULL_DAYS", json!(1), json!(54.0), 54.0),
    ]);
    assert_eq!(asked["claimed"], expected);
}

async fn the_table_of_countries_is_that_of_the_day(app: TestApp) {
    let maija = app.worker().await;
    let table =
        async |query: &str| app.get(&format!("/api/travel/places{query}")).token(&maija.token).send().await;
    let now = table("").await.json;
    let sweden = json!({"code": "SE", "name_fi": "Ruotsi", "name_en": "Sweden", "fullDay": 70.0, "certainty": "LIKELY"});
    assert_eq!((&now["year"], now["places"].as_array().unwrap().len()), (&json!(2026), 17));
    assert!(now["places"].as_array().unwrap().contains(&sweden), "{now}");
    assert_eq!(table("?date=01.05.2019").await.json["places"][0]["code"], "BE");
    assert_eq!(table("?date=01.05.2024").await.json, json!({"year": 2024, "places": []}));
    for (query, key) in
        [("?date=1.5.2024", "validation.invalidDate"), ("?date=01.05.1999", "validation.unknownYear")]
    {
        let answer = table(query).await;
        assert_eq!((answer.status, &answer.json["fields"][0]["key"]), (422, &json!(key)));
    }
}

async fn earlier_trips_are_found_once_a_way(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let trip = async |day: &str, stop: &str, vehicle: &str| {
        let mut body = good_bill(customer);
        body["billableitems"][0] = with(
            body["billableitems"][0].clone(),
            json!({"startdate": day, "time": "08:00", "returndate": day, "returntime": "19:00", "kilometers": 120,
                   "addressStart": "Kotikatu 1, 00100 Helsinki", "addressStop": stop, "vehicle": vehicle}),
        );
        create(&app, &maija, &body).await
    };
    let turku = trip("02.11.2026", "Turku", "0").await;
    trip("03.11.2026", "Tampere", "0").await;
    let again = trip("04.11.2026", "turku", "0").await;
    trip("01.11.2026", "Turku", "5").await;
    trip("05.11.2026", "", "0").await;
    let over = async |day: &str, point: &str| {
        let mut body = good_bill(customer);
        body["billableitems"][0] = with(
            body["billableitems"][0].clone(),
            json!({"startdate": day, "addressStart": "Kotikatu 1, 00100 Helsinki", "wayPoint": [point], "addressStop": "Turku"}),
        );
        create(&app, &maija, &body).await
    };
    over("31.10.2026", "Salo").await;
    over("30.10.2026", "Forssa").await;
    let found = async |query: &str| {
        let path = format!("/api/person/{}/trips{query}", maija.id);
        app.get(&path).token(&maija.token).send().await
    };
    let trips = found("").await.json;
    let way = |trip: &Value| [&trip["row"]["startdate"], &trip["row"]["addressStop"]].map(Value::clone);
    let ways: Vec<_> = trips["trips"].as_array().unwrap().iter().map(way).collect();
    let expected = [
        ["04.11.2026", "turku"],
        ["03.11.2026", "Tampere"],
        ["01.11.2026", "Turku"],
        ["31.10.2026", "Turku"],
        ["30.10.2026", "Turku"],
    ];
    assert_eq!(json!(ways), json!(expected));
    assert_eq!(
        (&trips["trips"][0]["billId"], &trips["trips"][0]["billNumber"]),
        (&again["id"], &Value::Null)
    );
    assert_ne!(turku["id"], again["id"]);
    assert_eq!(found("?limit=1").await.json["trips"].as_array().unwrap().len(), 1);
    for wrong in ["?limit=0", "?limit=51"] {
        assert_eq!(found(wrong).await.status, 422, "{wrong}");
    }
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let theirs = app.get(&format!("/api/person/{}/trips", pekka.id)).token(&pekka.token).send().await;
    assert_eq!(theirs.json, json!({"trips": []}));
}

async fn a_row_names_shifts_of_its_own_worker_alone(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let customer = company(&app, &maija).await;
    let planned = |id: &str| PlannedShift {
        id: id.to_owned(),
        email: Email::parse("maija@liksa.example").unwrap(),
        plan: Plan {
            starts: date(2026, 11, 2).at(8, 0, 0, 0),
            ends: date(2026, 11, 2).at(16, 0, 0, 0),
            department_key: "A".into(),
            department_name: "Näyttämö".into(),
            entitled: vec![],
        },
    };
    let plan = async |id: &str, of: &crate::testing::SignedIn| {
        let mut tx = app.store.begin().await.unwrap();
        tx.put_planned_shift(&planned(id), of.id, fixed_now()).await.unwrap();
        tx.commit().await.unwrap();
    };
    plan("own", &maija).await;
    plan("theirs", &pekka).await;
    let with_shift = |shift: &str| {
        let mut body = good_bill(customer);
        body["billableitems"][0]["shiftId"] = json!(shift);
        body
    };
    let bills = format!("/api/person/{}/bills", maija.id);
    for strange in ["theirs", "unknown"] {
        let answer = app.post(&bills).token(&maija.token).json(&with_shift(strange)).send().await;
        let fields = json!([{"field": "billableitems[0].shiftId", "key": "validation.invalidChoice"}]);
        assert_eq!((answer.status, &answer.json["fields"]), (422, &fields), "{strange}");
    }
    let bill = create(&app, &maija, &with_shift("own")).await;
    assert_eq!(bill["billableitems"][0]["shiftId"], "own");
    // Planning gives the shift to another; the row that was made of it stays as it is.
    plan("own", &pekka).await;
    let saved = save(&app, &maija, &bill, &json!({"yourcode": "7"})).await;
    assert_eq!(
        (saved.status, &saved.json["billableitems"][0]["shiftId"]),
        (200, &json!("own")),
        "{}",
        saved.json
    );
    let copied = app.post(&format!("{bills}/{}/copy", id(&bill))).token(&maija.token).send().await;
    assert_eq!(copied.json["billableitems"][0]["shiftId"], Value::Null, "{}", copied.json);
}

async fn a_row_keeps_where_the_trip_went(app: TestApp) {
    let maija = app.worker().await;
    let mut body = good_bill(company(&app, &maija).await);
    body["billableitems"][0] = with(
        body["billableitems"][0].clone(),
        json!({"foreignCountry": "br", "foreignSource": "vero.fi", "trailer": "CARAVAN", "passengers": 8}),
    );
    let bill = create(&app, &maija, &body).await;
    let row = &bill["billableitems"][0];
    let fields = ["foreignCountry", "foreignSource", "trailer", "passengers"].map(|field| row[field].clone());
    assert_eq!(fields, [json!("BR"), json!("vero.fi"), json!("CARAVAN"), json!(8)]);
    for (field, value, key) in [
        ("foreignCountry", json!("Sweden"), "validation.invalidChoice"),
        ("trailer", json!("BOAT"), "validation.invalidChoice"),
        ("passengers", json!(9), "validation.outOfRange"),
        ("foreignSource", json!("x".repeat(201)), "validation.tooLong"),
        ("shiftId", json!("x".repeat(101)), "validation.tooLong"),
    ] {
        body["billableitems"][0][field] = value;
        let answer =
            app.post(&format!("/api/person/{}/bills", maija.id)).token(&maija.token).json(&body).send().await;
        assert_eq!((answer.status, &answer.json["fields"][0]["key"]), (422, &json!(key)), "{field}");
        body["billableitems"][0][field] = Value::Null;
    }
}
