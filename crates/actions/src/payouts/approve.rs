//! Approves a file of payouts, by another person than made it and than it pays.

use liksa_documents::pain001::{Kind, Message, Payment};
use liksa_domain::payout::PayoutKind;

use super::*;
use crate::payment_files::{self, end_to_end_id, file_of_payouts};
use crate::prelude::*;
use crate::sending::must_not_be_held;

pub async fn approve_file(context: &Context, by: PersonId, id: PayoutFileId) -> Result<PayoutFile> {
    let file = find_file(context, id).await?;
    let (now, today) = (context.clock.now(), context.clock.today());
    require(file.state == PayoutFileState::Made, ErrorKey::PayoutNotInState)?;
    require(file.made_by != by, ErrorKey::ApprovedBySamePerson)?;
    require(file.pay_on >= today, ErrorKey::PayoutDayOver)?;
    must_not_be_held(&context.store).await?;
    let sum = Money::sum(file.payouts.iter().map(|payout| payout.amount))?;
    require(sum == file.amount, ErrorKey::PayoutFileChanged)?;
    let payments = file.payouts.iter().map(|payout| payment(payout, file.pay_on)).collect();
    let content = payment_files::write(context, file_of_payouts(id, today), payments).await?;
    let booked_by = BookedBy::person(context, by);
    let mut tx = context.store.begin().await?;
    let ids: Vec<PayoutId> = file.payouts.iter().map(|payout| payout.id).collect();
    tx.lock_bills_of_payouts(&ids).await?;
    for payout in &file.payouts {
        let locked = tx.lock_payout(payout.id).await?;
        require(locked.as_ref() == Some(payout), ErrorKey::PayoutFileChanged)?;
        is_not_own(&mut tx, payout, by).await?;
        require(tx.approve_payout(payout.id, id).await?, ErrorKey::PayoutFileChanged)?;
        on_approved(&mut tx, (booked_by, by), payout).await?;
    }
    let name = format!("maksut-{today}.xml");
    let written =
        context.add_file(&mut tx, &content, (FilePurpose::Payroll, MediaType::Xml), None, &name).await?;
    require(tx.approve_payout_file(id, by, now, written).await?, ErrorKey::PayoutNotInState)?;
    let detail = json!({"amount": file.amount.plain(), "count": file.payouts.len()});
    context.record(&mut tx, Some(by), Action::PayoutFileApproved, subject_of_file(id), detail);
    // What failed and leaves anew is not what the bank paid with a sum for its first file.
    payment_files::read_sums_of_payouts(&mut tx, now).await?;
    context.commit_with_jobs(tx).await?;
    find_file(context, id).await
}

fn payment(payout: &Payout, date: Date) -> Payment {
    Payment {
        kind: match payout.kind {
            PayoutKind::Advance => Kind::Advance,
            PayoutKind::Purchase => Kind::PurchaseInvoice,
        },
        date,
        end_to_end_id: end_to_end_id(payout.id),
        amount: payout.amount,
        receiver: payout.receiver.clone(),
        account: payout.iban,
        message: match &payout.reference {
            Some(reference) => Message::Reference(reference.clone()),
            None => Message::Text(payout.message.clone()),
        },
    }
}
