//! A match by hand above the provider's limit: proposed by one clerk, confirmed or rejected by another.

use liksa_domain::payments::{PaymentState, ProposalState};

use super::decide::{apply_match, parts_by_hand};
use super::own::{bills_must_be_of_others, must_be_of_others};
use super::*;
use crate::prelude::*;

/// Lets a match wait for a second person. The payment is locked, and the parts are checked.
pub(super) async fn propose(
    context: &Context,
    mut tx: Tx,
    by: (BookedBy, PersonId),
    (payment, chosen): (&StoredPayment, &[(BillId, Money)]),
) -> Result<()> {
    let (by, clerk) = by;
    let new = NewProposal {
        id: context.new_id()?,
        payment: payment.id,
        from_state: payment.state,
        proposed_by: clerk,
        proposed_at: by.at,
        parts: chosen,
    };
    tx.insert_proposal(&new).await?;
    tx.settle_payment(payment.id, PaymentState::Proposed, payment.rest).await?;
    let parts: Value = chosen
        .iter()
        .map(|(bill, amount)| json!({"bill": bill.to_string(), "amount": amount.plain()}))
        .collect();
    let detail = json!({"proposal": new.id.to_string(), "parts": parts});
    by.record_payment(&mut tx, Action::MatchProposed, payment.id, &detail);
    Ok(tx.commit().await?)
}

/// Books what another clerk proposed.
pub async fn confirm_match(
    context: &Context,
    clerk: PersonId,
    (payment, version): (PaymentId, i64),
) -> Result<()> {
    must_exist(context, payment).await?;
    let by = BookedBy::person(context, clerk);
    let seen = context.store.waiting_proposal(payment).await?.ok_or(NOT_WAITING)?;
    let chosen: Vec<(BillId, Money)> = seen.parts.iter().map(|part| (part.bill, part.amount)).collect();
    let bills: Vec<BillId> = chosen.iter().map(|(bill, _)| *bill).collect();
    let mut tx = context.store.begin().await?;
    let receivables = tx.lock_receivables_by_id(&bills).await?;
    let (payment, proposal) = lock_proposed(&mut tx, (payment, version)).await?;
    if proposal.id != seen.id {
        return Err(CHANGED);
    }
    must_be_another(clerk, &proposal)?;
    bills_must_be_of_others(&mut tx, clerk, &bills).await?;
    must_be_of_others(&mut tx, clerk, &payment).await?;
    let parts = parts_by_hand(&payment, &receivables, &chosen)?;
    end(&mut tx, (by, clerk), &proposal, (ProposalState::Confirmed, "")).await?;
    let detail = json!({"proposal": proposal.id.to_string(), "proposedBy": proposal.proposed_by.to_string()});
    by.record_payment(&mut tx, Action::MatchConfirmed, payment.id, &detail);
    apply_match(context, &mut tx, by, (&payment, &receivables, &parts)).await?;
    Ok(tx.commit().await?)
}

/// Refuses what another clerk proposed. The payment is where it was before.
pub async fn reject_match(
    context: &Context,
    clerk: PersonId,
    payment: (PaymentId, i64),
    note: &str,
) -> Result<()> {
    end_without_match(context, clerk, payment, (ProposalState::Rejected, note)).await
}

/// Takes back one's own proposal.
pub async fn withdraw_match(context: &Context, clerk: PersonId, payment: (PaymentId, i64)) -> Result<()> {
    end_without_match(context, clerk, payment, (ProposalState::Withdrawn, "")).await
}

async fn end_without_match(
    context: &Context,
    clerk: PersonId,
    (payment, version): (PaymentId, i64),
    (state, note): (ProposalState, &str),
) -> Result<()> {
    must_exist(context, payment).await?;
    let by = BookedBy::person(context, clerk);
    let mut tx = context.store.begin().await?;
    let (payment, proposal) = lock_proposed(&mut tx, (payment, version)).await?;
    let action = match state {
        ProposalState::Withdrawn => {
            require(proposal.proposed_by == clerk, ErrorKey::MatchWaits)?;
            Action::MatchWithdrawn
        }
        _ => {
            must_be_another(clerk, &proposal)?;
            must_be_of_others(&mut tx, clerk, &payment).await?;
            let bills: Vec<BillId> = proposal.parts.iter().map(|part| part.bill).collect();
            bills_must_be_of_others(&mut tx, clerk, &bills).await?;
            Action::MatchRejected
        }
    };
    end(&mut tx, (by, clerk), &proposal, (state, note)).await?;
    tx.settle_payment(payment.id, payment.state, payment.rest).await?;
    by.record_payment(
        &mut tx,
        action,
        payment.id,
        &json!({"proposal": proposal.id.to_string(), "note": note}),
    );
    batches::divide_later(context, &mut tx, payment.id).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

const NOT_WAITING: Error = Error::Conflict(ErrorKey::MatchNotWaiting);

/// The payment, in the state that it had before the proposal, and the proposal that waits.
async fn lock_proposed(
    tx: &mut Tx,
    (payment, version): (PaymentId, i64),
) -> Result<(StoredPayment, MatchProposal)> {
    let payment = tx.lock_payment(payment, version).await?.ok_or(CHANGED)?;
    let proposal = tx.waiting_proposal(payment.id).await?.ok_or(NOT_WAITING)?;
    Ok((StoredPayment { state: proposal.from_state, ..payment }, proposal))
}

fn must_be_another(clerk: PersonId, proposal: &MatchProposal) -> Result<()> {
    require(proposal.proposed_by != clerk, ErrorKey::ProposedBySamePerson)
}

async fn end(
    tx: &mut Tx,
    (by, clerk): (BookedBy, PersonId),
    proposal: &MatchProposal,
    (state, note): (ProposalState, &str),
) -> Result<()> {
    let ended =
        tx.end_proposal(proposal.id, &ProposalEnd { state, by: Some(clerk), at: by.at, note }).await?;
    if ended { Ok(()) } else { Err(NOT_WAITING) }
}

/// Ends the proposal of a payment that the bank takes back or a credit note changes. The payment, which is locked, is
/// again in the state that it had before.
pub(super) async fn void(tx: &mut Tx, by: BookedBy, payment: &mut StoredPayment) -> anyhow::Result<()> {
    if payment.state != PaymentState::Proposed {
        return Ok(());
    }
    let Some(proposal) = tx.waiting_proposal(payment.id).await? else { return Ok(()) };
    let end = ProposalEnd { state: ProposalState::Void, by: by.person, at: by.at, note: "" };
    tx.end_proposal(proposal.id, &end).await?;
    payment.state = proposal.from_state;
    by.record_payment(tx, Action::MatchVoided, payment.id, &json!({"proposal": proposal.id.to_string()}));
    Ok(())
}
