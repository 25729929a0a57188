//! Takes a remittance back that waits, or notes that the bank did not pay one. What it held is open again.

use liksa_domain::remittance::RemittanceState;

use super::*;
use crate::prelude::*;

pub async fn cancel(context: &Context, by: PersonId, id: RemittanceId, note: &str) -> Result<Remittance> {
    let mut tx = context.store.begin().await?;
    let remittance = tx.lock_remittance(id).await?.ok_or(Error::NotFound)?;
    is_not_own(remittance.person, by)?;
    let state = match remittance.state {
        RemittanceState::Made => RemittanceState::Withdrawn,
        RemittanceState::Approved => RemittanceState::Refused,
        _ => return Err(Error::Conflict(ErrorKey::RemittanceNotInState)),
    };
    tx.end_remittance(id, state, note).await?;
    tx.release_withheld(id).await?;
    let detail = json!({"state": state, "note": note, "amount": remittance.amount.plain()});
    context.record(&mut tx, Some(by), Action::RemittanceCancelled, subject(id), detail);
    tx.commit().await?;
    find(context, id).await
}
