//! Advances: money that a worker gets before the customer has paid.
//!
//! A worker asks for an advance on rows of one sent bill. Payroll grants it, or a rule does up to a limit, once the bill
//! has gone to its customer. It leaves with a payment file, and from then on the worker owes it: the salary that has the
//! bill is reduced by it. Tax is withheld from that salary and never from the advance.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Rate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bill::BillState;
use crate::ids::{AdvanceId, BillId, PersonId, RowId};
use crate::named::named;
use crate::problem::ErrorKey;

named! {
    /// How far an advance has come.
    AdvanceState {
        /// Waits for the bill to leave, or for payroll.
        Requested = "REQUESTED",
        /// Is paid with the next payment file, or is in one.
        Granted = "GRANTED",
        Refused = "REFUSED",
        /// Its worker took the request back.
        Withdrawn = "WITHDRAWN",
        /// The bank has paid it.
        Paid = "PAID",
    }
}

impl AdvanceState {
    /// Whether its rows are taken by it and its bill cannot be opened.
    pub fn stands(self) -> bool {
        matches!(self, Self::Requested | Self::Granted | Self::Paid)
    }
}

named! {
    /// What can happen to an advance.
    AdvanceStep {
        /// The worker takes the request back.
        Withdraw = "WITHDRAW",
        /// Payroll or the rule says yes.
        Grant = "GRANT",
        /// Payroll says no.
        Refuse = "REFUSE",
        /// Payroll has it recovered from other salaries than that of its bill.
        Free = "FREE",
        /// Its payment file is approved.
        Leave = "LEAVE",
        /// The bank has paid it.
        Pay = "PAY",
        /// The bank refused it or sent it back.
        ComeBack = "COME_BACK",
        /// Its bill was opened, credited or paid as a salary, so that there is nothing to advance, or less.
        Lapse = "LAPSE",
    }
}

/// An advance where a step finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub state: AdvanceState,
    /// In a payment file that the bank has not refused, or paid.
    pub out: bool,
    /// Any salary is reduced by it.
    pub due: bool,
    pub bill: BillState,
}

impl Standing {
    /// The one table of steps: the state after a step, or why it is refused.
    pub fn after(self, step: AdvanceStep) -> Result<AdvanceState, ErrorKey> {
        use AdvanceState::{Granted, Paid, Refused, Requested, Withdrawn};
        let otherwise = Err(ErrorKey::AdvanceNotInState);
        match (step, self.state) {
            (AdvanceStep::Withdraw, Requested) => Ok(Withdrawn),
            (AdvanceStep::Grant, Requested) => may_be_granted(self.bill).map(|()| Granted),
            (AdvanceStep::Refuse | AdvanceStep::Lapse, Requested) => Ok(Refused),
            (AdvanceStep::Refuse | AdvanceStep::Lapse, Granted) if !self.out => Ok(Refused),
            (AdvanceStep::Leave, Granted) if !self.out => may_leave(self.bill).map(|()| Granted),
            (AdvanceStep::Pay, Granted) => Ok(Paid),
            (AdvanceStep::ComeBack, Granted | Paid) if self.out => Ok(Granted),
            (AdvanceStep::Free, Granted | Paid) if self.out && !self.due => match self.bill {
                BillState::Closed => Ok(self.state),
                BillState::Paid => Err(ErrorKey::InvoicePaid),
                _ => otherwise,
            },
            _ => otherwise,
        }
    }
}

/// Whether an advance can be asked for on a bill in this state.
pub fn may_be_asked(bill: BillState) -> Result<(), ErrorKey> {
    match bill {
        BillState::Pending | BillState::Taken | BillState::Approved | BillState::Closed => Ok(()),
        BillState::Open => Err(ErrorKey::InvoiceNotSent),
        BillState::Paid => Err(ErrorKey::InvoicePaid),
        BillState::Credited => Err(ErrorKey::AdvanceCannotBeAsked),
    }
}

/// Nothing is granted before a clerk has approved the bill and it has gone to its customer, nor when the salary comes
/// next anyway.
pub fn may_be_granted(bill: BillState) -> Result<(), ErrorKey> {
    match bill {
        BillState::Closed => Ok(()),
        BillState::Paid => Err(ErrorKey::InvoicePaid),
        BillState::Credited => Err(ErrorKey::AdvanceCannotBeAsked),
        _ => Err(ErrorKey::InvoiceNotSent),
    }
}

/// What was granted may still leave when the customer has paid, as long as no salary has the bill.
fn may_leave(bill: BillState) -> Result<(), ErrorKey> {
    if bill == BillState::Paid { Ok(()) } else { may_be_granted(bill) }
}

named! {
    /// When advances that were granted are to be paid.
    AdvancePayday {
        /// With the next payment file, which can be made every day.
        Daily = "daily",
        /// On the day on which salaries are paid next.
        Payroll = "payroll",
    }
}

/// The provider's terms of advances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdvanceTerms {
    /// The part of the estimated net that is paid in advance at most.
    pub share: Rate,
    /// The most that one person may have at once.
    pub maximum_per_person: Money,
    /// An advance is granted by rule up to this, with what else was granted to the person and is not recovered; zero for
    /// none.
    pub granted_up_to: Money,
    /// Above this, counted in the same way, two people grant an advance.
    pub second_person_above: Money,
    pub paid: AdvancePayday,
}

impl Default for AdvanceTerms {
    fn default() -> Self {
        Self {
            share: Rate::from_millionths(700_000),
            maximum_per_person: Money::euros(2000),
            granted_up_to: Money::ZERO,
            second_person_above: Money::euros(500),
            paid: AdvancePayday::Daily,
        }
    }
}

/// How much can be asked for on chosen rows, and how that is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdvanceLimit {
    /// What the chosen rows leave of the gross salary, by the one engine.
    pub estimated_net: Money,
    /// The part of it that is paid in advance at most.
    pub share: Rate,
    /// What is asked for, granted or paid on the bill and not recovered.
    pub out_on_bill: Money,
    /// The same of all bills of the worker.
    pub out_of_person: Money,
    /// The most that one person may have at once.
    pub maximum_per_person: Money,
    /// The most that can be asked for now.
    pub limit: Money,
}

impl AdvanceLimit {
    /// A share of the net, less what is out on the bill, and no more than the person may still have.
    pub fn of(
        terms: &AdvanceTerms,
        estimated_net: Money,
        out_on_bill: Money,
        out_of_person: Money,
    ) -> Result<Self, MoneyError> {
        let of_rows = estimated_net.share(terms.share)?.minus(out_on_bill)?;
        let of_person = terms.maximum_per_person.minus(out_of_person)?;
        Ok(Self {
            estimated_net,
            share: terms.share,
            out_on_bill,
            out_of_person,
            maximum_per_person: terms.maximum_per_person,
            limit: of_rows.min(of_person).max(Money::ZERO),
        })
    }

    /// The amount of a request: what is asked for, or all there is.
    pub fn amount_of(&self, asked: Option<Money>) -> Result<Money, ErrorKey> {
        let amount = asked.unwrap_or(self.limit);
        if amount.is_positive() && amount <= self.limit { Ok(amount) } else { Err(ErrorKey::AdvanceTooBig) }
    }
}

/// The rows that a request names: at least one, each of the bill, none in another advance.
pub fn choose_rows(
    asked: &[RowId],
    of_bill: &[RowId],
    handled: &BTreeSet<RowId>,
) -> Result<BTreeSet<RowId>, ErrorKey> {
    let rows: BTreeSet<RowId> = asked.iter().copied().collect();
    if rows.is_empty() {
        return Err(ErrorKey::NoRowsSelected);
    }
    if !rows.iter().all(|row| of_bill.contains(row)) {
        return Err(ErrorKey::CannotCreateAdvance);
    }
    if rows.is_disjoint(handled) { Ok(rows) } else { Err(ErrorKey::RowsAlreadyHandled) }
}

/// Who has granted an advance so far, and who does so now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Granting {
    /// A second person has to say so too.
    First,
    Complete,
}

/// Whether one more person is needed. Nobody grants their own, and nobody counts twice. The sum is the advance with
/// what else was granted to its worker, so that none slips below the limit in pieces.
pub fn granting(
    terms: &AdvanceTerms,
    advance: (PersonId, Money),
    first: Option<PersonId>,
    by: PersonId,
) -> Result<Granting, ErrorKey> {
    let (worker, sum) = advance;
    if worker == by {
        return Err(ErrorKey::OwnMatter);
    }
    match first {
        Some(first) if first == by => Err(ErrorKey::ApprovedBySamePerson),
        None if sum > terms.second_person_above => Ok(Granting::First),
        _ => Ok(Granting::Complete),
    }
}

/// What a worker is told about an advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AdvanceNews {
    Granted,
    /// With its reason.
    Refused,
    Paid,
    /// The bank did not pay it, or sent it back.
    CameBack,
    /// It ends, but what salaries have taken of it is paid to the worker.
    PaidBack,
    /// From now on any salary pays it back.
    Due,
}

/// What is left to be recovered of an advance, and where it may be taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TiedDebt {
    /// Only a salary that has this bill pays it back.
    pub bill: BillId,
    pub remaining: Money,
}

/// A salary's reduction by an advance, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveredAdvance {
    pub id: AdvanceId,
    pub bill_id: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// When it was asked for, RFC 3339.
    pub requested: Timestamp,
    pub amount: Money,
}

named! {
    /// How old what is out is, by the days since its bill fell due.
    RiskAge {
        NotDue = "NOT_DUE",
        UpTo30 = "UP_TO_30",
        UpTo60 = "UP_TO_60",
        UpTo90 = "UP_TO_90",
        Older = "OLDER",
    }
}

impl RiskAge {
    /// A bill that its customer has paid is no risk any more, however late it was.
    pub fn of(bill: BillState, due_date: Option<Date>, today: Date) -> Self {
        let since_due = due_date.filter(|_| bill != BillState::Paid).and_then(|due| due.until(today).ok());
        match since_due.map_or(0, |span| span.get_days()) {
            days if days <= 0 => Self::NotDue,
            1..=30 => Self::UpTo30,
            31..=60 => Self::UpTo60,
            61..=90 => Self::UpTo90,
            _ => Self::Older,
        }
    }
}

#[cfg(test)]
mod tests;
