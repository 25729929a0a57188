//! Tells workers at once what their salary waits for.

use liksa_domain::payroll::{self, SalaryNeed, needs, next_payday};

use crate::prelude::*;

/// What the worker has to give before the next payday; nothing while no salary is on its way.
pub async fn needs_of_worker(context: &Context, person: PersonId) -> Result<Vec<SalaryNeed>> {
    if !context.store.waits_for_salary(person).await? {
        return Ok(vec![]);
    }
    let payday = next_payday(context.clock.today()).map_err(anyhow::Error::from)?;
    let facts = context.store.pay_facts(&[person], payday).await?.remove(&person).ok_or(Error::NotFound)?;
    let (settings, law) = (context.settings_on(payday).await?, context.law().await?);
    // What is missing does not depend on the bills.
    Ok(needs(&payroll::calculate(&law, &[], &facts, &Default::default(), &settings.prices, payday)))
}

/// Leaves a mail to each worker of a calculation who has to give something, about each thing once in a run, however
/// often it is calculated.
pub(super) async fn tell_needs(
    context: &Context,
    tx: &mut Tx,
    run: PayrollRunId,
    salaries: &[NewSalary],
) -> anyhow::Result<()> {
    for salary in salaries.iter().filter(|salary| !salary.on_hold) {
        let mut untold = vec![];
        for need in needs(&salary.calculated) {
            if tx.note_need(run, salary.person, need, context.clock.now()).await? {
                untold.push(need);
            }
        }
        if !untold.is_empty() {
            let (mail, person) = (context.new_id()?, salary.person);
            let job = Job::MailSalaryNeeds { mail, run, person, needs: untold };
            tx.enqueue(&context.job(job)?).await?;
        }
    }
    Ok(())
}
