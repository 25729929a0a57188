use futures_util::future::join_all;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use crate::api::bills::tests::{company, create, good_bill, somebody};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    home_customers_trips_and_own_places_are_offered,
    a_place_is_written_down_once_and_removed_by_its_owner,
    fifty_places_are_enough,
    of_earlier_trips_twenty_addresses_are_offered,
    places_leave_with_their_owner,
}

async fn places(app: &TestApp, who: &SignedIn) -> Vec<Value> {
    let answer = app.get(&format!("/api/person/{}/places", who.id)).token(&who.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["places"].as_array().unwrap().clone()
}

async fn add(app: &TestApp, who: &SignedIn, name: &str) -> Answer {
    let body = json!({"name": name, "address": "Tori 1, 33100 Tampere"});
    app.post(&format!("/api/person/{}/places", who.id)).token(&who.token).json(&body).send().await
}

async fn home_customers_trips_and_own_places_are_offered(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let home = json!({"address": "Vaasankatu 12", "postalcode": "00500", "city": "Helsinki"});
    assert_eq!(app.put("/api/person").token(&maija.token).json(&home).send().await.status, 200);
    add(&app, &maija, "Treenis").await;
    let mut bill = good_bill(company(&app, &maija).await);
    bill["billableitems"][0]["addressStart"] = json!("Vaasankatu 12, 00500 Helsinki");
    bill["billableitems"][0]["wayPoint"] = json!(["Asema 1, 13100 Hämeenlinna"]);
    bill["billableitems"][0]["addressStop"] = json!("Satama 2, 20100 Turku");
    create(&app, &maija, &bill).await;
    let found = places(&app, &maija).await;
    let shown: Vec<(&str, &str)> =
        found.iter().map(|one| (one["kind"].as_str().unwrap(), one["address"].as_str().unwrap())).collect();
    let customer = found.iter().find(|one| one["kind"] == "CUSTOMER").unwrap();
    assert_eq!(shown[..2], [("HOME", "Vaasankatu 12, 00500 Helsinki"), ("OWN", "Tori 1, 33100 Tampere")]);
    assert_eq!(shown[3..], [("TRIP", "Satama 2, 20100 Turku"), ("TRIP", "Asema 1, 13100 Hämeenlinna")]);
    assert!(!customer["name"].as_str().unwrap().is_empty() && customer["id"].is_null(), "{customer}");
    let of_pekka = places(&app, &pekka).await;
    assert!(of_pekka.iter().all(|one| one["kind"] == "HOME"), "{of_pekka:?}");
}

async fn a_place_is_written_down_once_and_removed_by_its_owner(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let first = add(&app, &maija, " Treenis ").await;
    let again = add(&app, &maija, "Treenis").await;
    assert_eq!((first.status, &first.json), (200, &again.json), "a call sent twice makes one");
    assert_eq!(add(&app, &maija, &"x".repeat(61)).await.key(), "validation.tooLong");
    assert_eq!(add(&app, &maija, "").await.key(), "validation.required");
    let id = first.json["id"].as_str().unwrap();
    let own = async |who: &SignedIn| {
        let path = format!("/api/person/{}/places/{id}", who.id);
        app.delete(&path).token(&who.token).send().await.status
    };
    assert_eq!(own(&pekka).await, 204, "as if there were none");
    assert_eq!(places(&app, &maija).await.iter().filter(|one| one["kind"] == "OWN").count(), 1);
    assert_eq!((own(&maija).await, own(&maija).await), (204, 204));
    assert_eq!(places(&app, &maija).await.iter().filter(|one| one["kind"] == "OWN").count(), 0);
}

async fn fifty_places_are_enough(app: TestApp) {
    let maija = app.worker().await;
    let names: Vec<String> = (0..54).map(|number| format!("Paikka {number}")).collect();
    let answers = join_all(names.iter().map(|name| add(&app, &maija, name))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 50);
    assert_eq!(answers.iter().filter(|answer| answer.key() == "TOO_MANY_PLACES").count(), 4);
}

async fn of_earlier_trips_twenty_addresses_are_offered(app: TestApp) {
    let maija = app.worker().await;
    let mut bill = good_bill(company(&app, &maija).await);
    let points: Vec<String> = (1..=20).map(|number| format!("Katu {number}, 00100 Helsinki")).collect();
    bill["billableitems"][0]["addressStart"] = json!("Koti 1, 00500 Helsinki");
    bill["billableitems"][0]["wayPoint"] = json!(points);
    bill["billableitems"][0]["addressStop"] = json!("Satama 2, 20100 Turku");
    create(&app, &maija, &bill).await;
    let found = places(&app, &maija).await;
    let trips: Vec<&Value> = found.iter().filter(|one| one["kind"] == "TRIP").collect();
    assert_eq!((trips.len(), &trips[0]["address"]), (20, &json!("Satama 2, 20100 Turku")));
}

async fn places_leave_with_their_owner(app: TestApp) {
    let maija = app.worker().await;
    let admin = somebody(&app, "hallinto@liksa.example", Role::Admin).await;
    add(&app, &maija, "Treenis").await;
    assert!(app.db.text_of("own_place").await.contains("Treenis"));
    app.post("/api/person/deletion-request").token(&maija.token).send().await;
    let erase = format!("/api/provider/deletion-requests/{}/erase", maija.id);
    assert_eq!(app.post(&erase).token(&admin.token).send().await.status, 204);
    assert!(!app.db.text_of("own_place").await.contains("Treenis"));
}
