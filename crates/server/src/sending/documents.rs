//! What goes to the customer is made once and kept, byte for byte.

use anyhow::Context;
use liksa_documents::e_invoice::EInvoiceError;
use liksa_documents::finvoice::{self, Transmission};
use liksa_documents::ubl;
use liksa_domain::customer::SendMethod;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_store::{Delivery, NewFile, SentFiles, StoredContent};

use crate::app::App;
use crate::printing::{invoice_of, names, pdf_of};

/// A document that was put and waits for its row.
struct Kept {
    content: StoredContent,
    purpose: FilePurpose,
    media_type: MediaType,
    name: String,
}

/// Makes and keeps the documents of a delivery. If another run was quicker, what it kept stands.
pub async fn make_documents(app: &App, delivery: &Delivery) -> anyhow::Result<SentFiles> {
    let bill = app.store.bill(delivery.bill).await?.context("the bill is gone")?;
    app.settings_for_sending(app.clock.today()).await?;
    let invoice = invoice_of(app, &bill).await?;
    let name = names::of_invoice(&invoice);
    let named = |ending: &str| name.replace(".pdf", ending);
    let (mut finvoice, mut ubl) = (None, None);
    if delivery.method == SendMethod::EInvoice {
        let sent = app.clock.in_finland(delivery.created_at);
        let transmission = Transmission { message_id: delivery.id.to_string(), sent };
        let xml = finvoice::to_xml(&invoice, Some(&transmission))?;
        finvoice =
            Some(keep(app, xml.as_bytes(), FilePurpose::InvoiceFinvoice, named("-finvoice.xml")).await?);
        ubl = match ubl::to_xml(&invoice) {
            Ok(xml) => Some(keep(app, xml.as_bytes(), FilePurpose::InvoiceUbl, named("-ubl.xml")).await?),
            // Many Finnish addresses are known to the Finnish operators alone.
            Err(EInvoiceError::NotInPeppol) => None,
            Err(error) => return Err(error.into()),
        };
    }
    let pdf = pdf_of(app, invoice, delivery.created_at).await?;
    let pdf = keep(app, &pdf, FilePurpose::InvoicePdf, name.clone()).await?;

    let mut tx = app.store.begin().await?;
    for kept in [Some(&pdf), finvoice.as_ref(), ubl.as_ref()].into_iter().flatten() {
        let new = NewFile {
            content: &kept.content,
            purpose: kept.purpose,
            owner: Some(bill.person),
            name: &kept.name,
            media_type: kept.media_type,
            created_at: app.clock.now(),
        };
        tx.insert_file(&new).await?;
    }
    let id = |kept: &Kept| kept.content.id;
    let files =
        SentFiles { pdf: pdf.content.id, finvoice: finvoice.as_ref().map(id), ubl: ubl.as_ref().map(id) };
    if tx.keep_sent_files(delivery.id, &files).await? {
        tx.commit().await?;
        return Ok(files);
    }
    drop(tx);
    let stored = app.store.delivery(delivery.id).await?.context("the delivery is gone")?;
    let pdf = stored.pdf.context("the delivery has no documents")?;
    Ok(SentFiles { pdf, finvoice: stored.finvoice, ubl: stored.ubl })
}

async fn keep(app: &App, content: &[u8], purpose: FilePurpose, name: String) -> anyhow::Result<Kept> {
    let content = app.files.put(app.new_id()?, content, app.clock.now()).await?;
    let media_type = if purpose == FilePurpose::InvoicePdf { MediaType::Pdf } else { MediaType::Xml };
    Ok(Kept { content, purpose, media_type, name })
}
