use liksa_test_support::{on_sqlite, person};

use crate::testing::{SignedIn, TestApp};

on_sqlite! {
    sessions_are_listed_and_ended,
    sessions_of_others_cannot_be_ended,
}

async fn is_open(app: &TestApp, who: &SignedIn) -> bool {
    app.get("/api/login").token(&who.token).send().await.status == 200
}

async fn sessions_are_listed_and_ended(app: TestApp) {
    let phone = app.worker().await;
    let laptop = app.sign_in("maija@liksa.example").await;
    let tablet = app.sign_in("maija@liksa.example").await;
    let list = app.get("/api/person/sessions").token(&phone.token).send().await;
    assert_eq!(list.json.as_array().unwrap().len(), 3);
    let current: Vec<_> = list.json.as_array().unwrap().iter().filter(|one| one["current"] == true).collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0]["id"], app.session_id(&phone.token).await.to_string());
    let path = format!("/api/person/sessions/{}", app.session_id(&laptop.token).await);
    assert_eq!(app.delete(&path).token(&phone.token).send().await.status, 204);
    assert_eq!(app.delete(&path).token(&phone.token).send().await.status, 404, "it has ended");
    assert!(is_open(&app, &phone).await && !is_open(&app, &laptop).await && is_open(&app, &tablet).await);
    assert_eq!(app.delete("/api/person/sessions").token(&phone.token).send().await.status, 204);
    assert!(is_open(&app, &phone).await && !is_open(&app, &tablet).await);
}

async fn sessions_of_others_cannot_be_ended(app: TestApp) {
    let maija = app.worker().await;
    app.add(person().email("muu@liksa.example").build()).await;
    let other = app.sign_in("muu@liksa.example").await;
    let path = format!("/api/person/sessions/{}", app.session_id(&maija.token).await);
    assert_eq!(app.delete(&path).token(&other.token).send().await.status, 404);
    assert_eq!(app.delete("/api/person/sessions").token(&other.token).send().await.status, 204);
    let list = app.get("/api/person/sessions").token(&other.token).send().await;
    assert_eq!(list.json.as_array().unwrap().len(), 1);
    assert!(is_open(&app, &maija).await);
}
