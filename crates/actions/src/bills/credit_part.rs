//! Credits a part of a bill that has gone to the customer.
//!
//! The worker gets a draft that credits all that is left, and takes out what stays billed. It is sent, checked and
//! approved as every other bill. From the moment that it is sent, nothing of it can be credited a second time.

use liksa_domain::bill::{Bill, life};
use liksa_domain::crediting::Creditable;
use liksa_domain::validation::credit_note_problems;
use liksa_rates::StatutoryFigures;

use super::*;
use crate::prelude::*;

/// The draft of a credit note for what is left of a bill.
pub async fn credit_part(
    context: &Context,
    person: &Person,
    source: BillId,
    key: Option<&str>,
) -> Result<Made<StoredBill>, Refusal> {
    let source = own_bill(context, person.id, source).await?;
    let notes = context.store.credit_notes_of(source.id, source.id).await?;
    let draft = source.bill.part_credit(&notes, context.clock.today());
    let prepared = Terms::of(context, person).await?.prepare(context, draft)?;
    let id: BillId = context.new_id()?;
    let mut tx = context.store.begin().await?;
    if let Some(made) = tx.claim_key(person.id, MadeKind::PartCredit, key, id, context.clock.now()).await? {
        drop(tx);
        return Ok(Made { value: own_bill(context, person.id, made).await?, is_new: false });
    }
    if source.left_to_credit().is_some_and(|left| !left.is_positive()) {
        return Err(Refusal::Conflict(ErrorKey::AlreadyCredited, Box::new(source)));
    }
    if !life::may_be_credited(&source.bill) {
        return Err(Refusal::Conflict(ErrorKey::IllegalTransition, Box::new(source)));
    }
    let content = prepared.content(context, id);
    let new = NewBill { person: person.id, credit_of: Some(source.id), correction_of: None, content };
    tx.insert_bill(&new).await?;
    let detail = json!({"link": source.id.to_string()});
    context.record(&mut tx, Some(person.id), Action::BillCreated, subject(id), detail);
    tx.commit().await?;
    Ok(Made { value: own_bill(context, person.id, id).await?, is_new: true })
}

/// The bill that a draft credits, if it credits one. It must be one of the worker's own that was sent, and the draft
/// takes its terms.
pub(super) async fn check_original(
    context: &Context,
    person: PersonId,
    draft: &mut Draft,
) -> Result<Option<StoredBill>> {
    let Some(id) = draft.credit_of else { return Ok(None) };
    let found = context.store.bill(id).await?.filter(|bill| bill.person == person);
    let original = found.filter(|bill| life::was_sent(&bill.bill));
    let original = original.ok_or_else(|| Error::field("creditOf", ErrorKey::InvalidChoice))?;
    draft.bill.take_terms_of(&original.bill);
    Ok(Some(original))
}

/// What a credit note lacks by itself, and whether it goes to the customer of the bill that it credits.
pub(super) async fn credit_note_faults(
    context: &Context,
    note: &Bill,
    original: &StoredBill,
) -> Result<Vec<Problem>> {
    let mut problems = credit_note_problems(&context.law().await?, note, context.clock.today());
    if let Some((to, before)) = note.customer.zip(original.bill.customer)
        && !context.store.is_same_customer(to, before).await?
    {
        problems.push(Problem::new("creditOf", ErrorKey::CreditOfOtherCustomer));
    }
    Ok(problems)
}

/// Takes what the credit note says from what its bill and the other credit notes leave, or says why it cannot.
pub(super) fn settle_credit(
    law: &StatutoryFigures,
    note: &mut Bill,
    original: &StoredBill,
    others: &[Bill],
    today: Date,
) -> Vec<Problem> {
    left_after(law, note, original, others, today).err().unwrap_or_default()
}

/// The same, and what is left then.
pub(super) fn left_after(
    law: &StatutoryFigures,
    note: &mut Bill,
    original: &StoredBill,
    others: &[Bill],
    today: Date,
) -> Result<Creditable, Vec<Problem>> {
    Creditable::of(law, &original.bill, others, today)?.credit(law, note, today)
}
