//! Recognizes what our payment files asked for where the bank booked several payments of a file as one sum.
//!
//! Salaries are asked to be one sum. Of refunds and remittances each has its own id on the statement, unless a bank does
//! not follow that wish.

use std::collections::BTreeSet;

use liksa_domain::remittance::RemittanceState;

use super::*;
use crate::prelude::*;

const PREFIX: &str = "LIKSA-";
const OF_REMITTANCES: &str = "LIKSA-T-";

/// The id by which a bank recognizes the payment file of a run: the same for the same run, at most thirty characters.
pub fn file_of_run(run: PayrollRunId, payday: Date) -> String {
    file_id(PREFIX, payday, run)
}

/// The id of a payment file of remittances, by one that is in it. Each is approved once, so that no other file has the
/// id.
pub fn file_of_remittances(first: RemittanceId, day: Date) -> String {
    file_id(OF_REMITTANCES, day, first)
}

fn file_id(prefix: &str, day: Date, of: impl Id) -> String {
    let id = of.uuid().simple().to_string();
    let short = id.get(id.len().saturating_sub(12)..).unwrap_or_default();
    format!("{prefix}{}-{short}", day.strftime("%Y%m%d"))
}

/// What a bank says of where a payment was ordered: the id of our file, and which of its parts it is.
#[derive(Debug, PartialEq, Eq)]
struct Order<'a> {
    file: &'a str,
    day: Date,
    /// Counted from one. Some banks name the file alone.
    part: Option<usize>,
}

impl<'a> Order<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let (file, part) = match text.rsplit_once('-') {
            Some((file, part)) if part.len() < 4 => (file, Some(part.parse().ok()?)),
            _ => (text, None),
        };
        let day = file.strip_prefix(OF_REMITTANCES).or_else(|| file.strip_prefix(PREFIX))?.get(..8)?;
        Some(Self { file, day: Date::strptime("%Y%m%d", day).ok()?, part })
    }

    fn is_part(&self, part: usize) -> bool {
        self.part.is_none_or(|named| named == part)
    }
}

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
            || remittances(tx, by, id, (transaction, &order)).await?),
        None if transaction.end_to_end_id.is_none() => salaries_by_sum(tx, id, transaction).await,
        None => Ok(false),
    }
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
    for (refund, _) in refunds {
        book::pay_refund(tx, by, refund, transaction.booking_date).await?;
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
    let in_file: Vec<_> = all.into_iter().filter(|one| one.file == file).collect();
    let mut days: Vec<Date> = in_file.iter().map(|one| one.pay_on).collect();
    days.sort_unstable();
    days.dedup();
    for (part, day) in (1..).zip(days) {
        let paid: Vec<_> = in_file.iter().filter(|one| one.pay_on == day).collect();
        let sum = Money::sum(paid.iter().map(|one| one.amount))?;
        let waits = |state| matches!(state, RemittanceState::Approved | RemittanceState::Refused);
        if !order.is_part(part)
            || sum != transaction.amount.negated()?
            || !paid.iter().all(|one| waits(one.state))
        {
            continue;
        }
        for one in paid {
            let locked = tx.lock_remittance(one.id).await?;
            let paid = match locked {
                Some(remittance) => {
                    super::remittances::pay(tx, by, id, (&remittance, transaction.booking_date)).await?
                }
                None => false,
            };
            anyhow::ensure!(paid, "a remittance is being changed at this moment");
        }
        return Ok(true);
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn an_order_names_its_file_and_its_part() {
        let run: PayrollRunId = "0195c1f0-0000-7000-8000-123456789012".parse().unwrap();
        let file = file_of_run(run, date(2026, 11, 20));
        assert_eq!(file, "LIKSA-20261120-123456789012");
        let of = |text: &str, part| {
            assert_eq!(Order::of(text), Some(Order { file: &file, day: date(2026, 11, 20), part }));
        };
        of(&format!("{file}-1"), Some(1));
        of(&format!("{file}-12"), Some(12));
        of(&file, None);
        let remittance: RemittanceId = "0195c1f0-0000-7000-8000-00000000abcd".parse().unwrap();
        let file = file_of_remittances(remittance, date(2026, 12, 14));
        assert_eq!(file, "LIKSA-T-20261214-00000000abcd");
        let day = date(2026, 12, 14);
        assert_eq!(Order::of(&format!("{file}-2")), Some(Order { file: &file, day, part: Some(2) }));
        for other in
            ["", "LIKSA-", "LIKSA-T-", "LIKSA-20261399-123456789012-1", "2026111659BATCH", "PALKAT-1"]
        {
            assert_eq!(Order::of(other), None, "{other}");
        }
    }
}
