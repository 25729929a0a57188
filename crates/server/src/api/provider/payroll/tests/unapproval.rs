//! An approval is undone while nothing has left, and what a run takes it takes once.

use jiff::ToSpan;
use jiff::civil::date;
use liksa_actions::payroll;
use liksa_domain::audit::Action;
use liksa_domain::ids::PayrollRunId;
use liksa_domain::ledger::Account;
use liksa_domain::payroll::RunState;
use liksa_money::Money;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use super::{PayrollTest, RUNS};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    what_is_owed_is_taken_once_however_two_runs_interleave,
    of_two_runs_that_pay_one_worker_approved_at_once_one_is_approved,
    an_approval_is_undone_with_all_that_followed_from_it,
    a_reversal_that_dies_between_chunks_is_finished_by_the_next_runner,
    undoing_and_booking_at_once_leave_nothing_booked,
    nothing_is_taken_of_a_debt_whose_salary_is_being_undone,
}

on_sqlite! {
    a_fetched_file_has_left,
    an_approval_that_a_later_run_builds_on_stands,
    who_may_undo_an_approval,
}

impl PayrollTest {
    async fn approved(&self, run: &str) {
        let approved = self.step(&self.second, run, "approve").await;
        assert_eq!(approved.status, 200, "{}", approved.json);
    }

    async fn undo(&self, who: &SignedIn, run: &str) -> Answer {
        let call = self.app.post(&format!("{RUNS}/{run}/unapprove")).token(&who.token);
        call.json(&json!({"reason": "Väärä palkkapäivä"})).send().await
    }

    /// Calculated anew, approved and paid.
    async fn pay_anew(&self, run: &str) {
        self.app.clock.advance(1.minute());
        let outdated = self.step(&self.second, run, "approve").await;
        assert_eq!((outdated.status, outdated.key()), (409, "RUN_CHANGED"));
        assert_eq!(self.step(&self.first, run, "calculate").await.status, 200);
        self.app.run_jobs().await;
        self.pay(run).await;
        self.assert_sound().await;
    }

    async fn run_of(&self, payday: &str) -> String {
        let call = self.app.post(RUNS).token(&self.first.token).json(&json!({"payday": payday}));
        let run = call.send().await.json["id"].as_str().unwrap().to_owned();
        assert_eq!(self.step(&self.first, &run, "calculate").await.status, 200);
        run
    }
}

/// The server dies after the approval: nothing of the first run is booked while the second is calculated.
async fn what_is_owed_is_taken_once_however_two_runs_interleave(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let credited = test.paid_bill(maija, 1).await;
    test.owes(maija, credited, 30).await;
    test.paid_bill(maija, 1000).await;
    let first = test.calculated().await;
    assert_eq!(test.salaries(&first).await[0]["summary"]["reductions"], json!(30.00));
    test.approved(&first).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO, "reserved at once");

    test.app.clock.advance(1.second());
    test.paid_bill(maija, 500).await;
    let second = test.run_of("25.11.2026").await;
    payroll::calculate(test.app.state(), second.parse().unwrap()).await.unwrap();
    assert_eq!(test.salaries(&second).await[0]["summary"]["reductions"], json!(0.00));
    test.approved(&second).await;
    test.app.run_jobs().await;
    for run in [&first, &second] {
        assert_eq!(test.step(&test.second, run, "pay").await.status, 200);
    }
    assert_eq!(test.balance(Account::DueFromWorkers).await, Money::ZERO);
    test.assert_sound().await;
}

/// What a salary pays depends on those that were approved before it.
async fn of_two_runs_that_pay_one_worker_approved_at_once_one_is_approved(app: TestApp) {
    let test = PayrollTest::of(app).await;
    for round in 0..3 {
        let worker = test.worker(round).await;
        test.paid_bill(worker, 1000).await;
        let one = test.calculated().await;
        test.paid_bill(worker, 2000).await;
        let other = test.calculated_for("27.11.2026").await;
        let (first, second) = tokio::join!(
            test.step(&test.second, &one, "approve"),
            test.step(&test.second, &other, "approve")
        );
        let mut answers = [(first.status, first.key()), (second.status, second.key())];
        answers.sort_unstable();
        assert_eq!(answers, [(200, ""), (409, "RUN_CHANGED")]);
        test.app.run_jobs().await;
        let (approved, refused) = if first.status == 200 { (one, other) } else { (other, one) };
        assert_eq!(test.step(&test.second, &approved, "pay").await.status, 200);
        test.app.clock.advance(1.second());
        assert_eq!(test.step(&test.first, &refused, "calculate").await.status, 200);
        test.app.run_jobs().await;
        test.pay(&refused).await;
        test.assert_sound().await;
    }
}

async fn an_approval_is_undone_with_all_that_followed_from_it(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, pekka) = (test.worker(1).await, test.worker(2).await);
    let credited = test.paid_bill(maija, 1).await;
    test.owes(maija, credited, 30).await;
    test.paid_bill(maija, 1000).await;
    test.paid_bill(pekka, -200).await;
    let accounts =
        [Account::AwaitingSalary, Account::SalariesPayable, Account::WithheldTax, Account::ServiceFees];
    let balances = async || {
        let mut all = vec![test.balance(Account::DueFromWorkers).await];
        for account in accounts {
            all.push(test.balance(account).await);
        }
        all
    };
    let before = balances().await;
    let run = test.calculated().await;
    test.approved(&run).await;
    test.app.run_jobs().await;
    assert_eq!(test.run(&run).await["filesWritten"], true);
    assert!(test.app.store.owed(pekka).await.unwrap().is_positive());
    assert_ne!(balances().await, before);

    let undone = test.undo(&test.first, &run).await;
    assert_eq!((undone.status, &undone.json["unapproving"]), (200, &json!(true)), "{}", undone.json);
    let past = test.app.store.past_salaries(&[maija], date(2026, 11, 27)).await.unwrap();
    assert!(
        past.get(&maija).is_none_or(|past| past.this_year.is_empty()),
        "it counts in no other run any more"
    );
    let again = test.undo(&test.first, &run).await;
    assert_eq!((again.status, again.key()), (409, "RUN_NOT_IN_STATE"));
    assert_eq!(test.step(&test.second, &run, "pay").await.key(), "RUN_NOT_IN_STATE");
    test.app.run_jobs().await;
    let now = test.run(&run).await;
    assert_eq!((&now["state"], &now["unapproving"]), (&json!("CALCULATED"), &json!(false)));
    assert_eq!((&now["outdated"], &now["approved"]), (&json!(true), &json!(null)));
    assert_eq!(test.read(&format!("{RUNS}/{run}/files")).await["files"], json!([]));
    assert_eq!(balances().await, before);
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::euros(30));
    assert_eq!(test.app.store.owed(pekka).await.unwrap(), Money::ZERO);
    test.assert_sound().await;

    test.pay_anew(&run).await;
    let numbers: Vec<Value> = test.salaries(&run).await.iter().map(|one| one["number"].clone()).collect();
    assert_eq!(numbers, [json!(3), json!(4)], "no slip gets a number that was voided");
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);
}

async fn a_reversal_that_dies_between_chunks_is_finished_by_the_next_runner(app: TestApp) {
    let test = PayrollTest::of(app).await;
    for number in 0..5 {
        let worker = test.worker(number).await;
        test.paid_bill(worker, 100).await;
    }
    let run = test.calculated().await;
    let id: PayrollRunId = run.parse().unwrap();
    test.approved(&run).await;
    let state = test.app.state();
    assert!(payroll::book_chunk(state, id, 3).await.unwrap());
    assert_eq!(test.undo(&test.first, &run).await.status, 200);
    // The job that books is still there, and does nothing more.
    payroll::book(state, id).await.unwrap();
    payroll::write_files(state, id).await.unwrap();
    assert_eq!(test.run(&run).await["counts"]["booked"], 3);
    assert!(payroll::reverse_chunk(state, id, 2).await.unwrap());
    assert_eq!(test.run(&run).await["counts"]["booked"], 1);
    test.assert_sound().await;
    // The rest, by two runners at once.
    let (one, two) = tokio::join!(payroll::reverse(state, id), payroll::reverse(state, id));
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    test.app.run_jobs().await;
    let now = test.app.store.payroll_run(id).await.unwrap().unwrap();
    assert_eq!((now.state, now.unapproving), (RunState::Calculated, false));
    test.assert_sound().await;
    test.pay_anew(&run).await;
    assert_eq!(test.balance(Account::AwaitingSalary).await, Money::ZERO);
    assert_eq!(test.balance(Account::SalariesPayable).await, Money::ZERO);
}

/// The server dies before it has reversed the run: what its salary below zero made the worker owe is still there.
async fn nothing_is_taken_of_a_debt_whose_salary_is_being_undone(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, -200).await;
    let first = test.calculated().await;
    test.approved(&first).await;
    test.app.run_jobs().await;
    let owed = test.app.store.owed(maija).await.unwrap();
    assert!(owed.is_positive());
    assert_eq!(test.undo(&test.first, &first).await.status, 200);

    test.app.clock.advance(1.minute());
    test.paid_bill(maija, 1000).await;
    let second = test.run_of("25.11.2026").await;
    payroll::calculate(test.app.state(), second.parse().unwrap()).await.unwrap();
    assert_eq!(test.salaries(&second).await[0]["summary"]["reductions"], json!(owed));
    let early = test.step(&test.second, &second, "approve").await;
    assert_eq!((early.status, early.key()), (409, "RUN_CHANGED"));

    test.app.run_jobs().await;
    assert_eq!(test.run(&first).await["state"], "CALCULATED");
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);
    test.pay_anew(&second).await;
    assert_eq!(test.salaries(&second).await[0]["summary"]["reductions"], json!(0.00));
}

async fn undoing_and_booking_at_once_leave_nothing_booked(app: TestApp) {
    let test = PayrollTest::of(app).await;
    for number in 0..4 {
        let worker = test.worker(number).await;
        test.paid_bill(worker, 100).await;
    }
    let run = test.calculated().await;
    let id: PayrollRunId = run.parse().unwrap();
    test.approved(&run).await;
    let state = test.app.state();
    let booking = async {
        while payroll::book_chunk(state, id, 1).await.unwrap() {}
        payroll::write_files(state, id).await.unwrap();
    };
    let (undone, ()) = tokio::join!(test.undo(&test.first, &run), booking);
    assert_eq!(undone.status, 200, "{}", undone.json);
    test.app.run_jobs().await;
    let now = test.run(&run).await;
    assert_eq!((&now["state"], &now["counts"]["booked"]), (&json!("CALCULATED"), &json!(0)));
    assert_eq!(test.balance(Account::SalariesPayable).await, Money::ZERO);
    test.assert_sound().await;
    test.pay_anew(&run).await;
}

async fn a_fetched_file_has_left(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    test.approved(&run).await;
    test.app.run_jobs().await;
    let files = test.read(&format!("{RUNS}/{run}/files")).await;
    assert_eq!(
        (&files["files"][0]["fetchedAt"], test.run(&run).await["fetched"] == true),
        (&json!(null), false)
    );
    let path = format!("{RUNS}/{run}/files/{}", files["files"][1]["id"].as_str().unwrap());
    for _ in 0..2 {
        assert_eq!(test.app.get(&path).token(&test.first.token).send().await.status, 200);
    }
    assert_eq!(test.run(&run).await["fetched"], true);
    let events = test.app.store.audit_of(&format!("payroll:{run}")).await.unwrap();
    let fetched = events.iter().filter(|event| event.action == Action::PayrollFileFetched).count();
    assert_eq!(fetched, 1, "the first time alone");
    let refused = test.undo(&test.first, &run).await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_FETCHED"));
    assert_eq!(test.step(&test.second, &run, "pay").await.status, 200);
    let refused = test.undo(&test.first, &run).await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_NOT_IN_STATE"));
}

async fn an_approval_that_a_later_run_builds_on_stands(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let first = test.calculated().await;
    test.approved(&first).await;
    test.app.clock.advance(1.second());
    test.paid_bill(maija, 500).await;
    let second = test.run_of("25.11.2026").await;
    test.app.run_jobs().await;
    // What is only calculated does not count, and has to be calculated again.
    assert_eq!(test.undo(&test.first, &first).await.status, 200);
    test.app.run_jobs().await;
    let outdated = test.step(&test.second, &second, "approve").await;
    assert_eq!((outdated.status, outdated.key()), (409, "RUN_CHANGED"));
    test.app.clock.advance(1.second());
    for run in [&first, &second] {
        assert_eq!(test.step(&test.first, run, "calculate").await.status, 200);
        test.app.run_jobs().await;
        test.approved(run).await;
        test.app.clock.advance(1.second());
        test.app.run_jobs().await;
    }
    let refused = test.undo(&test.first, &first).await;
    assert_eq!((refused.status, refused.key()), (409, "LATER_RUN_APPROVED"));
    assert_eq!(test.undo(&test.first, &second).await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.undo(&test.first, &first).await.status, 200);
    test.app.run_jobs().await;
    test.assert_sound().await;
}

async fn who_may_undo_an_approval(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    let early = test.undo(&test.first, &run).await;
    assert_eq!((early.status, early.key()), (409, "RUN_NOT_IN_STATE"));
    test.approved(&run).await;
    let own = test.undo(&test.second, &run).await;
    assert_eq!((own.status, own.key()), (409, "UNAPPROVED_BY_SAME_PERSON"));
    let path = format!("{RUNS}/{run}/unapprove");
    let without = test.app.post(&path).token(&test.first.token).json(&json!({"reason": " "})).send().await;
    assert_eq!((without.status, &without.json["fields"][0]["field"]), (422, &json!("reason")));
    let worker = test.app.add(person().email("no@liksa.example").build()).await;
    let worker = test.app.sign_in(worker.email.as_str()).await;
    assert_eq!(test.undo(&worker, &run).await.status, 403);
    assert_eq!(test.undo(&test.first, &run).await.status, 200);
}
