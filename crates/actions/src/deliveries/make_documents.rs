//! Makes the documents that go to the customer: once, since they are stored byte for byte.

use anyhow::Context as _;
use liksa_documents::e_invoice::EInvoiceError;
use liksa_documents::finvoice::{self, Transmission};
use liksa_documents::ubl;
use liksa_domain::customer::SendMethod;

use crate::prelude::*;
use crate::printing::{invoice_of, names, pdf_of};

/// A document that was put and waits for its row.
struct Document {
    content: StoredContent,
    kind: (FilePurpose, MediaType),
    name: String,
}

/// Makes and stores the documents of a delivery. If another run was quicker, its documents stand.
pub async fn make_documents(context: &Context, delivery: &Delivery) -> anyhow::Result<SentFiles> {
    let bill = context.store.bill(delivery.bill).await?.context("the bill is gone")?;
    context.settings_for_sending(context.clock.today()).await?;
    let invoice = invoice_of(context, &bill).await?;
    let name = names::of_invoice(&invoice);
    let named = |ending: &str| name.replace(".pdf", ending);
    let (mut finvoice, mut ubl) = (None, None);
    if delivery.method == SendMethod::EInvoice {
        let sent = context.clock.in_finland(delivery.created_at);
        let transmission = Transmission { message_id: delivery.id.to_string(), sent };
        let xml = finvoice::to_xml(&invoice, Some(&transmission))?;
        finvoice =
            Some(put(context, xml.as_bytes(), FilePurpose::InvoiceFinvoice, named("-finvoice.xml")).await?);
        ubl = match ubl::to_xml(&invoice) {
            Ok(xml) => Some(put(context, xml.as_bytes(), FilePurpose::InvoiceUbl, named("-ubl.xml")).await?),
            // Many Finnish addresses are known to the Finnish operators alone.
            Err(EInvoiceError::NotInPeppol) => None,
            Err(error) => return Err(error.into()),
        };
    }
    let pdf = pdf_of(context, None, invoice, delivery.created_at).await?;
    let pdf = put(context, &pdf, FilePurpose::InvoicePdf, name.clone()).await?;

    let mut tx = context.store.begin().await?;
    for made in [Some(&pdf), finvoice.as_ref(), ubl.as_ref()].into_iter().flatten() {
        context.add_file(&mut tx, &made.content, made.kind, Some(bill.person), &made.name).await?;
    }
    let id = |made: &Document| made.content.id;
    let files =
        SentFiles { pdf: pdf.content.id, finvoice: finvoice.as_ref().map(id), ubl: ubl.as_ref().map(id) };
    if tx.keep_sent_files(delivery.id, &files).await? {
        tx.commit().await?;
        return Ok(files);
    }
    drop(tx);
    let stored = context.store.delivery(delivery.id).await?.context("the delivery is gone")?;
    let pdf = stored.pdf.context("the delivery has no documents")?;
    Ok(SentFiles { pdf, finvoice: stored.finvoice, ubl: stored.ubl })
}

async fn put(context: &Context, content: &[u8], purpose: FilePurpose, name: String) -> Result<Document> {
    let content = context.files.put(context.new_id()?, content, context.clock.now()).await?;
    let media_type = if purpose == FilePurpose::InvoicePdf { MediaType::Pdf } else { MediaType::Xml };
    Ok(Document { content, kind: (purpose, media_type), name })
}
