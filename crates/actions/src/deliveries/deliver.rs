//! Takes a closed bill to its customer, or again after a clerk has looked at what went wrong.
//!
//! Every step looks at what the one before has left, so that a job that is run again goes on where it was.

use anyhow::{Context as _, bail};
use liksa_domain::customer::SendMethod;
use liksa_domain::delivery::DeliveryState;

use super::*;
use crate::bills;
use crate::context::write_atomically;
use crate::mail::invoice::invoice_mail;
use crate::prelude::*;
use crate::printing::{invoice_of, names};

pub async fn deliver(context: &Context, id: DeliveryId) -> anyhow::Result<()> {
    let delivered = deliver_once(context, id).await;
    if let Err(error) = &delivered {
        let mut tx = context.store.begin().await?;
        tx.fail_delivery(id, &format!("{error:#}")).await?;
        tx.commit().await?;
    }
    delivered
}

async fn deliver_once(context: &Context, id: DeliveryId) -> anyhow::Result<()> {
    let delivery = context.store.delivery(id).await?.context("there is no such delivery")?;
    let waits = matches!(delivery.state, DeliveryState::Queued | DeliveryState::Failed);
    // A mail that was written goes its own way.
    if !waits || delivery.mail.is_some() {
        return Ok(());
    }
    let files = match delivery.pdf {
        Some(pdf) => SentFiles { pdf, finvoice: delivery.finvoice, ubl: delivery.ubl },
        None => make_documents(context, &delivery).await?,
    };
    match delivery.method {
        SendMethod::Paper => move_to(context, &delivery, DeliveryState::ToPrint).await,
        SendMethod::Email => by_mail(context, &delivery, &files).await,
        SendMethod::EInvoice => {
            to_operator(context, &delivery, &files).await?;
            move_to(context, &delivery, DeliveryState::Sent).await
        }
    }
}

async fn by_mail(context: &Context, delivery: &Delivery, files: &SentFiles) -> anyhow::Result<()> {
    let to = Email::parse(&delivery.address).context("the customer has no e-mail address")?;
    let bill = context.store.bill(delivery.bill).await?.context("the bill is gone")?;
    let invoice = invoice_of(context, &bill).await?;
    let mail = invoice_mail(&invoice, to, (files.pdf, names::of_invoice(&invoice)));
    let mut tx = context.store.begin().await?;
    let id = context.post_mail(&mut tx, &mail).await?;
    // Another run of this job may have been quicker; then this mail was never written.
    if tx.give_delivery_mail(delivery.id, id).await? {
        context.commit_with_jobs(tx).await?;
    }
    Ok(())
}

/// Into the folder that the operator's program fetches from. The file is called after the delivery, so that a
/// second run writes the same file once more.
async fn to_operator(context: &Context, delivery: &Delivery, files: &SentFiles) -> anyhow::Result<()> {
    let Some(finvoice) = files.finvoice else { bail!("the bill cannot be sent as an e-invoice") };
    let file = context.store.file(finvoice).await?.context("the e-invoice is gone")?;
    let content = context.files.read(&file.blob).await?;
    let (folder, name) =
        (context.deployment.data_dir.join("outbox/e-invoices"), format!("{}.xml", delivery.id));
    tokio::task::spawn_blocking(move || write_atomically(&folder, &name, &content))
        .await?
        .context("the folder for e-invoices")
}

async fn move_to(context: &Context, delivery: &Delivery, to: DeliveryState) -> anyhow::Result<()> {
    let from = [DeliveryState::Queued, DeliveryState::Failed];
    let mut tx = context.store.begin().await?;
    if tx.move_delivery(delivery.id, &from, to, context.clock.now()).await? {
        if to == DeliveryState::Sent {
            let detail = json!({"method": delivery.method.name()});
            context.record(&mut tx, None, Action::BillDelivered, format!("bill:{}", delivery.bill), detail);
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Delivers again a bill that failed, to the address that its customer has by now, or whose mail may not have arrived. An
/// e-invoice may be written again when it has gone too: the file in the folder can get lost before the operator fetches it,
/// and it has the same name and message id each time.
pub async fn retry(context: &Context, clerk: PersonId, id: DeliveryId) -> Result<()> {
    let delivery = context.store.delivery(id).await?.ok_or(Error::NotFound)?;
    let corrected = corrected_address(context, &delivery).await?;
    let mut from = vec![DeliveryState::Failed, DeliveryState::Unsure];
    if delivery.method == SendMethod::EInvoice {
        from.push(DeliveryState::Sent);
    }
    let mut tx = context.store.begin().await?;
    if !tx.move_delivery(id, &from, DeliveryState::Queued, context.clock.now()).await? {
        return Err(Error::Conflict(ErrorKey::DeliverySettled));
    }
    let job = match delivery.mail {
        Some(mail) => {
            // One that waits for its next attempt is sent sooner, and to the corrected address too.
            tx.send_mail_again(mail).await?;
            if let Some(address) = &corrected
                && tx.readdress_mail(mail, address).await?
            {
                tx.readdress_delivery(id, address).await?;
            }
            Job::SendMail { mail }
        }
        None => Job::DeliverBill { delivery: id },
    };
    require(do_now(context, &mut tx, job).await?, ErrorKey::DeliverySettled)?;
    let detail = json!({"before": delivery.state.name()});
    context.record(&mut tx, Some(clerk), Action::DeliveryRetried, subject(id), detail);
    Ok(context.commit_with_jobs(tx).await?)
}

/// The address that the customer has by now, where the mail went to another one that did not take it. A mail that may have
/// arrived goes to the same address again.
async fn corrected_address(context: &Context, delivery: &Delivery) -> Result<Option<Email>> {
    if delivery.method != SendMethod::Email || delivery.state != DeliveryState::Failed {
        return Ok(None);
    }
    let bill = context.store.bill(delivery.bill).await?.ok_or(Error::NotFound)?;
    let Some(customer) = bill.bill.customer else { return Ok(None) };
    let found = context.store.customer(bill.person, customer).await?.filter(|seen| seen.own);
    let email = found.and_then(|seen| Email::parse(&seen.customer.details.email));
    Ok(email.filter(|email| email.as_str() != delivery.address))
}

/// Notes that the customer has the mail that may not have arrived.
pub async fn note_arrival(context: &Context, clerk: PersonId, id: DeliveryId) -> Result<()> {
    let delivery = context.store.delivery(id).await?.ok_or(Error::NotFound)?;
    let (actor, now) = (Some(clerk), context.clock.now());
    let mut tx = context.store.begin().await?;
    if !tx.move_delivery(id, &[DeliveryState::Unsure], DeliveryState::Sent, now).await? {
        return Err(Error::Conflict(ErrorKey::DeliverySettled));
    }
    if let Some(mail) = delivery.mail {
        tx.note_mail_arrived(mail, now).await?;
    }
    context.record(&mut tx, actor, Action::DeliveryArrived, subject(id), json!({}));
    let detail = json!({"method": delivery.method.name()});
    context.record(&mut tx, actor, Action::BillDelivered, bills::subject(delivery.bill), detail);
    Ok(tx.commit().await?)
}

fn subject(id: DeliveryId) -> String {
    format!("delivery:{id}")
}
