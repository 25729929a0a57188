//! Approves a calculated run, by another person than made or calculated it.
//!
//! Both files are written beforehand and thrown away: what was approved can always be written. Everything that they
//! depend on is stored with the calculation; whether it is still the same one is asked again within the transaction.

use std::collections::BTreeSet;
use std::sync::Arc;

use liksa_domain::payroll::{RunMakers, settle_salaries};

use super::contents::{Contents, can_be_refunded, why_not_written};
use super::*;
use crate::booking::BookedBy;
use crate::payouts::lapsing::{Lapse, lapse};
use crate::prelude::*;

/// Approves the run with the refunds that the approver saw, and leaves its booking to a job. Refused where other
/// refunds would be paid by now.
pub async fn approve(
    context: &Context,
    by: PersonId,
    id: PayrollRunId,
    refunds: &BTreeSet<RefundId>,
) -> Result<()> {
    let seen = find_run(context, id).await?;
    may_approve(&seen, by)?;
    let since = context.store.since_calculation(id).await?;
    since.allows_approval(seen.state, seen.payday, context.clock.today()).map_err(Error::Conflict)?;
    let tried = try_files(context, &seen, by).await?;

    let mut tx = context.store.begin().await?;
    let run = tx.hold_open_runs(id).await?.ok_or(Error::NotFound)?;
    may_approve(&run, by)?;
    // No other figures are taken until the run is approved.
    tx.hold_figures().await?;
    // Nor does an advance on one of its bills leave.
    let advances = tx.lock_advances_of_run(id).await?;
    let since = tx.since_calculation(id).await?;
    since.allows_approval(run.state, run.payday, context.clock.today()).map_err(Error::Conflict)?;
    require(!tx.run_pays(id, by).await?, ErrorKey::OwnMatter)?;
    let settings = tx.made_settings_on(run.payday).await?.map(|made| made.key());
    let same = run.calculation == seen.calculation && settings == tried.settings;
    require(same && tx.salaries_to_pay(id).await? == tried.salaries, ErrorKey::RunChanged)?;
    take_recoveries(&mut tx, id).await?;
    lapse(&mut tx, BookedBy::person(context, by), &advances, Lapse::PaidAsSalary).await?;
    tx.approve_run(id, by, context.clock.now(), settings).await?;
    require(tx.approve_refunds(id, by, refunds).await?, ErrorKey::RefundsChanged)?;
    require(refunds.is_subset(&tried.refunds), ErrorKey::RefundsChanged)?;
    let detail = json!({"calculation": run.calculation, "refunds": refunds});
    context.record(&mut tx, Some(by), Action::PayrollApproved, subject(id), detail);
    let unique_key = Some(format!("payroll-post:{id}:{}", run.calculation));
    tx.enqueue(&NewJob { unique_key, ..context.job(Job::PostPayroll { run: id })? }).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// Who made or calculated the run does not approve it.
fn may_approve(run: &PayrollRun, by: PersonId) -> Result<()> {
    let makers =
        RunMakers { made_by: run.made.by, calculated_by: run.calculated.as_ref().map(|step| step.by) };
    makers.may_be_approved_by(by).map_err(Error::Conflict)
}

/// What the files were tried with.
struct Tried {
    salaries: Vec<SalaryId>,
    refunds: BTreeSet<RefundId>,
    settings: Option<(Date, Timestamp)>,
}

/// Writes both files without storing them. The slips have the numbers that come next.
async fn try_files(context: &Context, run: &PayrollRun, by: PersonId) -> Result<Tried> {
    let made = context.store.made_settings_on(run.payday).await?;
    let provider = match &made {
        Some(made) => Arc::new(made.provider()?),
        None => context.settings_for_sending(run.payday).await?,
    };
    let refunds = context.store.refunds_to_approve(by).await?;
    let payable = refunds.iter().all(|refund| can_be_refunded(refund, run.payday));
    require(payable, ErrorKey::RefundNotPayable)?;
    let mut number = context.store.last_slip_number().await?;
    let next = |_: &StoredSalary| {
        number += 1;
        Ok(number)
    };
    let contents = Contents::of(context, run, &refunds, next).await;
    let refuse = |error: anyhow::Error| Error::Conflict(why_not_written(&error));
    let contents = contents.map_err(refuse)?;
    let salaries = contents.salaries.clone();
    contents.write(context, run, &provider, context.law().await?).map_err(refuse)?;
    Ok(Tried {
        salaries,
        refunds: refunds.iter().map(|refund| refund.id).collect(),
        settings: made.map(|made| made.key()),
    })
}

/// Takes what the salaries are reduced by from what their workers owe, so that no other run takes it too.
async fn take_recoveries(tx: &mut Tx, run: PayrollRunId) -> Result<()> {
    let reduced = tx.reductions_of(run).await?;
    let workers: Vec<PersonId> = reduced.iter().map(|(person, ..)| *person).collect();
    let open = tx.open_recoveries(run, &workers).await?;
    let parts = settle_salaries(&reduced, &open).ok_or(Error::Conflict(ErrorKey::RunChanged))?;
    require(tx.take_recoveries(&parts).await?, ErrorKey::RunChanged)
}
