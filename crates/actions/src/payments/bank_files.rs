//! Statements and notifications of the bank: added by a clerk, booked by a job.

use anyhow::{Context as _, ensure};

use super::read_bank_file::{Found, check, read_whole};
use super::*;
use crate::prelude::*;

/// The size of some forty thousand payments, more than any account has in a day.
pub const LARGEST_BANK_FILE: usize = 50_000_000;

/// Answers the file and whether it is new. The same content sent again, even at the same time, answers the first.
pub async fn add_bank_file(
    context: &Context,
    clerk: PersonId,
    content: &StoredContent,
    name: &str,
) -> Result<(BankFile, bool)> {
    let (id, is_new) = match context.store.bank_file_with(&content.sha256).await? {
        Some(known) => (known, false),
        None => insert(context, clerk, content, name).await?,
    };
    Ok((context.store.bank_file(id).await?.ok_or(Error::NotFound)?, is_new))
}

async fn insert(
    context: &Context,
    clerk: PersonId,
    content: &StoredContent,
    name: &str,
) -> Result<(BankFileId, bool)> {
    let account = context.settings_on(context.clock.today()).await?.seller.iban;
    // All of it is read before anything is booked, so that nothing of a broken file is.
    let found = check(context.files.stream(content.blob()).await?, account).await?;
    let (id, now): (BankFileId, _) = (context.new_id()?, context.clock.now());
    let mut tx = context.store.begin().await?;
    let kind = (FilePurpose::BankFile, MediaType::Xml);
    let file = context.add_file(&mut tx, content, kind, None, name).await?;
    let new = NewBankFile {
        id,
        file,
        sha256: content.sha256,
        uploaded_by: clerk,
        uploaded_at: now,
        transactions: found.transactions,
        days: found.days,
        account: account.as_str(),
        closing: found.closing.map(|closing| NewClosing {
            balance: closing.amount,
            day: closing.date,
            number: closing.number,
            made_at: closing.created,
        }),
    };
    let first = tx.insert_bank_file(&new).await?;
    if first == id {
        tx.enqueue(&context.job(Job::BookBankFile { bank_file: id })?).await?;
        context.commit_with_jobs(tx).await?;
    }
    Ok((first, first == id))
}

pub async fn book_bank_file(context: &Context, id: BankFileId) -> anyhow::Result<()> {
    let bank_file = context.store.bank_file(id).await?.context("there is no such bank file")?;
    let file = context.store.file(bank_file.file).await?.context("a bank file without its content")?;
    // Whole, before anything is booked: a storage does not wait while thousands of payments are booked one by one.
    let mut transactions = read_whole(in_memory(context.files.stream(&file.blob).await?).await?);
    let mut booked = 0_u32;
    while let Some(found) = transactions.recv().await {
        let Found::Transaction(transaction) = found? else { continue };
        let ids = (context.new_id()?, Some(id));
        let mut tx = context.store.begin().await?;
        let outcome = book(&mut tx, BookedBy::program(context), ids, &transaction).await?;
        if outcome != Outcome::Known {
            tx.commit().await?;
        }
        booked = booked.saturating_add(u32::from(matches!(outcome, Outcome::Booked(_))));
    }
    let mut tx = context.store.begin().await?;
    if tx.finish_bank_file(id, context.clock.now()).await? {
        let detail = json!({"transactions": bank_file.transactions, "booked": booked});
        context.record(&mut tx, None, Action::BankFileRead, format!("bank_file:{id}"), detail);
    }
    Ok(tx.commit().await?)
}

/// No more of it than a bank file may have, whatever is stored.
async fn in_memory(mut content: ContentStream) -> anyhow::Result<Vec<u8>> {
    let mut whole = vec![];
    while let Some(chunk) = content.next_chunk().await? {
        ensure!(whole.len() + chunk.len() <= LARGEST_BANK_FILE, "the bank file is too large");
        whole.extend_from_slice(&chunk);
    }
    Ok(whole)
}
