//! The ledger as both engines keep it.

use jiff::civil::{Date, date};
use liksa_domain::bill::{Bill, BillFigures, VatZeroReason};
use liksa_domain::data_check::Question;
use liksa_domain::ids::{BillId, Id, PersonId};
use liksa_domain::ledger::entries::{self, PaymentPlace};
use liksa_domain::ledger::{Account, Entry, EntryKind, LedgerLine};
use liksa_domain::vat::{self, VatRounding};
use liksa_money::{Money, Rate};
use liksa_store::{NewBill, NewPerson, Posted, Store, WrittenBill, statements};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};
use uuid::Uuid;

use crate::plans;

both_engines! {
    an_event_is_booked_once,
    balances_and_accounts_tell_what_was_booked,
    sales_are_told_by_rate_and_reason,
    numbers_have_no_gaps_however_many_post_at_once,
    nobody_changes_what_was_booked,
    pages_of_an_account_show_each_line_once,
    closed_books_take_no_entry_of_any_kind,
    nothing_is_posted_into_books_that_are_being_closed,
    nobody_changes_closed_books,
    accounts_are_read_from_indexes,
    references_are_found_by_index,
    huge_amounts_from_before_the_limits_break_no_page,
}

const STANDARD: Rate = Rate::from_millionths(255_000);
const DAY: Date = date(2026, 11, 16);

fn new_id<T: Id>() -> T {
    T::new(fixed_now(), *Uuid::new_v4().as_bytes().first_chunk().unwrap())
}

/// A bill of a worker, for the ledger to speak of.
async fn bill(store: &Store, content: Bill) -> (PersonId, BillId) {
    let person = person().email(&format!("{}@liksa.example", Uuid::new_v4())).build();
    let id = new_id();
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    let figures = BillFigures::default();
    let content = WrittenBill { id, bill: &content, figures, found_by: "", saved_at: fixed_now() };
    let new = NewBill { person: person.id, credit_of: None, correction_of: None, content };
    tx.insert_bill(&new).await.unwrap();
    tx.commit().await.unwrap();
    (person.id, id)
}

async fn send(store: &Store, content: Bill, day: Date, rows: &[(Rate, Money)]) -> BillId {
    let (person, bill) = bill(store, content).await;
    let totals = vat::totals(VatRounding::ByLine, rows).unwrap();
    let entry = entries::invoice_sent(bill, person, day, &totals).unwrap();
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.post(&entry, fixed_now()).await.unwrap(), Posted::New);
    tx.commit().await.unwrap();
    bill
}

/// As far as the ledger itself goes: the payments that are booked here are none.
async fn is_sound(store: &Store) -> bool {
    let findings = store.check(fixed_now()).await.unwrap();
    let mut of_ledger = findings
        .iter()
        .filter(|finding| matches!(finding.question, Question::EntriesBalance | Question::EntryNumbers));
    of_ledger.all(|finding| finding.problems.is_empty())
}

async fn an_event_is_booked_once(db: TestDb) {
    let parts = [(PaymentPlace::Unmatched, Money::euros(10))];
    let first = entries::payment_received("payment:1", DAY, &parts).unwrap();
    let second = entries::payment_received("payment:2", DAY, &parts).unwrap();
    let matched = entries::payment_matched(
        "payment:1",
        DAY,
        PaymentPlace::Unmatched,
        &[(PaymentPlace::Refundable, Money::euros(10))],
    )
    .unwrap();
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.post(&first, fixed_now()).await.unwrap(), Posted::New);
    assert_eq!(tx.post(&first, fixed_now()).await.unwrap(), Posted::AlreadyThere);
    tx.commit().await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    let again = [first.clone(), second.clone(), second, matched];
    assert_eq!(tx.post_all(&again, fixed_now()).await.unwrap(), 2);
    tx.commit().await.unwrap();
    let number = |kind, subject: &'static str| {
        let store = db.store.clone();
        async move { store.entry_of(kind, subject).await.unwrap().map(|entry| (entry.number, entry.date)) }
    };
    assert_eq!(number(EntryKind::PaymentReceived, "payment:1").await, Some((1, DAY)));
    assert_eq!(number(EntryKind::PaymentReceived, "payment:2").await, Some((2, DAY)));
    assert_eq!(number(EntryKind::PaymentMatched, "payment:1").await, Some((3, DAY)));
    assert_eq!(number(EntryKind::PaymentMatched, "payment:2").await, None);
    assert!(is_sound(&db.store).await);
}

async fn balances_and_accounts_tell_what_was_booked(db: TestDb) {
    let bill =
        send(&db.store, Bill::draft(STANDARD), date(2026, 10, 5), &[(STANDARD, Money::euros(100))]).await;
    let paid = [(PaymentPlace::Bill(bill), "125.50".parse().unwrap())];
    let entry = entries::payment_received("payment:1", DAY, &paid).unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.post(&entry, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();

    let november = (date(2026, 11, 1), date(2026, 11, 30));
    let balances = db.store.trial_balance(november.0, november.1).await.unwrap();
    let told: Vec<_> = balances
        .iter()
        .map(|one| (one.account, one.opening.plain(), one.debit.plain(), one.credit.plain()))
        .collect();
    let row = |account, opening: &str, debit: &str, credit: &str| {
        (account, opening.to_owned(), debit.to_owned(), credit.to_owned())
    };
    assert_eq!(
        told,
        [
            row(Account::Receivables, "125.50", "0.00", "-125.50"),
            row(Account::Bank, "0.00", "125.50", "0.00"),
            row(Account::VatPayable, "-25.50", "0.00", "0.00"),
            row(Account::AwaitingSalary, "-100.00", "0.00", "0.00"),
        ]
    );
    let before = db.store.balance_before(Account::Receivables, november.0).await.unwrap();
    assert_eq!(before, "125.50".parse().unwrap());
    let lines = db.store.account_lines(Account::Receivables, november, None, 10).await.unwrap();
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].amount, lines[0].bill), ("-125.50".parse().unwrap(), Some(bill)));
    let all = db.store.ledger_lines((date(2026, 1, 1), november.1), (0, 0), 10).await.unwrap();
    assert_eq!(all.len(), 5);
    assert_eq!(all[0].person_name.as_deref(), Some("Maija Meikäläinen"));
    let rest = db.store.ledger_lines((date(2026, 1, 1), november.1), (1, 3), 10).await.unwrap();
    assert_eq!(rest, all[3..]);
}

async fn sales_are_told_by_rate_and_reason(db: TestDb) {
    let (zero, hundred) = (Rate::ZERO, Money::euros(100));
    let exempt = Bill { vat_zero_reason: Some(VatZeroReason::Education), ..Bill::draft(STANDARD) };
    send(&db.store, exempt, DAY, &[(STANDARD, hundred), (zero, hundred)]).await;
    send(&db.store, Bill { reverse_vat: true, ..Bill::draft(zero) }, DAY, &[(zero, hundred)]).await;
    send(&db.store, Bill::draft(STANDARD), DAY, &[(STANDARD, hundred)]).await;
    send(&db.store, Bill::draft(STANDARD), date(2026, 12, 1), &[(STANDARD, hundred)]).await;
    let sales = db.store.vat_sales(date(2026, 11, 1), date(2026, 11, 30)).await.unwrap();
    let told: Vec<_> = sales
        .iter()
        .map(|one| (one.rate, one.reverse, one.zero_reason, one.net.plain(), one.vat.plain()))
        .collect();
    assert_eq!(
        told,
        [
            (STANDARD, false, None, "200.00".to_owned(), "51.00".to_owned()),
            (zero, false, Some(VatZeroReason::Education), "100.00".to_owned(), "0.00".to_owned()),
            (zero, true, None, "100.00".to_owned(), "0.00".to_owned()),
        ]
    );
}

async fn numbers_have_no_gaps_however_many_post_at_once(db: TestDb) {
    let tasks: Vec<_> = (0..16)
        .map(|number: u32| {
            let store = db.store.clone();
            tokio::spawn(async move {
                let parts = [(PaymentPlace::Unmatched, Money::euros(1))];
                // Each event is booked by two at once, and every fourth transaction is given up.
                let entry =
                    entries::payment_received(format!("payment:{}", number / 2), DAY, &parts).unwrap();
                let mut tx = store.begin().await.unwrap();
                tx.post(&entry, fixed_now()).await.unwrap();
                if !number.is_multiple_of(4) {
                    tx.commit().await.unwrap();
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let lines = db.store.ledger_lines((DAY, DAY), (0, 0), 100).await.unwrap();
    assert_eq!(lines.len(), 16, "eight events of two lines");
    assert_eq!(lines.last().unwrap().entry, 8);
    assert!(is_sound(&db.store).await);
}

async fn nobody_changes_what_was_booked(db: TestDb) {
    let parts = [(PaymentPlace::Unmatched, Money::euros(1))];
    let entry = entries::payment_received("payment:1", DAY, &parts).unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.post(&entry, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    for forbidden in [
        "UPDATE ledger_line SET amount = -amount",
        "DELETE FROM ledger_line",
        "UPDATE ledger_entry SET subject = 'x'",
        "DELETE FROM ledger_entry",
    ] {
        let refused = db.execute(forbidden).await;
        assert!(refused.unwrap_err().contains("never changed"), "{forbidden}");
    }
}

async fn pages_of_an_account_show_each_line_once(db: TestDb) {
    let mut tx = db.store.begin().await.unwrap();
    for number in 0..5i8 {
        // Booked in another order than the days.
        let day = date(2026, 11, 20 - number % 3);
        let parts = [(PaymentPlace::Unmatched, Money::euros(1)), (PaymentPlace::Unmatched, Money::euros(2))];
        let entry = entries::payment_received(format!("payment:{number}"), day, &parts).unwrap();
        tx.post(&entry, fixed_now()).await.unwrap();
    }
    tx.commit().await.unwrap();
    let year = (date(2026, 1, 1), date(2026, 12, 31));
    let all = db.store.account_lines(Account::UnmatchedPayments, year, None, 100).await.unwrap();
    assert_eq!(all.len(), 10);
    assert!(all.is_sorted_by_key(|line| (line.date, line.entry, line.place)));
    let mut paged = vec![];
    loop {
        let after = paged.last().map(liksa_store::AccountLine::place);
        let page = db.store.account_lines(Account::UnmatchedPayments, year, after, 3).await.unwrap();
        if page.is_empty() {
            break;
        }
        paged.extend(page);
    }
    assert_eq!(paged, all);
}

fn of_kind(kind: EntryKind, subject: &str, day: Date) -> Entry {
    let line = |account, euros| LedgerLine {
        account,
        amount: Money::euros(euros),
        vat_rate: None,
        person: None,
        bill: None,
    };
    Entry::new(kind, subject, day, [line(Account::Bank, 1), line(Account::Refundable, -1)]).unwrap()
}

async fn staff(store: &Store) -> PersonId {
    bill(store, Bill::draft(STANDARD)).await.0
}

async fn closed(store: &Store, until: Date) -> bool {
    let by = staff(store).await;
    let mut tx = store.begin().await.unwrap();
    let closed = tx.close_books(until, by, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    closed
}

async fn closed_books_take_no_entry_of_any_kind(db: TestDb) {
    let (october, november) = (date(2026, 10, 31), date(2026, 11, 30));
    let year = (date(2026, 1, 1), date(2026, 12, 31));
    let first: Vec<_> = EntryKind::ALL.iter().map(|kind| of_kind(*kind, "before", october)).collect();
    let mut tx = db.store.begin().await.unwrap();
    tx.post_all(&first, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.books_closed_until().await.unwrap(), None);
    assert!(closed(&db.store, october).await);
    assert!(closed(&db.store, november).await);
    assert!(!closed(&db.store, november).await && !closed(&db.store, october).await, "never backwards");
    assert_eq!(db.store.books_closed_until().await.unwrap(), Some(november));
    let closings = db.store.books_closings().await.unwrap();
    assert_eq!(closings.iter().map(|one| one.until).collect::<Vec<_>>(), [november, october]);
    assert_eq!(closings[0].closed_by, "Maija Meikäläinen");

    let before = db.store.ledger_lines((year.0, november), (0, 0), 1000).await.unwrap();
    let open = date(2026, 12, 24);
    let late: Vec<_> = EntryKind::ALL
        .iter()
        .flat_map(|kind| [of_kind(*kind, "october", date(2026, 10, 5)), of_kind(*kind, "december", open)])
        .collect();
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.post_all(&late, fixed_now()).await.unwrap(), late.len());
    tx.commit().await.unwrap();
    assert_eq!(db.store.ledger_lines((year.0, november), (0, 0), 1000).await.unwrap(), before);
    let lines = db.store.ledger_lines((date(2026, 12, 1), year.1), (0, 0), 1000).await.unwrap();
    assert_eq!(lines.len(), 2 * late.len());
    for line in lines {
        let expected = match line.subject.as_str() {
            "october" => (date(2026, 12, 1), Some(date(2026, 10, 5))),
            _ => (open, None),
        };
        assert_eq!((line.date, line.happened_on), expected, "{line:?}");
    }
    assert!(is_sound(&db.store).await);
}

/// Of those who post while the books are being closed, each is through before or finds them closed.
async fn nothing_is_posted_into_books_that_are_being_closed(db: TestDb) {
    let (october, by) = (date(2026, 10, 31), staff(&db.store).await);
    let mut tasks = vec![];
    for number in 0..12 {
        let store = db.store.clone();
        tasks.push(tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            if number == 6 {
                assert!(tx.close_books(october, by, fixed_now()).await.unwrap());
            } else {
                let entry = of_kind(EntryKind::PaymentReceived, &format!("payment:{number}"), october);
                tx.post(&entry, fixed_now()).await.unwrap();
            }
            tx.commit().await.unwrap();
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let lines = db.store.ledger_lines((october, date(2026, 11, 1)), (0, 0), 100).await.unwrap();
    assert_eq!(lines.len(), 22);
    // In the order of their numbers: first those before the closing, then those after it.
    assert!(lines.is_sorted_by_key(|line| line.date), "{lines:?}");
    for line in &lines {
        assert_eq!(line.happened_on.is_some(), line.date > october);
    }
    assert!(is_sound(&db.store).await);
    let findings = db.store.check(fixed_now()).await.unwrap();
    let closed = findings.iter().find(|finding| finding.question == Question::ClosedBooks).unwrap();
    assert_eq!(closed.problems, []);
}

async fn nobody_changes_closed_books(db: TestDb) {
    let mut tx = db.store.begin().await.unwrap();
    tx.post(&of_kind(EntryKind::PaymentReceived, "payment:1", DAY), fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    assert!(closed(&db.store, date(2026, 11, 30)).await);
    for forbidden in [
        "UPDATE books_closing SET until = '2026-10-31'",
        "DELETE FROM books_closing",
        "UPDATE ledger_counter SET closed_until = NULL",
        "UPDATE ledger_counter SET closed_until = '2026-10-31'",
        "INSERT INTO ledger_entry (number, date, kind, subject, made_at) VALUES (2, '2026-11-30', 'SALARY', 'x', 0)",
        "INSERT INTO ledger_line (entry, place, account, date, amount) VALUES (1, 9, 1910, '2026-11-16', 100)",
    ] {
        let refused = db.execute(forbidden).await.unwrap_err();
        assert!(refused.contains("closed books are never changed"), "{forbidden}: {refused}");
    }
}

async fn accounts_are_read_from_indexes(db: TestDb) {
    for statement in statements::LEDGER {
        plans::assert_uses_indexes(&db, statement).await;
    }
}

/// The engines ask this whenever a row that is referred to is deleted.
async fn references_are_found_by_index(db: TestDb) {
    for (statement, index) in [
        ("SELECT 1 FROM ledger_line WHERE bill_id = $1", "ledger_line_by_bill"),
        ("SELECT 1 FROM ledger_line WHERE person_id = $1", "ledger_line_by_person"),
        ("SELECT 1 FROM recovery_part WHERE salary_id = $1", "recovery_part_by_salary"),
    ] {
        let plan = plans::assert_uses_indexes(&db, statement).await;
        assert!(plan.contains(index), "{statement}\n{plan}");
    }
}

/// Amounts that no limit keeps out any more are shown as the largest sum, and the check tells of them.
async fn huge_amounts_from_before_the_limits_break_no_page(db: TestDb) {
    let huge: Money = "922337203685477.00".parse().unwrap();
    let mut tx = db.store.begin().await.unwrap();
    for subject in ["payment:1", "payment:2"] {
        let entry = entries::payment_received(subject, DAY, &[(PaymentPlace::Unmatched, huge)]).unwrap();
        tx.post(&entry, fixed_now()).await.unwrap();
    }
    tx.commit().await.unwrap();
    let year = (date(2026, 1, 1), date(2026, 12, 31));
    let balances = db.store.trial_balance(year.0, year.1).await.unwrap();
    let largest = Money::from_units(100_000_000_000_000_000);
    assert_eq!((balances[0].account, balances[0].debit), (Account::Bank, largest));
    assert_eq!(balances[1].credit, largest.negated().unwrap());
    let before = db.store.balance_before(Account::Bank, date(2027, 1, 1)).await.unwrap();
    assert_eq!(before, largest);
    let dashboard = db.store.dashboard(new_id(), &[], year.0).await.unwrap();
    assert_eq!(dashboard.money[0].money_in, largest);
    let findings = db.store.check(fixed_now()).await.unwrap();
    let sizes = findings.iter().find(|finding| finding.question == Question::AmountSizes).unwrap();
    assert_eq!(sizes.problems[0].count, Some(4), "{:?}", sizes.problems);
}
