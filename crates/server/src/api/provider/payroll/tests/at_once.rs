//! Runs that are cut off, started twice or overtaken: each pays once.

use std::pin::pin;
use std::time::Duration;

use jiff::ToSpan;
use liksa_actions::payments::{BookedBy, Transaction, book};
use liksa_domain::bill::BillState;
use liksa_domain::ids::PayrollRunId;
use liksa_domain::ledger::{Account, EntryKind};
use liksa_domain::payroll::RunState;
use liksa_money::Money;
use liksa_test_support::both_engines;
use serde_json::json;

use super::{PayrollTest, RUNS};
use crate::jobs;
use crate::testing::{TestApp, must_wait};

both_engines! {
    two_runs_never_pay_one_worker_on_stale_figures,
    a_run_cut_off_anywhere_is_finished_by_the_next_runner,
    the_same_run_started_twice_at_once_pays_once,
    money_that_the_bank_takes_back_waits_for_the_run_of_its_bill,
}

async fn two_runs_never_pay_one_worker_on_stale_figures(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    test.paid_bill(maija, 500).await;
    let other =
        test.app.post(RUNS).token(&test.first.token).json(&json!({"payday": "25.11.2026"})).send().await;
    let other = other.json["id"].as_str().unwrap().to_owned();
    assert_eq!(test.step(&test.first, &other, "calculate").await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.salaries(&other).await[0]["summary"]["totalBillingWithoutAlv"], json!(500.00));
    test.pay(&run).await;
    // The second was calculated without the first.
    let refused = test.step(&test.second, &other, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    test.app.clock.advance(1.minute());
    assert_eq!(test.step(&test.first, &other, "calculate").await.status, 200);
    test.app.run_jobs().await;
    test.pay(&other).await;
    test.assert_sound().await;
}

async fn money_that_the_bank_takes_back_waits_for_the_run_of_its_bill(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.paid_bill(maija, 1000).await;
    let run: PayrollRunId = test.calculated().await.parse().unwrap();
    let stored = test.app.store.bill(bill).await.unwrap().unwrap();
    let payment = test.payment(stored.number.unwrap(), stored.figures.total_with_vat);
    let amount = payment.amount.negated().unwrap();
    let reversal = Transaction { id: "takaisin".into(), amount, reversal: true, ..payment };
    // An approval holds the run and waits for its bills.
    let mut approving = test.app.store.begin().await.unwrap();
    approving.hold_run(run).await.unwrap();
    let mut taking_back = pin!(async {
        let ids = (test.app.new_id().unwrap(), None);
        let mut tx = test.app.store.begin().await.unwrap();
        let booked = book(&mut tx, BookedBy::program(test.app.state()), ids, &reversal).await.unwrap();
        tx.commit().await.unwrap();
        booked
    });
    must_wait(taking_back.as_mut()).await;
    let held = tokio::time::timeout(Duration::from_secs(5), approving.lock_advances(bill)).await;
    assert!(held.is_ok(), "who waits for the run does not hold its bills");
    approving.commit().await.unwrap();
    taking_back.await;
    assert_eq!(test.app.store.bill(bill).await.unwrap().unwrap().bill.state, BillState::Closed);
    test.assert_sound().await;
}

/// Lets the jobs run for a while and cuts them off wherever they are, as a dying server does.
async fn work_and_die(app: &TestApp, for_micros: u64) {
    let state = app.state().clone();
    let work = tokio::spawn(async move { jobs::run_all_due(&state).await.len() });
    let _ = tokio::time::timeout(Duration::from_micros(for_micros), async {
        while !work.is_finished() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    work.abort();
    let _ = work.await;
    // The lease of a dead server runs out.
    app.clock.advance(10.minutes());
}

async fn a_run_cut_off_anywhere_is_finished_by_the_next_runner(app: TestApp) {
    let test = PayrollTest::of(app).await;
    for number in 0..60 {
        let worker = test.worker(number).await;
        test.paid_bill(worker, 100 + i32::try_from(number).unwrap()).await;
    }
    let run = test.make().await;
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    let mut micros = 200;
    for _ in 0..5 {
        work_and_die(&test.app, micros).await;
        micros = micros * 3 + 97;
    }
    test.app.run_jobs().await;
    let before = test.run(&run).await;
    assert_eq!((&before["state"], &before["counts"]["calculated"]), (&json!("CALCULATED"), &json!(60)));
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    micros = 200;
    for _ in 0..5 {
        work_and_die(&test.app, micros).await;
        micros = micros * 3 + 131;
    }
    test.app.run_jobs().await;
    let after = test.run(&run).await;
    assert_eq!((&after["state"], &after["counts"]["booked"]), (&json!("POSTED"), &json!(60)));
    assert_eq!(after["totals"], before["totals"]);
    assert_eq!(test.step(&test.second, &run, "pay").await.status, 200);
    test.assert_sound().await;
    assert_eq!(test.balance(Account::AwaitingSalary).await, Money::ZERO);
    assert_eq!(test.balance(Account::SalariesPayable).await, Money::ZERO);
    let files = test.read(&format!("{RUNS}/{run}/files")).await;
    assert_eq!(files["files"].as_array().unwrap().len(), 2);
}

async fn the_same_run_started_twice_at_once_pays_once(app: TestApp) {
    let test = PayrollTest::of(app).await;
    for number in 0..40 {
        let worker = test.worker(number).await;
        test.paid_bill(worker, 100).await;
    }
    let run = test.make().await;
    let id: PayrollRunId = run.parse().unwrap();
    let (one, two) =
        tokio::join!(test.step(&test.first, &run, "calculate"), test.step(&test.first, &run, "calculate"));
    assert!(one.status == 200 || two.status == 200);
    let state = test.app.state();
    let (one, two) = tokio::join!(
        liksa_actions::payroll::calculate(state, id),
        liksa_actions::payroll::calculate(state, id)
    );
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    test.app.run_jobs().await;
    assert_eq!(test.salaries(&run).await.len(), 40);
    let (one, two) =
        tokio::join!(test.step(&test.second, &run, "approve"), test.step(&test.second, &run, "approve"));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let (one, two) =
        tokio::join!(liksa_actions::payroll::book(state, id), liksa_actions::payroll::book(state, id));
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    test.app.run_jobs().await;
    let (one, two) = tokio::join!(test.step(&test.second, &run, "pay"), test.step(&test.second, &run, "pay"));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let paid = test.app.store.payroll_run(id).await.unwrap().unwrap();
    assert_eq!(paid.state, RunState::Paid);
    assert!(
        test.app.store.entry_of(EntryKind::SalariesPaid, &format!("payroll:{id}")).await.unwrap().is_some()
    );
    test.assert_sound().await;
    assert_eq!(test.balance(Account::AwaitingSalary).await, Money::ZERO);
    assert_eq!(test.balance(Account::SalariesPayable).await, Money::ZERO);
}
