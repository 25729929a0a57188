//! What staff decide about a payroll run: make it, hold salaries back, and record that it was paid.

use liksa_domain::payroll::next_payday;
use liksa_finland::bank_days::is_bank_day;

use super::*;
use crate::prelude::*;

/// Answers the run and whether it is new: a payday whose run is not paid yet has that one. Without a payday it is the
/// next one.
pub async fn make(context: &Context, by: PersonId, payday: Option<Date>) -> Result<(PayrollRunId, bool)> {
    let today = context.clock.today();
    let payday = match payday {
        None => next_payday(today).map_err(anyhow::Error::from)?,
        Some(day) if day < today => return Err(Error::field("payday", ErrorKey::DateInThePast)),
        Some(day) if !is_bank_day(day) => return Err(Error::field("payday", ErrorKey::NotABankDay)),
        Some(day) => day,
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
    let mut tx = context.store.begin().await?;
    let held = reason.map(|reason| (reason, by));
    if !tx.set_hold((salary.run, salary.id, salary.person), held, context.clock.now()).await? {
        return Err(Error::Conflict(ErrorKey::RunNotInState));
    }
    let (action, detail) = match reason {
        Some(reason) => (Action::PayrollSalaryHeld, json!({"salary": salary.id.uuid(), "reason": reason})),
        None => (Action::PayrollSalaryReleased, json!({"salary": salary.id.uuid()})),
    };
    context.record(&mut tx, Some(by), action, subject(salary.run), detail);
    tx.commit().await?;
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
