//! Receipts of the rows of a draft: attach, replace and remove.

use liksa_domain::bill::{life, limits};
use liksa_domain::file::display_name;
use liksa_domain::late_receipt::LateReceiptState;

use crate::bills::{Made, Refusal, own_bill, own_row, subject};
use crate::prelude::*;
use crate::readable::must_be_readable;

/// A picture or PDF whose content is stored and waits for its row.
pub struct ReceiptFile {
    pub content: StoredContent,
    pub media_type: MediaType,
    /// As the worker's device called it.
    pub name: String,
}

/// Refuses, before its file is received, a receipt for a bill that is no draft or a row that has enough of them. With a
/// key it may be one that the row has already.
pub async fn must_take_receipts(
    context: &Context,
    person: PersonId,
    row: RowId,
    key: Option<&str>,
) -> Result<(), Refusal> {
    let (stored, index) = own_row(context, person, row).await?;
    if !life::may_be_edited(&stored.bill) {
        return Err(not_a_draft(stored));
    }
    match key {
        Some(_) => Ok(()),
        None => Ok(must_have_room(stored.bill.rows[index].receipts)?),
    }
}

fn must_have_room(receipts: u16) -> Result<()> {
    if receipts < limits::RECEIPTS_OF_ROW {
        return Ok(());
    }
    Err(Error::Invalid(vec![Problem::too_many("file", limits::RECEIPTS_OF_ROW)]))
}

pub async fn attach(
    context: &Context,
    person: PersonId,
    row: RowId,
    file: &ReceiptFile,
    key: Option<&str>,
) -> Result<Made<Receipt>, Refusal> {
    let (bill, _) = own_row(context, person, row).await?;
    must_be_readable(context, &file.content, file.media_type).await?;
    let name = display_name(&file.name, file.media_type);
    let (id, now): (ReceiptId, _) = (context.new_id()?, context.clock.now());

    let mut tx = context.store.begin().await?;
    if let Some(made) = tx.claim_key(person, MadeKind::Receipt, key, id, now).await? {
        drop(tx);
        return Ok(Made { value: stored(context, made).await?, is_new: false });
    }
    if !tx.hold_draft(person, bill.id).await? {
        drop(tx);
        return Err(not_a_draft(own_bill(context, person, bill.id).await?));
    }
    must_have_room(tx.receipts_of_row(row).await?)?;
    let kind = (FilePurpose::Receipt, file.media_type);
    let file = context.add_file(&mut tx, &file.content, kind, Some(person), &name).await?;
    tx.insert_receipt(&NewReceipt { id, row, late: None, file, made_at: now }).await?;
    let detail = json!({"receipt": id.to_string(), "row": row.to_string(), "name": name});
    context.record(&mut tx, Some(person), Action::ReceiptAdded, subject(bill.id), detail);
    tx.commit().await?;
    Ok(Made { value: stored(context, id).await?, is_new: true })
}

/// Gives a receipt another file: the same picture the right way up, or the right one.
pub async fn replace(
    context: &Context,
    person: PersonId,
    id: ReceiptId,
    file: &ReceiptFile,
) -> Result<Receipt, Refusal> {
    let found = own_receipt(context, person, id).await?;
    must_be_readable(context, &file.content, file.media_type).await?;
    let name = display_name(&file.name, file.media_type);
    let mut tx = context.store.begin().await?;
    if !hold(&mut tx, &found).await? {
        drop(tx);
        return Err(why_held(context, &found).await);
    }
    if found.sha256 == file.content.sha256 {
        // Sent again, or not changed.
        return Ok(found.receipt);
    }
    let before = tx.file_of_receipt(id).await?.ok_or(Error::NotFound)?;
    let kind = (FilePurpose::Receipt, file.media_type);
    let new = context.add_file(&mut tx, &file.content, kind, Some(person), &name).await?;
    tx.set_file_of_receipt(id, new).await?;
    tx.delete_file(before, context.clock.now()).await?;
    let detail = json!({"receipt": id.to_string(), "before": found.receipt.name, "name": name});
    context.record(&mut tx, Some(person), Action::ReceiptReplaced, subject(found.bill), detail);
    tx.commit().await?;
    Ok(stored(context, id).await?)
}

/// Refuses, before its file is received, another file for a receipt of a bill that is no draft.
pub async fn must_be_replaceable(context: &Context, person: PersonId, id: ReceiptId) -> Result<(), Refusal> {
    let found = own_receipt(context, person, id).await?;
    if let Some(late) = found.late {
        let late = context.store.late_receipt(late).await?.ok_or(Error::NotFound)?;
        return Ok(require(late.state == LateReceiptState::Draft, ErrorKey::StaleLateReceipt)?);
    }
    let bill = own_bill(context, person, found.bill).await?;
    if life::may_be_edited(&bill.bill) { Ok(()) } else { Err(not_a_draft(bill)) }
}

async fn own_receipt(context: &Context, person: PersonId, id: ReceiptId) -> Result<ReceiptOfBill> {
    let found = context.store.receipt(id).await?.filter(|found| found.person == person);
    found.ok_or(Error::NotFound)
}

pub async fn remove(context: &Context, person: PersonId, id: ReceiptId) -> Result<(), Refusal> {
    let found = own_receipt(context, person, id).await?;
    let mut tx = context.store.begin().await?;
    if !hold(&mut tx, &found).await? {
        drop(tx);
        return Err(why_held(context, &found).await);
    }
    if !tx.delete_receipt(id, context.clock.now()).await? {
        return Err(Error::NotFound.into());
    }
    let detail = json!({"receipt": found.receipt.id.to_string(), "name": found.receipt.name});
    context.record(&mut tx, Some(person), Action::ReceiptRemoved, subject(found.bill), detail);
    Ok(tx.commit().await?)
}

/// Locks the draft that a receipt belongs to: a bill, or a late receipt. False if that was sent.
async fn hold(tx: &mut Tx, found: &ReceiptOfBill) -> StoreResult<bool> {
    match found.late {
        Some(late) => tx.hold_late_draft(found.person, late).await,
        None => tx.hold_draft(found.person, found.bill).await,
    }
}

async fn why_held(context: &Context, found: &ReceiptOfBill) -> Refusal {
    if found.late.is_some() {
        return Error::Conflict(ErrorKey::StaleLateReceipt).into();
    }
    match own_bill(context, found.person, found.bill).await {
        Ok(bill) => not_a_draft(bill),
        Err(error) => error.into(),
    }
}

async fn stored(context: &Context, id: ReceiptId) -> Result<Receipt> {
    Ok(context.store.receipt(id).await?.ok_or(Error::NotFound)?.receipt)
}

fn not_a_draft(bill: StoredBill) -> Refusal {
    Refusal::Conflict(ErrorKey::InvoiceDisabled, Box::new(bill))
}
