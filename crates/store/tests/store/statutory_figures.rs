//! What was added to the statutory figures, on both engines.

use jiff::civil::date;
use liksa_domain::bill::{Bill, BillFigures, BillState, Row};
use liksa_domain::ids::PersonId;
use liksa_money::Rate;
use liksa_rates::{Addition, HalfYear};
use liksa_store::{MadeAddition, NewBill, NewPerson, WrittenBill};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};

use crate::payments::fixture::new_id;

both_engines! {
    additions_are_kept_in_their_order,
    those_who_add_wait_for_those_who_use,
    a_sent_bill_uses_the_figures_of_its_days,
}

async fn admin(db: &TestDb) -> PersonId {
    let admin = person().build();
    let mut tx = db.store.begin().await.unwrap();
    let new = NewPerson { person: &admin, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    admin.id
}

fn made(made_by: PersonId, version: i64, addition: Addition) -> MadeAddition {
    MadeAddition { version, addition, seal: version.to_string(), made_at: fixed_now(), made_by }
}

fn rate() -> Addition {
    Addition::ReferenceRate {
        half_year: HalfYear::new(2026, 2).unwrap(),
        rate: Rate::from_millionths(25_000),
        source: "Suomen Pankki".into(),
    }
}

async fn additions_are_kept_in_their_order(db: TestDb) {
    let year = Addition::Year { valid_from: date(2027, 1, 1), file: "year = 2027".into() };
    let admin = admin(&db).await;
    let all = [made(admin, 1, year), made(admin, 2, rate())];
    for one in &all {
        let mut tx = db.store.begin().await.unwrap();
        assert_eq!(tx.lock_figures().await.unwrap(), one.version - 1);
        tx.insert_addition(one).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(db.store.figures_version().await.unwrap(), one.version);
    }
    assert_eq!(db.store.figures_additions().await.unwrap(), all);
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.addition_with_seal("2").await.unwrap().as_ref(), Some(&all[1]));
    assert_eq!(tx.addition_with_seal("3").await.unwrap(), None);
    let skipped = MadeAddition { version: 4, seal: "4".into(), ..all[1].clone() };
    assert!(tx.insert_addition(&skipped).await.is_err(), "no version is left out");
    drop(tx);
    let days = (date(2027, 1, 1), date(2027, 12, 31));
    assert_eq!(db.store.last_day_of_used_figures(days.0, days.1).await.unwrap(), None);
}

async fn those_who_add_wait_for_those_who_use(db: TestDb) {
    let addition = made(admin(&db).await, 1, rate());
    let mut using = db.store.begin().await.unwrap();
    assert_eq!(using.hold_figures().await.unwrap(), 0);
    let store = db.store.clone();
    let adding = tokio::spawn(async move {
        let mut tx = store.begin().await.unwrap();
        tx.lock_figures().await.unwrap();
        tx.insert_addition(&addition).await.unwrap();
        tx.commit().await.unwrap();
    });
    for _ in 0..20 {
        tokio::task::yield_now().await;
        assert_eq!(using.hold_figures().await.unwrap(), 0);
    }
    assert!(!adding.is_finished());
    using.commit().await.unwrap();
    adding.await.unwrap();
    assert_eq!(db.store.figures_version().await.unwrap(), 1);
}

async fn a_sent_bill_uses_the_figures_of_its_days(db: TestDb) {
    let worker = admin(&db).await;
    for (state, day) in [
        (BillState::Open, date(2027, 5, 5)),
        (BillState::Pending, date(2027, 2, 3)),
        (BillState::Closed, date(2027, 1, 2)),
        (BillState::Closed, date(2028, 1, 2)),
    ] {
        let row = Row { id: Some(new_id()), ..Row::empty(day, Rate::ZERO) };
        let bill = Bill { state, rows: vec![row], ..Bill::draft(Rate::ZERO) };
        let figures = BillFigures::default();
        let content = WrittenBill { id: new_id(), bill: &bill, figures, found_by: "", saved_at: fixed_now() };
        let new = NewBill { person: worker, credit_of: None, correction_of: None, content };
        let mut tx = db.store.begin().await.unwrap();
        tx.insert_bill(&new).await.unwrap();
        tx.commit().await.unwrap();
    }
    let used = db.store.last_day_of_used_figures(date(2027, 1, 1), date(2027, 12, 31)).await.unwrap();
    assert_eq!(used, Some(date(2027, 2, 3)), "a draft uses none");
}
