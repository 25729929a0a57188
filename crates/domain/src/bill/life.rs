//! The life of a bill: every way from one state to another, in one table.
//!
//! Whatever a client asks, a bill moves only as [`Move::leads`] says. Deleting is not a move, since nothing is
//! left: see [`may_be_deleted`].

use super::{Bill, BillState};
use crate::audit::Action;
use crate::problem::ErrorKey;

/// What can happen to a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// The worker sends it for approval.
    Send,
    /// The worker takes it back for changes.
    Open,
    /// The worker asks for it back while a clerk has it.
    RequestOpen,
    GrantOpen,
    RefuseOpen,
    /// A clerk begins to check it.
    Take,
    /// The clerk gives it back to the worker, with a reason.
    Return,
    Approve,
    /// A clerk takes the approval back before it has gone to the customer.
    Unapprove,
    /// It goes to the customer and gets its number.
    Close,
    /// A credit note goes to the customer and gets its number. Nothing is to be paid of it.
    Settle,
    /// The customer has paid.
    Pay,
    /// The bank took the payment back, or it was found to be for another bill.
    Unpay,
    /// A credit note for it has gone to the customer.
    Credit,
}

impl Move {
    pub const ALL: [Self; 14] = [
        Self::Send,
        Self::Open,
        Self::RequestOpen,
        Self::GrantOpen,
        Self::RefuseOpen,
        Self::Take,
        Self::Return,
        Self::Approve,
        Self::Unapprove,
        Self::Close,
        Self::Settle,
        Self::Pay,
        Self::Unpay,
        Self::Credit,
    ];

    /// Where the move leads from a state; None where it is not allowed.
    pub fn leads(self, from: BillState) -> Option<BillState> {
        use BillState::{Approved, Closed, Credited, Open, Paid, Pending, Taken};
        match (self, from) {
            (Self::Send, Open) => Some(Pending),
            (Self::Open, Pending | Approved) => Some(Open),
            (Self::RequestOpen | Self::RefuseOpen, Taken) => Some(Taken),
            (Self::GrantOpen | Self::Return, Taken) => Some(Open),
            (Self::Take, Pending) => Some(Taken),
            (Self::Approve, Taken) => Some(Approved),
            (Self::Unapprove, Approved) => Some(Taken),
            (Self::Close, Approved) => Some(Closed),
            (Self::Settle, Approved) => Some(Paid),
            (Self::Pay, Closed) => Some(Paid),
            (Self::Unpay, Paid) => Some(Closed),
            (Self::Credit, Closed | Paid) => Some(Credited),
            _ => None,
        }
    }

    /// The action that the audit log has for the move.
    pub fn action(self) -> Action {
        match self {
            Self::Send => Action::BillSent,
            Self::Open => Action::BillOpened,
            Self::RequestOpen => Action::BillOpenRequested,
            Self::GrantOpen => Action::BillOpenGranted,
            Self::RefuseOpen => Action::BillOpenRefused,
            Self::Take => Action::BillTaken,
            Self::Return => Action::BillReturned,
            Self::Approve => Action::BillApproved,
            Self::Unapprove => Action::BillUnapproved,
            Self::Close | Self::Settle => Action::BillClosed,
            Self::Pay => Action::BillPaid,
            Self::Unpay => Action::BillUnpaid,
            Self::Credit => Action::BillCredited,
        }
    }
}

/// Status of a bill: its state, and whether the worker has asked for it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillStatus {
    pub state: BillState,
    pub open_request: bool,
}

impl BillStatus {
    /// The status after a move, or why it is refused.
    pub fn after(self, step: Move) -> Result<Self, ErrorKey> {
        let answers_a_request = matches!(step, Move::GrantOpen | Move::RefuseOpen);
        // A second request is refused, and so is an answer without a request.
        let request_fits = match step {
            Move::RequestOpen => !self.open_request,
            _ => self.open_request || !answers_a_request,
        };
        let state = step.leads(self.state).filter(|_| request_fits).ok_or(ErrorKey::IllegalTransition)?;
        Ok(Self { state, open_request: step == Move::RequestOpen })
    }
}

/// The worker's one call for getting a bill back: at once, or by asking the clerk who has it.
pub fn opening_of(state: BillState) -> Move {
    if state == BillState::Taken { Move::RequestOpen } else { Move::Open }
}

/// Whether its money has come, so that it is credited and no longer opened.
pub fn has_been_paid(state: BillState) -> bool {
    state == BillState::Paid
}

/// What sends an approved bill to its customer. A credit note is settled at once: it asks for no money, and what it
/// takes back is booked with it.
pub fn closing_of(bill: &Bill) -> Move {
    if bill.is_credit_note { Move::Settle } else { Move::Close }
}

/// A draft may be deleted, and a credit note until a clerk has taken it.
pub fn may_be_deleted(bill: &Bill) -> bool {
    match bill.state {
        BillState::Open => true,
        BillState::Pending => bill.is_credit_note,
        _ => false,
    }
}

/// Whether the worker may write in it.
pub fn may_be_edited(bill: &Bill) -> bool {
    bill.state == BillState::Open
}

/// Whether it is a bill that has gone to its customer, whatever became of it there. A credit note is none.
pub fn was_sent(bill: &Bill) -> bool {
    is_out(bill) && !bill.is_credit_note
}

/// Whether it has gone to its customer, be it a credit note or not.
pub fn is_out(bill: &Bill) -> bool {
    matches!(bill.state, BillState::Closed | BillState::Paid | BillState::Credited)
}

/// Whether the worker may have it credited, in part or as a whole.
pub fn may_be_credited(bill: &Bill) -> bool {
    Move::Credit.leads(bill.state).is_some() && !bill.is_credit_note
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table as it was agreed, written the other way round: every pair that is not here is refused.
    const LEGAL: &[(BillState, Move, BillState)] = &[
        (BillState::Open, Move::Send, BillState::Pending),
        (BillState::Pending, Move::Open, BillState::Open),
        (BillState::Pending, Move::Take, BillState::Taken),
        (BillState::Taken, Move::RequestOpen, BillState::Taken),
        (BillState::Taken, Move::GrantOpen, BillState::Open),
        (BillState::Taken, Move::RefuseOpen, BillState::Taken),
        (BillState::Taken, Move::Return, BillState::Open),
        (BillState::Taken, Move::Approve, BillState::Approved),
        (BillState::Approved, Move::Open, BillState::Open),
        (BillState::Approved, Move::Unapprove, BillState::Taken),
        (BillState::Approved, Move::Close, BillState::Closed),
        (BillState::Approved, Move::Settle, BillState::Paid),
        (BillState::Closed, Move::Pay, BillState::Paid),
        (BillState::Paid, Move::Unpay, BillState::Closed),
        (BillState::Closed, Move::Credit, BillState::Credited),
        (BillState::Paid, Move::Credit, BillState::Credited),
    ];

    #[test]
    fn only_the_agreed_moves_are_made() {
        for state in BillState::ALL {
            for step in Move::ALL {
                let agreed = LEGAL.iter().find(|(from, of, _)| (from, *of) == (state, step));
                assert_eq!(step.leads(*state), agreed.map(|(_, _, to)| *to), "{step:?} from {state:?}");
            }
        }
    }

    #[test]
    fn a_credit_note_waits_for_no_payment() {
        let bill = Bill { state: BillState::Approved, ..Bill::default() };
        let note = Bill { is_credit_note: true, ..bill.clone() };
        assert_eq!(closing_of(&bill).leads(bill.state), Some(BillState::Closed));
        assert_eq!(closing_of(&note).leads(note.state), Some(BillState::Paid));
    }

    #[test]
    fn a_request_is_made_once_and_ends_with_its_answer() {
        let taken = BillStatus { state: BillState::Taken, open_request: false };
        let asked = taken.after(Move::RequestOpen).unwrap();
        assert_eq!(asked, BillStatus { state: BillState::Taken, open_request: true });
        assert_eq!(asked.after(Move::RequestOpen), Err(ErrorKey::IllegalTransition));
        assert_eq!(asked.after(Move::RefuseOpen), Ok(taken));
        let open = BillStatus { state: BillState::Open, open_request: false };
        assert_eq!(asked.after(Move::GrantOpen), Ok(open));
        assert_eq!(asked.after(Move::Approve).map(|status| status.open_request), Ok(false));
        for unasked in [Move::GrantOpen, Move::RefuseOpen] {
            assert_eq!(taken.after(unasked), Err(ErrorKey::IllegalTransition));
        }
    }
}
