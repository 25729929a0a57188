use liksa_demo::content as demo;
use liksa_domain::person::Role;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::json;

use crate::testing::{SignedIn, TestApp};

both_engines! {
    an_account_with_money_under_way_stays,
}

on_sqlite! {
    an_administrator_removes_an_account_on_request,
}

async fn admin(app: &TestApp) -> SignedIn {
    app.add(person().email("hallinto@liksa.example").roles(&[Role::Admin]).build()).await;
    app.sign_in("hallinto@liksa.example").await
}

async fn an_administrator_removes_an_account_on_request(app: TestApp) {
    let (maija, admin) = (app.worker().await, admin(&app).await);
    let erase = format!("/api/provider/deletion-requests/{}/erase", maija.id);
    let early = app.post(&erase).token(&admin.token).send().await;
    assert_eq!((early.status, early.key()), (409, "DELETION_NOT_REQUESTED"));
    let asked = async |method| {
        app.call(method, "/api/person/deletion-request").token(&maija.token).send().await.status
    };
    assert_eq!(asked(axum::http::Method::POST).await, 204);
    assert_eq!(asked(axum::http::Method::DELETE).await, 204);
    assert_eq!(asked(axum::http::Method::POST).await, 204);
    let list = app.get("/api/provider/deletion-requests").token(&admin.token).send().await;
    assert_eq!(list.json[0]["email"], "maija@liksa.example");
    assert!(app.get("/api/person").token(&maija.token).send().await.json["deletionRequestedAt"].is_string());

    assert_eq!(app.post(&erase).token(&admin.token).send().await.status, 204);
    app.run_jobs().await;
    let mails = app.store.newest_mails(10).await.unwrap();
    let to_maija: Vec<_> = mails.iter().filter(|mail| mail.to == "maija@liksa.example").collect();
    assert_eq!(to_maija.len(), 1, "what was written before is gone");
    assert_eq!(to_maija[0].subject, "Tunnuksesi Liksaan on poistettu");
    assert_eq!(app.get("/api/login").token(&maija.token).send().await.status, 401);
    assert_eq!(app.login("maija@liksa.example", crate::testing::PASSWORD).await.status, 401);
    let list = app.get("/api/provider/deletion-requests").token(&admin.token).send().await;
    assert_eq!(list.json, json!([]));
    let events = app.store.audit_of(&format!("person:{}", maija.id)).await.unwrap();
    let actions: Vec<_> = events.iter().map(|event| event.action.name()).collect();
    let expected = [
        "person.deletion_requested",
        "person.deletion_withdrawn",
        "person.deletion_requested",
        "person.erased",
    ];
    assert_eq!(actions, expected);
    let unknown = "/api/provider/deletion-requests/01900000-0000-7000-8000-000000000000/erase";
    assert_eq!(app.post(unknown).token(&admin.token).send().await.status, 404);
}

async fn an_account_with_money_under_way_stays(app: TestApp) {
    demo::seed_if_empty(&app).await.unwrap();
    let token = async |email: &str| {
        let answer = app.login(email, demo::PASSWORD).await.json;
        (answer["authtoken"].as_str().unwrap().to_owned(), answer["id"].as_str().unwrap().to_owned())
    };
    let ((worker, id), (admin, own)) =
        (token("worker@liksa.example").await, token("admin@liksa.example").await);
    for token in [&worker, &admin] {
        app.post("/api/person/deletion-request").token(token).send().await;
    }
    for (person, key) in [(id, "ACCOUNT_NOT_SETTLED"), (own, "OWN_MATTER")] {
        let path = format!("/api/provider/deletion-requests/{person}/erase");
        let answer = app.post(&path).token(&admin).send().await;
        assert_eq!((answer.status, answer.key()), (409, key));
    }
    assert_eq!(app.get("/api/login").token(&worker).send().await.status, 200, "nothing was removed");
}
