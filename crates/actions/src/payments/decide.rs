//! What clerks decide about payments: which bills they are for, whether they are refunded or set aside, and undoing it.

use liksa_documents::pain001::is_name;
use liksa_domain::ledger::entries::PaymentPlace;
use liksa_domain::payments::{Part, PaymentState, match_by_hand};
use liksa_finland::Iban;

use super::own::{account_must_be_of_others, bills_must_be_of_others, must_be_of_others};
use super::*;
use crate::prelude::*;

/// Each chosen bill gets its amount: first of its own sum, then of interest and fees. Above the provider's limit the
/// match waits for a second person.
pub async fn match_to_bills(
    context: &Context,
    clerk: PersonId,
    (payment, version): (PaymentId, i64),
    chosen: &[(BillId, Money)],
) -> Result<()> {
    must_exist(context, payment).await?;
    let limit = context.settings_on(context.clock.today()).await?.second_person_above;
    let by = BookedBy::person(context, clerk);
    let mut tx = context.store.begin().await?;
    let ids: Vec<BillId> = chosen.iter().map(|(bill, _)| *bill).collect();
    let receivables = tx.lock_receivables_by_id(&ids).await?;
    let payment = lock_undecided(&mut tx, (payment, version)).await?.filter(has_open_rest).ok_or(CHANGED)?;
    bills_must_be_of_others(&mut tx, clerk, &ids).await?;
    must_be_of_others(&mut tx, clerk, &payment).await?;
    let parts = parts_by_hand(&payment, &receivables, chosen)?;
    let sum = Money::sum(parts.iter().map(|part| part.amount))?;
    // Several matches of one payment count together, so that none slips below the limit in pieces.
    if payment.by_hand.plus(sum)? > limit {
        return proposals::propose(context, tx, (by, clerk), (&payment, chosen)).await;
    }
    apply_match(context, &mut tx, by, (&payment, &receivables, &parts)).await?;
    Ok(tx.commit().await?)
}

/// The parts that chosen bills take of a payment, or what is wrong with the choice.
pub(super) fn parts_by_hand(
    payment: &StoredPayment,
    receivables: &[Receivable],
    chosen: &[(BillId, Money)],
) -> Result<Vec<Part>> {
    let owed_of = |id: BillId| {
        let bill = receivables.iter().find(|bill| bill.owed.bill == id && bill.credit_of.is_none());
        bill.map(|bill| bill.owed)
    };
    let chosen: Vec<_> = chosen.iter().map(|(bill, amount)| (owed_of(*bill), *amount)).collect();
    Ok(match_by_hand(payment.rest, &chosen)??)
}

/// Books parts that a clerk chose. Payment and bills are locked.
pub(super) async fn apply_match(
    context: &Context,
    tx: &mut Tx,
    by: BookedBy,
    (payment, receivables, parts): (&StoredPayment, &[Receivable], &[Part]),
) -> Result<()> {
    tx.add_parts(payment.id, parts).await?;
    bills::pay(tx, by, receivables, parts, (payment.id, payment.value_date)).await?;
    let places: Vec<_> = parts.iter().map(place_of).collect();
    let (from, today) = (place_of_rest(payment.state), context.clock.today());
    tx.post(&entries::payment_matched(entry_subject(payment), today, from, &places)?, by.at).await?;
    let sum = Money::sum(parts.iter().map(|part| part.amount))?;
    let rest = payment.rest.minus(sum)?;
    let state = if rest.is_zero() { PaymentState::Matched } else { payment.state };
    tx.settle_payment(payment.id, state, rest).await?;
    tx.count_by_hand(payment.id, sum).await?;
    let detail = json!({"parts": parts_json(parts), "rest": rest.plain()});
    by.record_payment(tx, Action::PaymentMatched, payment.id, &detail);
    Ok(())
}

/// The payment as it was looked at, locked, unless a match of it waits for a second person.
async fn lock_undecided(tx: &mut Tx, (payment, version): (PaymentId, i64)) -> Result<Option<StoredPayment>> {
    let payment = tx.lock_payment(payment, version).await?;
    let waits = payment.as_ref().is_some_and(|payment| payment.state == PaymentState::Proposed);
    require(!waits, ErrorKey::MatchWaits)?;
    Ok(payment)
}

/// Refunds the rest of a payment with the next payment file.
pub async fn refund(
    context: &Context,
    clerk: PersonId,
    (payment, version): (PaymentId, i64),
    (iban, name): (&Iban, &str),
) -> Result<()> {
    if !is_name(name) {
        return Err(Error::field("name", ErrorKey::Invalid));
    }
    must_exist(context, payment).await?;
    let (id, by): (RefundId, _) = (context.new_id()?, BookedBy::person(context, clerk));
    let mut tx = context.store.begin().await?;
    let payment = lock_undecided(&mut tx, (payment, version)).await?.filter(has_open_rest).ok_or(CHANGED)?;
    must_be_of_others(&mut tx, clerk, &payment).await?;
    account_must_be_of_others(&mut tx, clerk, iban.as_str()).await?;
    if payment.state == PaymentState::Unmatched {
        let to = [(PaymentPlace::Refundable, payment.rest)];
        let (subject, today) = (entry_subject(&payment), context.clock.today());
        tx.post(&entries::payment_matched(subject, today, PaymentPlace::Unmatched, &to)?, by.at).await?;
    }
    let (iban, amount) = (iban.as_str(), payment.rest);
    let new = NewRefund { id, payment: payment.id, iban, name, amount, made_by: clerk, made_at: by.at };
    tx.insert_refund(&new).await?;
    tx.settle_payment(payment.id, PaymentState::Refunded, Money::ZERO).await?;
    let detail = json!({"refund": id.to_string(), "amount": amount.plain()});
    by.record_payment(&mut tx, Action::RefundDecided, payment.id, &detail);
    Ok(tx.commit().await?)
}

/// Takes a payment that has nothing to do with bills off the list of unmatched ones.
pub async fn set_aside(
    context: &Context,
    clerk: PersonId,
    (payment, version): (PaymentId, i64),
    note: &str,
) -> Result<()> {
    must_exist(context, payment).await?;
    let by = BookedBy::person(context, clerk);
    let pays_no_bill =
        |payment: &StoredPayment| payment.state == PaymentState::Unmatched && payment.rest == payment.amount;
    let mut tx = context.store.begin().await?;
    let payment = lock_undecided(&mut tx, (payment, version)).await?.filter(pays_no_bill).ok_or(CHANGED)?;
    must_be_of_others(&mut tx, clerk, &payment).await?;
    tx.set_aside_payment(payment.id, note).await?;
    by.record_payment(&mut tx, Action::PaymentSetAside, payment.id, &json!({"note": note}));
    Ok(tx.commit().await?)
}

/// Undoes all that was decided about a payment. Refused once a refund is in a payment file. Once a salary that was made
/// from one of its bills is approved, its refund alone can be undone. Payroll runs are locked before bills, as
/// everywhere: an approval of the bill's run waits, and then sees that the bill is not paid any more.
pub async fn unmatch(context: &Context, clerk: PersonId, (payment, version): (PaymentId, i64)) -> Result<()> {
    must_exist(context, payment).await?;
    let by = BookedBy::person(context, clerk);
    let mut tx = context.store.begin().await?;
    let bills: Vec<BillId> = tx.parts_of(payment).await?.iter().map(|part| part.bill).collect();
    let runs = tx.hold_runs_of_bills(&bills).await?;
    let receivables = tx.lock_receivables_by_id(&bills).await?;
    if tx.hold_runs_of_bills(&bills).await? != runs {
        // A calculation took a bill in between: its run was not locked before the bill.
        return Err(CHANGED);
    }
    let payment = lock_undecided(&mut tx, (payment, version)).await?.filter(has_decision).ok_or(CHANGED)?;
    must_be_of_others(&mut tx, clerk, &payment).await?;
    if tx.has_refund_under_way(payment.id).await? {
        return Err(CHANGED);
    }
    for bill in &bills {
        if tx.is_in_approved_salary(*bill).await? {
            return undo_refund(tx, by, &payment).await;
        }
    }
    let unrefunded = tx.delete_waiting_refunds(payment.id).await?;
    let parts = tx.remove_parts(payment.id).await?;
    bills::unpay(&mut tx, by, &receivables, &parts, payment.id).await?;
    let mut places = negated_places(&parts)?;
    let rest = payment.rest.plus(unrefunded)?;
    if place_of_rest(payment.state) == PaymentPlace::Refundable {
        places.push((PaymentPlace::Refundable, rest.negated()?));
    }
    if places.iter().any(|(_, amount)| !amount.is_zero()) {
        let (subject, today) = (entry_subject(&payment), context.clock.today());
        let entry = entries::payment_matched(subject, today, PaymentPlace::Unmatched, &places)?;
        tx.post(&entry, by.at).await?;
    }
    tx.settle_payment(payment.id, PaymentState::Unmatched, payment.amount).await?;
    tx.forget_by_hand(payment.id).await?;
    by.record_payment(&mut tx, Action::PaymentUnmatched, payment.id, &json!({"parts": parts_json(&parts)}));
    batches::divide_later(context, &mut tx, payment.id).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// Undoes the refund of a payment whose bills stay paid: the money waits to be refunded again.
async fn undo_refund(mut tx: Tx, by: BookedBy, payment: &StoredPayment) -> Result<()> {
    let unrefunded = tx.delete_waiting_refunds(payment.id).await?;
    require(unrefunded.is_positive(), ErrorKey::PaymentInSalary)?;
    tx.settle_payment(payment.id, PaymentState::Refundable, payment.rest.plus(unrefunded)?).await?;
    let detail = json!({"refund": unrefunded.plain()});
    by.record_payment(&mut tx, Action::PaymentUnmatched, payment.id, &detail);
    Ok(tx.commit().await?)
}

fn has_decision(payment: &StoredPayment) -> bool {
    use PaymentState::{Matched, Refundable, Refunded, SetAside, Unmatched};
    match payment.state {
        Matched | Refundable | Refunded | SetAside => true,
        Unmatched => payment.rest < payment.amount,
        _ => false,
    }
}

/// Makes so much of what had paid a credited bill refundable. The caller has taken it off the bill.
pub async fn release(
    tx: &mut Tx,
    by: BookedBy,
    credited: BillId,
    sum: Money,
    today: Date,
) -> anyhow::Result<()> {
    let released = tx.release_parts(credited, sum).await?;
    let all = Money::sum(released.iter().map(|(_, amount)| *amount))?;
    anyhow::ensure!(all == sum, "bill {credited} was paid otherwise than it says");
    for (mut payment, amount) in released {
        proposals::void(tx, by, &mut payment).await?;
        // A payment with another part that is not matched yet stays among the unmatched ones.
        let state = match payment.state {
            PaymentState::Unmatched => PaymentState::Unmatched,
            _ => PaymentState::Refundable,
        };
        let places = [(PaymentPlace::Bill(credited), amount.negated()?)];
        let entry = entries::payment_matched(entry_subject(&payment), today, place_of_rest(state), &places)?;
        tx.post(&entry, by.at).await?;
        tx.settle_payment(payment.id, state, payment.rest.plus(amount)?).await?;
        let detail = json!({"bill": credited.to_string(), "amount": amount.plain()});
        by.record_payment(tx, Action::PaymentReleased, payment.id, &detail);
    }
    Ok(())
}
