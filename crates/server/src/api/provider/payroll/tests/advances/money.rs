//! The money of advances, by hand and to the cent.

use liksa_actions::payroll::pay_slip_pdf;
use liksa_domain::ledger::Account;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_test_support::person;
use serde_json::json;

use super::*;

both_engines! {
    an_advance_is_paid_back_by_the_salary_of_its_bill,
    an_advance_of_an_employee_is_paid_back_to_the_cent,
    nothing_is_recovered_twice_by_two_runs,
    an_undone_approval_gives_the_recovery_back,
    a_credited_bill_makes_its_advance_due_at_once,
    an_advance_follows_what_a_part_credit_left,
    only_the_salary_of_the_bill_pays_an_advance_back,
    payroll_recovers_from_other_salaries_when_the_customer_does_not_pay,
    what_the_bank_refuses_or_returns_is_not_owed,
    an_advance_that_left_twice_is_owed_once,
    an_advance_paid_after_all_withdraws_what_waits_in_its_place,
    what_salaries_took_of_an_advance_that_came_back_is_paid_to_the_worker,
    of_an_advance_that_came_back_only_what_its_salary_took_is_paid,
    a_refused_advance_still_pays_what_other_salaries_took,
    nothing_is_advanced_once_a_salary_has_the_bill,
    a_customer_payment_taken_back_after_the_salary_allows_no_advance,
    an_advance_that_has_not_left_is_not_in_the_money_of_its_bill,
}

/// What the ledger has on each of these accounts.
async fn assert_balances(test: &PayrollTest, expected: &[(Account, &str)]) {
    for (account, amount) in expected {
        assert_eq!(test.balance(*account).await, money(amount), "{account:?}");
    }
}

async fn an_advance_is_paid_back_by_the_salary_of_its_bill(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await;
    let payout = test.approve_payout(&advance).await.unwrap();
    // The money is leaving: it is owed, and booked when the bank says so.
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money("508.59"));
    assert_balances(&test, &[(Account::DueFromWorkers, "0"), (Account::Bank, "0")]).await;
    test.assert_sound().await;
    test.bank_moves("B1", payout, true).await;
    let paid = test.advance(advance.id).await;
    assert_eq!((paid.state, paid.paid_on), (AdvanceState::Paid, Some(date(2026, 11, 16))));
    assert_balances(&test, &[(Account::DueFromWorkers, "508.59"), (Account::Bank, "-508.59")]).await;
    test.assert_sound().await;

    test.pay_whole(bill).await;
    let run = test.calculated().await;
    let salary = test.salaries(&run).await.remove(0);
    assert_eq!(salary["summary"]["reductions"], json!(508.59));
    assert_eq!(salary["summary"]["salary"], json!(217.97));
    test.pay(&run).await;
    test.assert_sound().await;
    assert_balances(
        &test,
        &[
            (Account::DueFromWorkers, "0"),
            (Account::ServiceFees, "-69.00"),
            (Account::WithheldTax, "-181.64"),
            (Account::HealthInsurance, "-17.35"),
            (Account::AccidentInsurance, "-5.45"),
            (Account::Rounding, "0"),
            (Account::AwaitingSalary, "0"),
            // 1255.00 from the customer, less the advance and the rest of the salary.
            (Account::Bank, "528.44"),
        ],
    )
    .await;
    assert_eq!(test.advance(advance.id).await.recovered, money("508.59"));
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);

    let details =
        test.read(&format!("/api/person/{maija}/salaries/{}", salary["id"].as_str().unwrap())).await;
    let line = &details["advances"][0];
    assert_eq!((&line["amount"], &line["billId"]), (&json!(508.59), &json!(bill)));
    assert_eq!(details["explanation"]["estimate"], json!(726.56));
    let stored =
        test.app.store.salary(salary["id"].as_str().unwrap().parse().unwrap()).await.unwrap().unwrap();
    let (_, pdf) = pay_slip_pdf(test.app.state(), maija, &stored).await.unwrap();
    let again = pay_slip_pdf(test.app.state(), maija, &stored).await.unwrap().1;
    assert_eq!(pdf, again, "the slip stays as it was");
}

async fn an_advance_of_an_employee_is_paid_back_to_the_cent(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let ville = test.employ(2, person().email("ville@liksa.example").employee().build()).await;
    let facts = WorkerFacts {
        birth_date: Some(date(1990, 1, 1)),
        profession_code: Some("2652".into()),
        ..WorkerFacts::default()
    };
    let mut tx = test.app.store.begin().await.unwrap();
    tx.set_worker_facts(ville, &facts).await.unwrap();
    tx.commit().await.unwrap();
    let (bill, rows) = test.closed_bill(ville, &["1000"]).await;
    // 931 / 1.1998 = 775.96; less 155.19 tax, 56.65 TyEL and 6.91 unemployment is 557.21; 70 % of it is 390.05.
    let advance = test.paid_advance(ville, bill, &rows).await;
    assert_eq!(advance.amount, money("390.05"));
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    test.assert_sound().await;
    let salary = test.salaries(&run).await.remove(0);
    assert_eq!(salary["summary"]["salary"], json!(167.16));
    assert_balances(
        &test,
        &[
            (Account::DueFromWorkers, "0"),
            (Account::WithheldTax, "-155.19"),
            (Account::HealthInsurance, "-14.82"),
            (Account::Tyel, "-189.34"),
            (Account::UnemploymentInsurance, "-9.32"),
            (Account::AccidentInsurance, "-4.66"),
            (Account::GroupLife, "-0.47"),
            (Account::Rounding, "0.01"),
            (Account::Bank, "697.79"),
        ],
    )
    .await;
}

async fn only_the_salary_of_the_bill_pays_an_advance_back(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    test.paid_advance(maija, bill, &rows).await;
    test.paid_bill(maija, 2000).await;
    let run = test.calculated().await;
    assert_eq!(test.reductions(&run).await, ["0.0"], "another bill pays nothing back");
    test.pay(&run).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money("508.59"));
    test.later();
    test.pay_whole(bill).await;
    let run = test.calculated_for("25.11.2026").await;
    assert_eq!(test.reductions(&run).await, ["508.59"]);
    test.pay(&run).await;
    test.assert_sound().await;
}

async fn nothing_is_recovered_twice_by_two_runs(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    test.paid_advance(maija, bill, &rows).await;
    test.pay_whole(bill).await;
    let first = test.calculated().await;
    test.paid_bill(maija, 3000).await;
    let second = test.calculated_for("25.11.2026").await;
    assert_eq!(test.reductions(&first).await, ["508.59"]);
    assert_eq!(test.reductions(&second).await, ["0.0"]);
    test.later();
    test.pay(&first).await;
    let outdated = test.step(&test.second, &second, "approve").await;
    assert_eq!((outdated.status, outdated.key()), (409, "RUN_CHANGED"));
    test.later();
    assert_eq!(test.step(&test.first, &second, "calculate").await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.reductions(&second).await, ["0.0"]);
    test.pay(&second).await;
    test.assert_sound().await;
    assert_balances(&test, &[(Account::DueFromWorkers, "0")]).await;
}

async fn an_undone_approval_gives_the_recovery_back(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.paid_advance(maija, bill, &rows).await;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    assert_eq!(test.advance(advance.id).await.recovered, money("508.59"));
    test.app.run_jobs().await;
    let undo = test.app.post(&format!("{}/{run}/unapprove", super::super::RUNS)).token(&test.first.token);
    let undone = undo.json(&json!({"reason": "Väärä päivä"})).send().await;
    assert_eq!(undone.status, 200, "{}", undone.json);
    test.app.run_jobs().await;
    assert_eq!(test.advance(advance.id).await.recovered, Money::ZERO);
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money("508.59"));
    test.assert_sound().await;
    test.later();
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.reductions(&run).await, ["508.59"]);
    test.pay(&run).await;
    test.assert_sound().await;
}

async fn payroll_recovers_from_other_salaries_when_the_customer_does_not_pay(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.paid_advance(maija, bill, &rows).await;
    test.paid_bill(maija, 500).await;
    let run = test.calculated().await;
    test.later();
    let state = test.app.state();
    advances::recover(state, test.first.id, advance.id, "Asiakas ei maksa").await.unwrap();
    test.later();
    let outdated = test.step(&test.second, &run, "approve").await;
    assert_eq!((outdated.status, outdated.key()), (409, "RUN_CHANGED"));
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    // 363.28 is all that this salary leaves; the rest waits for the next one.
    assert_eq!(test.reductions(&run).await, ["363.28"]);
    test.pay(&run).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money("145.31"));
    test.assert_sound().await;
    let again = advances::recover(state, test.first.id, advance.id, "Toistamiseen").await;
    assert_eq!(refused(again), ErrorKey::AdvanceNotInState);
}

async fn what_the_bank_refuses_or_returns_is_not_owed(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await;
    let state = test.app.state();
    let payout = test.approve_payout(&advance).await.unwrap();
    payouts::propose_refusal(state, test.first.id, payout, "Tili suljettu").await.unwrap();
    payouts::confirm_refusal(state, test.second.id, payout).await.unwrap();
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);
    test.assert_sound().await;
    let again = make_again(&test, payout).await;
    assert_eq!((again.state, again.amount), (PayoutState::Ready, money("508.59")));
    let payout = test.approve_payout(&advance).await.unwrap();
    test.bank_moves("B1", payout, true).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money("508.59"));
    test.bank_moves("B2", payout, false).await;
    let back = test.advance(advance.id).await;
    assert_eq!((back.state, back.is_out, back.paid_on), (AdvanceState::Granted, false, None));
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);
    assert_balances(&test, &[(Account::DueFromWorkers, "0"), (Account::Bank, "0")]).await;
    test.assert_sound().await;
    // It may be refused now, and then not be made again.
    advances::refuse(state, test.first.id, advance.id, "Tiliä ei ole").await.unwrap();
    let made = payouts::make_again(state, test.first.id, payout, &OtherAccount::default()).await;
    assert_eq!(refused(made), ErrorKey::AdvanceNotInState);
    assert_eq!(test.app.store.payouts_open(10).await.unwrap(), [], "nothing is to be done about it");
}

/// Taken for refused and made anew, and then the bank has paid the first while the second is ready or in a file.
async fn an_advance_paid_after_all_withdraws_what_waits_in_its_place(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, state) = (test.worker(1).await, test.app.state());
    for is_in_file in [false, true] {
        let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
        let advance = test.granted(maija, bill, &rows).await;
        let before = test.app.store.owed(maija).await.unwrap();
        let first = test.approve_payout(&advance).await.unwrap();
        payouts::propose_refusal(state, test.first.id, first, "Tili suljettu").await.unwrap();
        payouts::confirm_refusal(state, test.second.id, first).await.unwrap();
        let second = make_again(&test, first).await.id;
        let body = PayoutFileBody { ids: Some(vec![second]), pay_on: Some("17.11.2026".into()) };
        let file = match is_in_file {
            true => Some(payouts::make_file(state, test.first.id, &body).await.unwrap()),
            false => None,
        };
        assert_eq!(test.bank_moves(&format!("B{first}"), first, true).await, PaymentState::Confirmed);
        assert_eq!(test.payout(&advance).await.state, PayoutState::Withdrawn);
        match file {
            Some(file) => {
                let approved = payouts::approve_file(state, test.second.id, file.id).await;
                assert_eq!(refused(approved), ErrorKey::PayoutFileChanged);
            }
            None => {
                let made = payouts::make_file(state, test.first.id, &body).await;
                assert_eq!(refused(made), ErrorKey::PayoutNotInState);
            }
        }
        // Another movement that names it is only listed.
        assert_eq!(test.bank_moves(&format!("C{first}"), first, true).await, PaymentState::Outgoing);
        let owed = test.app.store.owed(maija).await.unwrap();
        assert_eq!(owed, before.plus(advance.amount).unwrap(), "owed once");
        test.assert_sound().await;
    }
}

/// Taken for refused and made anew, and then the bank has paid the first.
async fn an_advance_that_left_twice_is_owed_once(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await;
    let state = test.app.state();
    let refuse = async |payout| {
        payouts::propose_refusal(state, test.first.id, payout, "Tili suljettu").await.unwrap();
        payouts::confirm_refusal(state, test.second.id, payout).await.unwrap();
    };
    let first = test.approve_payout(&advance).await.unwrap();
    refuse(first).await;
    make_again(&test, first).await;
    let second = test.approve_payout(&advance).await.unwrap();
    assert_eq!(test.bank_moves("B1", first, true).await, PaymentState::Outgoing);
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money("508.59"));
    assert_balances(&test, &[(Account::DueFromWorkers, "0"), (Account::Bank, "0")]).await;
    refuse(second).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money("508.59"));
    assert_balances(&test, &[(Account::DueFromWorkers, "508.59"), (Account::Bank, "-508.59")]).await;
    assert_eq!(test.advance(advance.id).await.state, AdvanceState::Paid);
    test.assert_sound().await;
}

async fn what_salaries_took_of_an_advance_that_came_back_is_paid_to_the_worker(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.paid_advance(maija, bill, &rows).await;
    let payout = test.payout(&advance).await.id;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    test.bank_moves("B9", payout, false).await;
    test.assert_sound().await;
    assert_balances(&test, &[(Account::DueFromWorkers, "-508.59")]).await;
    let back = test.advance(advance.id).await;
    assert_eq!((back.state, back.amount), (AdvanceState::Granted, money("508.59")));
    test.app.run_jobs().await;
    let told = test.app.subjects_to("worker1@liksa.example").await;
    assert!(told.iter().any(|subject| subject.starts_with("Saat takaisin ennakosta")), "{told:?}");
    make_again(&test, payout).await;
    let payout = test.approve_payout(&advance).await.unwrap();
    test.bank_moves("B10", payout, true).await;
    assert_balances(&test, &[(Account::DueFromWorkers, "0")]).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);
    test.assert_sound().await;
}

/// 300 of 1000 are left: fee 20.70, gross 279.30 / 1.0251 = 272.46, tax 54.49, net 217.97.
async fn of_an_advance_that_came_back_only_what_its_salary_took_is_paid(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.paid_advance(maija, bill, &rows).await;
    let payout = test.payout(&advance).await.id;
    test.credit_part(bill, 700).await;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    assert_eq!(test.reductions(&run).await, ["217.97"]);
    test.pay(&run).await;
    test.bank_moves("B9", payout, false).await;
    let back = test.advance(advance.id).await;
    assert_eq!((back.state, back.amount), (AdvanceState::Granted, money("217.97")));
    assert_balances(&test, &[(Account::DueFromWorkers, "-217.97")]).await;
    assert_eq!(make_again(&test, payout).await.amount, money("217.97"));
    let payout = test.approve_payout(&advance).await.unwrap();
    test.bank_moves("B10", payout, true).await;
    assert_balances(&test, &[(Account::DueFromWorkers, "0")]).await;
    test.assert_sound().await;
}

/// The bank sent it back after another salary had taken 363.28 of it, and payroll does not pay it again.
async fn a_refused_advance_still_pays_what_other_salaries_took(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.paid_advance(maija, bill, &rows).await;
    let payout = test.payout(&advance).await.id;
    let state = test.app.state();
    advances::recover(state, test.first.id, advance.id, "Asiakas ei maksa").await.unwrap();
    test.later();
    test.paid_bill(maija, 500).await;
    let run = test.calculated().await;
    assert_eq!(test.reductions(&run).await, ["363.28"]);
    test.pay(&run).await;
    test.bank_moves("B9", payout, false).await;
    assert_eq!(make_again(&test, payout).await.amount, money("508.59"));
    test.later();
    advances::refuse(state, test.first.id, advance.id, "Asiakas ei maksa").await.unwrap();
    let left = test.payout(&advance).await;
    assert_eq!((left.state, left.amount), (PayoutState::Ready, money("363.28")));
    let payout = test.approve_payout(&advance).await.unwrap();
    test.bank_moves("B10", payout, true).await;
    assert_balances(&test, &[(Account::DueFromWorkers, "0")]).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);
    test.assert_sound().await;
}

/// Approving the run ends what has not left. One that was left standing by whatever fault does not leave either.
async fn nothing_is_advanced_once_a_salary_has_the_bill(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    assert_eq!(test.advance(advance.id).await.state, AdvanceState::Refused);
    assert_eq!(test.payout(&advance).await.state, PayoutState::Withdrawn);
    for fault in ["UPDATE advance SET state = 'GRANTED'", "UPDATE payout SET state = 'READY'"] {
        test.app.db.execute(fault).await.unwrap();
    }
    assert_eq!(refused(test.approve_payout(&advance).await), ErrorKey::InvoicePaid);
}

/// The bill is open again, but its worker has been paid.
async fn a_customer_payment_taken_back_after_the_salary_allows_no_advance(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    let stored = test.app.store.bill(bill).await.unwrap().unwrap();
    let (number, total) = (stored.number.unwrap(), money("-1255"));
    let taken_back = Transaction { id: "BACK".to_owned(), reversal: true, ..test.payment(number, total) };
    let mut tx = test.app.store.begin().await.unwrap();
    let ids = (test.app.new_id().unwrap(), None);
    book(&mut tx, BookedBy::program(test.app.state()), ids, &taken_back).await.unwrap();
    tx.commit().await.unwrap();
    let open = test.app.store.bill(bill).await.unwrap().unwrap();
    assert_eq!(open.open_amount(), money("1255"));
    assert_eq!(refused(test.ask_advance(maija, bill, &rows, None).await), ErrorKey::InvoicePaid);

    // Asked for before the salary, had it been forgotten then.
    let (other, rows) = test.closed_bill(maija, &["500"]).await;
    let asked = test.ask_advance(maija, other, &rows, None).await.unwrap();
    let fault = format!("UPDATE advance SET bill_id = (SELECT id FROM bill WHERE number = {number})");
    test.app.db.execute(fault).await.unwrap();
    let granted = advances::grant(test.app.state(), test.first.id, asked.id).await;
    assert_eq!(refused(granted), ErrorKey::InvoicePaid);
    let of_another = advances::withdraw(test.app.state(), test.first.id, bill, asked.id).await;
    assert!(matches!(of_another, Err(Error::NotFound)), "{of_another:?}");
    test.assert_sound().await;
}

/// An older debt lowers the salary; the advance is still with the provider.
async fn an_advance_that_has_not_left_is_not_in_the_money_of_its_bill(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.app.add(person().email("maija@liksa.example").build()).await.id;
    test.equip(1, maija).await;
    let (old, rows) = test.closed_bill(maija, &["1000"]).await;
    test.paid_advance(maija, old, &rows).await;
    test.credited(old).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    test.granted(maija, bill, &rows).await;
    let worker = test.app.sign_in("maija@liksa.example").await;
    let told = test.app.get(&format!("/api/bill/{bill}/money")).token(&worker.token).send().await;
    assert_eq!(told.status, 200, "{}", told.json);
    let kinds: Vec<_> = told.json["parts"].as_array().unwrap().iter().map(|part| &part["kind"]).collect();
    assert!(
        kinds.contains(&&json!("OTHER_DEDUCTION")) && !kinds.contains(&&json!("ADVANCE")),
        "{}",
        told.json
    );
}

async fn a_credited_bill_makes_its_advance_due_at_once(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000", "200"]).await;
    let paid = test.paid_advance(maija, bill, &rows[..1]).await;
    let asked = test.ask_advance(maija, bill, &rows[1..], Some("1")).await;
    assert_eq!(refused(asked), ErrorKey::AdvanceTooBig, "nothing is left of the smaller row");
    test.credited(bill).await;
    test.later();
    assert!(test.advance(paid.id).await.due_at.is_some());
    test.paid_bill(maija, 2000).await;
    let run = test.calculated().await;
    assert_eq!(test.reductions(&run).await, ["508.59"]);
    test.pay(&run).await;
    test.assert_sound().await;
    // What has not left ends with the bill.
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let granted = test.granted(maija, bill, &rows).await;
    test.credited(bill).await;
    let ended = test.advance(granted.id).await;
    assert_eq!((ended.state, ended.reason.as_str()), (AdvanceState::Refused, "BILL_CREDITED"));
    assert_eq!(test.payout(&granted).await.state, PayoutState::Withdrawn);
    test.assert_sound().await;
}

/// 600 of 1000 are left: fee 41.40, gross 558.60 / 1.0251 = 544.92, tax 108.98, net 435.94; 70 % of that is 305.16.
async fn an_advance_follows_what_a_part_credit_left(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let asked = test.ask_advance(maija, bill, &rows, None).await.unwrap();
    assert_eq!(asked.amount, money("508.59"));
    test.credit_part(bill, 400).await;
    let state = test.app.state();
    let grant = advances::grant(state, test.first.id, asked.id).await;
    assert_eq!(refused(grant), ErrorKey::AdvanceTooBig, "asked for before the credit note");
    advances::withdraw(state, maija, bill, asked.id).await.unwrap();
    let too_much = test.ask_advance(maija, bill, &rows, Some("305.17")).await;
    assert_eq!(refused(too_much), ErrorKey::AdvanceTooBig);
    let advance = test.paid_advance(maija, bill, &rows).await;
    assert_eq!(advance.amount, money("305.16"));
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    assert_eq!(test.reductions(&run).await, ["305.16"]);
    assert_eq!(test.salaries(&run).await[0]["summary"]["salary"], json!(130.78));
    test.pay(&run).await;
    test.assert_sound().await;
    // The rest is credited after the salary: the advance and the salary are owed, 305.16 + 130.78.
    test.credit_part(bill, 600).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money("435.94"));
    assert_balances(&test, &[(Account::DueFromWorkers, "435.94")]).await;
    test.assert_sound().await;
}
