//! Job runners: each claims one due job at a time and runs it.
//!
//! A claimed job has a lease. When a server dies, the lease runs out and the job is claimed again, here or by another
//! server on the same database: every job is safe to run twice.

use std::future::Future;
use std::time::Duration;

use anyhow::anyhow;
use jiff::{SignedDuration, Timestamp};
use liksa_actions::{accounts, bills, deliveries, mail, payments, payroll, reminders};
use liksa_domain::job::{self, Job};
use liksa_store::{JobLease, StoreError};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::app::{App, AppState};

/// How soon the job of a server that died is claimed again.
const LEASE: SignedDuration = SignedDuration::from_mins(1);
/// Often enough that no lease runs out while its server lives.
const RENEW_EVERY: Duration = Duration::from_secs(15);
/// How soon a runner finds a job of another server, or one that was not due when it was made.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// More than one, so that a long payroll run does not delay mails.
const RUNNERS: usize = 2;

/// Runs jobs until `stop` is set, and then finishes those under way.
pub async fn work(app: AppState, stop: watch::Receiver<bool>) {
    let mut runners = JoinSet::new();
    for _ in 0..RUNNERS {
        runners.spawn(work_one_by_one(app.clone(), stop.clone()));
    }
    runners.join_all().await;
}

async fn work_one_by_one(app: AppState, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match run_next(&app, run).await {
            Ok(Some(_)) => continue,
            Ok(None) => {}
            // The database does not answer; the next attempt follows after the usual wait.
            Err(error) => tracing::warn!(error = format!("{error:#}"), "no job could be claimed"),
        }
        tokio::select! {
            () = app.job_waits() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Claims the next due job and runs it with `run`. Answers how it ended; `None` when there was no job.
pub async fn run_next<R>(
    app: &AppState,
    run: fn(AppState, Job) -> R,
) -> anyhow::Result<Option<anyhow::Result<()>>>
where
    R: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let Some(claimed) = app.store.claim_job(app.clock.now(), lease_end(app)).await? else { return Ok(None) };
    // There may be more jobs for another runner.
    app.wake_jobs();
    let lease = claimed.lease;
    let result = match claimed.job() {
        _ if lease.attempt > job::MOST_ATTEMPTS => {
            Err(anyhow!("the server stopped in the middle of each of {} attempts", job::MOST_ATTEMPTS))
        }
        Ok(job) => finish_with_lease(app, lease, tokio::spawn(run(app.clone(), job))).await,
        Err(error) => Err(error.into()),
    };
    match &result {
        Ok(()) => app.store.finish_job(lease, app.clock.now()).await?,
        Err(error) => retry_or_fail(app, lease, error).await?,
    }
    Ok(Some(result))
}

/// Runs one job.
async fn run(app: AppState, job: Job) -> anyhow::Result<()> {
    match job {
        Job::SendMail { mail } => mail::send::send(&app, mail).await,
        Job::CloseBill { bill, version } => bills::close_if_approved(&app, bill, version).await,
        Job::DeliverBill { delivery } => deliveries::deliver(&app, delivery).await,
        Job::MakePrintBatch { batch } => deliveries::make_print_batch(&app, batch).await,
        Job::CalculatePayroll { run } => payroll::calculate(&app, run).await,
        Job::PostPayroll { run } => payroll::book(&app, run).await,
        Job::WritePayrollFiles { run } => payroll::write_files(&app, run).await,
        Job::ReversePayroll { run } => payroll::reverse(&app, run).await,
        Job::WriteCorrection { credit_note } => payroll::write_correction(&app, credit_note).await,
        Job::BookBankFile { bank_file } => payments::book_bank_file(&app, bank_file).await,
        Job::SendReminder { reminder } => reminders::send(&app, reminder).await,
        Job::MailRegistration { mail, registration } => {
            accounts::mail_registration_link(&app, mail, registration).await
        }
        Job::MailPasswordReset { request } => accounts::mail_password_reset(&app, request).await,
        Job::MailEmailLink { mail, link } => accounts::mail_email_link(&app, mail, link).await,
        Job::MailBillNews { mail, bill, news } => mail::news::bill_news(&app, mail, bill, news).await,
        Job::MailSalaries { run } => mail::news::mail_salaries(&app, run).await,
        Job::MailSalary { mail, salary } => mail::news::mail_salary(&app, mail, salary).await,
        Job::MailSalaryNeeds { mail, run, person, needs } => {
            mail::salary_needs::mail_salary_needs(&app, mail, (run, person), &needs).await
        }
    }
}

/// Waits for a job and renews its lease meanwhile. The job is a task of its own, so that a panic ends the job and not
/// the runner. A job whose lease was lost belongs to another runner and is aborted here.
async fn finish_with_lease(
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

/// Puts a job back into the queue for a later attempt, or marks it as failed.
async fn retry_or_fail(app: &App, lease: JobLease, error: &anyhow::Error) -> anyhow::Result<()> {
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

/// Runs all due jobs, for tests. Answers how each ended.
#[cfg(test)]
pub async fn run_all_due(app: &AppState) -> Vec<anyhow::Result<()>> {
    let mut outcomes = vec![];
    while let Some(outcome) = run_one_due(app).await {
        outcomes.push(outcome);
    }
    outcomes
}

/// Runs one due job, for tests that look at its effects. Answers how it ended.
#[cfg(test)]
pub async fn run_one_due(app: &AppState) -> Option<anyhow::Result<()>> {
    run_next(app, run).await.unwrap()
}
