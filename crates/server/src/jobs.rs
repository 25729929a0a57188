//! Job runners: each claims one due job at a time and runs it.
//!
//! A claimed job has a lease. When a server dies, the lease runs out and the job is claimed again, here or by another
//! server on the same database: every job is safe to run twice.

use std::future::Future;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use jiff::{SignedDuration, Timestamp};
use liksa_actions::{accounts, advances, bills, deliveries, mail, payments, payroll, reminders};
use liksa_domain::delivery::without_addresses;
use liksa_domain::ids::MailId;
use liksa_domain::job::{self, Job, JobLane};
use liksa_store::{JobLease, MailOutcome, Progress, StoreError};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::app::{App, AppState};
use crate::http::monitoring;

/// How soon the job of a server that died is claimed again.
const LEASE: SignedDuration = SignedDuration::from_mins(1);
/// How soon a runner finds a job of another server, or one that was not due when it was made.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Of each lane. More than one, so that a long payroll run does not delay the closing of bills.
const RUNNERS: usize = 2;

/// How long a runner waits for the job that it runs.
#[derive(Clone, Copy)]
pub struct Patience {
    /// Often enough that no lease runs out while its job gets on.
    pub renew_every: Duration,
    /// After so long without a step a job is cut off. Longer than any outside call may take.
    pub no_step_for: Duration,
    /// A job that gets on for longer is noted, and goes on.
    pub long_after: Duration,
}

const USUAL_PATIENCE: Patience = Patience {
    renew_every: Duration::from_secs(15),
    no_step_for: Duration::from_secs(3 * 60),
    long_after: Duration::from_secs(15 * 60),
};

/// Runs jobs until `stop` is set, and then finishes those under way.
pub async fn work(app: AppState, stop: watch::Receiver<bool>) {
    let mut runners = JoinSet::new();
    for lane in JobLane::ALL.into_iter().cycle().take(RUNNERS * JobLane::ALL.len()) {
        runners.spawn(work_one_by_one(app.clone(), lane, stop.clone()));
    }
    runners.join_all().await;
}

async fn work_one_by_one(app: AppState, lane: JobLane, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match run_next(&app, Some(lane), USUAL_PATIENCE, run).await {
            Ok(Some(_)) => continue,
            Ok(None) => {}
            // The database does not answer; the next attempt follows after the usual wait.
            Err(error) => tracing::warn!(error = format!("{error:#}"), "no job could be claimed"),
        }
        tokio::select! {
            () = app.job_waits(lane) => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Claims the next due job of a lane, or of all, and runs it with `run`. Answers how it ended; `None` when there was
/// no job.
pub async fn run_next<R>(
    app: &AppState,
    lane: Option<JobLane>,
    patience: Patience,
    run: fn(AppState, Job) -> R,
) -> anyhow::Result<Option<anyhow::Result<()>>>
where
    R: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let claimed = app.store.claim_job(lane, app.clock.now(), lease_end(app)).await?;
    let Some(claimed) = claimed else { return Ok(None) };
    // There may be more jobs for another runner.
    app.wake_jobs();
    let lease = claimed.lease;
    let result = match claimed.job() {
        _ if lease.attempt > job::MOST_ATTEMPTS => {
            Err(anyhow!("the server stopped in the middle of each of {} attempts", job::MOST_ATTEMPTS))
        }
        Ok(job) => {
            let kind = job.kind();
            let (progress, began) = (Progress::default(), Instant::now());
            let running = tokio::spawn(progress.clone().watch(run(app.clone(), job)));
            let result = finish_with_lease(app, lease, patience, progress, running).await;
            monitoring::count_job(kind.name(), result.is_ok(), began.elapsed());
            result
        }
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
        Job::SendMail { mail } => send_mail(&app, mail).await,
        Job::CloseBill { bill, version } => bills::close_if_approved(&app, bill, version).await,
        Job::DeliverBill { delivery } => deliveries::deliver(&app, delivery).await,
        Job::MakePrintBatch { batch } => deliveries::make_print_batch(&app, batch).await,
        Job::CalculatePayroll { run } => payroll::calculate(&app, run).await,
        Job::PostPayroll { run } => payroll::book(&app, run).await,
        Job::WritePayrollFiles { run } => payroll::write_files(&app, run).await,
        Job::ReversePayroll { run } => payroll::reverse(&app, run).await,
        Job::WriteCorrection { credit_note, salary } => {
            payroll::write_correction(&app, credit_note, salary).await
        }
        Job::BookBankFile { bank_file } => payments::book_bank_file(&app, bank_file).await,
        Job::SendReminder { reminder } => reminders::send(&app, reminder).await,
        Job::MailRegistration { mail, registration } => {
            accounts::mail_registration_link(&app, mail, registration).await
        }
        Job::MailPasswordReset { request } => accounts::mail_password_reset(&app, request).await,
        Job::MailEmailLink { mail, link } => accounts::mail_email_link(&app, mail, link).await,
        Job::MailPurchaseNews { mail, purchase, news } => {
            mail::news::purchase_news(&app, mail, purchase, news).await
        }
        Job::MailBillNews { mail, bill, news } => mail::news::bill_news(&app, mail, bill, news).await,
        Job::MailLateReceipt { mail, late_receipt } => {
            mail::late_receipt::mail_late_receipt(&app, mail, late_receipt).await
        }
        Job::MailShareNews { mail, share, news } => mail::shares::share_news(&app, mail, share, news).await,
        Job::GrantAdvances { bill } => advances::grant_by_rule(&app, bill).await,
        Job::MailAdvanceNews { mail, advance, news } => {
            mail::advance_news::advance_news(&app, mail, advance, news).await
        }
        Job::MailSalaries { run } => mail::news::mail_salaries(&app, run).await,
        Job::MailSalary { mail, salary } => mail::news::mail_salary(&app, mail, salary).await,
        Job::MailSalaryNeeds { mail, run, person, needs } => {
            mail::salary_needs::mail_salary_needs(&app, mail, (run, person), &needs).await
        }
    }
}

/// Waits for a job and renews its lease as long as it gets on. The job is a task of its own, so that a panic ends the
/// job and not the runner. A job whose lease was lost belongs to another runner and is aborted here; so is one that
/// takes no step for too long, which is tried again later.
async fn finish_with_lease(
    app: &App,
    lease: JobLease,
    patience: Patience,
    progress: Progress,
    mut running: JoinHandle<anyhow::Result<()>>,
) -> anyhow::Result<()> {
    let (mut steps, mut last_step) = (progress.steps(), Instant::now());
    let (began, mut is_long) = (Instant::now(), false);
    loop {
        if let Ok(ended) = tokio::time::timeout(patience.renew_every, &mut running).await {
            return ended?;
        }
        if progress.steps() != steps {
            (steps, last_step) = (progress.steps(), Instant::now());
        } else if last_step.elapsed() >= patience.no_step_for {
            running.abort();
            tracing::error!(job = %lease.id, steps, "a job got no further and was cut off");
            monitoring::count_stalled_job();
            bail!("it got no further for {:?}", patience.no_step_for);
        }
        if !is_long && began.elapsed() >= patience.long_after {
            is_long = true;
            let seconds = began.elapsed().as_secs();
            tracing::warn!(job = %lease.id, seconds, steps, "a job takes long; it gets on and is left to it");
            monitoring::count_long_job();
        }
        match app.store.renew_lease(lease, lease_end(app)).await {
            Err(StoreError::LeaseLost) => running.abort(),
            Err(error) => tracing::warn!(job = %lease.id, %error, "a lease could not be renewed"),
            Ok(()) => {}
        }
    }
}

/// Sends a mail, and logs how it ended. The receiver is not named, nor what the mail server quotes of it.
async fn send_mail(app: &App, mail: MailId) -> anyhow::Result<()> {
    let began = Instant::now();
    let sent = mail::send::send(app, mail).await;
    let outcome = match &sent {
        Ok(Some(MailOutcome::Sent(_))) => "sent",
        Ok(Some(MailOutcome::Unsure(_))) => "unsure",
        Ok(Some(MailOutcome::Failed(_))) => "failed",
        Ok(Some(MailOutcome::NotTaken(_))) | Err(_) => "later",
        Ok(None) => "settled",
    };
    monitoring::count_mail(outcome, began.elapsed());
    match sent? {
        Some(MailOutcome::Unsure(why)) => {
            let (reason, error) = (why.reason.name(), without_addresses(&why.text));
            tracing::warn!(%mail, reason, error, "a mail may or may not have been sent; staff decide");
        }
        Some(MailOutcome::Failed(why)) => {
            let (reason, error) = (why.reason.name(), without_addresses(&why.text));
            tracing::error!(%mail, reason, error, "a mail was not sent");
        }
        Some(MailOutcome::Sent(_)) => tracing::info!(%mail, "a mail was sent"),
        Some(MailOutcome::NotTaken(_)) | None => {}
    }
    Ok(())
}

/// Puts a job back into the queue for a later attempt, or marks it as failed. Administrators see why, and the log has it:
/// they are not to learn from it to whom a mail goes.
async fn retry_or_fail(app: &App, lease: JobLease, error: &anyhow::Error) -> anyhow::Result<()> {
    let (now, text) = (app.clock.now(), without_addresses(&format!("{error:#}")));
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
    run_next(app, None, USUAL_PATIENCE, run).await.unwrap()
}
