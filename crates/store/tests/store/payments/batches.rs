//! Batches that come as one entry and as their payments, and what the list of bank files tells of them.

use jiff::civil::date;
use liksa_domain::ids::BankFileId;
use liksa_domain::payments::{BatchRemark, KnownParts, PaymentState};
use liksa_money::Money;
use liksa_store::{BankFileRemark, BatchLeft, NewClosing, NewPayment, Tx};
use liksa_test_support::{TestDb, both_engines};

use super::fixture::{ACCOUNT, Fixture, money, payment};

both_engines! {
    payments_of_a_batch_are_known_by_its_id,
    a_batch_is_divided_and_shows_its_payments,
    a_file_has_its_balance_and_its_remarks,
    two_bookings_of_one_account_wait_for_each_other,
    what_is_told_later_is_found,
}

async fn payments_of_a_batch_are_known_by_its_id(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (here, there) =
        (fixture.bank_file(ACCOUNT, None, None).await, fixture.bank_file(ACCOUNT, None, None).await);
    let mut tx = db.store.begin().await.unwrap();
    let nothing = tx.known_parts(ACCOUNT, "BATCH", Some(here)).await.unwrap();
    assert_eq!(nothing, KnownParts::default());
    let part = |amount, file, bank_id| NewPayment {
        bank_id,
        batch_id: Some("BATCH"),
        bank_file: Some(file),
        ..payment(amount)
    };
    for new in [part("10", here, "T1"), part("20", there, "T2")] {
        assert!(tx.insert_payment(&new).await.unwrap());
    }
    let known = tx.known_parts(ACCOUNT, "BATCH", Some(here)).await.unwrap();
    assert_eq!((known.sum, known.elsewhere), (Some(money("30")), Some(money("20"))));
    assert!(!known.by_place);
    assert!(tx.insert_payment(&part("5", there, "BATCH/1")).await.unwrap());
    let of = async |tx: &mut Tx, file| tx.known_parts(ACCOUNT, "BATCH", file).await.unwrap();
    assert!(of(&mut tx, Some(here)).await.by_place && !of(&mut tx, Some(there)).await.by_place);
    assert_eq!(of(&mut tx, None).await.elsewhere, Some(money("35")));
    assert_eq!(tx.known_parts(ACCOUNT, "BATC", Some(here)).await.unwrap(), KnownParts::default());
}

async fn a_batch_is_divided_and_shows_its_payments(db: TestDb) {
    let mut tx = db.store.begin().await.unwrap();
    let whole = NewPayment { bank_id: "BATCH", ..payment("30") };
    let part = NewPayment { bank_id: "T1", batch_id: Some("BATCH"), ..payment("10") };
    assert!(tx.insert_payment(&whole).await.unwrap() && tx.insert_payment(&part).await.unwrap());
    let (amount, divided) = (money("20"), money("10"));
    let left = BatchLeft { amount, divided, state: PaymentState::Unmatched, rest: amount };
    tx.divide_batch(whole.id, &left).await.unwrap();
    let found = tx.payment_of_bank(ACCOUNT, "BATCH").await.unwrap().unwrap();
    assert_eq!((found.amount, found.divided, found.rest, found.version), (amount, divided, amount, 2));
    assert_eq!(tx.payment_of_bank(ACCOUNT, "OTHER").await.unwrap(), None);
    tx.count_by_hand(whole.id, money("3")).await.unwrap();
    tx.settle_payment(whole.id, PaymentState::Divided, Money::ZERO).await.unwrap();
    tx.commit().await.unwrap();
    let batch = db.store.payment(whole.id).await.unwrap().unwrap();
    assert_eq!((batch.state, batch.by_hand), (PaymentState::Divided, money("3")));
    let parts = db.store.payments_of_batch(&batch).await.unwrap();
    assert_eq!(parts.iter().map(|part| part.id).collect::<Vec<_>>(), [part.id]);
    let mut tx = db.store.begin().await.unwrap();
    tx.forget_by_hand(whole.id).await.unwrap();
    assert_eq!(tx.payment_of_bank(ACCOUNT, "BATCH").await.unwrap().unwrap().by_hand, Money::ZERO);
}

async fn a_file_has_its_balance_and_its_remarks(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let closing = |balance, day| NewClosing { balance: money(balance), day, number: None, made_at: None };
    let newest = fixture.bank_file(ACCOUNT, None, Some(closing("-5", date(2026, 11, 3)))).await;
    let older = fixture.bank_file(ACCOUNT, None, Some(closing("100", date(2026, 11, 2)))).await;
    let mut tx = db.store.begin().await.unwrap();
    let batch = payment("30");
    assert!(tx.insert_payment(&batch).await.unwrap());
    let remark = BankFileRemark {
        kind: BatchRemark::Decided,
        bank_id: "BATCH".into(),
        amount: money("30"),
        booked: money("30"),
        payment: Some(batch.id),
    };
    assert!(tx.add_bank_file_remark(older, &remark).await.unwrap());
    assert!(!tx.add_bank_file_remark(older, &remark).await.unwrap(), "once");
    tx.commit().await.unwrap();
    let files = db.store.bank_files(None, 10).await.unwrap();
    let of = |id: BankFileId| files.iter().find(|file| file.id == id).unwrap();
    assert_eq!((of(newest).closing_balance, of(newest).remarks.len()), (Some(money("-5")), 0));
    assert_eq!(of(older).remarks, [remark]);
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.files_that_divide(batch.id).await.unwrap(), [older]);
    assert_eq!(tx.files_that_divide(batch.id).await.unwrap(), []);
    tx.commit().await.unwrap();
    assert_eq!(db.store.bank_file(older).await.unwrap().unwrap().remarks, []);
}

async fn two_bookings_of_one_account_wait_for_each_other(db: TestDb) {
    let tries = (0..6).map(|_| {
        let store = db.store.clone();
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            tx.lock_bank_account(ACCOUNT).await.unwrap();
            let known = tx.known_parts(ACCOUNT, "BATCH", None).await.unwrap().sum;
            if known.is_none() {
                let part = NewPayment { batch_id: Some("BATCH"), ..payment("1") };
                assert!(tx.insert_payment(&part).await.unwrap());
            }
            tx.commit().await.unwrap();
            known.is_none()
        })
    });
    let mut firsts = 0;
    for one in tries.collect::<Vec<_>>() {
        firsts += usize::from(one.await.unwrap());
    }
    assert_eq!(firsts, 1);
}

async fn what_is_told_later_is_found(db: TestDb) {
    let new = NewPayment { payer_name: "", reference: "", ..payment("12") };
    let told = NewPayment { payer_name: "Åbo Akademi", ..payment("12") };
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.insert_payment(&new).await.unwrap());
    tx.describe_payment(new.id, &told).await.unwrap();
    tx.commit().await.unwrap();
    let search = liksa_domain::payments::PaymentSearch::read("åbo");
    let found = db.store.search_payments(PaymentState::Unmatched, &search, None, 5).await.unwrap().payments;
    assert_eq!(
        found.iter().map(|found| (found.id, found.reference.as_str())).collect::<Vec<_>>(),
        [(new.id, "10016")]
    );
}
