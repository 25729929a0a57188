//! Shifts: taken in from planning, written by their workers, and turned into rows of a bill.

mod change;
mod import;
mod rows;

pub use self::{change::*, import::*, rows::*};

use liksa_domain::shift::{Difference, ShiftUse, standing_use};
use liksa_domain::travel::Occasion;

use crate::prelude::*;

/// A shift with the bill that it is on.
#[derive(Debug, Clone)]
pub struct ShiftOnBill {
    pub stored: StoredShift,
    pub bill: Option<ShiftUse>,
    /// What the bill says otherwise than planning does by now.
    pub difference: Option<Difference>,
}

/// A page of a worker's shifts, from 0 on, the latest first, and how many there are on all pages.
pub async fn page(
    context: &Context,
    filter: ShiftFilter,
    page: i64,
    size: i64,
) -> Result<(Vec<ShiftOnBill>, i64)> {
    let (shifts, total) = context.store.shift_page(filter, page, size).await?;
    Ok((with_bills(context, filter.person, shifts).await?, total))
}

/// One shift of the worker's.
pub async fn own_shift(context: &Context, person: PersonId, id: &str) -> Result<ShiftOnBill> {
    let found = context.store.shift(person, id).await?;
    let shifts = with_bills(context, person, found.into_iter().collect()).await?;
    shifts.into_iter().next().ok_or(Error::NotFound)
}

async fn with_bills(
    context: &Context,
    person: PersonId,
    shifts: Vec<StoredShift>,
) -> Result<Vec<ShiftOnBill>> {
    let ids: Vec<&str> = shifts.iter().map(|stored| stored.shift.id.as_str()).collect();
    let uses = context.store.shift_uses(person, &ids).await?;
    shifts.into_iter().map(|stored| on_bill(stored, &uses)).collect()
}

fn on_bill(stored: StoredShift, uses: &[ShiftUse]) -> Result<ShiftOnBill> {
    let bill = standing_use(&stored.shift.id, uses, Occasion::Sending)?.cloned();
    let difference = bill.as_ref().and_then(|bill| stored.shift.difference(bill));
    Ok(ShiftOnBill { stored, bill, difference })
}

/// The name of a shift in the audit log.
fn subject(id: &str) -> String {
    format!("shift:{id}")
}
