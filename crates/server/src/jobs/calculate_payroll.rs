//! Reckons the salaries of a run, chunk by chunk.
//!
//! Everything is read and reckoned before a chunk's transaction begins, so that it is short: workers save their
//! bills beside it. A runner that dies leaves whole chunks, and the next goes on after the last of them.

use std::collections::HashSet;

use anyhow::Context;
use liksa_domain::audit::Action;
use liksa_domain::ids::{PayrollRunId, PersonId};
use liksa_domain::payroll::{RunState, calculate};
use liksa_store::{NewSalary, PayrollRun};
use serde_json::json;

use crate::app::App;

const WORKERS_PER_CHUNK: i64 = 250;

pub async fn run(app: &App, id: PayrollRunId) -> anyhow::Result<()> {
    while chunk(app, id).await? {}
    Ok(())
}

/// False when there is nothing left to do.
async fn chunk(app: &App, id: PayrollRunId) -> anyhow::Result<bool> {
    let run = app.store.payroll_run(id).await?.context("there is no such payroll run")?;
    if run.state != RunState::Calculating {
        return Ok(false);
    }
    let people = app.store.payable_people(run.calculated_until, WORKERS_PER_CHUNK).await?;
    let salaries = reckon(app, &run, &people).await?;
    let mut tx = app.store.begin().await?;
    if people.is_empty() {
        if tx.end_calculation(&run).await? {
            let actor = run.calculated.map(|hand| hand.by);
            let detail = json!({"calculation": run.calculation});
            let subject = format!("payroll:{id}");
            tx.record(&app.event(actor, Action::PayrollCalculated, subject, &detail)).await?;
            tx.commit().await?;
        }
    } else if tx.add_salaries(&run, &salaries).await? {
        tx.commit().await?;
    }
    Ok(true)
}

async fn reckon(app: &App, run: &PayrollRun, people: &[PersonId]) -> anyhow::Result<Vec<NewSalary>> {
    let facts = app.store.pay_facts(people, run.payday).await?;
    let mut past = app.store.past_salaries(people, run.payday).await?;
    let mut bills = app.store.payable_bills(people).await?;
    let held: HashSet<PersonId> = app.store.held_people(run.id).await?.into_iter().collect();
    let settings = &app.settings_on(run.payday).await?.prices;
    let mut salaries = Vec::with_capacity(people.len());
    for person in people {
        // Whose bills have moved since is no longer to be paid.
        let Some(bills) = bills.remove(person) else { continue };
        let facts = facts.get(person).context("a bill of nobody")?;
        let past = past.remove(person).unwrap_or_default();
        salaries.push(NewSalary {
            id: app.new_id()?,
            person: *person,
            calculated: calculate(&bills, facts, &past, settings, run.payday),
            bills: bills.iter().map(|bill| bill.id).collect(),
            iban: facts.profile.iban,
            previous_salary: past.previous.map(|previous| previous.salary),
            on_hold: held.contains(person),
        });
    }
    Ok(salaries)
}
