//! Late receipts: a worker claims a cost that was found after its bill was sent, a clerk decides, and the next salary
//! that it fits into pays it.

mod claim;
mod decide;
mod effect;

pub use self::{claim::*, decide::*, effect::*};

use crate::prelude::*;

/// A late receipt of this person, with its files. Other persons' are not found.
pub async fn own(context: &Context, person: PersonId, id: LateReceiptId) -> Result<LateReceiptWithFiles> {
    let found = context.store.late_receipt(id).await?.filter(|late| late.person == person);
    with_files(context, found.ok_or(Error::NotFound)?).await
}

/// All late receipts of a worker, the newest first.
pub async fn all_of(context: &Context, person: PersonId) -> Result<Vec<LateReceiptWithFiles>> {
    Ok(context.store.with_files(context.store.late_receipts_of(person).await?).await?)
}

async fn with_files(context: &Context, late: LateReceipt) -> Result<LateReceiptWithFiles> {
    context.store.with_files(vec![late]).await?.pop().ok_or(Error::NotFound)
}

/// What the audit log tells of a late receipt.
fn detail_of(late: &LateReceipt) -> Value {
    json!({
        "lateReceipt": late.id.to_string(),
        "field": late.claim.kind.field(late.claim.class),
        "amount": late.claim.amount.plain(),
    })
}
