use clap::Parser;
use liksa_store::FilesAddress;
use liksa_test_support::{Engine, Gate, OnEngine, TestDb, fixed_now};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::super::{Arguments, Verb, code_of};
use super::*;
use crate::config::Environment;
use crate::testing::{Log, TestApp};

/// A server in production whose bucket answers every request with this; nobody listens where there is no answer.
async fn with_bucket(answer: Option<&'static str>) -> TestApp {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = listener.local_addr().unwrap();
    if let Some(answer) = answer {
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                assert!(socket.read(&mut [0; 4096]).await.unwrap() > 0, "a request");
                let text = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
                socket.write_all(text.as_bytes()).await.unwrap();
            }
        });
    }
    let address = format!("s3://kuitit?endpoint=http://{endpoint}&region=fi-1");
    TestApp::with_config(Engine::Sqlite, |config| {
        config.environment = Environment::Production;
        config.files = FilesAddress::parse(&address, Some("our-key"), Some("our-secret")).unwrap();
    })
    .await
}

#[tokio::test]
async fn a_bucket_that_refuses_stops_the_start_and_one_that_is_away_does_not() {
    for refusal in ["404 Not Found", "403 Forbidden"] {
        let error = look_for_storage(with_bucket(Some(refusal)).await.state()).await.unwrap_err();
        assert!(error.to_string().contains("files_url"), "{error:#}");
    }
    look_for_storage(with_bucket(None).await.state()).await.unwrap();
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_left_alone_and_ends_the_start_for_good() {
    let db = TestDb::on(Engine::Sqlite).await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (99999, 'of a newer program', TRUE, x'00', 0)";
    db.execute(newer).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = Config::for_test(db.database.clone(), folder.path());
    let error = open_database(&config).await.err().unwrap();
    assert!(format!("{error:#}").contains("the database is of a newer Liksa"), "{error:#}");
    assert_eq!(code_of(&error), 78, "systemd starts it again after any other");
}

#[tokio::test]
async fn a_quiet_server_sends_nothing_and_neither_does_the_next() {
    let asked = Arguments::try_parse_from(["liksa", "serve", "--quiet"]).unwrap();
    assert!(matches!(asked.verb, Verb::Serve { quiet: true }));
    let db = TestDb::on(Engine::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let config = Config::for_test(db.database.clone(), folder.path());
    for quiet in [true, false] {
        look_for_copy(&db.store, &config, quiet, fixed_now()).await.unwrap();
        let held = db.store.held_sending().await.unwrap().unwrap();
        assert_eq!(held.why, HoldReason::Asked);
    }
}

#[tokio::test]
async fn housekeeping_that_hangs_is_cut_off_and_told() {
    let (log, _guard) = Log::collect();
    // Paused, the clock jumps ahead as soon as everybody waits.
    tokio::time::pause();
    let an_hour = Duration::from_secs(3600);
    let turn = tokio::time::timeout(an_hour, in_time(std::future::pending()));
    turn.await.expect("an end within the hour");
    assert!(log.text().contains("housekeeping got no further"), "{}", log.text());
    in_time(async { Err(anyhow::anyhow!("the database is away")) }).await;
    assert!(log.text().contains("the database is away"), "{}", log.text());
}

#[tokio::test]
async fn a_database_that_starts_later_is_waited_for() {
    let db = TestDb::on(Engine::Postgres).await;
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let config = Config::for_test(Gate::address_in(&db, folder.path()), data.path());
    let mut opened = Box::pin(open_database(&config));
    let soon = Duration::from_millis(100);
    assert!(tokio::time::timeout(soon, &mut opened).await.is_err(), "nobody is there yet");
    let _gate = Gate::open_in(&db, folder);
    opened.await.unwrap();
}

#[tokio::test]
async fn a_database_that_refuses_us_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::for_test(Database::Sqlite(folder.path().to_owned()), folder.path());
    let error = open_database(&config).await.map(drop).unwrap_err();
    assert!(error.to_string().contains("database_url"), "{error:#}");
}
