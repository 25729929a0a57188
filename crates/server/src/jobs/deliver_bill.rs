//! Takes a closed bill to its customer.
//!
//! Every step looks at what the one before has left, so that a job that is run again goes on where it was.

use anyhow::{Context, bail};
use liksa_domain::audit::Action;
use liksa_domain::customer::SendMethod;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::DeliveryId;
use liksa_domain::person::Email;
use liksa_store::{Delivery, SentFiles};
use serde_json::json;

use crate::app::App;
use crate::mail::invoice::invoice_mail;
use crate::outbox::write_atomically;
use crate::printing::{invoice_of, names};
use crate::sending::make_documents;

pub async fn run(app: &App, id: DeliveryId) -> anyhow::Result<()> {
    let delivered = deliver(app, id).await;
    if let Err(error) = &delivered {
        let mut tx = app.store.begin().await?;
        tx.fail_delivery(id, &format!("{error:#}")).await?;
        tx.commit().await?;
    }
    delivered
}

async fn deliver(app: &App, id: DeliveryId) -> anyhow::Result<()> {
    let delivery = app.store.delivery(id).await?.context("there is no such delivery")?;
    let waits = matches!(delivery.state, DeliveryState::Queued | DeliveryState::Failed);
    // A mail that was written goes its own way.
    if !waits || delivery.mail.is_some() {
        return Ok(());
    }
    let files = match delivery.pdf {
        Some(pdf) => SentFiles { pdf, finvoice: delivery.finvoice, ubl: delivery.ubl },
        None => make_documents(app, &delivery).await?,
    };
    match delivery.method {
        SendMethod::Paper => settle(app, &delivery, DeliveryState::ToPrint).await,
        SendMethod::Email => by_mail(app, &delivery, &files).await,
        SendMethod::EInvoice => {
            to_operator(app, &delivery, &files).await?;
            settle(app, &delivery, DeliveryState::Sent).await
        }
    }
}

async fn by_mail(app: &App, delivery: &Delivery, files: &SentFiles) -> anyhow::Result<()> {
    let to = Email::parse(&delivery.address).context("the customer has no e-mail address")?;
    let bill = app.store.bill(delivery.bill).await?.context("the bill is gone")?;
    let invoice = invoice_of(app, &bill).await?;
    let mail = invoice_mail(&invoice, to, (files.pdf, names::of_invoice(&invoice)));
    let mut tx = app.store.begin().await?;
    let id = app.post_mail(&mut tx, &mail).await?;
    // Another run of this job may have been quicker; then this mail was never written.
    if tx.give_delivery_mail(delivery.id, id).await? {
        tx.commit().await?;
        app.wake_jobs();
    }
    Ok(())
}

/// Into the folder that the operator's program fetches from. The file is called after the delivery, so that a
/// second run writes the same file once more.
async fn to_operator(app: &App, delivery: &Delivery, files: &SentFiles) -> anyhow::Result<()> {
    let Some(finvoice) = files.finvoice else { bail!("the bill cannot be sent as an e-invoice") };
    let file = app.store.file(finvoice).await?.context("the e-invoice is gone")?;
    let content = app.files.read(&file.blob).await?;
    let (folder, name) = (app.config.data_dir.join("outbox/e-invoices"), format!("{}.xml", delivery.id));
    tokio::task::spawn_blocking(move || write_atomically(&folder, &name, &content))
        .await?
        .context("the folder for e-invoices")
}

async fn settle(app: &App, delivery: &Delivery, to: DeliveryState) -> anyhow::Result<()> {
    let from = [DeliveryState::Queued, DeliveryState::Failed];
    let mut tx = app.store.begin().await?;
    if tx.move_delivery(delivery.id, &from, to, app.clock.now()).await? {
        if to == DeliveryState::Sent {
            let detail = json!({"method": delivery.method.name()});
            let subject = format!("bill:{}", delivery.bill);
            tx.record(&app.event(None, Action::BillDelivered, subject, &detail)).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}
