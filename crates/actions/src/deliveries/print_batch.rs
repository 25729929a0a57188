//! Print batches: the bills that wait for the printer, and the one PDF that a job makes of them.

use anyhow::Context as _;
use liksa_documents::pdf::{self, Sides};
use liksa_domain::customer::SendMethod;

use crate::bills::Made;
use crate::prelude::*;

/// Gathers the bills that wait for the printer into one batch; a job makes its file.
pub async fn gather_print_batch(
    context: &Context,
    clerk: PersonId,
    key: Option<&str>,
) -> Result<Made<PrintBatch>> {
    let (now, id) = (context.clock.now(), context.new_id::<PrintBatchId>()?);
    let mut tx = context.store.begin().await?;
    if let Some(made) = tx.claim_key(clerk, MadeKind::PrintBatch, key, id, now).await? {
        drop(tx);
        return Ok(Made { value: stored(context, made).await?, is_new: false });
    }
    let bills = tx.make_print_batch(&NewPrintBatch { id, made_by: clerk, made_at: now }).await?;
    require(bills != 0, ErrorKey::NothingToPrint)?;
    let (subject, detail) = (format!("print-batch:{id}"), json!({"bills": bills}));
    context.record(&mut tx, Some(clerk), Action::PrintBatchMade, subject, detail);
    tx.enqueue(&context.job(Job::MakePrintBatch { batch: id })?).await?;
    context.commit_with_jobs(tx).await?;
    Ok(Made { value: stored(context, id).await?, is_new: true })
}

async fn stored(context: &Context, id: PrintBatchId) -> Result<PrintBatch> {
    context.store.print_batch(id).await?.ok_or(Error::NotFound)
}

/// Makes the one PDF of a print batch. Run again, it makes the same file once more and keeps the first.
pub async fn make_print_batch(context: &Context, id: PrintBatchId) -> anyhow::Result<()> {
    let batch = context.store.print_batch(id).await?.context("there is no such print batch")?;
    if batch.file.is_some() {
        return Ok(());
    }
    let mut printed = pdf::PrintBatch::new(vec![], Sides::Both)?;
    for pdf in context.store.pdfs_of_batch(id).await? {
        let file = context.store.file(pdf).await?.context("a bill's PDF is gone")?;
        let content = context.files.read(&file.blob).await?;
        printed = tokio::task::spawn_blocking(move || printed.add(&content).map(|()| printed)).await??;
    }
    let content = context.files.put(context.new_id()?, &printed.finish()?, context.clock.now()).await?;
    let name =
        format!("Tulostuserä-{}.pdf", context.clock.in_finland(batch.made_at).strftime("%Y-%m-%d-%H%M"));
    let mut tx = context.store.begin().await?;
    let kind = (FilePurpose::PrintBatch, MediaType::Pdf);
    let file = context.add_file(&mut tx, &content, kind, None, &name).await?;
    let Some(bills) = tx.finish_print_batch(id, file, context.clock.now()).await? else { return Ok(()) };
    for bill in bills {
        let detail = json!({"method": SendMethod::Paper.name()});
        context.record(&mut tx, None, Action::BillDelivered, format!("bill:{bill}"), detail);
    }
    Ok(tx.commit().await?)
}
