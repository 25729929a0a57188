//! Salaries that left the account once more, or with another sum than the payment file asked for.

use super::SALARY_ID_PREFIX;
use crate::prelude::*;

/// More are not listed at once: each is a mistake of a bank or a person.
const MOST: i64 = 50;

/// What is to be claimed back, or talked about with the bank, until it has come back. The newest first.
pub async fn salaries_left_again(context: &Context) -> Result<Vec<SalaryLeftAgain>> {
    let pattern = format!("{SALARY_ID_PREFIX}%");
    let movements = context.store.unexplained_movements(&pattern, MOST).await?;
    let numbers: Vec<i64> = movements.iter().filter_map(|(.., named)| number_in(named)).collect();
    let salaries = context.store.salaries_numbered(&numbers).await?;
    let mut listed = vec![];
    for (payment_id, day, amount, named) in movements {
        let salary = salaries.iter().find(|salary| Some(salary.number) == number_in(&named));
        let Some(salary) = salary else { continue };
        listed.push(SalaryLeftAgain {
            payment_id,
            day,
            amount: amount.negated()?,
            number: salary.number,
            run_id: salary.run,
            person_name: salary.person_name.clone(),
            salary: salary.salary,
        });
    }
    Ok(listed)
}

/// The number of the pay slip that an end-to-end id names.
pub(super) fn number_in(end_to_end_id: &str) -> Option<i64> {
    end_to_end_id.strip_prefix(SALARY_ID_PREFIX)?.parse().ok()
}
