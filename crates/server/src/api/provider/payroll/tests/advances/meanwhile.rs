//! What happens between two steps of an advance: a calculation, a part credit, another account, a payday.

use std::pin::pin;

use liksa_actions::bills::{self, Refusal};
use liksa_actions::payroll::unapprove;
use liksa_demo::history::identity;
use liksa_domain::bill::life::BillStatus;
use liksa_domain::payroll::RecoveryPart;
use liksa_store::NewAdvance;
use liksa_test_support::on_sqlite;

use super::*;
use crate::testing::must_wait;

both_engines! {
    a_run_knows_an_advance_that_left_whatever_the_clocks_say,
    a_part_credit_ends_what_was_granted_and_has_not_left,
    an_advance_goes_to_the_account_that_its_worker_has_now,
    what_comes_back_while_a_run_takes_of_it_is_owed_no_more,
    an_approval_that_is_being_undone_has_no_bill,
    an_advance_and_the_opening_of_its_bill_at_once_leave_one,
}

on_sqlite! {
    what_a_salary_has_paid_back_is_not_due_once_more,
    an_advance_is_due_today_or_on_the_next_payday,
}

/// Two servers need not agree on the time, and a payment file is approved for a while.
async fn a_run_knows_an_advance_that_left_whatever_the_clocks_say(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    assert_eq!(test.reductions(&run).await, ["0.0"]);
    test.app.clock.advance(-10.minutes());
    test.approve_payout(&advance).await.unwrap();
    let refused = test.step(&test.second, &run, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.reductions(&run).await, ["508.59"]);
    test.pay(&run).await;
    test.assert_sound().await;
}

async fn a_part_credit_ends_what_was_granted_and_has_not_left(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000", "500"]).await;
    let asked = test.ask_advance(maija, bill, &rows[1..], Some("1")).await.unwrap();
    let granted = test.granted(maija, bill, &rows[..1]).await;
    let file = test.payout_file(&granted).await;
    test.credit_part(bill, 400).await;
    let ended = test.advance(granted.id).await;
    assert_eq!((ended.state, ended.reason.as_str()), (AdvanceState::Refused, "PART_CREDITED"));
    assert_eq!(test.payout(&granted).await.state, PayoutState::Withdrawn);
    let approved = payouts::approve_file(test.app.state(), test.second.id, file).await;
    assert_eq!(refused(approved), ErrorKey::PayoutFileChanged);
    assert_eq!(test.advance(asked.id).await.state, AdvanceState::Requested, "it is decided by the rest");
    test.app.run_jobs().await;
    let mails = test.app.store.newest_mails(10).await.unwrap();
    assert!(mails.iter().any(|mail| mail.text.contains("Laskusta hyvitettiin osa.")));
    test.assert_sound().await;
}

/// A run is being approved that takes 60 of an advance while the bank says that the advance came back.
async fn what_comes_back_while_a_run_takes_of_it_is_owed_no_more(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.paid_advance(maija, bill, &rows).await;
    let payout = test.payout(&advance).await.id;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    let salary = test.salaries(&run).await[0]["id"].as_str().unwrap().parse().unwrap();

    let mut tx = test.app.store.begin().await.unwrap();
    let owed = tx.open_recoveries(run.parse().unwrap(), &[maija]).await.unwrap();
    let part = RecoveryPart { recovery: owed[0].id, salary, amount: money("60") };
    assert!(tx.take_recoveries(&[part]).await.unwrap());
    let mut comes_back = pin!(test.bank_moves("B9", payout, false));
    must_wait(comes_back.as_mut()).await;
    tx.commit().await.unwrap();
    comes_back.await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);
}

async fn an_advance_goes_to_the_account_that_its_worker_has_now(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await;
    let move_to = async |number: u32| {
        let (iban, _) = identity::account(number).unwrap();
        test.change_facts(maija, |_, profile| profile.iban = Some(iban)).await;
        iban
    };
    let second = move_to(78).await;
    assert_ne!(test.payout(&advance).await.iban, second, "as it was granted");
    let file = test.payout_file(&advance).await;
    assert_eq!(test.payout(&advance).await.iban, second);
    let third = move_to(79).await;
    let state = test.app.state();
    let approved = payouts::approve_file(state, test.second.id, file).await;
    assert_eq!(refused(approved), ErrorKey::PayoutFileChanged);
    payouts::cancel_file(state, test.first.id, file, "Tili vaihtui").await.unwrap();
    test.approve_payout(&advance).await.unwrap();
    assert_eq!(test.payout(&advance).await.iban, third);
}

async fn what_a_salary_has_paid_back_is_not_due_once_more(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.paid_advance(maija, bill, &rows).await;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    test.credited(bill).await;
    assert_eq!(test.advance(advance.id).await.due_at, None);
    test.app.run_jobs().await;
    let subjects = test.app.subjects_to("worker1@liksa.example").await;
    assert!(!subjects.iter().any(|subject| subject.starts_with("Ennakko peritään")), "{subjects:?}");
    test.assert_sound().await;
}

async fn an_advance_is_due_today_or_on_the_next_payday(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let due = async |paid: &str| {
        test.set_terms(AdvancesForm { paid: paid.into(), ..AdvancesForm::default() }).await;
        test.later();
        let (bill, rows) = test.closed_bill(maija, &["100"]).await;
        let advance = test.granted(maija, bill, &rows).await;
        test.payout(&advance).await.due
    };
    assert_eq!(due("daily").await, date(2026, 11, 16));
    assert_eq!(due("payroll").await, date(2026, 11, 20));
}

/// What was booked of the run is still being reversed.
async fn an_approval_that_is_being_undone_has_no_bill(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.paid_advance(maija, bill, &rows).await;
    let payout = test.payout(&advance).await.id;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    test.app.run_jobs().await;
    let id = run.parse().unwrap();
    unapprove(test.app.state(), test.first.id, id, "Väärä päivä").await.unwrap();
    assert!(!test.app.store.salary_has_bill(bill).await.unwrap());
    // Only the salary of its bill pays it back.
    test.paid_bill(maija, 3000).await;
    let other = test.calculated_for("25.11.2026").await;
    assert_eq!(test.reductions(&other).await, ["0.0"]);
    // What comes back now is to be paid anew, and has not become a salary.
    test.bank_moves("B9", payout, false).await;
    let back = test.advance(advance.id).await;
    assert_eq!((back.state, back.amount), (AdvanceState::Granted, money("508.59")));
    test.app.run_jobs().await;
    make_again(&test, payout).await;
    let payout = test.approve_payout(&advance).await.unwrap();
    test.bank_moves("B10", payout, true).await;
    test.later();
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.reductions(&run).await, ["508.59"]);
    test.pay(&run).await;
    test.assert_sound().await;
}

/// A worker asks for an advance in one browser and opens the bill in another.
async fn an_advance_and_the_opening_of_its_bill_at_once_leave_one(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, state) = (test.worker(1).await, test.app.state());
    let (bill, rows) = test.bill_in(BillState::Pending, maija, &["1000"]).await;
    let has_advance = |opened: Result<_, Refusal>| match opened {
        Err(Refusal::Conflict(key, _)) => assert_eq!(key, ErrorKey::HasAdvancePayments),
        other => panic!("{other:?}"),
    };
    // The request is first.
    let (id, now): (AdvanceId, _) = (test.app.new_id().unwrap(), test.app.clock.now());
    let new = NewAdvance { id, person: maija, bill, amount: money("1"), rows: &rows, requested_at: now };
    let mut tx = test.app.store.begin().await.unwrap();
    assert!(tx.lock_advances(bill).await.unwrap().is_empty());
    tx.insert_advance(&new).await.unwrap();
    let mut opening = pin!(bills::open(state, maija, bill));
    must_wait(opening.as_mut()).await;
    tx.commit().await.unwrap();
    has_advance(opening.await);
    // The opening is first.
    advances::withdraw(state, maija, bill, id).await.unwrap();
    let stored = test.app.store.bill(bill).await.unwrap().unwrap();
    let open = BillStatus { state: BillState::Open, open_request: false };
    let mut tx = test.app.store.begin().await.unwrap();
    assert!(tx.move_bill(&stored, open, now).await.unwrap());
    let mut asking = pin!(test.ask_advance(maija, bill, &rows, Some("1")));
    must_wait(asking.as_mut()).await;
    tx.commit().await.unwrap();
    assert_eq!(refused(asking.await), ErrorKey::InvoiceNotSent);
    // Either may be first.
    let (bill, rows) = test.bill_in(BillState::Pending, maija, &["1000"]).await;
    let (asked, opened) =
        tokio::join!(test.ask_advance(maija, bill, &rows, Some("1")), bills::open(state, maija, bill));
    match asked {
        Ok(_) => has_advance(opened),
        Err(_) => assert_eq!((refused(asked), opened.is_ok()), (ErrorKey::InvoiceNotSent, true)),
    }
}
