//! Shares: what a worker, the contractor, gives another worker of a bill.
//!
//! The contractor writes a share and asks the subcontractor, who approves or declines it. Whatever a client asks, a share
//! moves only as [`ShareMove::leads`] says, and only while the bill is open: a bill is sent once every share of it is
//! answered.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Rate};
use serde::{Deserialize, Serialize};

use crate::audit::Action;
use crate::bill::BillState;
use crate::ids::{PersonId, ShareId};
use crate::named::named;
use crate::problem::ErrorKey;

named! {
    ShareState {
        /// Being written by the contractor.
        Open = "OPEN",
        /// The subcontractor is asked.
        WaitingForSubcontractor = "WAITING_SUBCONTRACTOR",
        /// It takes nothing of the bill.
        Declined = "DECLINED",
        Approved = "APPROVED",
    }
}

named! {
    /// What the shares of a draft come to for its contractor, all of them together.
    DraftShares {
        /// One at least was declined.
        Declined = "DECLINED",
        /// None was declined, and one at least is not answered yet.
        Waiting = "WAITING",
        /// All of them are.
        Approved = "APPROVED",
    }
}

/// A part of a bill that another worker of the service is paid as salary. In a credit note: what it takes of the share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// None of one that is only calculated.
    pub id: Option<ShareId>,
    pub state: ShareState,
    pub subcontractor: Option<PersonId>,
    pub date: Option<Date>,
    /// VAT-free.
    pub amount: Option<Money>,
    /// Of the VAT-free rows of the bill. The sum follows the rows until the subcontractor is asked.
    pub percent: Option<Rate>,
    pub description: String,
}

impl Share {
    /// What it is of a bill with these VAT-free rows.
    pub fn sum(&self, rows: Money) -> Result<Money, MoneyError> {
        match self.percent {
            Some(percent) if self.state == ShareState::Open => rows.share(percent),
            _ => self.amount.unwrap_or_default().rounded_to_cents(),
        }
    }

    /// What it takes from the bill. A share that was declined is not paid.
    pub fn cost(&self, rows: Money) -> Result<Money, MoneyError> {
        if self.state == ShareState::Declined { Ok(Money::ZERO) } else { self.sum(rows) }
    }
}

/// Who of the two does something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    Contractor,
    Subcontractor,
}

/// What can happen to a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareMove {
    Change,
    /// Nothing is left of it.
    Remove,
    /// The subcontractor is asked to approve it.
    Ask,
    Approve,
    Decline,
    Reopen,
}

impl ShareMove {
    pub const ALL: [Self; 6] =
        [Self::Change, Self::Remove, Self::Ask, Self::Approve, Self::Decline, Self::Reopen];

    /// Whose move it is. For everybody else the share is not there.
    pub fn party(self) -> Party {
        match self {
            Self::Approve | Self::Decline => Party::Subcontractor,
            Self::Change | Self::Remove | Self::Ask | Self::Reopen => Party::Contractor,
        }
    }

    /// Where the move leads from a state; None where it is not allowed.
    pub fn leads(self, from: ShareState) -> Option<ShareState> {
        use ShareState::{Approved, Declined, Open, WaitingForSubcontractor};
        match (self, from) {
            (Self::Change | Self::Remove, Open) => Some(Open),
            (Self::Ask, Open) => Some(WaitingForSubcontractor),
            (Self::Approve, WaitingForSubcontractor) => Some(Approved),
            (Self::Decline, WaitingForSubcontractor) => Some(Declined),
            (Self::Reopen, WaitingForSubcontractor | Declined | Approved) => Some(Open),
            _ => None,
        }
    }

    /// The state after the move of a share of a bill, or why it is refused.
    pub fn of(self, from: ShareState, bill: BillState) -> Result<ShareState, ErrorKey> {
        if bill != BillState::Open {
            return Err(ErrorKey::InvoiceDisabled);
        }
        self.leads(from).ok_or(ErrorKey::ShareNotInState)
    }

    /// The action that the audit log has for the move.
    pub fn action(self) -> Action {
        match self {
            Self::Change => Action::ShareChanged,
            Self::Remove => Action::ShareRemoved,
            Self::Ask => Action::ShareAsked,
            Self::Approve => Action::ShareApproved,
            Self::Decline => Action::ShareDeclined,
            Self::Reopen => Action::ShareReopened,
        }
    }

    /// What the other party is told.
    pub fn news(self) -> Option<ShareNews> {
        match self {
            Self::Ask => Some(ShareNews::Asked),
            Self::Approve => Some(ShareNews::Approved),
            Self::Decline => Some(ShareNews::Declined),
            Self::Reopen => Some(ShareNews::Reopened),
            Self::Change | Self::Remove => None,
        }
    }
}

/// What a mail tells of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ShareNews {
    Asked,
    Approved,
    Declined,
    Reopened,
    /// The customer has paid the bill.
    Paid,
    /// The bank took that back, and no salary pays the share all the same.
    Unpaid,
    /// A credit note has taken a part of the share, or all of it.
    Credited,
    /// The contractor deleted it, or gave it to another, after having asked.
    Withdrawn,
    /// Its subcontractor's account was erased.
    Ended,
}

impl ShareNews {
    /// Who is told.
    pub fn receiver(self) -> Party {
        match self {
            Self::Approved | Self::Declined | Self::Ended => Party::Contractor,
            Self::Asked | Self::Reopened | Self::Paid | Self::Unpaid | Self::Credited | Self::Withdrawn => {
                Party::Subcontractor
            }
        }
    }
}

/// What a credit note takes of a share whose bill had these VAT-free rows, of which so much was left before the note and
/// after it. Whatever the parts, together they take the whole share when nothing is left of the rows.
pub fn credited(share: Money, rows: Money, before: Money, after: Money) -> Result<Money, MoneyError> {
    let left = |of_rows: Money| share.fraction(of_rows.units(), rows.units());
    left(before)?.minus(left(after)?)
}

#[cfg(test)]
mod tests;
