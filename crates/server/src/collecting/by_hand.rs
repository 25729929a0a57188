//! What people decide about payments.

use jiff::civil::Date;
use liksa_domain::audit::Action;
use liksa_domain::ids::{BillId, PaymentId, PersonId, RefundId};
use liksa_domain::ledger::entries;
use liksa_domain::ledger::entries::PaymentPlace;
use liksa_domain::payments::{self, PaymentState};
use liksa_domain::problem::Problem;
use liksa_finland::Iban;
use liksa_money::Money;
use liksa_store::{NewRefund, StoredPayment, Tx};
use serde_json::json;

use super::{Hand, bills, deed, negative, place_of, place_of_rest, told};

/// How a match by hand ended.
pub enum HandMatch {
    Done,
    /// Somebody else has handled the payment since it was read.
    Changed,
    Refused(Vec<Problem>),
}

/// Whether a payment has a rest to decide about.
fn is_open(payment: &StoredPayment) -> bool {
    matches!(payment.state, PaymentState::Unmatched | PaymentState::Refundable) && payment.rest.is_positive()
}

/// A person says which bills the rest of a payment is for.
pub async fn match_by_hand(
    tx: &mut Tx,
    hand: Hand,
    (payment, version): (PaymentId, i64),
    (chosen, today): (&[(BillId, Money)], Date),
) -> anyhow::Result<HandMatch> {
    let ids: Vec<BillId> = chosen.iter().map(|(bill, _)| *bill).collect();
    let receivables = tx.lock_receivables_by_id(&ids).await?;
    let Some(payment) = tx.lock_payment(payment, version).await?.filter(is_open) else {
        return Ok(HandMatch::Changed);
    };
    let owed_of = |id: BillId| {
        let bill = receivables.iter().find(|bill| bill.owed.bill == id && bill.credit_of.is_none());
        bill.map(|bill| bill.owed)
    };
    let chosen: Vec<_> = chosen.iter().map(|(bill, amount)| (owed_of(*bill), *amount)).collect();
    let parts = match payments::match_by_hand(payment.rest, &chosen)? {
        Ok(parts) => parts,
        Err(problems) => return Ok(HandMatch::Refused(problems)),
    };
    tx.add_parts(payment.id, &parts).await?;
    bills::give(tx, hand, &receivables, &parts, (payment.id, payment.value_date)).await?;
    let places: Vec<_> = parts.iter().map(place_of).collect();
    let from = place_of_rest(payment.state);
    tx.post(&entries::payment_matched(deed(&payment), today, from, &places)?, hand.at).await?;
    let given = Money::sum(parts.iter().map(|part| part.amount))?;
    let rest = payment.rest.minus(given)?;
    let state = if rest.is_zero() { PaymentState::Matched } else { payment.state };
    tx.settle_payment(payment.id, state, rest).await?;
    let detail = json!({"parts": told(&parts), "rest": rest.plain()});
    hand.record(tx, Action::PaymentMatched, payment.id, &detail).await?;
    Ok(HandMatch::Done)
}

/// How undoing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undoing {
    Done,
    /// Somebody else has handled the payment since it was read, or its money is on its way back.
    Changed,
    /// Somebody has approved a salary that is made of a bill that it paid.
    InSalary,
}

/// All that was decided about a payment is undone, and it is to be looked at anew.
pub async fn unmatch(
    tx: &mut Tx,
    hand: Hand,
    (payment, version): (PaymentId, i64),
    today: Date,
) -> anyhow::Result<Undoing> {
    let bills: Vec<BillId> = tx.parts_of(payment).await?.iter().map(|part| part.bill).collect();
    let receivables = tx.lock_receivables_by_id(&bills).await?;
    let may_be_undone = |payment: &StoredPayment| {
        use PaymentState::{Matched, Refundable, Refunded, SetAside, Unmatched};
        match payment.state {
            Matched | Refundable | Refunded | SetAside => true,
            Unmatched => payment.rest < payment.amount,
            _ => false,
        }
    };
    let Some(payment) = tx.lock_payment(payment, version).await?.filter(may_be_undone) else {
        return Ok(Undoing::Changed);
    };
    for bill in &bills {
        if tx.is_in_approved_salary(*bill).await? {
            return Ok(Undoing::InSalary);
        }
    }
    if tx.has_refund_under_way(payment.id).await? {
        return Ok(Undoing::Changed);
    }
    let unrefunded = tx.delete_waiting_refunds(payment.id).await?;
    let parts = tx.remove_parts(payment.id).await?;
    bills::take(tx, hand, &receivables, &parts, payment.id).await?;
    let mut places = negative(&parts)?;
    let rest = payment.rest.plus(unrefunded)?;
    if place_of_rest(payment.state) == PaymentPlace::Refundable {
        places.push((PaymentPlace::Refundable, rest.negated()?));
    }
    if places.iter().any(|(_, amount)| !amount.is_zero()) {
        let entry = entries::payment_matched(deed(&payment), today, PaymentPlace::Unmatched, &places)?;
        tx.post(&entry, hand.at).await?;
    }
    tx.settle_payment(payment.id, PaymentState::Unmatched, payment.amount).await?;
    hand.record(tx, Action::PaymentUnmatched, payment.id, &json!({"parts": told(&parts)})).await?;
    Ok(Undoing::Done)
}

/// The rest goes back to somebody with the next payment file. False if somebody else has handled the payment.
pub async fn refund(
    tx: &mut Tx,
    hand: Hand,
    (payment, version): (PaymentId, i64),
    (id, made_by, today): (RefundId, PersonId, Date),
    (iban, name): (&Iban, &str),
) -> anyhow::Result<bool> {
    let Some(payment) = tx.lock_payment(payment, version).await?.filter(is_open) else {
        return Ok(false);
    };
    if payment.state == PaymentState::Unmatched {
        let to = [(PaymentPlace::Refundable, payment.rest)];
        let entry = entries::payment_matched(deed(&payment), today, PaymentPlace::Unmatched, &to)?;
        tx.post(&entry, hand.at).await?;
    }
    let (iban, amount) = (iban.as_str(), payment.rest);
    let new = NewRefund { id, payment: payment.id, iban, name, amount, made_by, made_at: hand.at };
    tx.insert_refund(&new).await?;
    tx.settle_payment(payment.id, PaymentState::Refunded, Money::ZERO).await?;
    let detail = json!({"refund": id.to_string(), "amount": amount.plain()});
    hand.record(tx, Action::RefundDecided, payment.id, &detail).await?;
    Ok(true)
}

/// It has nothing to do with bills. False if somebody else has handled it, or a part of it pays one.
pub async fn set_aside(
    tx: &mut Tx,
    hand: Hand,
    (payment, version): (PaymentId, i64),
    note: &str,
) -> anyhow::Result<bool> {
    let untouched =
        |payment: &StoredPayment| payment.state == PaymentState::Unmatched && payment.rest == payment.amount;
    let Some(payment) = tx.lock_payment(payment, version).await?.filter(untouched) else {
        return Ok(false);
    };
    tx.set_aside_payment(payment.id, note).await?;
    hand.record(tx, Action::PaymentSetAside, payment.id, &json!({"note": note})).await?;
    Ok(true)
}

/// A bill was credited: what had paid it is the customer's again. The caller has moved the bill.
pub async fn release(tx: &mut Tx, hand: Hand, credited: BillId, today: Date) -> anyhow::Result<()> {
    let released = tx.release_parts(credited).await?;
    if released.is_empty() {
        return Ok(());
    }
    for (payment, amount) in released {
        // A payment of which another part is still unknown stays with those.
        let state = match payment.state {
            PaymentState::Unmatched => PaymentState::Unmatched,
            _ => PaymentState::Refundable,
        };
        let places = [(PaymentPlace::Bill(credited), amount.negated()?)];
        let entry = entries::payment_matched(deed(&payment), today, place_of_rest(state), &places)?;
        tx.post(&entry, hand.at).await?;
        tx.settle_payment(payment.id, state, payment.rest.plus(amount)?).await?;
        let detail = json!({"bill": credited.to_string(), "amount": amount.plain()});
        hand.record(tx, Action::PaymentReleased, payment.id, &detail).await?;
    }
    Ok(tx.forget_paid(credited).await?)
}
