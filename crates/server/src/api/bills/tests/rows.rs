//! Single rows.

use liksa_domain::bill::BillState;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{company, create, good_bill, path_of, put_into, read, save, somebody};
use crate::testing::TestApp;

both_engines! {
    a_row_is_read_written_and_deleted_by_itself,
    a_row_keeps_the_id_that_the_client_chose,
    anothers_row_is_not_there,
    without_a_version_the_present_one_is_changed,
}

fn row_path(row: &Value) -> String {
    format!("/api/billableitem/{}", row["id"].as_str().unwrap())
}

async fn a_row_is_read_written_and_deleted_by_itself(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(customer)).await;
    let row = bill["billableitems"][0].clone();
    let found = app.get(&row_path(&row)).token(&maija.token).send().await;
    assert_eq!((found.status, &found.json), (200, &row));

    let mut changed = row.clone();
    changed["destination"] = json!("Ensi-ilta");
    let put = |version: i64, body: &Value| {
        app.put(&format!("{}?version={version}", row_path(&row))).token(&maija.token).json(body).send()
    };
    let saved = put(1, &changed).await;
    assert_eq!((saved.status, &saved.json["billableitems"][0]["destination"]), (200, &json!("Ensi-ilta")));
    let stale = put(1, &changed).await;
    assert_eq!((stale.status, stale.key()), (409, "STALE_BILL"));
    let bad = put(2, &json!({"alvPrice": "x"})).await;
    assert_eq!((bad.status, &bad.json["fields"][0]["field"]), (422, &json!("alvPrice")));

    let delete = |version: i64| {
        app.delete(&format!("{}?version={version}", row_path(&row))).token(&maija.token).send()
    };
    assert_eq!(delete(1).await.key(), "STALE_BILL");
    let deleted = delete(2).await;
    assert_eq!((deleted.status, &deleted.json["billableitems"]), (200, &json!([])));
    assert_eq!(delete(3).await.status, 404);
}

async fn without_a_version_the_present_one_is_changed(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &json!({"billableitems": [{"alvPrice": 1}, {"alvPrice": 2}]})).await;
    let (first, second) = (&bill["billableitems"][0], &bill["billableitems"][1]);
    let saved = app.put(&row_path(first)).token(&maija.token).json(&json!({"price": 1255, "alv": 25.5}));
    let saved = saved.send().await;
    assert_eq!((saved.status, &saved.json["billableitems"][0]["alvPrice"]), (200, &json!(1000.0)));
    let left = app.delete(&row_path(second)).token(&maija.token).send().await;
    assert_eq!((left.status, left.json["billableitems"].as_array().unwrap().len()), (200, 1));
    let odd = app.delete(&format!("{}?version=x", row_path(first))).token(&maija.token).send().await;
    assert_eq!(odd.json["fields"], json!([{"field": "version", "key": "validation.invalid"}]));
    assert_eq!(app.delete(&path_of(&maija, &bill)).token(&maija.token).send().await.status, 204);
}

async fn a_row_keeps_the_id_that_the_client_chose(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let chosen = "018f0000-0000-4000-8000-000000000001";
    let bill = create(&app, &maija, &json!({"billableitems": [{"id": chosen, "alvPrice": 1}]})).await;
    assert_eq!(bill["billableitems"][0]["id"], chosen);
    let more = json!({"billableitems": [{"id": chosen, "alvPrice": 2}, {"alvPrice": 3}]});
    let saved = save(&app, &maija, &bill, &more).await.json;
    assert_eq!(saved["billableitems"][0]["id"], chosen);
    assert_eq!(saved["billableitems"][0]["alvPrice"], json!(2.00));
    let twice = json!({"billableitems": [{"id": chosen}, {"id": chosen}]});
    let answer = save(&app, &maija, &saved, &twice).await;
    assert_eq!((answer.status, &answer.json["fields"][0]["field"]), (422, &json!("billableitems[1].id")));

    // Another's row is neither taken nor told of.
    let theirs = create(&app, &pekka, &json!({})).await;
    let answer =
        save(&app, &pekka, &theirs, &json!({"billableitems": [{"id": chosen, "alvPrice": 9}]})).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.json["fields"], json!([{"field": "billableitems[0].id", "key": "validation.invalid"}]));
    assert_eq!(read(&app, &maija, &bill).await, saved);
    assert_eq!(read(&app, &pekka, &theirs).await, theirs);
}

async fn anothers_row_is_not_there(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let customer = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(customer)).await;
    let row = &bill["billableitems"][0];
    let path = format!("{}?version=1", row_path(row));
    assert_eq!(app.get(&row_path(row)).token(&pekka.token).send().await.status, 404);
    assert_eq!(app.put(&path).token(&pekka.token).json(&json!({})).send().await.status, 404);
    assert_eq!(app.delete(&path).token(&pekka.token).send().await.status, 404);
    assert_eq!(app.get(&path_of(&pekka, &bill)).token(&pekka.token).send().await.status, 404);
    assert_eq!(read(&app, &maija, &bill).await, bill);
    let sent = put_into(&app, &maija, &bill, BillState::Pending).await;
    let path = format!("{}?version={}", row_path(row), sent["version"]);
    let answer = app.delete(&path).token(&maija.token).send().await;
    assert_eq!((answer.status, answer.key()), (409, "invoiceDisabled"));
}
