//! The worker's side: write a claim, attach its files, send it to the clerks, take it back.

use liksa_domain::bill::limits;
use liksa_domain::file::display_name;
use liksa_domain::late_receipt::{LateClaim, LateClaimBody, LateReceiptState, may_be_claimed_for};

use super::*;
use crate::bills::{Made, own_row, subject};
use crate::readable::must_be_readable;
use crate::receipts::ReceiptFile;

/// Makes a draft, which files can be attached to. Sent again with the same key it is the same one.
pub async fn make(
    context: &Context,
    person: PersonId,
    body: &LateClaimBody,
    key: Option<&str>,
) -> Result<Made<LateReceiptWithFiles>> {
    let (bill, claim) = read_claim(context, person, body).await?;
    let (id, made_at): (LateReceiptId, _) = (context.new_id()?, context.clock.now());
    let mut tx = context.store.begin().await?;
    if let Some(made) = tx.claim_key(person, MadeKind::LateReceipt, key, id, made_at).await? {
        drop(tx);
        return Ok(Made { value: own(context, person, made).await?, is_new: false });
    }
    tx.insert_late_receipt(&NewLateReceipt { id, person, bill, claim: &claim, made_at }).await?;
    let detail = json!({
        "lateReceipt": id.to_string(), "field": claim.kind.field(claim.class), "amount": claim.amount.plain(),
    });
    context.record(&mut tx, Some(person), Action::LateReceiptMade, subject(bill), detail);
    tx.commit().await?;
    Ok(Made { value: own(context, person, id).await?, is_new: true })
}

/// Writes a draft anew, on the version that was edited or else on the present one.
pub async fn save(
    context: &Context,
    person: PersonId,
    id: LateReceiptId,
    body: &LateClaimBody,
) -> Result<LateReceiptWithFiles> {
    own(context, person, id).await?;
    let (bill, claim) = read_claim(context, person, body).await?;
    let mut tx = context.store.begin().await?;
    let is_saved = tx.save_late_draft(person, (id, body.version), bill, &claim).await?;
    require(is_saved, ErrorKey::StaleLateReceipt)?;
    tx.commit().await?;
    own(context, person, id).await
}

/// What is claimed, and of which bill of the person.
async fn read_claim(
    context: &Context,
    person: PersonId,
    body: &LateClaimBody,
) -> Result<(BillId, LateClaim)> {
    let row = body.row_id.ok_or_else(|| Error::field("rowId", ErrorKey::Required))?;
    let (stored, place) = match own_row(context, person, row).await {
        Err(Error::NotFound) => return Err(Error::field("rowId", ErrorKey::InvalidChoice)),
        found => found?,
    };
    may_be_claimed_for(&stored.bill).map_err(Error::Conflict)?;
    let claim = body.read(&context.law().await?, &stored.bill.rows[place])?;
    Ok((stored.id, claim))
}

/// Refuses, before its file is received, a file for a late receipt that was sent or has enough of them. With a key it
/// may be one that is there already.
pub async fn must_take_files(
    context: &Context,
    person: PersonId,
    id: LateReceiptId,
    key: Option<&str>,
) -> Result<()> {
    let found = own(context, person, id).await?;
    require(found.late.state == LateReceiptState::Draft, ErrorKey::StaleLateReceipt)?;
    match key {
        Some(_) => Ok(()),
        None => must_have_room(u16::try_from(found.files.len()).unwrap_or(u16::MAX)),
    }
}

fn must_have_room(files: u16) -> Result<()> {
    if files < limits::RECEIPTS_OF_ROW {
        return Ok(());
    }
    Err(Error::Invalid(vec![Problem::too_many("file", limits::RECEIPTS_OF_ROW)]))
}

pub async fn attach(
    context: &Context,
    person: PersonId,
    id: LateReceiptId,
    file: &ReceiptFile,
    key: Option<&str>,
) -> Result<Made<Receipt>> {
    let found = own(context, person, id).await?.late;
    must_be_readable(context, &file.content, file.media_type).await?;
    let name = display_name(&file.name, file.media_type);
    let (receipt, now): (ReceiptId, _) = (context.new_id()?, context.clock.now());
    let mut tx = context.store.begin().await?;
    if let Some(made) = tx.claim_key(person, MadeKind::Receipt, key, receipt, now).await? {
        drop(tx);
        return Ok(Made { value: stored(context, made).await?, is_new: false });
    }
    require(tx.hold_late_draft(person, id).await?, ErrorKey::StaleLateReceipt)?;
    must_have_room(tx.receipts_of_late(id).await?)?;
    let kind = (FilePurpose::Receipt, file.media_type);
    let file = context.add_file(&mut tx, &file.content, kind, Some(person), &name).await?;
    // As of this transaction: the draft may have been written for another row meanwhile.
    let row = tx.late_receipt(id).await?.ok_or(Error::NotFound)?.claim.row;
    tx.insert_receipt(&NewReceipt { id: receipt, row, late: Some(id), file, made_at: now }).await?;
    let detail = json!({"receipt": receipt.to_string(), "row": row.to_string(), "lateReceipt": id.to_string(), "name": name});
    context.record(&mut tx, Some(person), Action::ReceiptAdded, subject(found.bill), detail);
    tx.commit().await?;
    Ok(Made { value: stored(context, receipt).await?, is_new: true })
}

async fn stored(context: &Context, id: ReceiptId) -> Result<Receipt> {
    Ok(context.store.receipt(id).await?.ok_or(Error::NotFound)?.receipt)
}

/// Sends a draft to the clerks, in the version that was seen or else in the present one. One that was sent before stays
/// sent.
pub async fn send(
    context: &Context,
    person: PersonId,
    id: LateReceiptId,
    seen: Option<i64>,
) -> Result<LateReceiptWithFiles> {
    let found = own(context, person, id).await?;
    if found.late.state != LateReceiptState::Draft {
        // Sending makes one version more. Another draft than this person saw may be what was sent.
        require(seen.is_none_or(|seen| seen == found.late.version - 1), ErrorKey::StaleLateReceipt)?;
        return Ok(found);
    }
    let mut tx = context.store.begin().await?;
    require(tx.hold_sent_bill(found.late.bill).await?, ErrorKey::LateReceiptNotForBill)?;
    require(tx.hold_late_draft(person, id).await?, ErrorKey::StaleLateReceipt)?;
    let late = tx.late_receipt(id).await?.ok_or(Error::NotFound)?;
    let is_as_seen = seen.is_none_or(|seen| seen == late.version);
    require(is_as_seen && late.bill == found.late.bill, ErrorKey::StaleLateReceipt)?;
    if tx.receipts_of_late(id).await? == 0 {
        return Err(Error::field("file", ErrorKey::ReceiptRequired));
    }
    tx.send_late_receipt(id, context.clock.now()).await?;
    context.record(&mut tx, Some(person), Action::LateReceiptSent, subject(late.bill), detail_of(&late));
    tx.commit().await?;
    own(context, person, id).await
}

/// Takes back a late receipt that nobody has decided about, with its files.
pub async fn delete(context: &Context, person: PersonId, id: LateReceiptId) -> Result<()> {
    let found = own(context, person, id).await?.late;
    let mut tx = context.store.begin().await?;
    let gone = tx.delete_late_receipt(person, id, context.clock.now()).await?;
    require(gone, ErrorKey::StaleLateReceipt)?;
    context.record(&mut tx, Some(person), Action::LateReceiptDeleted, subject(found.bill), detail_of(&found));
    Ok(tx.commit().await?)
}
