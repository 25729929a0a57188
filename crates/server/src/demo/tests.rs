use std::collections::BTreeSet;

use jiff::civil::date;
use jiff::{Timestamp, ToSpan};
use liksa_domain::bill::BillState;
use liksa_domain::bill::life::Move;
use liksa_domain::ids::{CustomerId, Id, PersonId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::validation::{Sending, sending_problems};
use liksa_test_support::both_engines;
use serde_json::Value;

use super::*;
use crate::seed::timeline::{Deed, Story};
use crate::testing::TestApp;

both_engines! {
    every_demo_person_can_log_in,
    every_state_is_there_and_one_worker_has_nothing,
    customers_have_paid_in_every_way,
    the_last_payday_was_paid_and_the_next_has_work,
}

async fn every_demo_person_can_log_in(app: TestApp) {
    seed_if_empty(&app).await.unwrap();
    seed_if_empty(&app).await.unwrap();
    for demo in PEOPLE {
        let answer = app.login(demo.email, PASSWORD).await;
        assert_eq!(answer.status, 200, "{}", demo.email);
        assert_eq!(answer.json["role"], demo.role.name());
    }
}

async fn every_state_is_there_and_one_worker_has_nothing(app: TestApp) {
    seed_if_empty(&app).await.unwrap();
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
    for finding in app.store.check().await.unwrap() {
        assert_eq!(finding.problems, Vec::<String>::new(), "{}", finding.question);
    }
}

async fn customers_have_paid_in_every_way(app: TestApp) {
    seed_if_empty(&app).await.unwrap();
    let login = app.login("payroll@liksa.example", PASSWORD).await.json;
    let token = login["authtoken"].as_str().unwrap();
    for state in ["UNMATCHED", "REFUNDABLE"] {
        let list = app.get(&format!("/api/provider/payments?state={state}")).token(token).send().await.json;
        assert_eq!(list["payments"].as_array().unwrap().len(), 1, "{state}");
        let id = list["payments"][0]["id"].as_str().unwrap();
        let payment = app.get(&format!("/api/provider/payments/{id}")).token(token).send().await.json;
        assert_eq!(payment["suggestions"].as_array().unwrap().is_empty(), state == "REFUNDABLE");
    }
    let late = app.get("/api/provider/overdue").token(token).send().await.json;
    assert!(late["bills"].as_array().unwrap().iter().any(|bill| bill["reminded"]["number"] == 1));
    app.run_jobs().await;
    let bill = late["bills"][0]["billId"].as_str().unwrap();
    let came = app.get(&format!("/api/provider/bills/{bill}/payments")).token(token).send().await.json;
    assert_eq!(came["reminders"][0]["state"], "SENT");
}

async fn the_last_payday_was_paid_and_the_next_has_work(app: TestApp) {
    seed_if_empty(&app).await.unwrap();
    for email in ["worker@liksa.example", "employee@liksa.example"] {
        let login = app.login(email, PASSWORD).await.json;
        let path = format!("/api/person/{}/salaries", login["id"].as_str().unwrap());
        let slips = app.get(&path).token(login["authtoken"].as_str().unwrap()).send().await.json;
        assert_eq!(slips["salaries"].as_array().unwrap().len(), 1, "{email}: {slips}");
    }
    let login = app.login("payroll@liksa.example", PASSWORD).await.json;
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
    let login = app.login(email, PASSWORD).await.json;
    let path = format!("/api/person/{}/archive", login["id"].as_str().unwrap());
    let answer = app.get(&path).token(login["authtoken"].as_str().unwrap()).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["bills"].as_array().unwrap().clone()
}

/// The dates are seen from today: around the turn of a month and after holidays they are most likely to clash.
#[test]
fn whatever_day_it_is_the_bills_keep_the_rules() {
    let people = [DemoKind::Worker, DemoKind::Employee].map(somebody);
    let firsts = (1..=12).map(|month| date(2026, month, 1));
    for today in firsts.flat_map(|first| [-1, 0, 1, 2, 13].map(|days| first.saturating_add(days.days()))) {
        let calendar = Calendar::until(today).unwrap();
        let mut unfinished = 0;
        for story in told(&people, &calendar) {
            assert!(
                story.steps.is_sorted_by(|one, next| one.when.at <= next.when.at)
                    && story.steps.iter().all(|step| step.when.at > story.made.at)
            );
            let sent = story.steps.iter().find(|step| matches!(step.deed, Deed::Move(Move::Send)));
            let problems = problems_on(&story, sent.map_or(today, |step| step.when.day));
            match sent {
                Some(_) => assert_eq!(problems, [], "on {today}"),
                None if problems.is_empty() => {}
                None => {
                    unfinished += 1;
                    assert!(problems.contains(&ErrorKey::NotHomeAddress), "{problems:?}");
                    assert!(problems.contains(&ErrorKey::ReceiptRequired), "{problems:?}");
                }
            }
        }
        assert_eq!(unfinished, 1, "on {today}");
    }
}

fn somebody(kind: DemoKind) -> Arc<Worker> {
    let demo = PEOPLE.iter().find(|demo| demo.kind == kind).unwrap();
    let person = demo.person(PersonId::new(Timestamp::UNIX_EPOCH, [0; 10])).unwrap();
    Arc::new(Worker { person, facts: demo.facts(2026) })
}

fn told([worker, employee]: &[Arc<Worker>; 2], calendar: &Calendar) -> Vec<Story> {
    let anybody = CustomerId::new(Timestamp::UNIX_EPOCH, [0; 10]);
    let mut stories = Stories { worker, calendar, told: vec![] };
    let customers = bills_of_worker::Customers {
        agency: anybody,
        publisher: anybody,
        town: anybody,
        studio_abroad: anybody,
        housing_company: anybody,
        bride: anybody,
    };
    bills_of_worker::tell(&mut stories, &customers).unwrap();
    stories.worker = employee;
    let customers = bills_of_employee::Customers {
        concert_agency: anybody,
        theatre: anybody,
        town: anybody,
        anniversary_host: anybody,
    };
    bills_of_employee::tell(&mut stories, &customers).unwrap();
    stories.told
}

fn problems_on(story: &Story, today: jiff::civil::Date) -> Vec<ErrorKey> {
    let Worker { person, facts } = &*story.worker;
    let sending = Sending {
        today,
        home_postal_code: &facts.postal_code,
        worker: &facts.worker(person.worker_type),
        settings: &ProviderSettings::default(),
    };
    sending_problems(&story.bill, &sending).into_iter().map(|problem| problem.key).collect()
}
