//! Undoes the approval of a run while nothing of it has left, by another person than approved it.
//!
//! What the run had reserved is given back at once; what it had booked is reversed by a job, chunk by chunk. Booking and
//! writing ask under the run's lock whether they may go on.

use anyhow::Context as _;
use liksa_domain::payroll::may_undo_approval;

use super::book::{SALARIES_PER_CHUNK, add_withheld};
use super::*;
use crate::prelude::*;

pub async fn unapprove(context: &Context, by: PersonId, id: PayrollRunId, reason: &str) -> Result<()> {
    let mut tx = context.store.begin().await?;
    let run = tx.hold_open_runs(id).await?.ok_or(Error::NotFound)?;
    require(!run.unapproving, ErrorKey::RunNotInState)?;
    tx.since_approval(id).await?.allows_undoing(run.state).map_err(Error::Conflict)?;
    may_undo_approval(run.approved.as_ref().map(|step| step.by), by).map_err(Error::Conflict)?;
    require(!tx.run_pays(id, by).await?, ErrorKey::OwnMatter)?;
    tx.begin_unapproval(id, by, context.clock.now()).await?;
    let detail = json!({"reason": reason, "calculation": run.calculation, "state": run.state});
    context.record(&mut tx, Some(by), Action::PayrollUnapproved, subject(id), detail);
    let unique_key = Some(format!("payroll-reverse:{id}:{}", run.calculation));
    tx.enqueue(&NewJob { unique_key, ..context.job(Job::ReversePayroll { run: id })? }).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// Reverses what was booked of a run whose approval was undone.
pub async fn reverse(context: &Context, id: PayrollRunId) -> anyhow::Result<()> {
    while reverse_chunk(context, id, SALARIES_PER_CHUNK).await? {}
    Ok(())
}

/// Reverses at most so many salaries. False when nothing is booked any more.
pub async fn reverse_chunk(context: &Context, id: PayrollRunId, most: i64) -> anyhow::Result<bool> {
    let mut tx = context.store.begin().await?;
    let run = tx.hold_run(id).await?.context("there is no such payroll run")?;
    if !run.unapproving {
        return Ok(false);
    }
    let salaries = tx.booked_salaries(id, most).await?;
    if salaries.is_empty() {
        tx.end_unapproval(id).await?;
        context.record(&mut tx, run.unapproved_by, Action::PayrollReversed, subject(id), json!({}));
    } else {
        let mut entries = Vec::with_capacity(salaries.len());
        for salary in &salaries {
            let summary = salary.summary.context("a booked salary that was not calculated")?;
            entries.push(entries::salary_reversed(salary.id, salary.person, salary.payday, &summary)?);
            // As it was booked: a credit note may have been closed since.
            let vat = tx.booked_receipt_vat(salary.id).await?;
            if !vat.is_zero() {
                let subject = format!("salary:{}:reversed", salary.id);
                entries.push(entries::receipt_vat(subject, salary.person, salary.payday, vat.negated()?)?);
            }
        }
        tx.void_salaries(&salaries, context.clock.now()).await?;
        tx.post_all(&entries, context.clock.now()).await?;
        add_withheld(&mut tx, &salaries, &entries).await?;
    }
    tx.commit().await?;
    Ok(true)
}
