//! Places that workers write down, and those of earlier trips, on both engines.

use liksa_domain::address::PlaceDetails;
use liksa_domain::ids::{Id, OwnPlaceId, PersonId};
use liksa_store::{NewPerson, Store, statements};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};

use crate::plans;

both_engines! {
    places_come_back_by_name_to_their_owner,
    the_same_place_is_stored_once,
    whether_one_wants_no_search_is_read,
    places_and_trips_are_read_from_indexes,
}

async fn store_person(store: &Store, email: &str) -> PersonId {
    let person = person().email(email).build();
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    person.id
}

fn id(number: u8) -> OwnPlaceId {
    OwnPlaceId::new(fixed_now(), [number; 10])
}

async fn put(store: &Store, person: PersonId, number: u8, name: &str) -> bool {
    let details = PlaceDetails { name: name.into(), address: "Tori 1, 33100 Tampere".into() };
    let mut tx = store.begin().await.unwrap();
    let put = tx.insert_own_place(id(number), person, &details, fixed_now()).await.is_ok();
    put && tx.commit().await.is_ok()
}

async fn names(store: &Store, person: PersonId) -> Vec<String> {
    store.own_places(person).await.unwrap().into_iter().map(|place| place.details.name).collect()
}

async fn places_come_back_by_name_to_their_owner(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let pekka = store_person(&db.store, "pekka@liksa.example").await;
    assert!(put(&db.store, maija, 1, "Treenis").await && put(&db.store, maija, 2, "Sali").await);
    assert_eq!(names(&db.store, maija).await, ["Sali", "Treenis"]);
    assert!(names(&db.store, pekka).await.is_empty());
    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.delete_own_place(pekka, id(1)).await.unwrap(), "another's");
    assert!(tx.delete_own_place(maija, id(1)).await.unwrap());
    assert!(!tx.delete_own_place(maija, id(1)).await.unwrap(), "it goes once");
    assert_eq!(tx.lock_own_places(maija).await.unwrap().len(), 1);
    tx.commit().await.unwrap();
    assert_eq!(names(&db.store, maija).await, ["Sali"]);
    assert!(db.store.trip_addresses(maija, 10).await.unwrap().is_empty());
}

async fn the_same_place_is_stored_once(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let pekka = store_person(&db.store, "pekka@liksa.example").await;
    assert!(put(&db.store, maija, 1, "Sali").await);
    assert!(!put(&db.store, maija, 2, "Sali").await);
    assert!(put(&db.store, pekka, 3, "Sali").await);
}

async fn whether_one_wants_no_search_is_read(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    assert_eq!(db.store.address_search_disabled(maija).await.unwrap(), Some(false));
    assert_eq!(db.store.address_search_disabled(id(1).uuid().into()).await.unwrap(), None);
}

async fn places_and_trips_are_read_from_indexes(db: TestDb) {
    for statement in statements::PLACES {
        plans::assert_uses_indexes(&db, statement).await;
    }
}
