//! VAT of receipts is deducted when the worker is repaid, and the worker gets the same as without it.

use jiff::ToSpan;
use jiff::civil::date;
use liksa_domain::bill::{Bill, BillState, ExpenseClass, ExpenseKind, Pricing, ReceiptVat, Row};
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::ledger::Account;
use liksa_money::Money;
use liksa_store::NewCustomer;
use liksa_test_support::{both_engines, customer};
use serde_json::{Value, json};

use super::{PayrollTest, RUNS, STANDARD};
use crate::testing::TestApp;

both_engines! {
    the_vat_of_a_receipt_is_deducted_with_the_salary_and_comes_back_with_it,
    what_is_credited_of_a_receipt_before_and_after_the_salary_leaves_no_vat_deducted,
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

impl PayrollTest {
    /// A paid bill of 1000 € with a receipt of 125.50 €, of which VAT is deducted.
    async fn with_receipt(&self, person: PersonId, vat: &str) -> BillId {
        let (company, entry) = customer().build();
        let mut tx = self.app.store.begin().await.unwrap();
        let new = NewCustomer { id: company, maker: person, entry: &entry, created_at: self.app.clock.now() };
        tx.insert_customer(&new).await.unwrap();
        tx.commit().await.unwrap();
        let mut row = Row {
            id: Some(self.app.new_id().unwrap()),
            destination: "Keikka".into(),
            pricing: Pricing::Contract { price: Some(Money::euros(1000)) },
            ..Row::empty(date(2026, 11, 2), STANDARD)
        };
        row.expenses.set(ExpenseKind::Other, ExpenseClass::Vat25Half, money("125.50"));
        let bill = Bill {
            state: BillState::Closed,
            customer: Some(company),
            rows: vec![row],
            ..Bill::draft(STANDARD)
        };
        let id = self.paid(person, bill).await;
        let receipt = self.app.store.receipt_vat_of(id).await.unwrap().remove(0);
        let mut tx = self.app.store.begin().await.unwrap();
        tx.set_receipt_vat(&ReceiptVat { vat: Some(money(vat)), ..receipt }).await.unwrap();
        tx.commit().await.unwrap();
        id
    }

    async fn vat_report(&self) -> Value {
        self.read("/api/provider/vat?from=01.11.2026&until=31.12.2026").await
    }
}

async fn the_vat_of_a_receipt_is_deducted_with_the_salary_and_comes_back_with_it(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.with_receipt(maija, "25.50").await;
    let run = test.calculated().await;
    let salary = test.salaries(&run).await[0]["summary"].clone();
    assert_eq!(salary["total_reimbursements"], json!(125.5), "all that the worker paid");

    // Booked, undone, and booked again.
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.balance(Account::DeductibleVat).await, money("25.50"));
    let undo = test.app.post(&format!("{RUNS}/{run}/unapprove")).token(&test.first.token);
    assert_eq!(undo.json(&json!({"reason": "Väärin"})).send().await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.balance(Account::DeductibleVat).await, Money::ZERO);
    test.app.clock.advance(1.minute());
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    test.pay(&run).await;
    assert_eq!(test.salaries(&run).await[0]["summary"], salary);
    assert_eq!(test.balance(Account::DeductibleVat).await, money("25.50"));
    assert_eq!(test.balance(Account::DeductedVat).await, money("-25.50"));
    assert_eq!(test.balance(Account::AwaitingSalary).await, Money::ZERO);
    let report = test.vat_report().await;
    let sold: Money = report["vat"].to_string().parse().unwrap();
    let to_pay: Money = report["toPay"].to_string().parse().unwrap();
    assert_eq!((&report["deductible"], to_pay), (&json!(25.5), sold.minus(money("25.50")).unwrap()));
    assert_eq!(report["sales"].as_array().unwrap().len(), 1, "a deduction is no sale");

    test.credited(bill).await;
    test.app.run_jobs().await;
    assert_eq!(test.balance(Account::DeductibleVat).await, Money::ZERO);
    assert_eq!(test.vat_report().await["deductible"], json!(0.0));
    test.assert_sound().await;
}

async fn what_is_credited_of_a_receipt_before_and_after_the_salary_leaves_no_vat_deducted(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bill = test.with_receipt(maija, "25.50").await;
    let credit = async |price: i32, receipt: &str| {
        let original = test.app.store.bill(bill).await.unwrap().unwrap();
        let mut note = original.bill.credit_note(test.app.clock.today());
        note.rows[0].pricing = Pricing::Contract { price: Some(Money::euros(price)) };
        note.rows[0].expenses.set(ExpenseKind::Other, ExpenseClass::Vat25Half, money(receipt));
        test.app.clock.advance(1.minute());
        let note = test.approved_note(&original, note).await;
        test.close(note).await;
        test.app.clock.advance(1.minute());
    };
    credit(300, "41.83").await;
    assert_eq!(test.balance(Account::DeductibleVat).await, Money::ZERO, "no salary has repaid it yet");
    let run = test.calculated().await;
    assert_eq!(test.step(&test.second, &run, "approve").await.status, 200);
    test.app.run_jobs().await;
    assert_eq!(test.balance(Account::DeductibleVat).await, money("17.00"));

    // A credit note that is closed while the approval is being undone.
    let undo = test.app.post(&format!("{RUNS}/{run}/unapprove")).token(&test.first.token);
    assert_eq!(undo.json(&json!({"reason": "Väärin"})).send().await.status, 200);
    credit(100, "10").await;
    test.app.run_jobs().await;
    assert_eq!(test.balance(Account::DeductibleVat).await, Money::ZERO);
    assert_eq!(test.step(&test.first, &run, "calculate").await.status, 200);
    test.app.run_jobs().await;
    test.pay(&run).await;
    assert_eq!(test.balance(Account::DeductibleVat).await, money("14.97"));

    for (price, receipt) in [(200, "31.83"), (200, "31.83"), (200, "10.01")] {
        credit(price, receipt).await;
    }
    test.app.run_jobs().await;
    for account in [Account::DeductibleVat, Account::DeductedVat, Account::AwaitingSalary] {
        assert_eq!(test.balance(account).await, Money::ZERO, "{account:?}");
    }
    test.assert_sound().await;
}
