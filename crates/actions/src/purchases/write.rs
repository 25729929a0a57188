//! A purchase is added, changed and removed while its bill is a draft.

use liksa_documents::pain001::is_name;
use liksa_domain::bill::life::may_be_edited;
use liksa_domain::problem::OtherBill;
use liksa_domain::purchase::{MOST_OF_BILL, MOST_RECEIPTS, PurchaseBody, PurchaseInvoice, PurchaseStep};
use liksa_domain::reading::Reader;

use super::*;
use crate::bills::{Made, estimate_anew, subject};
use crate::payouts::same_purchase;
use crate::prelude::*;

/// Adds a purchase with the copies of its invoice that were sent before.
pub async fn add(
    context: &Context,
    person: PersonId,
    bill: BillId,
    body: &PurchaseBody,
    key: Option<&str>,
) -> Result<Made<StoredPurchase>, Refusal> {
    let stored = own_bill(context, person, bill).await?;
    if !may_be_edited(&stored.bill) {
        return Err(Refusal::Conflict(ErrorKey::InvoiceDisabled, Box::new(stored)));
    }
    let invoice = read(context, body).await?;
    let receipts = receipts_of(body)?;
    let commission = commission_of(context, &invoice).await?;
    let (id, now): (PurchaseId, _) = (context.new_id()?, context.clock.now());
    let mut tx = hold(context, person, bill).await?;
    if let Some(made) = tx.claim_key(person, MadeKind::Purchase, key, id, now).await? {
        drop(tx);
        return Ok(Made { value: own_purchase(context, person, bill, made).await?, is_new: false });
    }
    // It may have become one since it was read.
    if tx.is_credit_note(bill).await? {
        return Err(Refusal::Conflict(ErrorKey::InvoiceDisabled, Box::new(stored)));
    }
    if tx.purchases_within(bill).await?.len() >= MOST_OF_BILL {
        let problem = Problem::too_many("extContractorBillableItems", MOST_OF_BILL);
        return Err(Error::Invalid(vec![problem]).into());
    }
    must_be_new(&mut tx, person, None, &invoice).await?;
    tx.insert_purchase(id, bill, &invoice, commission, now).await?;
    for receipt in receipts {
        if !tx.attach_purchase_receipt(receipt, bill, id).await? {
            return Err(Error::field("receipts", ErrorKey::Invalid).into());
        }
    }
    let what = detail(id, &invoice.name, invoice.total()?);
    context.record(&mut tx, Some(person), Action::PurchaseAdded, subject(bill), what);
    tx.commit().await?;
    estimate_anew(context, person, bill).await?;
    Ok(Made { value: find(context, id).await?, is_new: true })
}

/// Changes a purchase that is not sent for payment: on the version that was edited, or else on the present one.
pub async fn edit(
    context: &Context,
    person: PersonId,
    (bill, id): (BillId, PurchaseId),
    body: &PurchaseBody,
) -> Result<StoredPurchase, Refusal> {
    let stored = own_purchase(context, person, bill, id).await?;
    let mut reader = Reader::default();
    let version = reader.whole("version", body.version.as_deref());
    reader.finish(Some(()))?;
    let version = version.unwrap_or(stored.version);
    let mut tx = hold(context, person, bill).await?;
    purchase_for(&mut tx, id, PurchaseStep::Edit).await?;
    let invoice = read(context, body).await?;
    let commission = commission_of(context, &invoice).await?;
    must_be_new(&mut tx, person, Some(id), &invoice).await?;
    require(tx.update_purchase(id, version, &invoice, commission).await?, ErrorKey::PurchaseNotInState)?;
    let what = detail(id, &invoice.name, invoice.total()?);
    context.record(&mut tx, Some(person), Action::PurchaseEdited, subject(bill), what);
    tx.commit().await?;
    estimate_anew(context, person, bill).await?;
    Ok(find(context, id).await?)
}

/// Removes a purchase that is not sent for payment, with its copies: on the version that was seen, or else on the present
/// one.
pub async fn remove(
    context: &Context,
    person: PersonId,
    (bill, id): (BillId, PurchaseId),
    seen: Option<i64>,
) -> Result<(), Refusal> {
    own_purchase(context, person, bill, id).await?;
    let mut tx = hold(context, person, bill).await?;
    let found = purchase_for(&mut tx, id, PurchaseStep::Delete).await?;
    must_be_as_seen(context, &found, seen).await?;
    tx.delete_purchase(id, context.clock.now()).await?;
    let what = detail(id, &found.purchase.invoice.name, found.purchase.invoice.total()?);
    context.record(&mut tx, Some(person), Action::PurchaseRemoved, subject(bill), what);
    tx.commit().await?;
    estimate_anew(context, person, bill).await?;
    Ok(())
}

async fn read(context: &Context, body: &PurchaseBody) -> Result<PurchaseInvoice> {
    Ok(body.read(&context.law().await?, context.clock.today(), is_name)?)
}

/// The copies that a new purchase takes: one at least.
fn receipts_of(body: &PurchaseBody) -> Result<Vec<PurchaseReceiptId>> {
    let mut ids: Vec<_> = body.receipts.iter().flatten().map(|receipt| receipt.id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Err(Error::field("receipts", ErrorKey::PurchaseInvoiceRequired));
    }
    match u16::try_from(ids.len()) {
        Ok(count) if count <= MOST_RECEIPTS => Ok(ids),
        _ => Err(Error::Invalid(vec![Problem::too_many("receipts", MOST_RECEIPTS)])),
    }
}

/// Refuses an invoice that is a purchase already. The first one is named where it is the worker's own; all others are
/// nobody's business.
async fn must_be_new(
    tx: &mut Tx,
    person: PersonId,
    but: Option<PurchaseId>,
    invoice: &PurchaseInvoice,
) -> Result<()> {
    let Some(first) = same_purchase(tx, but, invoice).await? else { return Ok(()) };
    let own = (first.person == person).then_some(OtherBill {
        id: first.bill,
        number: first.bill_number,
        day: first.purchase.invoice.due_date,
    });
    let problem = Problem { other: own, ..Problem::new("referenceNumber", ErrorKey::DuplicatePurchase) };
    Err(Error::Invalid(vec![problem]))
}
