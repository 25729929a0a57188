//! What holds for pages and files; the API's own rules are tested in `api/tests.rs`.

use axum::Router;
use axum::routing::get;
use liksa_test_support::{Engine, OnEngine};

use crate::testing::TestApp;

/// A server whose handler gives up, and one whose handler never ends.
async fn with_bad_handlers() -> TestApp {
    async fn give_up() {
        panic!("secret cause");
    }
    let routes =
        || Router::new().route("/panic", get(give_up)).route("/hang", get(std::future::pending::<()>));
    TestApp::on(Engine::Sqlite).await.with_router(|app| super::layered(routes(), app))
}

#[tokio::test]
async fn a_panic_is_an_answer_like_any_failure_and_tells_nothing() {
    let app = with_bad_handlers().await;
    let answer = app.get("/panic").send().await;
    assert_eq!((answer.status, answer.key()), (500, "contactAdmin"));
    assert!(!answer.json.to_string().contains("secret"), "{}", answer.json);
    assert_eq!(answer.headers["x-content-type-options"], "nosniff");
}

#[tokio::test]
async fn a_request_that_never_ends_is_ended() {
    let app = with_bad_handlers().await;
    // Paused, the clock jumps ahead as soon as everybody waits.
    tokio::time::pause();
    let an_hour = std::time::Duration::from_secs(3600);
    let answer =
        tokio::time::timeout(an_hour, app.get("/hang").send()).await.expect("an end within the hour");
    assert_eq!((answer.status, answer.key()), (503, "TIMEOUT"));
}

#[tokio::test]
async fn health_and_readiness_answer() {
    let app = TestApp::on(Engine::Sqlite).await;
    assert_eq!(app.get("/healthz").send().await.status, 200);
    assert_eq!(app.get("/readyz").send().await.status, 200);
    app.store.close().await;
    assert_eq!(app.get("/healthz").send().await.status, 200, "the process itself still answers");
    assert_eq!(app.get("/readyz").send().await.status, 503);
}

#[tokio::test]
async fn a_lost_database_is_told_in_the_error_shape_without_its_cause() {
    let app = TestApp::on(Engine::Sqlite).await;
    app.store.close().await;
    let answer = app.login("maija@liksa.example", "x").await;
    assert_eq!((answer.status, answer.key()), (500, "contactAdmin"));
    assert!(!answer.json["message"].as_str().unwrap().contains("pool"), "{}", answer.json);
}

#[tokio::test]
async fn missing_files_are_not_pages() {
    let app = TestApp::on(Engine::Sqlite).await;
    for path in ["/assets/old-hash.js", "/favicon.gif", "/../Cargo.toml", "/assets/%2e%2e/%2e%2e/x.rs"] {
        let answer = app.get(path).send().await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"), "{path}");
    }
    assert_eq!(app.post("/login").send().await.status, 405);
}

#[tokio::test]
async fn production_asks_browsers_for_tls() {
    let production = |config: &mut crate::config::Config| {
        config.environment = crate::config::Environment::Production;
    };
    let app = TestApp::with_config(Engine::Sqlite, production).await;
    let answer = app.get("/healthz").send().await;
    assert!(answer.headers["strict-transport-security"].to_str().unwrap().starts_with("max-age="));
    assert_eq!(app.get("/metrics").send().await.status, 404, "not for strangers");
}
