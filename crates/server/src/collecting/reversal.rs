//! The bank takes a payment back.

use liksa_domain::audit::Action;
use liksa_domain::ids::BillId;
use liksa_domain::payments::{Part, PaymentState};
use liksa_money::Money;
use liksa_store::{StoredPayment, Tx};
use serde_json::json;

use super::booking::{Movement, leave_unmatched, post_received};
use super::{Hand, bills, negative, place_of_rest, told};

/// Undoes what the payment did: its bills are owed their money again. A bill whose salary has been made is owed
/// it too, and stands among those overdue; the worker keeps the salary unless the bill is credited. Where the
/// payment cannot be told, or its money has gone back already, a person has to look.
pub async fn take_back(tx: &mut Tx, hand: Hand, movement: &Movement) -> anyhow::Result<PaymentState> {
    let names = (movement.end_to_end_id.as_str(), &*movement.reference());
    let Some(found) = tx.find_reversed(&movement.account, movement.amount, names).await? else {
        return leave_unmatched(tx, hand, movement).await;
    };
    let bills: Vec<BillId> = tx.parts_of(found.id).await?.iter().map(|part| part.bill).collect();
    let receivables = tx.lock_receivables_by_id(&bills).await?;
    let held = tx.lock_payment(found.id, found.version).await?;
    let payment = held.ok_or_else(|| anyhow::anyhow!("somebody handles the payment at this moment"))?;
    if tx.has_refund_under_way(payment.id).await? {
        return leave_unmatched(tx, hand, movement).await;
    }
    let unrefunded = tx.delete_waiting_refunds(payment.id).await?;
    let parts = tx.remove_parts(payment.id).await?;
    bills::take(tx, hand, &receivables, &parts, movement.id).await?;
    post(tx, hand, movement, &payment, (&parts, unrefunded)).await?;
    tx.settle_payment(payment.id, PaymentState::Reversed, Money::ZERO).await?;
    tx.settle_payment(movement.id, PaymentState::Reversal, Money::ZERO).await?;
    tx.link_reversal(movement.id, payment.id).await?;
    let detail = json!({"by": movement.id.to_string(), "parts": told(&parts)});
    hand.record(tx, Action::PaymentReversed, payment.id, &detail).await?;
    Ok(PaymentState::Reversal)
}

async fn post(
    tx: &mut Tx,
    hand: Hand,
    movement: &Movement,
    payment: &StoredPayment,
    (parts, unrefunded): (&[Part], Money),
) -> anyhow::Result<()> {
    let mut places = negative(parts)?;
    let rest = payment.rest.plus(unrefunded)?;
    places.push((place_of_rest(payment.state), rest.negated()?));
    post_received(tx, hand, movement, &places).await
}
