use std::io;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::Method;
use axum::response::IntoResponse;
use futures_util::stream;
use liksa_domain::bill::BillState;
use liksa_domain::bill::life::{BillStatus, Move};
use liksa_domain::ids::{BankFileId, BillId};
use liksa_domain::payments::reference_of;
use liksa_money::Money;
use liksa_store::{BillCredited, FilesAddress};
use liksa_test_support::{Engine, both_engines, on_sqlite};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::testing::TestApp;
use crate::tests::payment_fixtures::{
    ACCOUNT, DUE, PaymentsTest, StatementEntry, money, paid, plain, statement, statement_of,
};
use liksa_actions::payments::{BookedBy, book_bank_file, release};

both_engines! {
    a_statement_pays_its_bills,
    two_uploads_at_once_book_once,
    a_credit_note_pays_a_part_of_another_bill,
}

on_sqlite! {
    the_same_file_again_changes_nothing,
    the_same_transactions_in_another_file_change_nothing,
    broken_files_book_nothing_and_the_fixed_one_books_once,
    an_interrupted_booking_continues,
    a_file_is_read_before_its_payments_are_booked,
    one_payment_settles_several_bills,
    a_reversed_payment_opens_its_bill,
    a_reversal_of_an_unknown_payment_stays_unmatched,
    outgoing_payments_have_their_own_state,
}

/// A server whose bucket takes everything and gives back the beginning of it alone, before the connection breaks.
async fn with_breaking_bucket() -> TestApp {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = listener.local_addr().unwrap();
    let whole = statement(&[paid("1", 1001, "100")]);
    let beginning = Bytes::copy_from_slice(&whole.as_bytes()[..whole.len() / 2]);
    let answer = move |method: Method| async move {
        let headers = [("etag", "\"1\""), ("last-modified", "Mon, 16 Nov 2026 08:00:00 GMT")];
        if method != Method::GET {
            return headers.into_response();
        }
        let pieces = [Ok(beginning), Err(io::Error::other("broken off"))];
        ([("content-length", "5000")], headers, Body::from_stream(stream::iter(pieces))).into_response()
    };
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(answer)).await });
    let address = format!("s3://kuitit?endpoint=http://{endpoint}&region=fi-1");
    TestApp::with_config(Engine::Sqlite, |config| {
        config.files = FilesAddress::parse(&address, Some("our-key"), Some("our-secret")).unwrap();
    })
    .await
}

#[tokio::test]
async fn a_storage_that_breaks_off_is_not_told_as_a_broken_file() {
    let test = PaymentsTest::of(with_breaking_bucket().await).await;
    let answer = test.upload(statement(&[paid("1", 1001, "100")])).await;
    assert_eq!((answer.status, answer.key()), (503, "SERVICE_UNAVAILABLE"), "{}", answer.json);
    assert_eq!(answer.headers["retry-after"], "5");
}

async fn a_statement_pays_its_bills(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (exact, number) = test.sent("100").await;
    let (part, part_number) = test.sent("100").await;
    let (over, over_number) = test.sent("100").await;
    let lines = [
        paid("1", number, "100"),
        paid("2", part_number, "30.50"),
        paid("3", over_number, "120"),
        paid("4", over_number, "100"),
        paid("5", 999_999, "7"),
        plain("6", "8"),
    ];
    let answer = test.upload(statement(&lines)).await;
    assert_eq!((answer.status, &answer.json["transactions"]), (201, &json!(6)), "{}", answer.json);
    assert_eq!(test.bill(exact).await.bill.state, BillState::Closed, "nothing is booked before the job runs");
    test.app.run_jobs().await;
    assert_eq!(test.bill(exact).await.bill.state, BillState::Paid);
    let partly = test.bill(part).await;
    assert_eq!((partly.bill.state, partly.open_amount()), (BillState::Closed, money("69.50")));
    assert_eq!(test.bill(over).await.paid_amount, money("100"));
    let counts = [("MATCHED", 2), ("REFUNDABLE", 2), ("UNMATCHED", 2)];
    assert_eq!(test.counts().await, counts.map(|(state, count)| (state.to_owned(), count)));
    let files = test.get("/api/provider/bank-files").await;
    let file = &files["files"][0];
    assert_eq!((&file["booked"], &file["new"]), (&json!(true), &json!(6)));
    assert_eq!([&file["matched"], &file["unmatched"], &file["refundable"]], [2, 2, 2]);
    let wire = format!("/api/person/{}/bills/{exact}", test.worker.id);
    let wire = test.app.get(&wire).token(&test.worker.token).send().await.json;
    assert_eq!((&wire["paidOn"], &wire["openAmount"]), (&json!("16.11.2026"), &json!(null)));
    let of_bill = test.get(&format!("/api/provider/bills/{part}/payments")).await;
    assert_eq!((&of_bill["open"], &of_bill["payments"][0]["amount"]), (&json!(69.50), &json!(30.50)));
    test.assert_sound().await;
}

async fn the_same_file_again_changes_nothing(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (_, number) = test.sent("100").await;
    let file = statement(&[paid("1", number, "100")]);
    let first = test.upload(file.clone()).await;
    test.app.run_jobs().await;
    let again = test.upload(file).await;
    assert_eq!((again.status, &again.json["id"]), (200, &first.json["id"]));
    test.app.run_jobs().await;
    assert_eq!(test.counts().await, [("MATCHED".to_owned(), 1)]);
}

async fn two_uploads_at_once_book_once(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent("100").await;
    let file = statement(&[paid("1", number, "100"), plain("2", "5")]);
    let (one, other) = tokio::join!(test.upload(file.clone()), test.upload(file));
    let mut statuses = [one.status, other.status];
    statuses.sort();
    assert_eq!((statuses, &one.json["id"]), ([200, 201], &other.json["id"]));
    test.app.run_jobs().await;
    assert_eq!(test.counts().await, [("MATCHED".to_owned(), 1), ("UNMATCHED".to_owned(), 1)]);
    assert_eq!(test.bill(bill).await.paid_amount, money("100"));
    test.assert_sound().await;
}

async fn the_same_transactions_in_another_file_change_nothing(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (_, number) = test.sent("100").await;
    test.receive(&[paid("1", number, "40")]).await;
    test.receive(&[paid("1", number, "40"), paid("2", number, "60")]).await;
    let files = test.get("/api/provider/bank-files").await;
    let mut new: Vec<(&Value, &Value)> =
        files["files"].as_array().unwrap().iter().map(|file| (&file["transactions"], &file["new"])).collect();
    // Both came in the same moment of the test.
    new.sort_by_key(|(transactions, _)| transactions.as_i64());
    assert_eq!(new, [(&json!(1), &json!(1)), (&json!(2), &json!(1))]);
    assert_eq!(test.counts().await, [("MATCHED".to_owned(), 2)]);
}

async fn broken_files_book_nothing_and_the_fixed_one_books_once(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent("100").await;
    let lines = [paid("1", number, "100")];
    let sound = statement(&lines);
    let cut = &sound[..sound.len() - 30];
    let foreign = sound.replace("camt.053.001.02", "pain.001.001.03");
    let bomb = sound.replacen("?>", "?><!DOCTYPE a [<!ENTITY a \"b\">]>", 1);
    for (file, key) in [
        (cut.to_owned(), "BANK_FILE_TRUNCATED"),
        (foreign, "BANK_FILE_NOT_CAMT"),
        (bomb, "BANK_FILE_MALFORMED"),
        (sound.replace("100</Amt>", "abc</Amt>"), "BANK_FILE_MALFORMED"),
        (statement_of("FI5542345670000081", "EUR", &lines), "BANK_FILE_WRONG_ACCOUNT"),
        (statement_of(ACCOUNT, "SEK", &lines), "BANK_FILE_FOREIGN_CURRENCY"),
        (
            statement(&[plain("8", "922337203685477.00"), plain("9", "922337203685477.00")]),
            "BANK_FILE_AMOUNT_TOO_LARGE",
        ),
    ] {
        let answer = test.upload(file).await;
        assert_eq!((answer.status, answer.key()), (422, key), "{}", answer.json);
    }
    // Where a single entry is at fault, the answer says which.
    let second = statement(&[paid("1", number, "100"), plain("9", "abc")]);
    let answer = test.upload(second).await;
    assert_eq!(answer.json["fields"], json!([{"field": "entries[1]", "key": "BANK_FILE_MALFORMED"}]));
    let answer = test.post("/api/provider/bank-files", &json!({})).await;
    assert_eq!((answer.status, answer.key()), (400, "MALFORMED_REQUEST"));
    let large = vec![b' '; super::LARGEST_BANK_FILE + 1];
    let answer = test.upload(large).await;
    assert_eq!((answer.status, answer.key()), (413, "BANK_FILE_TOO_LARGE"));
    test.app.run_jobs().await;
    assert_eq!(test.counts().await, []);
    test.receive(&lines).await;
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
}

async fn an_interrupted_booking_continues(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent("100").await;
    // What another server booked before it died.
    test.receive(&[paid("1", number, "40")]).await;
    test.upload(statement(&[paid("1", number, "40"), paid("2", number, "60"), plain("3", "1")])).await;
    test.app.run_jobs().await;
    test.app.run_jobs().await;
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
    assert_eq!(test.counts().await, [("MATCHED".to_owned(), 2), ("UNMATCHED".to_owned(), 1)]);
    test.assert_sound().await;
}

/// No storage goes on answering for as long as the booking takes: here its content is gone after the first payment.
async fn a_file_is_read_before_its_payments_are_booked(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let lines: Vec<_> = (0..60).map(|number| plain(&format!("a{number}"), "1")).collect();
    // Far more than is read ahead.
    let padded = format!("<!--{}--><Ntry>", "x".repeat(40_000));
    let answer = test.upload(statement(&lines).replace("<Ntry>", &padded)).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    let id: BankFileId = answer.json["id"].as_str().unwrap().parse().unwrap();
    let file = test.app.store.bank_file(id).await.unwrap().unwrap().file;
    let blob = test.app.store.file(file).await.unwrap().unwrap().blob;
    let empty_it = async {
        while test.counts().await.is_empty() {
            tokio::task::yield_now().await;
        }
        std::fs::write(test.app.config.data_dir.join("files").join(blob), b"").unwrap();
    };
    let (booked, ()) = tokio::join!(book_bank_file(&test.app, id), empty_it);
    booked.unwrap();
    assert_eq!(test.counts().await, [("UNMATCHED".to_owned(), 60)]);
}

fn reference(number: i64) -> String {
    reference_of(number).unwrap().as_str().to_owned()
}

async fn one_payment_settles_several_bills(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (one, first) = test.sent("100").await;
    let (two, second) = test.sent("50").await;
    let references = vec![(reference(first), Some("100".into())), (reference(second), Some("20".into()))];
    test.receive(&[StatementEntry { references, ..plain("1", "120") }]).await;
    assert_eq!(test.bill(one).await.bill.state, BillState::Paid);
    assert_eq!(test.bill(two).await.open_amount(), money("30"));
    let details = test.single("MATCHED").await;
    assert_eq!(details["parts"].as_array().unwrap().len(), 2);
    test.assert_sound().await;
}

async fn a_credit_note_pays_a_part_of_another_bill(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (credited, number) = test.sent("40").await;
    test.receive(&[paid("1", number, "40")]).await;
    let (_, note) = test.sent_due("-40", DUE, Some(credited)).await;
    credit(&test, credited).await;
    test.assert_sound().await;
    assert_eq!(test.single("REFUNDABLE").await["payment"]["rest"], json!(40.00));

    let (bill, number) = test.sent("100").await;
    let references = vec![(reference(number), Some("100".into())), (reference(note), Some("-40".into()))];
    test.receive(&[StatementEntry { references, ..plain("2", "60") }]).await;
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
    assert_eq!(test.counts().await, [("MATCHED".to_owned(), 2)]);
    test.assert_sound().await;
    // It is taken off once.
    let (bill, number) = test.sent("100").await;
    let references = vec![(reference(number), Some("100".into())), (reference(note), Some("-40".into()))];
    test.receive(&[StatementEntry { references, ..plain("3", "60") }]).await;
    assert_eq!(test.bill(bill).await.open_amount(), money("40"));
}

/// What closing a credit note does.
async fn credit(test: &PaymentsTest, bill: BillId) {
    let stored = test.bill(bill).await;
    let mut tx = test.app.store.begin().await.unwrap();
    let before = BillStatus { state: stored.bill.state, open_request: false };
    let to = before.after(Move::Credit).unwrap().state;
    let (credited, released, at) = (stored.figures.total_with_vat, stored.paid_amount, test.app.clock.now());
    let change = BillCredited { credited, released, to, paid_on: None, at };
    assert!(tx.credit_bill(&stored, &change).await.unwrap());
    let by = BookedBy::program(test.app.state());
    release(&mut tx, by, bill, released, test.app.clock.today()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn a_reversed_payment_opens_its_bill(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent("100").await;
    test.receive(&[paid("1", number, "120")]).await;
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
    test.receive(&[StatementEntry { reversal: true, ..paid("2", number, "-120") }]).await;
    let open = test.bill(bill).await;
    assert_eq!((open.bill.state, open.paid_amount, open.paid_on), (BillState::Closed, Money::ZERO, None));
    assert_eq!(test.counts().await, [("REVERSAL".to_owned(), 1), ("REVERSED".to_owned(), 1)]);
    test.assert_sound().await;
    test.receive(&[paid("3", number, "100")]).await;
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
    let events = test.app.store.audit_of(&format!("bill:{bill}")).await.unwrap();
    let actions: Vec<&str> = events.iter().map(|event| event.action.name()).collect();
    assert_eq!(actions, ["bill.paid", "bill.unpaid", "bill.paid"]);
}

async fn a_reversal_of_an_unknown_payment_stays_unmatched(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (_, number) = test.sent("100").await;
    test.receive(&[StatementEntry { reversal: true, ..paid("1", number, "-100") }]).await;
    assert_eq!(test.single("UNMATCHED").await["payment"]["amount"], json!(-100.00));
    test.assert_sound().await;
}

async fn outgoing_payments_have_their_own_state(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    test.receive(&[plain("1", "-55.10")]).await;
    assert_eq!(test.single("OUTGOING").await["payment"]["amount"], json!(-55.10));
    test.assert_sound().await;
}
