use liksa_store::{Database, Engine, NewPerson, Store, StoreError};
use liksa_test_support::{OnEngine, TestDb, fixed_now, person};

#[tokio::test]
async fn a_snapshot_holds_what_was_committed_and_nothing_else() {
    let db = TestDb::on(Engine::Sqlite).await;
    let (stored, pending) = (person().build(), person().email("pending@liksa.example").build());
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_person(&NewPerson { person: &stored, password_hash: "", created_at: fixed_now() })
        .await
        .unwrap();
    tx.commit().await.unwrap();

    // A write is under way while the copy is made.
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_person(&NewPerson { person: &pending, password_hash: "", created_at: fixed_now() })
        .await
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    db.store.snapshot_to(&copy).await.unwrap();
    tx.commit().await.unwrap();

    let copied = Store::open(&Database::Sqlite(copy.clone())).await.unwrap();
    assert!(copied.credentials(&stored.email).await.unwrap().is_some());
    assert!(copied.credentials(&pending.email).await.unwrap().is_none());

    let again = db.store.snapshot_to(&copy).await;
    assert!(matches!(again, Err(StoreError::SnapshotExists(_))), "an earlier copy is never overwritten");
}

#[tokio::test]
async fn postgres_is_left_to_its_own_tools() {
    let db = TestDb::on(Engine::Postgres).await;
    let result = db.store.snapshot_to("/nowhere/copy.db".as_ref()).await;
    assert!(matches!(result, Err(StoreError::SnapshotOfPostgres)));
}
