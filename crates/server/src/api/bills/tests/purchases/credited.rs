//! What a credited bill does not pay any more: the worker, on whom the seller counts, is told and sees it.

use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::money::{Bought, credit};
use crate::api::provider::money_path::{id, ok};
use crate::testing::TestApp;

both_engines! {
    a_worker_is_told_what_a_credited_bill_does_not_pay,
    what_is_paid_or_on_its_way_is_not_told_as_unpaid,
    a_salary_pays_what_its_credited_bill_bought,
    a_credit_note_says_what_crediting_the_whole_bill_will_cost,
    a_credit_note_says_what_a_purchase_on_its_way_will_cost,
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

impl Bought {
    /// What a credit note of so much takes off the salary to come, by the path that it is asked by.
    async fn effect(&self, path: &str, euros: i32) -> Value {
        let note = json!({"creditOf": {"id": self.bill["id"]}, "alv": 25.5, "billableitems": [
            {"destination": "Keikka", "date": "02.11.2026", "alv": 25.5, "alvPrice": -euros},
        ]});
        let asked = self.case.app().put(&format!("/api/calc/frombill{path}")).json(&note);
        ok(asked, &self.case.payments.worker).await["salary"].clone()
    }

    /// The same of the note that was closed.
    async fn effect_of_closed(&self) -> Value {
        let note = self.case.bill(&self.bill).await["creditedBy"][0].clone();
        self.effect(&format!("/{}", id(&note)), 2000).await
    }
}

/// The salary of 906.56 does not come, nothing of the purchases is paid, and the worker owes nothing.
async fn a_credit_note_says_what_crediting_the_whole_bill_will_cost(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    assert_eq!(test.effect("", 2000).await, json!(-906.56), "ready to be paid, and waiting");
    credit(&test).await;
    assert_eq!(test.case.app().store.owed(test.case.payments.worker.id).await.unwrap().plain(), "0.00");
    assert_eq!(test.effect_of_closed().await, json!(-906.56));
}

/// 906.56, and 200.00 with the commission of 15.00 that the worker owes then.
async fn a_credit_note_says_what_a_purchase_on_its_way_will_cost(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    let on_its_way = test.in_file().await;
    assert_eq!(test.effect("", 2000).await, json!(-1121.56));
    test.bank("out", &on_its_way[0], true).await;
    assert_eq!(test.effect("", 2000).await, json!(-1121.56));
    credit(&test).await;
    assert_eq!(test.case.app().store.owed(test.case.payments.worker.id).await.unwrap().plain(), "215.00");
    assert_eq!(test.effect_of_closed().await, json!(-1121.56));
}
