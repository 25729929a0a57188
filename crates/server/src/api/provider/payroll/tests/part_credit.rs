//! Parts of bills that are credited, from the customer's debt to the salary and back.

use jiff::ToSpan;
use jiff::civil::date;
use liksa_actions::bills::{NotClosed, close};
use liksa_domain::bill::{Bill, BillState, Pricing, Row};
use liksa_domain::ids::{BillId, CustomerId, PersonId};
use liksa_domain::ledger::Account;
use liksa_money::Money;
use liksa_store::NewCustomer;
use liksa_test_support::{both_engines, customer, on_sqlite};
use serde_json::{Value, json};

use super::taking_back::money;
use super::{PayrollTest, STANDARD};
use crate::testing::TestApp;

both_engines! {
    a_part_before_the_payment_lowers_the_salary_to_come,
    what_was_paid_above_the_rest_is_refunded,
    parts_after_the_salary_take_back_what_the_whole_would,
    of_two_parts_closed_at_once_only_what_is_left_is_credited,
    a_part_after_the_calculation_makes_the_run_outdated,
    a_worker_is_told_once_that_a_credit_note_settled_a_bill,
    a_credit_note_is_estimated_as_it_then_takes_back,
}

on_sqlite! {
    a_part_before_the_salary_and_the_rest_after_it_leave_nothing,
    a_part_of_an_approved_salary_keeps_it_approved,
}

fn amount(text: &str) -> Money {
    text.parse().unwrap()
}

impl PayrollTest {
    async fn buyer(&self, person: PersonId) -> CustomerId {
        let (id, entry) = customer().build();
        let mut tx = self.app.store.begin().await.unwrap();
        let new = NewCustomer { id, maker: person, entry: &entry, created_at: self.app.clock.now() };
        tx.insert_customer(&new).await.unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// A bill of 1000 euros, 1255 with VAT, that nobody has paid.
    async fn unpaid_bill(&self, person: PersonId) -> BillId {
        let row = priced(self.app.new_id().unwrap(), Money::euros(1000));
        let customer = Some(self.buyer(person).await);
        let bill = Bill { state: BillState::Closed, customer, rows: vec![row], ..Bill::draft(STANDARD) };
        self.sent(person, bill).await
    }

    /// An approved credit note of so much of the bill, without VAT.
    pub(super) async fn part_of(&self, bill: BillId, euros: i32) -> BillId {
        let original = self.app.store.bill(bill).await.unwrap().unwrap();
        let mut credit = original.bill.credit_note(self.app.clock.today());
        credit.rows[0].pricing = Pricing::Contract { price: Some(Money::euros(euros)) };
        self.approved_note(&original, credit).await
    }

    pub(super) async fn credit_part(&self, bill: BillId, euros: i32) -> BillId {
        self.app.clock.advance(1.minute());
        let note = self.part_of(bill, euros).await;
        self.close(note).await;
        self.app.clock.advance(1.minute());
        note
    }

    async fn bill_state(&self, bill: BillId) -> (BillState, Money, Money) {
        let stored = self.app.store.bill(bill).await.unwrap().unwrap();
        (stored.bill.state, stored.paid_amount, stored.open_amount())
    }

    /// Nothing is left but what customers and the worker owe or are owed.
    async fn assert_settled(&self) {
        for account in Account::ALL {
            let stays = [Account::Bank, Account::Refundable, Account::DueFromWorkers];
            if !stays.contains(account) {
                assert_eq!(self.balance(*account).await, Money::ZERO, "{account:?}");
            }
        }
        self.assert_sound().await;
    }
}

/// A draft that credits so much of a bill, without VAT.
fn draft_of(bill: BillId, euros: i32) -> Value {
    json!({"creditOf": {"id": bill}, "alv": 25.5, "billableitems": [
        {"destination": "Keikka", "date": "02.11.2026", "alv": 25.5, "alvPrice": -euros},
    ]})
}

async fn a_credit_note_is_estimated_as_it_then_takes_back(app: TestApp) {
    let test = PayrollTest::of(app).await;
    // The tax is another one above the ceiling, and the fee has a maximum: today's terms say something else.
    let maija = test.signed_in(9_000).await;
    let ask = async |path: &str, body: &Value| {
        let answer = test.app.put(path).token(&maija.token).json(body).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    };
    const CALC: &str = "/api/calc/frombill";
    let bills = test.paid_bills(maija.id, &[1_000, 9_500]).await;
    // No salary yet: what the bill would pay is less by this.
    let whole = ask(CALC, &draft_of(bills[0], 1_000)).await;
    let body =
        json!({"alv": 25.5, "billableitems": [{"date": "02.11.2026", "alv": 25.5, "alvPrice": 1_000}]});
    let salary = money(&ask(CALC, &body).await["salary"]);
    assert_eq!(money(&whole["salary"]), salary.negated().unwrap());

    let run = test.calculated().await;
    test.pay(&run).await;
    for (bill, euros) in [(bills[0], 300), (bills[1], 9_500), (bills[0], 700)] {
        let asked = ask(CALC, &draft_of(bill, euros)).await;
        let note = test.credit_part(bill, euros).await;
        let taken = test.app.store.taken_back_by(note, None).await.unwrap().unwrap();
        assert!(taken.taken.summary.salary.is_negative());
        let mut summary = serde_json::to_value(taken.taken.summary).unwrap();
        summary["withoutTaxCard"] = Value::Null;
        assert_eq!(asked, summary, "{euros} of {bill}");
        // And the closed note goes on saying what it took.
        assert_eq!(ask(&format!("{CALC}/{note}"), &draft_of(bill, euros)).await, asked);
    }
    let more = test.app.put(CALC).token(&maija.token).json(&draft_of(bills[0], 1)).send().await;
    assert_eq!((more.status, more.json["fields"][0]["key"].as_str()), (422, Some("CREDIT_MORE_THAN_LEFT")));
    let stranger = test.app.put(CALC).json(&draft_of(bills[0], 300)).send().await;
    assert_eq!(stranger.status, 200, "{}", stranger.json);
    let other = test.app.put(CALC).token(&test.first.token).json(&draft_of(bills[0], 300)).send().await;
    assert_eq!((other.status, other.json["fields"][0]["field"].as_str()), (422, Some("creditOf")));
}

fn priced(id: liksa_domain::ids::RowId, price: Money) -> Row {
    Row {
        id: Some(id),
        destination: "Keikka".into(),
        pricing: Pricing::Contract { price: Some(price) },
        ..Row::empty(date(2026, 11, 2), STANDARD)
    }
}

async fn a_part_before_the_payment_lowers_the_salary_to_come(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.unpaid_bill(maija).await;
    test.credit_part(bill, 200).await;
    assert_eq!(test.bill_state(bill).await, (BillState::Closed, Money::ZERO, amount("1004")));
    test.pay_bill(bill, amount("1004")).await;
    assert_eq!(test.bill_state(bill).await, (BillState::Paid, amount("1004"), Money::ZERO));
    let run = test.calculated().await;
    let salary = test.salaries(&run).await[0].clone();
    assert_eq!(salary["summary"]["totalBillingWithoutAlv"], json!(800.00));
    test.pay(&run).await;
    assert_eq!(test.balance(Account::AwaitingSalary).await, Money::ZERO);
    assert_eq!(test.balance(Account::Receivables).await, Money::ZERO);
    test.assert_sound().await;
}

async fn what_was_paid_above_the_rest_is_refunded(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.unpaid_bill(maija).await;
    test.pay_bill(bill, amount("600")).await;
    test.credit_part(bill, 300).await;
    assert_eq!(test.bill_state(bill).await, (BillState::Closed, amount("600"), amount("278.50")));
    let seen = test.read(&format!("/api/provider/bills/{bill}/payments")).await;
    assert_eq!(seen["credits"], json!([{"number": 1002, "amount": -376.50}]));
    assert_eq!(seen["open"], json!(278.50));
    // 251 are then owed, 600 have come.
    test.credit_part(bill, 500).await;
    assert_eq!(test.bill_state(bill).await, (BillState::Paid, amount("251"), Money::ZERO));
    assert_eq!(test.balance(Account::Refundable).await, amount("-349"));
    test.assert_sound().await;
    let run = test.calculated().await;
    assert_eq!(test.salaries(&run).await[0]["summary"]["totalBillingWithoutAlv"], json!(200.00));
    test.credit_part(bill, 200).await;
    assert_eq!(test.bill_state(bill).await.0, BillState::Credited);
    assert_eq!(test.balance(Account::Refundable).await, amount("-600"));
    test.assert_settled().await;
}

async fn parts_after_the_salary_take_back_what_the_whole_would(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[1_000, 4_000]).await;
    let run = test.calculated().await;
    let salary = test.salaries(&run).await[0].clone();
    test.pay(&run).await;
    test.credit_part(bills[0], 300).await;
    let owed = test.app.store.owed(maija).await.unwrap();
    assert!(owed.is_positive() && owed < money(&salary["summary"]["salary"]));
    assert_eq!(test.bill_state(bills[0]).await, (BillState::Paid, amount("878.50"), Money::ZERO));
    assert_eq!(test.balance(Account::Refundable).await, amount("-376.50"));
    test.assert_sound().await;
    for (bill, euros) in [(bills[1], 4_000), (bills[0], 700)] {
        test.credit_part(bill, euros).await;
    }
    test.app.run_jobs().await;
    for bill in bills {
        assert_eq!(test.bill_state(bill).await.0, BillState::Credited);
    }
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money(&salary["summary"]["salary"]));
    test.assert_settled().await;
    let listed = test.read("/api/provider/payroll/corrections").await;
    let kinds: Vec<_> = listed["corrections"].as_array().unwrap().iter().map(|line| &line["kind"]).collect();
    assert_eq!(kinds, ["INVALIDATION", "REPLACEMENT", "REPLACEMENT"]);
}

async fn of_two_parts_closed_at_once_only_what_is_left_is_credited(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.unpaid_bill(maija).await;
    let (one, other) = (test.part_of(bill, 600).await, test.part_of(bill, 600).await);
    let read = async |note| test.app.store.bill(note).await.unwrap().unwrap();
    let (one, other) = (read(one).await, read(other).await);
    let (first, second) =
        tokio::join!(close(test.app.state(), None, &one), close(test.app.state(), None, &other));
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    let failed = if first.is_ok() { &other } else { &one };
    // Whether it came a moment too late or not: it can never be closed.
    let again = close(test.app.state(), None, failed).await;
    assert!(matches!(again, Err(NotClosed::Refused(_))), "{again:?}");
    assert_eq!(test.bill_state(bill).await, (BillState::Closed, Money::ZERO, amount("502")));
    let seen = test.read(&format!("/api/provider/bills/{bill}/payments")).await;
    assert_eq!(seen["credits"].as_array().unwrap().len(), 1, "only what has gone to the customer");
    test.assert_sound().await;
}

async fn a_worker_is_told_once_that_a_credit_note_settled_a_bill(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let settled = test.unpaid_bill(maija).await;
    let told = async || {
        test.app.run_jobs().await;
        let mails = test.app.store.newest_mails(50).await.unwrap();
        mails.into_iter().filter(|mail| mail.subject.starts_with("Laskusi on kuitattu")).collect::<Vec<_>>()
    };
    test.pay_bill(settled, amount("600")).await;
    test.credit_part(settled, 300).await;
    assert_eq!(test.bill_state(settled).await.0, BillState::Closed);
    assert!(told().await.is_empty(), "278.50 are still owed");
    test.credit_part(settled, 500).await;
    assert_eq!(test.bill_state(settled).await.0, BillState::Paid);
    let mails = told().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Laskusi on kuitattu: Kulttuuritalo Oy");
    assert_eq!(mails[0].to.as_str(), "worker1@liksa.example");

    // Paid before, or credited as a whole: nothing is settled by the credit note.
    for left in [BillState::Paid, BillState::Credited] {
        test.credit_part(settled, 100).await;
        assert_eq!(test.bill_state(settled).await.0, left);
        assert_eq!(told().await.len(), 1);
    }
}

async fn a_part_after_the_calculation_makes_the_run_outdated(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[1_000]).await;
    let run = test.calculated().await;
    // By a server whose clock is behind.
    test.app.clock.advance(-10.minutes());
    test.credit_part(bills[0], 400).await;
    test.app.clock.advance(8.minutes());
    let refused = test.step(&test.second, &run, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    let salary = test.salaries(&run).await[0].clone();
    assert_eq!(salary["summary"]["totalBillingWithoutAlv"], json!(600.00));
    test.pay(&run).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);
    test.assert_sound().await;
}

async fn a_part_before_the_salary_and_the_rest_after_it_leave_nothing(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[1_000]).await;
    test.credit_part(bills[0], 400).await;
    let run = test.calculated().await;
    let salary = test.salaries(&run).await[0].clone();
    test.pay(&run).await;
    test.credit_part(bills[0], 600).await;
    test.app.run_jobs().await;
    assert_eq!(test.bill_state(bills[0]).await.0, BillState::Credited);
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money(&salary["summary"]["salary"]));
    test.assert_settled().await;
}

async fn a_part_of_an_approved_salary_keeps_it_approved(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[1_000]).await;
    let run = test.calculated().await;
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    test.credit_part(bills[0], 400).await;
    assert!(test.app.store.owed(maija).await.unwrap().is_positive(), "it is paid and owed back");
    let path = format!("/api/provider/payroll/runs/{run}/unapprove");
    let undone = test.app.post(&path).token(&test.first.token).json(&json!({"reason": "Virhe"})).send().await;
    assert_eq!((undone.status, undone.key()), (409, "RUN_BILL_CREDITED"));
    test.app.run_jobs().await;
    test.assert_sound().await;
}
