//! No fault of one person stops the others: whatever a file could be refused for is found before the approval.

use std::collections::HashMap;

use jiff::ToSpan;
use jiff::civil::date;
use liksa_domain::bill::{
    Allowances, Bill, BillState, ExpenseClass, ExpenseKind, Expenses, Journey, Pricing, Row,
};
use liksa_domain::distraint::Distraint;
use liksa_domain::ids::PersonId;
use liksa_domain::person::Role;
use liksa_domain::settings::ProviderForm;
use liksa_domain::worker_facts::{Profile, WorkerFacts};
use liksa_money::{Money, Quantity, Rate};
use liksa_store::{MadeSettings, NewRefund};
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use super::{PayrollTest, RUNS, STANDARD};
use crate::testing::TestApp;
use liksa_demo::history::identity;

both_engines! {
    faulty_people_leave_the_others_to_be_paid_in_one_pass,
    unmatching_and_approving_at_once_never_both_happen,
}

on_sqlite! {
    what_the_provider_lacks_is_named_at_the_approval,
    what_changes_after_the_approval_changes_no_file,
    another_account_since_the_calculation_stops_the_approval,
    a_run_whose_payday_is_over_is_moved,
    nobody_decides_about_their_own_salary,
    a_refund_outside_sepa_is_refused_and_an_old_one_can_be_undone,
    a_refund_is_undone_though_its_bill_is_in_a_salary,
    a_run_of_receipts_alone_has_no_wage_report,
}

const TURKISH: &str = "TR330006100519786457841326";

impl PayrollTest {
    /// Settings from today on, made now.
    pub(super) async fn make_settings(&self, form: ProviderForm) {
        let (valid_from, made_at) = (self.app.clock.today(), self.app.clock.now());
        let made = MadeSettings { valid_from, made_at, made_by: self.first.id, form };
        let mut tx = self.app.store.begin().await.unwrap();
        tx.insert_settings(&made).await.unwrap();
        tx.commit().await.unwrap();
        self.app.clock.advance(1.second());
    }

    pub(super) async fn change_facts(
        &self,
        person: PersonId,
        change: impl FnOnce(&mut WorkerFacts, &mut Profile),
    ) {
        let facts = self.app.store.pay_facts(&[person], date(2026, 11, 20)).await.unwrap();
        let (mut facts, mut profile) = (facts[&person].facts.clone(), facts[&person].profile.clone());
        change(&mut facts, &mut profile);
        let mut tx = self.app.store.begin().await.unwrap();
        tx.set_worker_facts(person, &facts).await.unwrap();
        tx.set_profile(person, &profile).await.unwrap();
        if let Some(order) = &facts.distraint {
            tx.put_distraint(person, order, self.app.clock.now()).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    /// A worker who pays no fee, and a row without a price.
    async fn without_fee(&self, number: u32) -> (PersonId, Row) {
        let person = self.worker(number).await;
        self.change_facts(person, |facts, _| facts.service_rate = Some(Rate::ZERO)).await;
        let row = Row {
            id: Some(self.app.new_id().unwrap()),
            destination: "Kulut".into(),
            ..Row::empty(date(2026, 11, 2), STANDARD)
        };
        (person, row)
    }

    /// The reimbursements are billed on top.
    async fn paid_costs(&self, person: PersonId, row: Row) {
        let bill = Bill {
            state: BillState::Closed,
            bill_reimbursements: true,
            rows: vec![row],
            ..Bill::draft(STANDARD)
        };
        self.paid(person, bill).await;
    }

    async fn files(&self, run: &str) -> HashMap<String, String> {
        let mut contents = HashMap::new();
        let files = self.read(&format!("{RUNS}/{run}/files")).await;
        for file in files["files"].as_array().unwrap() {
            let path = format!("{RUNS}/{run}/files/{}", file["id"].as_str().unwrap());
            let answer = self.app.get(&path).token(&self.second.token).send().await;
            let kind = file["kind"].as_str().unwrap().to_owned();
            contents.insert(kind, String::from_utf8(answer.body).unwrap());
        }
        contents
    }
}

fn of(salaries: &[Value], person: PersonId) -> &Value {
    salaries.iter().find(|one| one["personId"] == person.to_string()).unwrap()
}

async fn faulty_people_leave_the_others_to_be_paid_in_one_pass(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let sound = test.worker(1).await;
    test.paid_bill(sound, 1000).await;
    let foreign = test.worker(2).await;
    test.change_facts(foreign, |_, profile| profile.iban = Some(TURKISH.parse().unwrap())).await;
    let unnamed = test.employ(3, person().email("nameless@liksa.example").last_name("-").build()).await;
    let unknown = test.worker(4).await;
    test.change_facts(unknown, |_, profile| *profile = Profile::default()).await;
    let unclassed = test.employ(5, person().email("e@liksa.example").employee().build()).await;
    test.change_facts(unclassed, |facts, _| facts.profession_code = None).await;
    let indebted = test.worker(6).await;
    test.change_facts(indebted, |facts, _| {
        facts.distraint = Some(Distraint {
            fixed: Some(Money::euros(50_000)),
            dependants: 0,
            from: date(2026, 1, 1),
            until: None,
            receiver: "Ulosottolaitos".into(),
            iban: "FI2112345600000785".parse().unwrap(),
            reference: "1232".parse().unwrap(),
        });
    })
    .await;
    for person in [foreign, unnamed, unknown, unclassed, indebted] {
        test.paid_bill(person, 1000).await;
    }
    let (receipts, mut row) = test.without_fee(7).await;
    row.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, Money::euros(120));
    row.receipts = 1;
    test.paid_costs(receipts, row).await;
    let (travel, mut row) = test.without_fee(8).await;
    row.journey = Journey { kilometers: Quantity::whole(100), ..Journey::default() };
    row.allowances = Allowances { full_days: 1, ..Allowances::default() };
    test.paid_costs(travel, row).await;
    let (emptied, mut row) = (test.worker(9).await, Row::empty(date(2026, 11, 2), STANDARD));
    row.id = Some(test.app.new_id().unwrap());
    row.pricing = Pricing::Contract { price: Some(Money::euros(1000)) };
    row.expenses = Expenses::default();
    row.expenses.set(ExpenseKind::Other, ExpenseClass::Vat25Half, Money::euros(931));
    test.paid(emptied, Bill { state: BillState::Closed, rows: vec![row], ..Bill::draft(STANDARD) }).await;
    let negative = test.worker(10).await;
    test.paid_bill(negative, -100).await;
    // Letters that no bank can write.
    let mut unwritable = person().email("hieroglyphs@liksa.example").last_name("\u{13000}").build();
    unwritable.first_name = "\u{13001}".into();
    let unwritable = test.employ(11, unwritable).await;
    test.paid_bill(unwritable, 1000).await;

    let run = test.calculated().await;
    let salaries = test.salaries(&run).await;
    for (person, problems) in [
        (sound, json!([])),
        (foreign, json!(["NOT_SEPA"])),
        (unnamed, json!(["NO_NAME"])),
        (unknown, json!(["NO_ACCOUNT", "NO_PERSONAL_ID"])),
        (unclassed, json!(["NO_PROFESSION"])),
        (indebted, json!([])),
        (receipts, json!([])),
        (travel, json!([])),
        (emptied, json!([])),
        (negative, json!(["NEGATIVE"])),
        (unwritable, json!(["NOT_WRITABLE"])),
    ] {
        assert_eq!(of(&salaries, person)["problems"], problems, "{}", of(&salaries, person));
    }
    for person in [receipts, travel, emptied] {
        assert_eq!(of(&salaries, person)["summary"]["bruttoSalary"], json!(0.00));
    }
    test.pay(&run).await;
    test.assert_sound().await;

    let files = test.files(&run).await;
    let (bank, report) = (&files["BANK"], &files["WAGE_REPORT"]);
    let salaries = test.salaries(&run).await;
    let number = |person| of(&salaries, person)["number"].as_i64();
    for (person, is_paid, is_reported) in [
        (sound, true, true),
        (receipts, true, false),
        (travel, true, true),
        (emptied, true, false),
        (negative, false, false),
    ] {
        let number = number(person).unwrap();
        assert_eq!(bank.contains(&format!("<EndToEndId>PALKKA-{number}</EndToEndId>")), is_paid, "{number}");
        assert_eq!(report.contains(&format!("<ReportId>liksa-{number}</ReportId>")), is_reported, "{number}");
    }
    for held in [foreign, unnamed, unknown, unclassed, unwritable] {
        assert_eq!(number(held), None);
    }
    let codes = |number: i64| {
        let from = report.find(&format!("liksa-{number}<")).unwrap();
        let one = &report[from..from + report[from..].find("</Report>").unwrap()];
        one.matches("<TransactionCode>").count()
    };
    assert_eq!(codes(number(travel).unwrap()), 2, "kilometres and a day, no wage and no withholding");
}

async fn a_run_of_receipts_alone_has_no_wage_report(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (worker, mut row) = test.without_fee(1).await;
    row.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, Money::euros(120));
    row.receipts = 1;
    test.paid_costs(worker, row).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    assert_eq!(test.files(&run).await.into_keys().collect::<Vec<_>>(), ["BANK"]);
    test.assert_sound().await;
}

/// Settings of a provider without policies, made now.
async fn add_settings(test: &PayrollTest, with_policies: bool) {
    let mut form = ProviderForm::made_up();
    if !with_policies {
        for field in [&mut form.pension_provider, &mut form.pension_policy] {
            field.clear();
        }
        for field in [&mut form.accident_provider, &mut form.accident_policy] {
            field.clear();
        }
    }
    test.make_settings(form).await;
}

/// An employee whose customer has paid.
async fn paid_employee(test: &PayrollTest) -> PersonId {
    let employee = test.employ(1, person().email("worker1@liksa.example").employee().build()).await;
    test.change_facts(employee, |facts, _| facts.profession_code = Some("26541".into())).await;
    test.paid_bill(employee, 1000).await;
    employee
}

async fn what_the_provider_lacks_is_named_at_the_approval(app: TestApp) {
    let test = PayrollTest::of(app).await;
    paid_employee(&test).await;
    add_settings(&test, false).await;
    let run = test.calculated().await;
    let refused = test.step(&test.second, &run, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "POLICIES_MISSING"));
    assert_eq!(test.run(&run).await["state"], "CALCULATED");
    add_settings(&test, true).await;
    test.pay(&run).await;
}

async fn what_changes_after_the_approval_changes_no_file(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let employee = paid_employee(&test).await;
    add_settings(&test, true).await;
    let run = test.calculated().await;
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    let before = test.app.store.pay_facts(&[employee], date(2026, 11, 20)).await.unwrap();
    let before = before[&employee].profile.clone();
    test.change_facts(employee, |facts, profile| {
        facts.profession_code = None;
        profile.iban = Some(TURKISH.parse().unwrap());
        profile.personal_id = None;
    })
    .await;
    add_settings(&test, false).await;
    test.app.run_jobs().await;
    let files = test.files(&run).await;
    assert!(files["BANK"].contains(before.iban.unwrap().as_str()));
    assert!(files["WAGE_REPORT"].contains(before.personal_id.unwrap().as_str()));
}

async fn another_account_since_the_calculation_stops_the_approval(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    let (iban, _) = identity::account(77).unwrap();
    test.change_facts(maija, |_, profile| profile.iban = Some(iban)).await;
    let refused = test.step(&test.second, &run, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    assert_eq!(test.run(&run).await["outdated"], true);
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    test.pay(&run).await;
    assert!(test.files(&run).await["BANK"].contains(iban.as_str()));
}

async fn a_run_whose_payday_is_over_is_moved(app: TestApp) {
    let mut test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    test.app.clock.advance((24 * 7).hours());
    test.first = test.app.sign_in("first@liksa.example").await;
    test.second = test.app.sign_in("second@liksa.example").await;
    let late = test.step(&test.second, &run, "approve").await;
    assert_eq!((late.status, late.key()), (409, "PAYDAY_OVER"));
    assert_eq!(test.run(&run).await["paydayOver"], true);
    let taken = test.app.post(RUNS).token(&test.first.token).json(&json!({"payday": "26.11.2026"}));
    assert_eq!(taken.send().await.status, 201);
    let to = async |payday: &str| {
        let call = test.app.post(&format!("{RUNS}/{run}/payday")).token(&test.first.token);
        call.json(&json!({"payday": payday})).send().await
    };
    for (payday, key) in [
        ("", "validation.required"),
        ("x", "validation.invalidDate"),
        ("20.11.2026", "INVALID_DATE"),
        ("28.11.2026", "NOT_A_BANK_DAY"),
        ("26.11.2026", "PAYDAY_TAKEN"),
    ] {
        let refused = to(payday).await;
        assert_eq!((refused.status, &refused.json["fields"][0]["key"]), (422, &json!(key)), "{payday}");
    }
    let moved = to("27.11.2026").await;
    assert_eq!((moved.status, &moved.json["state"]), (200, &json!("DRAFT")), "{}", moved.json);
    assert_eq!((&moved.json["payday"], &moved.json["calculated"]), (&json!("27.11.2026"), &json!(null)));
    assert_eq!(test.salaries(&run).await, [json!(null); 0]);
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    test.pay(&run).await;
    test.assert_sound().await;
    let refused = to("30.11.2026").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_NOT_IN_STATE"));
}

async fn nobody_decides_about_their_own_salary(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let clerk = person().email("both@liksa.example").roles(&[Role::User, Role::Payroll]).build();
    let clerk = test.app.add(clerk).await;
    let born = date(1990, 1, 1);
    test.change_facts(clerk.id, |facts, profile| {
        facts.birth_date = Some(born);
        *profile = identity::profile(born, 50, "Sturenkatu 4", "Helsinki").unwrap();
    })
    .await;
    let own = test.app.sign_in("both@liksa.example").await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    test.paid_bill(clerk.id, 1000).await;
    let run = test.calculated().await;
    let salaries = test.salaries(&run).await;
    let path = format!("{RUNS}/{run}/salaries/{}", of(&salaries, clerk.id)["id"].as_str().unwrap());
    let decide = async |token: &str, verb: &str| {
        let call = test.app.put(&format!("{path}/{verb}")).token(token);
        call.json(&json!({"reason": "Odottaa"})).send().await
    };
    let refused = decide(&own.token, "hold").await;
    assert_eq!((refused.status, refused.key()), (409, "OWN_MATTER"));
    let seen = test.app.get(&format!("{RUNS}/{run}")).token(&own.token).send().await;
    assert_eq!(seen.json["paysViewer"], true);
    let refused = test.step(&own, &run, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "OWN_MATTER"));
    assert_eq!(decide(&test.second.token, "hold").await.status, 200);
    let refused = decide(&own.token, "release").await;
    assert_eq!((refused.status, refused.key()), (409, "OWN_MATTER"));
    assert_eq!(test.step(&own, &run, "approve").await.status, 200, "it pays others alone now");

    test.app.run_jobs().await;
    assert_eq!(test.step(&test.second, &run, "pay").await.status, 200);
    let next = test.calculated().await;
    assert_eq!(test.step(&test.second, &next, "approve").await.status, 200);
    let undo = test.app.post(&format!("{RUNS}/{next}/unapprove")).token(&own.token);
    let refused = undo.json(&json!({"reason": "Väärä summa"})).send().await;
    assert_eq!((refused.status, refused.key()), (409, "OWN_MATTER"));
}

async fn a_refund_outside_sepa_is_refused_and_an_old_one_can_be_undone(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.paid_bill(maija, 1000).await;
    let number = test.app.store.bill(bill).await.unwrap().unwrap().number.unwrap();
    // The same customer pays once more.
    let mut tx = test.app.store.begin().await.unwrap();
    let by = liksa_actions::payments::BookedBy::program(test.app.state());
    let again = test.payment(number, Money::euros(30));
    let payment = test.app.new_id().unwrap();
    liksa_actions::payments::book(&mut tx, by, (payment, None), &again).await.unwrap();
    tx.commit().await.unwrap();
    let version = async || test.app.store.payment(payment).await.unwrap().unwrap().version;
    let refund = async |iban: &str| {
        let call =
            test.app.post(&format!("/api/provider/payments/{payment}/refund")).token(&test.first.token);
        call.json(&json!({"version": version().await, "iban": iban, "name": "Kulttuuritalo Oy"})).send().await
    };
    let refused = refund(TURKISH).await;
    assert_eq!((refused.status, &refused.json["fields"][0]["key"]), (422, &json!("account.iban-not-sepa")));
    assert_eq!(refund("FI55 4234 5670 0000 81").await.status, 200);
    // As the program took it before it asked for SEPA.
    let mut tx = test.app.store.begin().await.unwrap();
    assert_eq!(tx.delete_waiting_refunds(payment).await.unwrap(), Money::euros(30));
    tx.insert_refund(&NewRefund {
        id: test.app.new_id().unwrap(),
        payment,
        iban: TURKISH,
        name: "Kulttuuritalo Oy",
        amount: Money::euros(30),
        made_by: test.first.id,
        made_at: test.app.clock.now(),
    })
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let run = test.calculated().await;
    let approve = async || {
        let refunds = test.run(&run).await["refunds"].clone();
        let ids: Vec<Value> = refunds.as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
        let call = test.app.post(&format!("{RUNS}/{run}/approve")).token(&test.second.token);
        call.json(&json!({"refunds": ids})).send().await
    };
    let refused = approve().await;
    assert_eq!((refused.status, refused.key()), (409, "REFUND_NOT_PAYABLE"));
    let undo = test.app.post(&format!("/api/provider/payments/{payment}/unmatch")).token(&test.first.token);
    assert_eq!(undo.json(&json!({"version": version().await})).send().await.status, 200);
    let approved = approve().await;
    assert_eq!(approved.status, 200, "{}", approved.json);
    test.app.run_jobs().await;
    assert_eq!(test.files(&run).await.len(), 2);
    test.assert_sound().await;
}

async fn a_refund_is_undone_though_its_bill_is_in_a_salary(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let row = Row {
        id: Some(test.app.new_id().unwrap()),
        pricing: Pricing::Contract { price: Some(Money::euros(1000)) },
        ..Row::empty(date(2026, 11, 2), STANDARD)
    };
    let bill = Bill { state: BillState::Closed, rows: vec![row], ..Bill::draft(STANDARD) };
    let bill = test.sent(maija, bill).await;
    // One payment of the bill and 30 € more.
    let billed = test.app.store.bill(bill).await.unwrap().unwrap().figures.total_with_vat;
    test.pay_bill(bill, billed.plus(Money::euros(30)).unwrap()).await;
    let payment = test.app.store.payments_of_bill(bill).await.unwrap()[0].payment;
    let run = test.calculated().await;
    test.pay(&run).await;
    let decide = async |what: &str| {
        let version = test.app.store.payment(payment).await.unwrap().unwrap().version;
        let call =
            test.app.post(&format!("/api/provider/payments/{payment}/{what}")).token(&test.first.token);
        let to = json!({"version": version, "iban": "FI55 4234 5670 0000 81", "name": "Kulttuuritalo Oy"});
        call.json(&to).send().await
    };
    assert_eq!(decide("refund").await.status, 200);
    let undone = decide("unmatch").await;
    assert_eq!(
        (undone.status, &undone.json["payment"]["state"]),
        (200, &json!("REFUNDABLE")),
        "{}",
        undone.json
    );
    assert_eq!(test.app.store.bill(bill).await.unwrap().unwrap().bill.state, BillState::Paid);
    test.assert_sound().await;
    let refused = decide("unmatch").await;
    assert_eq!((refused.status, refused.key()), (409, "PAYMENT_IN_SALARY"));
}

/// Whichever comes first, the other is refused: no salary is paid of a bill that is not paid.
async fn unmatching_and_approving_at_once_never_both_happen(app: TestApp) {
    let test = PayrollTest::of(app).await;
    for round in 0..6 {
        let worker = test.worker(round).await;
        let bill = test.paid_bill(worker, 1000).await;
        let run = test.calculated().await;
        let payment = test.app.store.payments_of_bill(bill).await.unwrap()[0].payment;
        let version = test.app.store.payment(payment).await.unwrap().unwrap().version;
        let path = format!("/api/provider/payments/{payment}/unmatch");
        let undo = test.app.post(&path).token(&test.first.token).json(&json!({"version": version}));
        let approve = test.step(&test.second, &run, "approve");
        let (undone, approved) = tokio::join!(undo.send(), approve);
        match (undone.status, approved.status) {
            (200, 409) => assert_eq!(approved.key(), "RUN_CHANGED"),
            (409, 200) => assert_eq!(undone.key(), "PAYMENT_IN_SALARY"),
            other => panic!("{other:?} {} {}", undone.json, approved.json),
        }
        test.app.run_jobs().await;
        if approved.status == 200 {
            assert_eq!(test.step(&test.second, &run, "pay").await.status, 200);
        } else {
            test.app.clock.advance(1.second());
        }
        test.assert_sound().await;
    }
}
