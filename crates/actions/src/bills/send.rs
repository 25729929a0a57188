//! Sends a draft for approval: saves what the worker wrote and moves it, in one transaction.

use liksa_domain::bill::life::{BillStatus, Move};
use liksa_domain::review::Reach;
use liksa_domain::travel::Occasion;

use super::drafts::{check_unshared, is_draft};
use super::moves::moved;
use super::terms::{check_customer, check_shifts, check_worker};
use super::trips::{clashes_of, lock_trips, trip_clashes};
use super::*;
use crate::prelude::*;

pub async fn send_for_approval(
    context: &Context,
    person: &Person,
    id: BillId,
    version: i64,
    mut draft: Draft,
) -> Changed {
    check_worker(person, &draft.bill)?;
    check_shifts(context, person.id, &draft.bill).await?;
    let customer = check_customer(context, person.id, &mut draft.bill).await?;
    let original = check_original(context, person.id, &mut draft).await?;
    let Draft { mut bill, credit_of } = draft;
    let mut problems = match &original {
        Some(original) => credit_note_faults(context, &bill, original).await?,
        None => vec![],
    };
    if original.is_none() {
        // The bill shows a date, not a number of days.
        bill.due_date = bill.due_on(customer.as_ref().map(|customer| customer.payment_days.into()));
    }
    let terms = Terms::of(context, person).await?;
    let mut prepared = terms.prepare(context, bill)?;

    let mut tx = context.store.begin().await?;
    require(tx.hold_figures().await? == terms.law().version(), ErrorKey::FiguresChanged)?;
    if original.is_none() {
        lock_trips(&mut tx, person.id, &prepared.bill.rows).await?;
    }
    if !tx.claim_draft(person.id, id, version).await? {
        drop(tx);
        let current = own_bill(context, person.id, id).await?;
        let key = if is_draft(&current) { ErrorKey::StaleBill } else { ErrorKey::IllegalTransition };
        return Err(Refusal::Conflict(key, Box::new(current)));
    }
    check_unshared(&mut tx, id, credit_of).await?;
    match &original {
        Some(original) if problems.is_empty() => {
            let others = tx.lock_credit_notes(original.id, id).await?;
            problems =
                settle_credit(terms.law(), &mut prepared.bill, original, &others, context.clock.today());
            // The sums follow the VAT that is left.
            prepared = terms.prepare(context, prepared.bill)?;
        }
        Some(_) => {}
        None => {
            // As they are now: none of them moves until the bill is sent.
            prepared.bill.shares = tx.shares_of_one(id).await?;
            prepared = terms.prepare(context, prepared.bill)?;
            tx.count_receipts(id, &mut prepared.bill.rows).await?;
            let purchases = tx.purchases_within(id).await?;
            if !purchases.is_empty() {
                prepared.bill.purchases = purchases.iter().map(|found| found.purchase.cost()).collect();
                prepared = terms.prepare(context, prepared.bill)?;
            }
            let buyer = customer.as_ref().map(|customer| &customer.buyer);
            problems = terms.problems_of_sending(&prepared.bill, buyer);
            let trips = (id, &prepared.bill.rows[..]);
            problems.extend(trip_clashes(&mut tx, person.id, trips, Occasion::Sending).await?);
        }
    }
    problems.extend(no_way_to(customer.as_ref().map(|customer| &customer.reach)));
    if !problems.is_empty() {
        return Err(Refusal::NotSendable(problems));
    }
    tx.write_draft(&prepared.content(context, id), credit_of).await.map_err(row_taken)?;
    tx.keep_estimate(id, prepared.estimate.as_ref()).await?;
    let draft = BillStatus { state: prepared.bill.state, open_request: false };
    let next = draft.after(Move::Send).map_err(crate::Error::Conflict)?;
    tx.move_claimed(id, version, next, context.clock.now()).await?;
    let detail = moved(draft, next, json!({}));
    context.record(&mut tx, Some(person.id), Move::Send.action(), subject(id), detail);
    tx.commit().await?;
    Ok(own_bill(context, person.id, id).await?)
}

/// That the worker has not said where bills to the customer go.
fn no_way_to(customer: Option<&Reach>) -> Option<Problem> {
    let missing = customer.is_some_and(|reach| !reach.is_complete());
    missing.then(|| Problem::new("sharedCustomer", ErrorKey::CustomerDeliveryMissing))
}

/// Everything that stands in the way of sending a draft as it is stored.
pub async fn problems_of_draft(
    context: &Context,
    person: &Person,
    stored: &StoredBill,
) -> Result<Vec<Problem>> {
    let original = match &stored.links.credit_of {
        Some(link) => context.store.bill(link.id).await?,
        None => None,
    };
    let no_way = no_way_to(stored.customer.as_ref().map(|customer| &customer.reach));
    let Some(original) = original else {
        let buyer = stored.customer.as_ref().map(|customer| customer.buyer());
        let mut problems =
            Terms::of(context, person).await?.problems_of_sending(&stored.bill, buyer.as_ref());
        let clashes = clashes_of(context, &[stored], Occasion::Sending).await?;
        problems.extend(clashes.into_iter().flatten());
        problems.extend(no_way);
        return Ok(problems);
    };
    let mut problems = credit_note_faults(context, &stored.bill, &original).await?;
    problems.extend(no_way);
    if !problems.is_empty() {
        return Ok(problems);
    }
    let others = context.store.credit_notes_of(original.id, stored.id).await?;
    Ok(settle_credit(
        &context.law().await?,
        &mut stored.bill.clone(),
        &original,
        &others,
        context.clock.today(),
    ))
}
