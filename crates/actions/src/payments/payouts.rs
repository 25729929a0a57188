//! Recognizes payouts on the bank account by their id, which is the end-to-end id of their payment.

use liksa_domain::payout::PayoutState;

use super::book::{Sent, Source};
use super::*;
use crate::prelude::*;
use crate::{payment_files, payouts};

/// The payout whose id and amount the transaction has, locked.
async fn named_by(tx: &mut Tx, transaction: &Transaction) -> anyhow::Result<Option<Payout>> {
    let Some(id) = book::named_id(transaction) else { return Ok(None) };
    let found = tx.lock_payout(id).await?;
    Ok(found.filter(|payout| book::is_amount_of(transaction, payout.amount)))
}

/// Books a payout that was paid, if the transaction names one.
pub(super) async fn was_paid(
    tx: &mut Tx,
    by: BookedBy,
    payment: PaymentId,
    transaction: &Transaction,
) -> anyhow::Result<bool> {
    match named_by(tx, transaction).await? {
        Some(payout) => payouts::pay(tx, by, payment, (&payout, transaction.booking_date)).await,
        None => Ok(false),
    }
}

/// Books a payout whose money came back. Where it had left twice, what was not booked came back.
pub(super) async fn came_back(
    tx: &mut Tx,
    by: BookedBy,
    payment: PaymentId,
    (transaction, source): (&Transaction, Source),
) -> anyhow::Result<Sent> {
    if source != Source::Bank {
        return Ok(Sent::No);
    }
    let Some(payout) = named_by(tx, transaction).await? else { return Ok(Sent::No) };
    let is_back = is_back(tx, by, &payout, (payment, transaction.booking_date)).await?;
    Ok(if is_back { Sent::Back } else { Sent::NotYet })
}

/// Books what a movement out of the account moved and what had come back before: files of the bank may come in any order.
pub(super) async fn came_back_before(
    tx: &mut Tx,
    by: BookedBy,
    payment: PaymentId,
    transaction: &Transaction,
) -> anyhow::Result<bool> {
    let mut moved: Vec<Payout> = named_by(tx, transaction).await?.into_iter().collect();
    if transaction.end_to_end_id.is_none() {
        for id in tx.payouts_paid_by(payment).await? {
            moved.extend(tx.lock_payout(id).await?);
        }
    }
    let mut any = false;
    for payout in moved {
        let Some(back) = book::early_return(tx, (payout.id, payout.amount)).await? else { continue };
        let left = (payout.payment == Some(payment)).then_some(transaction.booking_date);
        let day = book::day_of_return(&back, left);
        if is_back(tx, by, &payout, (back.id, day)).await? {
            book::unbook_receipt(tx, by, back, day).await?;
            any = true;
        }
    }
    Ok(any)
}

/// Books that the money of a payout, which is locked, is back on the account. False if it had not left.
async fn is_back(
    tx: &mut Tx,
    by: BookedBy,
    payout: &Payout,
    (payment, day): (PaymentId, Date),
) -> anyhow::Result<bool> {
    if book::unbooked_came_back(tx, by, payment, (&payout.id.digits(), payout.amount)).await? {
        return Ok(true);
    }
    let (PayoutState::Paid, Some(paid_by)) = (payout.state, payout.payment) else { return Ok(false) };
    tx.end_payout(payout.id, PayoutState::Returned, &payout.note).await?;
    tx.empty_places_of_withdrawn(payout.id).await?;
    payouts::on_returned(tx, by, payout, day).await?;
    book::settle_return(tx, payment, paid_by).await?;
    payouts::record(tx, by, Action::PayoutReturned, payout);
    payouts::pay_by_earlier(tx, by, payout).await?;
    payment_files::read_sums_of_payouts(tx, by.at).await?;
    Ok(true)
}
