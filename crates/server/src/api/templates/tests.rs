use liksa_domain::template::MOST_TEMPLATES;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    a_call_sent_many_times_saves_one_template,
    the_number_of_templates_is_limited,
    the_list_is_sorted_by_name,
}

on_sqlite! {
    a_row_and_a_text_are_saved,
    a_template_is_overwritten,
    another_workers_template_is_not_overwritten,
    all_problems_are_listed,
    another_persons_list_cannot_be_read,
    only_the_given_template_is_deleted,
    another_workers_template_is_not_deleted,
    only_the_given_templates_are_deleted,
    other_workers_templates_are_not_deleted,
    the_number_of_ids_is_limited,
}

fn row() -> Value {
    json!({
        "kind": "ROW", "name": "Keikka", "showInResult": true,
        "row": {"destination": "Keikka", "type": "AMOUNT", "alv": "25,5", "hourlyprice": "45,00",
                "billableWorkHours": 7.5}
    })
}

fn text(name: &str) -> Value {
    json!({"kind": "TEXT", "name": name, "showInResult": false, "text": "Kiitos!"})
}

/// The id of a template, which the client chooses.
fn id(number: u128) -> Uuid {
    Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + number)
}

/// Another worker.
async fn other_worker(app: &TestApp) -> SignedIn {
    app.add(person().email("pekka@liksa.example").build()).await;
    app.sign_in("pekka@liksa.example").await
}

async fn put(app: &TestApp, who: &SignedIn, id: Uuid, body: &Value) -> Answer {
    let path = format!("/api/person/{}/templates/{id}", who.id);
    app.put(&path).token(&who.token).json(body).send().await
}

async fn list(app: &TestApp, who: &SignedIn) -> Value {
    let answer = app.get(&format!("/api/person/{}/templates", who.id)).token(&who.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["templates"].clone()
}

async fn a_row_and_a_text_are_saved(app: TestApp) {
    let maija = app.worker().await;
    let saved = put(&app, &maija, id(1), &row()).await;
    assert_eq!(saved.status, 200, "{}", saved.json);
    let expected = json!({
        "id": id(1), "kind": "ROW", "name": "Keikka", "showInResult": true, "text": "",
        "row": {"destination": "Keikka", "type": "AMOUNT", "alv": 25.5, "alvPrice": null,
                "hourlyprice": 45.0, "billableWorkHours": 7.5},
        "lastSaved": "2026-11-16T08:00:00Z"
    });
    assert_eq!(saved.json, expected);
    let kiitos = put(&app, &maija, id(2), &text("Kiitos")).await.json;
    assert_eq!((&kiitos["text"], &kiitos["row"]), (&json!("Kiitos!"), &Value::Null));
    assert_eq!(kiitos["showInResult"], false);
    assert_eq!(list(&app, &maija).await, json!([saved.json, kiitos]));
}

async fn a_template_is_overwritten(app: TestApp) {
    let maija = app.worker().await;
    put(&app, &maija, id(1), &row()).await;
    let changed = put(&app, &maija, id(1), &text("Nyt teksti")).await.json;
    assert_eq!(list(&app, &maija).await, json!([changed]));
}

async fn a_call_sent_many_times_saves_one_template(app: TestApp) {
    let maija = app.worker().await;
    let path = format!("/api/person/{}/templates/{}", maija.id, id(1));
    let mut calls = JoinSet::new();
    for _ in 0..10 {
        calls.spawn(app.put(&path).token(&maija.token).json(&row()).send());
    }
    assert!(calls.join_all().await.iter().all(|answer| answer.status == 200));
    assert_eq!(list(&app, &maija).await.as_array().unwrap().len(), 1);
}

async fn another_workers_template_is_not_overwritten(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let saved = put(&app, &maija, id(1), &row()).await.json;
    let answer = put(&app, &pekka, id(1), &text("Pekan")).await;
    assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
    let path = format!("/api/person/{}/templates/{}", maija.id, id(1));
    let answer = app.put(&path).token(&pekka.token).json(&text("Pekan")).send().await;
    assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
    assert_eq!(list(&app, &maija).await, json!([saved]));
    assert_eq!(list(&app, &pekka).await, json!([]));
}

async fn all_problems_are_listed(app: TestApp) {
    let maija = app.worker().await;
    let bad = json!({"kind": "ROW", "name": "", "row": {"type": "AMOUNT", "hourlyprice": "x"}});
    let answer = put(&app, &maija, id(1), &bad).await;
    assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
    let expected = json!([
        {"field": "name", "key": "validation.required"},
        {"field": "row.hourlyprice", "key": "validation.needsToBeNumber"}
    ]);
    assert_eq!(answer.json["fields"], expected);
    assert_eq!(list(&app, &maija).await, json!([]));
}

async fn the_number_of_templates_is_limited(app: TestApp) {
    let maija = app.worker().await;
    let most = u128::try_from(MOST_TEMPLATES).unwrap();
    for number in 1..most {
        assert_eq!(put(&app, &maija, id(number), &text("Kiitos")).await.status, 200);
    }
    let mut last = JoinSet::new();
    for number in most..most + 5 {
        let path = format!("/api/person/{}/templates/{}", maija.id, id(number));
        last.spawn(app.put(&path).token(&maija.token).json(&text("Kiitos")).send());
    }
    let answers = last.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.key() == "TOO_MANY_TEMPLATES").count(), 4);
    assert_eq!(put(&app, &maija, id(1), &row()).await.status, 200, "one that is there may be changed");
}

async fn the_list_is_sorted_by_name(app: TestApp) {
    let maija = app.worker().await;
    assert_eq!(list(&app, &maija).await, json!([]));
    for (number, name) in [(1, "Ääni"), (2, "beeta"), (3, "Alfa")] {
        put(&app, &maija, id(number), &text(name)).await;
    }
    let list = list(&app, &maija).await;
    let names: Vec<_> = list.as_array().unwrap().iter().map(|template| &template["name"]).collect();
    assert_eq!(names, ["Alfa", "beeta", "Ääni"]);
}

async fn another_persons_list_cannot_be_read(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    put(&app, &maija, id(1), &text("Kiitos")).await;
    let path = format!("/api/person/{}/templates", maija.id);
    let answer = app.get(&path).token(&pekka.token).send().await;
    assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
    assert_eq!(list(&app, &pekka).await, json!([]));
}

async fn only_the_given_template_is_deleted(app: TestApp) {
    let maija = app.worker().await;
    put(&app, &maija, id(1), &text("Kiitos")).await;
    let other = put(&app, &maija, id(2), &text("Terveisin")).await.json;
    let path = format!("/api/person/{}/templates/{}", maija.id, id(1));
    for _ in 0..2 {
        assert_eq!(app.delete(&path).token(&maija.token).send().await.status, 204);
    }
    assert_eq!(list(&app, &maija).await, json!([other]));
}

async fn another_workers_template_is_not_deleted(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let kiitos = put(&app, &maija, id(1), &text("Kiitos")).await.json;
    for (owner, status) in [(&maija, 404), (&pekka, 204)] {
        let path = format!("/api/person/{}/templates/{}", owner.id, id(1));
        assert_eq!(app.delete(&path).token(&pekka.token).send().await.status, status);
    }
    assert_eq!(list(&app, &maija).await, json!([kiitos]));
}

async fn delete_many(app: &TestApp, who: &SignedIn, of: &SignedIn, ids: &Value) -> Answer {
    let path = format!("/api/person/{}/templates/delete", of.id);
    app.post(&path).token(&who.token).json(&json!({"ids": ids})).send().await
}

async fn only_the_given_templates_are_deleted(app: TestApp) {
    let maija = app.worker().await;
    for number in 1..=3 {
        put(&app, &maija, id(number), &text("Kiitos")).await;
    }
    let answer = delete_many(&app, &maija, &maija, &json!([id(1), id(3), id(3), id(9)])).await;
    assert_eq!((answer.status, &answer.json), (200, &json!({"deleted": 2})));
    let left = list(&app, &maija).await;
    assert_eq!((left.as_array().unwrap().len(), &left[0]["id"]), (1, &json!(id(2))));
    assert_eq!(delete_many(&app, &maija, &maija, &json!([])).await.json, json!({"deleted": 0}));
}

async fn other_workers_templates_are_not_deleted(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    put(&app, &maija, id(1), &text("Kiitos")).await;
    assert_eq!(delete_many(&app, &pekka, &maija, &json!([id(1)])).await.status, 404);
    assert_eq!(delete_many(&app, &pekka, &pekka, &json!([id(1)])).await.json, json!({"deleted": 0}));
    assert_eq!(list(&app, &maija).await.as_array().unwrap().len(), 1);
}

async fn the_number_of_ids_is_limited(app: TestApp) {
    let maija = app.worker().await;
    let answer = delete_many(&app, &maija, &maija, &json!(vec![id(1); MOST_TEMPLATES + 1])).await;
    assert_eq!((answer.status, answer.key()), (422, "validation.tooMany"));
    let most = MOST_TEMPLATES.to_string();
    assert_eq!(answer.json["fields"], json!([{"field": "ids", "key": "validation.tooMany", "most": most}]));
}
