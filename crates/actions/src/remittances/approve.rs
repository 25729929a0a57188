//! Approves remittances into one payment file, by another person than made them.

use liksa_documents::pain001::{Kind, Message, Payment, PaymentFile, PaymentFileError};

use super::*;
use crate::payments::file_of_remittances;
use crate::prelude::*;

/// All of them or none.
pub async fn approve(context: &Context, by: PersonId, ids: &[RemittanceId]) -> Result<()> {
    let mut remittances = Vec::with_capacity(ids.len());
    for id in ids {
        let remittance = find(context, *id).await?;
        may_approve(context, &remittance, by)?;
        remittances.push(remittance);
    }
    let xml = payment_file(context, &remittances).await?;
    let now = context.clock.now();
    let content = context.files.put(context.new_id()?, xml.as_bytes(), now).await?;
    let mut tx = context.store.begin().await?;
    let name = format!("tilitykset-{}.xml", context.clock.today());
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

async fn payment_file(context: &Context, remittances: &[Remittance]) -> Result<String> {
    let first = remittances.first().ok_or(Error::NotFound)?;
    let file = PaymentFile {
        id: file_of_remittances(first.id, context.clock.today()),
        created: context.clock.in_finland(context.clock.now()).datetime(),
        provider: context.settings_for_sending(context.clock.today()).await?.as_ref().clone(),
        payments: remittances.iter().map(payment).collect(),
    };
    file.to_xml().map_err(|error| match error {
        PaymentFileError::WrongBankAgreement
        | PaymentFileError::PayerWithoutName
        | PaymentFileError::PayerOutsideSepa => Error::Conflict(ErrorKey::PayerNotAccepted),
        other => Error::Internal(other.into()),
    })
}

/// Its end-to-end id is the remittance's id, which comes back on the statement; without hyphens, since banks take 35
/// characters.
fn payment(remittance: &Remittance) -> Payment {
    Payment {
        kind: Kind::Remittance,
        date: remittance.pay_on,
        end_to_end_id: remittance.id.uuid().simple().to_string(),
        amount: remittance.amount,
        receiver: remittance.receiver.clone(),
        account: remittance.iban,
        message: Message::Reference(remittance.reference.clone()),
    }
}
