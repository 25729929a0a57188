//! What the bank makes of remittances: refused, paid after all, come back, booked as one sum.

use liksa_actions::payments::{Batch, BookedBy, Outcome, Transaction, book};
use liksa_domain::ledger::Account;
use liksa_domain::payments::PaymentState;
use liksa_domain::settings::DueKind;
use liksa_money::Money;
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use super::super::PayrollTest;
use super::{REMITTANCES, id, money};
use crate::testing::{TestApp, texts_in};

both_engines! {
    what_the_bank_refused_is_made_again,
    nobody_alone_says_that_the_bank_refused,
    what_left_twice_is_paid_though_one_comes_back,
    a_remittance_that_came_back_before_it_left_is_open_again,
    a_sum_without_a_refused_remittance_pays_the_other,
}

on_sqlite! {
    remittances_as_one_sum_are_paid_and_come_back_one_by_one,
    money_that_came_back_is_open_again,
}

async fn what_the_bank_refused_is_made_again(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_run(maija, 1000).await;
    let cancel = async |remittance: &Value, note: Value| {
        let call = test.app.post(&format!("{REMITTANCES}/{}/cancel", id(remittance)));
        call.token(&test.first.token).json(&json!({"note": note})).send().await
    };
    let withdrawn = test.made(&test.owed_of("TAX_AND_HEALTH_INSURANCE").await).await;
    assert_eq!(cancel(&withdrawn, Value::Null).await.status, 422, "a note is needed");
    let answer = cancel(&withdrawn, json!("Väärä päivä")).await;
    assert_eq!((answer.status, &answer.json["state"]), (200, &json!("WITHDRAWN")), "{}", answer.json);
    assert_eq!(test.approve(&test.second, &[withdrawn]).await.key(), "REMITTANCE_NOT_IN_STATE");

    let refused = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    assert_eq!(cancel(&refused, json!("Pankki hylkäsi")).await.key(), "REMITTANCE_NOT_IN_STATE");
    test.refuse_by_two(&refused).await;
    assert_eq!(cancel(&refused, json!("Taas")).await.key(), "REMITTANCE_NOT_IN_STATE");
    test.assert_owed_is_booked().await;
    let again = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    assert_eq!((&again["amount"], again["id"] != refused["id"]), (&refused["amount"], true));
    assert_eq!(test.bank("again", &again, true).await, PaymentState::Confirmed);
    assert_eq!(cancel(&again, json!("Myöhässä")).await.key(), "REMITTANCE_NOT_IN_STATE");
    assert_eq!(test.liability(DueKind::TaxAndHealthInsurance).await, Money::ZERO);
    test.assert_sound().await;

    // The bank had paid the first one after all: the receiver has too much, which lowers what comes next.
    assert_eq!(test.bank("late", &refused, true).await, PaymentState::Confirmed);
    let too_much = money(&again["amount"]).negated().unwrap();
    assert_eq!(test.liability(DueKind::TaxAndHealthInsurance).await, too_much);
    assert_eq!(money(&test.owed_of("TAX_AND_HEALTH_INSURANCE").await["toPay"]), too_much);
    test.assert_sound().await;
}

async fn nobody_alone_says_that_the_bank_refused(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_run(maija, 1000).await;
    let waiting = test.made(&test.owed_of("TAX_AND_HEALTH_INSURANCE").await).await;
    assert_eq!(test.refusal(&test.first, &waiting, json!("x")).await.key(), "REMITTANCE_NOT_IN_STATE");
    assert_eq!(test.approve(&test.second, std::slice::from_ref(&waiting)).await.status, 200);
    let filed = waiting;
    assert_eq!(test.confirm_refusal(&test.second, &filed).await.key(), "REMITTANCE_NOT_IN_STATE");
    assert_eq!(test.drop_refusal(&test.second, &filed).await.key(), "REMITTANCE_NOT_IN_STATE");
    assert_eq!(test.refusal(&test.first, &filed, Value::Null).await.status, 422, "a note is needed");

    let said = test.refusal(&test.first, &filed, json!("Tili suljettu")).await;
    assert_eq!((said.status, &said.json["state"]), (200, &json!("APPROVED")), "{}", said.json);
    assert_eq!(
        (&said.json["refusalBy"], &said.json["note"]),
        (&json!(test.first.id), &json!("Tili suljettu"))
    );
    assert!(!test.owes_tax().await, "nothing is open before a second person has confirmed it");
    assert_eq!(test.refusal(&test.second, &filed, json!("Taas")).await.key(), "REMITTANCE_NOT_IN_STATE");
    let own = test.confirm_refusal(&test.first, &filed).await;
    assert_eq!((own.status, own.key()), (409, "PROPOSED_BY_SAME_PERSON"));
    test.assert_sound().await;

    let dropped = test.drop_refusal(&test.second, &filed).await;
    assert_eq!((&dropped.json["refusalBy"], &dropped.json["note"]), (&Value::Null, &json!("")));
    assert_eq!(test.refusal(&test.second, &filed, json!("Pankki hylkäsi")).await.status, 200);
    let (one, two) =
        tokio::join!(test.confirm_refusal(&test.first, &filed), test.confirm_refusal(&test.first, &filed));
    let mut answers = [(one.status, one.key()), (two.status, two.key())];
    answers.sort_unstable();
    assert_eq!(answers, [(200, ""), (409, "REMITTANCE_NOT_IN_STATE")]);
    assert!(test.state_of(&filed).await == "REFUSED" && test.owes_tax().await);
    let events = test.app.store.audit_of(&format!("remittance:{}", id(&filed))).await.unwrap();
    let actions: Vec<&str> = events.iter().map(|event| event.action.name()).collect();
    assert_eq!(
        actions,
        ["made", "approved", "refusal_proposed", "refusal_dropped", "refusal_proposed", "refused"]
            .map(|what| format!("remittance.{what}"))
    );

    // What somebody said is forgotten when the statement has the payment.
    let paid = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    assert_eq!(test.refusal(&test.first, &paid, json!("Pankki hylkäsi")).await.status, 200);
    assert_eq!(test.bank("paid", &paid, true).await, PaymentState::Confirmed);
    assert_eq!(test.confirm_refusal(&test.second, &paid).await.key(), "REMITTANCE_NOT_IN_STATE");
    let listed = test.read(REMITTANCES).await["remittances"].as_array().unwrap().clone();
    let listed = listed.iter().find(|one| one["id"] == paid["id"]).unwrap();
    assert_eq!(listed["state"], "PAID");
    assert_eq!((&listed["refusalBy"], &listed["note"]), (&Value::Null, &json!("")));
    assert_eq!(test.liability(DueKind::TaxAndHealthInsurance).await, Money::ZERO);
    test.assert_sound().await;
}

async fn money_that_came_back_is_open_again(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_run(maija, 1000).await;
    let first = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    test.bank("out", &first, true).await;
    let bank = test.balance(Account::Bank).await;
    assert_eq!(test.bank("returned", &first, false).await, PaymentState::Reversal);
    assert_eq!(test.state_of(&first).await, "RETURNED");
    assert_eq!(test.balance(Account::Bank).await, bank.plus(money(&first["amount"])).unwrap());
    assert_eq!(test.bank("once more", &first, false).await, PaymentState::Unmatched);
    test.assert_owed_is_booked().await;
    let second = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    assert_eq!(second["amount"], first["amount"]);
    test.bank("out again", &second, true).await;
    assert_eq!(test.liability(DueKind::TaxAndHealthInsurance).await, Money::ZERO);
    test.assert_sound().await;
}

async fn what_left_twice_is_paid_though_one_comes_back(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_run(maija, 1000).await;
    let tax = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    assert_eq!(test.bank("out", &tax, true).await, PaymentState::Confirmed);
    let bank = test.balance(Account::Bank).await;
    assert_eq!(test.bank("out twice", &tax, true).await, PaymentState::Outgoing, "it is booked once");
    assert_eq!(test.bank("back", &tax, false).await, PaymentState::Reversal);
    assert_eq!(test.state_of(&tax).await, "PAID", "the authority has it");
    assert_eq!(test.balance(Account::Bank).await, bank);
    assert_eq!(test.liability(DueKind::TaxAndHealthInsurance).await, Money::ZERO);
    test.assert_sound().await;
    assert_eq!(test.bank("back as well", &tax, false).await, PaymentState::Reversal);
    assert_eq!(test.state_of(&tax).await, "RETURNED", "now it has nothing");
    test.assert_owed_is_booked().await;
    test.assert_sound().await;
}

impl PayrollTest {
    /// Approves two remittances, and answers what their file calls them.
    async fn order_of_both(&self, both: &[Value; 2]) -> String {
        assert_eq!(self.approve(&self.second, both).await.status, 200);
        let file = self.app.get(&format!("{REMITTANCES}/{}/file", id(&both[0]))).token(&self.second.token);
        let xml = String::from_utf8(file.send().await.body).unwrap();
        let [order] = texts_in(&xml, "PmtInfId")[..] else { panic!("{xml}") };
        order.to_owned()
    }

    fn sum_of_bank(&self, bank_id: &str, amount: Money, order: &str) -> Transaction {
        Transaction {
            id: bank_id.to_owned(),
            amount: amount.negated().unwrap(),
            references: vec![],
            ordered_as: Some(order.to_owned()),
            ..self.payment(1001, amount)
        }
    }

    async fn booked(&self, transaction: &Transaction) -> Outcome {
        let mut tx = self.app.store.begin().await.unwrap();
        let ids = (self.app.new_id().unwrap(), None);
        let booked = book(&mut tx, BookedBy::program(self.app.state()), ids, transaction).await.unwrap();
        tx.commit().await.unwrap();
        booked
    }
}

/// A file of the day's movements may tell of the return alone, before the statement tells that it had left.
async fn a_remittance_that_came_back_before_it_left_is_open_again(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_run(maija, 1000).await;
    let first = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    let bank = test.balance(Account::Bank).await;
    assert_eq!(test.bank("back", &first, false).await, PaymentState::Unmatched, "it was not paid yet");
    assert_eq!(test.bank("out", &first, true).await, PaymentState::Reversed);
    assert_eq!(test.state_of(&first).await, "RETURNED");
    assert_eq!(test.balance(Account::Bank).await, bank);
    assert_eq!(test.balance(Account::UnmatchedPayments).await, Money::ZERO);
    test.assert_owed_is_booked().await;
    test.assert_sound().await;
    let second = test.in_file("TAX_AND_HEALTH_INSURANCE").await;
    assert_eq!(test.bank("second", &second, true).await, PaymentState::Confirmed);
    assert_eq!(test.liability(DueKind::TaxAndHealthInsurance).await, Money::ZERO);
    test.assert_sound().await;
}

async fn a_sum_without_a_refused_remittance_pays_the_other(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (_, debtor) = test.employee_and_debtor().await;
    test.paid_run(debtor, 3000).await;
    let tax = test.made(&test.owed_of("TAX_AND_HEALTH_INSURANCE").await).await;
    let distraint = test.made(&test.owed_of("DISTRAINT").await).await;
    let both = [tax, distraint];
    let order = test.order_of_both(&both).await;
    let sum = test.sum_of_bank("SUM", money(&both[0]["amount"]), &order);
    assert_eq!(test.booked(&sum).await, Outcome::Booked(PaymentState::Outgoing), "who was refused?");
    assert_eq!(test.booked(&sum).await, Outcome::Known);
    test.refuse_by_two(&both[1]).await;
    assert_eq!(test.booked(&sum).await, Outcome::Booked(PaymentState::Confirmed));
    assert_eq!(test.booked(&sum).await, Outcome::Known);
    assert_eq!(
        (test.state_of(&both[0]).await, test.state_of(&both[1]).await),
        ("PAID".into(), "REFUSED".into())
    );
    test.assert_owed_is_booked().await;
    test.assert_sound().await;
}

/// Banks are asked to book them one by one. One that does not names the payment file.
async fn remittances_as_one_sum_are_paid_and_come_back_one_by_one(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (_, debtor) = test.employee_and_debtor().await;
    test.paid_run(debtor, 3000).await;
    let tax = test.made(&test.owed_of("TAX_AND_HEALTH_INSURANCE").await).await;
    let distraint = test.made(&test.owed_of("DISTRAINT").await).await;
    let both = [tax, distraint];
    let order = test.order_of_both(&both).await;
    let sum = Money::sum(both.iter().map(|one| money(&one["amount"]))).unwrap();
    let of_bank = |bank_id: &str, amount: Money| test.sum_of_bank(bank_id, amount, &order);
    let booked = async |transaction: Transaction| test.booked(&transaction).await;
    let other = booked(of_bank("OTHER", sum.plus(Money::euros(1)).unwrap())).await;
    assert_eq!(other, Outcome::Booked(PaymentState::Outgoing), "another sum");
    assert_eq!(booked(of_bank("WHOLE", sum)).await, Outcome::Booked(PaymentState::Confirmed));
    for one in &both {
        assert_eq!(test.state_of(one).await, "PAID");
    }
    test.assert_owed_is_booked().await;
    test.assert_sound().await;
    // The details come later.
    for (place, one) in both.iter().enumerate() {
        let transaction = Transaction {
            batch: Some(Batch { id: "WHOLE".into(), sum: Some(sum.negated().unwrap()), by_place: false }),
            end_to_end_id: Some(id(one).replace('-', "")),
            ..of_bank(&format!("PART{place}"), money(&one["amount"]))
        };
        assert_eq!(booked(transaction).await, Outcome::Booked(PaymentState::Confirmed));
    }
    test.assert_sound().await;
    for (place, one) in both.iter().enumerate() {
        assert_eq!(test.bank(&format!("BACK{place}"), one, false).await, PaymentState::Reversal);
        assert_eq!(test.state_of(one).await, "RETURNED");
    }
    test.assert_owed_is_booked().await;
    test.assert_sound().await;
}
