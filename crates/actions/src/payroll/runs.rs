//! What staff decide about a payroll run: make it, move it, hold salaries back, fetch its files, and record that it was
//! paid.

use liksa_domain::payroll::{SalaryNeed, next_payday};
use liksa_finland::bank_days::is_bank_day;

use super::*;
use crate::prelude::*;

/// Answers the run and whether it is new: a payday whose run is not paid yet has that one. Without a payday it is the
/// next one.
pub async fn make(context: &Context, by: PersonId, payday: Option<Date>) -> Result<(PayrollRunId, bool)> {
    let payday = match payday {
        None => next_payday(context.clock.today()).map_err(anyhow::Error::from)?,
        Some(day) => usable_payday(context, day)?,
    };
    let mut tx = context.store.begin().await?;
    let (id, is_new) = tx.make_run(context.new_id()?, payday, by, context.clock.now()).await?;
    if is_new {
        let detail = json!({"payday": format_date(payday)});
        context.record(&mut tx, Some(by), Action::PayrollMade, subject(id), detail);
        tx.commit().await?;
    }
    Ok((id, is_new))
}

/// A day that is not over, and on which banks pay.
fn usable_payday(context: &Context, day: Date) -> Result<Date> {
    if day < context.clock.today() {
        return Err(Error::field("payday", ErrorKey::DateInThePast));
    }
    if is_bank_day(day) { Ok(day) } else { Err(Error::field("payday", ErrorKey::NotABankDay)) }
}

/// Moves an open run to another payday. Its salaries are calculated again for that day.
pub async fn move_to(context: &Context, by: PersonId, id: PayrollRunId, payday: Date) -> Result<()> {
    let payday = usable_payday(context, payday)?;
    let mut tx = context.store.begin().await?;
    let run = tx.hold_run(id).await?.ok_or(Error::NotFound)?;
    if run.payday == payday {
        return require(run.state.is_open(), ErrorKey::RunNotInState);
    }
    let moved = tx.move_run(id, payday).await.map_err(|error| match error {
        StoreError::PaydayTaken => Error::field("payday", ErrorKey::PaydayTaken),
        other => other.into(),
    })?;
    require(moved, ErrorKey::RunNotInState)?;
    let detail = json!({"from": format_date(run.payday), "to": format_date(payday)});
    context.record(&mut tx, Some(by), Action::PayrollMoved, subject(id), detail);
    Ok(tx.commit().await?)
}

/// Leaves a salary out of the run. Its bills wait for the next one.
pub async fn hold(
    context: &Context,
    by: PersonId,
    ids: (PayrollRunId, SalaryId),
    reason: &str,
) -> Result<StoredSalary> {
    let salary = find_salary(context, ids).await?;
    set(context, by, &salary, Some(reason)).await
}

/// Lets a salary into the run again, unless it has problems that must be fixed first.
pub async fn release(context: &Context, by: PersonId, ids: (PayrollRunId, SalaryId)) -> Result<StoredSalary> {
    let salary = find_salary(context, ids).await?;
    require(!salary.problems.iter().any(|problem| problem.blocks()), ErrorKey::SalaryHasProblems)?;
    set(context, by, &salary, None).await
}

async fn set(
    context: &Context,
    by: PersonId,
    salary: &StoredSalary,
    reason: Option<&str>,
) -> Result<StoredSalary> {
    require(salary.person != by, ErrorKey::OwnMatter)?;
    let mut tx = context.store.begin().await?;
    tx.hold_run(salary.run).await?;
    let held = reason.map(|reason| (reason, by));
    if !tx.set_hold((salary.run, salary.id, salary.person), held, context.clock.now()).await? {
        return Err(Error::Conflict(ErrorKey::RunNotInState));
    }
    let (action, detail) = match reason {
        Some(reason) => (Action::PayrollSalaryHeld, json!({"salary": salary.id.uuid(), "reason": reason})),
        None => (Action::PayrollSalaryReleased, json!({"salary": salary.id.uuid()})),
    };
    context.record(&mut tx, Some(by), action, subject(salary.run), detail);
    if reason.is_some() {
        tell(context, &mut tx, (salary.run, salary.person), vec![SalaryNeed::Payroll]).await?;
    }
    context.commit_with_jobs(tx).await?;
    find_salary(context, (salary.run, salary.id)).await
}

/// Books what was paid, and publishes the pay slips to the workers.
pub async fn pay(context: &Context, by: PersonId, id: PayrollRunId) -> Result<()> {
    let (run, now) = (find_run(context, id).await?, context.clock.now());
    let mut tx = context.store.begin().await?;
    let paid = tx.pay_run(id, by, now).await?.ok_or(Error::Conflict(ErrorKey::RunNotInState))?;
    tx.post(&entries::salaries_paid(id, run.payday, paid)?, now).await?;
    context.record(&mut tx, Some(by), Action::PayrollPaid, subject(id), json!({"sum": paid.plain()}));
    tx.enqueue(&context.job(Job::MailSalaries { run: id })?).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// Notes that somebody fetches a file of a run, before it is sent. None if the run has no such file.
pub async fn fetch_file(
    context: &Context,
    by: PersonId,
    (id, file): (PayrollRunId, FileId),
) -> Result<Option<FileId>> {
    find_run(context, id).await?;
    let found = context.store.payroll_files(id).await?.into_iter().find(|one| one.file == file);
    let Some(found) = found else { return Ok(None) };
    if found.fetched_at.is_some() {
        return Ok(Some(file));
    }
    let mut tx = context.store.begin().await?;
    // Undoing the approval takes the same lock: either the file is gone, or it counts as fetched.
    tx.hold_run(id).await?;
    if tx.fetch_run_file(file, by, context.clock.now()).await? {
        let detail = json!({"file": found.kind.name()});
        context.record(&mut tx, Some(by), Action::PayrollFileFetched, subject(id), detail);
        tx.commit().await?;
        return Ok(Some(file));
    }
    drop(tx);
    let still = context.store.payroll_files(id).await?.iter().any(|one| one.file == file);
    Ok(still.then_some(file))
}
