//! The demo content as the running server shows it.

use std::collections::BTreeSet;

use jiff::civil::date;
use liksa_actions::context::Clock;
use liksa_demo::content as demo;
use liksa_domain::bill::BillState;
use liksa_test_support::{Engine, both_engines};
use serde_json::Value;

use crate::testing::TestApp;

both_engines! {
    every_demo_person_can_log_in,
    there_are_bills_in_every_state_and_one_worker_without_data,
    customers_have_paid_in_every_way,
    the_last_payday_is_paid_and_the_next_has_salaries,
    the_money_of_a_bill_is_shared_in_every_way,
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

    assert_eq!(archive(&app, "employee@liksa.example").await.len(), 7);
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

async fn the_money_of_a_bill_is_shared_in_every_way(app: TestApp) {
    demo::seed_if_empty(&app).await.unwrap();
    app.run_jobs().await;
    let own = async |email: &str, path: &str, list: &str| -> Vec<Value> {
        let login = app.login(email, demo::PASSWORD).await.json;
        let path = format!("/api/person/{}/{path}", login["id"].as_str().unwrap());
        let answer = app.get(&path).token(login["authtoken"].as_str().unwrap()).send().await.json;
        answer[list].as_array().unwrap().clone()
    };
    let of_sub = own("sub@liksa.example", "contractoritems", "items").await;
    assert_eq!(each(&of_sub, "state"), ["WAITING_SUBCONTRACTOR", "APPROVED"]);
    assert_eq!(of_sub[1]["amount"], 855.0, "a quarter of 3420 €");
    let of_worker = own("worker@liksa.example", "contractoritems", "items").await;
    assert_eq!(each(&of_worker, "state"), ["DECLINED"]);
    let bought = own("employee@liksa.example", "extcontractoritems", "purchases").await;
    let mut bought = each(&bought, "state");
    bought.sort();
    assert_eq!(bought, ["PAID", "PAY_NOW", "WAITING_FOR_PAYMENT"]);

    let login = app.login("payroll@liksa.example", demo::PASSWORD).await.json;
    let get = async |path: &str| app.get(path).token(login["authtoken"].as_str().unwrap()).send().await.json;
    let payouts = get("/api/provider/payouts").await;
    assert_eq!(each(payouts["ready"].as_array().unwrap(), "receiver"), ["Kuljetus Rinne Ky"]);
    assert_eq!(each(payouts["files"].as_array().unwrap(), "state"), ["MADE", "APPROVED"]);
    let advances = get("/api/provider/advances").await;
    let mut states = each(advances["advances"].as_array().unwrap(), "state");
    states.sort();
    assert_eq!(states, ["GRANTED", "REQUESTED"]);
    let waiting = get("/api/provider/dashboard").await;
    assert_eq!([&waiting["readyPayouts"]["count"], &waiting["requestedAdvances"]["count"]], [2, 1]);
    assert!(waiting["requestedAdvances"]["oldest"].is_string());
}

fn each(of: &[Value], field: &str) -> Vec<String> {
    of.iter().map(|one| one[field].as_str().unwrap().to_owned()).collect()
}

/// Dates are relative to today: problems are most likely around the turn of a month and after holidays.
#[tokio::test]
async fn the_money_is_shared_on_any_day() {
    for today in [date(2026, 1, 2), date(2026, 3, 1), date(2026, 4, 7)] {
        let app = TestApp::with_config(Engine::Sqlite, |_| {}).await;
        let clock = Clock::stopped(app.clock.now(), Some(today)).unwrap();
        demo::seed_if_empty(&app.at(clock)).await.unwrap();
        let (files, _) = app.store.payout_files(None, 10).await.unwrap();
        assert_eq!(files.len(), 2, "on {today}");
    }
}

async fn archive(app: &TestApp, email: &str) -> Vec<Value> {
    let login = app.login(email, demo::PASSWORD).await.json;
    let path = format!("/api/person/{}/archive", login["id"].as_str().unwrap());
    let answer = app.get(&path).token(login["authtoken"].as_str().unwrap()).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["bills"].as_array().unwrap().clone()
}
