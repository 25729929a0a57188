//! Notes that the bank did not pay a payout: one person says so, another confirms it.
//!
//! Only then it can be paid anew, see `again`: one person alone could let the money leave twice.

use super::*;
use crate::payment_files::read_sums_of_payouts;
use crate::prelude::*;

const IN_FILE: &[PayoutState] = &[PayoutState::Approved];

/// Lets the refusal wait for a second person. Until then the payout is still under way.
pub async fn propose_refusal(context: &Context, by: PersonId, id: PayoutId, note: &str) -> Result<Payout> {
    let mut tx = context.store.begin().await?;
    let payout = lock(&mut tx, id, by, IN_FILE).await?;
    require(payout.refusal_by.is_none(), ErrorKey::PayoutNotInState)?;
    tx.propose_payout_refusal(id, by, context.clock.now(), note).await?;
    let noted = Payout { note: note.to_owned(), ..payout };
    record(&mut tx, BookedBy::person(context, by), Action::PayoutRefusalProposed, &noted);
    tx.commit().await?;
    find(context, id).await
}

/// Confirms what another person said.
pub async fn confirm_refusal(context: &Context, by: PersonId, id: PayoutId) -> Result<Payout> {
    let booked_by = BookedBy::person(context, by);
    let mut tx = context.store.begin().await?;
    let payout = lock(&mut tx, id, by, IN_FILE).await?;
    let proposer = payout.refusal_by.ok_or(Error::Conflict(ErrorKey::PayoutNotInState))?;
    require(proposer != by, ErrorKey::ProposedBySamePerson)?;
    tx.end_payout(id, PayoutState::Refused, &payout.note).await?;
    on_refused(&mut tx, booked_by, &payout).await?;
    record(&mut tx, booked_by, Action::PayoutRefused, &payout);
    pay_by_earlier(&mut tx, booked_by, &payout).await?;
    read_sums_of_payouts(&mut tx, booked_by.at).await?;
    context.commit_with_jobs(tx).await?;
    find(context, id).await
}

/// Drops a refusal that nobody has confirmed, one's own or another person's. The payout stays under way.
pub async fn drop_refusal(context: &Context, by: PersonId, id: PayoutId) -> Result<Payout> {
    let mut tx = context.store.begin().await?;
    let payout = lock(&mut tx, id, by, IN_FILE).await?;
    require(payout.refusal_by.is_some(), ErrorKey::PayoutNotInState)?;
    tx.drop_payout_refusal(id).await?;
    record(&mut tx, BookedBy::person(context, by), Action::PayoutRefusalDropped, &payout);
    tx.commit().await?;
    find(context, id).await
}
