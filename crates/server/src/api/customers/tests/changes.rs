//! Changing a customer, and the own list.

use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{
    audited, company, created, individual, other_worker, own_list, remove, replace, save, search, with,
};
use crate::testing::TestApp;

both_engines! {
    of_many_changes_at_once_one_succeeds,
    the_list_is_sorted_by_name,
}

on_sqlite! {
    a_change_makes_a_new_record_on_the_own_list,
    a_stale_change_changes_nothing,
    another_workers_customer_cannot_be_changed,
    a_customer_cannot_become_another_company,
    a_company_never_becomes_a_private_person_nor_the_reverse,
    an_empty_personal_id_keeps_the_stored_one,
    a_missing_version_is_listed_with_the_other_problems,
    another_persons_list_cannot_be_read,
    a_company_of_the_register_is_saved_once,
    an_older_record_saves_the_present_one,
    another_workers_private_person_cannot_be_saved,
    another_persons_list_cannot_be_extended,
    a_removed_customer_stays_in_the_register,
    removing_a_customer_that_is_not_on_the_list_reveals_nothing,
    another_persons_list_cannot_be_shortened,
}

fn renamed(name: &str, version: u8) -> Value {
    with(with(company(), "name", name), "version", version)
}

async fn a_change_makes_a_new_record_on_the_own_list(app: TestApp) {
    let maija = app.worker().await;
    let customer = created(&app, &maija, &company()).await;
    let answer = replace(&app, &maija, &customer["id"], &renamed("Uusi nimi", 1)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_ne!(answer.json["id"], customer["id"]);
    assert_eq!((&answer.json["name"], &answer.json["version"]), (&json!("Uusi nimi"), &json!(2)));
    assert_eq!(own_list(&app, &maija).await, json!([answer.json]));
    assert_eq!(search(&app, &maija, "helsinki").await, json!([answer.json]), "the old one is not found");
    assert_eq!(audited(&app, &answer.json["id"]).await, ["customer.replaced"]);
}

async fn a_stale_change_changes_nothing(app: TestApp) {
    let maija = app.worker().await;
    let customer = created(&app, &maija, &company()).await;
    let current = replace(&app, &maija, &customer["id"], &renamed("Uusi nimi", 1)).await.json;
    for (id, version) in [(&customer["id"], 1), (&customer["id"], 2), (&current["id"], 1)] {
        let answer = replace(&app, &maija, id, &renamed("Vanha nimi", version)).await;
        assert_eq!((answer.status, answer.key()), (409, "STALE_CUSTOMER"));
    }
    assert_eq!(own_list(&app, &maija).await, json!([current]));
}

async fn of_many_changes_at_once_one_succeeds(app: TestApp) {
    let maija = app.worker().await;
    let customer = created(&app, &maija, &company()).await;
    let path = format!("/api/sharedcustomers/{}", customer["id"].as_str().unwrap());
    let mut changes = JoinSet::new();
    for number in 0..10 {
        let body = renamed(&format!("Nimi {number}"), 1);
        changes.spawn(app.put(&path).token(&maija.token).json(&body).send());
    }
    let answers = changes.join_all().await;
    let made: Vec<&Value> =
        answers.iter().filter(|answer| answer.status == 200).map(|answer| &answer.json).collect();
    assert_eq!(answers.iter().filter(|answer| answer.key() == "STALE_CUSTOMER").count(), 9);
    assert_eq!(own_list(&app, &maija).await, json!(made));
}

async fn another_workers_customer_cannot_be_changed(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let unknown = json!("01900000-0000-7000-8000-000000000000");
    let customer = created(&app, &maija, &company()).await;
    let aino = created(&app, &maija, &individual()).await;
    let refused = [
        (&unknown, 404, "NOT_FOUND"),
        (&aino["id"], 404, "NOT_FOUND"),
        (&customer["id"], 409, "CUSTOMER_SHARED"),
    ];
    for (id, status, key) in refused {
        let answer = replace(&app, &pekka, id, &renamed("Pekan", 1)).await;
        assert_eq!((answer.status, answer.key()), (status, key));
    }
    assert_eq!(own_list(&app, &maija).await, json!([aino, customer]));
    assert_eq!(own_list(&app, &pekka).await, json!([]));
}

async fn a_customer_cannot_become_another_company(app: TestApp) {
    let maija = app.worker().await;
    created(&app, &maija, &company()).await;
    let other = created(&app, &maija, &with(company(), "organization", "Ylläpito")).await;
    let answer = replace(&app, &maija, &other["id"], &with(company(), "version", 1)).await;
    assert_eq!((answer.status, answer.key()), (409, "customer_already_added_please_search"));
    assert_eq!(search(&app, &maija, "ylläp").await, json!([other]), "nothing happened");
}

async fn a_company_never_becomes_a_private_person_nor_the_reverse(app: TestApp) {
    let maija = app.worker().await;
    let firm = created(&app, &maija, &company()).await;
    let aino = created(&app, &maija, &individual()).await;
    for (customer, other_kind) in [(&firm, individual()), (&aino, company())] {
        let answer = replace(&app, &maija, &customer["id"], &with(other_kind, "version", 1)).await;
        assert_eq!(answer.status, 422, "{}", answer.json);
        assert_eq!(answer.json["fields"], json!([{"field": "partyRole", "key": "validation.invalidChoice"}]));
    }
    assert_eq!(own_list(&app, &maija).await, json!([aino, firm]));
}

async fn an_empty_personal_id_keeps_the_stored_one(app: TestApp) {
    let maija = app.worker().await;
    let aino = created(&app, &maija, &individual()).await;
    let change = with(with(individual(), "sotu", ""), "version", 1);
    let changed = replace(&app, &maija, &aino["id"], &change).await.json;
    assert_eq!(changed["hasSotu"], true);
    let change = with(with(individual(), "sotu", Value::Null), "version", 2);
    let changed = replace(&app, &maija, &changed["id"], &change).await.json;
    assert_eq!(changed["hasSotu"], true);
}

async fn a_missing_version_is_listed_with_the_other_problems(app: TestApp) {
    let maija = app.worker().await;
    let customer = created(&app, &maija, &company()).await;
    let answer = replace(&app, &maija, &customer["id"], &with(company(), "name", "")).await;
    assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
    let expected = json!([
        {"field": "version", "key": "validation.required"},
        {"field": "name", "key": "validation.required"}
    ]);
    assert_eq!(answer.json["fields"], expected);
}

async fn the_list_is_sorted_by_name(app: TestApp) {
    let maija = app.worker().await;
    assert_eq!(own_list(&app, &maija).await, json!([]));
    for name in ["Öölanti", "aamu", "Beeta"] {
        created(&app, &maija, &with(individual(), "name", name)).await;
    }
    let list = own_list(&app, &maija).await;
    let names: Vec<_> = list.as_array().unwrap().iter().map(|customer| &customer["name"]).collect();
    assert_eq!(names, ["aamu", "Beeta", "Öölanti"]);
}

async fn another_persons_list_cannot_be_read(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    created(&app, &maija, &company()).await;
    let path = format!("/api/person/{}/sharedcustomers", maija.id);
    let answer = app.get(&path).token(&pekka.token).send().await;
    assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
    assert_eq!(own_list(&app, &pekka).await, json!([]));
}

async fn a_company_of_the_register_is_saved_once(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let customer = created(&app, &maija, &company()).await;
    for _ in 0..2 {
        let answer = save(&app, &pekka, &customer["id"]).await;
        assert_eq!((answer.status, &answer.json["saved"]), (200, &json!(true)));
        assert_eq!((&answer.json["email"], &answer.json["people"]), (&json!(""), &json!([])));
        assert_eq!(own_list(&app, &pekka).await, json!([answer.json]));
    }
    let own = &own_list(&app, &pekka).await[0];
    assert_eq!(audited(&app, &own["id"]).await, ["customer.saved"]);
    assert_eq!(audited(&app, &customer["id"]).await, ["customer.created"]);
}

async fn an_older_record_saves_the_present_one(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let customer = created(&app, &maija, &company()).await;
    let newer = replace(&app, &maija, &customer["id"], &renamed("Uusi nimi", 1)).await.json;
    let saved = save(&app, &pekka, &customer["id"]).await.json;
    assert_eq!(saved["name"], newer["name"]);
    assert_eq!(own_list(&app, &pekka).await, json!([saved]));
}

async fn another_workers_private_person_cannot_be_saved(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let unknown = json!("01900000-0000-7000-8000-000000000000");
    let aino = created(&app, &maija, &individual()).await;
    for id in [&unknown, &aino["id"]] {
        let answer = save(&app, &pekka, id).await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
    }
    assert_eq!(own_list(&app, &maija).await[0]["editable"], true, "it is on no other list");
}

async fn another_persons_list_cannot_be_extended(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let customer = created(&app, &maija, &company()).await;
    let id = customer["id"].as_str().unwrap();
    let path = format!("/api/person/{}/sharedcustomers/{id}", pekka.id);
    let answer = app.post(&path).token(&maija.token).send().await;
    assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
    assert_eq!(own_list(&app, &pekka).await, json!([]));
}

async fn a_removed_customer_stays_in_the_register(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let customer = created(&app, &maija, &company()).await;
    save(&app, &pekka, &customer["id"]).await;
    for _ in 0..2 {
        let answer = remove(&app, &maija, &customer["id"]).await;
        assert_eq!((answer.status, answer.body.len()), (204, 0));
    }
    assert_eq!(own_list(&app, &maija).await, json!([]));
    assert_eq!(search(&app, &maija, "kulttuuri").await[0]["saved"], false);
    assert_eq!(own_list(&app, &pekka).await.as_array().unwrap().len(), 1);
    let events = ["customer.created", "customer.removed"];
    assert_eq!(audited(&app, &customer["id"]).await, events);
}

async fn removing_a_customer_that_is_not_on_the_list_reveals_nothing(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let unknown = json!("01900000-0000-7000-8000-000000000000");
    let aino = created(&app, &maija, &individual()).await;
    for id in [&unknown, &aino["id"]] {
        assert_eq!(remove(&app, &pekka, id).await.status, 204);
    }
    assert_eq!(own_list(&app, &maija).await, json!([aino]));
    assert_eq!(audited(&app, &aino["id"]).await, ["customer.created"]);
}

async fn another_persons_list_cannot_be_shortened(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let customer = created(&app, &maija, &company()).await;
    let id = customer["id"].as_str().unwrap();
    let path = format!("/api/person/{}/sharedcustomers/{id}", maija.id);
    let answer = app.delete(&path).token(&pekka.token).send().await;
    assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
    assert_eq!(own_list(&app, &maija).await, json!([customer]));
}
