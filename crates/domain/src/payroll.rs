//! Payroll runs: the bills that a run pays, the problems of its salaries, and the changes since the last run.
//!
//! A run goes DRAFT → CALCULATING → CALCULATED → APPROVED → POSTED → PAID. It may be calculated anew until
//! another person than its maker approves it; from then on its figures are fixed. As long as no file of it has left,
//! a step back is possible: the approval is undone, and the run is CALCULATED again. Everything here is pure:
//! the caller reads bills, facts and earlier salaries and stores the result.

mod approval;
mod basis;
mod bill_money;
mod billed;
mod breakdown;
mod calculate;
mod differences;
mod dues;
mod estimate;
mod late_receipts;
mod on_its_way;
mod readiness;
mod review;
mod taking_back;

#[cfg(test)]
mod tests;

use jiff::civil::Date;
use liksa_finland::bank_days::payday;

use crate::ids::PersonId;
use crate::named::named;
use crate::problem::ErrorKey;

pub use approval::{OpenRecovery, RecoveryPart, SinceApproval, SinceCalculation, settle_salaries};
pub use basis::{PastSalaries, PastSalary, PayBasis, Payee, PreviousSalary};
pub use bill_money::{MoneyKind, Source, TakenOfBill, taken_of_each};
pub use billed::{PayableBill, PayableShare, Payables, Travelled, together};
pub use breakdown::{ReimbursementKind, ReimbursementLine, breakdown, breakdown_of_sums};
pub use calculate::{Calculated, Figures, calculate, settle, worker_on};
pub use differences::{Difference, DifferenceReason, Explanation, SalaryLine, differences};
pub use dues::{Due, DuesError, RunTotals, due_day, dues, report_by};
pub use estimate::{Estimate, estimate, estimate_credit, estimate_rows, estimate_share};
pub use late_receipts::{LateReceiptEffect, PayableReceipt, late_receipt_effect};
pub use on_its_way::{Expected, ExpectedBecause, Forecast, Outlook};
pub use readiness::{HeldSalary, Known, NeedState, Readiness, ReadinessItem, SalaryNeed, needs};
pub use review::{Change, SalaryProblem};
pub use taking_back::{FeeTerms, StandingSalary, TakenBack, take_back, take_back_shares};

named! {
    /// How far a run has come.
    RunState as "PayrollState" {
        Draft = "DRAFT",
        Calculating = "CALCULATING",
        Calculated = "CALCULATED",
        Approved = "APPROVED",
        /// Booked and numbered.
        Posted = "POSTED",
        /// The payment file is out, and the workers see their slips.
        Paid = "PAID",
    }
}

named! {
    /// What the Incomes Register is told after a part of a salary was taken back.
    CorrectionKind as "PayrollCorrectionKind" {
        /// Nothing of the salary was reported, or what was reported has not changed.
        Nothing = "NONE",
        /// The report again, as it should have been.
        Replacement = "REPLACEMENT",
        /// The report is void, since nothing is left to report.
        Invalidation = "INVALIDATION",
    }
}

impl RunState {
    /// Whether the figures may still change.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Draft | Self::Calculating | Self::Calculated)
    }
}

/// The people who made and calculated a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunMakers {
    pub made_by: PersonId,
    pub calculated_by: Option<PersonId>,
}

impl RunMakers {
    /// Four eyes: who made or calculated the run does not approve it.
    pub fn may_be_approved_by(&self, person: PersonId) -> Result<(), ErrorKey> {
        let own = self.made_by == person || self.calculated_by == Some(person);
        if own { Err(ErrorKey::ApprovedBySamePerson) } else { Ok(()) }
    }
}

/// Four eyes: who approved a run does not undo that.
pub fn may_undo_approval(approved_by: Option<PersonId>, person: PersonId) -> Result<(), ErrorKey> {
    if approved_by == Some(person) { Err(ErrorKey::UnapprovedBySamePerson) } else { Ok(()) }
}

/// The payday that comes next: this month's, or when that is over the next month's.
pub fn next_payday(today: Date) -> Result<Date, jiff::Error> {
    let this_month = payday(today.year(), today.month())?;
    if today <= this_month {
        return Ok(this_month);
    }
    let next = today.last_of_month().tomorrow()?;
    payday(next.year(), next.month())
}

/// The day on which a salary that is not in an approved run yet can be paid: that of the open run, else the next
/// payday whose run is still to be approved. The runs are those from today on.
pub fn payday_to_come(today: Date, runs: &[(Date, RunState)]) -> Result<Date, jiff::Error> {
    let open = runs.iter().filter(|(_, state)| state.is_open()).map(|(payday, _)| *payday).min();
    if let Some(payday) = open {
        return Ok(payday);
    }
    let next = next_payday(today)?;
    if runs.iter().any(|(payday, _)| *payday == next) { next_payday(next.tomorrow()?) } else { Ok(next) }
}

/// The payday before a day.
pub fn last_payday(today: Date) -> Result<Date, jiff::Error> {
    let this_month = payday(today.year(), today.month())?;
    if this_month < today {
        return Ok(this_month);
    }
    let before = today.first_of_month().yesterday()?;
    payday(before.year(), before.month())
}

/// The days that a payday pays for: from the day after the payday of the month before.
pub fn pay_period(payday_of_run: Date) -> Result<(Date, Date), jiff::Error> {
    let month_before = payday_of_run.first_of_month().yesterday()?;
    let from = payday(month_before.year(), month_before.month())?.tomorrow()?;
    Ok((from, payday_of_run))
}
