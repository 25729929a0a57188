//! Takes a file of payouts back that waits to be approved. What was in it is ready again.

use super::*;
use crate::prelude::*;

pub async fn cancel_file(
    context: &Context,
    by: PersonId,
    id: PayoutFileId,
    note: &str,
) -> Result<PayoutFile> {
    let file = find_file(context, id).await?;
    let ids: Vec<PayoutId> = file.payouts.iter().map(|payout| payout.id).collect();
    let mut tx = context.store.begin().await?;
    // The bills first, as everywhere: an approval has them when it comes to the file.
    tx.lock_bills_of_payouts(&ids).await?;
    require(tx.withdraw_payout_file(id, note).await?, ErrorKey::PayoutNotInState)?;
    tx.empty_payout_file(id).await?;
    let detail = json!({"note": note, "amount": file.amount.plain()});
    context.record(&mut tx, Some(by), Action::PayoutFileCancelled, subject_of_file(id), detail);
    tx.commit().await?;
    find_file(context, id).await
}
