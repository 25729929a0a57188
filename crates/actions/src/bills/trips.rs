//! Whether a bill claims trips or shifts that another bill of its worker excludes, see [`liksa_domain::travel`] and
//! [`liksa_domain::shift`].

use liksa_domain::bill::Row;
use liksa_domain::shift::{shift_clashes, shifts_of};
use liksa_domain::travel::{Occasion, clashes_with, days_of_trips};

use crate::prelude::*;

/// Locks the worker if the bill claims a trip or a shift: of two bills that are sent or approved in one moment the second
/// sees the first. It comes before the bill itself.
pub(super) async fn lock_trips(tx: &mut Tx, worker: PersonId, rows: &[Row]) -> Result<()> {
    if days_of_trips(rows).is_some() || !shifts_of(rows).is_empty() {
        tx.lock_worker(worker).await?.ok_or(Error::NotFound)?;
    }
    Ok(())
}

/// What other bills of the worker exclude. The worker must be locked.
pub(super) async fn trip_clashes(
    tx: &mut Tx,
    worker: PersonId,
    (bill, rows): (BillId, &[Row]),
    occasion: Occasion,
) -> Result<Vec<Problem>> {
    let mut clashes = match days_of_trips(rows) {
        Some((from, until)) => {
            let claimed = tx.claimed_trips(worker, from, until).await?;
            clashes_with(bill, rows, &claimed, occasion)?
        }
        None => vec![],
    };
    let shifts = shifts_of(rows);
    if !shifts.is_empty() {
        let uses = tx.shift_uses(worker, &shifts).await?;
        clashes.extend(shift_clashes(bill, rows, &uses, occasion)?);
    }
    Ok(clashes)
}

/// The same as things stand, for people to look at, of each of the bills.
pub(super) async fn trip_clashes_of(
    context: &Context,
    bills: &[&StoredBill],
    occasion: Occasion,
) -> Result<Vec<Vec<Problem>>> {
    let days = || bills.iter().filter_map(|bill| days_of_trips(&bill.bill.rows));
    let first = days().map(|(first, _)| first).min();
    let Some((from, until)) = first.zip(days().map(|(_, last)| last).max()) else {
        return Ok(vec![vec![]; bills.len()]);
    };
    let people: Vec<PersonId> = bills.iter().map(|bill| bill.person).collect();
    let claimed = context.store.claimed_trips(&people, from, until).await?;
    let clashes = |bill: &&StoredBill| {
        let of_worker = claimed.get(&bill.person).map(Vec::as_slice).unwrap_or_default();
        Ok(clashes_with(bill.id, &bill.bill.rows, of_worker, occasion)?)
    };
    bills.iter().map(clashes).collect()
}

/// Which shifts of a draft are on other bills, as things stand.
pub(super) async fn shift_clashes_of(context: &Context, bill: &StoredBill) -> Result<Vec<Problem>> {
    let rows = &bill.bill.rows;
    let shifts = shifts_of(rows);
    if shifts.is_empty() {
        return Ok(vec![]);
    }
    let uses = context.store.shift_uses(bill.person, &shifts).await?;
    Ok(shift_clashes(bill.id, rows, &uses, Occasion::Sending)?)
}
