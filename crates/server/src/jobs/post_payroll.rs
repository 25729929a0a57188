//! Books the salaries of an approved run and numbers their slips, chunk by chunk.

use anyhow::Context;
use liksa_domain::audit::Action;
use liksa_domain::ids::PayrollRunId;
use liksa_domain::job::Job;
use liksa_domain::ledger::entries;
use liksa_domain::payroll::RunState;
use liksa_store::{NewRecovery, StoredSalary, Tx};
use serde_json::json;

use crate::app::App;

const SALARIES_PER_CHUNK: i64 = 500;

pub async fn run(app: &App, id: PayrollRunId) -> anyhow::Result<()> {
    while chunk(app, id).await? {}
    app.wake_jobs();
    Ok(())
}

/// False when everything is booked.
async fn chunk(app: &App, id: PayrollRunId) -> anyhow::Result<bool> {
    let mut tx = app.store.begin().await?;
    let run = tx.hold_run(id).await?.context("there is no such payroll run")?;
    if run.state != RunState::Approved {
        return Ok(false);
    }
    let salaries = tx.salaries_to_book(id, SALARIES_PER_CHUNK).await?;
    if salaries.is_empty() {
        tx.end_booking(id, app.clock.now()).await?;
        let actor = run.approved.map(|hand| hand.by);
        let event = app.event(actor, Action::PayrollPosted, format!("payroll:{id}"), &json!({}));
        tx.record(&event).await?;
        tx.enqueue(&app.job(Job::WritePayrollFiles { run: id })?).await?;
    } else {
        book(app, &mut tx, &salaries).await?;
    }
    tx.commit().await?;
    Ok(true)
}

async fn book(app: &App, tx: &mut Tx, salaries: &[StoredSalary]) -> anyhow::Result<()> {
    let mut entries = Vec::with_capacity(salaries.len());
    for salary in salaries {
        let summary = salary.summary.context("a salary to pay that was not reckoned")?;
        entries.push(entries::salary(salary.id, salary.person, salary.payday, &summary)?);
        if summary.salary.is_negative() {
            tx.add_recovery(&NewRecovery {
                id: app.new_id()?,
                person: salary.person,
                credit_note: None,
                salary: Some(salary.id),
                amount: summary.salary.negated()?,
                made_at: app.clock.now(),
            })
            .await?;
        }
    }
    tx.number_salaries(salaries).await?;
    tx.settle_recoveries(salaries).await?;
    tx.post_all(&entries, app.clock.now()).await?;
    Ok(())
}
