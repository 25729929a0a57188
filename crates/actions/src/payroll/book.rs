//! Books the salaries of an approved run and numbers their pay slips, chunk by chunk.

use anyhow::Context as _;
use liksa_domain::payroll::RunState;

use super::*;
use crate::prelude::*;

const SALARIES_PER_CHUNK: i64 = 500;

pub async fn book(context: &Context, id: PayrollRunId) -> anyhow::Result<()> {
    while book_chunk(context, id, SALARIES_PER_CHUNK).await? {}
    context.wake_jobs();
    Ok(())
}

/// Books at most so many salaries. False when everything is booked, or nothing more is to be.
pub async fn book_chunk(context: &Context, id: PayrollRunId, most: i64) -> anyhow::Result<bool> {
    let mut tx = context.store.begin().await?;
    let run = tx.hold_run(id).await?.context("there is no such payroll run")?;
    if run.state != RunState::Approved || run.unapproving {
        return Ok(false);
    }
    let salaries = tx.salaries_to_book(id, most).await?;
    if salaries.is_empty() {
        tx.end_booking(id, context.clock.now()).await?;
        let actor = run.approved.map(|step| step.by);
        context.record(&mut tx, actor, Action::PayrollPosted, subject(id), json!({}));
        tx.enqueue(&context.job(Job::WritePayrollFiles { run: id })?).await?;
    } else {
        book_salaries(context, &mut tx, &salaries).await?;
    }
    tx.commit().await?;
    Ok(true)
}

async fn book_salaries(context: &Context, tx: &mut Tx, salaries: &[StoredSalary]) -> anyhow::Result<()> {
    let mut entries = Vec::with_capacity(salaries.len());
    for salary in salaries {
        let summary = salary.summary.context("a salary to pay that was not calculated")?;
        entries.push(entries::salary(salary.id, salary.person, salary.payday, &summary)?);
        if summary.salary.is_negative() {
            tx.add_recovery(&NewRecovery {
                id: context.new_id()?,
                person: salary.person,
                credit_note: None,
                salary: Some(salary.id),
                amount: summary.salary.negated()?,
                made_at: context.clock.now(),
            })
            .await?;
        }
    }
    tx.number_salaries(salaries).await?;
    tx.post_all(&entries, context.clock.now()).await?;
    Ok(())
}
