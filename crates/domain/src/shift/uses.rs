//! Which bills a shift is on. It is billed once: on one row of a bill that was not taken back.

use std::collections::HashMap;

use jiff::civil::{Date, DateTime};
use liksa_money::{Money, MoneyError, Quantity};

use super::{Billed, Difference, Entitlement};
use crate::bill::{Allowances, BillState, Pricing, Row, WorkShift};
use crate::ids::BillId;
use crate::problem::{ErrorKey, OtherBill, Problem};
use crate::travel::Occasion;

/// A row of a bill or of a credit note that was made of a shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShiftUse {
    pub shift: String,
    pub bill: BillId,
    pub number: Option<i64>,
    pub state: BillState,
    /// A credit note takes its rows back, of this bill.
    pub credit_of: Option<BillId>,
    pub date: Option<Date>,
    pub pricing: Pricing,
    pub work: WorkShift,
    /// As planning had it when the row was made; None where that is not known.
    pub department: Option<String>,
    pub kilometers: Quantity,
    pub allowances: Allowances,
}

/// What planning says of a shift that is on a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedTimes {
    pub shift: String,
    pub starts: DateTime,
    pub ends: DateTime,
    pub department: String,
    /// What it was when the row was made; None where that is not known.
    pub billed_department: Option<String>,
    pub entitled: Vec<Entitlement>,
    /// It is another worker's now.
    pub given_away: bool,
}

/// The shifts of the rows, without repeats.
pub fn shifts_of(rows: &[Row]) -> Vec<&str> {
    let mut shifts: Vec<&str> = rows.iter().filter_map(|row| row.shift.as_deref()).collect();
    shifts.sort_unstable();
    shifts.dedup();
    shifts
}

/// The bill that the shift is on: one that was sent before a draft, and of several the oldest.
pub fn standing_use<'a>(
    shift: &str,
    uses: &'a [ShiftUse],
    occasion: Occasion,
) -> Result<Option<&'a ShiftUse>, MoneyError> {
    let mut standing = standing(shift, uses, occasion)?;
    standing.sort_by_key(|used| (used.state == BillState::Open, used.bill));
    Ok(standing.first().copied())
}

/// The uses that no credit note has taken back as a whole.
fn standing<'a>(
    shift: &str,
    uses: &'a [ShiftUse],
    occasion: Occasion,
) -> Result<Vec<&'a ShiftUse>, MoneyError> {
    let of_shift = || uses.iter().filter(|used| used.shift == shift);
    let mut found = vec![];
    for used in of_shift() {
        let counts = match occasion {
            Occasion::Sending => used.state != BillState::Credited,
            Occasion::Approval => occasion.counts(used.state),
        };
        if used.credit_of.is_some() || !counts {
            continue;
        }
        let notes = of_shift().filter(|note| note.credit_of == Some(used.bill));
        let notes: Vec<&ShiftUse> = notes.filter(|note| occasion.credits(note.state)).collect();
        let credited = notes.iter().try_fold(Money::ZERO, |sum, note| sum.plus(note.pricing.total()?))?;
        if notes.is_empty() || credited < used.pricing.total()? {
            found.push(used);
        }
    }
    Ok(found)
}

/// The rows of a bill whose shift is on an earlier row or on another bill, each with one of those bills.
pub fn shift_clashes(
    bill: BillId,
    rows: &[Row],
    uses: &[ShiftUse],
    occasion: Occasion,
) -> Result<Vec<Problem>, MoneyError> {
    let others: Vec<ShiftUse> = uses.iter().filter(|used| used.bill != bill).cloned().collect();
    let mut problems = vec![];
    for (place, row) in rows.iter().enumerate() {
        let Some(shift) = row.shift.as_deref() else { continue };
        let field = format!("billableitems[{place}].shiftId");
        if rows[..place].iter().any(|earlier| earlier.shift.as_deref() == Some(shift)) {
            problems.push(Problem::new(field, ErrorKey::ShiftTwice));
        } else if let Some(used) = standing_use(shift, &others, occasion)? {
            let day = used.date.or(row.date).unwrap_or_default();
            let other = OtherBill { id: used.bill, number: used.number, day };
            problems
                .push(Problem { other: Some(other), ..Problem::new(field, ErrorKey::ShiftOnAnotherBill) });
        }
    }
    Ok(problems)
}

/// The rows whose shift planning has changed or given to another worker since, for the clerk.
pub fn planning_remarks(rows: &[Row], planned: &[PlannedTimes]) -> Vec<Problem> {
    let by_id: HashMap<&str, &PlannedTimes> =
        planned.iter().map(|planned| (planned.shift.as_str(), planned)).collect();
    let remark = |(place, row): (usize, &Row)| {
        let planned = by_id.get(row.shift.as_deref()?)?;
        let work = row.work_shift.unwrap_or_default();
        let key = if planned.given_away {
            ErrorKey::BilledShiftGivenAway
        } else {
            let now = (planned.starts, planned.ends, planned.department.as_str(), &planned.entitled[..]);
            let billed = Billed {
                work: &work,
                department: planned.billed_department.as_deref(),
                kilometers: row.journey.kilometers,
                allowances: row.allowances,
            };
            Difference::between(now, &billed).map(|_| ErrorKey::BilledShiftDiffers)?
        };
        Some(Problem::new(format!("billableitems[{place}].shiftId"), key))
    };
    rows.iter().enumerate().filter_map(remark).collect()
}
