//! Late receipts from the claim to the salary that pays them.

mod claiming;

use jiff::ToSpan;
use jiff::civil::{Date, date};
use liksa_actions::printing::travel_report;
use liksa_documents::pdf::Content;
use liksa_domain::bill::{Bill, BillState, Pricing, Row};
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::ledger::Account;
use liksa_domain::person::Role;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_money::Money;
use liksa_test_support::{both_engines, customer, on_sqlite, person};
use serde_json::{Value, json};

use super::{PayrollTest, RUNS, STANDARD};
use crate::testing::{Answer, Call, PDF, SignedIn, TestApp};
use liksa_actions::context::Lane;
use liksa_store::{NewCustomer, Unsettled};

both_engines! {
    a_late_receipt_is_paid_to_the_cent_with_the_next_salary,
    an_employee_is_repaid_a_late_receipt_too,
    what_does_not_fit_waits_for_the_next_run,
    a_run_that_is_undone_releases_its_late_receipts,
    two_runs_at_once_pay_it_once,
    an_approval_is_undone_until_its_salary_is_approved,
    one_approved_after_the_calculation_makes_the_run_outdated,
    crediting_its_bill_leaves_it_paid_and_crediting_the_bill_it_was_paid_of_does_not,
    a_removed_account_keeps_what_a_salary_has_paid,
}

on_sqlite! {
    a_claim_alone_makes_no_salary,
    the_effect_is_what_the_salary_then_is,
    a_held_salary_leaves_it_to_the_next_run,
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// The case of most tests: a worker with an old bill that was paid out, one that is paid, and a clerk.
struct Late {
    payroll: PayrollTest,
    worker: SignedIn,
    clerk: SignedIn,
    /// Sent, and paid by no customer yet.
    old: BillId,
}

impl Late {
    async fn of(app: TestApp) -> Self {
        Self::employing(app, person().email("worker1@liksa.example").build()).await
    }

    async fn employing(app: TestApp, worker: liksa_domain::person::Person) -> Self {
        let payroll = PayrollTest::of(app).await;
        let clerk = payroll.app.staff("clerk@liksa.example", Role::Clerk).await;
        let id = payroll.employ(1, worker).await;
        let worker = payroll.sign_in_as(id, "worker1@liksa.example").await;
        let old = payroll.sent_to_customer(worker.id, 500).await;
        Self { payroll, worker, clerk, old }
    }

    fn app(&self) -> &TestApp {
        &self.payroll.app
    }

    async fn row_of(&self, bill: BillId) -> Value {
        let stored = self.app().store.bill(bill).await.unwrap().unwrap();
        json!(stored.bill.rows[0].id.unwrap().to_string())
    }

    /// The days and sums of the receipts in the travel report of the year.
    async fn reported(&self) -> Vec<(Date, Money)> {
        let worker = self.app().store.person(self.worker.id).await.unwrap().unwrap();
        let (from, until) = (date(2026, 1, 1), date(2026, 12, 31));
        let report = travel_report(self.app().state(), &worker, Content::All, from, until).await.unwrap();
        report.trips.iter().map(|trip| (trip.date, trip.paid.expenses)).collect()
    }

    async fn draft(&self, bill: BillId, field: &str, amount: &str) -> Answer {
        let body = json!({"rowId": self.row_of(bill).await, "field": field, "amount": amount});
        let path = format!("/api/person/{}/late-receipts", self.worker.id);
        self.app().post(&path).token(&self.worker.token).json(&body).send().await
    }

    async fn attach(&self, late: &Value, name: &str, content: &[u8]) -> Answer {
        let path = format!("/api/late-receipt/{}/receipt", text(&late["id"]));
        self.app().post(&path).token(&self.worker.token).file(name, content).send().await
    }

    async fn send(&self, late: &Value) -> Answer {
        let path = format!("/api/late-receipt/{}/send", text(&late["id"]));
        self.app().post(&path).token(&self.worker.token).json(&json!({})).send().await
    }

    /// A receipt that was sent.
    async fn waiting(&self, amount: &str) -> Value {
        let draft = self.draft(self.old, "othercost_alv255", amount).await;
        assert_eq!(draft.status, 201, "{}", draft.json);
        // Each with a content of its own.
        let own = [PDF, format!("\n% {amount}").as_bytes()].concat();
        assert_eq!(self.attach(&draft.json, "kuitti.pdf", &own).await.status, 201);
        let sent = self.send(&draft.json).await;
        assert_eq!((sent.status, &sent.json["state"]), (200, &json!("WAITING")), "{}", sent.json);
        sent.json
    }

    fn decide(&self, late: &Value, step: &str, more: &Value) -> Call {
        let mut body = json!({"version": late["version"]});
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let path = format!("/api/provider/late-receipts/{}/{step}", text(&late["id"]));
        self.app().put(&path).token(&self.clerk.token).json(&body)
    }

    async fn approved(&self, amount: &str) -> Value {
        let late = self.waiting(amount).await;
        let done = self.decide(&late, "approve", &json!({})).send().await;
        assert_eq!(done.status, 200, "{}", done.json);
        self.app().clock.advance(1.minute());
        done.json["lateReceipt"].clone()
    }

    async fn now(&self, late: &Value) -> Value {
        let path = format!("/api/late-receipt/{}", text(&late["id"]));
        self.app().get(&path).token(&self.worker.token).send().await.json
    }

    async fn calculate_again(&self, run: &str) {
        self.app().clock.advance(1.minute());
        assert_eq!(self.payroll.step(&self.payroll.first, run, "calculate").await.status, 200);
        self.app().run_jobs().await;
    }

    async fn summary(&self, run: &str) -> Value {
        self.payroll.salaries(run).await[0]["summary"].clone()
    }

    async fn unapprove(&self, run: &str) {
        let path = format!("{RUNS}/{run}/unapprove");
        let undo = self.app().post(&path).token(&self.payroll.first.token).json(&json!({"reason": "Väärin"}));
        assert_eq!(undo.send().await.status, 200);
        self.app().run_jobs().await;
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn in_words(problem: &Answer) -> (u16, &Value, &Value) {
    let field = &problem.json["fields"][0];
    (problem.status, &field["field"], &field["key"])
}

impl PayrollTest {
    async fn sign_in_as(&self, id: PersonId, email: &str) -> SignedIn {
        let hash = self.app.passwords.hash(Lane::Known, crate::testing::PASSWORD).await.unwrap();
        let mut tx = self.app.store.begin().await.unwrap();
        tx.set_password(id, &hash).await.unwrap();
        tx.commit().await.unwrap();
        self.app.sign_in(email).await
    }

    /// A bill that was sent and is not paid.
    async fn sent_to_customer(&self, person: PersonId, euros: i32) -> BillId {
        let (company, entry) = customer().business_id("0112038-9").build();
        let mut tx = self.app.store.begin().await.unwrap();
        let new = NewCustomer { id: company, maker: person, entry: &entry, created_at: self.app.clock.now() };
        tx.insert_customer(&new).await.unwrap();
        tx.commit().await.unwrap();
        let row = Row {
            id: Some(self.app.new_id().unwrap()),
            destination: "Keikka".into(),
            pricing: Pricing::Contract { price: Some(Money::euros(euros)) },
            ..Row::empty(date(2026, 10, 3), STANDARD)
        };
        let (state, customer) = (BillState::Closed, Some(company));
        self.sent(person, Bill { state, customer, rows: vec![row], ..Bill::draft(STANDARD) }).await
    }

    /// One in any state, to somebody.
    async fn any_bill(&self, person: PersonId, state: BillState) -> BillId {
        let row = Row {
            id: Some(self.app.new_id().unwrap()),
            pricing: Pricing::Contract { price: Some(Money::euros(10)) },
            ..Row::empty(date(2026, 10, 3), STANDARD)
        };
        self.sent(person, Bill { state, rows: vec![row], ..Bill::draft(STANDARD) }).await
    }
}

/// The sums are calculated by hand in `domain/src/payroll/late_receipts.rs`.
async fn a_late_receipt_is_paid_to_the_cent_with_the_next_salary(app: TestApp) {
    let case = Late::of(app).await;
    let test = &case.payroll;
    test.paid_bill(case.worker.id, 1000).await;
    let late = case.waiting("100").await;
    let path = "/api/provider/late-receipts";
    let queue = case.app().get(path).token(&case.clerk.token).send().await.json;
    assert_eq!(queue["lateReceipts"].as_array().unwrap().len(), 1);
    assert_eq!(queue["lateReceipts"][0]["mostVat"], json!(20.32));
    let dashboard = case.app().get("/api/provider/dashboard").token(&case.clerk.token).send().await.json;
    assert_eq!(dashboard["lateReceipts"]["count"], 1);
    let done = case.decide(&late, "approve", &json!({"vat": "20.32"})).send().await;
    assert_eq!((done.status, &done.json["lateReceipt"]["state"]), (200, &json!("APPROVED")), "{}", done.json);

    case.app().clock.advance(1.minute());
    let run = test.calculated().await;
    let summary = case.summary(&run).await;
    let found = ["serviceFee", "total_reimbursements", "bruttoSalary", "salary"].map(|name| &summary[name]);
    assert_eq!(found, [&json!(69.0), &json!(100.0), &json!(810.65), &json!(748.52)], "{summary}");
    assert_eq!(case.now(&late).await["payday"], Value::Null, "the run may still change");
    assert_eq!(case.reported().await, [], "it is not repaid yet");
    test.pay(&run).await;
    let of_old = (date(2026, 10, 3), money("100"));
    assert_eq!(case.reported().await, [of_old]);
    test.assert_sound().await;
    let paid = case.now(&late).await;
    assert_eq!((&paid["payday"], &paid["paid"]), (&json!("20.11.2026"), &json!(true)));
    assert_eq!(test.balance(Account::DeductibleVat).await, money("20.32"));
    let salary = text(&test.salaries(&run).await[0]["id"]).to_owned();
    let slip = test.read(&format!("/api/person/{}/salaries/{salary}", case.worker.id)).await;
    let number = case.app().store.bill(case.old).await.unwrap().unwrap().number;
    let line = json!({"kind": "LATE_RECEIPT", "count": null, "rate": null, "amount": 100.0, "bill": number,
                      "day": "03.10.2026"});
    assert_eq!(slip["reimbursements"]["lines"], json!([line]));

    // It is in no later salary.
    test.paid_bill(case.worker.id, 1000).await;
    case.app().clock.advance(1.minute());
    let next = test.calculated_for("27.11.2026").await;
    assert_eq!(case.summary(&next).await["total_reimbursements"], json!(0.0));
}

async fn an_employee_is_repaid_a_late_receipt_too(app: TestApp) {
    let employee = person().email("worker1@liksa.example").employee().build();
    let case = Late::employing(app, employee).await;
    let facts = WorkerFacts {
        birth_date: Some(date(1990, 1, 1)),
        profession_code: Some("2652".into()),
        ..WorkerFacts::default()
    };
    let mut tx = case.app().store.begin().await.unwrap();
    tx.set_worker_facts(case.worker.id, &facts).await.unwrap();
    tx.commit().await.unwrap();
    case.payroll.paid_bill(case.worker.id, 1000).await;
    case.approved("100").await;
    let run = case.payroll.calculated().await;
    let summary = case.summary(&run).await;
    let found = ["serviceFee", "bruttoSalary", "salary"].map(|name| &summary[name]);
    assert_eq!(found, [&json!(69.0), &json!(692.62), &json!(597.38)], "{summary}");
    case.payroll.pay(&run).await;
    case.payroll.assert_sound().await;
}

async fn what_does_not_fit_waits_for_the_next_run(app: TestApp) {
    let case = Late::of(app).await;
    case.payroll.paid_bill(case.worker.id, 100).await;
    let large = case.approved("93.11").await;
    let small = case.approved("93.10").await;
    let run = case.payroll.calculated().await;
    assert_eq!(case.summary(&run).await["total_reimbursements"], json!(93.1), "all that the fee leaves");
    case.payroll.pay(&run).await;
    assert_eq!(case.now(&small).await["paid"], json!(true));
    assert_eq!(case.now(&large).await["payday"], Value::Null);
    case.payroll.paid_bill(case.worker.id, 1000).await;
    case.app().clock.advance(1.minute());
    let next = case.payroll.calculated_for("27.11.2026").await;
    assert_eq!(case.summary(&next).await["total_reimbursements"], json!(93.11));
    case.payroll.pay(&next).await;
    assert_eq!(case.now(&large).await["payday"], "27.11.2026");
    case.payroll.assert_sound().await;
}

async fn a_claim_alone_makes_no_salary(app: TestApp) {
    let case = Late::of(app).await;
    case.approved("10").await;
    let run = case.payroll.calculated().await;
    assert!(case.payroll.salaries(&run).await.is_empty());
}

async fn a_run_that_is_undone_releases_its_late_receipts(app: TestApp) {
    let case = Late::of(app).await;
    let test = &case.payroll;
    test.paid_bill(case.worker.id, 1000).await;
    let late = case.waiting("100").await;
    let done = case.decide(&late, "approve", &json!({"vat": "20.32"})).send().await.json;
    case.app().clock.advance(1.minute());
    let run = test.calculated().await;
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    case.app().run_jobs().await;
    assert_eq!(case.now(&late).await["payday"], "20.11.2026");
    let undo = case.decide(&done["lateReceipt"], "undo", &json!({})).send().await;
    assert_eq!((undo.status, undo.key()), (409, "LATE_RECEIPT_IN_SALARY"));
    case.unapprove(&run).await;
    assert_eq!(case.now(&late).await["payday"], Value::Null);
    assert_eq!(test.balance(Account::DeductibleVat).await, Money::ZERO);
    test.assert_sound().await;
    let undo = case.decide(&done["lateReceipt"], "undo", &json!({})).send().await;
    assert_eq!(undo.status, 200, "{}", undo.json);
    case.calculate_again(&run).await;
    assert_eq!(case.summary(&run).await["total_reimbursements"], json!(0.0));
    let again = case.decide(&undo.json["lateReceipt"], "approve", &json!({})).send().await;
    assert_eq!(again.status, 200, "{}", again.json);
    case.calculate_again(&run).await;
    test.pay(&run).await;
    assert_eq!(test.balance(Account::DeductibleVat).await, Money::ZERO, "no VAT was ticked the second time");
    assert_eq!(case.now(&late).await["paid"], json!(true));
    test.assert_sound().await;
}

async fn two_runs_at_once_pay_it_once(app: TestApp) {
    let case = Late::of(app).await;
    let test = &case.payroll;
    test.paid_bill(case.worker.id, 1000).await;
    let late = case.approved("100").await;
    let first = test.calculated().await;
    // Another bill is paid while the first run waits for its approval.
    test.paid_bill(case.worker.id, 1000).await;
    let second = test.calculated_for("27.11.2026").await;
    assert_eq!(case.summary(&first).await["total_reimbursements"], json!(100.0));
    assert_eq!(case.summary(&second).await["total_reimbursements"], json!(0.0));
    let state = case.app().state();
    let (one, other) = tokio::join!(
        liksa_actions::payroll::calculate(state, first.parse().unwrap()),
        liksa_actions::payroll::calculate(state, second.parse().unwrap()),
    );
    one.unwrap();
    other.unwrap();
    test.pay(&first).await;
    case.calculate_again(&second).await;
    test.pay(&second).await;
    assert_eq!(case.now(&late).await["payday"], "20.11.2026");
    test.assert_sound().await;
}

async fn an_approval_is_undone_until_its_salary_is_approved(app: TestApp) {
    let case = Late::of(app).await;
    case.payroll.paid_bill(case.worker.id, 1000).await;
    let late = case.approved("100").await;
    let run = case.payroll.calculated().await;
    assert_eq!(case.payroll.run(&run).await["outdated"], json!(false));
    let undone = case.decide(&late, "undo", &json!({})).send().await;
    assert_eq!((undone.status, &undone.json["lateReceipt"]["state"]), (200, &json!("WAITING")));
    assert_eq!(case.payroll.run(&run).await["outdated"], json!(true));
    let refused = case.payroll.step(&case.payroll.second, &run, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    let twice = case.decide(&late, "undo", &json!({})).send().await;
    assert_eq!((twice.status, twice.key()), (409, "STALE_LATE_RECEIPT"));
    case.calculate_again(&run).await;
    assert_eq!(case.summary(&run).await["total_reimbursements"], json!(0.0));
    case.payroll.pay(&run).await;
    case.payroll.assert_sound().await;
}

async fn one_approved_after_the_calculation_makes_the_run_outdated(app: TestApp) {
    let case = Late::of(app).await;
    case.payroll.paid_bill(case.worker.id, 1000).await;
    let run = case.payroll.calculated().await;
    case.app().clock.advance(1.minute());
    case.approved("100").await;
    assert_eq!(case.payroll.run(&run).await["outdated"], json!(true));
    let refused = case.payroll.step(&case.payroll.second, &run, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    case.calculate_again(&run).await;
    assert_eq!(case.payroll.run(&run).await["outdated"], json!(false));
    assert_eq!(case.summary(&run).await["total_reimbursements"], json!(100.0));
    case.payroll.pay(&run).await;
    case.payroll.assert_sound().await;
}

async fn crediting_its_bill_leaves_it_paid_and_crediting_the_bill_it_was_paid_of_does_not(app: TestApp) {
    let case = Late::of(app).await;
    let test = &case.payroll;
    let bills = test.paid_bills(case.worker.id, &[1000]).await;
    let late = case.waiting("100").await;
    assert_eq!(case.decide(&late, "approve", &json!({"vat": "20.32"})).send().await.status, 200);
    case.app().clock.advance(1.minute());
    let run = test.calculated().await;
    test.pay(&run).await;
    case.app().clock.advance(1.minute());
    // The bill that it belongs to: the cost was still there, and the salary stands on another bill.
    test.credited(case.old).await;
    case.app().run_jobs().await;
    assert_eq!(case.app().store.owed(case.worker.id).await.unwrap(), Money::ZERO);
    let shown = case.now(&late).await;
    assert_eq!((&shown["paid"], &shown["billCredited"]), (&json!(true), &json!(true)));
    assert_eq!(test.balance(Account::DeductibleVat).await, money("20.32"), "the provider bears the cost");
    test.assert_sound().await;
    // The bill that it was paid of: nothing is left that could pay it.
    test.credited(bills[0]).await;
    case.app().run_jobs().await;
    assert_eq!(case.app().store.owed(case.worker.id).await.unwrap(), money("748.52"));
    assert_eq!(test.balance(Account::DeductibleVat).await, Money::ZERO, "the worker bears it");
    assert_eq!(case.reported().await, [], "its salary was taken back");
    test.assert_sound().await;
    // Claimed anew for a bill that stands, it is remarked on, and can be paid again.
    let other = test.paid_bill(case.worker.id, 300).await;
    let again = case.draft(other, "othercost_alv255", "100").await.json;
    let own = [PDF, "\n% 100".as_bytes()].concat();
    assert_eq!(case.attach(&again, "kuitti.pdf", &own).await.status, 201);
}

async fn the_effect_is_what_the_salary_then_is(app: TestApp) {
    let case = Late::of(app).await;
    let effect = async |amount: &str| {
        let call = case.app().put("/api/calc/late-receipt").token(&case.worker.token);
        call.json(&json!({"amount": amount})).send().await
    };
    let of_sent = effect("10").await.json;
    assert_eq!(
        (&of_sent["of"], &of_sent["bills"], &of_sent["fits"]),
        (&json!("SENT_BILLS"), &json!(1), &json!(true))
    );
    case.payroll.paid_bill(case.worker.id, 1000).await;
    let shown = effect("100").await.json;
    assert_eq!((&shown["of"], &shown["payday"]), (&json!("PAID_BILLS"), &json!("20.11.2026")));
    assert_eq!((&shown["without"]["salary"], &shown["with"]["salary"]), (&json!(726.56), &json!(748.52)));
    assert_eq!(shown["without"]["serviceFee"], shown["with"]["serviceFee"]);
    assert_eq!((&shown["with"]["grossSalary"], &shown["with"]["tax"]), (&json!(810.65), &json!(162.13)));
    let large = effect("931.01").await.json;
    assert_eq!((&large["fits"], &large["with"]), (&json!(false), &large["without"]));
    for wrong in ["0", "-5", "1.005", "x", ""] {
        assert_eq!(effect(wrong).await.status, 422, "{wrong}");
    }
    case.approved("100").await;
    let run = case.payroll.calculated().await;
    assert_eq!(case.summary(&run).await["salary"], shown["with"]["salary"]);
    assert_eq!(effect("1").await.json["without"]["salary"], shown["with"]["salary"], "while the run is open");
}

async fn a_held_salary_leaves_it_to_the_next_run(app: TestApp) {
    let case = Late::of(app).await;
    let test = &case.payroll;
    test.paid_bill(case.worker.id, 1000).await;
    let other = test.worker(2).await;
    test.paid_bill(other, 1000).await;
    let late = case.approved("100").await;
    let run = test.calculated().await;
    let salaries = test.salaries(&run).await;
    let own = salaries.iter().find(|one| one["personId"] == case.worker.id.to_string()).unwrap();
    let path = format!("{RUNS}/{run}/salaries/{}/hold", text(&own["id"]));
    let hold = case.app().put(&path).token(&test.first.token).json(&json!({"reason": "Odottaa"}));
    assert_eq!(hold.send().await.status, 200);
    test.pay(&run).await;
    assert_eq!(case.now(&late).await["payday"], Value::Null);
    case.app().clock.advance(1.minute());
    let next = test.calculated_for("27.11.2026").await;
    test.pay(&next).await;
    assert_eq!(case.now(&late).await["payday"], "27.11.2026");
    test.assert_sound().await;
}

async fn a_removed_account_keeps_what_a_salary_has_paid(app: TestApp) {
    let case = Late::of(app).await;
    case.payroll.paid_bill(case.worker.id, 1000).await;
    let paid = case.approved("100").await;
    let run = case.payroll.calculated().await;
    case.payroll.pay(&run).await;
    let open = case.approved("50").await;
    let waiting = case.waiting("20").await;
    let draft = case.draft(case.old, "othercost", "10").await.json;
    case.attach(&draft, "kuitti.pdf", PDF).await;
    case.payroll.credited(case.old).await;
    case.app().run_jobs().await;
    let erase = async || {
        let now = case.app().clock.now();
        let mut tx = case.app().store.begin().await.unwrap();
        tx.set_deletion_request(case.worker.id, Some(now)).await.unwrap();
        let erased = tx.erase_person(case.worker.id, now).await.unwrap();
        if erased.is_ok() {
            tx.commit().await.unwrap();
        }
        erased
    };
    assert_eq!(erase().await, Err(Unsettled::MoneyUnderWay), "what was approved is owed to the worker");
    case.payroll.paid_bill(case.worker.id, 1000).await;
    let next = case.payroll.calculated_for("27.11.2026").await;
    case.payroll.pay(&next).await;
    assert_eq!(erase().await, Err(Unsettled::MoneyUnderWay), "one waits for a clerk");
    let refused = case.decide(&waiting, "refuse", &json!({"reason": "Ei työhön"})).send().await;
    assert_eq!(refused.status, 200, "{}", refused.json);
    assert_eq!(erase().await, Ok(()));
    let left = async |late: &Value| {
        case.app().store.late_receipt(text(&late["id"]).parse().unwrap()).await.unwrap().is_some()
    };
    assert_eq!((left(&paid).await, left(&open).await, left(&draft).await), (true, true, false));
    case.payroll.assert_sound().await;
}
