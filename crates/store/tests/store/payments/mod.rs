//! Payments, what bills are owed, refunds and reminders, as both engines keep them.

mod batches;
pub mod fixture;
mod lists;
mod proposals;
mod refunds;
mod statements;

use jiff::civil::date;
use liksa_domain::bill::BillState;
use liksa_domain::data_check::Question;
use liksa_domain::payments::{Part, PartKind, PaymentState, Reminder, ReminderState};
use liksa_money::Money;
use liksa_store::{BillCredited, NewPayment, StoredPayment};
use liksa_test_support::{TestDb, both_engines, fixed_now};

use self::fixture::{ACCOUNT, DAY, Fixture, money, new_id, new_reminder, payment, reminder};

both_engines! {
    a_movement_is_taken_in_once,
    of_many_at_once_one_takes_it_in,
    a_bill_is_owed_what_has_not_come,
    of_two_at_once_each_sees_what_the_other_paid,
    parts_add_up_and_can_be_taken_back,
    a_payment_is_held_only_as_it_was_read,
    what_paid_a_credited_bill_waits,
    a_reversal_finds_its_payment,
    reminders_are_made_once_and_ask_for_their_fees,
    the_check_sees_money_that_went_astray,
    the_newest_payments_are_released_first_and_locked_last,
    bills_of_nothing_or_less_were_credited_as_they_are,
}

async fn a_movement_is_taken_in_once(db: TestDb) {
    let new = payment("12.50");
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.insert_payment(&new).await.unwrap());
    let again = NewPayment { bank_id: new.bank_id, ..payment("99") };
    assert!(!tx.insert_payment(&again).await.unwrap(), "the bank's id tells, not the amount");
    let elsewhere = NewPayment { bank_id: new.bank_id, account: "FI5542345670000081", ..payment("1") };
    assert!(tx.insert_payment(&elsewhere).await.unwrap());
    tx.commit().await.unwrap();
    let stored = db.store.payment(new.id).await.unwrap().unwrap();
    assert_eq!(
        (stored.amount, stored.rest, stored.state),
        (money("12.50"), money("12.50"), PaymentState::Unmatched)
    );
    assert_eq!((stored.payer_name.as_str(), stored.reference.as_str()), ("Kulttuuritalo", "10016"));
    assert_eq!((stored.value_date, stored.version), (DAY, 1));
}

async fn of_many_at_once_one_takes_it_in(db: TestDb) {
    let new = payment("1");
    let tries = (0..8).map(|_| {
        let (store, bank_id) = (db.store.clone(), new.bank_id);
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let first = tx.insert_payment(&NewPayment { bank_id, ..payment("1") }).await.unwrap();
            tx.commit().await.unwrap();
            first
        })
    });
    let mut firsts = 0;
    for one in tries.collect::<Vec<_>>() {
        firsts += usize::from(one.await.unwrap());
    }
    assert_eq!(firsts, 1);
}

async fn a_bill_is_owed_what_has_not_come(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (bill, number) = fixture.sent("100", DAY).await;
    let (note, note_number) = fixture.in_state(BillState::Closed, "-100", DAY, Some(bill)).await;
    assert_eq!(fixture.owed(number).await.owed.own, money("100"));
    let of_note = fixture.owed(note_number).await;
    assert_eq!((of_note.owed.bill, of_note.credit_of, of_note.owed.own), (note, Some(bill), Money::ZERO));
    let payment = fixture.payment("30").await;
    fixture.pay(number, payment, money("30")).await;
    let part = fixture.owed(number).await;
    assert_eq!((part.owed.own, part.state), (money("70"), BillState::Closed));
    let payment = fixture.payment("80").await;
    fixture.pay(number, payment, money("80")).await;
    let paid = fixture.store.bill(bill).await.unwrap().unwrap();
    assert_eq!((paid.bill.state, paid.paid_amount, paid.paid_on), (BillState::Paid, money("100"), Some(DAY)));
    assert_eq!(fixture.store.payment(payment).await.unwrap().unwrap().rest, money("10"));
    let mut came: Vec<Money> =
        fixture.store.payments_of_bill(bill).await.unwrap().iter().map(|part| part.amount).collect();
    // Both came in the same moment of the test.
    came.sort_unstable();
    assert_eq!(came, [money("30"), money("70")]);
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.lock_receivables(&[999_999]).await.unwrap(), []);
    assert_eq!(tx.lock_receivables_by_id(&[bill, new_id()]).await.unwrap().len(), 1);
}

async fn of_two_at_once_each_sees_what_the_other_paid(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (bill, number) = fixture.sent("100", DAY).await;
    let tries = (0..6).map(|_| {
        let fixture = Fixture { store: fixture.store.clone(), ..fixture };
        tokio::spawn(async move {
            let payment = fixture.payment("30").await;
            fixture.pay(number, payment, money("30")).await;
            fixture.store.payment(payment).await.unwrap().unwrap().rest
        })
    });
    let mut rests = Money::ZERO;
    for one in tries.collect::<Vec<_>>() {
        rests = rests.plus(one.await.unwrap()).unwrap();
    }
    let stored = db.store.bill(bill).await.unwrap().unwrap();
    assert_eq!((stored.paid_amount, rests), (money("100"), money("80")));
}

async fn parts_add_up_and_can_be_taken_back(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (bill, number) = fixture.sent("100", DAY).await;
    let payment = fixture.payment("50").await;
    let part = |kind, amount: &str| Part { bill, kind, amount: money(amount) };
    let mut tx = db.store.begin().await.unwrap();
    tx.add_parts(payment, &[part(PartKind::Bill, "20"), part(PartKind::Fee, "5")]).await.unwrap();
    tx.add_parts(payment, &[part(PartKind::Bill, "10")]).await.unwrap();
    tx.commit().await.unwrap();
    let parts = db.store.parts_of_payment(payment).await.unwrap();
    let kinds: Vec<_> = parts.iter().map(|part| (part.kind, part.amount, part.number)).collect();
    assert_eq!(kinds, [(PartKind::Bill, money("30"), number), (PartKind::Fee, money("5"), number)]);
    assert_eq!(parts[0].customer, "Kulttuuritalo Oy");
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.parts_of(payment).await.unwrap().len(), 2);
    let removed = tx.remove_parts(payment).await.unwrap();
    assert_eq!(removed, [part(PartKind::Bill, "30"), part(PartKind::Fee, "5")]);
    assert_eq!(tx.remove_parts(payment).await.unwrap(), []);
}

async fn a_payment_is_held_only_as_it_was_read(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let payment = fixture.payment("50").await;
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.lock_payment(payment, 1).await.unwrap().is_some());
    tx.set_aside_payment(payment, "korko").await.unwrap();
    assert!(tx.lock_payment(payment, 1).await.unwrap().is_none());
    let held = tx.lock_payment(payment, 2).await.unwrap().unwrap();
    assert_eq!((held.state, held.note.as_str()), (PaymentState::SetAside, "korko"));
    assert!(tx.lock_payment(new_id(), 1).await.unwrap().is_none());
}

async fn what_paid_a_credited_bill_waits(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (bill, number) = fixture.sent("100", DAY).await;
    let payment = fixture.payment("100").await;
    fixture.pay(number, payment, money("100")).await;
    let stored = db.store.bill(bill).await.unwrap().unwrap();
    let mut tx = db.store.begin().await.unwrap();
    let part = BillCredited {
        credited: money("30"),
        released: money("30"),
        to: BillState::Paid,
        paid_on: Some(DAY),
        at: fixed_now(),
    };
    assert!(tx.credit_bill(&stored, &part).await.unwrap());
    assert!(!tx.credit_bill(&stored, &part).await.unwrap(), "it is another version by now");
    let of = |released: &[(StoredPayment, Money)]| {
        released.iter().map(|(of, amount)| (of.id, *amount)).collect::<Vec<_>>()
    };
    let released = tx.release_parts(bill, money("30")).await.unwrap();
    assert_eq!(of(&released), [(payment, money("30"))]);
    tx.commit().await.unwrap();

    let stored = db.store.bill(bill).await.unwrap().unwrap();
    assert_eq!(
        (stored.paid_amount, stored.credited_amount, stored.paid_on),
        (money("70"), money("30"), Some(DAY))
    );
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.lock_receivables(&[number]).await.unwrap()[0].owed.own, Money::ZERO);
    let rest = BillCredited {
        credited: money("70"),
        released: money("70"),
        to: BillState::Credited,
        paid_on: None,
        at: fixed_now(),
    };
    assert!(tx.credit_bill(&stored, &rest).await.unwrap());
    let released = tx.release_parts(bill, money("70")).await.unwrap();
    assert_eq!(of(&released), [(payment, money("70"))]);
    assert!(tx.lock_released(bill).await.unwrap().is_empty(), "not before the payment is said to wait");
    tx.settle_payment(payment, PaymentState::Refundable, money("100")).await.unwrap();
    assert_eq!(of(&tx.lock_released(bill).await.unwrap()), [(payment, money("100"))], "both together");
    assert!(tx.release_parts(bill, money("1")).await.unwrap().is_empty());
    tx.commit().await.unwrap();
    let bill = db.store.bill(bill).await.unwrap().unwrap();
    assert_eq!((bill.paid_amount, bill.paid_on), (Money::ZERO, None));
}

async fn a_reversal_finds_its_payment(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let mut tx = db.store.begin().await.unwrap();
    let named = NewPayment { end_to_end_id: "A-1", ..payment("10") };
    let plain = payment("10");
    assert!(tx.insert_payment(&named).await.unwrap() && tx.insert_payment(&plain).await.unwrap());
    let found = async |tx: &mut liksa_store::Tx, amount: &str, names: (&str, &str)| {
        tx.find_reversed(ACCOUNT, money(amount), names).await.unwrap().map(|payment| payment.id)
    };
    assert_eq!(found(&mut tx, "-10", ("A-1", "")).await, Some(named.id));
    assert_eq!(found(&mut tx, "-10", ("B-2", "10016")).await, Some(plain.id));
    assert_eq!(found(&mut tx, "-10", ("", "")).await, None);
    assert_eq!(found(&mut tx, "-9", ("A-1", "10016")).await, None);
    let back = NewPayment { end_to_end_id: "A-1", ..payment("-10") };
    assert!(tx.insert_payment(&back).await.unwrap());
    tx.settle_payment(named.id, PaymentState::Reversed, Money::ZERO).await.unwrap();
    tx.link_reversal(back.id, named.id).await.unwrap();
    assert_eq!(found(&mut tx, "-10", ("A-1", "")).await, None, "it was taken back once");
    tx.commit().await.unwrap();
    assert_eq!(fixture.store.payment(back.id).await.unwrap().unwrap().reverses, Some(named.id));
}

async fn reminders_are_made_once_and_ask_for_their_fees(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (bill, number) = fixture.sent("1000", date(2026, 3, 1)).await;
    let (first, second) = (reminder(1), Reminder { interest: vec![], ..reminder(2) });
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.last_reminder(bill).await.unwrap(), None);
    let new = new_reminder(bill, &first);
    assert!(tx.insert_reminder(&new).await.unwrap());
    assert!(!tx.insert_reminder(&new_reminder(bill, &first)).await.unwrap());
    assert!(tx.insert_reminder(&new_reminder(bill, &second)).await.unwrap());
    assert_eq!(tx.last_reminder(bill).await.unwrap(), Some((2, date(2026, 3, 15))));
    tx.commit().await.unwrap();
    let stored = db.store.reminders_of(bill).await.unwrap();
    assert_eq!((&stored[0].content, stored[0].fees, stored[1].fees), (&first, money("5"), money("10")));
    assert_eq!(stored[0].state, ReminderState::Queued);
    assert_eq!(db.store.reminder(new.id).await.unwrap().as_ref(), Some(&stored[0]));

    let owed = fixture.owed(number).await.owed;
    assert_eq!((owed.interest, owed.fee), (money("3.64"), money("10")));
    let payment = fixture.payment("1004").await;
    fixture.pay(number, payment, money("1004")).await;
    let owed = fixture.owed(number).await.owed;
    assert_eq!((owed.own, owed.interest, owed.fee), (Money::ZERO, Money::ZERO, money("9.64")));
}

async fn the_check_sees_money_that_went_astray(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (bill, _) = fixture.sent("100", DAY).await;
    let problems = async || {
        let found = db.store.check_soundness().await.unwrap();
        found
            .into_iter()
            .filter(|finding| !finding.problems.is_empty())
            .map(|finding| finding.question)
            .collect::<Vec<_>>()
    };
    assert_eq!(problems().await, []);
    let payment = fixture.payment("100").await;
    assert_eq!(problems().await, [Question::PaymentRests], "it was not booked");
    let mut tx = db.store.begin().await.unwrap();
    tx.add_parts(payment, &[Part { bill, kind: PartKind::Bill, amount: money("100") }]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(problems().await, [Question::BillPayments, Question::PaymentRests]);
}

async fn the_newest_payments_are_released_first_and_locked_last(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (bill, number) = fixture.sent("100", DAY).await;
    let mut payments = [fixture.payment("50").await, fixture.payment("50").await];
    payments.sort_unstable();
    for payment in payments {
        fixture.pay(number, payment, money("50")).await;
    }
    let mut tx = db.store.begin().await.unwrap();
    let released = tx.release_parts(bill, money("70")).await.unwrap();
    let released: Vec<_> = released.iter().map(|(payment, amount)| (payment.id, *amount)).collect();
    assert_eq!(released, [(payments[0], money("20")), (payments[1], money("50"))]);
}

/// They were possible once, and crediting them took nothing back.
async fn bills_of_nothing_or_less_were_credited_as_they_are(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    for sum in ["0", "-5"] {
        fixture.in_state(BillState::Credited, sum, DAY, None).await;
    }
    let found = db.store.check_soundness().await.unwrap();
    let credited = found.into_iter().find(|finding| finding.question == Question::CreditNotes).unwrap();
    assert_eq!(credited.problems, []);
}
