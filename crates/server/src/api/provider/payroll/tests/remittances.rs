//! Withheld money is paid on to its receivers, once, and the ledger says the same as the lists.

use jiff::ToSpan;
use jiff::civil::date;
use liksa_actions::payments::{BookedBy, Outcome, Transaction, book};
use liksa_actions::sending;
use liksa_domain::dates::format_date;
use liksa_domain::delivery::HoldReason;
use liksa_domain::distraint::DistraintBody;
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::ledger::Account;
use liksa_domain::payments::PaymentState;
use liksa_domain::settings::{DueKind, ProviderForm};
use liksa_domain::worker_facts::WorkerFacts;
use liksa_money::Money;
use liksa_store::MadeSettings;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use super::{PayrollTest, RUNS};
use crate::testing::{Answer, SignedIn, TestApp, texts_in};
use crate::tests::statement_counts::statements_of;

mod bank;

both_engines! {
    a_month_of_two_runs_is_paid_on_once,
    a_salary_taken_back_lowers_the_next_remittance,
    the_separate_report_says_what_the_ledger_says,
    what_keeps_a_remittance_from_being_made_or_approved,
}

on_sqlite! {
    the_number_of_statements_does_not_depend_on_what_is_owed,
    the_account_is_that_of_the_day_of_payment,
}

const REMITTANCES: &str = "/api/provider/remittances";
const REPORTS: &str = "/api/provider/payroll/separate-reports";

fn money(value: &Value) -> Money {
    value.to_string().parse().unwrap()
}

fn id(of: &Value) -> String {
    of["id"].as_str().unwrap().to_owned()
}

impl PayrollTest {
    /// An employee, and a light entrepreneur with a distraint of 50 € a month.
    async fn employee_and_debtor(&self) -> (PersonId, PersonId) {
        let employee = person().email("employee@liksa.example").employee().build();
        let employee = self.employ(11, employee).await;
        let facts = WorkerFacts {
            birth_date: Some(date(1990, 1, 1)),
            profession_code: Some("2652".into()),
            ..WorkerFacts::default()
        };
        let debtor = self.worker(12).await;
        let order = DistraintBody {
            fixed: Some("50".into()),
            from: Some("01.01.2026".into()),
            receiver: Some("Ulosottolaitos".into()),
            iban: Some("FI55 4234 5670 0000 81".into()),
            reference: Some("1232".into()),
            ..DistraintBody::default()
        };
        let mut tx = self.app.store.begin().await.unwrap();
        tx.set_worker_facts(employee, &facts).await.unwrap();
        tx.put_distraint(debtor, &order.read().unwrap(), self.app.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        (employee, debtor)
    }

    /// A run of another payday, calculated.
    pub(super) async fn calculated_for(&self, payday: &str) -> String {
        let made = self.app.post(RUNS).token(&self.first.token).json(&json!({"payday": payday})).send().await;
        assert_eq!(made.status, 201, "{}", made.json);
        assert_eq!(self.step(&self.first, &id(&made.json), "calculate").await.status, 200);
        self.app.run_jobs().await;
        id(&made.json)
    }

    async fn owed(&self) -> Vec<Value> {
        self.read(REMITTANCES).await["owed"].as_array().unwrap().clone()
    }

    /// What is open of a kind.
    async fn owed_of(&self, kind: &str) -> Value {
        let owed = self.owed().await;
        let mut found = owed.into_iter().filter(|one| one["kind"] == kind);
        let only = found.next().unwrap_or_else(|| panic!("nothing is owed as {kind}"));
        assert!(found.next().is_none(), "one month of {kind}");
        only
    }

    async fn owes_tax(&self) -> bool {
        self.owed().await.iter().any(|one| one["kind"] == "TAX_AND_HEALTH_INSURANCE")
    }

    async fn make_remittance(&self, by: &SignedIn, owed: &Value) -> Answer {
        let body = json!({
            "kind": owed["kind"], "personId": owed["personId"], "until": owed["until"], "amount": owed["toPay"],
            "payOn": "14.12.2026",
        });
        self.app.post(REMITTANCES).token(&by.token).json(&body).send().await
    }

    async fn made(&self, owed: &Value) -> Value {
        let made = self.make_remittance(&self.first, owed).await;
        assert_eq!((made.status, &made.json["state"]), (201, &json!("MADE")), "{}", made.json);
        made.json
    }

    async fn approve(&self, by: &SignedIn, remittances: &[Value]) -> Answer {
        let ids: Vec<String> = remittances.iter().map(id).collect();
        let call = self.app.post(&format!("{REMITTANCES}/approve")).token(&by.token);
        call.json(&json!({"remittances": ids})).send().await
    }

    /// A remittance of all that is open of a kind, in a payment file.
    async fn in_file(&self, kind: &str) -> Value {
        let made = self.made(&self.owed_of(kind).await).await;
        let approved = self.approve(&self.second, std::slice::from_ref(&made)).await;
        assert_eq!(approved.status, 200, "{}", approved.json);
        made
    }

    async fn state_of(&self, remittance: &Value) -> String {
        let listed = self.read(REMITTANCES).await["remittances"].as_array().unwrap().clone();
        let found = listed.iter().find(|one| one["id"] == remittance["id"]).unwrap();
        found["state"].as_str().unwrap().to_owned()
    }

    /// The bank reports a movement that names the remittance.
    async fn bank(&self, bank_id: &str, remittance: &Value, sent: bool) -> PaymentState {
        let amount = money(&remittance["amount"]);
        let transaction = Transaction {
            id: bank_id.to_owned(),
            amount: if sent { amount.negated().unwrap() } else { amount },
            references: vec![],
            end_to_end_id: Some(id(remittance).replace('-', "")),
            reversal: !sent,
            ..self.payment(1001, amount)
        };
        let mut tx = self.app.store.begin().await.unwrap();
        let ids = (self.app.new_id().unwrap(), None);
        let booked = book(&mut tx, BookedBy::program(self.app.state()), ids, &transaction).await.unwrap();
        tx.commit().await.unwrap();
        match booked {
            Outcome::Booked(state) => state,
            other => panic!("{other:?}"),
        }
    }

    async fn refusal(&self, by: &SignedIn, remittance: &Value, note: Value) -> Answer {
        let call = self.app.post(&format!("{REMITTANCES}/{}/refusal", id(remittance)));
        call.token(&by.token).json(&json!({"note": note})).send().await
    }

    async fn confirm_refusal(&self, by: &SignedIn, remittance: &Value) -> Answer {
        let call = self.app.post(&format!("{REMITTANCES}/{}/refusal/confirm", id(remittance)));
        call.token(&by.token).send().await
    }

    async fn drop_refusal(&self, by: &SignedIn, remittance: &Value) -> Answer {
        let call = self.app.delete(&format!("{REMITTANCES}/{}/refusal", id(remittance)));
        call.token(&by.token).send().await
    }

    async fn refuse_by_two(&self, remittance: &Value) {
        let said = self.refusal(&self.second, remittance, json!("Pankki hylkäsi")).await;
        assert_eq!((said.status, &said.json["state"]), (200, &json!("APPROVED")), "{}", said.json);
        let confirmed = self.confirm_refusal(&self.first, remittance).await;
        assert_eq!(
            (confirmed.status, &confirmed.json["state"]),
            (200, &json!("REFUSED")),
            "{}",
            confirmed.json
        );
    }

    /// What the ledger has for a kind of receiver.
    async fn liability(&self, kind: DueKind) -> Money {
        let mut sum = Money::ZERO;
        for account in kind.accounts() {
            sum = sum.minus(self.balance(*account).await).unwrap();
        }
        sum
    }

    async fn assert_owed_is_booked(&self) {
        let owed = self.owed().await;
        for kind in DueKind::ALL {
            let of_kind = owed.iter().filter(|one| one["kind"] == kind.name());
            let sum = Money::sum(of_kind.map(|one| money(&one["amount"]))).unwrap();
            assert_eq!(sum, self.liability(*kind).await, "{kind:?}");
        }
    }

    /// A run of one bill that is paid.
    async fn paid_run(&self, person: PersonId, euros: i32) -> BillId {
        let bill = self.paid_bills(person, &[euros]).await[0];
        let run = self.calculated().await;
        self.pay(&run).await;
        bill
    }
}

async fn a_month_of_two_runs_is_paid_on_once(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (employee, debtor) = test.employee_and_debtor().await;
    for worker in [employee, debtor] {
        test.paid_bill(worker, 3000).await;
    }
    let run = test.calculated().await;
    let dues = test.run(&run).await["dues"].clone();
    let tax = dues.as_array().unwrap().iter().find(|due| due["kind"] == "TAX_AND_HEALTH_INSURANCE").unwrap();
    assert_eq!((&tax["receiver"], &tax["by"]), (&json!("Verohallinto"), &json!("14.12.2026")));
    test.pay(&run).await;
    test.assert_owed_is_booked().await;

    // The second run is booked, but not paid yet: nothing is paid on for it.
    test.app.clock.advance(1.minute());
    test.paid_bill(employee, 1000).await;
    let first = money(&test.owed_of("TYEL").await["toPay"]);
    let second_run = test.calculated_for("27.11.2026").await;
    assert_eq!(test.step(&test.second, &second_run, "approve").await.status, 200);
    test.app.run_jobs().await;
    let tyel = test.owed_of("TYEL").await;
    assert_eq!(money(&tyel["toPay"]), first);
    assert!(money(&tyel["amount"]) > first);
    assert_eq!(tyel["sources"].as_array().unwrap().len(), 2);
    assert_eq!(tyel["sources"][1]["payable"], false);
    let with_unpaid = json!({"kind": "TYEL", "until": tyel["until"], "toPay": tyel["amount"]});
    let refused = test.make_remittance(&test.first, &with_unpaid).await;
    assert_eq!((refused.status, refused.key()), (409, "REMITTANCE_CHANGED"), "{}", refused.json);
    assert_eq!(test.step(&test.second, &second_run, "pay").await.status, 200);
    test.assert_owed_is_booked().await;

    let owed = test.owed().await;
    let kinds: Vec<&str> = owed.iter().map(|one| one["kind"].as_str().unwrap()).collect();
    let expected =
        ["TAX_AND_HEALTH_INSURANCE", "TYEL", "UNEMPLOYMENT", "ACCIDENT", "GROUP_LIFE", "DISTRAINT"];
    assert_eq!(kinds, expected);
    assert_eq!((&owed[5]["receiver"], &owed[5]["toPay"]), (&json!("Ulosottolaitos"), &json!(50.0)));
    let mut made = vec![];
    for one in &owed {
        assert_eq!(one["amount"], one["toPay"]);
        let (click, again) =
            tokio::join!(test.make_remittance(&test.first, one), test.make_remittance(&test.first, one));
        let mut answers = [(click.status, click.key()), (again.status, again.key())];
        answers.sort_unstable();
        assert_eq!(answers, [(201, ""), (409, "REMITTANCE_CHANGED")]);
        made.push(if click.status == 201 { click.json.clone() } else { again.json.clone() });
    }
    assert!(test.owed().await.is_empty());
    let own = test.approve(&test.first, &made).await;
    assert_eq!((own.status, own.key()), (409, "APPROVED_BY_SAME_PERSON"));
    let (one, two) = tokio::join!(test.approve(&test.second, &made), test.approve(&test.second, &made));
    let mut answers = [(one.status, one.key()), (two.status, two.key())];
    answers.sort_unstable();
    assert_eq!(answers, [(200, ""), (409, "REMITTANCE_NOT_IN_STATE")]);

    let path = format!("{REMITTANCES}/{}/file", id(&made[0]));
    let file = test.app.get(&path).token(&test.second.token).send().await;
    let xml = String::from_utf8(file.body).unwrap();
    let mut amounts: Vec<Money> =
        texts_in(&xml, "InstdAmt").iter().map(|text| text.parse().unwrap()).collect();
    let mut asked: Vec<Money> = made.iter().map(|one| money(&one["amount"])).collect();
    amounts.sort_unstable();
    asked.sort_unstable();
    assert_eq!(amounts, asked);
    let mut references = texts_in(&xml, "Ref");
    references.sort_unstable();
    assert_eq!(references, ["1232", "29214", "29230", "29243", "29256", "29269"]);

    let bank = test.balance(Account::Bank).await;
    for (place, one) in made.iter().enumerate() {
        assert_eq!(test.bank(&format!("out{place}"), one, true).await, PaymentState::Confirmed);
        assert_eq!(test.bank(&format!("again{place}"), one, true).await, PaymentState::Outgoing);
        assert_eq!(test.state_of(one).await, "PAID");
    }
    for kind in DueKind::ALL {
        assert_eq!(test.liability(*kind).await, Money::ZERO, "{kind:?}");
    }
    let sum = Money::sum(asked).unwrap();
    assert_eq!(test.balance(Account::Bank).await, bank.minus(sum).unwrap(), "once");
    test.assert_sound().await;
}

async fn a_salary_taken_back_lowers_the_next_remittance(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.paid_run(maija, 1000).await;
    let first = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    test.bank("first", &first, true).await;
    test.app.clock.advance(1.minute());
    test.credited(bill).await;
    let back = test.owed_of("TAX_AND_HEALTH_INSURANCE").await;
    assert_eq!(money(&back["amount"]), money(&first["amount"]).negated().unwrap());
    let refused = test.make_remittance(&test.first, &back).await;
    assert_eq!((refused.status, &refused.json["fields"][0]["field"]), (422, &json!("amount")));

    test.app.clock.advance(1.minute());
    let pekka = test.worker(2).await;
    test.paid_bill(pekka, 2500).await;
    let run = test.calculated_for("27.11.2026").await;
    test.pay(&run).await;
    let totals = &test.run(&run).await["totals"];
    let tax = money(&totals["tax"]).plus(money(&totals["healthInsurance"])).unwrap();
    let next = test.owed_of("TAX_AND_HEALTH_INSURANCE").await;
    assert_eq!(money(&next["toPay"]), tax.minus(money(&first["amount"])).unwrap());
    let second = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    test.assert_sound().await;
    test.bank("second", &second, true).await;
    assert_eq!(test.liability(DueKind::TaxAndHealthInsurance).await, Money::ZERO);
    test.assert_sound().await;
}

async fn the_number_of_statements_does_not_depend_on_what_is_owed(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let paid = async || {
        let run = test.calculated().await;
        test.pay(&run).await;
        test.app.clock.advance(1.minute());
    };
    test.paid_bill(maija, 1000).await;
    paid().await;
    let list = async || statements_of(test.app.get(REMITTANCES).token(&test.first.token)).await;
    let (items, statements) = (test.owed().await.len(), list().await);
    let (employee, debtor) = test.employee_and_debtor().await;
    for worker in [employee, debtor] {
        test.paid_bill(worker, 3000).await;
    }
    paid().await;
    assert!(test.owed().await.len() > items + 2);
    assert_eq!(list().await, statements);
}

async fn the_separate_report_says_what_the_ledger_says(app: TestApp) {
    let mut test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[2000, 1000]).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    let contributions =
        async |test: &PayrollTest| test.balance(Account::HealthInsurance).await.negated().unwrap();
    let booked = contributions(&test).await;
    // A run that is booked and not paid: nothing of it is reported yet.
    test.app.clock.advance(1.minute());
    test.paid_bill(maija, 500).await;
    let unpaid = test.calculated_for("27.11.2026").await;
    assert_eq!(test.step(&test.second, &unpaid, "approve").await.status, 200);
    test.app.run_jobs().await;
    let unpaid = contributions(&test).await.minus(booked).unwrap();
    assert!(unpaid.is_positive());
    let make = async |test: &PayrollTest, month: &str| {
        let call = test.app.post(REPORTS).token(&test.first.token);
        call.json(&json!({"month": month})).send().await
    };
    let early = make(&test, "20.11.2026").await;
    assert_eq!((early.status, &early.json["fields"][0]["key"]), (422, &json!("PERIOD_NOT_OVER")));
    assert_eq!(test.read(REPORTS).await["months"], json!([]), "no month with wages is over");
    test.app.clock.advance((18 * 24).hours());
    test.first = test.app.sign_in("first@liksa.example").await;
    test.second = test.app.sign_in("second@liksa.example").await;

    let months = test.read(REPORTS).await;
    let november = &months["months"][0];
    assert_eq!((&november["until"], &november["due"]), (&json!("30.11.2026"), &json!("07.12.2026")));
    assert_eq!((money(&november["amount"]), &november["toMake"]), (booked, &json!(true)));
    let (one, two) = tokio::join!(make(&test, "20.11.2026"), make(&test, "20.11.2026"));
    let mut answers = [(one.status, one.key()), (two.status, two.key())];
    answers.sort_unstable();
    assert_eq!(answers, [(201, ""), (409, "REPORT_UNCHANGED")]);
    let report = test.read(REPORTS).await["months"][0]["reports"][0].clone();
    let file = async |report: &Value| {
        let call = test.app.get(&format!("{REPORTS}/{}/file", id(report)));
        String::from_utf8(call.token(&test.second.token).send().await.body).unwrap()
    };
    let xml = file(&report).await;
    assert_eq!(texts_in(&xml, "Amount"), [booked.plain()]);
    assert_eq!((texts_in(&xml, "ActionCode"), texts_in(&xml, "Month")), (vec!["1"], vec!["11"]));
    test.assert_held(&format!("{REPORTS}/{}/file", id(&report))).await;
    for _ in 0..2 {
        let sent = test.app.post(&format!("{REPORTS}/{}/sent", id(&report)));
        let sent = sent.token(&test.first.token).send().await;
        assert_eq!(sent.status, 200);
        assert_ne!(sent.json["months"][0]["reports"][0]["sentAt"], Value::Null);
    }

    // In October nobody was paid: it is not asked for, but can be reported, and is listed from then on.
    let listed = async || test.read(REPORTS).await["months"].as_array().unwrap().len();
    assert_eq!(listed().await, 1);
    assert_eq!(make(&test, "31.10.2026").await.status, 201);
    assert_eq!(listed().await, 2);
    let nothing = test.read(REPORTS).await["months"][1]["reports"][0].clone();
    assert_eq!(texts_in(&file(&nothing).await, "SummaryTransactionCode"), ["101"]);

    // A part of the salary comes back: the month is reported again.
    test.credited(bills[1]).await;
    let left = contributions(&test).await.minus(unpaid).unwrap();
    assert!(left < booked);
    assert_eq!(test.read(REPORTS).await["months"][0]["toMake"], true);
    assert_eq!(make(&test, "01.11.2026").await.status, 201);
    let reports = test.read(REPORTS).await["months"][0]["reports"].clone();
    assert_eq!((money(&reports[0]["amount"]), &reports[0]["replaces"]), (left, &json!(true)));
    let xml = file(&reports[0]).await;
    assert_eq!((texts_in(&xml, "ActionCode"), texts_in(&xml, "Amount")), (vec!["2"], vec![&*left.plain()]));
    test.assert_sound().await;
}

async fn the_account_is_that_of_the_day_of_payment(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (employee, debtor) = test.employee_and_debtor().await;
    for worker in [employee, debtor] {
        test.paid_bill(worker, 3000).await;
    }
    let run = test.calculated().await;
    test.pay(&run).await;
    let now = test.owed_of("TYEL").await["iban"].clone();
    assert!(now.is_string(), "{now}");
    // From the day after tomorrow on another account. What was meant for it first was corrected.
    let valid_from = test.app.clock.today().checked_add(2.days()).unwrap();
    for iban in ["FI37 1590 3000 0007 76", "FI55 4234 5670 0000 81"] {
        test.app.clock.advance(1.minute());
        let mut form = ProviderForm::made_up();
        form.receivers.tyel.iban = iban.into();
        let (made_at, made_by) = (test.app.clock.now(), test.first.id);
        let mut tx = test.app.store.begin().await.unwrap();
        tx.insert_settings(&MadeSettings { valid_from, made_at, made_by, form }).await.unwrap();
        tx.commit().await.unwrap();
    }
    let owed = test.owed_of("TYEL").await;
    assert_eq!(owed["iban"], now);
    let later = owed["later"].as_array().unwrap().clone();
    assert_eq!(later.len(), 1);
    assert_eq!(
        (&later[0]["from"], &later[0]["iban"]),
        (&json!(format_date(valid_from)), &json!("FI55 4234 5670 0000 81"))
    );
    assert_eq!(test.made(&owed).await["iban"], later[0]["iban"], "it is paid later");
    assert_eq!(test.owed_of("DISTRAINT").await["later"], json!([]), "a payment order has no days");
}

async fn what_keeps_a_remittance_from_being_made_or_approved(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (_, debtor) = test.employee_and_debtor().await;
    test.paid_run(debtor, 3000).await;
    let mut tx = test.app.store.begin().await.unwrap();
    tx.delete_distraint(debtor).await.unwrap();
    tx.commit().await.unwrap();
    let distraint = test.owed_of("DISTRAINT").await;
    assert_eq!(distraint["receiver"], Value::Null);
    let refused = test.make_remittance(&test.first, &distraint).await;
    assert_eq!((refused.status, refused.key()), (409, "RECEIVER_MISSING"));
    let mut own = distraint.clone();
    own["personId"] = json!(test.first.id);
    let own = test.make_remittance(&test.first, &own).await;
    assert_eq!((own.status, own.key()), (409, "OWN_MATTER"));

    let tax = test.made(&test.owed_of("TAX_AND_HEALTH_INSURANCE").await).await;
    for wrong in [json!([]), json!([tax["id"], tax["id"]])] {
        let call = test.app.post(&format!("{REMITTANCES}/approve")).token(&test.second.token);
        assert_eq!(call.json(&json!({"remittances": wrong})).send().await.status, 422);
    }
    let mut stranger = tax.clone();
    stranger["id"] = json!("00000000-0000-7000-8000-000000000000");
    assert_eq!(test.approve(&test.second, &[tax.clone(), stranger]).await.status, 404);
    assert_eq!(test.state_of(&tax).await, "MADE", "all or none");
    let now = test.app.clock.now();
    sending::hold(&test.app.store, HoldReason::Restored, now).await.unwrap();
    let held = test.approve(&test.second, std::slice::from_ref(&tax)).await;
    assert_eq!((held.status, held.key()), (409, "SENDING_HELD"), "a copy pays nothing");
    assert!(sending::resume(&test.app.store, now).await.unwrap());
    test.app.clock.advance((29 * 24).hours());
    let second = test.app.sign_in("second@liksa.example").await;
    let late = test.approve(&second, &[tax]).await;
    assert_eq!((late.status, late.key()), (409, "REMITTANCE_DAY_OVER"));
}
