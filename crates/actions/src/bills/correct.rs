//! Corrects a bill that has gone to the customer.
//!
//! What was sent stays as it is. A credit note with a number of its own takes it back, and the worker gets a new draft
//! with the same content: in one transaction, so that neither exists without the other.

use liksa_domain::bill::{BillState, life};
use liksa_domain::crediting::Creditable;

use super::*;
use crate::prelude::*;

pub struct Correction {
    /// Waits for the provider's approval.
    pub credit_note: StoredBill,
    pub draft: StoredBill,
}

pub async fn correct(
    context: &Context,
    person: &Person,
    id: BillId,
    key: Option<&str>,
) -> Result<Made<Correction>, Refusal> {
    let source = own_bill(context, person.id, id).await?;
    let (today, now) = (context.clock.today(), context.clock.now());
    let terms = Terms::of(context, person).await?;
    let credit_note = terms.prepare(context, source.bill.credit_note(today))?;
    let mut correction = source.bill.correction(today);
    correction.settle_for(person.worker_type);
    let draft = terms.prepare(context, correction)?;
    let (credit_id, draft_id): (BillId, BillId) = (context.new_id()?, context.new_id()?);

    let mut tx = context.store.begin().await?;
    if let Some(made) = tx.claim_key(person.id, MadeKind::Correction, key, draft_id, now).await? {
        drop(tx);
        let mut notes = source.links.credited_by.iter();
        let sent = notes.clone().find(|note| note.state != BillState::Open);
        let credit_note = sent.or(notes.next_back()).ok_or(Error::NotFound)?.id;
        let value = read_both(context, person.id, credit_note, made).await?;
        return Ok(Made { value, is_new: false });
    }
    let notes = tx.lock_credit_notes(source.id, credit_id).await?;
    if !notes.is_empty() {
        let left =
            Creditable::of(terms.law(), &source.bill, &notes, today).map_err(Error::Invalid)?.gross()?;
        let key = if left.is_zero() { ErrorKey::AlreadyCredited } else { ErrorKey::PartlyCredited };
        return Err(Refusal::Conflict(key, Box::new(source)));
    }
    if !life::may_be_credited(&source.bill) {
        return Err(Refusal::Conflict(ErrorKey::IllegalTransition, Box::new(source)));
    }
    let record = |tx: &mut Tx, bill: BillId, action: Action, detail: Value| {
        context.record(tx, Some(person.id), action, subject(bill), detail);
    };
    let link = json!({"link": source.id.to_string()});

    let content = credit_note.content(context, credit_id);
    let new = NewBill { person: person.id, credit_of: Some(source.id), correction_of: None, content };
    tx.insert_bill(&new).await?;
    record(&mut tx, credit_id, Action::BillCreated, link.clone());
    record(&mut tx, credit_id, Action::BillSent, json!({}));

    let content = draft.content(context, draft_id);
    let new = NewBill { person: person.id, credit_of: None, correction_of: Some(source.id), content };
    tx.insert_bill(&new).await?;
    record(&mut tx, draft_id, Action::BillCreated, link);

    let detail = json!({"link": credit_id.to_string(), "draft": draft_id.to_string()});
    record(&mut tx, source.id, Action::BillCorrected, detail);
    tx.commit().await?;
    Ok(Made { value: read_both(context, person.id, credit_id, draft_id).await?, is_new: true })
}

async fn read_both(context: &Context, person: PersonId, credit: BillId, draft: BillId) -> Result<Correction> {
    Ok(Correction {
        credit_note: own_bill(context, person, credit).await?,
        draft: own_bill(context, person, draft).await?,
    })
}
