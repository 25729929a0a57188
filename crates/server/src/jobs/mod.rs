//! The runners: they claim jobs that are due, one at a time each, and do them.
//!
//! A job is held on a lease. A server that dies lets its lease run out, and the job is claimed again, here or
//! by another server on the same database: every job is safe to run twice.

mod book_bank_file;
pub mod calculate_payroll;
mod close_bill;
mod deliver_bill;
mod mail_email_link;
mod mail_news;
mod mail_password_reset;
mod mail_registration;
mod make_print_batch;
pub mod post_payroll;
mod run;
mod send_mail;
mod send_reminder;
pub mod write_payroll_files;

use std::future::Future;
use std::time::Duration;

use anyhow::anyhow;
use jiff::{SignedDuration, Timestamp};
use liksa_domain::job::{self, Job};
use liksa_store::{JobLease, StoreError};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::app::{App, AppState};

/// How soon a job is claimed again whose server died.
const LEASE: SignedDuration = SignedDuration::from_mins(1);
/// However long a job takes, its lease does not run out while its server lives.
const RENEW_EVERY: Duration = Duration::from_secs(15);
/// How soon a job is seen that another server left, or that was not yet due when it was made.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// A long payroll run does not keep mails waiting.
const RUNNERS: usize = 2;
const DONE_JOBS_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Long enough to find out what somebody was told.
const LETTERS_KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Runs jobs until told to stop, and then ends those under way.
pub async fn work(app: AppState, stop: watch::Receiver<bool>) {
    let mut runners = JoinSet::new();
    for _ in 0..RUNNERS {
        runners.spawn(work_one_by_one(app.clone(), stop.clone()));
    }
    runners.join_all().await;
}

async fn work_one_by_one(app: AppState, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match run_next(&app, run::run).await {
            Ok(Some(_)) => continue,
            Ok(None) => {}
            // The database is away; it is asked again after the usual wait.
            Err(error) => tracing::warn!(error = format!("{error:#}"), "no job could be claimed"),
        }
        tokio::select! {
            () = app.job_waits() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Claims the next job that is due and does it with `run`. Answers how it ended; `None` when there was none.
async fn run_next<R>(
    app: &AppState,
    run: fn(AppState, Job) -> R,
) -> anyhow::Result<Option<anyhow::Result<()>>>
where
    R: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let Some(claimed) = app.store.claim_job(app.clock.now(), lease_end(app)).await? else { return Ok(None) };
    // There may be more: another runner looks while this one works.
    app.wake_jobs();
    let lease = claimed.lease;
    let result = match claimed.job() {
        _ if lease.attempt > job::MOST_ATTEMPTS => {
            Err(anyhow!("the server stopped in the middle of each of {} attempts", job::MOST_ATTEMPTS))
        }
        Ok(job) => finish_holding(app, lease, tokio::spawn(run(app.clone(), job))).await,
        Err(error) => Err(error.into()),
    };
    match &result {
        Ok(()) => app.store.finish_job(lease, app.clock.now()).await?,
        Err(error) => set_aside(app, lease, error).await?,
    }
    Ok(Some(result))
}

/// Waits for a job, which runs as a task of its own so that a panic ends the job and not the runner, and keeps
/// the lease on it meanwhile. A job whose lease was lost is another runner's, and is broken off here.
async fn finish_holding(
    app: &App,
    lease: JobLease,
    mut running: JoinHandle<anyhow::Result<()>>,
) -> anyhow::Result<()> {
    loop {
        match tokio::time::timeout(RENEW_EVERY, &mut running).await {
            Ok(ended) => return ended?,
            Err(_) => match app.store.renew_lease(lease, lease_end(app)).await {
                Err(StoreError::LeaseLost) => running.abort(),
                Err(error) => tracing::warn!(job = %lease.id, %error, "a lease could not be renewed"),
                Ok(()) => {}
            },
        }
    }
}

/// Back into the queue for later, or given up.
async fn set_aside(app: &App, lease: JobLease, error: &anyhow::Error) -> anyhow::Result<()> {
    let (now, text) = (app.clock.now(), format!("{error:#}"));
    let JobLease { id, attempt } = lease;
    match job::next_try(attempt, now) {
        Some(at) => {
            tracing::warn!(job = %id, attempt, error = text, "a job failed and is tried again");
            app.store.retry_job(lease, at, &text).await?;
        }
        None => {
            tracing::error!(job = %id, attempt, error = text, "a job failed for good");
            app.store.fail_job(lease, now, &text).await?;
        }
    }
    Ok(())
}

fn lease_end(app: &App) -> Timestamp {
    app.clock.now().saturating_add(LEASE).unwrap_or(Timestamp::MAX)
}

/// Forgets what was done long ago.
pub async fn forget_done(app: &App) -> anyhow::Result<()> {
    let before = |kept| app.clock.now().checked_sub(kept).unwrap_or(Timestamp::MIN);
    let mut tx = app.store.begin().await?;
    tx.delete_old_jobs(before(DONE_JOBS_KEPT)).await?;
    tx.forget_old_letters(before(LETTERS_KEPT)).await?;
    Ok(tx.commit().await?)
}

/// Does everything that is due, for tests. Answers how each job ended.
#[cfg(test)]
pub async fn run_all_due(app: &AppState) -> Vec<anyhow::Result<()>> {
    let mut outcomes = vec![];
    while let Some(outcome) = run_one_due(app).await {
        outcomes.push(outcome);
    }
    outcomes
}

/// Does one thing that is due, for tests that look at what it leaves. Answers how it ended.
#[cfg(test)]
pub async fn run_one_due(app: &AppState) -> Option<anyhow::Result<()>> {
    run_next(app, run::run).await.unwrap()
}

#[cfg(test)]
mod tests;
