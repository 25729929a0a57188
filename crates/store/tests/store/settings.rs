//! The provider's settings, on both engines.

use jiff::civil::{Date, date};
use jiff::{Timestamp, ToSpan};
use liksa_domain::person::Person;
use liksa_domain::settings::ProviderForm;
use liksa_store::{MadeSettings, NewPerson};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};

both_engines!(the_newest_of_the_day_holds);

async fn admin(db: &TestDb) -> Person {
    let person = person().build();
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_person(&NewPerson { person: &person, password_hash: "", created_at: fixed_now() })
        .await
        .unwrap();
    tx.commit().await.unwrap();
    person
}

fn made(by: &Person, valid_from: Date, made_at: Timestamp, name: &str) -> MadeSettings {
    let form = ProviderForm { name: name.into(), ..ProviderForm::made_up() };
    MadeSettings { valid_from, made_at, made_by: by.id, form }
}

async fn the_newest_of_the_day_holds(db: TestDb) {
    let admin = admin(&db).await;
    assert!(db.store.settings_on(date(2026, 11, 16)).await.unwrap().is_none());
    let all = [
        made(&admin, date(2026, 1, 1), fixed_now(), "Liksa Oy"),
        made(&admin, date(2027, 1, 1), fixed_now() + 1.second(), "Liksa Oyj"),
        made(&admin, date(2026, 1, 1), fixed_now() + 2.seconds(), "Liksa Ab"),
    ];
    for one in &all {
        let mut tx = db.store.begin().await.unwrap();
        tx.insert_settings(one).await.unwrap();
        tx.commit().await.unwrap();
    }
    for (day, name) in [
        (date(2025, 12, 31), None),
        (date(2026, 1, 1), Some("Liksa Ab")),
        (date(2026, 12, 31), Some("Liksa Ab")),
        (date(2027, 1, 1), Some("Liksa Oyj")),
    ] {
        let found = db.store.settings_on(day).await.unwrap().map(|provider| provider.seller.name);
        assert_eq!(found.as_deref(), name, "{day}");
    }
    let [first, coming, corrected] = all;
    assert_eq!(db.store.settings_history().await.unwrap(), [coming, corrected, first]);
}
