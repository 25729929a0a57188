//! Drafts: made, copied, saved on the version that was edited, deleted.

use liksa_domain::bill::life::Move;
use liksa_domain::bill::{Bill, Row, life};
use liksa_domain::share::{Share, ShareState};

use super::*;
use crate::mail::shares::withdrawal;
use crate::prelude::*;

/// A bill as its worker writes it.
pub struct Draft {
    pub bill: Bill,
    /// The bill that it credits, in part or as a whole.
    pub credit_of: Option<BillId>,
}

/// What a call with an idempotency key made, now or before.
pub struct Made<T> {
    pub value: T,
    /// False when an earlier call with the same key made it.
    pub is_new: bool,
}

/// Stores a new draft.
pub async fn create(
    context: &Context,
    person: &Person,
    mut draft: Draft,
    key: Option<&str>,
) -> Result<Made<StoredBill>> {
    check_worker(person, &draft.bill)?;
    check_shifts(context, person.id, &draft.bill).await?;
    check_customer(context, person.id, &mut draft.bill).await?;
    check_original(context, person.id, &mut draft).await?;
    draft.bill.shares.clear();
    store_draft(context, person, draft, (MadeKind::Bill, key), (Action::BillCreated, json!({}))).await
}

/// Stores a draft with the same customer, texts and prices, dated today.
pub async fn copy(
    context: &Context,
    person: &Person,
    source: BillId,
    key: Option<&str>,
) -> Result<Made<StoredBill>, Refusal> {
    let source = own_bill(context, person.id, source).await?;
    if source.bill.is_credit_note {
        // It belongs to one bill, which is credited from there.
        return Err(Refusal::Conflict(ErrorKey::CannotCopyBill, Box::new(source)));
    }
    let mut bill = source.bill.copy(&context.law().await?, context.clock.today());
    bill.settle_for(person.worker_type);
    match check_customer(context, person.id, &mut bill).await {
        // A customer that the worker may no longer bill is chosen anew.
        Err(Error::Invalid(_)) => bill.customer = None,
        found => drop(found?),
    }
    let draft = Draft { bill, credit_of: None };
    let event = (Action::BillCopied, json!({"link": source.id.to_string()}));
    Ok(store_draft(context, person, draft, (MadeKind::Copy, key), event).await?)
}

async fn store_draft(
    context: &Context,
    person: &Person,
    Draft { bill, credit_of }: Draft,
    (kind, key): (MadeKind, Option<&str>),
    (action, detail): (Action, Value),
) -> Result<Made<StoredBill>> {
    let prepared = Terms::of(context, person).await?.prepare(context, bill)?;
    let id: BillId = context.new_id()?;
    let mut tx = context.store.begin().await?;
    if let Some(made) = tx.claim_key(person.id, kind, key, id, context.clock.now()).await? {
        drop(tx);
        return Ok(Made { value: own_bill(context, person.id, made).await?, is_new: false });
    }
    let content = prepared.content(context, id);
    let new = NewBill { person: person.id, credit_of, correction_of: None, content };
    tx.insert_bill(&new).await.map_err(row_taken)?;
    context.record(&mut tx, Some(person.id), action, subject(id), detail);
    tx.commit().await?;
    Ok(Made { value: own_bill(context, person.id, id).await?, is_new: true })
}

/// A bill of the worker's own. What a draft would pay is estimated anew: salaries may have been paid since it was saved.
pub async fn read(context: &Context, person: &Person, id: BillId) -> Result<StoredBill> {
    let mut stored = own_bill(context, person.id, id).await?;
    if is_draft(&stored) {
        // Who has become an employee since then no longer bills them.
        stored.bill.settle_for(person.worker_type);
        (stored.figures, _) = Terms::of(context, person).await?.figures(&stored.bill);
    }
    Ok(stored)
}

/// Saves a draft on the version that was edited.
pub async fn save(context: &Context, person: &Person, id: BillId, version: i64, mut draft: Draft) -> Changed {
    check_worker(person, &draft.bill)?;
    check_shifts(context, person.id, &draft.bill).await?;
    check_customer(context, person.id, &mut draft.bill).await?;
    check_original(context, person.id, &mut draft).await?;
    // They have calls of their own.
    draft.bill.shares = context.store.shares_of_one(id).await?;
    draft.bill.purchases = context.store.costs_of_purchases(id).await?;
    let prepared = Terms::of(context, person).await?.prepare(context, draft.bill)?;
    let mut tx = context.store.begin().await?;
    if !tx.claim_draft(person.id, id, version).await? {
        drop(tx);
        let current = own_bill(context, person.id, id).await?;
        let key = if is_draft(&current) { ErrorKey::StaleBill } else { ErrorKey::InvoiceDisabled };
        return Err(Refusal::Conflict(key, Box::new(current)));
    }
    check_unshared(&mut tx, id, draft.credit_of).await?;
    tx.write_draft(&prepared.content(context, id), draft.credit_of).await.map_err(row_taken)?;
    tx.commit().await?;
    Ok(own_bill(context, person.id, id).await?)
}

/// A draft that others get something of does not become a credit note: that would pay them without a customer's money.
pub(super) async fn check_unshared(tx: &mut Tx, id: BillId, credit_of: Option<BillId>) -> Result<()> {
    match credit_of.is_some() && tx.is_shared(id).await? {
        true => Err(Error::field("creditOf", ErrorKey::CreditNoteShared)),
        false => Ok(()),
    }
}

/// Replaces one row of a draft, or removes it, on the version that was edited or else on the present one. `read` turns
/// what was sent into a row, knowing the bill.
pub async fn save_row<E>(
    context: &Context,
    person: &Person,
    row: RowId,
    version: Option<i64>,
    read: impl FnOnce(&Bill) -> Result<Option<Row>, E>,
) -> Changed
where
    Refusal: From<E>,
{
    let (stored, index) = own_row(context, person.id, row).await?;
    let credit_of = stored.links.credit_of.as_ref().map(|original| original.id);
    let mut bill = stored.bill;
    match read(&bill)? {
        Some(written) => bill.rows[index] = Row { id: Some(row), ..written },
        None => drop(bill.rows.remove(index)),
    }
    let version = version.unwrap_or(stored.version);
    save(context, person, stored.id, version, Draft { bill, credit_of }).await
}

/// Refuses a change of a bill that was sent, before it is read what the change is.
pub async fn must_be_draft(context: &Context, person: PersonId, id: BillId) -> Result<(), Refusal> {
    let current = own_bill(context, person, id).await?;
    match is_draft(&current) {
        true => Ok(()),
        false => Err(Refusal::Conflict(ErrorKey::InvoiceDisabled, Box::new(current))),
    }
}

/// Whether it is still the worker's own to write in, in some version.
pub(super) fn is_draft(bill: &StoredBill) -> bool {
    Move::Send.leads(bill.bill.state).is_some()
}

/// Deletes a draft, or a credit note that no clerk has taken yet: in the version that was seen, or else in the present
/// one.
pub async fn delete(
    context: &Context,
    person: PersonId,
    id: BillId,
    version: Option<i64>,
) -> Result<(), Refusal> {
    let current = own_bill(context, person, id).await?;
    let version = version.unwrap_or(current.version);
    if !life::may_be_deleted(&current.bill) {
        return Err(Refusal::Conflict(ErrorKey::IllegalTransition, Box::new(current)));
    }
    if current.version != version {
        return Err(Refusal::Conflict(ErrorKey::StaleBill, Box::new(current)));
    }
    let mut withdrawn = vec![];
    for share in &current.shares {
        if let Some(mail) = withdrawal(context, share).await? {
            withdrawn.push((share.id, mail));
        }
    }
    let mut tx = context.store.begin().await?;
    // Locked first: a share of it may be approved at this moment.
    tx.lock_bill_state(id).await?;
    let shares = tx.shares_of_one(id).await?;
    // Somebody counts on them: they are taken back first, and the subcontractor is told.
    let counts =
        |share: &Share| matches!(share.state, ShareState::WaitingForSubcontractor | ShareState::Approved);
    if !current.bill.is_credit_note && shares.iter().any(counts) {
        return Err(Refusal::Conflict(ErrorKey::ShareNotInState, Box::new(current)));
    }
    if !tx.delete_bill(person, id, version, context.clock.now()).await? {
        drop(tx);
        let current = own_bill(context, person, id).await?;
        return Err(Refusal::Conflict(ErrorKey::StaleBill, Box::new(current)));
    }
    let total = current.figures.totals().map(|(total, _)| total.plain());
    let detail = json!({"before": current.bill.state.name(), "total": total});
    context.record(&mut tx, Some(person), Action::BillDeleted, subject(id), detail);
    // Those who were asked of what was then taken back wait to be asked again.
    for (share, mail) in &withdrawn {
        if shares.iter().any(|one| one.id == Some(*share) && one.state == ShareState::Open) {
            context.post_mail(&mut tx, mail).await?;
        }
    }
    Ok(context.commit_with_jobs(tx).await?)
}
