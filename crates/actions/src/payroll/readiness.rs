//! Whether a worker can be paid, and mails that tell at once what a salary waits for.

use liksa_domain::payroll::{Known, Readiness, SalaryNeed, needs, payday_to_come};
use liksa_domain::tax_card::TaxCardState;

use crate::prelude::*;

/// What is there and what is missing for the worker's next salary.
pub async fn readiness(context: &Context, person: PersonId) -> Result<Readiness> {
    let (store, today) = (&context.store, context.clock.today());
    let runs = store.paydays_from(today).await?;
    let payday = payday_to_come(today, &runs).map_err(anyhow::Error::from)?;
    let facts = store.pay_facts(&[person], payday).await?.remove(&person).ok_or(Error::NotFound)?;
    let account = store.own_account(person).await?.ok_or(Error::NotFound)?;
    let newest_card = store.newest_tax_card(person).await?;
    Ok(Readiness::of(Known {
        facts: &facts,
        email_confirmed: account.email_confirmed,
        card_sent: newest_card.is_some_and(|newest| newest.card.state == TaxCardState::Waiting),
        held: store.held_salary(person).await?,
        salary_waits: store.waits_for_salary(person).await?,
        payday,
    }))
}

/// Leaves a mail to each worker of a calculation whose salary lacks something, about each thing once in a run, however
/// often it is calculated.
pub(super) async fn tell_needs(
    context: &Context,
    tx: &mut Tx,
    run: PayrollRunId,
    salaries: &[NewSalary],
) -> anyhow::Result<()> {
    for salary in salaries {
        tell(context, tx, (run, salary.person), needs(&salary.calculated, salary.on_hold)).await?;
    }
    Ok(())
}

/// Leaves one mail to a worker about what was not told in this run.
pub(super) async fn tell(
    context: &Context,
    tx: &mut Tx,
    (run, person): (PayrollRunId, PersonId),
    needs: Vec<SalaryNeed>,
) -> anyhow::Result<()> {
    let mut untold = vec![];
    for need in needs {
        if tx.note_need(run, person, need, context.clock.now()).await? {
            untold.push(need);
        }
    }
    if !untold.is_empty() {
        let job = Job::MailSalaryNeeds { mail: context.new_id()?, run, person, needs: untold };
        tx.enqueue(&context.job(job)?).await?;
    }
    Ok(())
}
