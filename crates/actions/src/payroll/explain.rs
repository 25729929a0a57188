//! Why a salary is not what its worker was shown when sending the bills.

use liksa_domain::advance::RecoveredAdvance;
use liksa_domain::payroll::{Explanation, differences};

use crate::prelude::*;

/// None where the salary is as it was shown, or nothing could be shown.
pub fn explain(
    salary: &StoredSalary,
    bills: &[BillOfSalary],
    shares: &[ShareOfSalary],
    advances: &[RecoveredAdvance],
) -> Result<Option<Explanation>> {
    let (Some(summary), Some(estimate)) = (&salary.summary, salary.estimate) else { return Ok(None) };
    if summary.salary == estimate {
        return Ok(None);
    }
    let advances = Money::sum(advances.iter().map(|advance| advance.amount))?;
    let shown = bills.iter().map(|bill| bill.shown.clone());
    let shown: Option<Vec<_>> = shown.chain(shares.iter().map(|share| share.shown.clone())).collect();
    let lines = match shown {
        Some(shown) => {
            differences(&shown, summary, &salary.basis, salary.payday, salary.late_receipts, advances)?
        }
        None => vec![],
    };
    Ok(Some(Explanation { estimate, salary: summary.salary, lines }))
}
