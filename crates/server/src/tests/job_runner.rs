use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jiff::ToSpan;
use liksa_domain::ids::{Id, MailId};
use liksa_domain::job::{Job, MOST_ATTEMPTS};
use liksa_test_support::{both_engines, fixed_now};
use tokio::sync::watch;

use crate::app::AppState;
use crate::jobs::{run_next, work};
use crate::testing::TestApp;

both_engines! {
    a_job_is_done_once,
    a_failing_job_is_tried_again_later_and_given_up_in_the_end,
    a_job_without_its_subject_says_so,
    a_panic_fails_the_job_alone,
    a_job_that_kills_its_server_is_given_up,
    two_runners_never_do_one_job_at_once,
    the_runners_stop_when_told,
}

async fn enqueue(app: &TestApp) -> anyhow::Result<()> {
    let job = Job::SendMail { mail: MailId::new(fixed_now(), [1; 10]) };
    let mut tx = app.store.begin().await?;
    tx.enqueue(&app.job(job)?).await?;
    tx.commit().await?;
    Ok(())
}

async fn well(_: AppState, _: Job) -> anyhow::Result<()> {
    Ok(())
}

async fn badly(_: AppState, _: Job) -> anyhow::Result<()> {
    anyhow::bail!("the mail server is away")
}

async fn with_a_panic(_: AppState, _: Job) -> anyhow::Result<()> {
    panic!("a bug")
}

async fn a_job_is_done_once(app: TestApp) {
    enqueue(&app).await.unwrap();
    assert!(matches!(run_next(app.state(), well).await.unwrap(), Some(Ok(()))));
    app.clock.advance(1000.hours());
    assert!(run_next(app.state(), well).await.unwrap().is_none());
}

async fn a_failing_job_is_tried_again_later_and_given_up_in_the_end(app: TestApp) {
    enqueue(&app).await.unwrap();
    for attempt in 1..=MOST_ATTEMPTS {
        assert!(matches!(run_next(app.state(), badly).await.unwrap(), Some(Err(_))), "{attempt}");
        assert!(run_next(app.state(), badly).await.unwrap().is_none(), "not at once");
        app.clock.advance((1_i64 << (attempt - 1)).minutes());
    }
    app.clock.advance(1000.hours());
    assert!(run_next(app.state(), badly).await.unwrap().is_none());
}

async fn a_job_without_its_subject_says_so(app: TestApp) {
    enqueue(&app).await.unwrap();
    let failures = app.try_jobs().await;
    assert!(failures[0].contains("there is no mail"), "{failures:?}");
    app.run_jobs().await;
}

async fn a_panic_fails_the_job_alone(app: TestApp) {
    enqueue(&app).await.unwrap();
    let Some(Err(error)) = run_next(app.state(), with_a_panic).await.unwrap() else { panic!() };
    assert!(error.to_string().contains("panic"), "{error}");
    app.clock.advance(1.minute());
    assert!(matches!(run_next(app.state(), well).await.unwrap(), Some(Ok(()))));
}

async fn a_job_that_kills_its_server_is_given_up(app: TestApp) {
    enqueue(&app).await.unwrap();
    for _ in 0..MOST_ATTEMPTS {
        let now = app.clock.now();
        assert!(app.store.claim_job(now, now + 1.minute()).await.unwrap().is_some());
        app.clock.advance(1.minute());
    }
    let Some(Err(error)) = run_next(app.state(), well).await.unwrap() else { panic!() };
    assert!(error.to_string().contains("stopped in the middle"), "{error}");
    app.clock.advance(1000.hours());
    assert!(run_next(app.state(), well).await.unwrap().is_none());
}

static AT_ONCE: AtomicUsize = AtomicUsize::new(0);
static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Each test is a process of its own, so the counters are this test's.
async fn counting(_: AppState, _: Job) -> anyhow::Result<()> {
    assert_eq!(AT_ONCE.fetch_add(1, Ordering::SeqCst), 0, "the same job ran twice at once");
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
    AT_ONCE.fetch_sub(1, Ordering::SeqCst);
    RUNS.fetch_add(1, Ordering::SeqCst);
    Ok(())
}

async fn two_runners_never_do_one_job_at_once(app: TestApp) {
    RUNS.store(0, Ordering::SeqCst);
    enqueue(&app).await.unwrap();
    let runners: Vec<_> = (0..8)
        .map(|_| {
            let state = app.state().clone();
            tokio::spawn(async move { run_next(&state, counting).await.unwrap() })
        })
        .collect();
    let mut ran = 0;
    for runner in runners {
        ran += usize::from(matches!(runner.await.unwrap(), Some(Ok(()))));
    }
    assert_eq!((ran, RUNS.load(Ordering::SeqCst)), (1, 1));
}

async fn the_runners_stop_when_told(app: TestApp) {
    let (stop, stopped) = watch::channel(false);
    let runners = tokio::spawn(work(Arc::clone(app.state()), stopped));
    stop.send(true).unwrap();
    runners.await.unwrap();
}
