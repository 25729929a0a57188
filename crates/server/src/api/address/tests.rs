use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use jiff::ToSpan;
use liksa_domain::bill::BillState;
use liksa_domain::person::Role;
use liksa_test_support::{Engine, OnEngine, both_engines, on_sqlite};
use serde_json::{Value, json};

use crate::api::bills::tests::{company, create, good_bill, put_into, somebody};
use crate::outside::tests::{FakeService, Mode};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    who_wants_no_search_gets_nothing,
}

on_sqlite! {
    without_a_service_towns_are_found_and_ways_estimated,
    what_is_sent_is_checked,
    searches_are_limited,
    a_bad_service_blocks_nothing,
    while_the_service_is_silent_others_are_answered_at_once,
    a_thousand_searches_cost_what_pauses_and_cache_allow,
    a_failing_service_is_left_alone_and_asked_again_later,
    a_clerk_sees_what_the_service_says_of_a_trip,
    a_bill_with_more_ways_than_are_asked_for_is_not_said_to_be_checked,
}

/// A server whose addresses and roads come from a service.
struct WithService {
    app: TestApp,
    fake: FakeService,
    maija: SignedIn,
}

impl OnEngine for WithService {
    async fn on(engine: Engine) -> Self {
        Self::with_timeout(engine, None).await
    }
}

impl WithService {
    async fn with_timeout(engine: Engine, call_timeout: Option<Duration>) -> Self {
        let fake = FakeService::start().await;
        let app = TestApp::with_config(engine, |config| {
            config.address_services = fake.services();
            config.address_services.call_timeout = call_timeout;
            config.rate_limits = false;
        });
        let app = app.await;
        let maija = app.worker().await;
        Self { app, fake, maija }
    }
}

/// For tests that make their servers themselves.
struct On(Engine);

impl OnEngine for On {
    async fn on(engine: Engine) -> Self {
        Self(engine)
    }
}

async fn search(app: &TestApp, who: &SignedIn, text: &str) -> Answer {
    let text: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    app.get(&format!("/api/address?address={text}")).token(&who.token).send().await
}

async fn distance(app: &TestApp, who: &SignedIn, from: &str, to: &str) -> Value {
    let way = json!({"from": from, "to": to, "wayPoint": [], "roundtrip": false});
    let answer = app.post("/api/address/distance").token(&who.token).json(&way).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

async fn position(app: &TestApp, who: &SignedIn) -> Answer {
    let here = json!({"accuracy": 20, "latitude": 60.1826, "longitude": 24.9505});
    app.post("/api/address/coordinates").token(&who.token).json(&here).send().await
}

const HOME: &str = "Vaasankatu 12, 00500 Helsinki";
const STAGE: &str = "Hämeenkatu 5, 33100 Tampere";

async fn without_a_service_towns_are_found_and_ways_estimated(app: TestApp) {
    let maija = app.worker().await;
    let found = search(&app, &maija, "Hämeenkatu 5, 331").await.json;
    assert_eq!(found["addresses"][0], STAGE);
    assert_eq!((&found["source"], &found["reason"]), (&json!("POSTAL_CODES"), &Value::Null));
    let nothing = json!({"addresses": [], "source": "NONE", "reason": null});
    assert_eq!(search(&app, &maija, "Kungsgatan 1, Stockholm").await.json, nothing);
    assert_eq!(search(&app, &maija, "").await.json, nothing);
    let way = distance(&app, &maija, HOME, STAGE).await;
    assert_eq!((&way["estimate"], &way["between"]), (&json!(true), &json!(["00500", "33100"])));
    assert!((180.0..220.0).contains(&way["distance"].as_f64().unwrap()), "{way}");
    let unknown = json!({"distance": null, "travelTimeInMinutes": null, "estimate": false, "between": [],
                         "source": "NONE", "reason": "UNKNOWN_ADDRESS"});
    assert_eq!(distance(&app, &maija, "Kotikatu 1", STAGE).await, unknown);
}

async fn what_is_sent_is_checked(app: TestApp) {
    let maija = app.worker().await;
    assert_eq!(search(&app, &maija, &"x".repeat(201)).await.key(), "validation.tooLong");
    let post = |path: &str, body: Value| app.post(path).token(&maija.token).json(&body).send();
    let empty = post("/api/address/distance", json!({})).await;
    assert_eq!(
        empty.json["fields"],
        json!([{"field": "from", "key": "validation.required"},
                                            {"field": "to", "key": "validation.required"}])
    );
    let nowhere = json!({"latitude": 91, "longitude": 24.9, "accuracy": 1});
    assert_eq!(post("/api/address/coordinates", nowhere).await.key(), "validation.outOfRange");
    let many = json!({"from": HOME, "to": STAGE, "wayPoint": vec![HOME; 21]});
    assert_eq!(post("/api/address/distance", many).await.key(), "validation.tooMany");
}

async fn searches_are_limited(app: TestApp) {
    let maija = app.worker().await;
    let mut allowed = 0;
    while search(&app, &maija, "331").await.status == 200 {
        allowed += 1;
        assert!(allowed < 100, "for ever");
    }
    assert!((60..70).contains(&allowed), "{allowed}");
    assert_eq!(position(&app, &maija).await.status, 429);
    let way = json!({"from": HOME, "to": STAGE});
    let measuring = app.post("/api/address/distance").token(&maija.token).json(&way).send().await;
    assert_eq!(measuring.status, 429);
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    assert_eq!(search(&app, &pekka, "331").await.status, 200, "each is counted alone");
}

async fn who_wants_no_search_gets_nothing(world: WithService) {
    let WithService { app, fake, maija } = world;
    let off = json!({"personSettings": {"disableAddressSearch": true}});
    assert_eq!(app.put("/api/person").token(&maija.token).json(&off).send().await.status, 200);
    let found = search(&app, &maija, STAGE).await.json;
    assert_eq!(found, json!({"addresses": [], "source": "NONE", "reason": null}));
    let here = position(&app, &maija).await.json;
    assert_eq!(here, json!({"formatted_address": null, "addresses": [], "source": "NONE", "reason": null}));
    assert_eq!(fake.asked(), 0, "neither what they type nor where they are goes out");
    let way = distance(&app, &maija, HOME, STAGE).await;
    assert_eq!(way["distance"], json!(178.4), "the places that they chose are measured");
}

async fn a_bad_service_blocks_nothing(On(engine): On) {
    for mode in Mode::BAD {
        let limit = Some(Duration::from_millis(200));
        let WithService { app, fake, maija } = WithService::with_timeout(engine, limit).await;
        fake.behave(mode);
        let found = search(&app, &maija, "Hämeenkatu 5, 33100").await;
        assert_eq!((found.status, &found.json["reason"]), (200, &json!("SERVICE_DOWN")), "{mode:?}");
        assert_eq!(found.json["addresses"], json!([STAGE]), "{mode:?}");
        let here = position(&app, &maija).await;
        assert_eq!(
            (here.status, &here.json["formatted_address"]),
            (200, &json!("00530 Helsinki")),
            "{mode:?}"
        );
        let way = distance(&app, &maija, HOME, STAGE).await;
        assert_eq!((&way["reason"], &way["estimate"]), (&json!("SERVICE_DOWN"), &json!(true)), "{mode:?}");
        let way = distance(&app, &maija, "Kotikatu 1", STAGE).await;
        assert_eq!((&way["reason"], &way["distance"]), (&json!("SERVICE_DOWN"), &Value::Null), "{mode:?}");
        let bill = create(&app, &maija, &trip(company(&app, &maija).await, 183)).await;
        assert_eq!(bill["billableitems"][0]["kilometers"], 183, "kilometres are typed");
    }
}

/// A bill with a trip.
fn trip(customer: liksa_domain::ids::CustomerId, kilometers: i32) -> Value {
    let mut body = good_bill(customer);
    let row = &mut body["billableitems"][0];
    for (field, value) in [
        ("startdate", "02.11.2026"),
        ("time", "08:00"),
        ("returndate", "02.11.2026"),
        ("returntime", "20:00"),
        ("vehicleRegisterNumber", "ABC-123"),
        ("addressStart", HOME),
        ("addressStop", STAGE),
    ] {
        row[field] = json!(value);
    }
    row["kilometers"] = json!(kilometers);
    body["leftOutFromHome"] = json!(true);
    body
}

async fn while_the_service_is_silent_others_are_answered_at_once(On(engine): On) {
    // Nobody waits for this long: all is over before.
    let hours = Some(Duration::from_secs(3_600));
    let WithService { app, fake, maija } = WithService::with_timeout(engine, hours).await;
    let other = || app.get(&format!("/api/person/{}/bills", maija.id)).token(&maija.token).send();
    let timed = async |count: usize| {
        let begin = Instant::now();
        for _ in 0..count {
            assert_eq!(other().await.status, 200);
        }
        begin.elapsed()
    };
    let undisturbed = timed(20).await;
    fake.behave(Mode::Silent);
    let texts: Vec<String> = (0..30).map(|number| format!("Hämeenkatu {number}")).collect();
    let hanging = join_all(texts.iter().map(|text| search(&app, &maija, text)));
    let others = async {
        while fake.asked() < texts.len() {
            tokio::task::yield_now().await;
        }
        let disturbed = timed(20).await;
        assert!(
            disturbed < undisturbed * 3 + Duration::from_millis(200),
            "{disturbed:?}, alone {undisturbed:?}"
        );
    };
    tokio::select! {
        _ = hanging => panic!("nobody answers these"),
        () = others => {}
    }
}

/// What a person types on the way to an address, at the pauses that are long enough for a search.
fn pauses(address: &str, person: usize) -> Vec<String> {
    let letters: Vec<char> = address.chars().collect();
    let half: String = letters.iter().take(letters.len() / 2 + person % 2).collect();
    // Some write everything in capitals, some with two spaces.
    let whole = match person % 3 {
        0 => address.to_uppercase(),
        1 => address.replace(' ', "  "),
        _ => address.to_owned(),
    };
    vec![half, whole]
}

async fn a_thousand_searches_cost_what_pauses_and_cache_allow(world: WithService) {
    let WithService { app, fake, maija } = world;
    // A hundred people go to five of twenty-five stages each, and pause once on the way to an address.
    let stages: Vec<String> =
        (1..=25).map(|number| format!("Esiintyjänkatu {number}, 33100 Tampere")).collect();
    let typed: Vec<String> = (0..100)
        .flat_map(|person| (0..5).map(move |visit| (person, (person * 7 + visit * 3) % 25)))
        .flat_map(|(person, stage)| pauses(&stages[stage], person))
        .collect();
    assert_eq!(typed.len(), 1_000);
    for together in typed.chunks(20) {
        for answer in join_all(together.iter().map(|text| search(&app, &maija, text))).await {
            assert_eq!((answer.status, &answer.json["source"]), (200, &json!("SERVICE")));
        }
    }
    let key = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let different: BTreeSet<String> = typed.iter().map(key).collect();
    assert_eq!(fake.asked(), different.len(), "each text once");
    assert!(different.len() <= 75, "{}", different.len());
}

async fn a_failing_service_is_left_alone_and_asked_again_later(world: WithService) {
    let WithService { app, fake, maija } = world;
    fake.behave(Mode::Html);
    for number in 0..30 {
        search(&app, &maija, &format!("Hämeenkatu {number}")).await;
    }
    assert_eq!(fake.asked(), 5, "then it is left alone");
    app.clock.advance(29.seconds());
    search(&app, &maija, "Hämeenkatu").await;
    assert_eq!(fake.asked(), 5);
    fake.behave(Mode::Good);
    app.clock.advance(1.second());
    assert_eq!(search(&app, &maija, "Hämeenkatu").await.json["source"], "SERVICE");
    assert_eq!(search(&app, &maija, "Hämeenkatu 1").await.json["source"], "SERVICE");
    assert_eq!(fake.asked(), 7);
}

async fn a_clerk_sees_what_the_service_says_of_a_trip(world: WithService) {
    let WithService { app, fake, maija } = world;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let customer = company(&app, &maija).await;
    let review = async |kilometers: i32| {
        let bill = create(&app, &maija, &trip(customer, kilometers)).await;
        let bill = put_into(&app, &maija, &bill, BillState::Pending).await;
        let path = format!("/api/provider/bills/{}", bill["id"].as_str().unwrap());
        app.get(&path).token(&clerk.token).send().await.json
    };
    let keys = |review: &Value| -> BTreeSet<String> {
        review["remarks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["key"].as_str().unwrap().to_owned())
            .collect()
    };
    fake.behave(Mode::Html);
    let estimated = review(270).await;
    assert_eq!(estimated["distancesChecked"], false);
    assert_eq!(estimated["distances"][0]["source"], "POSTAL_CODES");
    assert!(!keys(&estimated).contains("review.distanceFarFromEstimate"), "an estimate leaves room");
    fake.behave(Mode::Good);
    let measured = review(270).await;
    assert_eq!(measured["distancesChecked"], true);
    assert_eq!(
        measured["distances"][0],
        json!({"row": 0, "kilometers": 270, "estimate": 178, "source": "SERVICE"})
    );
    assert!(keys(&measured).contains("review.distanceFarFromEstimate"));
    let asked = fake.asked();
    let queue = app.get("/api/provider/bills").token(&clerk.token).send().await.json;
    assert_eq!(queue["bills"].as_array().unwrap().len(), 2);
    assert_eq!(fake.asked(), asked, "a queue asks nobody");
}

async fn a_bill_with_more_ways_than_are_asked_for_is_not_said_to_be_checked(world: WithService) {
    let WithService { app, fake, maija } = world;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let customer = company(&app, &maija).await;
    let review = async |ways: usize| {
        let mut body = trip(customer, 270);
        let row = body["billableitems"][0].clone();
        // Each way twice, as by somebody who goes there again.
        let rows = (0..2 * ways).map(|number| {
            let mut row = row.clone();
            row["addressStop"] = json!(format!("Hämeenkatu {}, 33100 Tampere", 1 + number % ways));
            row
        });
        body["billableitems"] = rows.collect();
        let bill = create(&app, &maija, &body).await;
        let bill = put_into(&app, &maija, &bill, BillState::Pending).await;
        let path = format!("/api/provider/bills/{}", bill["id"].as_str().unwrap());
        app.get(&path).token(&clerk.token).send().await.json
    };
    assert_eq!(review(20).await["distancesChecked"], true);
    let asked = fake.asked();
    let many = review(25).await;
    assert_eq!(many["distancesChecked"], false, "five ways were not asked for");
    assert_eq!(fake.asked(), asked, "the first twenty, which are known");
    let sources = many["distances"].as_array().unwrap().iter().map(|one| one["source"].clone());
    let expected = (0..50).map(|row| json!(if row % 25 < 20 { "SERVICE" } else { "POSTAL_CODES" }));
    assert_eq!(sources.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}
