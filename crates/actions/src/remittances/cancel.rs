//! Takes a remittance back that waits to be approved. What it held is open again.

use super::*;
use crate::prelude::*;

pub async fn cancel(context: &Context, by: PersonId, id: RemittanceId, note: &str) -> Result<Remittance> {
    let mut tx = context.store.begin().await?;
    let remittance = lock(&mut tx, id, by, RemittanceState::Made).await?;
    tx.end_remittance(id, RemittanceState::Withdrawn, note).await?;
    tx.release_withheld(id).await?;
    let detail = json!({"note": note, "amount": remittance.amount.plain()});
    context.record(&mut tx, Some(by), Action::RemittanceCancelled, subject(id), detail);
    tx.commit().await?;
    find(context, id).await
}
