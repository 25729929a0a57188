//! One entry of the bank that two files describe: a statement has a batch as a single entry, a notification has the
//! payments that it is made of. Both are the same money, whichever comes first, and it is booked once.
//!
//! The batch is known by the bank's id of the entry. Whatever of it was booked before its payments were known is
//! *undivided*; each payment that comes later takes its amount from there instead of from the bank account. Where the
//! sums do not agree nothing is booked, and a clerk is told.

use liksa_money::{Money, MoneyError};

use crate::named::named;

named! {
    /// What a clerk should know about an entry of a bank file.
    BatchRemark as "BatchRemark" {
        /// Its id is that of another payment: amount or reference differ. It was not booked.
        OtherPayment = "OTHER_PAYMENT",
        /// The payments of a batch do not add up to what the bank booked. What is above was not booked.
        SumDiffers = "SUM_DIFFERS",
        /// A clerk had decided about the batch before its payments came. They were not booked; undoing that
        /// decision divides the batch.
        Decided = "DECIDED",
        /// Payments of a batch are still missing: the rest of it was booked as one.
        RestBooked = "REST_BOOKED",
    }
}

/// What was booked of a batch as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undivided {
    /// What none of its payments has taken yet.
    pub left: Money,
    /// What its payments have taken, or had brought before.
    pub divided: Money,
    /// Whether nobody has decided about it.
    pub untouched: bool,
}

/// The payments of a batch that are known already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KnownParts {
    /// The sum of all, if there are any.
    pub sum: Option<Money>,
    /// The sum of those that came in other files.
    pub elsewhere: Option<Money>,
    /// Whether one of those has no id of its own, but only its place in the batch.
    pub by_place: bool,
}

/// A payment of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchPart {
    pub amount: Money,
    /// The sum of the entry that it stands in, where it stands in one with the others.
    pub entry_sum: Option<Money>,
    /// Whether it has no id of its own, but only its place in the batch.
    pub by_place: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartVerdict {
    /// Nothing of the batch was booked as one: the money is new.
    New,
    /// Takes its amount from what was booked of the batch.
    Divide,
    /// Another file has described the same money.
    Known,
    Refused(BatchRemark),
}

/// What to do with a payment of a batch whose id is not known.
pub fn judge_part(
    part: BatchPart,
    undivided: Option<&Undivided>,
    known: &KnownParts,
) -> Result<PartVerdict, MoneyError> {
    let complete = undivided.map(|batch| batch.left.plus(batch.divided)).transpose()?;
    // Places say nothing about which payment it is: two files that count differently cannot be compared.
    if let Some(elsewhere) = known.elsewhere
        && (part.by_place || known.by_place)
    {
        let same = part.entry_sum == Some(elsewhere) && complete.is_none_or(|sum| sum == elsewhere);
        return Ok(if same { PartVerdict::Known } else { PartVerdict::Refused(BatchRemark::SumDiffers) });
    }
    let (Some(batch), Some(sum)) = (undivided, complete) else { return Ok(PartVerdict::New) };
    if !batch.untouched {
        return Ok(PartVerdict::Refused(BatchRemark::Decided));
    }
    let described = part.entry_sum == Some(sum);
    // The whole batch in one entry adds up, even where a payment is larger than what is left in between.
    if described && known.elsewhere.is_none() || fits(part, batch.left, sum) {
        return Ok(PartVerdict::Divide);
    }
    if described && batch.left.is_zero() {
        return Ok(PartVerdict::Known);
    }
    Ok(PartVerdict::Refused(BatchRemark::SumDiffers))
}

fn fits(part: BatchPart, left: Money, sum: Money) -> bool {
    is_share(part.amount, left) && part.entry_sum.is_none_or(|entry| is_share(entry, sum))
}

/// Whether an amount is a part of another, or all of it.
fn is_share(amount: Money, whole: Money) -> bool {
    let (amount, whole) = (amount.units(), whole.units());
    amount != 0 && amount.signum() == whole.signum() && amount.unsigned_abs() <= whole.unsigned_abs()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WholeVerdict {
    /// No payment of it is known: it is booked as it is.
    New,
    /// Its payments are all known.
    Recognized,
    /// Some of its payments are known; this is left of it.
    Rest(Money),
    Refused(BatchRemark),
}

/// What to do with an entry whose id is not known, when `parts` is the sum of the known payments that name it.
pub fn judge_whole(sum: Money, parts: Option<Money>) -> Result<WholeVerdict, MoneyError> {
    let Some(parts) = parts else { return Ok(WholeVerdict::New) };
    let rest = sum.minus(parts)?;
    Ok(if rest.is_zero() {
        WholeVerdict::Recognized
    } else if is_share(rest, sum) {
        WholeVerdict::Rest(rest)
    } else {
        WholeVerdict::Refused(BatchRemark::SumDiffers)
    })
}
