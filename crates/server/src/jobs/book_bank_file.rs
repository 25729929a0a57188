//! Books what a file of the bank tells: each movement in a transaction of its own, so that others may write in
//! between. What is booked already is passed over, so that a job that was broken off goes on where it was.

use anyhow::Context;
use liksa_domain::audit::Action;
use liksa_domain::ids::BankFileId;
use liksa_finland::Iban;
use serde_json::json;

use crate::app::App;
use crate::collecting::bank_file::{movement, read};
use crate::collecting::{Hand, Movement, book};

pub async fn run(app: &App, id: BankFileId) -> anyhow::Result<()> {
    let bank_file = app.store.bank_file(id).await?.context("there is no such bank file")?;
    let file = app.store.file(bank_file.file).await?.context("a bank file without its content")?;
    let mut transactions = read(app.files.stream(&file.blob).await?);
    let mut booked = 0_u32;
    while let Some(transaction) = transactions.recv().await {
        let transaction = transaction?;
        let account: Iban = transaction.account.context("a transaction of no account")?;
        let movement = movement(app.new_id()?, id, account, transaction);
        if book_one(app, &movement).await? {
            booked = booked.saturating_add(1);
        }
    }
    let mut tx = app.store.begin().await?;
    if tx.finish_bank_file(id, app.clock.now()).await? {
        let detail = json!({"transactions": bank_file.transactions, "booked": booked});
        tx.record(&app.event(None, Action::BankFileRead, format!("bank_file:{id}"), &detail)).await?;
    }
    Ok(tx.commit().await?)
}

async fn book_one(app: &App, movement: &Movement) -> anyhow::Result<bool> {
    let mut tx = app.store.begin().await?;
    let booked = book(&mut tx, Hand { actor: None, at: app.clock.now(), is_news: true }, movement).await?;
    if booked.is_some() {
        tx.commit().await?;
    }
    Ok(booked.is_some())
}
