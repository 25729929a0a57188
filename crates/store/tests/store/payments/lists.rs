//! Lists, searches and what they are read from.

use std::collections::BTreeSet;

use jiff::civil::date;
use liksa_domain::bill::BillState;
use liksa_domain::customer::PartyRole;
use liksa_domain::ids::{BillId, PaymentId, PersonId, ReminderId};
use liksa_domain::payments::{BillSearch, Mentioned, PaymentSearch, PaymentState, Reminder, ReminderState};
use liksa_money::Money;
use liksa_store::{CandidateQuery, NewPayment, NewReminder, statements};
use liksa_test_support::{TestDb, both_engines, fixed_now};

use super::fixture::{DAY, Fixture, money, new_id, payment};
use crate::plans;

both_engines! {
    overdue_bills_come_by_age,
    candidates_are_found_three_ways,
    open_bills_are_searched_by_number_amount_and_name,
    reminders_are_paged_by_state,
    pages_and_counts_go_by_state,
    payments_are_searched_by_payer_reference_and_amount,
    lists_are_read_from_indexes,
}

async fn overdue_bills_come_by_age(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let today = date(2026, 11, 16);
    let mut late = vec![];
    for due in [date(2026, 11, 10), date(2026, 10, 1), date(2026, 10, 1)] {
        late.push((due, fixture.sent("100", due).await));
    }
    fixture.sent("1", today).await;
    fixture.in_state(BillState::Closed, "-100", date(2026, 10, 1), Some(late[1].1.0)).await;
    fixture.in_state(BillState::Paid, "100", date(2026, 9, 1), None).await;
    late.sort();
    let first = db.store.overdue_page(today, None, 2).await.unwrap();
    assert_eq!((first.bills.len(), first.count, first.owed), (2, 3, money("300")));
    let next = first.next.unwrap().to_string().parse().unwrap();
    let second = db.store.overdue_page(today, Some(next), 2).await.unwrap();
    assert_eq!((second.bills.len(), second.next), (1, None));
    let seen: Vec<_> = first
        .bills
        .iter()
        .chain(&second.bills)
        .map(|bill| (bill.due_date, (bill.bill, bill.number)))
        .collect();
    assert_eq!(seen, late);
    let shown = &second.bills[0];
    assert_eq!((shown.debtor, shown.worker.as_str()), (PartyRole::Company, "Maija Meikäläinen"));
    assert_eq!(first.bills.iter().filter(|bill| bill.being_credited).count(), 1);
    assert!(shown.payments.is_empty());
    let payment = fixture.payment("40").await;
    fixture.pay(shown.number, payment, money("40")).await;
    let part = &db.store.overdue_page(today, Some(next), 2).await.unwrap().bills[0];
    assert_eq!((part.paid, part.payments.as_slice()), (money("40"), &[(DAY, money("40"))][..]));
    assert!("".parse::<liksa_store::Cursor<jiff::civil::Date>>().is_err());
}

async fn candidates_are_found_three_ways(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (by_amount, _) = fixture.sent("77", DAY).await;
    let (by_number, number) = fixture.sent("5", DAY).await;
    fixture.in_state(BillState::Paid, "77", DAY, None).await;
    let ask_as = async |clerk: PersonId, amount: &str, numbers: &[i64], words: &[&str]| {
        let mentioned = Mentioned { numbers: numbers.iter().copied().collect(), ..Default::default() };
        let payer_words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let query =
            CandidateQuery { clerk, amount: money(amount), mentioned: &mentioned, payer_words: &payer_words };
        let mut found: Vec<BillId> =
            db.store.candidates(&query).await.unwrap().into_iter().map(|found| found.bill).collect();
        found.sort();
        found
    };
    let ask =
        async |amount: &str, numbers: &[i64], words: &[&str]| ask_as(new_id(), amount, numbers, words).await;
    assert_eq!(ask("77", &[], &[]).await, [by_amount]);
    assert_eq!(ask_as(fixture.person, "77", &[number], &["kulttuuritalo"]).await, [], "not one's own");
    assert_eq!(ask("1", &[number], &[]).await, [by_number]);
    let mut both = [by_amount, by_number];
    both.sort();
    assert_eq!(ask("1", &[], &["kulttuuritalo"]).await, both);
    assert_eq!(ask("1", &[], &["muu"]).await, []);
}

async fn open_bills_are_searched_by_number_amount_and_name(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (older, number) = fixture.sent("77", DAY).await;
    let (newer, _) = fixture.sent("5", DAY).await;
    fixture.in_state(BillState::Paid, "77", DAY, None).await;
    let found = async |search: BillSearch| {
        let bills = db.store.search_open_bills(new_id(), &search).await.unwrap();
        bills.into_iter().map(|found| found.bill).collect::<Vec<BillId>>()
    };
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    let nothing = BillSearch::default;
    assert_eq!(found(nothing()).await, []);
    assert_eq!(found(BillSearch { number: Some(number), ..nothing() }).await, [older]);
    assert_eq!(found(BillSearch { referred: Some(number), ..nothing() }).await, [older]);
    assert_eq!(found(BillSearch { amount: Some(money("5")), ..nothing() }).await, [newer]);
    let (first, last) = (older.max(newer), older.min(newer));
    assert_eq!(found(BillSearch { words: words(&["kulttuu"]), ..nothing() }).await, [first, last]);
    assert_eq!(found(BillSearch { words: words(&["kulttuu", "muu"]), ..nothing() }).await, []);
    let both = BillSearch { number: Some(number), words: words(&["kult"]), ..nothing() };
    assert_eq!(found(both).await, [older, newer], "found by number comes first, and once");
}

async fn reminders_are_paged_by_state(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let mut ids: Vec<ReminderId> = vec![];
    for _ in 0..3 {
        let (bill, _) = fixture.sent("100", DAY).await;
        let reminder = Reminder { number: 1, date: DAY, pay_by: DAY, fee: money("12"), interest: vec![] };
        let new = NewReminder {
            id: new_id(),
            bill,
            reminder: &reminder,
            interest: Money::ZERO,
            paid: Money::ZERO,
            made_by: None,
            made_at: fixed_now(),
        };
        let mut tx = db.store.begin().await.unwrap();
        assert!(tx.insert_reminder(&new).await.unwrap());
        tx.commit().await.unwrap();
        ids.push(new.id);
    }
    ids.sort();
    ids.reverse();
    let first = db.store.reminder_page(ReminderState::Queued, None, 2).await.unwrap();
    let second = db.store.reminder_page(ReminderState::Queued, first.next, 2).await.unwrap();
    assert_eq!((first.count, second.next), (3, None));
    let all = first.reminders.iter().chain(&second.reminders);
    assert_eq!(all.map(|listed| listed.reminder.id).collect::<Vec<_>>(), ids);
    assert_eq!(first.reminders[0].customer, "Kulttuuritalo Oy");
    let sent = db.store.reminder_page(ReminderState::Sent, None, 2).await.unwrap();
    assert_eq!((sent.reminders, sent.count), (vec![], 0));
}

async fn pages_and_counts_go_by_state(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let mut ids = vec![];
    for _ in 0..5 {
        ids.push(fixture.payment("1").await);
    }
    ids.sort();
    ids.reverse();
    let mut tx = db.store.begin().await.unwrap();
    tx.settle_payment(ids[0], PaymentState::Matched, Money::ZERO).await.unwrap();
    tx.commit().await.unwrap();
    let first = db.store.payment_page(PaymentState::Unmatched, None, 3).await.unwrap();
    let second = db.store.payment_page(PaymentState::Unmatched, first.next, 3).await.unwrap();
    let seen: Vec<PaymentId> =
        first.payments.iter().chain(&second.payments).map(|payment| payment.id).collect();
    assert_eq!((seen.as_slice(), second.next), (&ids[1..], None));
    let mut counts = db.store.payments_by_state().await.unwrap();
    counts.sort();
    assert_eq!(counts, [(PaymentState::Matched, 1), (PaymentState::Unmatched, 4)]);
}

async fn payments_are_searched_by_payer_reference_and_amount(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (first, second) = (fixture.payment("10").await, fixture.payment("20").await);
    let other = NewPayment { payer_name: "Åbo Akademi rf", reference: "RF0810016 20129", ..payment("-10") };
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.insert_payment(&other).await.unwrap());
    assert!(!tx.insert_payment(&other).await.unwrap(), "nor its words a second time");
    tx.commit().await.unwrap();
    let found = async |text: &str| {
        let search = PaymentSearch::read(text);
        let page = db.store.search_payments(PaymentState::Unmatched, &search, None, 5).await.unwrap();
        page.payments.into_iter().map(|payment| payment.id).collect::<BTreeSet<_>>()
    };
    let named = BTreeSet::from([first, second]);
    assert_eq!(found("kulttuuri").await, named);
    assert_eq!(found("100").await, named, "by how the reference begins");
    assert_eq!(found("aka ÅBO").await, BTreeSet::from([other.id]));
    assert_eq!(found("åbo kulttuuri").await, BTreeSet::new(), "every word has to be found");
    assert_eq!(found("rf08 1001 6").await, BTreeSet::from([other.id]));
    assert_eq!(found("10,00").await, BTreeSet::from([first, other.id]), "in and out");
    for nothing in ["x", "talo", "11,00"] {
        assert_eq!(found(nothing).await, BTreeSet::new(), "{nothing}");
    }

    let search = PaymentSearch::read("kulttuuritalo");
    let page = async |state, after| db.store.search_payments(state, &search, after, 1).await.unwrap();
    let newest = page(PaymentState::Unmatched, None).await;
    let oldest = page(PaymentState::Unmatched, newest.next).await;
    assert_eq!((newest.payments.len(), oldest.payments.len(), oldest.next), (1, 1, None));
    assert!(newest.payments[0].id > oldest.payments[0].id);
    assert!(page(PaymentState::Matched, None).await.payments.is_empty());
}

async fn lists_are_read_from_indexes(db: TestDb) {
    for statement in statements::PAYMENTS {
        plans::assert_uses_indexes(&db, statement).await;
    }
}
