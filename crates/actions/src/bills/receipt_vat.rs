//! A clerk says which receipts of a bill are full VAT invoices to the provider, so that their VAT is deducted.

use liksa_domain::bill::{ReceiptVatBody, read_receipt_vat};

use super::moves::bill_of_another;
use super::*;
use crate::prelude::*;

/// Sets what is deducted of receipts while a clerk is checking the bill. It is booked when the worker is repaid.
pub async fn set_receipt_vat(
    context: &Context,
    clerk: PersonId,
    id: BillId,
    version: i64,
    bodies: &[ReceiptVatBody],
) -> Result<()> {
    let bill = bill_of_another(context, clerk, id).await?;
    let changed = read_receipt_vat(bodies, &context.store.receipt_vat_of(bill.id).await?)?;
    let mut tx = context.store.begin().await?;
    require(tx.claim_taken(id, version).await?, ErrorKey::StaleBill)?;
    for receipt in &changed {
        tx.set_receipt_vat(receipt).await?;
    }
    let set = changed
        .iter()
        .map(|one| json!({"amount": one.kind.field(one.class), "vat": one.vat.map(Money::plain)}));
    let detail = json!({"receipts": set.collect::<Vec<_>>()});
    context.record(&mut tx, Some(clerk), Action::ReceiptVatSet, subject(id), detail);
    Ok(tx.commit().await?)
}
