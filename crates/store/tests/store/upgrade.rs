//! What the migrations do to the data of an earlier version, all of them together.

use std::path::Path;

use liksa_domain::bill::BillState;
use liksa_domain::ids::{BillId, CustomerId, Id, PaymentId, PayrollRunId, PersonId, RefundId, SalaryId};
use liksa_domain::payments::PaymentState;
use liksa_domain::payroll::RunState;
use liksa_money::Money;
use liksa_store::{Database, Store, StoreError};
use liksa_test_support::{EmptyDb, TestDb, both_engines, fixed_now};
use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx_postgres::PgConnection;
use sqlx_sqlite::SqliteConnection;
use uuid::Uuid;

both_engines! {
    data_of_an_earlier_version_is_brought_along_and_sound,
    a_run_that_is_partly_booked_takes_its_debts,
    every_worker_gets_an_own_record_of_a_shared_company,
    the_schema_of_a_newer_program_is_refused,
}

/// The version that the data are of.
const BEFORE: i64 = 19;
const DATA: &str = include_str!("upgrade/before.sql");
const SHARED_CUSTOMERS: &str = include_str!("upgrade/shared_customers.sql");
const PART_BOOKED: &str = include_str!("upgrade/part_booked.sql");
/// Above all ids of the data.
const IDS: u128 = 80;

fn id<T: Id>(number: u128) -> T {
    T::from_uuid(Uuid::from_u128(number))
}

/// The statements in the way of the engine.
fn in_its_way(database: &Database, sql: &str) -> String {
    (1..IDS).fold(sql.to_owned(), |sql, number| {
        let (of_id, of_hash) = match database {
            Database::Sqlite(_) => (format!("x'{number:032x}'"), format!("x'{number:064x}'")),
            Database::Postgres(_) => (format!("'{number:032x}'"), format!("'\\x{number:064x}'")),
        };
        sql.replace(&format!("id({number})"), &of_id).replace(&format!("hash({number})"), &of_hash)
    })
}

async fn migrate_to(database: &Database, version: i64) {
    let engine = if matches!(database, Database::Sqlite(_)) { "sqlite" } else { "postgres" };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(engine);
    let all = Migrator::new(folder).await.unwrap();
    let some = all.iter().filter(|migration| migration.version <= version).cloned().collect();
    let some = Migrator::with_migrations(some);
    match database {
        Database::Sqlite(path) => {
            let address = format!("sqlite:{}?mode=rwc", path.display());
            some.run(&mut SqliteConnection::connect(&address).await.unwrap()).await.unwrap();
        }
        Database::Postgres(url) => {
            some.run(&mut PgConnection::connect(url).await.unwrap()).await.unwrap();
        }
    }
}

/// A database of the earlier version with its data, brought up to date.
async fn upgraded(db: TestDb, data: &[&str]) -> TestDb {
    migrate_to(&db.database, BEFORE).await;
    for sql in data {
        db.execute(in_its_way(&db.database, sql)).await.unwrap();
    }
    db.store.migrate().await.unwrap();
    db
}

async fn the_schema_of_a_newer_program_is_refused(db: TestDb) {
    let hash = if matches!(db.database, Database::Sqlite(_)) { "x'00'" } else { "'\\x00'" };
    let newer = format!(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (99999, 'of a newer program', TRUE, {hash}, 0)"
    );
    db.execute(newer).await.unwrap();
    let refused = db.store.migrate().await.unwrap_err();
    let known = Store::newest_schema_version();
    assert!(
        matches!(refused, StoreError::NewerSchema { found: 99999, known: newest } if newest == known),
        "{refused:?}"
    );
    let told = refused.to_string();
    assert!(told.contains("newer Liksa") && told.contains(&format!("up to {known}")), "{told}");
    assert!(!refused.is_outage(), "asking again does not help");
}

async fn data_of_an_earlier_version_is_brought_along_and_sound(EmptyDb(db): EmptyDb) {
    let db = upgraded(db, &[DATA]).await;
    let store = &db.store;
    for finding in store.check(fixed_now()).await.unwrap() {
        assert_eq!(finding.problems, [], "{:?}", finding.question);
    }

    let credited = store.bill(id(10)).await.unwrap().unwrap();
    assert_eq!((credited.bill.state, credited.credited_amount), (BillState::Credited, Money::euros(1000)));
    let note = store.bill(id(11)).await.unwrap().unwrap();
    assert_eq!(note.bill.state, BillState::Paid, "a credit note asks for nothing");
    let draft = store.bill(id(13)).await.unwrap().unwrap();
    assert_eq!((draft.figures.salary_rate, draft.figures.estimate), (None, None), "it was not calculable");
    let paid = store.bills_of_salary(id::<SalaryId>(22)).await.unwrap();
    let paid: Vec<(BillId, Money)> = paid.iter().map(|bill| (bill.id, bill.total)).collect();
    assert_eq!(paid, [(id(10), Money::euros(1000))], "what was taken back later was in the salary");

    let files = store.payroll_files(id::<PayrollRunId>(20)).await.unwrap();
    assert!(files[0].fetched_at.is_some(), "it may have left");
    assert!(store.payroll_run(id(20)).await.unwrap().unwrap().files_written);
    let run = store.payroll_run(id(21)).await.unwrap().unwrap();
    assert_eq!((run.state, run.approved), (RunState::Calculated, None));
    assert!(store.since_calculation(run.id).await.unwrap().unapproved > 0, "it is calculated again");
    let refunds = store.refunds_to_approve(id::<PersonId>(1)).await.unwrap();
    assert_eq!(refunds.iter().map(|refund| refund.id).collect::<Vec<RefundId>>(), [id(46)]);

    let of = async |number: u128| store.payment(id::<PaymentId>(number)).await.unwrap().unwrap();
    assert_eq!(of(42).await.state, PaymentState::Confirmed, "the salaries as one sum");
    assert_eq!(of(43).await.state, PaymentState::Outgoing, "once");
    assert_eq!(of(45).await.bank_id, "A6/reversal");
    let files = db.text_of("bank_file").await;
    assert_eq!(files.matches("FI2112345600000785").count(), 2, "also of a file without payments: {files}");
    assert_eq!(store.open_withheld().await.unwrap().len(), 2, "withheld, and taken back");
}

async fn a_run_that_is_partly_booked_takes_its_debts(EmptyDb(db): EmptyDb) {
    let db = upgraded(db, &[DATA, PART_BOOKED]).await;
    let run = db.store.payroll_run(id(50)).await.unwrap().unwrap();
    assert_eq!(run.state, RunState::Approved);
    assert_eq!(db.store.owed(id::<PersonId>(2)).await.unwrap(), Money::euros(40));
    let mut tx = db.store.begin().await.unwrap();
    let left = tx.open_recoveries(id(1), &[id(2)]).await.unwrap();
    let left: Vec<_> = left.iter().map(|debt| (debt.id.uuid().as_u128(), debt.remaining)).collect();
    assert_eq!(left, [(54, Money::euros(40))], "the oldest first");
}

async fn every_worker_gets_an_own_record_of_a_shared_company(EmptyDb(db): EmptyDb) {
    let db = upgraded(db, &[DATA, SHARED_CUSTOMERS]).await;
    let (store, aino, bertta) = (&db.store, id::<PersonId>(60), id::<PersonId>(61));
    let customer_of = async |bill: u128| {
        let bill = store.bill(id(bill)).await.unwrap().unwrap();
        let customer = bill.bill.customer.unwrap();
        store.billed_customer(bill.person, customer).await.unwrap().unwrap()
    };
    let sent = customer_of(67).await;
    assert_eq!(sent.id, id(63));
    assert_eq!((&*sent.details.name, &*sent.details.email), ("Vanha nimi Oy", "vanha@kulttuuritalo.example"));
    assert_eq!(customer_of(68).await.id, id(64), "it goes where it would have gone");

    let own = customer_of(69).await;
    assert!(own.id != id(63) && own.id != id(64));
    let details = &own.details;
    assert_eq!((&*details.name, &*details.email), ("Kulttuuritalo Oy", "laskut@kulttuuritalo.example"));
    assert_eq!((details.payment_days, &*details.reference), (21, "PO-7"));
    assert_eq!((&*details.phone, &*details.email2, details.people.len()), ("", "", 0), "whom Aino knows");
    let listed = async |person| -> Vec<CustomerId> {
        store.saved_customers(person).await.unwrap().iter().map(|seen| seen.customer.id).collect()
    };
    assert_eq!(listed(bertta).await, [own.id], "and nobody's private person");
    assert_eq!(store.count_saved_customers(bertta).await.unwrap(), 1, "nothing is left of it");
    assert_eq!(listed(aino).await, [id(64), id(66)]);
    let erased = id::<PersonId>(62);
    assert_eq!(store.own_customer_card(erased, id(64)).await.unwrap(), None, "who was erased bills nobody");
    assert_eq!(customer_of(71).await.id, id(64));
    for record in [63, 64] {
        assert_eq!(store.own_customer_card(bertta, id(record)).await.unwrap().unwrap().id, own.id);
        assert_eq!(store.own_customer_card(aino, id(record)).await.unwrap().unwrap().id, id(64));
        assert!(store.is_same_customer(id(record), own.id).await.unwrap());
    }
    for record in [65, 66] {
        assert_eq!(store.customer(bertta, id(record)).await.unwrap(), None, "what is private now");
    }
    let found = store.search_customers(bertta, "kulttuuri", 0, 20).await.unwrap();
    assert_eq!((found.customers[0].customer.id, found.total), (own.id, 1));
    let company = store.company(id(64)).await.unwrap().unwrap();
    assert_eq!((&*company.company.name, company.workers), ("Kulttuuritalo Oy", 2));
}
