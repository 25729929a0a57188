//! Credit notes of bills whose salary was paid: what comes back, what is reported, and what the worker sees.

use jiff::ToSpan;
use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::ids::{BillId, CustomerId, PersonId};
use liksa_domain::ledger::Account;
use liksa_domain::settings::ProviderForm;
use liksa_money::Money;
use liksa_store::{NewBill, NewCustomer, StoredBill, WrittenBill};
use liksa_test_support::{both_engines, customer, on_sqlite};
use serde_json::{Value, json};

use super::{PayrollTest, RUNS};
use crate::testing::TestApp;

both_engines! {
    a_salary_comes_back_exactly_as_it_was_paid,
    what_was_taken_back_counts_in_no_year,
    credit_notes_of_one_salary_are_closed_one_by_one,
}

on_sqlite! {
    a_bill_that_was_paid_in_a_salary_is_not_opened,
    a_run_calculated_before_a_credit_note_is_outdated,
    the_prices_of_the_salary_decide_what_comes_back,
}

const CORRECTIONS: &str = "/api/provider/payroll/corrections";

pub(super) fn money(value: &Value) -> Money {
    value.to_string().parse().unwrap()
}

impl PayrollTest {
    /// Paid bills of these sums, to one customer.
    pub(super) async fn paid_bills(&self, person: PersonId, euros: &[i32]) -> Vec<BillId> {
        let customer = self.customer_of(person).await;
        let mut bills = vec![];
        for sum in euros {
            bills.push(self.paid_bill_of(person, *sum, Some(customer)).await);
        }
        bills
    }

    /// A customer of the worker's own, to whom a credit note can be sent.
    pub(super) async fn customer_of(&self, person: PersonId) -> CustomerId {
        let (id, entry) = customer().individual("Anna Asiakas").build();
        let mut tx = self.app.store.begin().await.unwrap();
        let new = NewCustomer { id, maker: person, entry: &entry, created_at: self.app.clock.now() };
        assert!(tx.insert_customer(&new).await.unwrap());
        tx.commit().await.unwrap();
        id
    }

    /// An approved credit note of a bill.
    pub(super) async fn credit_note(&self, bill: BillId) -> BillId {
        let original = self.app.store.bill(bill).await.unwrap().unwrap();
        let credit = original.bill.credit_note(self.app.clock.today());
        self.approved_note(&original, credit).await
    }

    pub(super) async fn approved_note(&self, original: &StoredBill, mut credit: Bill) -> BillId {
        credit.state = BillState::Approved;
        for row in &mut credit.rows {
            row.id = Some(self.app.new_id().unwrap());
        }
        let (id, saved_at) = (self.app.new_id().unwrap(), self.app.clock.now());
        let figures =
            BillFigures::with_salary(&self.app.law().await.unwrap(), &credit, None, self.app.clock.today());
        let content = WrittenBill { id, bill: &credit, figures, found_by: "", saved_at };
        let mut tx = self.app.store.begin().await.unwrap();
        let new =
            NewBill { person: original.person, credit_of: Some(original.id), correction_of: None, content };
        tx.insert_bill(&new).await.unwrap();
        tx.commit().await.unwrap();
        id
    }

    pub(super) async fn close(&self, credit_note: BillId) {
        let stored = self.app.store.bill(credit_note).await.unwrap().unwrap();
        liksa_actions::bills::close(self.app.state(), None, &stored).await.unwrap();
    }

    /// Sends a credit note of the bill.
    pub(super) async fn credited(&self, bill: BillId) -> BillId {
        let credit_note = self.credit_note(bill).await;
        self.close(credit_note).await;
        credit_note
    }

    async fn slip(&self, person: PersonId, salary: &Value) -> Value {
        self.read(&format!("/api/person/{person}/salaries/{}", salary["id"].as_str().unwrap())).await
    }
}

async fn a_salary_comes_back_exactly_as_it_was_paid(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[10_000, 10_000, 1_000]).await;
    let run = test.calculated().await;
    let salary = test.salaries(&run).await[0].clone();
    assert_eq!(salary["summary"]["serviceFee"], json!(500.00), "the maximum of a month");
    test.pay(&run).await;

    let first = test.credited(bills[2]).await;
    assert_eq!(test.app.store.bill(first).await.unwrap().unwrap().bill.state, BillState::Paid);
    for bill in [bills[0], bills[1]] {
        test.app.clock.advance(1.minute());
        test.credited(bill).await;
    }
    test.app.run_jobs().await;
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money(&salary["summary"]["salary"]));
    assert_eq!(test.balance(Account::DueFromWorkers).await, money(&salary["summary"]["salary"]));
    for settled in Account::ALL {
        let stays = [Account::Bank, Account::Refundable, Account::DueFromWorkers];
        if !stays.contains(settled) {
            assert_eq!(test.balance(*settled).await, Money::ZERO, "{settled:?}");
        }
    }
    test.assert_sound().await;

    let listed = test.read(CORRECTIONS).await;
    let kinds: Vec<_> = listed["corrections"].as_array().unwrap().iter().map(|line| &line["kind"]).collect();
    assert_eq!(kinds, ["INVALIDATION", "REPLACEMENT", "REPLACEMENT"]);
    assert_eq!(listed["corrections"][2]["salaryNumber"], 1);
    let file = |line: &Value| format!("{CORRECTIONS}/{}/file", line["creditNoteId"].as_str().unwrap());
    let replaced = test.app.get(&file(&listed["corrections"][2])).token(&test.second.token).send().await;
    let xml = String::from_utf8(replaced.body).unwrap();
    assert!(
        xml.contains("<ActionCode>2</ActionCode>") && xml.contains("<ReportId>liksa-1</ReportId>"),
        "{xml}"
    );
    test.assert_held(&file(&listed["corrections"][2])).await;
    let void = test.app.get(&file(&listed["corrections"][0])).token(&test.second.token).send().await;
    let xml = String::from_utf8(void.body).unwrap();
    assert!(xml.contains("<ItemId>liksa-1</ItemId>"), "{xml}");

    let slip = test.slip(maija, &salary).await;
    assert_eq!(slip["summary"], salary["summary"], "the slip stays as it was paid");
    assert_eq!(slip["corrections"].as_array().unwrap().len(), 3);
    assert_eq!(slip["owed"], salary["summary"]["salary"]);
    let list = test.read(&format!("/api/person/{maija}/salaries")).await;
    assert_eq!(list["salaries"][0]["takenBack"], salary["summary"]["salary"]);
}

async fn the_prices_of_the_salary_decide_what_comes_back(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[10_000, 10_000, 1_000]).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    let charged = test.balance(Account::ServiceFees).await;
    assert_eq!(charged, Money::euros(-500), "the maximum of a month");
    let mut dearer = ProviderForm::made_up();
    dearer.prices.service_fee_maximum_per_month = "2000".to_owned();
    test.make_settings(dearer).await;
    test.credited(bills[2]).await;
    assert_eq!(test.balance(Account::ServiceFees).await, charged, "two bills are worth the maximum of then");
    test.credited(bills[1]).await;
    test.credited(bills[0]).await;
    assert_eq!(test.balance(Account::ServiceFees).await, Money::ZERO);
    test.assert_sound().await;
}

async fn what_was_taken_back_counts_in_no_year(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[9_000]).await;
    let run = test.calculated().await;
    let first = test.salaries(&run).await[0].clone();
    test.pay(&run).await;
    test.credited(bills[0]).await;

    test.app.clock.advance(1.minute());
    test.paid_bill(maija, 9_000).await;
    let run = test.calculated().await;
    let second = test.salaries(&run).await[0].clone();
    for figure in ["serviceFee", "bruttoSalary", "taxamount"] {
        assert_eq!(second["summary"][figure], first["summary"][figure], "{figure}");
    }
    let both = money(&second["summary"]["reductions"]).plus(money(&second["summary"]["salary"])).unwrap();
    assert_eq!(both, money(&first["summary"]["salary"]));
    test.pay(&run).await;
    for slip in [&first, &second] {
        let shown = test.slip(maija, slip).await;
        assert_eq!(shown["year"]["grossSalary"], first["summary"]["bruttoSalary"]);
        assert_eq!(shown["year"]["tax"], first["summary"]["taxamount"]);
    }
    test.assert_sound().await;
}

async fn credit_notes_of_one_salary_are_closed_one_by_one(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[4_000, 5_000]).await;
    let run = test.calculated().await;
    let salary = test.salaries(&run).await[0].clone();
    test.pay(&run).await;
    let (one, other) = (test.credit_note(bills[0]).await, test.credit_note(bills[1]).await);
    tokio::join!(test.close(one), test.close(other));
    assert_eq!(test.app.store.owed(maija).await.unwrap(), money(&salary["summary"]["salary"]));
    assert_eq!(test.balance(Account::ServiceFees).await, Money::ZERO);
    assert_eq!(test.balance(Account::WithheldTax).await, Money::ZERO);
    test.assert_sound().await;
}

async fn a_run_calculated_before_a_credit_note_is_outdated(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[1_000]).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    test.app.clock.advance(1.minute());
    test.paid_bill(maija, 2_000).await;
    let next = test.calculated().await;
    test.app.clock.advance(1.minute());
    test.credited(bills[0]).await;
    assert_eq!(test.run(&next).await["outdated"], true);
    let refused = test.step(&test.second, &next, "approve").await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    assert_eq!(test.read(&format!("{RUNS}/{next}")).await["state"], "CALCULATED");
}

/// Also when it was credited since: it is no longer what its customer paid, but its salary was paid all the same.
async fn a_bill_that_was_paid_in_a_salary_is_not_opened(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.signed_in(None).await;
    let bill = test.paid_bills(maija.id, &[1_000]).await[0];
    let run = test.calculated().await;
    test.pay(&run).await;
    test.credited(bill).await;
    assert_eq!(test.app.store.bill(bill).await.unwrap().unwrap().bill.state, BillState::Credited);
    let open = test.app.put(&format!("/api/person/bill/{bill}/open")).token(&maija.token).send().await;
    assert_eq!((open.status, open.key()), (409, "BILL_HAS_BEEN_PAID"), "{}", open.json);
}
