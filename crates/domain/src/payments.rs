//! Payments of customers: which bills a payment is for, what is left over, and what a late payer may be charged.
//!
//! A payment is split into [`Part`]s of bills and a rest. The bill's own sum is paid first, so that its worker
//! gets the salary, then interest and then the reminder fees that were asked for. A bill is paid when its own sum
//! is; what was asked for on top of it is still taken if it comes.

mod batches;
mod late;
mod matching;
mod searching;
mod suggestions;

use liksa_finland::{PaymentReference, ReferenceNumber};
use liksa_money::{Money, MoneyError};

use crate::ids::BillId;
use crate::named::named;

pub use batches::{
    BatchPart, BatchRemark, KnownParts, PartVerdict, Undivided, WholeVerdict, judge_part, judge_whole,
};
pub use late::{
    LateError, LatePeriod, MOST_REMINDERS, Reminder, ReminderAsked, Term, earliest_reminder, interest,
};
pub use matching::{About, Claim, Matching, match_by_hand, match_payment};
pub use searching::{BillSearch, PaymentSearch, words_of_payment};
pub use suggestions::{Candidate, Mentioned, Reason, Suggestion, UnmatchedPayment, suggestions};

named! {
    /// State of a movement on the bank account.
    PaymentState {
        /// All of it belongs to bills.
        Matched = "MATCHED",
        /// The bill is not known yet, for all or a part of it.
        Unmatched = "UNMATCHED",
        /// More than was owed: the rest goes back to the payer.
        Refundable = "REFUNDABLE",
        /// It was decided who gets the rest back.
        Refunded = "REFUNDED",
        /// The bank has taken it back.
        Reversed = "REVERSED",
        /// Takes an earlier one back.
        Reversal = "REVERSAL",
        /// Came in, and has nothing to do with bills.
        SetAside = "SET_ASIDE",
        /// A match by hand that a second person has to confirm; nothing of it is booked yet.
        Proposed = "PROPOSED",
        /// A batch of which every payment came by itself.
        Divided = "DIVIDED",
        /// Went out by a payment file of ours.
        Confirmed = "CONFIRMED",
        /// Went out otherwise.
        Outgoing = "OUTGOING",
    }
}

named! {
    /// What of a bill a part is for.
    PartKind {
        /// The sum of the bill itself.
        Bill = "BILL",
        Interest = "INTEREST",
        /// Of a reminder.
        Fee = "FEE",
    }
}

named! {
    /// How far money is on its way back to a customer.
    RefundState {
        /// For the next payment file.
        Waiting = "WAITING",
        InFile = "IN_FILE",
        /// The bank has confirmed it.
        Paid = "PAID",
    }
}

named! {
    /// What became of a proposed match.
    ProposalState {
        Waiting = "WAITING",
        Confirmed = "CONFIRMED",
        Rejected = "REJECTED",
        /// By its proposer.
        Withdrawn = "WITHDRAWN",
        /// The bank took the payment back, or a credit note changed it.
        Void = "VOID",
    }
}

named! {
    /// How far a reminder is on its way.
    ReminderState {
        /// Its letter is being made.
        Queued = "QUEUED",
        /// The letter waits to be printed and posted.
        ToPrint = "TO_PRINT",
        Sent = "SENT",
    }
}

/// The part of a payment that is for one bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    pub bill: BillId,
    pub kind: PartKind,
    pub amount: Money,
}

/// What is still to be paid of a bill. None of it is ever negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owed {
    pub bill: BillId,
    /// The sum of the bill itself.
    pub own: Money,
    /// Asked for by reminders.
    pub interest: Money,
    pub fee: Money,
}

impl Owed {
    pub fn total(&self) -> Result<Money, MoneyError> {
        Money::sum([self.own, self.interest, self.fee])
    }

    /// Takes as much of the amount as is owed, in the order in which it is taken, and answers the parts.
    pub fn pay(&mut self, amount: Money) -> Result<Vec<Part>, MoneyError> {
        let mut left = amount;
        let mut parts = vec![];
        let shares = [
            (PartKind::Bill, &mut self.own),
            (PartKind::Interest, &mut self.interest),
            (PartKind::Fee, &mut self.fee),
        ];
        for (kind, owed) in shares {
            let taken = left.min(*owed);
            if taken.is_positive() {
                *owed = owed.minus(taken)?;
                left = left.minus(taken)?;
                parts.push(Part { bill: self.bill, kind, amount: taken });
            }
        }
        Ok(parts)
    }
}

/// The reference that a bill is paid with. Only bills that have gone out have one.
pub fn reference_of(bill_number: i64) -> Option<ReferenceNumber> {
    ReferenceNumber::with_base(u64::try_from(bill_number).ok()?).ok()
}

/// The number of the bill that a reference would be of: all but its check digit.
pub fn bill_number_of(reference: &PaymentReference) -> Option<i64> {
    let number = match reference {
        PaymentReference::Finnish(number) => number.clone(),
        PaymentReference::Rf(reference) => reference.reference_number()?,
    };
    let (base, _check) = number.as_str().split_at_checked(number.as_str().len().checked_sub(1)?)?;
    base.parse().ok()
}

#[cfg(test)]
mod tests;
