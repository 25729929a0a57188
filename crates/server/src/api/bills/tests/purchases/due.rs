//! What is still to be paid of purchases whose payment failed, by whom, and what the bank makes of a whole file.

use liksa_actions::payments::{BookedBy, Outcome, Transaction, book};
use liksa_actions::sending;
use liksa_domain::delivery::HoldReason;
use liksa_domain::job::Job;
use liksa_domain::ledger::Account;
use liksa_domain::payments::PaymentState;
use liksa_domain::person::Role;
use liksa_domain::purchase::PurchaseNews;
use liksa_store::{NewJob, Unsettled};
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::money::{Bought, PAYOUTS, bought_anew, credit};
use super::{SELLERS_ACCOUNT, buy, create, good_bill, somebody};
use crate::api::provider::money_path::{RUNS, by_reference, id};
use crate::testing::{SignedIn, TestApp, texts_in};
use crate::tests::payment_fixtures::{StatementEntry, money, plain, statement};

both_engines! {
    what_a_credited_bill_failed_to_pay_is_not_made_anew,
    what_came_back_of_a_credited_bill_is_not_made_anew,
    what_the_customer_took_back_is_not_made_anew_until_paid_again,
    a_salary_pays_its_purchases_whatever_the_customer_does,
    a_debt_that_salaries_have_taken_of_pays_the_seller_anew,
    no_file_is_approved_with_what_is_not_due,
    with_another_account_it_may_be_another_purchase,
    who_corrected_an_account_approves_no_payment_to_it,
    payouts_as_one_sum_are_paid_together,
    a_sum_with_a_payment_that_was_replaced_is_listed,
    a_sum_without_a_refused_payment_pays_the_others,
    a_sum_that_came_before_the_refusal_pays_the_others,
    nothing_is_made_anew_that_a_listed_sum_may_have_paid,
    other_programs_crowd_no_payment_out,
    a_copy_of_the_data_pays_nothing,
    an_account_with_a_seller_to_be_paid_is_not_removed,
    a_worker_is_told_what_goes_wrong,
    in_english_nothing_is_finnish,
    a_payout_is_of_an_advance_that_exists,
}

const OTHER_ACCOUNT: &str = "FI5542345670000081";

fn not_due() -> (u16, String) {
    (409, "PURCHASE_NOT_DUE".to_owned())
}

impl Bought {
    async fn listed(&self) -> Value {
        self.case.payments.get(PAYOUTS).await["refused"].clone()
    }

    async fn again_to(&self, by: &SignedIn, payout: &Value, account: &str) -> (u16, Value) {
        let call = self.case.app().post(&format!("{PAYOUTS}/{}/again", id(payout))).token(&by.token);
        let answer = call.json(&json!({"accountNumber": account, "referenceNumber": "1232"})).send().await;
        (answer.status, answer.json)
    }

    /// The customer has paid, and both purchases are in one file.
    pub async fn both_in_file(app: TestApp) -> (Self, Value, Value) {
        let test = Self::prepare(app).await;
        test.leave().await;
        test.case.payments.receive(&[by_reference("2510.00")]).await;
        let mut ready = test.in_file().await;
        ready.sort_by_key(|payout| payout["amount"].to_string());
        let at_once = ready.pop().unwrap();
        (test, at_once, ready.pop().unwrap())
    }

    pub async fn salary(&self) {
        let case = &self.case;
        let run = case.payments.post(RUNS, &json!({})).await.json;
        assert_eq!(case.step(&case.payments.payroll, id(&run), "calculate").await.status, 200);
        case.app().run_jobs().await;
        let shown = case.payments.get(&format!("{RUNS}/{}", id(&run))).await;
        assert_eq!(case.approve_run(&case.approver, &shown).await.status, 200);
        case.app().run_jobs().await;
    }

    /// What the file of a payout calls its purchases.
    async fn order_of(&self, payout: &Value) -> String {
        let app = self.case.app();
        let files = self.case.payments.get(PAYOUTS).await["files"].as_array().unwrap().clone();
        let is_in =
            |file: &&Value| file["payouts"].as_array().unwrap().iter().any(|one| one["id"] == payout["id"]);
        let file = files.iter().find(is_in).unwrap();
        let xml = app.get(&format!("{PAYOUTS}/files/{}/file", id(file))).token(&self.case.approver.token);
        let xml = String::from_utf8(xml.send().await.body).unwrap();
        (*texts_in(&xml, "PmtInfId").last().unwrap()).to_owned()
    }

    /// The bank books all purchases of the file of a payout as one sum.
    async fn one_sum(&self, bank_id: &str, (payout, amount): (&Value, &str)) -> Outcome {
        let app = self.case.app();
        let transaction = Transaction {
            id: bank_id.to_owned(),
            account: Some(crate::tests::payment_fixtures::ACCOUNT.parse().unwrap()),
            amount: money(amount).negated().unwrap(),
            booking_date: app.clock.today(),
            ordered_as: Some(self.order_of(payout).await),
            ..Transaction::default()
        };
        let mut tx = app.store.begin().await.unwrap();
        let ids = (app.new_id().unwrap(), None);
        let booked = book(&mut tx, BookedBy::program(app.state()), ids, &transaction).await.unwrap();
        tx.commit().await.unwrap();
        booked
    }
}

/// Its worker can have it paid out of another bill, which must not pay it twice.
async fn what_a_credited_bill_failed_to_pay_is_not_made_anew(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    test.refused(&payout).await;
    assert_eq!(test.listed().await[0]["id"], payout["id"]);
    credit(&test).await;
    assert_eq!(bought_anew(&test).await.0, 201);
    assert_eq!(test.again(&payout).await, not_due());
    assert_eq!(test.listed().await, json!([]));
    test.case.payments.assert_sound().await;
}

async fn what_came_back_of_a_credited_bill_is_not_made_anew(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    test.bank("out", &payout, true).await;
    test.bank("back", &payout, false).await;
    credit(&test).await;
    assert_eq!(bought_anew(&test).await.0, 201);
    assert_eq!(test.again(&payout).await, not_due());
    assert_eq!(test.listed().await, json!([]));
    test.case.payments.assert_sound().await;
}

async fn what_the_customer_took_back_is_not_made_anew_until_paid_again(app: TestApp) {
    let (test, at_once, waiting) = Bought::both_in_file(app).await;
    test.refused(&waiting).await;
    test.refused(&at_once).await;
    let taken_back = StatementEntry { reversal: true, ..by_reference("-2510.00") };
    test.case.payments.receive(&[taken_back]).await;
    assert_eq!(test.again(&waiting).await, not_due());
    assert_eq!(test.listed().await.as_array().unwrap().len(), 1, "what is paid at once does not wait");
    test.case.payments.receive(&[StatementEntry { id: "again".into(), ..by_reference("2510.00") }]).await;
    assert_eq!(test.listed().await.as_array().unwrap().len(), 2);
    for payout in [&waiting, &at_once] {
        assert_eq!(test.again(payout).await.0, 201);
    }
    assert_eq!(test.listed().await, json!([]));
}

async fn a_salary_pays_its_purchases_whatever_the_customer_does(app: TestApp) {
    let (test, _, waiting) = Bought::both_in_file(app).await;
    test.refused(&waiting).await;
    test.salary().await;
    test.case.payments.receive(&[StatementEntry { reversal: true, ..by_reference("-2510.00") }]).await;
    assert_eq!(test.listed().await[0]["id"], waiting["id"]);
    assert_eq!(test.again(&waiting).await.0, 201);
    test.in_file().await;
}

async fn a_debt_that_salaries_have_taken_of_pays_the_seller_anew(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    test.bank("out", &payout, true).await;
    credit(&test).await;
    // As if a salary had taken a part.
    test.case.app().db.execute("UPDATE recovery SET remaining = remaining - 10000").await.unwrap();
    test.bank("back", &payout, false).await;
    assert_eq!(test.balance(Account::DueFromWorkers).await, "215.00");
    assert_eq!(
        bought_anew(&test).await,
        (422, "DUPLICATE_PURCHASE".to_owned()),
        "the worker has paid for it"
    );
    assert_eq!(test.listed().await[0]["id"], payout["id"]);
    assert_eq!(test.again(&payout).await.0, 201);
    let second = test.in_file().await.remove(0);
    test.bank("again", &second, true).await;
    assert_eq!(test.balance(Account::DueFromWorkers).await, "215.00", "owed once");
    assert_eq!(test.balance(Account::SubcontractingPayable).await, "0.00");
}

async fn no_file_is_approved_with_what_is_not_due(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    let file = test.make_file(&test.case.payments.payroll, &test.ready().await).await.json;
    let credited = format!("UPDATE bill SET state = 'HYVITETTY' WHERE number = {}", 1001);
    test.case.app().db.execute(credited).await.unwrap();
    let refused = test.approve(&test.case.approver, &file).await;
    assert_eq!((refused.status, refused.key()), (409, "PURCHASE_NOT_DUE"));
}

async fn with_another_account_it_may_be_another_purchase(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    test.refused(&payout).await;
    let (app, worker) = (test.case.app(), &test.case.payments.worker);
    let draft = create(app, worker, &good_bill(test.case.payments.customer)).await;
    buy(app, worker, &draft, &json!({"accountNumber": OTHER_ACCOUNT})).await;
    let (status, refused) = test.again_to(&test.case.approver, &payout, OTHER_ACCOUNT).await;
    let expected = json!([{"field": "referenceNumber", "key": "DUPLICATE_PURCHASE"}]);
    assert_eq!((status, &refused["fields"]), (422, &expected), "{refused}");
    assert_eq!(
        test.again_to(&test.case.approver, &payout, SELLERS_ACCOUNT).await.0,
        201,
        "it is not its own twin"
    );
}

async fn who_corrected_an_account_approves_no_payment_to_it(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    let (maker, approver) = (&test.case.payments.payroll, &test.case.approver);
    test.refused(&payout).await;
    assert_eq!(test.again_to(approver, &payout, OTHER_ACCOUNT).await.0, 201);
    let second = test.ready().await.remove(0);
    let file = test.make_file(maker, std::slice::from_ref(&second)).await.json;
    let refused = test.approve(approver, &file).await;
    assert_eq!((refused.status, refused.key()), (409, "APPROVED_BY_SAME_PERSON"));
    let third = somebody(test.case.app(), "payroll3@liksa.example", Role::Payroll).await;
    assert_eq!(test.approve(&third, &file).await.status, 200);
    // Who leaves it as it is chooses nothing, but the account stays theirs who chose it.
    test.refused(&second).await;
    assert_eq!(test.again_to(&third, &second, OTHER_ACCOUNT).await.0, 201);
    let file = test.make_file(maker, &test.ready().await).await.json;
    assert_eq!(test.approve(approver, &file).await.key(), "APPROVED_BY_SAME_PERSON");
    assert_eq!(test.approve(&third, &file).await.status, 200);
}

/// Banks are asked to book them one by one. One that does not names the payment file.
async fn payouts_as_one_sum_are_paid_together(app: TestApp) {
    let (test, at_once, waiting) = Bought::both_in_file(app).await;
    // One of them is taken for refused, and what is made in its place does not wait any more.
    test.refused(&at_once).await;
    assert_eq!(test.again(&at_once).await.0, 201);
    assert_eq!(
        test.one_sum("LESS", (&waiting, "376.50")).await,
        Outcome::Booked(PaymentState::Outgoing),
        "another sum"
    );
    assert_eq!(test.one_sum("ALL", (&waiting, "376.51")).await, Outcome::Booked(PaymentState::Confirmed));
    for purchase in [&test.at_once, &test.waiting] {
        assert_eq!(test.purchase(purchase).await.0, "PAID");
    }
    assert!(test.ready().await.is_empty());
    assert_eq!(test.balance(Account::Bank).await, "2133.49"); // 2510.00 − 376.51
    assert_eq!(
        test.one_sum("ONCE", (&waiting, "376.51")).await,
        Outcome::Booked(PaymentState::Outgoing),
        "booked once"
    );
    test.case.payments.assert_sound().await;
}

/// A statement of the bank with such a sum.
async fn sum_is_told(test: &Bought, (payout, amount): (&Value, &str)) {
    let batch = format!("<NtryDtls><Btch><PmtInfId>{}</PmtInfId></Btch>", test.order_of(payout).await);
    let told = statement(&[plain("SUM", amount)]).replace("<NtryDtls>", &batch);
    assert_eq!(test.case.payments.upload(told).await.status, 201);
    test.case.app().run_jobs().await;
}

async fn a_sum_without_a_refused_payment_pays_the_others(app: TestApp) {
    let (test, at_once, waiting) = Bought::both_in_file(app).await;
    test.refused(&at_once).await;
    let sum = (&waiting, "125.51");
    assert_eq!(test.one_sum("SUM", sum).await, Outcome::Booked(PaymentState::Confirmed));
    assert_eq!(test.one_sum("SUM", sum).await, Outcome::Known, "read twice");
    assert_eq!(test.purchase(&test.waiting).await.0, "PAID");
    assert_eq!(test.purchase(&test.at_once).await.0, "PAY_NOW");
    assert_eq!(test.balance(Account::Bank).await, "2384.49"); // 2510.00 − 125.51
    assert_eq!(test.again(&at_once).await.0, 201);
    let second = test.in_file().await.remove(0);
    test.bank("second", &second, true).await;
    assert_eq!(test.balance(Account::Bank).await, "2133.49"); // − 251.00
    assert_eq!(test.one_sum("MORE", sum).await, Outcome::Booked(PaymentState::Outgoing), "booked once");
    test.case.payments.assert_sound().await;
}

/// The bank books what it has not refused before anybody knows what it has refused.
async fn a_sum_that_came_before_the_refusal_pays_the_others(app: TestApp) {
    let (test, at_once, waiting) = Bought::both_in_file(app).await;
    sum_is_told(&test, (&waiting, "-125.51")).await;
    assert_eq!(test.purchase(&test.waiting).await.0, "WAITING_FOR_PAYMENT");
    test.refused(&at_once).await;
    test.case.app().run_jobs().await;
    assert_eq!(test.purchase(&test.waiting).await.0, "PAID");
    assert_eq!(test.purchase(&test.at_once).await.0, "PAY_NOW");
    assert_eq!(test.again(&at_once).await.0, 201);
    test.case.payments.assert_sound().await;
}

/// Somebody takes the wrong one for refused.
async fn nothing_is_made_anew_that_a_listed_sum_may_have_paid(app: TestApp) {
    let (test, at_once, waiting) = Bought::both_in_file(app).await;
    sum_is_told(&test, (&waiting, "-125.51")).await;
    test.refused(&waiting).await;
    test.case.app().run_jobs().await;
    let not_in_state = (409, "PAYOUT_NOT_IN_STATE".to_owned());
    assert_eq!(test.again(&waiting).await, not_in_state, "the seller may have the money");
    test.refused(&at_once).await;
    test.case.app().run_jobs().await;
    assert_eq!(test.again(&waiting).await, not_in_state);
    // Of the other one it is known once it leaves anew.
    assert_eq!(test.again(&at_once).await.0, 201, "the sum is less");
    test.in_file().await;
    test.case.app().run_jobs().await;
    assert_eq!(test.purchase(&test.waiting).await.0, "PAID");
    test.case.payments.assert_sound().await;
}

/// It is a person's to find out which of the two the seller keeps; the rest of the bank file is booked.
async fn a_sum_with_a_payment_that_was_replaced_is_listed(app: TestApp) {
    let (test, at_once, waiting) = Bought::both_in_file(app).await;
    test.refused(&at_once).await;
    assert_eq!(test.again(&at_once).await.0, 201);
    let second = test.in_file().await.remove(0);
    assert_eq!(test.one_sum("ALL", (&waiting, "376.51")).await, Outcome::Booked(PaymentState::Outgoing));
    test.bank("second", &second, true).await;
    assert_eq!(test.purchase(&test.at_once).await.0, "PAID");
    assert_eq!(test.one_sum("AGAIN", (&waiting, "376.51")).await, Outcome::Booked(PaymentState::Outgoing));
    test.bank("waiting", &waiting, true).await;
    assert_eq!(test.purchase(&test.waiting).await.0, "PAID");
    test.case.payments.assert_sound().await;
}

async fn other_programs_crowd_no_payment_out(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    test.bank("out", &payout, true).await;
    test.bank("twice", &payout, true).await;
    let of_others = ["b8c0f0d1e2a34b5c8d9e0f1a2b3c4d5e", "RENT-2026-11-16-000000000000000001"];
    for (place, end_to_end_id) in of_others.into_iter().enumerate() {
        let end_to_end_id = end_to_end_id.to_owned();
        let entry = StatementEntry { end_to_end_id, ..plain(&format!("rent{place}"), "-251.00") };
        test.case.payments.receive(&[entry]).await;
    }
    let listed = test.case.app().store.payouts_left_again(1).await.unwrap();
    assert_eq!(listed.iter().map(|one| one.payout.id.to_string()).collect::<Vec<_>>(), [id(&payout)]);
    assert_eq!(test.left_again().await.len(), 1);
}

async fn a_copy_of_the_data_pays_nothing(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    let case = &test.case;
    let first = test.make_file(&case.payments.payroll, &test.ready().await).await.json;
    let (store, now) = (&case.app().store, case.app().clock.now());
    sending::hold(store, HoldReason::Restored, now).await.unwrap();
    let refused = test.approve(&case.approver, &first).await;
    assert_eq!((refused.status, refused.key()), (409, "SENDING_HELD"));
    sending::resume(store, now).await.unwrap();
    assert_eq!(test.approve(&case.approver, &first).await.status, 200);
    let path = format!("{PAYOUTS}/files/{}/file", id(&first));
    let fetched = async || case.app().get(&path).token(&case.approver.token).send().await.status;
    assert_eq!(fetched().await, 200);
    sending::hold(store, HoldReason::Restored, now).await.unwrap();
    assert_eq!(fetched().await, 409);
}

async fn an_account_with_a_seller_to_be_paid_is_not_removed(app: TestApp) {
    let (test, at_once, waiting) = Bought::both_in_file(app).await;
    test.bank("out", &at_once, true).await;
    test.refused(&waiting).await;
    test.salary().await;
    let (case, now) = (&test.case, test.case.app().clock.now());
    case.app().db.execute("UPDATE payroll_run SET state = 'PAID'").await.unwrap();
    let erased = async || {
        let mut tx = case.app().store.begin().await.unwrap();
        tx.set_deletion_request(case.payments.worker.id, Some(now)).await.unwrap();
        tx.erase_person(case.payments.worker.id, now).await.unwrap()
    };
    assert_eq!(erased().await, Err(Unsettled::MoneyUnderWay));
    test.bank("late", &waiting, true).await;
    assert_eq!(erased().await, Ok(()));
}

async fn a_worker_is_told_what_goes_wrong(app: TestApp) {
    let (test, payout) = Bought::in_one_file(app).await;
    // Not even who wants to hear nothing of paid bills.
    test.case.app().db.execute("UPDATE person SET mail_bill_paid = FALSE").await.unwrap();
    test.refused(&payout).await;
    assert_eq!(test.again_to(&test.case.approver, &payout, OTHER_ACCOUNT).await.0, 201);
    let second = test.ready().await.remove(0);
    let file = test.make_file(&test.case.payments.payroll, std::slice::from_ref(&second)).await.json;
    let third = somebody(test.case.app(), "payroll3@liksa.example", Role::Payroll).await;
    assert_eq!(test.approve(&third, &file).await.status, 200);
    test.bank("out", &second, true).await;
    test.bank("back", &second, false).await;
    assert_eq!(test.again(&second).await.0, 201);
    let last = test.ready().await.remove(0);
    let file = test.make_file(&test.case.payments.payroll, std::slice::from_ref(&last)).await.json;
    assert_eq!(test.approve(&third, &file).await.status, 200);
    test.bank("out-again", &last, true).await;
    credit(&test).await;
    test.bank("back-again", &last, false).await;
    test.case.app().run_jobs().await;
    let told = test.case.app().subjects_to("maija@liksa.example").await;
    let mut told: Vec<&str> =
        told.iter().filter_map(|subject| subject.strip_suffix(": Valovuokraus Oy")).collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            "Ostolaskuasi ei voitu maksaa",
            "Ostolaskusi maksu palautui",
            "Ostolaskusi maksu palautui",
            "Ostolaskusi maksutiedot korjattiin",
            "Ostolaskusi peritään palkastasi",
        ]
    );
}

async fn in_english_nothing_is_finnish(app: TestApp) {
    let test = Bought::prepare(app).await;
    let (app, purchase) = (test.case.app(), id(&test.at_once).parse().unwrap());
    app.db.execute("UPDATE person SET language = 'en'").await.unwrap();
    for news in PurchaseNews::ALL {
        let subject = match news {
            PurchaseNews::Paid => "Your purchase invoice has been paid",
            PurchaseNews::Refused => "Your purchase invoice could not be paid",
            PurchaseNews::Returned | PurchaseNews::DebtUndone => {
                "The payment of your purchase invoice came back"
            }
            PurchaseNews::Corrected => "The payment details of your purchase invoice were corrected",
            PurchaseNews::Owed => "Your purchase invoice is deducted from your salary",
            PurchaseNews::NotPaid => "Your purchase invoice will not be paid",
        };
        let (mail, at) = (app.new_id().unwrap(), app.clock.now());
        let job = Job::MailPurchaseNews { mail, purchase, news: *news };
        let new = NewJob { id: app.new_id().unwrap(), job, run_at: at, unique_key: None, created_at: at };
        let mut tx = app.store.begin().await.unwrap();
        tx.enqueue(&new).await.unwrap();
        tx.commit().await.unwrap();
        app.run_jobs().await;
        let sent = app.store.newest_mails(50).await.unwrap();
        let sent = sent.iter().find(|sent| sent.id == mail).unwrap();
        assert_eq!(sent.subject, format!("{subject}: Valovuokraus Oy"));
        assert!(!sent.text.contains(['ä', 'ö']), "{}", sent.text);
    }
}

async fn a_payout_is_of_an_advance_that_exists(app: TestApp) {
    let (test, _) = Bought::in_one_file(app).await;
    let insert = "INSERT INTO payout (id, kind, advance_id, bill_id, person_id, receiver, iban, amount, due, state, made_at) \
         SELECT bill_id, 'ADVANCE', purchase_id, bill_id, person_id, receiver, iban, amount, due, 'WITHDRAWN', made_at FROM payout";
    assert!(test.case.app().db.execute(insert).await.is_err(), "its purchase is no advance");
}
