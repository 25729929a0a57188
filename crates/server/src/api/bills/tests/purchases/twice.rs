//! Money that left twice: the ledger has it once, payroll sees the other, and what comes back is not owed again.

use liksa_domain::ledger::Account;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::money::{Bought, PAYOUTS};
use crate::api::provider::money_path::id;
use crate::testing::{SignedIn, TestApp};
use crate::tests::payment_fixtures::{StatementEntry, paid, plain};

both_engines! {
    what_left_twice_is_booked_once_and_comes_back_unowed,
    the_first_of_two_payments_is_listed_while_the_second_is_on_its_way,
    a_payment_taken_for_refused_counts_when_the_next_one_is_refused,
    a_payment_taken_for_refused_counts_when_the_next_one_comes_back,
    what_left_again_after_it_came_back_is_not_made_anew,
    another_amount_pays_no_payout_and_brings_none_back,
    a_refusal_is_proposed_once_and_only_a_proposed_one_is_dropped,
    what_came_back_before_it_left_is_paid_anew,
    what_came_back_before_it_left_is_no_payment_of_a_customer,
}

impl Bought {
    pub async fn in_one_file(app: TestApp) -> (Self, Value) {
        let test = Self::prepare(app).await;
        test.leave().await;
        let payout = test.in_file().await.remove(0);
        (test, payout)
    }

    async fn post(&self, by: &SignedIn, path: &str, body: Value) -> (u16, String) {
        let answer =
            self.case.app().post(&format!("{PAYOUTS}/{path}")).token(&by.token).json(&body).send().await;
        (answer.status, answer.json["errorKey"].as_str().unwrap_or_default().to_owned())
    }

    /// Two people say that the bank did not pay it.
    pub async fn refused(&self, payout: &Value) {
        let path = format!("{}/refusal", id(payout));
        let note = json!({"note": "Tili on suljettu"});
        assert_eq!(self.post(&self.case.approver, &path, note).await.0, 200);
        let confirmed = self.post(&self.case.payments.payroll, &format!("{path}/confirm"), json!({})).await;
        assert_eq!(confirmed.0, 200);
    }

    async fn drop_refusal(&self, by: &SignedIn, payout: &Value) -> (u16, String) {
        let path = format!("{PAYOUTS}/{}/refusal", id(payout));
        let answer = self.case.app().delete(&path).token(&by.token).send().await;
        (answer.status, answer.json["errorKey"].as_str().unwrap_or_default().to_owned())
    }

    pub async fn again(&self, payout: &Value) -> (u16, String) {
        self.post(&self.case.approver, &format!("{}/again", id(payout)), json!({})).await
    }

    /// The first is taken for refused, and the second in an approved file when the bank pays the first.
    async fn first_is_paid_after_all(app: TestApp) -> (Self, Value, Value) {
        let (test, first) = Self::in_one_file(app).await;
        test.refused(&first).await;
        assert_eq!(test.again(&first).await.0, 201);
        let second = test.in_file().await.remove(0);
        test.bank("late", &first, true).await;
        (test, first, second)
    }

    /// The payments that left once more, by the payouts that they name.
    pub async fn left_again(&self) -> Vec<Value> {
        let listed = self.case.payments.get(PAYOUTS).await["leftAgain"].clone();
        listed.as_array().unwrap().clone()
    }

    /// The purchase is paid by the first payment, and nobody is asked to pay it anew.
    async fn counts_as_paid(&self, payouts: [&Value; 2]) {
        self.stands("PAID", PAID).await;
        let open = self.case.payments.get(PAYOUTS).await;
        let lists = ["ready", "refused", "leftAgain"].map(|list| &open[list]);
        assert_eq!(lists, [&json!([]); 3]);
        for payout in payouts {
            assert_eq!(self.again(payout).await, not_in_state());
        }
    }

    /// What the ledger has of the purchase, and whether it is paid. All questions of the data check hold.
    async fn stands(&self, state: &str, [payable, vat, bank]: [&str; 3]) {
        assert_eq!(self.purchase(&self.at_once).await.0, state);
        assert_eq!(self.balance(Account::SubcontractingPayable).await, payable);
        assert_eq!(self.balance(Account::DeductibleVat).await, vat);
        assert_eq!(self.balance(Account::Bank).await, bank);
        self.case.payments.assert_sound().await;
    }
}

const PAID: [&str; 3] = ["200.00", "51.00", "-251.00"];
const NOT_PAID: [&str; 3] = ["0.00", "0.00", "0.00"];

fn not_in_state() -> (u16, String) {
    (409, "PAYOUT_NOT_IN_STATE".to_owned())
}

async fn what_left_twice_is_booked_once_and_comes_back_unowed(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    test.bank("out", &payout, true).await;
    assert!(test.left_again().await.is_empty());
    test.bank("twice", &payout, true).await;
    test.stands("PAID", PAID).await;
    let listed = test.left_again().await;
    assert_eq!((listed.len(), &listed[0]["payout"]["id"]), (1, &payout["id"]));
    assert_eq!((&listed[0]["day"], &listed[0]["payout"]["amount"]), (&json!("16.11.2026"), &json!(251.0)));
    let path = format!("/api/provider/payments/{}", listed[0]["paymentId"].as_str().unwrap());
    assert_eq!(test.case.payments.get(&path).await["payment"]["state"], json!("OUTGOING"));

    // The seller has been paid and sends back what was too much: nothing is to be paid anew.
    test.bank("back", &payout, false).await;
    test.stands("PAID", PAID).await;
    assert!(test.left_again().await.is_empty());
    assert_eq!(test.again(&payout).await, not_in_state());
    // Only what comes back after that is owed to the seller again.
    test.bank("back-too", &payout, false).await;
    test.stands("PAY_NOW", NOT_PAID).await;
}

async fn the_first_of_two_payments_is_listed_while_the_second_is_on_its_way(app: TestApp) {
    let (test, first, second) = Bought::first_is_paid_after_all(app).await;
    // Not known yet which of the two the seller keeps.
    test.stands("PAY_NOW", NOT_PAID).await;
    assert_eq!(test.left_again().await[0]["payout"]["id"], first["id"]);
    assert_eq!(test.again(&first).await, not_in_state());
    test.bank("second", &second, true).await;
    test.stands("PAID", PAID).await;
    assert_eq!(test.left_again().await.len(), 1, "the seller has it twice");
    test.bank("back", &first, false).await;
    assert!(test.left_again().await.is_empty());
    test.stands("PAID", PAID).await;
}

async fn a_payment_taken_for_refused_counts_when_the_next_one_is_refused(app: TestApp) {
    let (test, first, second) = Bought::first_is_paid_after_all(app).await;
    test.refused(&second).await;
    test.counts_as_paid([&first, &second]).await;
}

async fn a_payment_taken_for_refused_counts_when_the_next_one_comes_back(app: TestApp) {
    let (test, first, second) = Bought::first_is_paid_after_all(app).await;
    test.bank("second", &second, true).await;
    test.bank("back", &second, false).await;
    test.counts_as_paid([&first, &second]).await;
}

async fn what_left_again_after_it_came_back_is_not_made_anew(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    test.bank("out", &payout, true).await;
    test.bank("back", &payout, false).await;
    test.bank("out-again", &payout, true).await;
    assert_eq!(test.left_again().await.len(), 1);
    assert_eq!(test.again(&payout).await, not_in_state(), "the seller may have the money");
    test.bank("back-again", &payout, false).await;
    assert_eq!(test.again(&payout).await.0, 201);
    test.stands("PAY_NOW", NOT_PAID).await;
}

async fn another_amount_pays_no_payout_and_brings_none_back(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    let mut less = payout.clone();
    less["amount"] = json!(250.99);
    test.bank("less", &less, true).await;
    test.stands("PAY_NOW", NOT_PAID).await;
    assert!(test.left_again().await.is_empty(), "a payment of that amount is no payment of the payout");
    test.bank("out", &payout, true).await;
    test.stands("PAID", PAID).await;
    test.bank("less-back", &less, false).await;
    assert_eq!(test.purchase(&test.at_once).await.0, "PAID");
    assert_eq!(test.balance(Account::SubcontractingPayable).await, PAID[0]);
}

async fn a_refusal_is_proposed_once_and_only_a_proposed_one_is_dropped(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    let path = format!("{}/refusal", id(&payout));
    let (one, other) = (&test.case.approver, &test.case.payments.payroll);
    let note = json!({"note": "Tili on suljettu"});
    assert_eq!(test.drop_refusal(one, &payout).await, not_in_state());
    assert_eq!(test.post(one, &path, note.clone()).await.0, 200);
    // Else the second person would be the one who proposed it, and the first could confirm.
    assert_eq!(test.post(other, &path, note).await, not_in_state());
    assert_eq!(test.post(one, &format!("{path}/confirm"), json!({})).await.0, 409);
    assert_eq!(test.drop_refusal(one, &payout).await.0, 200);
    assert_eq!(test.drop_refusal(one, &payout).await, not_in_state());
    test.stands("PAY_NOW", NOT_PAID).await;
}

/// The money of a payout leaves, and comes back.
fn out_and_back(payout: &Value) -> [StatementEntry; 2] {
    let end_to_end_id = id(payout).replace('-', "");
    let out = StatementEntry { end_to_end_id, ..plain("out", "-251.00") };
    let back = StatementEntry { id: "back".into(), amount: "251.00".into(), reversal: true, ..out.clone() };
    [out, back]
}

const UNEXPLAINED: [&str; 3] = ["0.00", "0.00", "251.00"];

/// A file of the day's movements may tell of the return alone; the statement has both.
async fn what_came_back_before_it_left_is_paid_anew(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    let [out, back] = out_and_back(&payout);
    let payments = &test.case.payments;
    payments.receive(std::slice::from_ref(&back)).await;
    test.stands("PAY_NOW", UNEXPLAINED).await;
    assert_eq!(test.balance(Account::UnmatchedPayments).await, "-251.00");
    assert_eq!(test.again(&payout).await, not_in_state(), "it may be on its way");
    for files in [vec![&out], vec![&out, &back], vec![&back, &out]] {
        let entries: Vec<StatementEntry> = files.into_iter().cloned().collect();
        payments.receive(&entries).await;
        test.stands("PAY_NOW", NOT_PAID).await;
        assert_eq!(test.balance(Account::UnmatchedPayments).await, "0.00");
    }
    assert!(test.left_again().await.is_empty());
    assert_eq!(test.again(&payout).await.0, 201);
    let second = test.in_file().await.remove(0);
    test.bank("second", &second, true).await;
    test.stands("PAID", PAID).await;
}

/// What comes back has the seller's reference, which may be that of a bill of ours; and a clerk may have set it aside.
async fn what_came_back_before_it_left_is_no_payment_of_a_customer(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    let [out, back] = out_and_back(&payout);
    let references = paid("", 1001, "251.00").references;
    let payments = &test.case.payments;
    payments.receive(&[StatementEntry { reversal: false, references, ..back }]).await;
    let waiting = payments.single("UNMATCHED").await["payment"].clone();
    let path = format!("/api/provider/payments/{}/set-aside", id(&waiting));
    let body = json!({"version": waiting["version"], "note": "Ei meille"});
    assert_eq!(payments.post(&path, &body).await.status, 200);
    payments.receive(&[out]).await;
    test.stands("PAY_NOW", NOT_PAID).await;
    assert_eq!(test.again(&payout).await.0, 201);
}
