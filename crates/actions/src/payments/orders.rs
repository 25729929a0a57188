//! Recognizes what our payment files asked for where the bank booked several payments of a file as one sum.
//!
//! Salaries are asked to be one sum. Of refunds, remittances and payouts each has its own id on the statement, unless a
//! bank does not follow that wish.

use std::collections::{BTreeMap, BTreeSet};

use liksa_domain::payout::{PayoutKind, PayoutState};
use liksa_domain::remittance::RemittanceState;

use super::left_again::number_in;
use super::*;
use crate::payment_files::{
    Order, Ordered, Waits, file_of_payouts, file_of_remittances, file_of_run, part_of_sum,
};
use crate::prelude::*;

/// Confirms a sum that the bank booked for several payments of one of our files.
pub(super) async fn was_paid(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    transaction: &Transaction,
) -> anyhow::Result<bool> {
    match transaction.ordered_as.as_deref().and_then(Order::of) {
        Some(order) => Ok(salaries_by_name(tx, id, (transaction, &order)).await?
            || refunds(tx, by, (transaction, &order)).await?
            || remittances(tx, by, id, (transaction, &order)).await?
            || payouts(tx, by, id, (transaction, &order)).await?),
        None if transaction.end_to_end_id.is_none() => salaries_by_sum(tx, id, transaction).await,
        None => Ok(false),
    }
}

/// Confirms a salary by the number of its pay slip and its sum, once. What names it a second time left the account by
/// mistake, and is only listed; so is what the bank does not show as a part of a sum that was confirmed. Salaries are
/// booked when their run is paid.
pub(super) async fn is_salary(tx: &mut Tx, id: PaymentId, transaction: &Transaction) -> anyhow::Result<bool> {
    let named = transaction.end_to_end_id.as_deref().unwrap_or_default();
    let Some(number) = number_in(named) else { return Ok(false) };
    let Some((run, salary)) = tx.lock_salary_by_number(number).await? else { return Ok(false) };
    if transaction.amount != salary.negated()? || tx.is_confirmed(named, transaction.amount).await? {
        return Ok(false);
    }
    let is_left = salary <= tx.salaries_left(run).await?;
    if is_left {
        tx.confirm_salaries(id, run).await?;
    }
    Ok(is_left)
}

/// The salaries of a run, or some of them: a bank may book those to its own accounts apart. Never more than there are.
async fn salaries_by_name(
    tx: &mut Tx,
    id: PaymentId,
    (transaction, order): (&Transaction, &Order<'_>),
) -> anyhow::Result<bool> {
    let Some(run) = run_of(tx, order).await? else { return Ok(false) };
    let (sent, left) = (transaction.amount.negated()?, run.salaries.minus(run.confirmed)?);
    let fits = match order.part {
        Some(part) => part == 1 && sent <= left,
        None => sent == run.salaries && sent == left,
    };
    if fits {
        tx.confirm_salaries(id, run.run).await?;
    }
    Ok(fits)
}

/// The run whose payment file is named.
async fn run_of(tx: &mut Tx, order: &Order<'_>) -> anyhow::Result<Option<SalariesOfRun>> {
    let runs = tx.salaries_to_confirm(order.day).await?;
    Ok(runs.into_iter().find(|run| file_of_run(run.run, order.day) == order.file))
}

/// The salaries of a run by their sum and payday, where the bank says nothing else. Once for each run.
async fn salaries_by_sum(tx: &mut Tx, id: PaymentId, transaction: &Transaction) -> anyhow::Result<bool> {
    let sent = transaction.amount.negated()?;
    for day in BTreeSet::from([transaction.booking_date, book::value_date(transaction)]) {
        let runs = tx.salaries_to_confirm(day).await?;
        if let Some(found) = runs.iter().find(|run| run.salaries == sent && run.confirmed.is_zero()) {
            tx.confirm_salaries(id, found.run).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// All refunds in the payment file of a run. They are the part after the salaries.
async fn refunds(
    tx: &mut Tx,
    by: BookedBy,
    (transaction, order): (&Transaction, &Order<'_>),
) -> anyhow::Result<bool> {
    let Some(run) = run_of(tx, order).await? else { return Ok(false) };
    let refunds = tx.refunds_in_file(run.run).await?;
    let sum = Money::sum(refunds.iter().map(|(_, amount)| *amount))?;
    let part = if run.salaries.is_positive() { 2 } else { 1 };
    if refunds.is_empty() || !order.is_part(part) || sum != transaction.amount.negated()? {
        return Ok(false);
    }
    for (refund, amount) in refunds {
        book::pay_refund(tx, by, refund, (amount, transaction.booking_date)).await?;
    }
    Ok(true)
}

/// All remittances of a file that were to be paid on one day. The days are its parts.
async fn remittances(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    (transaction, order): (&Transaction, &Order<'_>),
) -> anyhow::Result<bool> {
    let all = tx.remittances_in_files().await?;
    let named = all.iter().find(|one| file_of_remittances(one.id, order.day) == order.file);
    let Some(file) = named.map(|one| one.file) else { return Ok(false) };
    let waits = |state| match state {
        RemittanceState::Approved => Waits::Yes,
        RemittanceState::Refused => Waits::AsRefused,
        _ => Waits::No,
    };
    let mut parts: BTreeMap<Date, Vec<Ordered<RemittanceId>>> = BTreeMap::new();
    for one in all.into_iter().filter(|one| one.file == file) {
        let ordered = Ordered { id: one.id, amount: one.amount, waits: waits(one.state) };
        parts.entry(one.pay_on).or_default().push(ordered);
    }
    let paid = part_of_sum(parts.into_values(), order, transaction.amount.negated()?)?;
    for one in &paid {
        let paid = match tx.lock_remittance(*one).await? {
            Some(remittance) => {
                super::remittances::pay(tx, by, id, (&remittance, transaction.booking_date)).await?
            }
            None => false,
        };
        anyhow::ensure!(paid, "a remittance is being changed at this moment");
    }
    Ok(!paid.is_empty())
}

/// All payouts of one kind in a file. The kinds are its parts.
async fn payouts(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    (transaction, order): (&Transaction, &Order<'_>),
) -> anyhow::Result<bool> {
    let is_in_file =
        |one: &Payout| one.payout_file_id.is_some_and(|file| file_of_payouts(file, order.day) == order.file);
    let ids: Vec<PayoutId> =
        tx.payouts_in_files().await?.iter().filter(|one| is_in_file(one)).map(|one| one.id).collect();
    tx.lock_bills_of_payouts(&ids).await?;
    let mut parts: BTreeMap<PayoutKind, Vec<Ordered<PayoutId>>> = BTreeMap::new();
    for one in tx.payouts_in_files().await?.into_iter().filter(is_in_file) {
        let waits = match (one.state, crate::payouts::may_be_paid(tx, &one).await?) {
            (PayoutState::Refused, true) => Waits::AsRefused,
            (PayoutState::Refused, false) => Waits::AsReplaced,
            (_, true) => Waits::Yes,
            (_, false) => Waits::No,
        };
        parts.entry(one.kind).or_default().push(Ordered { id: one.id, amount: one.amount, waits });
    }
    let paid = part_of_sum(parts.into_values(), order, transaction.amount.negated()?)?;
    for one in &paid {
        let paid = match tx.lock_payout(*one).await? {
            Some(payout) => crate::payouts::pay(tx, by, id, (&payout, transaction.booking_date)).await?,
            None => false,
        };
        anyhow::ensure!(paid, "a payout is being changed at this moment");
    }
    Ok(!paid.is_empty())
}
