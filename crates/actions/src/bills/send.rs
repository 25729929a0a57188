//! Sends a draft for approval: saves what the worker wrote and moves it, in one transaction.

use liksa_domain::bill::Bill;
use liksa_domain::bill::life::{BillStatus, Move};

use super::drafts::is_draft;
use super::moves::{make_move, moved};
use super::terms::check_customer;
use super::*;
use crate::prelude::*;

pub async fn send_for_approval(
    context: &Context,
    person: &Person,
    id: BillId,
    version: i64,
    mut bill: Bill,
) -> Changed {
    let customer = check_customer(context, person.id, &mut bill).await?;
    // The bill shows a date, not a number of days.
    bill.due_date = bill.due_on(customer.as_ref().map(|customer| customer.payment_days.into()));
    let terms = Terms::of(context, person).await?;
    let mut prepared = terms.prepare(context, bill)?;

    let mut tx = context.store.begin().await?;
    if !tx.claim_draft(person.id, id, version).await? {
        drop(tx);
        return send_credit_note(context, person, id, version).await;
    }
    tx.count_receipts(id, &mut prepared.bill.rows).await?;
    let buyer = customer.map(|customer| customer.buyer());
    let problems = terms.problems_of_sending(&prepared.bill, buyer.as_ref());
    if !problems.is_empty() {
        return Err(Refusal::NotSendable(problems));
    }
    tx.write_draft(&prepared.content(context, id)).await.map_err(row_taken)?;
    tx.keep_estimate(id, prepared.estimate.as_ref()).await?;
    let draft = BillStatus { state: prepared.bill.state, open_request: false };
    let next = draft.after(Move::Send).map_err(crate::Error::Conflict)?;
    tx.move_claimed(id, version, next, context.clock.now()).await?;
    let detail = moved(draft, next, json!({}));
    context.record(&mut tx, Some(person.id), Move::Send.action(), subject(id), detail);
    tx.commit().await?;
    Ok(own_bill(context, person.id, id).await?)
}

/// The draft could not be claimed: it is another's, already sent, or saved elsewhere. A credit note cannot be written
/// in, but one that a clerk has returned is sent again unchanged.
async fn send_credit_note(context: &Context, person: &Person, id: BillId, version: i64) -> Changed {
    let current = own_bill(context, person.id, id).await?;
    if current.bill.is_credit_note && current.version == version {
        return make_move(context, person.id, current, Move::Send, json!({})).await;
    }
    let key = if is_draft(&current) { ErrorKey::StaleBill } else { ErrorKey::IllegalTransition };
    Err(Refusal::Conflict(key, Box::new(current)))
}
