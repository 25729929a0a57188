//! Writes the payment file for the bank and the wage reports for the Incomes Register of a booked run.
//!
//! Both depend only on what is stored with the run, so that two jobs at once write the same; the first one stays.

use std::sync::Arc;

use anyhow::Context as _;
use liksa_domain::payroll::RunState;
use liksa_domain::settings::Provider;

use super::contents::Contents;
use super::*;
use crate::prelude::*;

pub async fn write_files(context: &Context, id: PayrollRunId) -> anyhow::Result<()> {
    while !write_once(context, id).await? {}
    Ok(())
}

/// False if a refund was withdrawn meanwhile, so that the files have to be written again.
async fn write_once(context: &Context, id: PayrollRunId) -> anyhow::Result<bool> {
    let run = context.store.payroll_run(id).await?.context("there is no such payroll run")?;
    if run.state != RunState::Posted || run.files_written {
        return Ok(true);
    }
    let refunds = context.store.approved_refunds(id).await?;
    let number = |salary: &StoredSalary| salary.number.context("a booked salary without a number");
    let contents = Contents::of(context, &run, &refunds, number).await?;
    let provider = provider_of(context, &run).await?;
    let written = contents.write(context, &run, &provider, context.law().await?)?;
    store_files(context, &run, written, &refunds).await
}

/// The provider as it was at the approval, so that no later change can stop the files.
async fn provider_of(context: &Context, run: &PayrollRun) -> anyhow::Result<Arc<Provider>> {
    match run.settings {
        Some(settings) => {
            let provider = context.store.settings_made(settings).await?;
            Ok(Arc::new(provider.context("settings that a run was approved by are gone")?))
        }
        None => Ok(context.settings_for_sending(run.payday).await?),
    }
}

/// False if other refunds are due now than are in the file.
async fn store_files(
    context: &Context,
    run: &PayrollRun,
    files: Vec<(RunFileKind, String, String)>,
    refunds: &[Refund],
) -> anyhow::Result<bool> {
    let now = context.clock.now();
    let mut stored = vec![];
    for (kind, name, xml) in files {
        let content = context.files.put(context.new_id()?, xml.as_bytes(), now).await?;
        stored.push((kind, name, content));
    }
    let mut tx = context.store.begin().await?;
    tx.hold_run(run.id).await?;
    if !tx.end_files(run.id, now).await? {
        // Another job was faster, or the approval was undone; the content stored here belongs to no row and is
        // removed later.
        return Ok(true);
    }
    let taken = tx.take_refunds(run.id).await?;
    if !taken.iter().map(|refund| refund.id).eq(refunds.iter().map(|refund| refund.id)) {
        return Ok(false);
    }
    for (kind, name, content) in &stored {
        let file_kind = (FilePurpose::Payroll, MediaType::Xml);
        let file = context.add_file(&mut tx, content, file_kind, None, name).await?;
        tx.add_run_file(run.id, *kind, file).await?;
    }
    let detail = json!({"files": stored.iter().map(|(kind, ..)| kind.name()).collect::<Vec<_>>()});
    context.record(&mut tx, None, Action::PayrollFilesWritten, subject(run.id), detail);
    tx.commit().await?;
    Ok(true)
}
