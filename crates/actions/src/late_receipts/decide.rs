//! A clerk decides about a late receipt, or undoes an approval until a salary that pays it is approved.

use liksa_domain::late_receipt::{LateReceiptState, read_late_vat};

use super::*;
use crate::bills::subject;

/// A late receipt that was sent, of another person than the clerk. Drafts are their worker's alone.
async fn of_another(context: &Context, clerk: PersonId, id: LateReceiptId) -> Result<LateReceipt> {
    let found = context.store.late_receipt(id).await?;
    let late = found.filter(|late| late.state != LateReceiptState::Draft).ok_or(Error::NotFound)?;
    require(late.person != clerk, ErrorKey::OwnMatter)?;
    Ok(late)
}

/// Approves one that waits. `vat` is deducted where it is a VAT invoice to the provider.
pub async fn approve(
    context: &Context,
    clerk: PersonId,
    id: LateReceiptId,
    version: i64,
    vat: Option<&str>,
) -> Result<LateReceiptWithFiles> {
    let late = of_another(context, clerk, id).await?;
    let vat = read_late_vat(&late.claim, vat)?;
    let decision = LateDecision {
        state: LateReceiptState::Approved,
        vat,
        refusal: "",
        by: clerk,
        at: context.clock.now(),
    };
    let mut tx = context.store.begin().await?;
    require(tx.decide_late_receipt(id, version, &decision).await?, ErrorKey::StaleLateReceipt)?;
    let mut detail = detail_of(&late);
    detail["vat"] = json!(vat.map(Money::plain));
    context.record(&mut tx, Some(clerk), Action::LateReceiptApproved, subject(late.bill), detail);
    tx.commit().await?;
    decided(context, id).await
}

/// Refuses one that waits. The worker is told why by mail.
pub async fn refuse(
    context: &Context,
    clerk: PersonId,
    id: LateReceiptId,
    version: i64,
    reason: &str,
) -> Result<LateReceiptWithFiles> {
    let late = of_another(context, clerk, id).await?;
    let decision = LateDecision {
        state: LateReceiptState::Refused,
        vat: None,
        refusal: reason,
        by: clerk,
        at: context.clock.now(),
    };
    let mut tx = context.store.begin().await?;
    require(tx.decide_late_receipt(id, version, &decision).await?, ErrorKey::StaleLateReceipt)?;
    let mut detail = detail_of(&late);
    detail["reason"] = json!(reason);
    context.record(&mut tx, Some(clerk), Action::LateReceiptRefused, subject(late.bill), detail);
    let job = Job::MailLateReceipt { mail: context.new_id()?, late_receipt: id };
    tx.enqueue(&context.job(job)?).await?;
    context.commit_with_jobs(tx).await?;
    decided(context, id).await
}

/// Undoes an approval: the late receipt waits again. A run that was calculated with it has to be calculated again.
pub async fn undo(
    context: &Context,
    clerk: PersonId,
    id: LateReceiptId,
    version: i64,
) -> Result<LateReceiptWithFiles> {
    of_another(context, clerk, id).await?;
    let mut tx = context.store.begin().await?;
    // Runs before everything else, as everywhere: none is approved with it from here on.
    tx.hold_run_of_late(id).await?;
    let seen = tx.late_receipt(id).await?.ok_or(Error::NotFound)?;
    require(seen.version == version, ErrorKey::StaleLateReceipt)?;
    let open = seen.salary.is_none_or(|salary| salary.held || salary.state.is_open());
    require(open, ErrorKey::LateReceiptInSalary)?;
    require(tx.undo_late_approval(&seen).await?, ErrorKey::StaleLateReceipt)?;
    context.record(&mut tx, Some(clerk), Action::LateReceiptUndone, subject(seen.bill), detail_of(&seen));
    tx.commit().await?;
    decided(context, id).await
}

async fn decided(context: &Context, id: LateReceiptId) -> Result<LateReceiptWithFiles> {
    with_files(context, context.store.late_receipt(id).await?.ok_or(Error::NotFound)?).await
}
