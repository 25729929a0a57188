//! Own matters, and matches that a second person confirms.

use liksa_domain::bill::BillState;
use liksa_domain::ids::BillId;
use liksa_domain::ledger::Account;
use liksa_domain::person::Role;
use liksa_domain::settings::ProviderForm;
use liksa_money::Money;
use liksa_store::{MadeSettings, NewShare};
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use crate::testing::{Answer, SignedIn, TestApp};
use crate::tests::payment_fixtures::{PaymentsTest, StatementEntry, money, paid, plain};

both_engines! {
    a_large_match_waits_for_a_second_person,
    of_two_confirmations_at_once_one_books,
    a_share_of_a_bill_makes_it_an_own_matter,
}

on_sqlite! {
    nobody_decides_about_money_of_their_own,
    ones_own_bills_are_not_offered,
    a_rejected_match_changes_nothing,
    a_proposal_is_withdrawn_by_its_maker_alone,
    nothing_else_is_decided_while_a_match_waits,
    pieces_of_one_payment_count_together,
    a_limit_of_zero_makes_every_match_wait,
    a_bill_that_was_paid_meanwhile_is_not_paid_twice,
    a_reversal_ends_a_proposal,
}

async fn decide(
    test: &PaymentsTest,
    clerk: &SignedIn,
    payment: &Value,
    verb: &str,
    mut body: Value,
) -> Answer {
    body["version"] = payment["payment"]["version"].clone();
    let id = payment["payment"]["id"].as_str().unwrap();
    let call = test.app.post(&format!("/api/provider/payments/{id}/{verb}")).token(&clerk.token);
    call.json(&body).send().await
}

fn to(bill: BillId, amount: i64) -> Value {
    json!({"parts": [{"billId": bill.to_string(), "amount": amount}]})
}

/// A payroll clerk who bills too; the bills of the test are theirs.
async fn own_bills(app: TestApp) -> PaymentsTest {
    let test = PaymentsTest::of(app).await;
    test.app.add(person().email("oma@liksa.example").roles(&[Role::User, Role::Payroll]).build()).await;
    let worker = test.app.sign_in("oma@liksa.example").await;
    PaymentsTest { worker, ..test }
}

async fn nobody_decides_about_money_of_their_own(app: TestApp) {
    let test = own_bills(app).await;
    let (bill, number) = test.sent("100").await;
    test.receive(&[plain("1", "100")]).await;
    let stray = test.single("UNMATCHED").await;
    let refused = async |payment: &Value, verb: &str, body: Value| {
        let answer = decide(&test, &test.worker, payment, verb, body).await;
        assert_eq!((answer.status, answer.key()), (409, "OWN_MATTER"), "{verb}");
    };
    refused(&stray, "match", to(bill, 100)).await;
    assert_eq!(decide(&test, &test.payroll, &stray, "match", to(bill, 100)).await.status, 200);
    let matched = test.single("MATCHED").await;
    refused(&matched, "unmatch", json!({})).await;
    // Money that says to be for the own bill.
    test.receive(&[paid("2", number, "30")]).await;
    let over = test.single("REFUNDABLE").await;
    refused(&over, "refund", json!({"iban": "FI55 4234 5670 0000 81", "name": "Oma"})).await;
    refused(&over, "match", to(bill, 30)).await;
    // Money of others to the own account.
    let iban = "FI5542345670000081";
    let profile = liksa_domain::worker_facts::Profile { iban: iban.parse().ok(), ..Default::default() };
    let mut tx = test.app.store.begin().await.unwrap();
    tx.set_profile(test.worker.id, &profile).await.unwrap();
    tx.commit().await.unwrap();
    test.receive(&[plain("3", "8")]).await;
    let others = test.single("UNMATCHED").await;
    refused(&others, "refund", json!({"iban": iban, "name": "Oma"})).await;
    let aside = decide(&test, &test.worker, &others, "set-aside", json!({"note": "korko"})).await;
    assert_eq!(aside.status, 200, "money of others may be set aside");
    test.assert_sound().await;
}

async fn a_share_of_a_bill_makes_it_an_own_matter(app: TestApp) {
    let own = own_bills(app).await;
    let clerk = own.worker;
    // The bills are another's, and the clerk gets a share of each.
    let worker = own.app.sign_in("maija@liksa.example").await;
    let test = PaymentsTest { worker, ..own };
    let shared = async |sum: &str| {
        let (bill, number) = test.sent(sum).await;
        let new = NewShare {
            id: test.app.new_id().unwrap(),
            bill,
            subcontractor: clerk.id,
            date: test.app.clock.today(),
            amount: Some(money("50")),
            percent: None,
            description: "Miksaus",
            at: test.app.clock.now(),
        };
        let mut tx = test.app.store.begin().await.unwrap();
        tx.insert_share(&new).await.unwrap();
        tx.commit().await.unwrap();
        (bill, number)
    };
    let refused = async |payment: &Value, verb: &str, body: Value| {
        let answer = decide(&test, &clerk, payment, verb, body).await;
        assert_eq!((answer.status, answer.key()), (409, "OWN_MATTER"), "{verb}");
    };
    let (small, _) = shared("100").await;
    let (large, _) = shared("1500").await;
    test.app.db.execute("UPDATE share SET state = 'APPROVED'").await.unwrap();
    test.receive(&[plain("1", "1600")]).await;
    let stray = test.single("UNMATCHED").await;
    refused(&stray, "match", to(small, 100)).await;
    assert_eq!(test.bill(small).await.bill.state, BillState::Closed);
    let matched = decide(&test, &test.payroll, &stray, "match", to(small, 100)).await;
    let proposed = decide(&test, &test.payroll, &matched.json, "match", to(large, 1500)).await;
    assert_eq!(proposed.json["payment"]["state"], json!("PROPOSED"), "{}", proposed.json);
    refused(&proposed.json, "confirm", json!({})).await;
    refused(&proposed.json, "reject", json!({"note": "ei"})).await;
    let second = test.second_clerk().await;
    let confirmed = decide(&test, &second, &proposed.json, "confirm", json!({})).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.json);
    refused(&confirmed.json, "unmatch", json!({})).await;
    test.assert_sound().await;
}

async fn ones_own_bills_are_not_offered(app: TestApp) {
    let test = own_bills(app).await;
    let (bill, number) = test.sent("100").await;
    test.receive(&[StatementEntry { message: format!("lasku {number}"), ..plain("1", "100") }]).await;
    let id = test.single("UNMATCHED").await["payment"]["id"].as_str().unwrap().to_owned();
    let offered = async |clerk: &SignedIn| {
        let path = format!("/api/provider/payments/{id}");
        let suggested = test.app.get(&path).token(&clerk.token).send().await.json["suggestions"].clone();
        let path = format!("/api/provider/open-bills?search={number}");
        let found = test.app.get(&path).token(&clerk.token).send().await.json["bills"].clone();
        (suggested.as_array().unwrap().len(), found.as_array().unwrap().len())
    };
    assert_eq!(offered(&test.payroll).await, (1, 1), "{bill}");
    assert_eq!(offered(&test.worker).await, (0, 0));
}

/// A bill of 1500 € and a payment for it without a reference, whose match waits.
async fn proposed(test: &PaymentsTest) -> (BillId, Value) {
    let (bill, _) = test.sent("1500").await;
    test.receive(&[plain("1", "1500")]).await;
    let unmatched = test.single("UNMATCHED").await;
    let answer = decide(test, &test.payroll, &unmatched, "match", to(bill, 1500)).await;
    assert_eq!(
        (answer.status, &answer.json["payment"]["state"]),
        (200, &json!("PROPOSED")),
        "{}",
        answer.json
    );
    (bill, answer.json)
}

async fn a_large_match_waits_for_a_second_person(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, waiting) = proposed(&test).await;
    let proposal = &waiting["proposal"];
    assert_eq!(proposal["parts"][0]["billId"], json!(bill.to_string()));
    assert_eq!(proposal["proposedById"], json!(test.payroll.id.to_string()));
    assert_eq!(test.bill(bill).await.bill.state, BillState::Closed, "nothing is booked yet");
    test.assert_sound().await;
    let own = decide(&test, &test.payroll, &waiting, "confirm", json!({})).await;
    assert_eq!((own.status, own.key()), (409, "PROPOSED_BY_SAME_PERSON"));
    let second = test.second_clerk().await;
    let answer = decide(&test, &second, &waiting, "confirm", json!({})).await;
    assert_eq!(
        (answer.status, &answer.json["payment"]["state"]),
        (200, &json!("MATCHED")),
        "{}",
        answer.json
    );
    assert_eq!(answer.json["proposal"], json!(null));
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
    assert_eq!(test.balance(Account::UnmatchedPayments).await, Money::ZERO);
    test.assert_sound().await;
    let again = decide(&test, &second, &waiting, "confirm", json!({})).await;
    assert_eq!(again.status, 409, "a retry books nothing");
    let id = waiting["payment"]["id"].as_str().unwrap();
    let events = test.app.store.audit_of(&format!("payment:{id}")).await.unwrap();
    let actions: Vec<&str> = events.iter().map(|event| event.action.name()).collect();
    assert_eq!(actions, ["payment.received", "match.proposed", "match.confirmed", "payment.matched"]);
    assert_eq!((events[1].actor, events[2].actor), (Some(test.payroll.id), Some(second.id)));
}

async fn of_two_confirmations_at_once_one_books(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, waiting) = proposed(&test).await;
    let second = test.second_clerk().await;
    let (one, two) = tokio::join!(
        decide(&test, &second, &waiting, "confirm", json!({})),
        decide(&test, &second, &waiting, "confirm", json!({}))
    );
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(test.bill(bill).await.paid_amount, money("1500"));
    test.assert_sound().await;
}

async fn a_rejected_match_changes_nothing(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, waiting) = proposed(&test).await;
    let second = test.second_clerk().await;
    let missing = decide(&test, &second, &waiting, "reject", json!({})).await;
    assert_eq!(missing.status, 422);
    let own = decide(&test, &test.payroll, &waiting, "reject", json!({"note": "ei"})).await;
    assert_eq!((own.status, own.key()), (409, "PROPOSED_BY_SAME_PERSON"));
    let answer = decide(&test, &second, &waiting, "reject", json!({"note": "Väärä asiakas"})).await;
    assert_eq!(
        (answer.status, &answer.json["payment"]["state"]),
        (200, &json!("UNMATCHED")),
        "{}",
        answer.json
    );
    assert_eq!(test.bill(bill).await.paid_amount, Money::ZERO);
    test.assert_sound().await;
    let late = decide(&test, &second, &answer.json, "confirm", json!({})).await;
    assert_eq!((late.status, late.key()), (409, "MATCH_NOT_WAITING"));
}

async fn a_proposal_is_withdrawn_by_its_maker_alone(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (_, waiting) = proposed(&test).await;
    let second = test.second_clerk().await;
    let other = decide(&test, &second, &waiting, "withdraw", json!({})).await;
    assert_eq!((other.status, other.key()), (409, "MATCH_WAITS"));
    let answer = decide(&test, &test.payroll, &waiting, "withdraw", json!({})).await;
    assert_eq!((answer.status, &answer.json["payment"]["state"]), (200, &json!("UNMATCHED")));
    test.assert_sound().await;
}

async fn nothing_else_is_decided_while_a_match_waits(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, waiting) = proposed(&test).await;
    let account = json!({"iban": "FI55 4234 5670 0000 81", "name": "Kulttuuritalo Oy"});
    for (verb, body) in [
        ("match", to(bill, 1)),
        ("unmatch", json!({})),
        ("refund", account),
        ("set-aside", json!({"note": "korko"})),
    ] {
        let answer = decide(&test, &test.payroll, &waiting, verb, body).await;
        assert_eq!((answer.status, answer.key()), (409, "MATCH_WAITS"), "{verb}");
    }
}

async fn pieces_of_one_payment_count_together(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, _) = test.sent("1500").await;
    test.receive(&[plain("1", "1500")]).await;
    let unmatched = test.single("UNMATCHED").await;
    let first = decide(&test, &test.payroll, &unmatched, "match", to(bill, 1000)).await;
    assert_eq!(first.json["payment"]["state"], json!("UNMATCHED"), "up to the limit one person is enough");
    let second = decide(&test, &test.payroll, &first.json, "match", to(bill, 1)).await;
    assert_eq!(second.json["payment"]["state"], json!("PROPOSED"));
    test.assert_sound().await;
}

async fn a_limit_of_zero_makes_every_match_wait(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let form = ProviderForm { second_person_above: "0".into(), ..ProviderForm::made_up() };
    let made = MadeSettings {
        valid_from: test.app.clock.today(),
        made_at: test.app.clock.now(),
        made_by: test.payroll.id,
        form,
    };
    let mut tx = test.app.store.begin().await.unwrap();
    tx.insert_settings(&made).await.unwrap();
    tx.commit().await.unwrap();
    let (bill, number) = test.sent("5").await;
    test.receive(&[plain("1", "1")]).await;
    let unmatched = test.single("UNMATCHED").await;
    let answer = decide(&test, &test.payroll, &unmatched, "match", to(bill, 1)).await;
    assert_eq!(answer.json["payment"]["state"], json!("PROPOSED"));
    // A reference and its sum need nobody.
    test.receive(&[paid("2", number, "5")]).await;
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
}

async fn a_bill_that_was_paid_meanwhile_is_not_paid_twice(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (_, waiting) = proposed(&test).await;
    let number = waiting["proposal"]["parts"][0]["billNumber"].as_i64().unwrap();
    test.receive(&[paid("2", number, "1500")]).await;
    let second = test.second_clerk().await;
    let answer = decide(&test, &second, &waiting, "confirm", json!({})).await;
    assert_eq!((answer.status, &answer.json["fields"][0]["key"]), (422, &json!("MORE_THAN_OWED")));
    assert_eq!(decide(&test, &second, &waiting, "reject", json!({"note": "Maksettu"})).await.status, 200);
    test.assert_sound().await;
}

async fn a_reversal_ends_a_proposal(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, _) = test.sent("1500").await;
    let named = StatementEntry { end_to_end_id: "E-1".into(), ..plain("1", "1500") };
    test.receive(std::slice::from_ref(&named)).await;
    let unmatched = test.single("UNMATCHED").await;
    decide(&test, &test.payroll, &unmatched, "match", to(bill, 1500)).await;
    test.receive(&[StatementEntry { id: "2".into(), amount: "-1500".into(), reversal: true, ..named }]).await;
    assert_eq!(test.counts().await, [("REVERSAL".to_owned(), 1), ("REVERSED".to_owned(), 1)]);
    assert_eq!(test.balance(Account::Bank).await, Money::ZERO);
    test.assert_sound().await;
}
