//! Recognizes payouts on the bank account by their id, which is the end-to-end id of their payment.

use liksa_domain::payout::PayoutState;

use super::book::Source;
use super::*;
use crate::payouts;
use crate::prelude::*;

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
) -> anyhow::Result<bool> {
    if source != Source::Bank {
        return Ok(false);
    }
    let Some(payout) = named_by(tx, transaction).await? else { return Ok(false) };
    if book::unbooked_came_back(tx, by, payment, (payout.id, payout.amount)).await? {
        return Ok(true);
    }
    let (PayoutState::Paid, Some(paid_by)) = (payout.state, payout.payment) else { return Ok(false) };
    tx.end_payout(payout.id, PayoutState::Returned, &payout.note).await?;
    tx.empty_places_of_withdrawn(payout.id).await?;
    payouts::on_returned(tx, by, &payout, transaction.booking_date).await?;
    book::settle_return(tx, payment, paid_by).await?;
    payouts::record(tx, by, Action::PayoutReturned, &payout);
    payouts::pay_by_earlier(tx, by, &payout).await?;
    Ok(true)
}
