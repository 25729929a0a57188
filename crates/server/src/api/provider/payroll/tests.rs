//! A payroll run through HTTP and its jobs, on both engines.

mod advances;
mod at_once;
mod bank_account;
mod erasing;
mod estimates;
mod faults;
mod info;
mod late_receipts;
mod part_credit;
mod payouts;
mod readiness;
mod receipt_vat;
mod remittances;
mod screens;
mod shares;
mod taking_back;
mod unapproval;

use jiff::ToSpan;
use jiff::civil::date;
use liksa_domain::bill::{Bill, BillFigures, BillState, Pricing, Row};
use liksa_domain::delivery::HoldReason;
use liksa_domain::ids::{BillId, CustomerId, Id, PersonId};
use liksa_domain::ledger::{Account, Entry, EntryKind, LedgerLine, entries};
use liksa_domain::payments::reference_of;
use liksa_domain::payroll::RunState;
use liksa_domain::person::{Person, Role};
use liksa_domain::settings::ProviderSettings;
use liksa_domain::{salary, worker_facts::WorkerFacts};
use liksa_finland::PaymentReference;
use liksa_money::{Money, Rate};
use liksa_rates::StatutoryFigures;
use liksa_store::{NewBill, NewPerson, NewRecovery, NewTaxCard, WrittenBill};
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use crate::testing::{Answer, SignedIn, TestApp, holds_token};
use liksa_actions::payments::{BookedBy, PaidReference, Transaction, book};
use liksa_actions::sending;
use liksa_demo::history::identity;

both_engines! {
    a_run_goes_from_paid_bills_to_slips,
    a_payday_has_one_run_however_often_it_is_asked_for,
    what_is_owed_is_taken_from_the_next_salary,
    how_long_a_run_waits_counts_from_its_last_step,
    what_a_run_of_the_past_holds_back_is_paid_by_the_next,
}

on_sqlite! {
    a_run_is_not_approved_by_its_maker,
    a_salary_that_lacks_something_waits,
    a_held_salary_waits_for_the_next_run,
    a_bill_that_moves_stops_the_approval,
    a_payment_stays_where_it_is_once_its_salary_is_approved,
    a_paid_worker_gets_a_link_whose_token_is_not_stored,
}

const STANDARD: Rate = Rate::from_millionths(255_000);
const RUNS: &str = "/api/provider/payroll/runs";

struct PayrollTest {
    app: TestApp,
    /// Makes and calculates.
    first: SignedIn,
    /// Approves and pays.
    second: SignedIn,
}

impl PayrollTest {
    async fn of(app: TestApp) -> Self {
        for email in ["first@liksa.example", "second@liksa.example"] {
            app.add(person().email(email).roles(&[Role::Payroll]).build()).await;
        }
        let first = app.sign_in("first@liksa.example").await;
        let second = app.sign_in("second@liksa.example").await;
        Self { app, first, second }
    }

    /// A worker with all facts that payroll needs, and a confirmed e-mail address.
    async fn worker(&self, number: u32) -> PersonId {
        self.employ(number, person().email(&format!("worker{number}@liksa.example")).build()).await
    }

    async fn employ(&self, number: u32, person: Person) -> PersonId {
        let now = self.app.clock.now();
        let mut tx = self.app.store.begin().await.unwrap();
        let new = NewPerson { person: &person, password_hash: "", created_at: now };
        tx.insert_person(&new).await.unwrap();
        tx.confirm_email(person.id, now).await.unwrap();
        tx.commit().await.unwrap();
        self.equip(number, person.id).await;
        person.id
    }

    /// Gives a worker all facts that payroll needs.
    async fn equip(&self, number: u32, person: PersonId) {
        let now = self.app.clock.now();
        let mut tx = self.app.store.begin().await.unwrap();
        let born = date(1990, 1, 1);
        let profile = identity::profile(born, number, "Sturenkatu 4", "Helsinki").unwrap();
        tx.set_profile(person, &profile).await.unwrap();
        let profession_code = Some("2652".into());
        let facts = WorkerFacts { birth_date: Some(born), profession_code, ..WorkerFacts::default() };
        tx.set_worker_facts(person, &facts).await.unwrap();
        let terms = identity::tax_card(2026, 20);
        let card = NewTaxCard { id: self.app.new_id().unwrap(), person, terms: &terms, at: now };
        tx.insert_tax_card(&card).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// A bill that its customer has paid.
    async fn paid_bill(&self, person: PersonId, euros: i32) -> BillId {
        self.paid_bill_of(person, euros, None).await
    }

    async fn paid_bill_of(&self, person: PersonId, euros: i32, customer: Option<CustomerId>) -> BillId {
        let row = Row {
            id: Some(self.app.new_id().unwrap()),
            destination: "Keikka".into(),
            pricing: Pricing::Contract { price: Some(Money::euros(euros)) },
            ..Row::empty(date(2026, 11, 2), STANDARD)
        };
        // A bill below zero is not paid by its customer but settled with others.
        let state = if euros > 0 { BillState::Closed } else { BillState::Paid };
        self.paid(person, Bill { state, customer, rows: vec![row], ..Bill::draft(STANDARD) }).await
    }

    /// Stores a bill that was sent, and books its payment.
    async fn paid(&self, person: PersonId, bill: Bill) -> BillId {
        let is_paid = bill.state == BillState::Closed;
        let sent = self.sent(person, bill).await;
        if is_paid {
            let stored = self.app.store.bill(sent).await.unwrap().unwrap();
            self.pay_bill(sent, stored.figures.total_with_vat).await;
        }
        sent
    }

    /// Books what a customer pays of a bill.
    async fn pay_bill(&self, bill: BillId, amount: Money) {
        let number = self.app.store.bill(bill).await.unwrap().unwrap().number.unwrap();
        let by = BookedBy::program(self.app.state());
        let ids = (self.app.new_id().unwrap(), None);
        let mut tx = self.app.store.begin().await.unwrap();
        book(&mut tx, by, ids, &self.payment(number, amount)).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Stores a bill that was sent.
    async fn sent(&self, person: PersonId, bill: Bill) -> BillId {
        let (now, today) = (self.app.clock.now(), self.app.clock.today());
        let bill = Bill { due_date: bill.due_date.or(Some(date(2026, 11, 30))), ..bill };
        let payday = date(2026, 11, 20);
        let facts = self.app.store.pay_facts(&[person], payday).await.unwrap();
        let worker = facts[&person].worker(&Default::default());
        let figures = BillFigures::of(
            StatutoryFigures::shipped(),
            &bill,
            &worker,
            &ProviderSettings::default(),
            payday,
        );
        let id = self.app.new_id().unwrap();
        let content = WrittenBill { id, bill: &bill, figures, found_by: "", saved_at: now };
        let totals = salary::totals(StatutoryFigures::shipped(), &bill, today).unwrap();
        let mut tx = self.app.store.begin().await.unwrap();
        tx.insert_bill(&NewBill { person, credit_of: None, correction_of: None, content }).await.unwrap();
        if matches!(bill.state, BillState::Closed | BillState::Paid) {
            tx.number_bill(id).await.unwrap();
            tx.post(&entries::invoice_sent(id, person, today, &totals).unwrap(), now).await.unwrap();
        }
        tx.commit().await.unwrap();
        id
    }

    fn payment(&self, bill: i64, amount: Money) -> Transaction {
        let reference = PaymentReference::Finnish(reference_of(bill).unwrap());
        Transaction {
            id: format!("T{bill}/{amount}"),
            account: Some("FI2112345600000785".parse().unwrap()),
            amount,
            booking_date: self.app.clock.today(),
            references: vec![PaidReference { reference, amount: None }],
            debtor_name: Some("Kulttuuritalo Oy".into()),
            ..Transaction::default()
        }
    }

    async fn make(&self) -> String {
        let answer = self.app.post(RUNS).token(&self.first.token).json(&json!({})).send().await;
        assert!(answer.status < 300, "{}", answer.json);
        answer.json["id"].as_str().unwrap().to_owned()
    }

    /// Nothing goes back to customers here, which is what an approval says it has seen.
    async fn step(&self, who: &SignedIn, run: &str, step: &str) -> Answer {
        let call = self.app.post(&format!("{RUNS}/{run}/{step}")).token(&who.token);
        call.json(&json!({"refunds": []})).send().await
    }

    async fn calculated(&self) -> String {
        let run = self.make().await;
        assert_eq!(self.step(&self.first, &run, "calculate").await.status, 200);
        self.app.run_jobs().await;
        run
    }

    async fn read(&self, path: &str) -> Value {
        let answer = self.app.get(path).token(&self.second.token).send().await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.json);
        answer.json
    }

    /// A copy of the data does not give the file away.
    async fn assert_held(&self, file: &str) {
        let (store, now) = (&self.app.store, self.app.clock.now());
        let asked = async || self.app.get(file).token(&self.second.token).send().await;
        sending::hold(store, HoldReason::Restored, now).await.unwrap();
        let held = asked().await;
        assert_eq!((held.status, held.key()), (409, "SENDING_HELD"), "{file}");
        sending::resume(store, now).await.unwrap();
        assert_eq!(asked().await.status, 200, "{file}");
    }

    async fn run(&self, run: &str) -> Value {
        self.read(&format!("{RUNS}/{run}")).await
    }

    async fn salaries(&self, run: &str) -> Vec<Value> {
        let answer = self.read(&format!("{RUNS}/{run}/salaries")).await;
        answer["salaries"].as_array().unwrap().clone()
    }

    /// Through to the slips.
    async fn pay(&self, run: &str) {
        let approved = self.step(&self.second, run, "approve").await;
        assert_eq!(approved.status, 200, "{}", approved.json);
        self.app.run_jobs().await;
        let paid = self.step(&self.second, run, "pay").await;
        assert_eq!((paid.status, &paid.json["state"]), (200, &json!("PAID")), "{}", paid.json);
    }

    async fn assert_sound(&self) {
        for finding in self.app.store.check(self.app.clock.now()).await.unwrap() {
            assert_eq!(finding.problems, [], "{:?}", finding.question);
        }
    }

    /// Makes a worker owe something because of a bill, as a credit note does.
    async fn owes(&self, person: PersonId, bill: BillId, euros: i32) {
        let (amount, made_at) = (Money::euros(euros), self.app.clock.now());
        let line = |account, amount| LedgerLine {
            account,
            amount,
            vat_rate: None,
            person: Some(person),
            bill: Some(bill),
        };
        let lines =
            [line(Account::DueFromWorkers, amount), line(Account::Rounding, amount.negated().unwrap())];
        let (kind, subject) = (EntryKind::SalaryTakenBack, format!("bill:{bill}"));
        let entry = Entry::new(kind, subject, self.app.clock.today(), lines).unwrap();
        let id = self.app.new_id().unwrap();
        let recovery = NewRecovery { id, person, credit_note: Some(bill), salary: None, amount, made_at };
        let mut tx = self.app.store.begin().await.unwrap();
        tx.post(&entry, made_at).await.unwrap();
        tx.add_recovery(&recovery).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn balance(&self, account: Account) -> Money {
        self.app.store.balance_before(account, date(2030, 1, 1)).await.unwrap()
    }
}

async fn a_run_goes_from_paid_bills_to_slips(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let second = test.paid_bill(maija, 500).await;
    let run = test.calculated().await;

    let shown = test.run(&run).await;
    assert_eq!((&shown["state"], &shown["payday"]), (&json!("CALCULATED"), &json!("20.11.2026")));
    assert_eq!((&shown["counts"]["toCalculate"], &shown["counts"]["calculated"]), (&json!(1), &json!(1)));
    let salaries = test.salaries(&run).await;
    assert_eq!(salaries.len(), 1, "one salary of both bills");
    let salary = &salaries[0];
    assert_eq!(salary["summary"]["totalBillingWithoutAlv"], json!(1500.00));
    assert_eq!(salary["problems"], json!([]));
    assert_eq!(salary["changes"][0], "FIRST_SALARY");

    let early = test.step(&test.second, &run, "pay").await;
    assert_eq!((early.status, early.key()), (409, "RUN_NOT_IN_STATE"));
    let received = test.balance(Account::Bank).await;
    test.pay(&run).await;
    test.assert_sound().await;
    assert_eq!(test.balance(Account::SalariesPayable).await, Money::ZERO);
    assert_eq!(test.balance(Account::AwaitingSalary).await, Money::ZERO);
    assert_eq!(test.balance(Account::Receivables).await, Money::ZERO);
    let paid: Money = salary["summary"]["salary"].to_string().parse().unwrap();
    assert_eq!(test.balance(Account::Bank).await, received.minus(paid).unwrap());

    let files = test.read(&format!("{RUNS}/{run}/files")).await;
    let kinds: Vec<&str> =
        files["files"].as_array().unwrap().iter().map(|file| file["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["BANK", "WAGE_REPORT"]);
    let bank = format!("{RUNS}/{run}/files/{}", files["files"][0]["id"].as_str().unwrap());
    let xml = test.app.get(&bank).token(&test.second.token).send().await;
    let xml = String::from_utf8(xml.body).unwrap();
    assert!(xml.contains("<EndToEndId>PALKKA-1</EndToEndId>"), "{xml}");
    assert!(xml.contains(&format!(">{}</InstdAmt>", paid.plain())), "{xml}");

    let bill = test.app.store.bill(second).await.unwrap().unwrap();
    assert_eq!(bill.paid_in.map(|paid| paid.number), Some(1));
    let again = test.step(&test.second, &run, "pay").await;
    assert_eq!((again.status, again.key()), (409, "RUN_NOT_IN_STATE"));
}

async fn a_run_is_not_approved_by_its_maker(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    let own = test.step(&test.first, &run, "approve").await;
    assert_eq!((own.status, own.key()), (409, "APPROVED_BY_SAME_PERSON"));
    // The same holds for the person who calculated it again.
    assert_eq!(test.step(&test.second, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    let own = test.step(&test.second, &run, "approve").await;
    assert_eq!((own.status, own.key()), (409, "APPROVED_BY_SAME_PERSON"));
    assert_eq!(test.run(&run).await["state"], "CALCULATED");
}

async fn a_payday_has_one_run_however_often_it_is_asked_for(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let run = test.make().await;
    assert_eq!(test.make().await, run);
    let other =
        test.app.post(RUNS).token(&test.first.token).json(&json!({"payday": "25.11.2026"})).send().await;
    assert_eq!(other.status, 201);
    for (payday, key) in
        [("22.11.2026", "NOT_A_BANK_DAY"), ("13.11.2026", "INVALID_DATE"), ("x", "validation.invalidDate")]
    {
        let body = json!({"payday": payday});
        let refused = test.app.post(RUNS).token(&test.first.token).json(&body).send().await;
        assert_eq!((refused.status, &refused.json["fields"][0]["key"]), (422, &json!(key)), "{payday}");
    }
    let list = test.read(RUNS).await;
    let days: Vec<_> = list["runs"].as_array().unwrap().iter().map(|run| run["payday"].clone()).collect();
    assert_eq!(days, [json!("25.11.2026"), json!("20.11.2026")]);
    let empty = test.calculated().await;
    let refused = test.step(&test.second, &empty, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_EMPTY"));
}

/// A run may be made long before it is calculated: that wakes nobody.
async fn how_long_a_run_waits_counts_from_its_last_step(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let waits_since = async || {
        let runs = test.app.store.unpaid_runs().await.unwrap();
        runs.into_iter().map(|runs| (runs.state, test.app.clock.now().duration_since(runs.oldest).as_hours()))
    };
    let run = test.make().await;
    test.app.clock.advance(5.hours());
    assert!(waits_since().await.eq([(RunState::Draft, 5)]));
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.clock.advance(1.hour());
    assert!(waits_since().await.eq([(RunState::Calculating, 1)]));
    test.app.run_jobs().await;
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    test.app.clock.advance(2.hours());
    assert!(waits_since().await.eq([(RunState::Approved, 2)]));
    test.app.run_jobs().await;
    assert!(waits_since().await.eq([(RunState::Posted, 0)]));
}

async fn a_salary_that_lacks_something_waits(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, pekka) = (test.worker(1).await, test.worker(2).await);
    let mut tx = test.app.store.begin().await.unwrap();
    tx.set_profile(pekka, &Default::default()).await.unwrap();
    tx.commit().await.unwrap();
    test.paid_bill(maija, 1000).await;
    let waiting = test.paid_bill(pekka, 1000).await;
    let run = test.calculated().await;
    let errors = test.read(&format!("{RUNS}/{run}/salaries?only=errors")).await;
    let errors = errors["salaries"].as_array().unwrap();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0]["problems"], json!(["NO_ACCOUNT", "NO_PERSONAL_ID"]));
    assert_eq!(errors[0]["held"], true);
    let release = format!("{RUNS}/{run}/salaries/{}/release", errors[0]["id"].as_str().unwrap());
    let refused = test.app.put(&release).token(&test.first.token).send().await;
    assert_eq!((refused.status, refused.key()), (409, "SALARY_HAS_PROBLEMS"));
    test.pay(&run).await;
    test.assert_sound().await;
    assert_eq!(test.app.store.payable_people(None, 10).await.unwrap(), [pekka]);
    assert!(test.app.store.bill(waiting).await.unwrap().unwrap().paid_in.is_none());
}

async fn a_held_salary_waits_for_the_next_run(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, pekka) = (test.worker(1).await, test.worker(2).await);
    test.paid_bill(maija, 1000).await;
    test.paid_bill(pekka, 1000).await;
    let run = test.calculated().await;
    let salaries = test.salaries(&run).await;
    let of_pekka = salaries.iter().find(|one| one["personId"] == pekka.uuid().to_string()).unwrap();
    let path = format!("{RUNS}/{run}/salaries/{}", of_pekka["id"].as_str().unwrap());
    let without =
        test.app.put(&format!("{path}/hold")).token(&test.first.token).json(&json!({})).send().await;
    assert_eq!((without.status, &without.json["fields"][0]["field"]), (422, &json!("reason")));
    let body = json!({"reason": "Tili vaihtuu"});
    let held = test.app.put(&format!("{path}/hold")).token(&test.first.token).json(&body).send().await;
    assert_eq!((held.status, &held.json["held"]), (200, &json!(true)), "{}", held.json);

    // A hold outlives another calculation.
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    let held = test.read(&format!("{RUNS}/{run}/salaries?only=held")).await;
    assert_eq!(held["salaries"][0]["holdReason"], "Tili vaihtuu");
    test.pay(&run).await;
    test.assert_sound().await;

    let next = test.calculated().await;
    assert_ne!(next, run);
    let salaries = test.salaries(&next).await;
    assert_eq!(salaries.len(), 1);
    assert_eq!(salaries[0]["personId"], pekka.uuid().to_string());
    test.pay(&next).await;
    test.assert_sound().await;
    assert_eq!(test.balance(Account::AwaitingSalary).await, Money::ZERO);
}

/// Nothing else was to be paid by it, so that nobody could approve it.
async fn what_a_run_of_the_past_holds_back_is_paid_by_the_next(app: TestApp) {
    let mut test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let facts = test.app.store.pay_facts(&[maija], date(2026, 11, 20)).await.unwrap();
    let iban = facts[&maija].profile.iban;
    test.change_facts(maija, |_, profile| profile.iban = None).await;
    let bill = test.paid_bill(maija, 1000).await;
    let empty = test.calculated().await;
    let refused = test.step(&test.second, &empty, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_EMPTY"));
    test.change_facts(maija, |_, profile| profile.iban = iban).await;
    let early = test.calculated_for("27.11.2026").await;
    assert_eq!(test.salaries(&early).await.len(), 0, "the run may still be calculated again and pay it");
    test.app.clock.advance(120.hours());
    test.first = test.app.sign_in("first@liksa.example").await;
    test.second = test.app.sign_in("second@liksa.example").await;
    let next = early;
    assert_eq!(test.step(&test.first, &next, "calculate").await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.salaries(&next).await[0]["held"], false);
    let salary = &test.salaries(&empty).await[0];
    let release = format!("{RUNS}/{empty}/salaries/{}/release", salary["id"].as_str().unwrap());
    test.app.put(&release).token(&test.first.token).send().await;
    assert_ne!(
        test.step(&test.second, &empty, "approve").await.status,
        200,
        "it has nothing to pay any more"
    );
    test.pay(&next).await;
    assert_eq!(test.app.store.bill(bill).await.unwrap().unwrap().paid_in.map(|paid| paid.number), Some(1));
    test.assert_sound().await;
}

async fn a_bill_that_moves_stops_the_approval(app: TestApp) {
    use liksa_domain::bill::life::BillStatus;
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.paid_bill(maija, 1000).await;
    test.paid_bill(maija, 100).await;
    let run = test.calculated().await;
    let stored = test.app.store.bill(bill).await.unwrap().unwrap();
    let mut tx = test.app.store.begin().await.unwrap();
    let credited = BillStatus { state: BillState::Credited, open_request: false };
    assert!(tx.move_bill(&stored, credited, test.app.clock.now()).await.unwrap());
    tx.commit().await.unwrap();
    let refused = test.step(&test.second, &run, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    let now = test.run(&run).await;
    assert_eq!((&now["state"], &now["outdated"]), (&json!("CALCULATED"), &json!(true)));

    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    let salaries = test.salaries(&run).await;
    assert_eq!(salaries[0]["summary"]["totalBillingWithoutAlv"], json!(100.00));
    test.pay(&run).await;
}

async fn what_is_owed_is_taken_from_the_next_salary(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let credited = test.paid_bill(maija, 100).await;
    test.owes(maija, credited, 30).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    assert_eq!(test.salaries(&run).await[0]["summary"]["reductions"], json!(30.00));
    test.pay(&run).await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), Money::ZERO);
    assert_eq!(test.balance(Account::DueFromWorkers).await, Money::ZERO);
    test.assert_sound().await;

    // A salary below zero pays nothing, and is owed from then on.
    test.app.clock.advance(1.minute());
    test.paid_bill(maija, -200).await;
    let run = test.calculated().await;
    let salary = &test.salaries(&run).await[0];
    assert_eq!(salary["problems"], json!(["NEGATIVE"]));
    test.pay(&run).await;
    let owed = test.app.store.owed(maija).await.unwrap();
    assert_eq!(salary["summary"]["salary"].to_string(), format!("-{}", owed.plain()));
    test.assert_sound().await;
}

async fn a_payment_stays_where_it_is_once_its_salary_is_approved(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.paid_bill(maija, 1000).await;
    test.paid_bill(maija, 500).await;
    let undo = async || {
        let payment = test.app.store.payments_of_bill(bill).await.unwrap()[0].payment;
        let version = test.app.store.payment(payment).await.unwrap().unwrap().version;
        let path = format!("/api/provider/payments/{payment}/unmatch");
        let call = test.app.post(&path).token(&test.first.token);
        call.json(&json!({"version": version})).send().await
    };
    let run = test.calculated().await;
    test.pay(&run).await;
    let refused = undo().await;
    assert_eq!((refused.status, refused.key()), (409, "PAYMENT_IN_SALARY"));
    test.assert_sound().await;
}

async fn a_paid_worker_gets_a_link_whose_token_is_not_stored(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    test.app.run_jobs_that_keep_no_token().await;
    let links = test.app.mailed_links("/token-login");
    let link = links.iter().find(|link| link.ends_with("&open=salaries")).unwrap();
    assert!(holds_token(link), "{link}");
    assert_eq!(test.app.get(&format!("/api/login{link}")).send().await.status, 200);
}
