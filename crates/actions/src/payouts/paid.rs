//! The bank has paid a payout: the one that is on its way, or one that was taken for refused.

use liksa_domain::ids::Id as _;
use liksa_domain::payments::PaymentState;

use super::*;
use crate::prelude::*;

/// Books a payout that this transaction has locked. Each is booked once, whatever the bank reports.
pub(crate) async fn pay(
    tx: &mut Tx,
    by: BookedBy,
    payment: PaymentId,
    (payout, day): (&Payout, Date),
) -> anyhow::Result<bool> {
    // Somebody may have taken the bank for having refused it. What was made in its place is not to be paid any more,
    // unless that is on its way too: then the movement is only listed, until it is known what became of the other.
    if !may_be_paid(tx, payout).await? {
        return Ok(false);
    }
    if let Some((other, PayoutState::Ready)) = tx.payout_in_its_place(payout.id).await? {
        withdraw(tx, by, other).await?;
    }
    tx.payout_was_paid(payout.id, payment).await?;
    match payout.thing {
        PaidThing::Purchase(id) => purchases::was_paid(tx, by, (payout, id), day).await?,
        PaidThing::Advance(id) => advances::was_paid(tx, by, (payout, id), day).await?,
    }
    record(tx, by, Action::PayoutPaid, payout);
    Ok(true)
}

/// Whether a movement of the account would pay a payout, whose bill is locked.
pub(crate) async fn may_be_paid(tx: &mut Tx, payout: &Payout) -> anyhow::Result<bool> {
    Ok(match payout.state {
        PayoutState::Approved => true,
        PayoutState::Refused => {
            let other = tx.payout_in_its_place(payout.id).await?;
            other.is_none_or(|(_, state)| state == PayoutState::Ready)
        }
        _ => false,
    })
}

/// A payout was refused or came back. Where the bank had paid an earlier one of the same thing, which was only listed
/// while this one was on its way, the thing is paid by that.
pub(crate) async fn pay_by_earlier(tx: &mut Tx, by: BookedBy, failed: &Payout) -> anyhow::Result<()> {
    if let Some((earlier, payment, day)) = left_unbooked(tx, failed).await?
        && pay(tx, by, payment, (&earlier, day)).await?
    {
        tx.settle_payment(payment, PaymentState::Confirmed, Money::ZERO).await?;
    }
    Ok(())
}

/// A payout of the same thing that failed and that a movement of the account names, with the movement and its day: the
/// receiver may have the money.
pub(super) async fn left_unbooked(
    tx: &mut Tx,
    failed: &Payout,
) -> anyhow::Result<Option<(Payout, PaymentId, Date)>> {
    for one in tx.failed_payouts(failed.bill_id).await? {
        if one.thing == failed.thing
            && let Some((payment, day)) = tx.listed_movement(&one.id.digits(), one.amount).await?
        {
            return Ok(Some((one, payment, day)));
        }
    }
    Ok(None)
}
