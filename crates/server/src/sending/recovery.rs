//! A bill is credited whose salary has been paid: the worker owes what it gave.

use liksa_domain::ids::{Id, RecoveryId};
use liksa_domain::ledger::entries;
use liksa_domain::payroll::taken_back;
use liksa_store::{NewRecovery, SalaryOfBill, Tx};

use super::close::{Closing, NotClosed};

/// Books the mirror image of what the bill gave, and leaves the rest to be taken from the next salaries.
pub async fn take_salary_back(
    tx: &mut Tx,
    closing: &Closing<'_>,
    salary: &SalaryOfBill,
) -> Result<(), NotClosed> {
    let credit_note = closing.bill;
    let summary =
        taken_back(&credit_note.bill, &salary.basis, salary.gross_salary, closing.prices, salary.payday)
            .map_err(NotClosed::Unreckonable)?;
    let entry = entries::salary_taken_back(credit_note.id, credit_note.person, closing.today, &summary)?;
    tx.post(&entry, closing.at).await?;
    let amount = summary.salary.negated().map_err(anyhow::Error::from)?;
    if amount.is_positive() {
        tx.add_recovery(&NewRecovery {
            // There is one for each credit note.
            id: RecoveryId::from_uuid(credit_note.id.uuid()),
            person: credit_note.person,
            credit_note: Some(credit_note.id),
            salary: None,
            amount,
            made_at: closing.at,
        })
        .await?;
    }
    Ok(())
}
