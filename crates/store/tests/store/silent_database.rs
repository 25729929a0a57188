//! Connections to PostgreSQL that died without a word, as when a firewall forgets them.

use jiff::ToSpan;
use liksa_store::{Database, Store, StoreError};
use liksa_test_support::{Engine, Gate, OnEngine, TestDb, fixed_now};

#[tokio::test]
async fn a_runner_does_not_wait_for_a_silent_connection() {
    let db = TestDb::on(Engine::Postgres).await;
    let gate = Gate::to(&db);
    let store = Store::open_with_connections(&gate.database, 1).await.unwrap();
    let claim = || store.claim_job(None, fixed_now(), fixed_now() + 1.minute());
    assert!(claim().await.unwrap().is_none());
    while store.connections().idle == 0 {
        tokio::task::yield_now().await;
    }
    gate.silence();
    // Paused, the clock jumps ahead as soon as everybody waits.
    tokio::time::pause();
    let an_hour = std::time::Duration::from_secs(3600);
    let silent = tokio::time::timeout(an_hour, claim()).await.expect("an end within the hour");
    assert!(matches!(silent, Err(StoreError::DatabaseSilent)), "{silent:?}");
    tokio::time::resume();
    assert!(claim().await.unwrap().is_none(), "over another connection, in the place of the silent one");
}

#[tokio::test]
async fn a_silent_connection_leaves_its_place_to_another_one() {
    let db = TestDb::on(Engine::Postgres).await;
    let gate = Gate::to(&db);
    let store = Store::open_with_connections(&gate.database, 1).await.unwrap();
    gate.silence();
    tokio::time::pause();
    let request = tokio::time::timeout(std::time::Duration::from_secs(2), store.ping());
    assert!(request.await.is_err(), "the request is given up");
    let an_hour = std::time::Duration::from_secs(3600);
    let closed = async {
        while store.connections().open > 0 {
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        }
    };
    tokio::time::timeout(an_hour, closed).await.expect("its place is free within the hour");
    tokio::time::resume();
    store.ping().await.unwrap();
}

/// As of a proxy, or a forwarded port, whose database is away.
#[tokio::test]
async fn a_port_with_nothing_behind_it_is_an_outage() {
    let port = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("postgres://liksa@{}/liksa", port.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = port.accept().await {
            // A connection with unread bytes would be reset instead.
            let asked = tokio::io::AsyncReadExt::read(&mut connection, &mut [0; 4096]).await;
            drop((asked, connection));
        }
    });
    for mode in ["disable", "prefer", "require"] {
        let database = Database::Postgres(format!("{address}?sslmode={mode}"));
        let error = Store::open_with_connections(&database, 1).await.map(drop).expect_err(mode);
        assert!(error.is_outage() && !error.is_distrust(), "{mode}: {error:?}");
    }
}

#[tokio::test]
async fn hundreds_of_questions_at_once_have_one_answer() {
    let db = TestDb::on(Engine::Postgres).await;
    let gate = Gate::to(&db);
    let store = Store::open_with_connections(&gate.database, 1).await.unwrap();
    let mut questions = tokio::task::JoinSet::new();
    for _ in 0..500 {
        let store = store.clone();
        questions.spawn(async move { store.answers_within(std::time::Duration::from_millis(1500)).await });
    }
    assert!(questions.join_all().await.into_iter().all(|answered| answered));
}

#[tokio::test]
async fn one_silent_connection_is_not_a_silent_database() {
    let db = TestDb::on(Engine::Postgres).await;
    let gate = Gate::to(&db);
    let store = Store::open_with_connections(&gate.database, 1).await.unwrap();
    let limit = std::time::Duration::from_millis(500);
    assert!(store.answers_within(limit).await);
    gate.silence();
    assert!(!store.answers_within(limit).await);
    assert!(store.answers_within(limit * 20).await, "over another connection");
}
