//! What payroll asks of the engines. The rest is tested through the server's jobs, on both engines.

use jiff::civil::date;
use liksa_domain::bill::{Bill, BillFigures, BillState, Pricing, Row};
use liksa_domain::ids::{Id, PayrollRunId, PersonId};
use liksa_domain::payroll::{PastSalaries, calculate};
use liksa_domain::settings::ProviderSettings;
use liksa_money::{Money, Rate};
use liksa_store::{NewBill, NewPerson, NewSalary, PayrollRun, Store, WrittenBill, statements};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};
use uuid::Uuid;

use crate::plans;

both_engines! {
    a_payday_has_one_open_run,
    a_chunk_is_written_by_one_runner_alone,
    a_bill_goes_into_one_salary_until_that_is_reckoned_anew,
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

/// A run of this day in November that is being calculated.
async fn calculating(store: &Store, day: i8, maker: PersonId) -> PayrollRun {
    let mut tx = store.begin().await.unwrap();
    let (id, _) = tx.make_run(new_id(), date(2026, 11, day), maker, fixed_now()).await.unwrap();
    assert!(tx.begin_calculation(id, maker, fixed_now()).await.unwrap().is_some());
    tx.commit().await.unwrap();
    store.payroll_run(id).await.unwrap().unwrap()
}

/// Somebody whose customer has paid, and what the run would pay them.
async fn payable(store: &Store) -> NewSalary {
    let person = somebody(store).await;
    let row = Row {
        id: Some(new_id()),
        pricing: Pricing::Contract { price: Some(Money::euros(1000)) },
        ..Row::empty(date(2026, 11, 2), Rate::ZERO)
    };
    let bill = Bill { state: BillState::Paid, rows: vec![row], ..Bill::draft(Rate::ZERO) };
    let content = WrittenBill {
        id: new_id(),
        bill: &bill,
        figures: BillFigures::default(),
        found_by: "",
        saved_at: fixed_now(),
    };
    let mut tx = store.begin().await.unwrap();
    tx.insert_bill(&NewBill { person, credit_of: None, correction_of: None, content }).await.unwrap();
    tx.commit().await.unwrap();
    let payday = date(2026, 11, 20);
    let bills = store.payable_bills(&[person]).await.unwrap().remove(&person).unwrap();
    let facts = store.pay_facts(&[person], payday).await.unwrap().remove(&person).unwrap();
    let (past, settings) = (PastSalaries::default(), ProviderSettings::default());
    NewSalary {
        id: new_id(),
        person,
        calculated: calculate(&bills, &facts, &past, &settings, payday),
        bills: bills.iter().map(|bill| bill.id).collect(),
        iban: None,
        previous_salary: None,
        on_hold: false,
    }
}

async fn add(store: &Store, run: &PayrollRun, salaries: &[NewSalary]) -> bool {
    let mut tx = store.begin().await.unwrap();
    let added = tx.add_salaries(run, salaries).await.unwrap();
    if added {
        tx.commit().await.unwrap();
    }
    added
}

async fn a_chunk_is_written_by_one_runner_alone(db: TestDb) {
    let salary = payable(&db.store).await;
    let run = calculating(&db.store, 20, salary.person).await;
    // Both have read the run before either wrote.
    let (one, other) = tokio::join!(
        add(&db.store, &run, std::slice::from_ref(&salary)),
        add(&db.store, &run, std::slice::from_ref(&salary)),
    );
    assert!(one != other, "{one} {other}");
    let counts = db.store.run_counts(run.id).await.unwrap();
    assert_eq!((counts.calculated, counts.waiting_bills), (1, 0));
    let now = db.store.payroll_run(run.id).await.unwrap().unwrap();
    assert_eq!((run.to_calculate, now.calculated_until), (1, Some(salary.person)));
    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.end_calculation(&run).await.unwrap(), "whoever has not seen the last chunk does not end it");
    assert!(tx.end_calculation(&now).await.unwrap());
}

async fn a_bill_goes_into_one_salary_until_that_is_reckoned_anew(db: TestDb) {
    let salary = payable(&db.store).await;
    let first = calculating(&db.store, 20, salary.person).await;
    let second = calculating(&db.store, 25, salary.person).await;
    assert!(add(&db.store, &first, std::slice::from_ref(&salary)).await);
    let again = NewSalary { id: new_id(), ..salary.clone() };
    assert!(!add(&db.store, &second, std::slice::from_ref(&again)).await, "the first has it");
    assert_eq!(db.store.run_counts(second.id).await.unwrap().calculated, 0);

    let mut tx = db.store.begin().await.unwrap();
    let now = db.store.payroll_run(first.id).await.unwrap().unwrap();
    assert!(tx.end_calculation(&now).await.unwrap());
    assert!(tx.begin_calculation(first.id, salary.person, fixed_now()).await.unwrap().is_some());
    tx.commit().await.unwrap();
    assert!(add(&db.store, &second, &[again]).await, "it was free again");
    assert!(!add(&db.store, &first, &[salary]).await, "what was read before counts no more");
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
