//! Calculates the salaries of a run, chunk by chunk.
//!
//! Everything is read and calculated before the transaction of a chunk begins, which keeps it short: workers save
//! their bills at the same time. A job that dies leaves whole chunks, and the next continues after the last of them.

use std::collections::HashSet;

use anyhow::Context as _;
use liksa_domain::payroll::{self, Payables, Payee, RunState, SalaryProblem};

use super::contents::is_writable;
use super::*;
use crate::prelude::*;

const WORKERS_PER_CHUNK: i64 = 250;

/// Leaves a calculation, or a repeated one, to a job. One that is under way continues, however often it is asked for.
pub async fn start_calculation(context: &Context, by: PersonId, id: PayrollRunId) -> Result<()> {
    let before = find_run(context, id).await?;
    if begin(context, by, id).await? {
        context.wake_jobs();
        return Ok(());
    }
    let now = find_run(context, id).await?;
    let is_under_way = now.state == RunState::Calculating || now.calculation != before.calculation;
    if is_under_way { Ok(()) } else { Err(Error::Conflict(ErrorKey::RunNotInState)) }
}

async fn begin(context: &Context, by: PersonId, id: PayrollRunId) -> Result<bool> {
    let mut tx = context.store.begin().await?;
    let Some(calculation) =
        tx.begin_calculation(id, by, (context.clock.now(), context.clock.today())).await?
    else {
        return Ok(false);
    };
    let unique_key = Some(format!("payroll-calculate:{id}:{calculation}"));
    tx.enqueue(&NewJob { unique_key, ..context.job(Job::CalculatePayroll { run: id })? }).await?;
    tx.commit().await?;
    Ok(true)
}

/// Carries a calculation out.
pub async fn calculate(context: &Context, id: PayrollRunId) -> anyhow::Result<()> {
    while calculate_chunk(context, id).await? {}
    Ok(())
}

/// False when there is nothing left to do.
async fn calculate_chunk(context: &Context, id: PayrollRunId) -> anyhow::Result<bool> {
    let run = context.store.payroll_run(id).await?.context("there is no such payroll run")?;
    if run.state != RunState::Calculating {
        return Ok(false);
    }
    let people = context.store.payable_people(run.calculated_until, WORKERS_PER_CHUNK).await?;
    let salaries = salaries_of(context, &run, &people).await?;
    let mut tx = context.store.begin().await?;
    if people.is_empty() {
        if tx.end_calculation(&run).await? {
            let actor = run.calculated.map(|step| step.by);
            let detail = json!({"calculation": run.calculation});
            context.record(&mut tx, actor, Action::PayrollCalculated, subject(id), detail);
            tx.commit().await?;
        }
    } else if tx.add_salaries(&run, &salaries).await? {
        tell_needs(context, &mut tx, run.id, &salaries).await?;
        tx.commit().await?;
    }
    Ok(true)
}

async fn salaries_of(context: &Context, run: &PayrollRun, people: &[PersonId]) -> Result<Vec<NewSalary>> {
    let facts = context.store.pay_facts(people, run.payday).await?;
    let mut past = context.store.past_salaries(people, run.payday).await?;
    let mut bills = context.store.payable_bills(people).await?;
    let mut late = context.store.payable_receipts(people).await?;
    let mut shares = context.store.payable_shares(people).await?;
    let held: HashSet<PersonId> = context.store.held_people(run.id).await?.into_iter().collect();
    let settings = &context.settings_on(run.payday).await?.prices;
    let law = &context.law().await?;
    let mut salaries = Vec::with_capacity(people.len());
    for person in people {
        // A worker whose bills have changed since is not paid in this run.
        let bills = bills.remove(person).unwrap_or_default();
        let shares = shares.remove(person).unwrap_or_default();
        if bills.is_empty() && shares.is_empty() {
            continue;
        }
        let late = late.remove(person).unwrap_or_default();
        let payables = Payables { bills: &bills, shares: &shares, late: &late };
        let facts = facts.get(person).context("a bill without a worker")?;
        let past = past.remove(person).unwrap_or_default();
        let mut salary = NewSalary {
            id: context.new_id()?,
            person: *person,
            calculated: payroll::calculate(law, payables, facts, &past, settings, run.payday),
            bills: bills.iter().map(|bill| bill.id).collect(),
            shares: shares.iter().map(|share| share.id).collect(),
            payee: Payee::of(facts),
            iban: facts.profile.iban,
            previous_salary: past.previous.map(|previous| previous.salary),
            on_hold: held.contains(person),
        };
        if !salary.calculated.is_blocked() && !is_writable(&salary, run.payday) {
            salary.calculated.problems.push(SalaryProblem::NotWritable);
        }
        salaries.push(salary);
    }
    Ok(salaries)
}
