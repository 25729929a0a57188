//! Whether a bill claims trips or shifts that another bill of its worker excludes, see [`liksa_domain::travel`] and
//! [`liksa_domain::shift`].

use liksa_domain::bill::{Allowances, Journey, Row};
use liksa_domain::shift::{shift_clashes, shifts_of};
use liksa_domain::travel::{Occasion, clashes_with, days_of_trips};
use liksa_money::Rate;

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
pub(super) async fn clashes_of(
    context: &Context,
    bills: &[&StoredBill],
    occasion: Occasion,
) -> Result<Vec<Vec<Problem>>> {
    let mut clashes = trip_clashes_of(context, bills, occasion).await?;
    let of_shifts = shift_clashes_of(context, bills, occasion).await?;
    for (clashes, of_shifts) in clashes.iter_mut().zip(of_shifts) {
        clashes.extend(of_shifts);
    }
    Ok(clashes)
}

/// What other bills of the worker exclude of one trip that is being filled in on this bill.
pub async fn clashes_of_trip(
    context: &Context,
    worker: PersonId,
    bill: BillId,
    (journey, allowances): (Journey, Allowances),
) -> Result<Vec<Problem>> {
    let row = Row { journey, allowances, ..Row::empty(context.clock.today(), Rate::ZERO) };
    let rows = [row];
    let Some((from, until)) = days_of_trips(&rows) else { return Ok(vec![]) };
    let claimed = context.store.claimed_trips(&[worker], from, until).await?;
    let claimed = claimed.get(&worker).map(Vec::as_slice).unwrap_or_default();
    let clashes = clashes_with(bill, &rows, claimed, Occasion::Sending)?;
    Ok(clashes.into_iter().map(|clash| Problem { field: "startdate".to_owned(), ..clash }).collect())
}

async fn trip_clashes_of(
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

/// Which shifts of the bills are on other bills of the same worker.
async fn shift_clashes_of(
    context: &Context,
    bills: &[&StoredBill],
    occasion: Occasion,
) -> Result<Vec<Vec<Problem>>> {
    let with_shifts = || bills.iter().filter(|bill| !shifts_of(&bill.bill.rows).is_empty());
    let people: Vec<PersonId> = with_shifts().map(|bill| bill.person).collect();
    if people.is_empty() {
        return Ok(vec![vec![]; bills.len()]);
    }
    let shifts: Vec<&str> = with_shifts().flat_map(|bill| shifts_of(&bill.bill.rows)).collect();
    let uses = context.store.shift_uses_of(&people, &shifts).await?;
    let clashes = |bill: &&StoredBill| {
        let of_worker = uses.get(&bill.person).map(Vec::as_slice).unwrap_or_default();
        Ok(shift_clashes(bill.id, &bill.bill.rows, of_worker, occasion)?)
    };
    bills.iter().map(clashes).collect()
}
