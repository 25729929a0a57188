//! A payroll run through HTTP and its jobs, on both engines.

mod screens;

use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::date;
use liksa_domain::bill::{Bill, BillFigures, BillState, Pricing, Row};
use liksa_domain::ids::{BillId, CustomerId, Id, PayrollRunId, PersonId};
use liksa_domain::ledger::{Account, EntryKind, entries};
use liksa_domain::payments::{PaymentState, reference_of};
use liksa_domain::payroll::RunState;
use liksa_domain::person::Role;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::{salary, worker_facts::WorkerFacts};
use liksa_finland::PaymentReference;
use liksa_money::{Money, Rate};
use liksa_store::{NewBill, NewCustomer, NewPerson, NewRecovery, NewTaxCard, WrittenBill};
use liksa_test_support::{both_engines, customer, person};
use serde_json::{Value, json};

use crate::collecting::{Hand, Movement, SALARY_PAYMENT, book};
use crate::seed::identity;
use crate::testing::{Answer, SignedIn, TestApp, holds_token};
use crate::{jobs, sending};

both_engines! {
    a_run_goes_from_paid_bills_to_slips,
    nobody_approves_what_they_made,
    a_payday_has_one_run_however_often_it_is_asked_for,
    a_salary_that_lacks_something_waits,
    a_held_salary_waits_for_the_next_run,
    a_bill_that_moves_stops_the_approval,
    two_runs_never_pay_one_worker_on_stale_figures,
    what_is_owed_is_taken_from_the_next_salary,
    a_bill_credited_after_its_salary_is_owed_back,
    a_run_cut_off_anywhere_is_finished_by_the_next_runner,
    the_same_run_started_twice_at_once_pays_once,
    a_payment_stays_where_it_is_once_its_salary_is_approved,
    a_paid_worker_gets_a_link_whose_token_is_kept_nowhere,
}

const STANDARD: Rate = Rate::from_millionths(255_000);
const RUNS: &str = "/api/provider/payroll/runs";

struct Desk {
    app: TestApp,
    /// Makes and calculates.
    first: SignedIn,
    /// Approves and pays.
    second: SignedIn,
}

async fn desk(app: TestApp) -> Desk {
    for email in ["first@liksa.example", "second@liksa.example"] {
        app.add(person().email(email).roles(&[Role::Payroll]).build()).await;
    }
    let first = app.sign_in("first@liksa.example").await;
    let second = app.sign_in("second@liksa.example").await;
    Desk { app, first, second }
}

impl Desk {
    /// A worker of whom payroll knows everything, and who reads their mail.
    async fn worker(&self, number: u32) -> PersonId {
        let person = person().email(&format!("worker{number}@liksa.example")).build();
        let now = self.app.clock.now();
        let mut tx = self.app.store.begin().await.unwrap();
        let new = NewPerson { person: &person, password_hash: "", created_at: now };
        tx.insert_person(&new).await.unwrap();
        tx.confirm_email(person.id, now).await.unwrap();
        let born = date(1990, 1, 1);
        let profile = identity::profile(born, number, "Sturenkatu 4", "Helsinki").unwrap();
        tx.set_profile(person.id, &profile).await.unwrap();
        let facts = WorkerFacts { birth_date: Some(born), ..WorkerFacts::default() };
        tx.set_worker_facts(person.id, &facts).await.unwrap();
        let terms = identity::tax_card(2026, 20);
        let card = NewTaxCard { id: self.app.new_id().unwrap(), person: person.id, terms: &terms, at: now };
        tx.insert_tax_card(&card).await.unwrap();
        tx.commit().await.unwrap();
        person.id
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
        // Nobody pays a bill below zero: it is settled with others.
        let state = if euros > 0 { BillState::Closed } else { BillState::Paid };
        let bill = Bill { state, customer, rows: vec![row], ..Bill::draft(STANDARD) };
        let (now, today) = (self.app.clock.now(), self.app.clock.today());
        let payday = date(2026, 11, 20);
        let facts = self.app.store.pay_facts(&[person], payday).await.unwrap();
        let worker = facts[&person].worker(&Default::default());
        let figures = BillFigures::of(&bill, &worker, &ProviderSettings::default(), payday);
        let id = self.app.new_id().unwrap();
        let content = WrittenBill { id, bill: &bill, figures, found_by: "", saved_at: now };
        let totals = salary::totals(&bill, today).unwrap();
        let mut tx = self.app.store.begin().await.unwrap();
        tx.insert_bill(&NewBill { person, credit_of: None, correction_of: None, content }).await.unwrap();
        let number = tx.number_bill(id).await.unwrap();
        tx.post(&entries::invoice_sent(id, person, today, &totals).unwrap(), now).await.unwrap();
        if euros > 0 {
            let hand = Hand { actor: None, at: now, is_news: true };
            book(&mut tx, hand, &self.payment(number, totals.gross)).await.unwrap();
        }
        tx.commit().await.unwrap();
        id
    }

    fn payment(&self, bill: i64, amount: Money) -> Movement {
        let reference = reference_of(bill).unwrap();
        Movement {
            id: self.app.new_id().unwrap(),
            bank_file: None,
            account: "FI2112345600000785".into(),
            bank_id: format!("T{bill}/{amount}"),
            amount,
            booking_date: self.app.clock.today(),
            value_date: self.app.clock.today(),
            payer_name: "Kulttuuritalo Oy".into(),
            payer_iban: None,
            references: vec![(PaymentReference::Finnish(reference), None)],
            message: String::new(),
            end_to_end_id: String::new(),
            reversal: false,
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
        for finding in self.app.store.check().await.unwrap() {
            assert!(finding.problems.is_empty(), "{}: {:?}", finding.question, finding.problems);
        }
    }

    async fn balance(&self, account: Account) -> Money {
        self.app.store.balance_before(account, date(2030, 1, 1)).await.unwrap()
    }
}

async fn a_run_goes_from_paid_bills_to_slips(app: TestApp) {
    let desk = desk(app).await;
    let maija = desk.worker(1).await;
    desk.paid_bill(maija, 1000).await;
    let second = desk.paid_bill(maija, 500).await;
    let run = desk.calculated().await;

    let shown = desk.run(&run).await;
    assert_eq!((&shown["state"], &shown["payday"]), (&json!("CALCULATED"), &json!("20.11.2026")));
    assert_eq!((&shown["counts"]["toCalculate"], &shown["counts"]["calculated"]), (&json!(1), &json!(1)));
    let salaries = desk.salaries(&run).await;
    assert_eq!(salaries.len(), 1, "one salary of both bills");
    let salary = &salaries[0];
    assert_eq!(salary["summary"]["totalBillingWithoutAlv"], json!(1500.00));
    assert_eq!(salary["problems"], json!([]));
    assert_eq!(salary["changes"][0], "FIRST_SALARY");

    let early = desk.step(&desk.second, &run, "pay").await;
    assert_eq!((early.status, early.key()), (409, "RUN_NOT_IN_STATE"));
    let received = desk.balance(Account::Bank).await;
    desk.pay(&run).await;
    desk.assert_sound().await;
    assert_eq!(desk.balance(Account::SalariesPayable).await, Money::ZERO);
    assert_eq!(desk.balance(Account::AwaitingSalary).await, Money::ZERO);
    assert_eq!(desk.balance(Account::Receivables).await, Money::ZERO);
    let paid: Money = salary["summary"]["salary"].to_string().parse().unwrap();
    assert_eq!(desk.balance(Account::Bank).await, received.minus(paid).unwrap());

    let files = desk.read(&format!("{RUNS}/{run}/files")).await;
    let kinds: Vec<&str> =
        files["files"].as_array().unwrap().iter().map(|file| file["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["BANK", "WAGE_REPORT"]);
    let bank = format!("{RUNS}/{run}/files/{}", files["files"][0]["id"].as_str().unwrap());
    let xml = desk.app.get(&bank).token(&desk.second.token).send().await;
    let xml = String::from_utf8(xml.body).unwrap();
    assert!(xml.contains("<EndToEndId>PALKKA-1</EndToEndId>"), "{xml}");
    assert!(xml.contains(&format!(">{}</InstdAmt>", paid.plain())), "{xml}");

    let bill = desk.app.store.bill(second).await.unwrap().unwrap();
    assert_eq!(bill.paid_in.map(|paid| paid.number), Some(1));
    let again = desk.step(&desk.second, &run, "pay").await;
    assert_eq!((again.status, again.key()), (409, "RUN_NOT_IN_STATE"));
}

async fn nobody_approves_what_they_made(app: TestApp) {
    let desk = desk(app).await;
    let maija = desk.worker(1).await;
    desk.paid_bill(maija, 1000).await;
    let run = desk.calculated().await;
    let own = desk.step(&desk.first, &run, "approve").await;
    assert_eq!((own.status, own.key()), (409, "APPROVED_BY_SAME_PERSON"));
    // Who calculated it anew has had a hand in it too.
    assert_eq!(desk.step(&desk.second, &run, "calculate").await.status, 200);
    desk.app.run_jobs().await;
    let own = desk.step(&desk.second, &run, "approve").await;
    assert_eq!((own.status, own.key()), (409, "APPROVED_BY_SAME_PERSON"));
    assert_eq!(desk.run(&run).await["state"], "CALCULATED");
}

async fn a_payday_has_one_run_however_often_it_is_asked_for(app: TestApp) {
    let desk = desk(app).await;
    let run = desk.make().await;
    assert_eq!(desk.make().await, run);
    let other =
        desk.app.post(RUNS).token(&desk.first.token).json(&json!({"payday": "25.11.2026"})).send().await;
    assert_eq!(other.status, 201);
    for (payday, key) in
        [("22.11.2026", "NOT_A_BANK_DAY"), ("13.11.2026", "INVALID_DATE"), ("x", "validation.invalidDate")]
    {
        let body = json!({"payday": payday});
        let refused = desk.app.post(RUNS).token(&desk.first.token).json(&body).send().await;
        assert_eq!((refused.status, &refused.json["fields"][0]["key"]), (422, &json!(key)), "{payday}");
    }
    let list = desk.read(RUNS).await;
    let days: Vec<_> = list["runs"].as_array().unwrap().iter().map(|run| run["payday"].clone()).collect();
    assert_eq!(days, [json!("25.11.2026"), json!("20.11.2026")]);
    let empty = desk.calculated().await;
    let refused = desk.step(&desk.second, &empty, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_EMPTY"));
}

async fn a_salary_that_lacks_something_waits(app: TestApp) {
    let desk = desk(app).await;
    let (maija, pekka) = (desk.worker(1).await, desk.worker(2).await);
    let mut tx = desk.app.store.begin().await.unwrap();
    tx.set_profile(pekka, &Default::default()).await.unwrap();
    tx.commit().await.unwrap();
    desk.paid_bill(maija, 1000).await;
    let waiting = desk.paid_bill(pekka, 1000).await;
    let run = desk.calculated().await;
    let errors = desk.read(&format!("{RUNS}/{run}/salaries?only=errors")).await;
    let errors = errors["salaries"].as_array().unwrap();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0]["problems"], json!(["NO_ACCOUNT", "NO_PERSONAL_ID"]));
    assert_eq!(errors[0]["held"], true);
    let release = format!("{RUNS}/{run}/salaries/{}/release", errors[0]["id"].as_str().unwrap());
    let refused = desk.app.put(&release).token(&desk.first.token).send().await;
    assert_eq!((refused.status, refused.key()), (409, "SALARY_HAS_PROBLEMS"));
    desk.pay(&run).await;
    desk.assert_sound().await;
    assert_eq!(desk.app.store.payable_people(None, 10).await.unwrap(), [pekka]);
    assert!(desk.app.store.bill(waiting).await.unwrap().unwrap().paid_in.is_none());
}

async fn a_held_salary_waits_for_the_next_run(app: TestApp) {
    let desk = desk(app).await;
    let (maija, pekka) = (desk.worker(1).await, desk.worker(2).await);
    desk.paid_bill(maija, 1000).await;
    desk.paid_bill(pekka, 1000).await;
    let run = desk.calculated().await;
    let salaries = desk.salaries(&run).await;
    let of_pekka = salaries.iter().find(|one| one["personId"] == pekka.uuid().to_string()).unwrap();
    let path = format!("{RUNS}/{run}/salaries/{}", of_pekka["id"].as_str().unwrap());
    let without =
        desk.app.put(&format!("{path}/hold")).token(&desk.first.token).json(&json!({})).send().await;
    assert_eq!((without.status, &without.json["fields"][0]["field"]), (422, &json!("reason")));
    let body = json!({"reason": "Tili vaihtuu"});
    let held = desk.app.put(&format!("{path}/hold")).token(&desk.first.token).json(&body).send().await;
    assert_eq!((held.status, &held.json["held"]), (200, &json!(true)), "{}", held.json);

    // A hold outlives another calculation.
    assert_eq!(desk.step(&desk.first, &run, "calculate").await.status, 200);
    desk.app.run_jobs().await;
    let held = desk.read(&format!("{RUNS}/{run}/salaries?only=held")).await;
    assert_eq!(held["salaries"][0]["holdReason"], "Tili vaihtuu");
    desk.pay(&run).await;
    desk.assert_sound().await;

    let next = desk.calculated().await;
    assert_ne!(next, run);
    let salaries = desk.salaries(&next).await;
    assert_eq!(salaries.len(), 1);
    assert_eq!(salaries[0]["personId"], pekka.uuid().to_string());
    desk.pay(&next).await;
    desk.assert_sound().await;
    assert_eq!(desk.balance(Account::AwaitingSalary).await, Money::ZERO);
}

async fn a_bill_that_moves_stops_the_approval(app: TestApp) {
    use liksa_domain::bill::life::Standing;
    let desk = desk(app).await;
    let maija = desk.worker(1).await;
    let bill = desk.paid_bill(maija, 1000).await;
    desk.paid_bill(maija, 100).await;
    let run = desk.calculated().await;
    let stored = desk.app.store.bill(bill).await.unwrap().unwrap();
    let mut tx = desk.app.store.begin().await.unwrap();
    let credited = Standing { state: BillState::Credited, open_request: false };
    assert!(tx.move_bill(&stored, credited, desk.app.clock.now()).await.unwrap());
    tx.commit().await.unwrap();
    let refused = desk.step(&desk.second, &run, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    let now = desk.run(&run).await;
    assert_eq!((&now["state"], &now["outdated"]), (&json!("CALCULATED"), &json!(true)));

    assert_eq!(desk.step(&desk.first, &run, "calculate").await.status, 200);
    desk.app.run_jobs().await;
    let salaries = desk.salaries(&run).await;
    assert_eq!(salaries[0]["summary"]["totalBillingWithoutAlv"], json!(100.00));
    desk.pay(&run).await;
}

async fn two_runs_never_pay_one_worker_on_stale_figures(app: TestApp) {
    let desk = desk(app).await;
    let maija = desk.worker(1).await;
    desk.paid_bill(maija, 1000).await;
    let run = desk.calculated().await;
    desk.paid_bill(maija, 500).await;
    let other =
        desk.app.post(RUNS).token(&desk.first.token).json(&json!({"payday": "25.11.2026"})).send().await;
    let other = other.json["id"].as_str().unwrap().to_owned();
    assert_eq!(desk.step(&desk.first, &other, "calculate").await.status, 200);
    desk.app.run_jobs().await;
    assert_eq!(desk.salaries(&other).await[0]["summary"]["totalBillingWithoutAlv"], json!(500.00));
    desk.pay(&run).await;
    // What the second was reckoned on does not know the first.
    let refused = desk.step(&desk.second, &other, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    desk.app.clock.advance(1.minute());
    assert_eq!(desk.step(&desk.first, &other, "calculate").await.status, 200);
    desk.app.run_jobs().await;
    desk.pay(&other).await;
    desk.assert_sound().await;
}

async fn what_is_owed_is_taken_from_the_next_salary(app: TestApp) {
    let desk = desk(app).await;
    let maija = desk.worker(1).await;
    let credited = desk.paid_bill(maija, 100).await;
    let mut tx = desk.app.store.begin().await.unwrap();
    let recovery = NewRecovery {
        id: desk.app.new_id().unwrap(),
        person: maija,
        credit_note: Some(credited),
        salary: None,
        amount: Money::euros(30),
        made_at: desk.app.clock.now(),
    };
    tx.add_recovery(&recovery).await.unwrap();
    tx.commit().await.unwrap();
    desk.paid_bill(maija, 1000).await;
    let run = desk.calculated().await;
    assert_eq!(desk.salaries(&run).await[0]["summary"]["reductions"], json!(30.00));
    desk.pay(&run).await;
    assert_eq!(desk.app.store.owed(maija).await.unwrap(), Money::ZERO);
    assert_eq!(desk.balance(Account::DueFromWorkers).await, Money::euros(-30));

    // A salary below zero pays nothing, and is owed from then on.
    desk.app.clock.advance(1.minute());
    desk.paid_bill(maija, -200).await;
    let run = desk.calculated().await;
    let salary = &desk.salaries(&run).await[0];
    assert_eq!(salary["problems"], json!(["NEGATIVE"]));
    desk.pay(&run).await;
    let owed = desk.app.store.owed(maija).await.unwrap();
    assert_eq!(salary["summary"]["salary"].to_string(), format!("-{}", owed.plain()));
    desk.assert_sound().await;
}

async fn a_bill_credited_after_its_salary_is_owed_back(app: TestApp) {
    let desk = desk(app).await;
    let maija = desk.worker(1).await;
    let (company, entry) = customer().build();
    let now = desk.app.clock.now();
    let mut tx = desk.app.store.begin().await.unwrap();
    let new = NewCustomer { id: company, maker: maija, entry: &entry, created_at: now };
    assert!(tx.insert_customer(&new).await.unwrap());
    tx.commit().await.unwrap();
    let bill = desk.paid_bill_of(maija, 1000, Some(company)).await;
    let run = desk.calculated().await;
    let paid: Money = desk.salaries(&run).await[0]["summary"]["salary"].to_string().parse().unwrap();
    desk.pay(&run).await;

    let original = desk.app.store.bill(bill).await.unwrap().unwrap();
    let mut credit = original.bill.credit_note(desk.app.clock.today());
    credit.state = BillState::Approved;
    for row in &mut credit.rows {
        row.id = Some(desk.app.new_id().unwrap());
    }
    let id = desk.app.new_id().unwrap();
    let content =
        WrittenBill { id, bill: &credit, figures: BillFigures::default(), found_by: "", saved_at: now };
    let mut tx = desk.app.store.begin().await.unwrap();
    let new = NewBill { person: maija, credit_of: Some(bill), correction_of: None, content };
    tx.insert_bill(&new).await.unwrap();
    tx.commit().await.unwrap();
    let stored = desk.app.store.bill(id).await.unwrap().unwrap();
    sending::close(desk.app.state(), None, &stored).await.unwrap();

    assert_eq!(desk.app.store.owed(maija).await.unwrap(), paid);
    assert_eq!(desk.balance(Account::DueFromWorkers).await, paid);
    for settled in [Account::AwaitingSalary, Account::WithheldTax, Account::ServiceFees, Account::Rounding] {
        assert_eq!(desk.balance(settled).await, Money::ZERO, "{settled:?}");
    }
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
    let desk = desk(app).await;
    for number in 0..60 {
        let worker = desk.worker(number).await;
        desk.paid_bill(worker, 100 + i32::try_from(number).unwrap()).await;
    }
    let run = desk.make().await;
    assert_eq!(desk.step(&desk.first, &run, "calculate").await.status, 200);
    let mut micros = 200;
    for _ in 0..5 {
        work_and_die(&desk.app, micros).await;
        micros = micros * 3 + 97;
    }
    desk.app.run_jobs().await;
    let before = desk.run(&run).await;
    assert_eq!((&before["state"], &before["counts"]["calculated"]), (&json!("CALCULATED"), &json!(60)));
    assert_eq!(desk.step(&desk.second, &run, "approve").await.status, 200);
    micros = 200;
    for _ in 0..5 {
        work_and_die(&desk.app, micros).await;
        micros = micros * 3 + 131;
    }
    desk.app.run_jobs().await;
    let after = desk.run(&run).await;
    assert_eq!((&after["state"], &after["counts"]["booked"]), (&json!("POSTED"), &json!(60)));
    assert_eq!(after["totals"], before["totals"]);
    assert_eq!(desk.step(&desk.second, &run, "pay").await.status, 200);
    desk.assert_sound().await;
    assert_eq!(desk.balance(Account::AwaitingSalary).await, Money::ZERO);
    assert_eq!(desk.balance(Account::SalariesPayable).await, Money::ZERO);
    let files = desk.read(&format!("{RUNS}/{run}/files")).await;
    assert_eq!(files["files"].as_array().unwrap().len(), 2);
}

async fn the_same_run_started_twice_at_once_pays_once(app: TestApp) {
    let desk = desk(app).await;
    for number in 0..40 {
        let worker = desk.worker(number).await;
        desk.paid_bill(worker, 100).await;
    }
    let run = desk.make().await;
    let id: PayrollRunId = run.parse().unwrap();
    let (one, two) =
        tokio::join!(desk.step(&desk.first, &run, "calculate"), desk.step(&desk.first, &run, "calculate"));
    assert!(one.status == 200 || two.status == 200);
    let state = desk.app.state();
    let (one, two) =
        tokio::join!(jobs::calculate_payroll::run(state, id), jobs::calculate_payroll::run(state, id));
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    desk.app.run_jobs().await;
    assert_eq!(desk.salaries(&run).await.len(), 40);
    let (one, two) =
        tokio::join!(desk.step(&desk.second, &run, "approve"), desk.step(&desk.second, &run, "approve"));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let (one, two) = tokio::join!(jobs::post_payroll::run(state, id), jobs::post_payroll::run(state, id));
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    desk.app.run_jobs().await;
    let (one, two) = tokio::join!(desk.step(&desk.second, &run, "pay"), desk.step(&desk.second, &run, "pay"));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let paid = desk.app.store.payroll_run(id).await.unwrap().unwrap();
    assert_eq!(paid.state, RunState::Paid);
    assert!(
        desk.app.store.entry_of(EntryKind::SalariesPaid, &format!("payroll:{id}")).await.unwrap().is_some()
    );
    desk.assert_sound().await;
    assert_eq!(desk.balance(Account::AwaitingSalary).await, Money::ZERO);
    assert_eq!(desk.balance(Account::SalariesPayable).await, Money::ZERO);
}

async fn a_payment_stays_where_it_is_once_its_salary_is_approved(app: TestApp) {
    let desk = desk(app).await;
    let maija = desk.worker(1).await;
    let bill = desk.paid_bill(maija, 1000).await;
    desk.paid_bill(maija, 500).await;
    let undo = async || {
        let payment = desk.app.store.payments_of_bill(bill).await.unwrap()[0].payment;
        let version = desk.app.store.payment(payment).await.unwrap().unwrap().version;
        let path = format!("/api/provider/payments/{payment}/unmatch");
        let call = desk.app.post(&path).token(&desk.first.token);
        call.json(&json!({"version": version})).send().await
    };
    let run = desk.calculated().await;
    desk.pay(&run).await;
    let refused = undo().await;
    assert_eq!((refused.status, refused.key()), (409, "PAYMENT_IN_SALARY"));
    desk.assert_sound().await;

    // The bank tells that the salary has gone out.
    let number = desk.salaries(&run).await[0]["number"].as_i64().unwrap();
    let at = desk.app.clock.now();
    let end_to_end_id = format!("{SALARY_PAYMENT}{number}");
    let out = desk.payment(1001, Money::euros(-700));
    let out = Movement { end_to_end_id, references: vec![], ..out };
    let mut tx = desk.app.store.begin().await.unwrap();
    let state = book(&mut tx, Hand { actor: None, at, is_news: true }, &out).await.unwrap();
    assert_eq!(state, Some(PaymentState::Confirmed));
}

async fn a_paid_worker_gets_a_link_whose_token_is_kept_nowhere(app: TestApp) {
    let desk = desk(app).await;
    let maija = desk.worker(1).await;
    desk.paid_bill(maija, 1000).await;
    let run = desk.calculated().await;
    desk.pay(&run).await;
    desk.app.run_jobs_that_keep_no_token().await;
    let links = desk.app.mailed_links("/token-login");
    let link = links.iter().find(|link| link.ends_with("&open=salaries")).unwrap();
    assert!(holds_token(link), "{link}");
    assert_eq!(desk.app.get(&format!("/api/login{link}")).send().await.status, 200);
}
