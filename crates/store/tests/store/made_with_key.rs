//! Idempotency keys on both engines.

use jiff::ToSpan;
use liksa_domain::ids::{CustomerId, Id, PersonId};
use liksa_store::{MadeKind, NewPerson, Store};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};
use tokio::task::JoinSet;

both_engines! {
    a_key_makes_one_thing,
    a_key_is_of_one_person_and_one_kind,
    a_key_of_a_dropped_transaction_is_free,
    of_many_claims_at_once_one_wins,
    old_keys_are_forgotten_and_new_ones_kept,
}

const KEY: &str = "key-of-a-test";

async fn store_person(store: &Store, email: &str) -> PersonId {
    let person = person().email(email).build();
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    person.id
}

fn thing(number: u8) -> CustomerId {
    CustomerId::new(fixed_now(), [number; 10])
}

/// Claims in a transaction of its own, and answers what had been made before.
async fn claim(store: &Store, person: PersonId, kind: MadeKind, key: &str, making: u8) -> Option<CustomerId> {
    let mut tx = store.begin().await.unwrap();
    let made = tx.claim_key(person, kind, Some(key), thing(making), fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    made
}

async fn a_key_makes_one_thing(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    assert_eq!(claim(&db.store, maija, MadeKind::Customer, KEY, 1).await, None);
    assert_eq!(claim(&db.store, maija, MadeKind::Customer, KEY, 2).await, Some(thing(1)));
    assert_eq!(claim(&db.store, maija, MadeKind::Customer, "another-key", 3).await, None);
}

async fn a_key_is_of_one_person_and_one_kind(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let pekka = store_person(&db.store, "pekka@liksa.example").await;
    assert_eq!(claim(&db.store, maija, MadeKind::Customer, KEY, 1).await, None);
    assert_eq!(claim(&db.store, pekka, MadeKind::Customer, KEY, 2).await, None);
    for kind in [MadeKind::Bill, MadeKind::Copy, MadeKind::Correction] {
        assert_eq!(claim(&db.store, maija, kind, KEY, 3).await, None, "{kind:?}");
    }
}

async fn a_key_of_a_dropped_transaction_is_free(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let mut tx = db.store.begin().await.unwrap();
    tx.claim_key(maija, MadeKind::Customer, Some(KEY), thing(1), fixed_now()).await.unwrap();
    drop(tx);
    assert_eq!(claim(&db.store, maija, MadeKind::Customer, KEY, 2).await, None);
}

async fn of_many_claims_at_once_one_wins(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let mut claims = JoinSet::new();
    for number in 1..=10 {
        let store = db.store.clone();
        claims.spawn(async move { (number, claim(&store, maija, MadeKind::Customer, KEY, number).await) });
    }
    let answers = claims.join_all().await;
    let winners: Vec<u8> =
        answers.iter().filter(|(_, made)| made.is_none()).map(|(number, _)| *number).collect();
    assert_eq!(winners.len(), 1, "{answers:?}");
    let others = answers.iter().filter_map(|(_, made)| *made);
    assert!(others.eq([thing(winners[0]); 9]), "{answers:?}");
}

async fn old_keys_are_forgotten_and_new_ones_kept(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    claim(&db.store, maija, MadeKind::Customer, KEY, 1).await;
    for (made_before, forgotten) in [(fixed_now(), 0), (fixed_now() + 1.microsecond(), 1)] {
        let mut tx = db.store.begin().await.unwrap();
        assert_eq!(tx.delete_old_keys(made_before).await.unwrap(), forgotten);
        tx.commit().await.unwrap();
    }
    assert_eq!(claim(&db.store, maija, MadeKind::Customer, KEY, 2).await, None);
}
