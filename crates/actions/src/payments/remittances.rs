//! Recognizes remittances on the bank account by their id, which is the end-to-end id of their payment.

use std::collections::BTreeMap;

use liksa_domain::ledger::Account;
use liksa_domain::remittance::RemittanceState;

use super::book::{Sent, Source};
use super::*;
use crate::prelude::*;

/// The remittance whose id and amount the transaction has, locked.
async fn named_by(tx: &mut Tx, transaction: &Transaction) -> anyhow::Result<Option<Remittance>> {
    let Some(id) = book::named_id(transaction) else { return Ok(None) };
    let found = tx.lock_remittance(id).await?;
    Ok(found.filter(|remittance| book::is_amount_of(transaction, remittance.amount)))
}

/// Books a remittance that was paid, if the transaction names one.
pub(super) async fn was_paid(
    tx: &mut Tx,
    by: BookedBy,
    payment: PaymentId,
    transaction: &Transaction,
) -> anyhow::Result<bool> {
    match named_by(tx, transaction).await? {
        Some(remittance) => pay(tx, by, payment, (&remittance, transaction.booking_date)).await,
        None => Ok(false),
    }
}

/// Books a remittance that this transaction has locked. Each is booked once, whatever the bank reports.
pub(super) async fn pay(
    tx: &mut Tx,
    by: BookedBy,
    payment: PaymentId,
    (remittance, day): (&Remittance, Date),
) -> anyhow::Result<bool> {
    let parts = tx.remittance_parts(remittance.id).await?;
    match remittance.state {
        RemittanceState::Approved => {}
        // Somebody took the bank for having refused it, and what it pays became open again.
        RemittanceState::Refused => {
            let negated = |(account, amount): &(_, Money)| Ok((*account, amount.negated()?));
            let paid: Vec<_> = parts.iter().map(negated).collect::<anyhow::Result<_>>()?;
            add_open(tx, remittance, "paid", (day, &paid)).await?;
        }
        _ => return Ok(false),
    }
    tx.remittance_was_paid(remittance.id, payment).await?;
    tx.post(&entries::remittance_paid(remittance.id, remittance.person, day, &parts)?, by.at).await?;
    record(tx, by, Action::RemittancePaid, remittance);
    Ok(true)
}

/// Books a remittance whose money came back, and opens what it had paid. Where it had left twice, what was not booked
/// came back.
pub(super) async fn came_back(
    tx: &mut Tx,
    by: BookedBy,
    payment: PaymentId,
    (transaction, source): (&Transaction, Source),
) -> anyhow::Result<Sent> {
    if source != Source::Bank {
        return Ok(Sent::No);
    }
    let Some(remittance) = named_by(tx, transaction).await? else { return Ok(Sent::No) };
    let is_back = is_back(tx, by, &remittance, (payment, transaction.booking_date)).await?;
    Ok(if is_back { Sent::Back } else { Sent::NotYet })
}

/// Books what a movement out of the account moved and what had come back before: files of the bank may come in any order.
pub(super) async fn came_back_before(
    tx: &mut Tx,
    by: BookedBy,
    payment: PaymentId,
    transaction: &Transaction,
) -> anyhow::Result<bool> {
    let mut moved: Vec<Remittance> = named_by(tx, transaction).await?.into_iter().collect();
    if transaction.end_to_end_id.is_none() {
        for id in tx.remittances_paid_by(payment).await? {
            moved.extend(tx.lock_remittance(id).await?);
        }
    }
    let mut any = false;
    for remittance in moved {
        let Some(back) = book::early_return(tx, (remittance.id, remittance.amount)).await? else { continue };
        let left = (remittance.payment == Some(payment)).then_some(transaction.booking_date);
        let day = book::day_of_return(&back, left);
        if is_back(tx, by, &remittance, (back.id, day)).await? {
            book::unbook_receipt(tx, by, back, day).await?;
            any = true;
        }
    }
    Ok(any)
}

/// Books that the money of a remittance, which is locked, is back on the account. False if it had not left.
async fn is_back(
    tx: &mut Tx,
    by: BookedBy,
    remittance: &Remittance,
    (payment, day): (PaymentId, Date),
) -> anyhow::Result<bool> {
    if book::unbooked_came_back(tx, by, payment, (&remittance.id.digits(), remittance.amount)).await? {
        return Ok(true);
    }
    let (RemittanceState::Paid, Some(paid_by)) = (remittance.state, remittance.payment) else {
        return Ok(false);
    };
    let (id, parts) = (remittance.id, tx.remittance_parts(remittance.id).await?);
    tx.end_remittance(id, RemittanceState::Returned, &remittance.note).await?;
    add_open(tx, remittance, "returned", (day, &parts)).await?;
    tx.post(&entries::remittance_returned(id, remittance.person, day, &parts)?, by.at).await?;
    book::settle_return(tx, payment, paid_by).await?;
    record(tx, by, Action::RemittanceReturned, remittance);
    Ok(true)
}

/// Adds the parts of a remittance to what is open.
async fn add_open(
    tx: &mut Tx,
    remittance: &Remittance,
    what: &str,
    (day, parts): (Date, &[(Account, Money)]),
) -> anyhow::Result<()> {
    let amounts: BTreeMap<_, _> =
        parts.iter().map(|(account, amount)| ((*account, remittance.person), *amount)).collect();
    let subject = format!("remittance:{}:{what}", remittance.id);
    tx.add_withheld(&NewWithheld { subject, day, payday: None, run: None, amounts: &amounts }).await?;
    Ok(())
}

fn record(tx: &mut Tx, by: BookedBy, action: Action, remittance: &Remittance) {
    let detail = json!({"kind": remittance.kind, "amount": remittance.amount.plain()});
    by.record(tx, action, format!("remittance:{}", remittance.id), &detail);
}
