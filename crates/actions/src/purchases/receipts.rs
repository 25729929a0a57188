//! Copies of purchase invoices: sent before or after their purchase is made; the last one stays.

use liksa_domain::file::display_name;
use liksa_domain::purchase::{MOST_RECEIPTS, PurchaseStep};

use super::*;
use crate::bills::{Made, must_be_draft, subject};
use crate::prelude::*;
use crate::readable::must_be_readable;
use crate::receipts::ReceiptFile;

/// Refuses a copy before its file is received: for a bill that is no draft, or a purchase that is not open.
pub async fn must_take_copies(
    context: &Context,
    person: PersonId,
    bill: BillId,
    purchase: Option<PurchaseId>,
) -> Result<(), Refusal> {
    must_be_draft(context, person, bill).await?;
    if let Some(id) = purchase {
        own_purchase(context, person, bill, id).await?;
    }
    Ok(())
}

/// Stores a copy, of a purchase or for one that is made later.
pub async fn add_copy(
    context: &Context,
    person: PersonId,
    (bill, purchase): (BillId, Option<PurchaseId>),
    file: &ReceiptFile,
    key: Option<&str>,
) -> Result<Made<PurchaseReceipt>, Refusal> {
    must_take_copies(context, person, bill, purchase).await?;
    must_be_readable(context, &file.content, file.media_type).await?;
    let name = display_name(&file.name, file.media_type);
    let (id, now): (PurchaseReceiptId, _) = (context.new_id()?, context.clock.now());
    let mut tx = hold(context, person, bill).await?;
    if let Some(made) = tx.claim_key(person, MadeKind::PurchaseReceipt, key, id, now).await? {
        drop(tx);
        return Ok(Made { value: own_copy(context, person, made).await?, is_new: false });
    }
    let present = match purchase {
        Some(purchase) => {
            purchase_for(&mut tx, purchase, PurchaseStep::Edit).await?;
            tx.receipts_of_purchase(purchase).await?
        }
        None => tx.unattached_purchase_receipts(bill).await?,
    };
    if present >= MOST_RECEIPTS {
        return Err(Error::Invalid(vec![Problem::too_many("file", MOST_RECEIPTS)]).into());
    }
    let kind = (FilePurpose::Receipt, file.media_type);
    let file = context.add_file(&mut tx, &file.content, kind, Some(person), &name).await?;
    tx.insert_purchase_receipt(&NewPurchaseReceipt { id, bill, purchase, file, made_at: now }).await?;
    let what = json!({"receipt": id.to_string(), "name": name});
    context.record(&mut tx, Some(person), Action::PurchaseReceiptAdded, subject(bill), what);
    tx.commit().await?;
    Ok(Made { value: own_copy(context, person, id).await?, is_new: true })
}

/// Removes a copy. The last one of a purchase stays.
pub async fn remove_copy(context: &Context, person: PersonId, id: PurchaseReceiptId) -> Result<(), Refusal> {
    let copy = own_copy(context, person, id).await?;
    let mut tx = hold(context, person, copy.bill).await?;
    if let Some(purchase) = copy.purchase {
        purchase_for(&mut tx, purchase, PurchaseStep::Edit).await?;
        require(tx.receipts_of_purchase(purchase).await? > 1, ErrorKey::LastPurchaseReceipt)?;
    }
    if !tx.delete_purchase_receipt(id, context.clock.now()).await? {
        return Err(Error::NotFound.into());
    }
    let what = json!({"receipt": id.to_string(), "name": copy.name});
    context.record(&mut tx, Some(person), Action::PurchaseReceiptRemoved, subject(copy.bill), what);
    Ok(tx.commit().await?)
}

async fn own_copy(context: &Context, person: PersonId, id: PurchaseReceiptId) -> Result<PurchaseReceipt> {
    let found = context.store.purchase_receipt(id).await?;
    found.filter(|found| found.person == person).ok_or(Error::NotFound)
}
