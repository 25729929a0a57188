//! The same money in a statement and in a notification.

use liksa_domain::bill::BillState;
use liksa_domain::ledger::Account;
use liksa_money::Money;
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use crate::testing::TestApp;
use crate::tests::payment_fixtures::{
    BatchEntry, PaymentsTest, StatementEntry, batch_file, money, paid, plain, statement,
};

both_engines! {
    a_batch_and_its_payments_are_booked_once_in_either_order,
    two_files_at_once_book_the_same_money_once,
}

on_sqlite! {
    two_notifications_divide_one_batch,
    sums_that_differ_are_told_and_not_booked,
    a_batch_that_was_decided_about_is_divided_once_that_is_undone,
    a_reversed_batch_is_divided_too,
    a_reference_that_comes_later_matches_the_payment,
    an_id_with_another_amount_is_told,
    a_statement_has_its_closing_balance,
    a_reversal_that_an_earlier_version_booked_is_known,
}

const WHOLE: BatchEntry<'_> = BatchEntry { id: "BATCH1800", sum: "1800", reversal: false, parts: &[] };

async fn remarks(test: &PaymentsTest) -> Vec<Value> {
    let files = test.get("/api/provider/bank-files").await;
    let of = |file: &Value| file["remarks"].as_array().unwrap().clone();
    files["files"].as_array().unwrap().iter().flat_map(of).collect()
}

async fn a_batch_and_its_payments_are_booked_once_in_either_order(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let mut received = Money::ZERO;
    for (round, statement_first) in [true, false].into_iter().enumerate() {
        let mut bills = vec![];
        for sum in ["600", "700", "500"] {
            bills.push(test.sent(sum).await);
        }
        let [a, b, c] = ["A", "B", "C"].map(|name| format!("{name}{round}"));
        let id = format!("BATCH-{round}");
        let parts = [
            (a.as_str(), "600", bills[0].1),
            (b.as_str(), "700", bills[1].1),
            (c.as_str(), "500", bills[2].1),
        ];
        let whole = BatchEntry { id: &id, ..WHOLE };
        let divided = BatchEntry { parts: &parts, ..whole };
        let files = [
            batch_file("camt.053", &format!("S{round}"), &[whole]),
            batch_file("camt.054", &format!("N{round}"), &[divided]),
        ];
        let order = if statement_first { [0, 1] } else { [1, 0] };
        for place in order {
            test.receive_file(files[place].clone()).await;
        }
        received = received.plus(money("1800")).unwrap();
        assert_eq!(test.balance(Account::Bank).await, received, "statement first: {statement_first}");
        assert_eq!(test.balance(Account::UnmatchedPayments).await, Money::ZERO);
        for (bill, _) in &bills {
            assert_eq!(test.bill(*bill).await.bill.state, BillState::Paid);
        }
        test.assert_sound().await;
        // The same again in other files changes nothing.
        for (place, file) in files.iter().enumerate() {
            test.receive_file(file.replace("<MsgId>", &format!("<MsgId>again-{place}-"))).await;
        }
        assert_eq!(test.balance(Account::Bank).await, received);
    }
    assert_eq!(test.counts().await, [("DIVIDED".to_owned(), 2), ("MATCHED".to_owned(), 6)]);
    assert_eq!(remarks(&test).await, Vec::<Value>::new());
    let batch = test.get("/api/provider/payments?state=DIVIDED").await;
    let id = batch["payments"][0]["id"].as_str().unwrap();
    let batch = test.get(&format!("/api/provider/payments/{id}")).await;
    assert_eq!(
        (&batch["payment"]["divided"], batch["batch"].as_array().unwrap().len()),
        (&json!(1800.00), 3)
    );
}

async fn two_files_at_once_book_the_same_money_once(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (_, number) = test.sent("600").await;
    let parts = [("A1", "600", number), ("B1", "1200", 999_999)];
    let files = [
        batch_file("camt.053", "S", &[WHOLE]),
        batch_file("camt.054", "N", &[BatchEntry { parts: &parts, ..WHOLE }]),
    ];
    let (one, two) = tokio::join!(test.upload(files[0].clone()), test.upload(files[1].clone()));
    assert_eq!((one.status, two.status), (201, 201));
    tokio::join!(test.app.run_jobs(), test.app.run_jobs());
    test.app.run_jobs().await;
    assert_eq!(test.balance(Account::Bank).await, money("1800"));
    test.assert_sound().await;
}

async fn two_notifications_divide_one_batch(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (_, number) = test.sent("1000").await;
    let (first, second) = ([("A1", "1000", number)], [("B1", "800", 999_999)]);
    let notification = |name, sum, parts| batch_file("camt.054", name, &[BatchEntry { sum, parts, ..WHOLE }]);
    test.receive_file(notification("N1", "1000", &first)).await;
    test.receive_file(batch_file("camt.053", "S", &[WHOLE])).await;
    assert_eq!(test.balance(Account::Bank).await, money("1800"), "the rest is booked as one");
    assert_eq!(test.single("UNMATCHED").await["payment"]["amount"], json!(800.00));
    assert_eq!(remarks(&test).await[0]["kind"], json!("REST_BOOKED"));
    test.receive_file(notification("N2", "800", &second)).await;
    assert_eq!(test.balance(Account::Bank).await, money("1800"));
    let counts = [("DIVIDED", 1), ("MATCHED", 1), ("UNMATCHED", 1)];
    assert_eq!(test.counts().await, counts.map(|(state, count)| (state.to_owned(), count)));
    test.assert_sound().await;
}

async fn sums_that_differ_are_told_and_not_booked(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    test.receive_file(batch_file("camt.053", "S", &[WHOLE])).await;
    let parts = [("A1", "1000", 999_999), ("B1", "1000", 999_999)];
    let more = BatchEntry { sum: "2000", parts: &parts, ..WHOLE };
    test.receive_file(batch_file("camt.054", "N", &[more])).await;
    assert_eq!(test.balance(Account::Bank).await, money("1800"));
    let told = remarks(&test).await;
    assert_eq!(told.len(), 1, "once for the batch");
    assert_eq!(
        (&told[0]["kind"], &told[0]["amount"], &told[0]["booked"]),
        (&json!("SUM_DIFFERS"), &json!(2000.00), &json!(1800.00))
    );
    test.assert_sound().await;
}

async fn a_batch_that_was_decided_about_is_divided_once_that_is_undone(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent("1800").await;
    test.receive_file(batch_file("camt.053", "S", &[WHOLE])).await;
    let unmatched = test.single("UNMATCHED").await;
    let id = unmatched["payment"]["id"].as_str().unwrap().to_owned();
    let aside = json!({"version": unmatched["payment"]["version"], "note": "Odottaa erittelyä"});
    assert_eq!(test.post(&format!("/api/provider/payments/{id}/set-aside"), &aside).await.status, 200);
    let parts = [("A1", "1800", number)];
    test.receive_file(batch_file("camt.054", "N", &[BatchEntry { parts: &parts, ..WHOLE }])).await;
    assert_eq!(remarks(&test).await[0]["kind"], json!("DECIDED"));
    assert_eq!(test.bill(bill).await.bill.state, BillState::Closed);
    let version = test.single("SET_ASIDE").await["payment"]["version"].clone();
    let undo = test.post(&format!("/api/provider/payments/{id}/unmatch"), &json!({"version": version})).await;
    assert_eq!(undo.status, 200, "{}", undo.json);
    test.app.run_jobs().await;
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
    assert_eq!(test.balance(Account::Bank).await, money("1800"));
    assert_eq!(remarks(&test).await, Vec::<Value>::new());
    test.assert_sound().await;
}

async fn a_reversed_batch_is_divided_too(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    for (own, id, statement_first) in [("A1", "BATCH-ONE", true), ("A2", "BATCH-TWO", false)] {
        let (bill, number) = test.sent("1800").await;
        test.receive(&[paid(own, number, "1800")]).await;
        // The bank gives what it takes back the id of what came.
        let back = BatchEntry { id, sum: "-1800", reversal: true, parts: &[] };
        let parts = [(own, "-1800", number)];
        let divided = BatchEntry { parts: &parts, ..back };
        let mut files = [batch_file("camt.053", id, &[back]), batch_file("camt.054", id, &[divided])];
        if !statement_first {
            files.reverse();
        }
        for file in files {
            test.receive_file(file).await;
        }
        assert_eq!(test.balance(Account::Bank).await, Money::ZERO);
        assert_eq!(test.bill(bill).await.bill.state, BillState::Closed);
        test.assert_sound().await;
    }
    let counts = [("DIVIDED", 2), ("REVERSAL", 2), ("REVERSED", 2)];
    assert_eq!(test.counts().await, counts.map(|(state, count)| (state.to_owned(), count)));
}

async fn a_reference_that_comes_later_matches_the_payment(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent("100").await;
    test.receive(&[plain("ARCHIVE1", "100")]).await;
    test.receive(&[paid("ARCHIVE1", number, "100")]).await;
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
    assert_eq!(test.counts().await, [("MATCHED".to_owned(), 1)]);
    assert_eq!(test.balance(Account::Bank).await, money("100"));
    test.assert_sound().await;
}

async fn an_id_with_another_amount_is_told(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (_, number) = test.sent("100").await;
    test.receive(&[paid("ARCHIVE1", number, "40")]).await;
    test.receive(&[paid("ARCHIVE1", number, "60")]).await;
    assert_eq!(test.balance(Account::Bank).await, money("40"));
    let told = remarks(&test).await;
    assert_eq!((told.len(), &told[0]["kind"]), (1, &json!("OTHER_PAYMENT")));
    assert_eq!((&told[0]["amount"], &told[0]["booked"]), (&json!(60.00), &json!(40.00)));
    test.receive(&[StatementEntry { message: "taas".into(), ..paid("ARCHIVE1", number, "40") }]).await;
    assert_eq!(remarks(&test).await.len(), 1, "the same payment is no news");
}

async fn a_statement_has_its_closing_balance(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let balance = "<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">1234.50</Amt>\
                   <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-16</Dt></Dt></Bal><Ntry>";
    let xml = statement(&[plain("1", "8")]).replacen("<Ntry>", balance, 1);
    let answer = test.upload(xml).await;
    assert_eq!(
        (&answer.json["closingBalance"], &answer.json["closingDate"]),
        (&json!(1234.50), &json!("16.11.2026"))
    );
    test.receive(&[plain("2", "9")]).await;
    let files = test.get("/api/provider/bank-files").await;
    let without =
        files["files"].as_array().unwrap().iter().filter(|file| file["closingBalance"].is_null()).count();
    assert_eq!(without, 1);
}

/// Such rows have the bare id of the bank; the migration could rename only those that it could tell to be reversals.
async fn a_reversal_that_an_earlier_version_booked_is_known(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let back =
        |payer: &str| StatementEntry { reversal: true, payer: payer.into(), ..plain("ARCHIVE1", "75") };
    test.receive(&[back("Yksi")]).await;
    let bare = "UPDATE payment SET bank_id = 'ARCHIVE1' WHERE bank_id = 'ARCHIVE1/reversal'";
    test.app.db.execute(bare).await.unwrap();
    test.receive(&[back("Kaksi")]).await;
    assert_eq!(test.balance(Account::Bank).await, money("75"), "booked once");
    // What it takes back may have the same id.
    test.receive(&[StatementEntry { reversal: true, ..plain("ARCHIVE1", "-75") }]).await;
    assert_eq!(test.balance(Account::Bank).await, Money::ZERO);
}
