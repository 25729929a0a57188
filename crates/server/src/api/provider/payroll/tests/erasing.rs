//! What is left of the salaries of somebody whose account was removed.

use jiff::ToSpan;
use liksa_domain::ids::{PersonId, SalaryId};
use liksa_store::Unsettled;
use liksa_test_support::both_engines;
use serde_json::json;

use super::{PayrollTest, RUNS};
use crate::testing::TestApp;

both_engines! {
    a_removed_account_leaves_the_wage_accounting_and_no_more,
    a_credit_note_keeps_no_account,
    an_account_stays_while_a_run_holds_its_salary_back,
}

impl PayrollTest {
    async fn salary_in(&self, run: &str, person: PersonId) -> SalaryId {
        let salaries = self.salaries(run).await;
        let found = salaries.iter().find(|one| one["personId"] == person.to_string()).unwrap();
        found["id"].as_str().unwrap().parse().unwrap()
    }

    /// Whether the account could be removed now; it is not.
    async fn erased(&self, person: PersonId) -> Result<(), Unsettled> {
        let now = self.app.clock.now();
        let mut tx = self.app.store.begin().await.unwrap();
        tx.set_deletion_request(person, Some(now)).await.unwrap();
        tx.erase_person(person, now).await.unwrap()
    }
}

async fn a_removed_account_leaves_the_wage_accounting_and_no_more(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, pekka) = (test.worker(1).await, test.worker(2).await);
    for person in [maija, pekka] {
        test.paid_bill(person, 1000).await;
    }
    let run = test.calculated().await;
    let held = test.salary_in(&run, maija).await;
    let path = format!("{RUNS}/{run}/salaries/{held}/hold");
    let hold = test.app.put(&path).token(&test.first.token).json(&json!({"reason": "Tili vaihtuu"}));
    assert_eq!(hold.send().await.status, 200);
    test.pay(&run).await;
    test.app.clock.advance(1.minute());
    let next = test.calculated_for("27.11.2026").await;
    let paid = test.salary_in(&next, maija).await;
    test.pay(&next).await;

    let read = async |id| test.app.store.salary(id).await.unwrap().unwrap();
    let (before_held, before_paid) = (read(held).await, read(paid).await);
    assert!(before_held.payee.personal_id.is_some() && before_held.iban.is_some());
    let now = test.app.clock.now();
    let mut tx = test.app.store.begin().await.unwrap();
    assert!(tx.set_deletion_request(maija, Some(now)).await.unwrap());
    assert_eq!(tx.erase_person(maija, now).await.unwrap(), Ok(()));
    tx.commit().await.unwrap();

    let kept = read(paid).await;
    assert_eq!((kept.payee, kept.iban), (before_paid.payee, before_paid.iban), "the law asks for it");
    let cleared = read(held).await;
    let (payee, iban) = (cleared.payee, cleared.iban);
    assert_eq!((payee.first_name.as_str(), payee.last_name.as_str()), ("", ""), "nothing was paid by it");
    assert_eq!((payee.personal_id, iban), (None, None));
    test.assert_sound().await;
}

async fn a_credit_note_keeps_no_account(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let bills = test.paid_bills(maija, &[1000]).await;
    assert_eq!(test.erased(maija).await, Err(Unsettled::MoneyUnderWay), "the bill waits for its salary");
    test.credited(bills[0]).await;
    assert_eq!(test.erased(maija).await, Ok(()), "nothing is paid for the bill or the credit note");
}

async fn an_account_stays_while_a_run_holds_its_salary_back(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.change_facts(maija, |_, profile| profile.iban = None).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    assert_eq!(test.salaries(&run).await[0]["held"], true);
    assert_eq!(test.erased(maija).await, Err(Unsettled::MoneyUnderWay), "the next run may pay it");
    // As its first chunk leaves it, while others are still to be calculated.
    test.app.db.execute("UPDATE payroll_run SET state = 'CALCULATING'").await.unwrap();
    assert_eq!(test.erased(maija).await, Err(Unsettled::MoneyUnderWay), "it will be approved");
}
