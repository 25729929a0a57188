//! What the screens of payroll, the ledger and the workers ask for beyond the steps of a run.

use jiff::ToSpan;
use jiff::civil::date;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_money::Rate;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::json;

use super::{PayrollTest, RUNS};
use crate::testing::TestApp;
use liksa_demo::history::identity;

both_engines! {
    salaries_are_searched_by_the_worker,
}

on_sqlite! {
    the_list_tells_what_each_run_pays_and_what_waits,
    a_salary_stands_beside_the_one_before,
    entries_of_the_ledger_lead_to_their_salaries,
    slips_are_the_workers_own,
}

async fn the_list_tells_what_each_run_pays_and_what_waits(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, pekka) = (test.worker(1).await, test.worker(2).await);
    test.paid_bill(maija, 1000).await;
    test.paid_bill(maija, 500).await;
    test.paid_bill(pekka, 100).await;
    let before = test.read(RUNS).await;
    assert_eq!(before["nextPayday"], "20.11.2026");
    assert_eq!(before["waiting"], json!({"bills": 3, "people": 2}));
    assert_eq!(before["runs"], json!([]));

    let run = test.calculated().await;
    let shown = test.run(&run).await;
    assert_eq!(shown["outdated"], false);
    let after = test.read(RUNS).await;
    assert_eq!(after["waiting"], json!({"bills": 0, "people": 0}));
    assert_eq!((&after["runs"][0]["id"], &after["runs"][0]["people"]), (&json!(run), &json!(2)));
    assert_eq!(after["runs"][0]["salary"], shown["totals"]["salary"]);
}

async fn salaries_are_searched_by_the_worker(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, pekka) = (test.worker(1).await, test.worker(2).await);
    for worker in [maija, pekka] {
        test.paid_bill(worker, 1000).await;
    }
    let run = test.calculated().await;
    let found = async |query: &str| {
        let answer = test.read(&format!("{RUNS}/{run}/salaries?{query}")).await;
        let salaries = answer["salaries"].as_array().unwrap();
        salaries.iter().map(|salary| salary["personId"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(found("q=").await.len(), 2);
    assert_eq!(found("q=worker").await.len(), 2);
    assert_eq!(found("q=WORKER2%20liksa").await, [json!(pekka.to_string())]);
    assert_eq!(found("q=worker2&only=errors").await, [json!(null); 0]);
    for nothing in ["q=x", "q=nobody", "q=worker1%20worker2"] {
        assert_eq!(found(nothing).await, [json!(null); 0], "{nothing}");
    }
}

async fn a_salary_stands_beside_the_one_before(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let first = test.calculated().await;
    let path = async |run: &str| {
        let salaries = test.salaries(run).await;
        format!("{RUNS}/{run}/salaries/{}", salaries[0]["id"].as_str().unwrap())
    };
    let salary = test.read(&path(&first).await).await;
    assert_eq!(salary["previous"], json!(null));
    assert_eq!(salary["bills"][0]["total"], json!(1000.00));
    assert_eq!(salary["terms"]["servicePercent"], json!(6.9));
    assert_eq!(salary["terms"]["tax"]["percent"], json!(20));
    test.pay(&first).await;

    let service_rate = Some(Rate::from_millionths(50_000));
    let facts = WorkerFacts { birth_date: Some(date(1990, 1, 1)), service_rate, ..WorkerFacts::default() };
    let mut tx = test.app.store.begin().await.unwrap();
    tx.set_worker_facts(maija, &facts).await.unwrap();
    tx.commit().await.unwrap();
    test.app.clock.advance(1.minute());
    test.paid_bill(maija, 500).await;
    let second = test.calculated().await;
    let now = test.read(&path(&second).await).await;
    assert_eq!(now["changes"], json!(["SERVICE_FEE"]));
    assert_eq!(now["terms"]["servicePercent"], json!(5));
    assert_eq!(now["previous"]["terms"]["servicePercent"], json!(6.9));
    assert_eq!(now["previous"]["salary"], salary["summary"]["salary"]);
    assert_eq!(now["previousSalary"], now["previous"]["salary"]);

    // A slip is compared with the one before it, not with later ones.
    test.pay(&second).await;
    assert_eq!(test.read(&path(&first).await).await["previous"], json!(null));
    let of_second = path(&second).await.replace(&second, &first);
    let stranger = test.app.get(&of_second).token(&test.second.token).send().await;
    assert_eq!(stranger.status, 404, "a salary of another run");
}

async fn entries_of_the_ledger_lead_to_their_salaries(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    let salary = test.salaries(&run).await[0]["id"].clone();
    let account = test.read("/api/provider/ledger/accounts/2950?until=31.12.2026").await;
    let led: Vec<_> = account["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["kind"].clone(), line["runId"].clone(), line["salaryId"].clone()))
        .collect();
    let expected = [(json!("SALARY"), json!(run), salary), (json!("SALARIES_PAID"), json!(run), json!(null))];
    assert_eq!(led, expected);
    let receivables = test.read("/api/provider/ledger/accounts/1700").await;
    assert_eq!(receivables["lines"][0]["runId"], json!(null));
}

async fn slips_are_the_workers_own(app: TestApp) {
    let maija = app.worker().await;
    let test = PayrollTest::of(app).await;
    let born = date(1990, 1, 1);
    let profile = identity::profile(born, 7, "Sturenkatu 4", "Helsinki").unwrap();
    let mut tx = test.app.store.begin().await.unwrap();
    tx.set_profile(maija.id, &profile).await.unwrap();
    tx.commit().await.unwrap();
    test.paid_bill(maija.id, 1000).await;
    let run = test.calculated().await;
    let list = format!("/api/person/{}/salaries", maija.id);
    let read = |path: String, token: String| test.app.get(&path).token(&token).send();
    let none = read(list.clone(), maija.token.clone()).await;
    assert_eq!(none.json["salaries"], json!([]), "not before it is paid");
    test.pay(&run).await;

    let slips = read(list.clone(), maija.token.clone()).await;
    assert_eq!((slips.status, &slips.json["total"]), (200, &json!(1)));
    let slip = &slips.json["salaries"][0];
    assert_eq!((&slip["payday"], &slip["alvtotal"]), (&json!("20.11.2026"), &json!(1255.00)));
    assert_eq!(slip["costs"], json!(69.00));
    let one = format!("{list}/{}", slip["id"].as_str().unwrap());
    let whole = read(one.clone(), maija.token.clone()).await;
    assert_eq!(whole.json["summary"]["salary"], slip["salary"]);
    assert_eq!(whole.json["bills"][0]["total"], json!(1000.00));
    assert_eq!(whole.json["year"]["grossSalary"], whole.json["summary"]["bruttoSalary"]);

    let pdf = read(format!("{one}/pdf"), maija.token.clone()).await;
    let again = read(format!("{one}/pdf"), maija.token.clone()).await;
    assert!(pdf.status == 200 && pdf.body.starts_with(b"%PDF-"));
    assert_eq!(pdf.body, again.body, "the same file each time");
    assert_eq!(read(one.clone(), test.second.token.clone()).await.status, 200, "payroll reads too");
    test.app.add(person().email("pekka@liksa.example").build()).await;
    let pekka = test.app.sign_in("pekka@liksa.example").await;
    for path in [list, one.clone(), format!("{one}/pdf")] {
        assert_eq!(read(path, pekka.token.clone()).await.status, 404);
    }
}
