//! What a credited bill does not pay any more: the worker, on whom the seller counts, is told and sees it.

use liksa_test_support::both_engines;
use serde_json::Value;

use super::money::{Bought, credit};
use crate::testing::TestApp;

both_engines! {
    a_worker_is_told_what_a_credited_bill_does_not_pay,
    what_is_paid_or_on_its_way_is_not_told_as_unpaid,
    a_salary_pays_what_its_credited_bill_bought,
}

const AT_ONCE: &str = "Valovuokraus Oy";
const WAITING: &str = "Puutavara Oy";

impl Bought {
    /// The sellers of whom the worker was told that they are not paid, by their names.
    async fn told(&self) -> Vec<String> {
        self.case.app().run_jobs().await;
        let subjects = self.case.app().subjects_to("maija@liksa.example").await;
        let sellers = subjects.iter().filter_map(|subject| subject.strip_prefix("Ostolaskuasi ei makseta: "));
        let mut sellers: Vec<String> = sellers.map(str::to_owned).collect();
        sellers.sort_unstable();
        sellers
    }

    /// The sellers that the page of the bill says are not paid, by their names.
    async fn never_paid(&self) -> Vec<String> {
        let bill = self.case.bill(&self.bill).await;
        let bought = bill["extContractorBillableItems"].as_array().unwrap();
        let name = |one: &Value| one["name"].as_str().unwrap().to_owned();
        let mut sellers: Vec<String> =
            bought.iter().filter(|one| one["neverPaid"].as_bool().unwrap()).map(name).collect();
        sellers.sort_unstable();
        sellers
    }
}

/// Both what was to be paid at once and what waited for the customer, of which there is no payment yet.
async fn a_worker_is_told_what_a_credited_bill_does_not_pay(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    // Not even who wants to hear nothing of paid bills.
    test.case.app().db.execute("UPDATE person SET mail_bill_paid = FALSE").await.unwrap();
    assert_eq!((test.told().await.len(), test.never_paid().await.len()), (0, 0));
    credit(&test).await;
    assert_eq!(test.told().await, [WAITING, AT_ONCE]);
    assert_eq!(test.never_paid().await, [WAITING, AT_ONCE]);
    test.case.payments.assert_sound().await;
}

async fn what_is_paid_or_on_its_way_is_not_told_as_unpaid(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    credit(&test).await;
    assert_eq!(test.told().await, [WAITING]);
    assert_eq!(test.never_paid().await, [WAITING], "the bank may pay the other");
    // The bank does not: payroll makes nothing anew out of a credited bill.
    test.refused(&payout).await;
    assert_eq!(test.told().await, [WAITING, AT_ONCE]);
    assert_eq!(test.never_paid().await, [WAITING, AT_ONCE]);
    // It does after all.
    test.bank("late", &payout, true).await;
    assert_eq!(test.never_paid().await, [WAITING]);
    // What comes back is not paid anew either, which another mail tells.
    test.bank("back", &payout, false).await;
    assert_eq!(test.never_paid().await, [WAITING, AT_ONCE]);
    assert_eq!(test.told().await.len(), 2);
    test.case.payments.assert_sound().await;
}

async fn a_salary_pays_what_its_credited_bill_bought(app: TestApp) {
    let (test, _, waiting) = Bought::both_in_file(app).await;
    test.refused(&waiting).await;
    test.salary().await;
    credit(&test).await;
    assert_eq!((test.told().await.len(), test.never_paid().await.len()), (0, 0));
    assert_eq!(test.again(&waiting).await.0, 201, "the worker has paid for it");
}
