//! What payroll asks of the engines. The rest is tested through the server's jobs, on both engines.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod plans;

use jiff::civil::date;
use liksa_domain::ids::{Id, PayrollRunId, PersonId};
use liksa_store::{NewPerson, Store, statements};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};
use uuid::Uuid;

both_engines! {
    a_payday_has_one_open_run,
    pages_of_runs_show_each_once,
    lists_are_read_from_indexes,
}

fn new_id<T: Id>() -> T {
    T::new(fixed_now(), *Uuid::new_v4().as_bytes().first_chunk().unwrap())
}

async fn somebody(store: &Store) -> PersonId {
    let person = person().build();
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    person.id
}

async fn a_payday_has_one_open_run(db: TestDb) {
    let maker = somebody(&db.store).await;
    let (first, second): (PayrollRunId, PayrollRunId) = (new_id(), new_id());
    for (id, expected) in [(first, (first, true)), (second, (first, false))] {
        let mut tx = db.store.begin().await.unwrap();
        let made = tx.make_run(id, date(2026, 11, 20), maker, fixed_now()).await.unwrap();
        assert_eq!(made, expected);
        tx.commit().await.unwrap();
    }
    assert!(db.store.payroll_run(second).await.unwrap().is_none());
}

async fn pages_of_runs_show_each_once(db: TestDb) {
    let maker = somebody(&db.store).await;
    for day in [20, 18, 19, 17] {
        let mut tx = db.store.begin().await.unwrap();
        tx.make_run(new_id(), date(2026, 11, day), maker, fixed_now()).await.unwrap();
        tx.commit().await.unwrap();
    }
    let first = db.store.payroll_runs(None, 3).await.unwrap();
    let last = &first[2];
    let rest = db.store.payroll_runs(Some((last.payday, last.id)), 3).await.unwrap();
    let days: Vec<i8> = first.iter().chain(&rest).map(|run| run.payday.day()).collect();
    assert_eq!(days, [20, 19, 18, 17]);
}

async fn lists_are_read_from_indexes(db: TestDb) {
    for statement in statements::PAYROLL {
        plans::assert_uses_indexes(&db, statement).await;
    }
}
