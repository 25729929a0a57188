//! What is read from the database when somebody asks for the metrics.

use std::time::Duration;

use jiff::Timestamp;
use liksa_domain::delivery::MailReason;
use liksa_domain::statutory::missing_figures;
use metrics::gauge;

use crate::app::{App, AppState};

/// A monitoring server asks again soon; an answer without these is better than none.
const READ_WITHIN: Duration = Duration::from_secs(2);
/// Half of the time for the database to be there: for a connection, and for the answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(1);

/// Sets the gauges to what is true now. If the database does not answer, `liksa_database_up` says so. If the others could not
/// be read, `liksa_figures_read` says so and they keep what they were: the database may only be busy.
pub async fn set(app: &AppState) {
    let connections = app.store.connections();
    gauge!("liksa_database_connections_open").set(connections.open);
    gauge!("liksa_database_connections_idle")
        .set(f64::from(u32::try_from(connections.idle).unwrap_or(u32::MAX)));
    gauge!("liksa_database_connections_most").set(connections.most);
    let reading = tokio::time::timeout(READ_WITHIN, read(app));
    let (up, read) = tokio::join!(app.store.answers_within(ANSWERS_WITHIN), reading);
    let read = match read {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::warn!(error = format!("{error:#}"), "some metrics could not be read");
            false
        }
        Err(_) => false,
    };
    gauge!("liksa_database_up").set(f64::from(u8::from(up)));
    gauge!("liksa_figures_read").set(f64::from(u8::from(read)));
}

async fn read(app: &App) -> anyhow::Result<()> {
    let now = app.clock.now();
    let jobs = app.store.waiting_jobs().await?;
    for kind in liksa_domain::job::JobKind::ALL {
        for state in ["QUEUED", "RUNNING", "FAILED"] {
            let found = jobs.iter().find(|jobs| jobs.kind == kind.name() && jobs.state.name() == state);
            let labels = [("kind", kind.name()), ("state", state)];
            gauge!("liksa_jobs", &labels).set(found.map_or(0.0, |found| whole(found.count)));
            gauge!("liksa_oldest_job_seconds", &labels)
                .set(found.map_or(0.0, |found| age(found.oldest, now)));
        }
    }
    let mails = app.store.unsent_mails().await?;
    for state in ["QUEUED", "SENDING", "UNSURE", "FAILED"] {
        let found = mails.iter().find(|mails| mails.state.name() == state);
        gauge!("liksa_mails", "state" => state).set(found.map_or(0.0, |found| whole(found.count)));
        gauge!("liksa_oldest_mail_seconds", "state" => state)
            .set(found.map_or(0.0, |found| age(found.oldest, now)));
    }
    let waiting = app.store.waiting_mails().await?;
    for reason in MailReason::ALL.iter().copied().map(Some).chain([None]) {
        let found = waiting.iter().find(|mails| mails.reason == reason);
        let name = reason.map_or("NONE", MailReason::name);
        gauge!("liksa_oldest_waiting_mail_seconds", "reason" => name)
            .set(found.map_or(0.0, |found| age(found.oldest, now)));
    }
    let runs = app.store.unpaid_runs().await?;
    for state in ["DRAFT", "CALCULATING", "CALCULATED", "APPROVED", "POSTED"] {
        let found = runs.iter().find(|runs| runs.state.name() == state);
        gauge!("liksa_payroll_runs", "state" => state).set(found.map_or(0.0, |found| whole(found.count)));
        gauge!("liksa_oldest_payroll_run_seconds", "state" => state)
            .set(found.map_or(0.0, |found| age(found.oldest, now)));
    }
    if let Some(last) = app.store.last_bank_file().await? {
        gauge!("liksa_last_bank_file_seconds").set(age(last, now));
    }
    let held = app.store.held_sending().await?;
    gauge!("liksa_sending_held").set(f64::from(u8::from(held.is_some())));
    let missing = missing_figures(&app.law().await?, app.clock.today());
    gauge!("liksa_missing_statutory_figures")
        .set(f64::from(u32::try_from(missing.len()).unwrap_or(u32::MAX)));
    Ok(())
}

/// Counts are far below what a double holds exactly.
fn whole(count: i64) -> f64 {
    f64::from(i32::try_from(count).unwrap_or(i32::MAX))
}

/// Zero of what is to come.
fn age(since: Timestamp, now: Timestamp) -> f64 {
    now.duration_since(since).as_secs_f64().max(0.0)
}
