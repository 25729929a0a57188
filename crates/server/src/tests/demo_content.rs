//! The demo content as the running server shows it.

use std::collections::BTreeSet;

use liksa_demo::content as demo;
use liksa_domain::bill::BillState;
use liksa_test_support::both_engines;
use serde_json::Value;

use crate::testing::TestApp;

both_engines! {
    every_demo_person_can_log_in,
    there_are_bills_in_every_state_and_one_worker_without_data,
    customers_have_paid_in_every_way,
    the_last_payday_is_paid_and_the_next_has_salaries,
}

async fn every_demo_person_can_log_in(app: TestApp) {
    demo::seed_if_empty(&app).await.unwrap();
    demo::seed_if_empty(&app).await.unwrap();
    for person in demo::PEOPLE {
        let answer = app.login(person.email, demo::PASSWORD).await;
        assert_eq!(answer.status, 200, "{}", person.email);
        assert_eq!(answer.json["role"], person.role.name());
    }
}

async fn there_are_bills_in_every_state_and_one_worker_without_data(app: TestApp) {
    demo::seed_if_empty(&app).await.unwrap();
    let bills = archive(&app, "worker@liksa.example").await;
    let states: BTreeSet<&str> = bills.iter().map(|bill| bill["state"].as_str().unwrap()).collect();
    assert_eq!(states, BillState::ALL.iter().map(|state| state.name()).collect());
    assert!(bills.iter().any(|bill| bill["openRequest"] == true));
    let credit_note = bills.iter().find(|bill| bill["creditNote"] == true).unwrap();
    let credited = bills.iter().find(|bill| bill["state"] == "HYVITETTY").unwrap();
    let sum =
        [credit_note, credited].iter().map(|bill| bill["totalpriceWithAlv"].as_f64().unwrap()).sum::<f64>();
    assert_eq!(sum, 0.0);

    assert_eq!(archive(&app, "employee@liksa.example").await.len(), 6);
    assert_eq!(archive(&app, "sub@liksa.example").await, Vec::<Value>::new());
    for finding in app.store.check(app.clock.now()).await.unwrap() {
        assert_eq!(finding.problems, [], "{:?}", finding.question);
    }
}

async fn customers_have_paid_in_every_way(app: TestApp) {
    demo::seed_if_empty(&app).await.unwrap();
    let login = app.login("payroll@liksa.example", demo::PASSWORD).await.json;
    let token = login["authtoken"].as_str().unwrap();
    for state in ["UNMATCHED", "REFUNDABLE"] {
        let list = app.get(&format!("/api/provider/payments?state={state}")).token(token).send().await.json;
        assert_eq!(list["payments"].as_array().unwrap().len(), 1, "{state}");
        let id = list["payments"][0]["id"].as_str().unwrap();
        let payment = app.get(&format!("/api/provider/payments/{id}")).token(token).send().await.json;
        assert_eq!(payment["suggestions"].as_array().unwrap().is_empty(), state == "REFUNDABLE");
    }
    let overdue = app.get("/api/provider/overdue").token(token).send().await.json;
    assert!(overdue["bills"].as_array().unwrap().iter().any(|bill| bill["reminded"]["number"] == 1));
    app.run_jobs().await;
    let bill = overdue["bills"][0]["billId"].as_str().unwrap();
    let payments = app.get(&format!("/api/provider/bills/{bill}/payments")).token(token).send().await.json;
    assert_eq!(payments["reminders"][0]["state"], "SENT");
}

async fn the_last_payday_is_paid_and_the_next_has_salaries(app: TestApp) {
    demo::seed_if_empty(&app).await.unwrap();
    for email in ["worker@liksa.example", "employee@liksa.example"] {
        let login = app.login(email, demo::PASSWORD).await.json;
        let path = format!("/api/person/{}/salaries", login["id"].as_str().unwrap());
        let slips = app.get(&path).token(login["authtoken"].as_str().unwrap()).send().await.json;
        assert_eq!(slips["salaries"].as_array().unwrap().len(), 1, "{email}: {slips}");
    }
    let login = app.login("payroll@liksa.example", demo::PASSWORD).await.json;
    let token = login["authtoken"].as_str().unwrap();
    let cards = app.get("/api/provider/tax-cards?state=WAITING").token(token).send().await.json;
    assert_eq!(cards["cards"].as_array().unwrap().len(), 1, "{cards}");
    let run =
        app.post("/api/provider/payroll/runs").token(token).json(&serde_json::json!({})).send().await.json;
    let run = format!("/api/provider/payroll/runs/{}", run["id"].as_str().unwrap());
    app.post(&format!("{run}/calculate")).token(token).send().await;
    app.run_jobs().await;
    let next = app.get(&run).token(token).send().await.json;
    assert_eq!((&next["state"], &next["counts"]["calculated"]), (&"CALCULATED".into(), &2.into()), "{next}");
}

async fn archive(app: &TestApp, email: &str) -> Vec<Value> {
    let login = app.login(email, demo::PASSWORD).await.json;
    let path = format!("/api/person/{}/archive", login["id"].as_str().unwrap());
    let answer = app.get(&path).token(login["authtoken"].as_str().unwrap()).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["bills"].as_array().unwrap().clone()
}
