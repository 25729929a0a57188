//! The payment files that go to the bank: their ids, and how one is written.

use std::collections::BTreeSet;

use liksa_documents::pain001::{Payment, PaymentFile, PaymentFileError};

use crate::context::random;
use crate::prelude::*;

const PREFIX: &str = "LIKSA-";
const OF_REMITTANCES: &str = "LIKSA-T-";
const OF_PAYOUTS: &str = "LIKSA-M-";

/// The id by which a bank recognizes the payment file of a run: the same for the same run, at most thirty characters.
pub fn file_of_run(run: PayrollRunId, payday: Date) -> String {
    file_id(PREFIX, payday, run)
}

/// The id of a payment file of remittances, by one that is in it. Each is approved once, so that no other file has the
/// id.
pub fn file_of_remittances(first: RemittanceId, day: Date) -> String {
    file_id(OF_REMITTANCES, day, first)
}

pub fn file_of_payouts(file: PayoutFileId, day: Date) -> String {
    file_id(OF_PAYOUTS, day, file)
}

fn file_id(prefix: &str, day: Date, of: impl Id) -> String {
    let id = of.uuid().simple().to_string();
    let short = id.get(id.len().saturating_sub(12)..).unwrap_or_default();
    format!("{prefix}{}-{short}", day.strftime("%Y%m%d"))
}

/// What a bank says of where a payment was ordered: the id of our file, and which of its parts it is.
#[derive(Debug, PartialEq, Eq)]
pub struct Order<'a> {
    pub file: &'a str,
    pub day: Date,
    /// Counted from one. Some banks name the file alone.
    pub part: Option<usize>,
}

impl<'a> Order<'a> {
    pub fn of(text: &'a str) -> Option<Self> {
        let (file, part) = match text.rsplit_once('-') {
            Some((file, part)) if part.len() < 4 => (file, Some(part.parse().ok()?)),
            _ => (text, None),
        };
        let rest = [OF_REMITTANCES, OF_PAYOUTS, PREFIX].iter().find_map(|prefix| file.strip_prefix(prefix));
        Some(Self { file, day: Date::strptime("%Y%m%d", rest?.get(..8)?).ok()?, part })
    }

    pub fn is_part(&self, part: usize) -> bool {
        self.part.is_none_or(|named| named == part)
    }
}

/// A payment that one of our files asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ordered<T> {
    pub id: T,
    pub amount: Money,
    pub waits: Waits,
}

/// Whether the bank has paid what a file asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    /// It has not.
    Yes,
    /// Two people say that the bank refused it; it may pay it all the same.
    AsRefused,
    /// They say so, and what was made in its place is on its way or paid.
    AsReplaced,
    No,
}

/// The payments of the first part of a file that a sum pays: all of them, or all but those that the bank is said to have
/// refused. None where one was paid otherwise.
pub fn part_of_sum<T: Copy>(
    parts: impl Iterator<Item = Vec<Ordered<T>>>,
    order: &Order<'_>,
    sum: Money,
) -> anyhow::Result<Vec<T>> {
    for (_, part) in (1..).zip(parts).filter(|(place, _)| order.is_part(*place)) {
        if part.iter().any(|one| one.waits == Waits::No) {
            continue;
        }
        for but in [&[Waits::AsReplaced][..], &[Waits::AsReplaced, Waits::AsRefused]] {
            let paid = part.iter().filter(|one| !but.contains(&one.waits));
            let asked = Money::sum(paid.clone().map(|one| one.amount))?;
            if asked == sum && asked.is_positive() {
                return Ok(paid.map(|one| one.id).collect());
            }
        }
    }
    Ok(vec![])
}

/// Which of these sums the bank booked for a payment file of payouts.
fn is_of_payouts(sum: &ListedSum) -> bool {
    Order::of(&sum.ordered_as).is_some_and(|order| order.file.starts_with(OF_PAYOUTS))
}

fn is_of_remittances(sum: &ListedSum) -> bool {
    Order::of(&sum.ordered_as).is_some_and(|order| order.file.starts_with(OF_REMITTANCES))
}

/// Whether the bank booked a sum for a payment file that may be of a payout, and it is not known yet what it paid.
pub async fn may_be_in_listed_sum(tx: &mut Tx, payout: &Payout) -> anyhow::Result<bool> {
    let Some(file) = payout.payout_file_id else { return Ok(false) };
    let is_it = |sum: &ListedSum| {
        let order = Order::of(&sum.ordered_as);
        let is_of_file = order.is_some_and(|order| order.file == file_of_payouts(file, order.day));
        is_of_file && sum.amount.negated().is_ok_and(|sum| sum >= payout.amount)
    };
    Ok(tx.listed_sums().await?.iter().any(is_it))
}

/// A payout was refused or came back: sums that the bank booked for payment files may pay what is left in them. The
/// bank's files that tell of such are read again.
pub async fn read_sums_of_payouts(tx: &mut Tx, at: Timestamp) -> anyhow::Result<()> {
    read_sums(tx, at, is_of_payouts).await
}

/// The same for remittances.
pub async fn read_sums_of_remittances(tx: &mut Tx, at: Timestamp) -> anyhow::Result<()> {
    read_sums(tx, at, is_of_remittances).await
}

async fn read_sums(tx: &mut Tx, at: Timestamp, is_it: fn(&ListedSum) -> bool) -> anyhow::Result<()> {
    let sums = tx.listed_sums().await?;
    let files: BTreeSet<BankFileId> =
        sums.iter().filter(|sum| is_it(sum)).filter_map(|sum| sum.bank_file).collect();
    for bank_file in files {
        let job = Job::BookBankFile { bank_file };
        tx.enqueue(&NewJob { id: random::id(at)?, job, run_at: at, unique_key: None, created_at: at })
            .await?;
    }
    Ok(())
}

/// The end-to-end id of a payment, by which the statement names it; without hyphens, since banks take 35 characters.
pub fn end_to_end_id(id: impl Id) -> String {
    id.uuid().simple().to_string()
}

/// Writes a payment file and stores its content.
pub async fn write(context: &Context, id: String, payments: Vec<Payment>) -> Result<StoredContent> {
    let (now, today) = (context.clock.now(), context.clock.today());
    let file = PaymentFile {
        id,
        created: context.clock.in_finland(now).datetime(),
        provider: context.settings_for_sending(today).await?.as_ref().clone(),
        payments,
    };
    let xml = file.to_xml().map_err(|error| match error {
        PaymentFileError::WrongBankAgreement
        | PaymentFileError::PayerWithoutName
        | PaymentFileError::PayerOutsideSepa => Error::Conflict(ErrorKey::PayerNotAccepted),
        other => Error::Internal(other.into()),
    })?;
    Ok(context.files.put(context.new_id()?, xml.as_bytes(), now).await?)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_sum_pays_all_or_all_but_what_was_refused() {
        use Waits::{AsRefused, AsReplaced, No, Yes};
        let order = Order { file: "LIKSA-M-20261120-123456789012", day: date(2026, 11, 20), part: None };
        let paid = |part: &[Waits], sum: i32| {
            let of = |(id, waits): (i32, &Waits)| {
                let amount = Money::euros(1 << id);
                Ordered { id, amount, waits: *waits }
            };
            let part: Vec<Ordered<i32>> = (0..).zip(part).map(of).collect();
            part_of_sum([part].into_iter(), &order, Money::euros(sum)).unwrap()
        };
        assert_eq!(paid(&[Yes, Yes, Yes], 7), [0, 1, 2]);
        assert_eq!(paid(&[Yes, AsRefused, Yes], 7), [0, 1, 2]);
        assert_eq!(paid(&[Yes, AsRefused, Yes], 5), [0, 2]);
        assert_eq!(paid(&[AsReplaced, AsRefused, Yes], 6), [1, 2]);
        assert_eq!(paid(&[AsReplaced, AsRefused, Yes], 4), [2]);
        for (part, sum) in [
            (&[Yes, Yes, Yes][..], 6),
            (&[Yes, Yes, No], 3),
            (&[Yes, AsReplaced, Yes], 7),
            (&[AsReplaced, AsReplaced], 0),
            (&[], 0),
        ] {
            assert!(paid(part, sum).is_empty(), "{sum} of {part:?}");
        }
    }

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
        let day = date(2026, 12, 14);
        let remittance: RemittanceId = "0195c1f0-0000-7000-8000-00000000abcd".parse().unwrap();
        let payouts: PayoutFileId = "0195c1f0-0000-7000-8000-00000000beef".parse().unwrap();
        let (remitted, paid) = (file_of_remittances(remittance, day), file_of_payouts(payouts, day));
        assert_eq!(
            (remitted.as_str(), paid.as_str()),
            ("LIKSA-T-20261214-00000000abcd", "LIKSA-M-20261214-00000000beef")
        );
        for file in [remitted, paid] {
            assert_eq!(Order::of(&format!("{file}-2")), Some(Order { file: &file, day, part: Some(2) }));
        }
        for other in
            ["", "LIKSA-", "LIKSA-T-", "LIKSA-20261399-123456789012-1", "2026111659BATCH", "PALKAT-1"]
        {
            assert_eq!(Order::of(other), None, "{other}");
        }
    }
}
