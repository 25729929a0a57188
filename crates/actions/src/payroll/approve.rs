//! Approves a calculated run, by another person than made or calculated it.

use std::collections::BTreeSet;

use liksa_domain::payroll::RunMakers;

use super::*;
use crate::prelude::*;

/// Approves the run with the refunds that the approver saw, and leaves its booking to a job. Refused where other
/// refunds would be paid by now.
pub async fn approve(
    context: &Context,
    by: PersonId,
    id: PayrollRunId,
    refunds: &BTreeSet<RefundId>,
) -> Result<()> {
    let mut tx = context.store.begin().await?;
    let run = tx.hold_run(id).await?.ok_or(Error::NotFound)?;
    let makers = RunMakers { made_by: run.made.by, calculated_by: run.calculated.map(|step| step.by) };
    makers.may_be_approved_by(by).map_err(Error::Conflict)?;
    tx.since_calculation(id).await?.allows_approval(run.state).map_err(Error::Conflict)?;
    tx.approve_run(id, by, context.clock.now()).await?;
    require(tx.approve_refunds(id, by, refunds).await?, ErrorKey::RefundsChanged)?;
    let detail = json!({"calculation": run.calculation, "refunds": refunds});
    context.record(&mut tx, Some(by), Action::PayrollApproved, subject(id), detail);
    let unique_key = Some(format!("payroll-post:{id}"));
    tx.enqueue(&NewJob { unique_key, ..context.job(Job::PostPayroll { run: id })? }).await?;
    Ok(context.commit_with_jobs(tx).await?)
}
