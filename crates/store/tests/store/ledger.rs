//! The ledger as both engines keep it.

use jiff::civil::{Date, date};
use liksa_domain::bill::{Bill, BillFigures, VatZeroReason};
use liksa_domain::ids::{BillId, Id, PersonId};
use liksa_domain::ledger::entries::{self, PaymentPlace};
use liksa_domain::ledger::{Account, EntryKind};
use liksa_domain::vat;
use liksa_money::{Money, Rate};
use liksa_store::{Database, NewBill, NewPerson, Posted, Store, WrittenBill, statements};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};
use sqlx::{Connection, Executor};
use sqlx_postgres::PgConnection;
use sqlx_sqlite::SqliteConnection;
use uuid::Uuid;

use crate::plans;

both_engines! {
    a_deed_is_booked_once,
    balances_and_accounts_tell_what_was_booked,
    sales_are_told_by_rate_and_reason,
    numbers_have_no_gaps_however_many_post_at_once,
    nobody_changes_what_was_booked,
    pages_of_an_account_show_each_line_once,
    accounts_are_read_from_indexes,
    references_are_found_by_index,
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
    let totals = vat::totals(rows.iter().copied()).unwrap();
    let entry = entries::invoice_sent(bill, person, day, &totals).unwrap();
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.post(&entry, fixed_now()).await.unwrap(), Posted::New);
    tx.commit().await.unwrap();
    bill
}

/// As far as the ledger itself goes: the payments that are booked here are none.
async fn is_sound(store: &Store) -> bool {
    let findings = store.check().await.unwrap();
    let mut of_ledger = findings.iter().filter(|finding| finding.question.contains("ledger entr"));
    of_ledger.all(|finding| finding.problems.is_empty())
}

async fn a_deed_is_booked_once(db: TestDb) {
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
                // Each deed is tried by two at once, and every fourth transaction is given up.
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
    assert_eq!(lines.len(), 16, "eight deeds of two lines");
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
        let refused = match &db.database {
            Database::Sqlite(path) => {
                let address = format!("sqlite:{}", path.display());
                SqliteConnection::connect(&address).await.unwrap().execute(forbidden).await.map(drop)
            }
            Database::Postgres(url) => {
                PgConnection::connect(url).await.unwrap().execute(forbidden).await.map(drop)
            }
        };
        assert!(refused.unwrap_err().to_string().contains("never changed"), "{forbidden}");
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
