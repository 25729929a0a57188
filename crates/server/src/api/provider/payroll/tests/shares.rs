//! Shares on their way to salaries and back. No expected amount comes from the program:
//!
//! ```text
//! bill            3000.00, VAT 765.00
//! Maija           fee 6.9 % of 3000.00 207.00, shares 600.00 + 25 % of 3000.00 750.00; all-in 1443.00
//! entrepreneur    gross 1443.00 / 1.0251 = 1407.667…   1407.67   health 1.91 % 26.89, accident 0.6 % 8.45
//!                 tax 20 % 281.53, rounding −0.01                 net 1126.14
//! Pekka           600.00, no fee; all-in 600.00
//! employee        gross 600.00 / 1.1998 = 500.083…      500.08   TyEL 17.10 % 85.51, unemployment 0.31 % 1.55,
//!                                                                health 9.55, accident 3.00, group life 0.06 % 0.30
//!                 tax 100.02, TyEL 7.30 % 36.51, unemployment 0.89 % 4.45, rounding 0.01   net 359.10
//! Sanna           750.00, no fee; all-in 750.00
//! entrepreneur    gross 750.00 / 1.0251 = 731.635…      731.64   health 13.97, accident 4.39
//!                 tax 146.33, rounding 0.00                       net 585.31
//!
//! Pekka declines: all-in 3000.00 − 207.00 − 750.00 = 2043.00; gross 2043.00 / 1.0251 = 1992.976…  1992.98
//!                 tax 398.60                                      net 1594.38
//!
//! 1000.00 credited: a third of everything
//! Maija           fee 138.00, shares 900.00, all-in 962.00; gross 938.45, tax 187.69   net 750.76   back 375.38
//! Pekka           400.00; gross 333.39, tax 66.68, TyEL 24.34, unemployment 2.97       net 239.40   back 119.70
//! Sanna           500.00; gross 487.76, tax 97.55                                      net 390.21   back 195.10
//! ```

mod money;

use jiff::ToSpan;
use liksa_actions::payments::{BookedBy, Transaction, book};
use liksa_domain::bill::BillState;
use liksa_domain::ids::BillId;
use liksa_domain::ledger::Account;
use liksa_domain::person::Role;
use liksa_money::Money;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use super::PayrollTest;
use crate::api::bills::tests::{company, create, good_bill, save};
use crate::testing::{SignedIn, TestApp};

both_engines! {
    one_bill_of_three_workers_becomes_three_slips_to_the_cent,
    a_credit_before_the_salaries_lowers_every_share,
    a_subcontractor_is_told_when_a_credit_note_has_the_bill_paid,
    a_share_declined_after_a_reopening_takes_nothing,
    the_effect_of_a_late_receipt_counts_a_share_in_an_open_run,
    a_subcontractor_is_told_when_the_bank_takes_the_payment_back,
    who_has_had_the_salary_is_not_promised_it_again,
}

on_sqlite! {
    a_share_is_held_released_and_undone_as_a_bill_is,
    a_payment_of_a_share_that_was_approved_stays,
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// Maija gives Pekka 600 € and Sanna a quarter of 3000 €.
struct Crew {
    test: PayrollTest,
    maija: SignedIn,
    pekka: SignedIn,
    sanna: SignedIn,
    bill: Value,
}

impl Crew {
    async fn of(app: TestApp) -> Self {
        let test = PayrollTest::of(app).await;
        let member = async |number: u32, email: &str, employee: bool| {
            let person = person().email(email).last_name(email.split('@').next().unwrap());
            let person = if employee { person.employee() } else { person };
            let id = test.app.add(person.build()).await.id;
            test.equip(number, id).await;
            test.app.sign_in(email).await
        };
        let maija = member(1, "maija@liksa.example", false).await;
        let pekka = member(2, "pekka@liksa.example", true).await;
        let sanna = member(3, "sanna@liksa.example", false).await;
        let mut body = good_bill(company(&test.app, &maija).await);
        body["billableitems"][0]["alvPrice"] = json!(3000);
        let bill = create(&test.app, &maija, &body).await;
        Self { test, maija, pekka, sanna, bill }
    }

    fn id(&self) -> BillId {
        self.bill["id"].as_str().unwrap().parse().unwrap()
    }

    async fn share(&self, who: &SignedIn, email: &str, part: Value) -> Value {
        let app = &self.test.app;
        let mut body = json!({"email": email, "date": "03.11.2026", "description": "Miksaus"});
        body.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
        let path = format!("/api/bill/{}/contractoritems", self.id());
        let share = app.post(&path).token(&self.maija.token).json(&body).send().await.json;
        let item = format!("/api/contractoritems/{}", share["id"].as_str().unwrap());
        for (by, call) in [(&self.maija, "approve-request"), (who, "approve")] {
            let answer = app.put(&format!("{item}/{call}")).token(&by.token).send().await;
            assert_eq!(answer.status, 200, "{}", answer.json);
        }
        // They are listed in the order in which they were made.
        app.clock.advance(1.second());
        share
    }

    /// Shared, sent, approved and closed.
    async fn close(&self) {
        self.share(&self.pekka, "pekka@liksa.example", json!({"amount": 600})).await;
        self.share(&self.sanna, "sanna@liksa.example", json!({"percent": 25})).await;
        self.send(&json!(1126.14)).await;
    }

    /// Sent with this estimate, approved and closed.
    async fn send(&self, estimate: &Value) {
        let app = &self.test.app;
        let path = format!("/api/person/{}/bills/{}", self.maija.id, self.id());
        let now = app.get(&path).token(&self.maija.token).send().await.json;
        let sent = save(app, &self.maija, &now, &json!({"state": "PENDING"})).await;
        assert_eq!((sent.status, &sent.json["estimate"]), (200, estimate), "{}", sent.json);
        self.approve(self.id()).await;
    }

    async fn approve(&self, bill: BillId) {
        let app = &self.test.app;
        let email = format!("clerk-{bill}@liksa.example");
        let clerk = app.staff(&email, Role::Clerk).await;
        for call in ["take", "approve"] {
            let answer =
                app.put(&format!("/api/provider/bills/{bill}/{call}")).token(&clerk.token).send().await;
            assert_eq!(answer.status, 200, "{}", answer.json);
        }
        app.let_bills_leave().await;
    }

    async fn paid_by_customer(&self, amount: &str) {
        self.test.pay_bill(self.id(), money(amount)).await;
    }

    /// The bank books what the customer paid, or takes it back.
    async fn bank(&self, bank_id: &str, amount: &str) {
        let (test, app) = (&self.test, &self.test.app);
        let number = app.store.bill(self.id()).await.unwrap().unwrap().number.unwrap();
        let (id, reversal) = (bank_id.to_owned(), amount.starts_with('-'));
        let movement = Transaction { id, reversal, ..test.payment(number, money(amount)) };
        let mut tx = app.store.begin().await.unwrap();
        let ids = (app.new_id().unwrap(), None);
        book(&mut tx, BookedBy::program(app.state()), ids, &movement).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Credits so much of the bill, by the worker and a clerk.
    async fn credit(&self, euros: i32) {
        let app = &self.test.app;
        let path = format!("/api/person/{}/bills/{}/credit-part", self.maija.id, self.id());
        let note = app.post(&path).token(&self.maija.token).send().await;
        assert_eq!(note.status, 201, "{}", note.json);
        let path = format!("/api/bill/{}/contractoritems", note.json["id"].as_str().unwrap());
        let share =
            json!({"email": "pekka@liksa.example", "date": "03.11.2026", "amount": 1, "description": "?"});
        let share = app.post(&path).token(&self.maija.token).json(&share).send().await;
        assert_eq!((share.status, share.key()), (409, "invoiceDisabled"), "a credit note gives no shares");
        let mut rows = note.json["billableitems"].clone();
        rows[0]["alvPrice"] = json!(-euros);
        rows[0]["price"] = Value::Null;
        let sent =
            save(app, &self.maija, &note.json, &json!({"billableitems": rows, "state": "PENDING"})).await;
        assert_eq!(sent.status, 200, "{}", sent.json);
        self.approve(note.json["id"].as_str().unwrap().parse().unwrap()).await;
    }

    async fn on(&self, account: Account) -> String {
        self.test.balance(account).await.plain()
    }

    async fn owed(&self) -> Vec<String> {
        let mut owed = vec![];
        for who in [&self.maija, &self.pekka, &self.sanna] {
            owed.push(self.test.app.store.owed(who.id).await.unwrap().plain());
        }
        owed
    }

    async fn salaries_of(&self, run: &str) -> Vec<(String, String)> {
        let salaries = self.test.salaries(run).await;
        let one = |salary: &Value| {
            (salary["personName"].as_str().unwrap().to_owned(), salary["summary"]["salary"].to_string())
        };
        let mut found: Vec<_> = salaries.iter().map(one).collect();
        found.sort();
        found
    }
}

fn three(maija: &str, pekka: &str, sanna: &str) -> Vec<(String, String)> {
    let one = |name: &str, sum: &str| (format!("Maija {name}"), sum.to_owned());
    vec![one("maija", maija), one("pekka", pekka), one("sanna", sanna)]
}

async fn one_bill_of_three_workers_becomes_three_slips_to_the_cent(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    assert_eq!(
        crew.test.app.store.waiting_for_salary().await.unwrap().people,
        0,
        "the customer has not paid"
    );
    crew.paid_by_customer("3765").await;
    crew.test.app.run_jobs().await;
    let paid = "Lasku, josta saat osuuden, on maksettu: Maija maija";
    assert!(crew.test.app.subjects_to("pekka@liksa.example").await.contains(&paid.to_owned()));
    assert_eq!(crew.test.app.store.waiting_for_salary().await.unwrap().people, 3);
    let run = crew.test.calculated().await;
    assert_eq!(crew.salaries_of(&run).await, three("1126.14", "359.1", "585.31"));
    crew.test.pay(&run).await;
    crew.test.assert_sound().await;
    for (account, expected) in [
        (Account::AwaitingSalary, "0.00"),
        (Account::SubcontractingPayable, "0.00"),
        (Account::ServiceFees, "-207.00"),
        (Account::Commissions, "0.00"),
        (Account::WithheldTax, "-527.88"),
        (Account::HealthInsurance, "-50.41"),
        (Account::Tyel, "-122.02"),
        (Account::UnemploymentInsurance, "-6.00"),
        (Account::AccidentInsurance, "-15.84"),
        (Account::GroupLife, "-0.30"),
        (Account::Rounding, "0.00"),
        (Account::SalariesPayable, "0.00"),
        (Account::Bank, "1694.45"),
    ] {
        assert_eq!(crew.on(account).await, expected, "{account:?}");
    }
    // The slip of the subcontractor: whose bill, what for, its number; nothing of the others.
    let slips = format!("/api/person/{}/salaries", crew.pekka.id);
    let listed = crew.test.app.get(&slips).token(&crew.pekka.token).send().await.json;
    let slip = format!("{slips}/{}", listed["salaries"][0]["id"].as_str().unwrap());
    let slip = crew.test.app.get(&slip).token(&crew.pekka.token).send().await.json;
    let number = crew.test.app.store.bill(crew.id()).await.unwrap().unwrap().number.unwrap();
    assert_eq!(slip["shares"][0]["contractor"], "Maija maija");
    assert_eq!(
        (&slip["shares"][0]["billNumber"], &slip["shares"][0]["total"]),
        (&json!(number), &json!(600.0))
    );
    assert_eq!((&slip["bills"], &slip["summary"]["sharesReceived"]), (&json!([]), &json!(600.0)));
    assert_eq!((&slip["summary"]["serviceFee"], &slip["explanation"]), (&json!(0.0), &Value::Null));
    let text = slip.to_string();
    for secret in ["1126.14", "585.31", "sanna", "Kulttuuritalo", "3000"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let list = format!("/api/person/{}/contractoritems", crew.pekka.id);
    let received = crew.test.app.get(&list).token(&crew.pekka.token).send().await.json;
    assert_eq!(
        (&received["items"][0]["paid"], &received["items"][0]["payday"]),
        (&json!(true), &json!("20.11.2026"))
    );

    crew.credit(1000).await;
    assert_eq!(crew.owed().await, ["375.38", "119.70", "195.10"]);
    crew.test.app.run_jobs().await;
    crew.test.assert_sound().await;
    let corrections = crew.test.read("/api/provider/payroll/corrections").await;
    let written = corrections["corrections"].as_array().unwrap().iter();
    let written: Vec<_> = written.map(|line| (&line["kind"], &line["hasFile"])).collect();
    assert_eq!(written, [(&json!("REPLACEMENT"), &json!(true)); 3], "one for each salary");
    crew.credit(2000).await;
    assert_eq!(crew.owed().await, ["1126.14", "359.10", "585.31"], "all that was paid");
    crew.test.app.run_jobs().await;
    crew.test.assert_sound().await;
    for account in
        [Account::SubcontractingPayable, Account::AwaitingSalary, Account::ServiceFees, Account::WithheldTax]
    {
        assert_eq!(crew.on(account).await, "0.00", "{account:?}");
    }
    assert_eq!(crew.on(Account::DueFromWorkers).await, "2070.55");
    let told = "Lasku, josta saat osuuden, on hyvitetty: Maija maija";
    assert!(crew.test.app.subjects_to("sanna@liksa.example").await.contains(&told.to_owned()));
}

async fn a_subcontractor_is_told_when_a_credit_note_has_the_bill_paid(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    let paid = "Lasku, josta saat osuuden, on maksettu: Maija maija".to_owned();
    let told = async || {
        crew.test.app.run_jobs().await;
        crew.test.app.subjects_to("pekka@liksa.example").await.contains(&paid)
    };
    crew.paid_by_customer("2510").await;
    assert!(!told().await, "1255 are still owed");
    crew.credit(1000).await;
    assert!(told().await);
}

async fn a_subcontractor_is_told_when_the_bank_takes_the_payment_back(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    let unwilling = "UPDATE person SET mail_bill_paid = FALSE WHERE email = 'sanna@liksa.example'";
    crew.test.app.db.execute(unwilling).await.unwrap();
    let told = async |who: &str| {
        crew.test.app.run_jobs().await;
        let subjects = crew.test.app.subjects_to(who).await;
        let taken_back = "Asiakkaan maksu laskusta peruuntui: Maija maija";
        subjects.iter().filter(|subject| *subject == taken_back).count()
    };
    crew.bank("in", "3765").await;
    crew.bank("back", "-3765").await;
    assert_eq!(told("pekka@liksa.example").await, 1);
    assert_eq!(told("sanna@liksa.example").await, 0, "she was not told of the payment either");
    // What a salary pays is paid whatever the customer does.
    crew.bank("in-again", "3765").await;
    let run = crew.test.calculated().await;
    assert_eq!(crew.test.step(&crew.test.second, &run, "approve").await.status, 200);
    crew.bank("back-again", "-3765").await;
    assert_eq!(told("pekka@liksa.example").await, 1);
}

/// The bank takes the payment back after the salaries, and the customer pays again, or a credit note settles the rest.
async fn who_has_had_the_salary_is_not_promised_it_again(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    let told = async |who: &str, subject: &str| {
        crew.test.app.run_jobs().await;
        let mails = crew.test.app.store.newest_mails(50).await.unwrap();
        let about = mails.into_iter().filter(|mail| mail.to == who && mail.subject.starts_with(subject));
        let promised = about.map(|mail| mail.text.contains("Palkka siitä"));
        promised.collect::<Vec<bool>>()
    };
    let of_share = async || told("pekka@liksa.example", "Lasku, josta saat osuuden, on maksettu").await.len();
    crew.bank("in", "3765").await;
    assert_eq!(told("maija@liksa.example", "Laskusi on maksettu").await, [true]);
    assert_eq!(of_share().await, 1);
    let run = crew.test.calculated().await;
    crew.test.pay(&run).await;
    crew.bank("back", "-3765").await;
    crew.test.app.clock.advance(1.minute());
    crew.bank("in-again", "3765").await;
    assert_eq!(told("maija@liksa.example", "Laskusi on maksettu").await, [false, true], "the newest first");
    assert_eq!(of_share().await, 1);
    crew.bank("back-again", "-3765").await;
    crew.bank("a-part", "2510").await;
    crew.credit(1000).await;
    assert_eq!(told("maija@liksa.example", "Laskusi on kuitattu").await, [false]);
    assert_eq!(of_share().await, 1);
    crew.test.assert_sound().await;
}

/// As a bill in it does. In an approved run it is of a salary that has been.
async fn the_effect_of_a_late_receipt_counts_a_share_in_an_open_run(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    crew.paid_by_customer("3765").await;
    let effect = async || {
        let call = crew.test.app.put("/api/calc/late-receipt").token(&crew.sanna.token);
        let shown = call.json(&json!({"amount": "10"})).send().await.json;
        (shown["of"].clone(), shown["without"]["salary"].clone())
    };
    let of_share = (json!("PAID_BILLS"), json!(585.31));
    assert_eq!(effect().await, of_share);
    let run = crew.test.calculated().await;
    assert_eq!(effect().await, of_share, "the run is open");
    assert_eq!(crew.test.step(&crew.test.second, &run, "approve").await.status, 200);
    assert_eq!(effect().await, (json!("NOTHING"), Value::Null));
}

async fn a_credit_before_the_salaries_lowers_every_share(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    crew.paid_by_customer("3765").await;
    let stale = crew.test.calculated().await;
    let expected = async || {
        let path = format!("/api/person/{}/contractoritems", crew.pekka.id);
        let received = crew.test.app.get(&path).token(&crew.pekka.token).send().await.json;
        received["items"][0]["salary"].clone()
    };
    let before = expected().await;
    crew.credit(1000).await;
    assert_eq!(expected().await, json!(239.4), "what is left of {before}");
    let outdated = crew.test.step(&crew.test.second, &stale, "approve").await;
    assert_eq!((outdated.status, outdated.key()), (409, "RUN_CHANGED"));
    assert_eq!(crew.test.step(&crew.test.first, &stale, "calculate").await.status, 200);
    crew.test.app.run_jobs().await;
    assert_eq!(crew.salaries_of(&stale).await, three("750.76", "239.4", "390.21"));
    crew.test.pay(&stale).await;
    crew.test.assert_sound().await;
    assert_eq!(crew.on(Account::SubcontractingPayable).await, "0.00");
    crew.credit(2000).await;
    assert_eq!(crew.owed().await, ["750.76", "239.40", "390.21"]);
    assert_eq!(crew.test.app.store.bill(crew.id()).await.unwrap().unwrap().bill.state, BillState::Credited);
    crew.test.app.run_jobs().await;
    crew.test.assert_sound().await;
}

async fn a_share_is_held_released_and_undone_as_a_bill_is(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    crew.paid_by_customer("3765").await;
    let run = crew.test.calculated().await;
    let salaries = crew.test.salaries(&run).await;
    let pekka = salaries.iter().find(|one| one["personName"] == "Maija pekka").unwrap();
    let hold = format!("/api/provider/payroll/runs/{run}/salaries/{}/hold", pekka["id"].as_str().unwrap());
    let held = crew
        .test
        .app
        .put(&hold)
        .token(&crew.test.first.token)
        .json(&json!({"reason": "Odottaa"}))
        .send()
        .await;
    assert_eq!(held.status, 200, "{}", held.json);
    let approved = crew.test.step(&crew.test.second, &run, "approve").await;
    assert_eq!(approved.status, 200, "{}", approved.json);
    crew.test.app.run_jobs().await;
    crew.test.assert_sound().await;
    // The share that was held waits for the next run; the others are undone with theirs.
    assert_eq!(crew.test.app.store.waiting_for_salary().await.unwrap().people, 1);
    assert_eq!(crew.on(Account::SubcontractingPayable).await, "-600.00");
    let undone = crew.test.app.post(&format!("/api/provider/payroll/runs/{run}/unapprove"));
    let undone = undone.token(&crew.test.first.token).json(&json!({"reason": "Väärä päivä"})).send().await;
    assert_eq!(undone.status, 200, "{}", undone.json);
    crew.test.app.run_jobs().await;
    crew.test.assert_sound().await;
    assert_eq!(crew.on(Account::SubcontractingPayable).await, "0.00");
    assert_eq!(crew.test.step(&crew.test.first, &run, "calculate").await.status, 200);
    crew.test.app.run_jobs().await;
    assert_eq!(crew.salaries_of(&run).await, three("1126.14", "359.1", "585.31"));
}

/// The money of a bill is not taken for another once a share of it is in an approved salary.
async fn a_payment_of_a_share_that_was_approved_stays(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    crew.paid_by_customer("3765").await;
    let run = crew.test.calculated().await;
    let salaries = crew.test.salaries(&run).await;
    let maija = salaries.iter().find(|one| one["personName"] == "Maija maija").unwrap();
    let hold = format!("/api/provider/payroll/runs/{run}/salaries/{}/hold", maija["id"].as_str().unwrap());
    let held = crew
        .test
        .app
        .put(&hold)
        .token(&crew.test.first.token)
        .json(&json!({"reason": "Odottaa"}))
        .send()
        .await;
    assert_eq!(held.status, 200, "{}", held.json);
    crew.test.pay(&run).await;
    crew.test.assert_sound().await;
    assert_eq!(crew.on(Account::SubcontractingPayable).await, "1350.00", "the contractor's salary waits");
    let mut tx = crew.test.app.store.begin().await.unwrap();
    assert!(tx.is_in_approved_salary(crew.id()).await.unwrap());
    drop(tx);
    let next = crew.test.calculated().await;
    assert_eq!(crew.salaries_of(&next).await.len(), 1);
    crew.test.pay(&next).await;
    assert_eq!(crew.on(Account::SubcontractingPayable).await, "0.00");
    crew.test.assert_sound().await;
}

/// Taken back after an approval, asked for anew and declined: as if it had never been.
async fn a_share_declined_after_a_reopening_takes_nothing(app: TestApp) {
    let crew = Crew::of(app).await;
    let share = crew.share(&crew.pekka, "pekka@liksa.example", json!({"amount": 600})).await;
    crew.share(&crew.sanna, "sanna@liksa.example", json!({"percent": 25})).await;
    let call = async |by: &SignedIn, path: String, body: &Value| {
        let answer = crew.test.app.put(&path).token(&by.token).json(body).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    };
    let id = share["id"].as_str().unwrap();
    let of_bill = format!("/api/bill/{}/contractoritems/{id}", crew.id());
    let reopened = call(&crew.maija, of_bill, &json!({"state": "OPEN"})).await;
    assert_eq!((&reopened["state"], &reopened["amount"]), (&json!("OPEN"), &json!(600.0)));
    let item = format!("/api/contractoritems/{id}");
    call(&crew.maija, format!("{item}/approve-request"), &json!({})).await;
    let declined = call(&crew.pekka, format!("{item}/decline"), &json!({"reason": "En ehdi"})).await;
    assert_eq!(declined["state"], "DECLINED");
    crew.send(&json!(1594.38)).await;
    let late = crew.test.app.put(&format!("{item}/approve")).token(&crew.pekka.token).send().await;
    assert_eq!(late.status, 409, "{}", late.json);
    crew.paid_by_customer("3765").await;
    let run = crew.test.calculated().await;
    let paid = [("Maija maija", "1594.38"), ("Maija sanna", "585.31")];
    assert_eq!(crew.salaries_of(&run).await, paid.map(|(name, sum)| (name.to_owned(), sum.to_owned())));
    crew.test.pay(&run).await;
    crew.test.assert_sound().await;
    let told = crew.test.app.get(&format!("/api/bill/{}/money", crew.id())).token(&crew.maija.token);
    let told = told.send().await.json;
    let shares = told["parts"].as_array().unwrap().iter().filter(|part| part["kind"] == "SHARE");
    assert_eq!(shares.map(|part| &part["name"]).collect::<Vec<_>>(), ["Maija sanna"]);
    // A credit note takes nothing of it either.
    crew.credit(3000).await;
    assert_eq!(crew.owed().await, ["1594.38", "0.00", "585.31"]);
    crew.test.assert_sound().await;
}
