//! Makes the one PDF of a print batch.

use anyhow::Context;
use liksa_documents::pdf::{PrintBatch, Sides};
use liksa_domain::audit::Action;
use liksa_domain::customer::SendMethod;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::PrintBatchId;
use liksa_store::NewFile;
use serde_json::json;

use crate::app::App;

/// Run again, it makes the same file once more and keeps the first.
pub async fn run(app: &App, id: PrintBatchId) -> anyhow::Result<()> {
    let batch = app.store.print_batch(id).await?.context("there is no such print batch")?;
    if batch.file.is_some() {
        return Ok(());
    }
    let mut printed = PrintBatch::new(vec![], Sides::Both)?;
    for pdf in app.store.pdfs_of_batch(id).await? {
        let file = app.store.file(pdf).await?.context("a bill's PDF is gone")?;
        let content = app.files.read(&file.blob).await?;
        printed = tokio::task::spawn_blocking(move || printed.add(&content).map(|()| printed)).await??;
    }
    let content = app.files.put(app.new_id()?, &printed.finish()?, app.clock.now()).await?;
    let name = format!("Tulostuserä-{}.pdf", app.clock.in_finland(batch.made_at).strftime("%Y-%m-%d-%H%M"));
    let mut tx = app.store.begin().await?;
    let file = tx
        .insert_file(&NewFile {
            content: &content,
            purpose: FilePurpose::PrintBatch,
            owner: None,
            name: &name,
            media_type: MediaType::Pdf,
            created_at: app.clock.now(),
        })
        .await?;
    let Some(bills) = tx.finish_print_batch(id, file, app.clock.now()).await? else { return Ok(()) };
    let detail = json!({"method": SendMethod::Paper.name()});
    for bill in bills {
        tx.record(&app.event(None, Action::BillDelivered, format!("bill:{bill}"), &detail)).await?;
    }
    Ok(tx.commit().await?)
}
