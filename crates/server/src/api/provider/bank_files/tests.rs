use liksa_domain::bill::BillState;
use liksa_domain::bill::life::{Move, Standing};
use liksa_domain::ids::BillId;
use liksa_domain::payments::reference_of;
use liksa_money::Money;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use crate::collecting::testing::{ACCOUNT, DUE, House, Line, money, paid, plain, statement, statement_of};
use crate::collecting::{Hand, release};
use crate::testing::TestApp;

both_engines! {
    a_statement_pays_its_bills,
    the_same_file_again_changes_nothing,
    two_uploads_at_once_book_once,
    the_same_transactions_in_another_file_change_nothing,
    broken_files_book_nothing_and_the_mended_one_books_once,
    what_was_broken_off_goes_on,
    one_payment_settles_several_bills,
    a_credit_note_is_taken_off_another_bill,
    a_payment_that_the_bank_takes_back_opens_its_bill,
    a_reversal_that_nobody_knows_waits_for_somebody,
    what_goes_out_is_listed_apart,
}

async fn a_statement_pays_its_bills(app: TestApp) {
    let house = House::of(app).await;
    let (exact, number) = house.sent("100").await;
    let (part, part_number) = house.sent("100").await;
    let (over, over_number) = house.sent("100").await;
    let lines = [
        paid("1", number, "100"),
        paid("2", part_number, "30.50"),
        paid("3", over_number, "120"),
        paid("4", over_number, "100"),
        paid("5", 999_999, "7"),
        plain("6", "8"),
    ];
    let answer = house.upload(statement(&lines)).await;
    assert_eq!((answer.status, &answer.json["transactions"]), (201, &json!(6)), "{}", answer.json);
    assert_eq!(
        house.bill(exact).await.bill.state,
        BillState::Closed,
        "nothing is booked before the job runs"
    );
    house.app.run_jobs().await;
    assert_eq!(house.bill(exact).await.bill.state, BillState::Paid);
    let partly = house.bill(part).await;
    assert_eq!((partly.bill.state, partly.open_amount()), (BillState::Closed, money("69.50")));
    assert_eq!(house.bill(over).await.paid_amount, money("100"));
    let counts = [("MATCHED", 2), ("REFUNDABLE", 2), ("UNMATCHED", 2)];
    assert_eq!(house.counts().await, counts.map(|(state, count)| (state.to_owned(), count)));
    let files = house.get("/api/provider/bank-files").await;
    let file = &files["files"][0];
    assert_eq!((&file["booked"], &file["new"]), (&json!(true), &json!(6)));
    assert_eq!([&file["matched"], &file["unmatched"], &file["refundable"]], [2, 2, 2]);
    let wire = format!("/api/person/{}/bills/{exact}", house.worker.id);
    let wire = house.app.get(&wire).token(&house.worker.token).send().await.json;
    assert_eq!((&wire["paidOn"], &wire["openAmount"]), (&json!("16.11.2026"), &json!(null)));
    let of_bill = house.get(&format!("/api/provider/bills/{part}/payments")).await;
    assert_eq!((&of_bill["open"], &of_bill["payments"][0]["amount"]), (&json!(69.50), &json!(30.50)));
    house.assert_sound().await;
}

async fn the_same_file_again_changes_nothing(app: TestApp) {
    let house = House::of(app).await;
    let (_, number) = house.sent("100").await;
    let file = statement(&[paid("1", number, "100")]);
    let first = house.upload(file.clone()).await;
    house.app.run_jobs().await;
    let again = house.upload(file).await;
    assert_eq!((again.status, &again.json["id"]), (200, &first.json["id"]));
    house.app.run_jobs().await;
    assert_eq!(house.counts().await, [("MATCHED".to_owned(), 1)]);
}

async fn two_uploads_at_once_book_once(app: TestApp) {
    let house = House::of(app).await;
    let (bill, number) = house.sent("100").await;
    let file = statement(&[paid("1", number, "100"), plain("2", "5")]);
    let (one, other) = tokio::join!(house.upload(file.clone()), house.upload(file));
    let mut statuses = [one.status, other.status];
    statuses.sort();
    assert_eq!((statuses, &one.json["id"]), ([200, 201], &other.json["id"]));
    house.app.run_jobs().await;
    assert_eq!(house.counts().await, [("MATCHED".to_owned(), 1), ("UNMATCHED".to_owned(), 1)]);
    assert_eq!(house.bill(bill).await.paid_amount, money("100"));
    house.assert_sound().await;
}

async fn the_same_transactions_in_another_file_change_nothing(app: TestApp) {
    let house = House::of(app).await;
    let (_, number) = house.sent("100").await;
    house.receive(&[paid("1", number, "40")]).await;
    house.receive(&[paid("1", number, "40"), paid("2", number, "60")]).await;
    let files = house.get("/api/provider/bank-files").await;
    let mut new: Vec<(&Value, &Value)> =
        files["files"].as_array().unwrap().iter().map(|file| (&file["transactions"], &file["new"])).collect();
    // Both came in the same moment of the test.
    new.sort_by_key(|(transactions, _)| transactions.as_i64());
    assert_eq!(new, [(&json!(1), &json!(1)), (&json!(2), &json!(1))]);
    assert_eq!(house.counts().await, [("MATCHED".to_owned(), 2)]);
}

async fn broken_files_book_nothing_and_the_mended_one_books_once(app: TestApp) {
    let house = House::of(app).await;
    let (bill, number) = house.sent("100").await;
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
    ] {
        let answer = house.upload(file).await;
        assert_eq!((answer.status, answer.key()), (422, key), "{}", answer.json);
    }
    let answer = house.post("/api/provider/bank-files", &json!({})).await;
    assert_eq!((answer.status, answer.key()), (400, "MALFORMED_REQUEST"));
    let large = vec![b' '; super::upload::LARGEST_BYTES + 1];
    let answer = house.upload(large).await;
    assert_eq!((answer.status, answer.key()), (413, "BANK_FILE_TOO_LARGE"));
    house.app.run_jobs().await;
    assert_eq!(house.counts().await, []);
    house.receive(&lines).await;
    assert_eq!(house.bill(bill).await.bill.state, BillState::Paid);
}

async fn what_was_broken_off_goes_on(app: TestApp) {
    let house = House::of(app).await;
    let (bill, number) = house.sent("100").await;
    // What another server booked before it died.
    house.receive(&[paid("1", number, "40")]).await;
    house.upload(statement(&[paid("1", number, "40"), paid("2", number, "60"), plain("3", "1")])).await;
    house.app.run_jobs().await;
    house.app.run_jobs().await;
    assert_eq!(house.bill(bill).await.bill.state, BillState::Paid);
    assert_eq!(house.counts().await, [("MATCHED".to_owned(), 2), ("UNMATCHED".to_owned(), 1)]);
    house.assert_sound().await;
}

fn reference(number: i64) -> String {
    reference_of(number).unwrap().as_str().to_owned()
}

async fn one_payment_settles_several_bills(app: TestApp) {
    let house = House::of(app).await;
    let (one, first) = house.sent("100").await;
    let (two, second) = house.sent("50").await;
    let references = vec![(reference(first), Some("100".into())), (reference(second), Some("20".into()))];
    house.receive(&[Line { references, ..plain("1", "120") }]).await;
    assert_eq!(house.bill(one).await.bill.state, BillState::Paid);
    assert_eq!(house.bill(two).await.open_amount(), money("30"));
    let details = house.only("MATCHED").await;
    assert_eq!(details["parts"].as_array().unwrap().len(), 2);
    house.assert_sound().await;
}

async fn a_credit_note_is_taken_off_another_bill(app: TestApp) {
    let house = House::of(app).await;
    let (credited, number) = house.sent("40").await;
    house.receive(&[paid("1", number, "40")]).await;
    let (_, note) = house.sent_due("-40", DUE, Some(credited)).await;
    credit(&house, credited).await;
    house.assert_sound().await;
    assert_eq!(house.only("REFUNDABLE").await["payment"]["rest"], json!(40.00));

    let (bill, number) = house.sent("100").await;
    let references = vec![(reference(number), Some("100".into())), (reference(note), Some("-40".into()))];
    house.receive(&[Line { references, ..plain("2", "60") }]).await;
    assert_eq!(house.bill(bill).await.bill.state, BillState::Paid);
    assert_eq!(house.counts().await, [("MATCHED".to_owned(), 2)]);
    house.assert_sound().await;
    // It is taken off once.
    let (bill, number) = house.sent("100").await;
    let references = vec![(reference(number), Some("100".into())), (reference(note), Some("-40".into()))];
    house.receive(&[Line { references, ..plain("3", "60") }]).await;
    assert_eq!(house.bill(bill).await.open_amount(), money("40"));
}

/// What closing a credit note does.
async fn credit(house: &House, bill: BillId) {
    let stored = house.bill(bill).await;
    let mut tx = house.app.store.begin().await.unwrap();
    let before = Standing { state: stored.bill.state, open_request: false };
    let after = before.after(Move::Credit).unwrap();
    assert!(tx.move_bill(&stored, after, house.app.clock.now()).await.unwrap());
    let hand = Hand { actor: None, at: house.app.clock.now(), is_news: true };
    release(&mut tx, hand, bill, house.app.clock.today()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn a_payment_that_the_bank_takes_back_opens_its_bill(app: TestApp) {
    let house = House::of(app).await;
    let (bill, number) = house.sent("100").await;
    house.receive(&[paid("1", number, "120")]).await;
    assert_eq!(house.bill(bill).await.bill.state, BillState::Paid);
    house.receive(&[Line { reversal: true, ..paid("2", number, "-120") }]).await;
    let open = house.bill(bill).await;
    assert_eq!((open.bill.state, open.paid_amount, open.paid_on), (BillState::Closed, Money::ZERO, None));
    assert_eq!(house.counts().await, [("REVERSAL".to_owned(), 1), ("REVERSED".to_owned(), 1)]);
    house.assert_sound().await;
    house.receive(&[paid("3", number, "100")]).await;
    assert_eq!(house.bill(bill).await.bill.state, BillState::Paid);
    let events = house.app.store.audit_of(&format!("bill:{bill}")).await.unwrap();
    let actions: Vec<&str> = events.iter().map(|event| event.action.name()).collect();
    assert_eq!(actions, ["bill.paid", "bill.unpaid", "bill.paid"]);
}

async fn a_reversal_that_nobody_knows_waits_for_somebody(app: TestApp) {
    let house = House::of(app).await;
    let (_, number) = house.sent("100").await;
    house.receive(&[Line { reversal: true, ..paid("1", number, "-100") }]).await;
    assert_eq!(house.only("UNMATCHED").await["payment"]["amount"], json!(-100.00));
    house.assert_sound().await;
}

async fn what_goes_out_is_listed_apart(app: TestApp) {
    let house = House::of(app).await;
    house.receive(&[plain("1", "-55.10")]).await;
    assert_eq!(house.only("OUTGOING").await["payment"]["amount"], json!(-55.10));
    house.assert_sound().await;
}
