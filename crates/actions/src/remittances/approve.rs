//! Approves remittances into one payment file, by another person than made them.

use liksa_documents::pain001::{Kind, Message, Payment};

use super::*;
use crate::payment_files::{self, end_to_end_id, file_of_remittances};
use crate::prelude::*;
use crate::sending::must_not_be_held;

/// All of them or none.
pub async fn approve(context: &Context, by: PersonId, ids: &[RemittanceId]) -> Result<()> {
    must_not_be_held(&context.store).await?;
    let mut remittances = Vec::with_capacity(ids.len());
    for id in ids {
        let remittance = find(context, *id).await?;
        may_approve(context, &remittance, by)?;
        remittances.push(remittance);
    }
    let first = remittances.first().ok_or(Error::NotFound)?;
    let (now, today) = (context.clock.now(), context.clock.today());
    let file_id = file_of_remittances(first.id, today);
    let content = payment_files::write(context, file_id, remittances.iter().map(payment).collect()).await?;
    let mut tx = context.store.begin().await?;
    let name = format!("tilitykset-{today}.xml");
    let file =
        context.add_file(&mut tx, &content, (FilePurpose::Payroll, MediaType::Xml), None, &name).await?;
    for remittance in &remittances {
        let approved = tx.approve_remittance(remittance.id, by, now, file).await?;
        require(approved, ErrorKey::RemittanceNotInState)?;
        let detail = json!({"kind": remittance.kind, "amount": remittance.amount.plain()});
        context.record(&mut tx, Some(by), Action::RemittanceApproved, subject(remittance.id), detail);
    }
    Ok(tx.commit().await?)
}

fn may_approve(context: &Context, remittance: &Remittance, by: PersonId) -> Result<()> {
    require(remittance.state == RemittanceState::Made, ErrorKey::RemittanceNotInState)?;
    require(remittance.made_by != by, ErrorKey::ApprovedBySamePerson)?;
    is_not_own(remittance.person, by)?;
    require(remittance.pay_on >= context.clock.today(), ErrorKey::RemittanceDayOver)
}

fn payment(remittance: &Remittance) -> Payment {
    Payment {
        kind: Kind::Remittance,
        date: remittance.pay_on,
        end_to_end_id: end_to_end_id(remittance.id),
        amount: remittance.amount,
        receiver: remittance.receiver.clone(),
        account: remittance.iban,
        message: Message::Reference(remittance.reference.clone()),
    }
}
