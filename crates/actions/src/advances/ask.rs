//! A worker asks for an advance, or takes the request back.

use liksa_domain::advance::AdvanceStep;

use super::limits::{granted_with, has_account, is_not_paid_out, limit_beside, net_of_rows, rows_of_request};
use super::*;
use crate::bills::{own_bill, subject};
use crate::prelude::*;

/// What a worker asks for.
pub struct AdvanceRequest {
    pub rows: Vec<RowId>,
    /// None for all there is.
    pub amount: Option<Money>,
}

/// A bill that moves more often than this while somebody asks is not worth waiting for.
const ATTEMPTS: usize = 3;

/// Asks for an advance on rows of the worker's own bill. A job grants it where a rule does.
pub async fn ask(
    context: &Context,
    person: PersonId,
    bill: BillId,
    request: &AdvanceRequest,
) -> Result<Advance> {
    for _ in 0..ATTEMPTS {
        if let Some(id) = try_to_ask(context, person, bill, request).await? {
            return find(context, id).await;
        }
    }
    Err(Error::Busy)
}

/// None if the bill has moved since it was read.
async fn try_to_ask(
    context: &Context,
    person: PersonId,
    bill: BillId,
    request: &AdvanceRequest,
) -> Result<Option<AdvanceId>> {
    let mut bill = own_bill(context, person, bill).await?;
    let rows = rows_of_request(&bill, &request.rows)?;
    is_not_paid_out(context, bill.id).await?;
    has_account(context, person).await?;
    let net = net_of_rows(context, &bill, &rows).await?;
    let terms = context.settings_on(context.clock.today()).await?.advances;
    let mut tx = context.store.begin().await?;
    // Of two requests at once the second sees the first, on whichever bill.
    tx.lock_worker(person).await?;
    bill.advances = tx.lock_advances(bill.id).await?;
    if tx.version_of_bill(bill.id).await? != bill.version {
        return Ok(None);
    }
    let rows: Vec<RowId> = rows_of_request(&bill, &request.rows)?.into_iter().collect();
    let others = tx.standing_advances(person).await?;
    let limit = limit_beside(&terms, net, bill.id, &others)?;
    let amount = limit.amount_of(request.amount).map_err(Error::Conflict)?;
    let id: AdvanceId = context.new_id()?;
    let requested_at = context.clock.now();
    tx.insert_advance(&NewAdvance { id, person, bill: bill.id, amount, rows: &rows, requested_at }).await?;
    let detail = json!({"advance": id, "amount": amount.plain(), "rows": rows, "limit": limit.limit.plain()});
    context.record(&mut tx, Some(person), Action::AdvanceRequested, subject(bill.id), detail);
    if granted_with(amount, &others)? <= terms.granted_up_to {
        tx.enqueue(&context.job(Job::GrantAdvances { bill: bill.id })?).await?;
    }
    context.commit_with_jobs(tx).await?;
    Ok(Some(id))
}

/// Takes a request of one's own back that nobody has granted.
pub async fn withdraw(context: &Context, person: PersonId, bill: BillId, id: AdvanceId) -> Result<Advance> {
    let mut tx = context.store.begin().await?;
    let advance = tx.lock_advance(id).await?;
    let own = advance.filter(|advance| advance.person == person && advance.bill == bill);
    let advance = own.ok_or(Error::NotFound)?;
    let state = advance.standing().after(AdvanceStep::Withdraw).map_err(Error::Conflict)?;
    tx.change_advance(&AdvanceChange { state, ..AdvanceChange::of(&advance) }).await?;
    let detail = json!({"advance": id, "amount": advance.amount.plain()});
    context.record(&mut tx, Some(person), Action::AdvanceWithdrawn, subject(bill), detail);
    tx.commit().await?;
    find(context, id).await
}
