//! What holds for pages and files; the API's own rules are tested in `api/tests.rs`.

use std::net::{IpAddr, Ipv4Addr};

use axum::Router;
use axum::routing::get;
use jiff::ToSpan;
use liksa_domain::delivery::MailKind;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::job::Job;
use liksa_store::{NewJob, POSTGRES_CONNECTIONS};
use liksa_test_support::{Engine, OnEngine, both_engines, fixed_now};

use crate::testing::{Log, TestApp, mail_of};

/// A server whose handler gives up, and one whose handler never ends.
async fn with_bad_handlers(engine: Engine) -> TestApp {
    async fn give_up() {
        panic!("secret cause");
    }
    let routes =
        || Router::new().route("/panic", get(give_up)).route("/hang", get(std::future::pending::<()>));
    TestApp::on(engine).await.with_router(|app| super::layered(routes(), app))
}

#[tokio::test]
async fn a_panic_is_an_answer_like_any_failure_and_tells_nothing() {
    let app = with_bad_handlers(Engine::Sqlite).await;
    let answer = app.get("/panic").send().await;
    assert_eq!((answer.status, answer.key()), (500, "contactAdmin"));
    assert!(!answer.json.to_string().contains("secret"), "{}", answer.json);
    assert_eq!(answer.headers["x-content-type-options"], "nosniff");
}

#[tokio::test]
async fn a_request_that_never_ends_is_ended() {
    let app = with_bad_handlers(Engine::Sqlite).await;
    // Paused, the clock jumps ahead as soon as everybody waits.
    tokio::time::pause();
    let an_hour = std::time::Duration::from_secs(3600);
    let answer =
        tokio::time::timeout(an_hour, app.get("/hang").send()).await.expect("an end within the hour");
    assert_eq!((answer.status, answer.key()), (503, "TIMEOUT"));
    assert!(answer.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn a_request_does_not_wait_for_a_database_that_is_gone() {
    let app = with_bad_handlers(Engine::Postgres).await;
    assert!(app.store.answers_within(super::REQUEST_TIMEOUT).await);
    app.store.close().await;
    let answer = tokio::time::timeout(super::REQUEST_TIMEOUT, app.get("/hang").send()).await;
    let answer = answer.expect("an end before that of any request");
    assert_eq!((answer.status, answer.key()), (503, "SERVICE_UNAVAILABLE"));
    assert!(answer.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn health_and_readiness_answer() {
    let app = TestApp::on(Engine::Postgres).await;
    assert_eq!(app.get("/healthz").send().await.status, 200);
    assert_eq!(app.get("/readyz").send().await.status, 200);
    app.store.close().await;
    assert_eq!(app.get("/healthz").send().await.status, 200, "the process itself still answers");
    assert_eq!(app.get("/readyz").send().await.status, 503);
}

#[tokio::test]
async fn readiness_does_not_wait_for_the_connections_of_requests() {
    let app = TestApp::on(Engine::Postgres).await;
    let mut busy = vec![];
    for _ in 0..POSTGRES_CONNECTIONS {
        busy.push(app.store.begin().await.unwrap());
    }
    assert_eq!(app.get("/readyz").send().await.status, 200);
}

#[tokio::test]
async fn counters_are_there_before_they_count() {
    let app = TestApp::on(Engine::Sqlite).await;
    crate::http::monitoring::show_counters();
    let metrics = String::from_utf8(app.get("/metrics").send().await.body).unwrap();
    for counter in [
        "liksa_jobs_cut_off_total",
        "liksa_jobs_that_take_long_total",
        "liksa_job_attempts_total{kind=\"POST_PAYROLL\",outcome=\"failed\"}",
        "liksa_mail_attempts_total{outcome=\"unsure\"}",
        "liksa_storage_calls_total{operation=\"write\",outcome=\"failed\"}",
    ] {
        assert!(metrics.lines().any(|line| line == format!("{counter} 0")), "{counter}\n{metrics}");
    }
}

both_engines! {
    a_lost_database_is_told_at_once_without_its_cause,
    metrics_tell_what_waits,
}

async fn a_lost_database_is_told_at_once_without_its_cause(app: TestApp) {
    app.store.close().await;
    let answer = app.login("maija@liksa.example", "x").await;
    assert_eq!((answer.status, answer.key()), (503, "SERVICE_UNAVAILABLE"));
    assert_eq!(answer.headers["retry-after"], "5");
    assert!(!answer.json["message"].as_str().unwrap().contains("pool"), "{}", answer.json);
}

async fn metrics_tell_what_waits(app: TestApp) {
    let metrics = async || String::from_utf8(app.get("/metrics").send().await.body).unwrap();
    let none = metrics().await;
    assert!(none.contains("liksa_jobs{kind=\"SEND_MAIL\",state=\"QUEUED\"} 0"), "{none}");
    app.posted(&mail_of(MailKind::News)).await;
    let mut tx = app.store.begin().await.unwrap();
    let closing = Job::CloseBill { bill: BillId::new(fixed_now(), [2; 10]), version: 1 };
    let in_three_days = NewJob { run_at: fixed_now() + 72.hours(), ..app.job(closing).unwrap() };
    tx.enqueue(&in_three_days).await.unwrap();
    tx.commit().await.unwrap();
    app.clock.advance(90.seconds());
    let waiting = metrics().await;
    for line in [
        "liksa_database_up 1",
        "liksa_figures_read 1",
        "liksa_jobs{kind=\"SEND_MAIL\",state=\"QUEUED\"} 1",
        "liksa_oldest_job_seconds{kind=\"SEND_MAIL\",state=\"QUEUED\"} 90",
        "liksa_jobs{kind=\"CLOSE_BILL\",state=\"QUEUED\"} 1",
        "liksa_oldest_job_seconds{kind=\"CLOSE_BILL\",state=\"QUEUED\"} 0",
        "liksa_mails{state=\"UNSURE\"} 0",
        "liksa_oldest_waiting_mail_seconds{reason=\"NONE\"} 90",
        "liksa_oldest_waiting_mail_seconds{reason=\"UNREACHABLE\"} 0",
        "liksa_payroll_runs{state=\"APPROVED\"} 0",
        "liksa_missing_statutory_figures ",
        "liksa_database_connections_most ",
    ] {
        assert!(waiting.lines().any(|found| found.starts_with(line)), "{line}\n{waiting}");
    }
    app.store.close().await;
    let lost = metrics().await;
    assert!(lost.contains("liksa_figures_read 0"), "{lost}");
    // A file is where it was.
    let up = u8::from(app.store.engine() == Engine::Sqlite);
    assert!(lost.contains(&format!("liksa_database_up {up}\n")), "{lost}");
}

#[tokio::test]
async fn a_busy_database_is_not_taken_for_one_that_is_away() {
    let app = TestApp::on(Engine::Postgres).await;
    let mut busy = vec![];
    for _ in 0..POSTGRES_CONNECTIONS {
        busy.push(app.store.begin().await.unwrap());
    }
    let metrics = String::from_utf8(app.get("/metrics").send().await.body).unwrap();
    for line in ["liksa_database_up 1", "liksa_figures_read 0"] {
        assert!(metrics.lines().any(|found| found == line), "{line}\n{metrics}");
    }
}

#[tokio::test]
async fn a_forgotten_proxy_is_named_once_in_the_log() {
    for (trusted, told) in [(vec![], 1), (vec![IpAddr::V4(Ipv4Addr::LOCALHOST)], 0)] {
        let (log, _guard) = Log::collect();
        let app = TestApp::with_config(Engine::Sqlite, |config| config.trusted_proxies = trusted).await;
        app.post("/api/login").send().await;
        assert!(!log.text().contains("LIKSA_TRUSTED_PROXIES"), "nobody forwards anything: {}", log.text());
        for client in ["198.51.100.7", "198.51.100.8"] {
            app.post("/api/login").header("x-forwarded-for", client).send().await;
        }
        assert_eq!(log.text().matches("LIKSA_TRUSTED_PROXIES").count(), told, "{}", log.text());
    }
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
