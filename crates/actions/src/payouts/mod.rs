//! Payouts: what is paid from the provider's account for purchases and advances, by two people.
//!
//! One puts payouts that are ready into a file, another approves it. The bank's statement confirms each, see
//! `payments::payouts`. What follows for the thing that is paid is in one file for each kind.

mod advances;
mod again;
mod approve;
mod cancel;
pub mod lapsing;
mod make;
mod paid;
mod purchases;
mod refuse;

pub(crate) use self::advances::pay_advance;
pub(crate) use self::paid::{may_be_paid, pay, pay_by_earlier};
pub(crate) use self::purchases::{credit_purchases, pay_purchases, same_purchase, unpay_purchases};
pub use self::{again::*, approve::*, cancel::*, make::*, refuse::*};

use liksa_domain::payout::{NewPayout, PaidThing, PayoutFileState, PayoutState};

use crate::booking::BookedBy;
use crate::prelude::*;

async fn find(context: &Context, id: PayoutId) -> Result<Payout> {
    context.store.payout(id).await?.ok_or(Error::NotFound)
}

async fn find_file(context: &Context, id: PayoutFileId) -> Result<PayoutFile> {
    context.store.payout_file(id).await?.ok_or(Error::NotFound)
}

/// The payout in a state that is needed, locked until the transaction ends.
async fn lock(tx: &mut Tx, id: PayoutId, by: PersonId, states: &[PayoutState]) -> Result<Payout> {
    let payout = tx.lock_payout(id).await?.ok_or(Error::NotFound)?;
    is_not_own(tx, &payout, by).await?;
    require(states.contains(&payout.state), ErrorKey::PayoutNotInState)?;
    Ok(payout)
}

/// Nobody decides about a payment out of their own bill, or to their own account.
async fn is_not_own(tx: &mut Tx, payout: &Payout, by: PersonId) -> Result<()> {
    let to_own_account = tx.is_account_of(payout.iban.as_str(), by).await?;
    require(payout.person_id != by && !to_own_account, ErrorKey::OwnMatter)
}

fn subject(id: PayoutId) -> String {
    format!("payout:{id}")
}

fn subject_of_file(id: PayoutFileId) -> String {
    format!("payout_file:{id}")
}

/// Records what became of a payout.
pub(crate) fn record(tx: &mut Tx, by: BookedBy, action: Action, payout: &Payout) {
    let detail = json!({
        "kind": payout.kind, "amount": payout.amount.plain(), "bill": payout.bill_id.to_string(), "note": payout.note,
    });
    by.record(tx, action, subject(payout.id), &detail);
}

/// Records that a payout was made, which waits for a file.
fn ready(tx: &mut Tx, by: BookedBy, new: &NewPayout) {
    let detail =
        json!({"kind": new.thing.kind(), "amount": new.amount.plain(), "bill": new.bill.to_string()});
    by.record(tx, Action::PayoutReady, subject(new.id), &detail);
}

/// A payout that is in no approved file is not to be paid any more.
pub(crate) async fn withdraw(tx: &mut Tx, by: BookedBy, id: PayoutId) -> anyhow::Result<()> {
    let Some(payout) = tx.lock_payout(id).await? else { return Ok(()) };
    if payout.state == PayoutState::Ready {
        tx.end_payout(id, PayoutState::Withdrawn, &payout.note).await?;
        record(tx, by, Action::PayoutWithdrawn, &payout);
    }
    Ok(())
}

/// What follows when a payout is in an approved file: its money is leaving.
async fn on_approved(tx: &mut Tx, (booked_by, by): (BookedBy, PersonId), payout: &Payout) -> Result<()> {
    match payout.thing {
        PaidThing::Purchase(id) => purchases::may_leave(tx, by, id).await,
        PaidThing::Advance(id) => advances::leaves(tx, booked_by, (payout, id)).await,
    }
}

/// What follows when its money came back, on a day.
pub(crate) async fn on_returned(tx: &mut Tx, by: BookedBy, payout: &Payout, day: Date) -> anyhow::Result<()> {
    match payout.thing {
        PaidThing::Purchase(id) => purchases::came_back(tx, by, (payout, id), day).await,
        PaidThing::Advance(id) => advances::came_back(tx, by, (payout, id), Some(day)).await,
    }
}

/// What follows when two people say that the bank did not pay it.
async fn on_refused(tx: &mut Tx, by: BookedBy, payout: &Payout) -> anyhow::Result<()> {
    match payout.thing {
        PaidThing::Purchase(id) => purchases::was_refused(tx, by, (payout, id)).await,
        PaidThing::Advance(id) => advances::came_back(tx, by, (payout, id), None).await,
    }
}
