//! Purchases: what a worker does with the invoices of others that are paid out of a bill.
//!
//! Each change holds the draft, so that it is not sent meanwhile. How they are paid is in `payouts`.

mod read;
mod receipts;
mod send;
mod write;

pub use self::{read::*, receipts::*, send::*, write::*};

use liksa_domain::purchase::{PurchaseStep, after};

use crate::bills::{Refusal, own_bill};
use crate::prelude::*;

/// A purchase of a bill of this person. Others' are not found.
async fn own_purchase(
    context: &Context,
    person: PersonId,
    bill: BillId,
    id: PurchaseId,
) -> Result<StoredPurchase> {
    let found = context.store.purchase(id).await?;
    found.filter(|found| found.person == person && found.bill == bill).ok_or(Error::NotFound)
}

async fn find(context: &Context, id: PurchaseId) -> Result<StoredPurchase> {
    context.store.purchase(id).await?.ok_or(Error::NotFound)
}

/// Locks the draft of a person, or says why nothing can be changed of it.
async fn hold(context: &Context, person: PersonId, bill: BillId) -> Result<Tx, Refusal> {
    let mut tx = context.store.begin().await?;
    if tx.hold_draft(person, bill).await? {
        return Ok(tx);
    }
    drop(tx);
    let current = own_bill(context, person, bill).await?;
    Err(Refusal::Conflict(ErrorKey::InvoiceDisabled, Box::new(current)))
}

/// The purchase as it is now, in a draft that is held, if the step can be made.
async fn purchase_for(tx: &mut Tx, id: PurchaseId, step: PurchaseStep) -> Result<StoredPurchase> {
    let found = tx.purchase_within(id).await?.ok_or(Error::NotFound)?;
    let (state, pay_now) = (found.purchase.state, found.purchase.pay_now);
    after(step, (state, pay_now), found.bill_state).map_err(Error::Conflict)?;
    Ok(found)
}

/// Refuses a step with a purchase that is not as it was seen any more, with the bill as it is now.
async fn must_be_as_seen(
    context: &Context,
    found: &StoredPurchase,
    seen: Option<i64>,
) -> Result<(), Refusal> {
    if seen.is_none_or(|seen| seen == found.version) {
        return Ok(());
    }
    let current = own_bill(context, found.person, found.bill).await?;
    Err(Refusal::Conflict(ErrorKey::PurchaseNotInState, Box::new(current)))
}

/// What the audit log has of a purchase.
fn detail(id: PurchaseId, name: &str, amount: Money) -> Value {
    json!({"purchase": id.to_string(), "name": name, "amount": amount.plain()})
}
