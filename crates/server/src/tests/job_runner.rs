use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use jiff::ToSpan;
use liksa_domain::ids::{BankFileId, BillId, DeliveryId, Id, MailId, RegistrationId, SalaryId};
use liksa_domain::job::{self, Job, JobLane, JobState, MOST_ATTEMPTS};
use liksa_test_support::{both_engines, fixed_now};
use tokio::sync::watch;

use crate::app::AppState;
use crate::jobs::{Patience, run_next, work};
use crate::testing::TestApp;

both_engines! {
    a_job_is_done_once,
    a_failing_job_is_tried_again_later_and_given_up_in_the_end,
    a_job_without_its_subject_says_so,
    the_job_of_a_mail_that_is_gone_ends,
    a_panic_fails_the_job_alone,
    a_job_that_kills_its_server_is_given_up,
    a_job_that_hangs_is_cut_off_and_tried_again,
    a_job_that_gets_on_may_take_long,
    mails_hold_up_no_other_lane,
    news_of_a_payday_hold_up_no_closing,
    two_runners_never_do_one_job_at_once,
    the_runners_stop_when_told,
}

/// Renews often, so that a test sees it.
const SOON: Patience = Patience {
    renew_every: Duration::from_millis(10),
    no_step_for: Duration::from_millis(1000),
    long_after: Duration::from_millis(500),
};

async fn enqueue(app: &TestApp) -> anyhow::Result<()> {
    let job = Job::SendMail { mail: MailId::new(fixed_now(), [1; 10]) };
    let mut tx = app.store.begin().await?;
    tx.enqueue(&app.job(job)?).await?;
    tx.commit().await?;
    Ok(())
}

async fn metrics(app: &TestApp) -> String {
    String::from_utf8(app.get("/metrics").send().await.body).unwrap()
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
    assert!(matches!(run_next(app.state(), None, SOON, well).await.unwrap(), Some(Ok(()))));
    app.clock.advance(1000.hours());
    assert!(run_next(app.state(), None, SOON, well).await.unwrap().is_none());
}

async fn a_failing_job_is_tried_again_later_and_given_up_in_the_end(app: TestApp) {
    enqueue(&app).await.unwrap();
    for attempt in 1..=MOST_ATTEMPTS {
        assert!(matches!(run_next(app.state(), None, SOON, badly).await.unwrap(), Some(Err(_))), "{attempt}");
        assert!(run_next(app.state(), None, SOON, badly).await.unwrap().is_none(), "not at once");
        let now = app.clock.now();
        if let Some(next) = job::next_try(attempt, now) {
            app.clock.advance(next - now);
        }
    }
    app.clock.advance(1000.hours());
    assert!(run_next(app.state(), None, SOON, badly).await.unwrap().is_none());
}

async fn a_job_without_its_subject_says_so(app: TestApp) {
    let job = Job::DeliverBill { delivery: DeliveryId::new(fixed_now(), [1; 10]) };
    let mut tx = app.store.begin().await.unwrap();
    tx.enqueue(&app.job(job).unwrap()).await.unwrap();
    tx.commit().await.unwrap();
    let failures = app.try_jobs().await;
    assert!(failures[0].contains("there is no such delivery"), "{failures:?}");
    app.run_jobs().await;
}

/// As after the account that it was for was erased.
async fn the_job_of_a_mail_that_is_gone_ends(app: TestApp) {
    enqueue(&app).await.unwrap();
    app.run_jobs().await;
    assert!(app.store.jobs(JobState::Queued, None, 9).await.unwrap().is_empty(), "it is not tried again");
}

async fn a_panic_fails_the_job_alone(app: TestApp) {
    enqueue(&app).await.unwrap();
    let Some(Err(error)) = run_next(app.state(), None, SOON, with_a_panic).await.unwrap() else { panic!() };
    assert!(error.to_string().contains("panic"), "{error}");
    app.clock.advance(1.minute());
    assert!(matches!(run_next(app.state(), None, SOON, well).await.unwrap(), Some(Ok(()))));
}

async fn a_job_that_kills_its_server_is_given_up(app: TestApp) {
    enqueue(&app).await.unwrap();
    for _ in 0..MOST_ATTEMPTS {
        let now = app.clock.now();
        assert!(app.store.claim_job(None, now, now + 1.minute()).await.unwrap().is_some());
        app.clock.advance(1.minute());
    }
    let Some(Err(error)) = run_next(app.state(), None, SOON, well).await.unwrap() else { panic!() };
    assert!(error.to_string().contains("stopped in the middle"), "{error}");
    app.clock.advance(1000.hours());
    assert!(run_next(app.state(), None, SOON, well).await.unwrap().is_none());
}

async fn forever(_: AppState, _: Job) -> anyhow::Result<()> {
    std::future::pending().await
}

static MAY_END: AtomicBool = AtomicBool::new(false);

/// Each test is a process of its own, so it is this test that lets it end.
async fn step_by_step_until_told(app: AppState, _: Job) -> anyhow::Result<()> {
    while !MAY_END.load(Ordering::SeqCst) {
        app.store.ping().await?;
    }
    Ok(())
}

async fn a_job_that_hangs_is_cut_off_and_tried_again(app: TestApp) {
    enqueue(&app).await.unwrap();
    let Some(Err(error)) = run_next(app.state(), None, SOON, forever).await.unwrap() else { panic!() };
    assert!(error.to_string().contains("no further"), "{error}");
    assert!(metrics(&app).await.contains("liksa_jobs_cut_off_total 1\n"));
    app.clock.advance(1.minute());
    assert!(matches!(run_next(app.state(), None, SOON, well).await.unwrap(), Some(Ok(()))));
}

async fn a_job_that_gets_on_may_take_long(app: TestApp) {
    enqueue(&app).await.unwrap();
    let patience = Patience { no_step_for: Duration::from_secs(2), ..SOON };
    let began = Instant::now();
    let running = {
        let app = Arc::clone(app.state());
        tokio::spawn(async move { run_next(&app, None, patience, step_by_step_until_told).await })
    };
    let is_counted = async || metrics(&app).await.contains("liksa_jobs_that_take_long_total 1\n");
    while !is_counted().await || began.elapsed() < patience.no_step_for * 3 / 2 {
        assert!(!running.is_finished(), "it was cut off");
    }
    MAY_END.store(true, Ordering::SeqCst);
    assert!(matches!(running.await.unwrap().unwrap(), Some(Ok(()))));
    assert!(is_counted().await, "it is counted once");
}

async fn mails_hold_up_no_other_lane(app: TestApp) {
    enqueue(&app).await.unwrap();
    for lane in [JobLane::Files, JobLane::News, JobLane::Database] {
        assert!(run_next(app.state(), Some(lane), SOON, well).await.unwrap().is_none(), "{lane:?}");
    }
    let hanging = {
        let app = Arc::clone(app.state());
        let patience = Patience { no_step_for: Duration::MAX, ..SOON };
        tokio::spawn(async move { run_next(&app, Some(JobLane::Mail), patience, forever).await })
    };
    let mut tx = app.store.begin().await.unwrap();
    let bank_file = BankFileId::new(fixed_now(), [1; 10]);
    let news = Job::MailRegistration {
        mail: MailId::new(fixed_now(), [2; 10]),
        registration: RegistrationId::new(fixed_now(), [1; 10]),
    };
    for job in [Job::BookBankFile { bank_file }, news] {
        tx.enqueue(&app.job(job).unwrap()).await.unwrap();
    }
    tx.commit().await.unwrap();
    for lane in [JobLane::Files, JobLane::Database] {
        let ran = run_next(app.state(), Some(lane), SOON, well).await.unwrap();
        assert!(matches!(ran, Some(Ok(()))), "{lane:?}");
    }
    assert!(!hanging.is_finished());
    hanging.abort();
}

async fn news_of_a_payday_hold_up_no_closing(app: TestApp) {
    let salaries = (1..=20).map(|number| Job::MailSalary {
        mail: MailId::new(fixed_now(), [number; 10]),
        salary: SalaryId::new(fixed_now(), [number; 10]),
    });
    let closing = Job::CloseBill { bill: BillId::new(fixed_now(), [2; 10]), version: 1 };
    let mut tx = app.store.begin().await.unwrap();
    for job in salaries.chain([closing]) {
        tx.enqueue(&app.job(job).unwrap()).await.unwrap();
    }
    tx.commit().await.unwrap();
    let ran = run_next(app.state(), Some(JobLane::Database), SOON, well).await.unwrap();
    assert!(matches!(ran, Some(Ok(()))));
    let queue = metrics(&app).await;
    for line in [
        "liksa_jobs{kind=\"CLOSE_BILL\",state=\"QUEUED\"} 0",
        "liksa_jobs{kind=\"MAIL_SALARY\",state=\"QUEUED\"} 20",
    ] {
        assert!(queue.lines().any(|found| found == line), "{line}\n{queue}");
    }
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
            tokio::spawn(async move { run_next(&state, None, SOON, counting).await.unwrap() })
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
