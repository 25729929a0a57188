//! Notes that the bank did not pay a remittance: one person says so, another confirms it.
//!
//! What the remittance held is open again afterwards and can be paid anew. One person alone could so let the money leave
//! twice.

use super::*;
use crate::payment_files::read_sums_of_remittances;
use crate::prelude::*;

/// Lets the refusal wait for a second person. Until then the remittance is still under way.
pub async fn propose_refusal(
    context: &Context,
    by: PersonId,
    id: RemittanceId,
    note: &str,
) -> Result<Remittance> {
    let mut tx = context.store.begin().await?;
    let remittance = lock(&mut tx, id, by, RemittanceState::Approved).await?;
    require(remittance.refusal_by.is_none(), ErrorKey::RemittanceNotInState)?;
    tx.propose_refusal(id, by, context.clock.now(), note).await?;
    record(context, &mut tx, by, Action::RemittanceRefusalProposed, &remittance, note);
    tx.commit().await?;
    find(context, id).await
}

/// Confirms what another person said. What the remittance held is open again.
pub async fn confirm_refusal(context: &Context, by: PersonId, id: RemittanceId) -> Result<Remittance> {
    let mut tx = context.store.begin().await?;
    let remittance = lock(&mut tx, id, by, RemittanceState::Approved).await?;
    let proposer = remittance.refusal_by.ok_or(Error::Conflict(ErrorKey::RemittanceNotInState))?;
    require(proposer != by, ErrorKey::ProposedBySamePerson)?;
    tx.end_remittance(id, RemittanceState::Refused, &remittance.note).await?;
    tx.release_withheld(id).await?;
    record(context, &mut tx, by, Action::RemittanceRefused, &remittance, &remittance.note);
    read_sums_of_remittances(&mut tx, context.clock.now()).await?;
    context.commit_with_jobs(tx).await?;
    find(context, id).await
}

/// Drops a refusal that nobody has confirmed, one's own or another person's. The remittance stays under way.
pub async fn drop_refusal(context: &Context, by: PersonId, id: RemittanceId) -> Result<Remittance> {
    let mut tx = context.store.begin().await?;
    let remittance = lock(&mut tx, id, by, RemittanceState::Approved).await?;
    require(remittance.refusal_by.is_some(), ErrorKey::RemittanceNotInState)?;
    tx.drop_refusal(id).await?;
    record(context, &mut tx, by, Action::RemittanceRefusalDropped, &remittance, &remittance.note);
    tx.commit().await?;
    find(context, id).await
}

fn record(context: &Context, tx: &mut Tx, by: PersonId, action: Action, remittance: &Remittance, note: &str) {
    let detail = json!({
        "note": note, "amount": remittance.amount.plain(),
        "proposedBy": remittance.refusal_by.unwrap_or(by).to_string(),
    });
    context.record(tx, Some(by), action, subject(remittance.id), detail);
}
