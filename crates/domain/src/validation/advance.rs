//! Asking for money before the customer has paid.

use liksa_money::Money;

use crate::bill::BillState;
use crate::problem::{ErrorKey, Problem, Problems};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdvanceRequest {
    pub bill_state: BillState,
    pub rows_selected: usize,
    /// Some selected row has been asked for or paid before.
    pub rows_already_handled: bool,
    pub amount: Money,
    /// The salary of the selected rows, less what was advanced before.
    pub limit: Money,
}

pub fn advance_problems(request: &AdvanceRequest) -> Vec<Problem> {
    let mut problems = Problems::default();
    match request.bill_state {
        BillState::Pending | BillState::Taken | BillState::Approved | BillState::Closed => {}
        BillState::Open => problems.add("state", ErrorKey::InvoiceNotSent),
        BillState::Paid => problems.add("state", ErrorKey::InvoicePaid),
        BillState::Credited => problems.add("state", ErrorKey::AdvanceCannotBeAsked),
    }
    problems.add_if(request.rows_selected == 0, "ids", ErrorKey::NoRowsSelected);
    problems.add_if(request.rows_already_handled, "ids", ErrorKey::RowsAlreadyHandled);
    problems.add_if(!request.amount.is_positive(), "advancePaymentAmount", ErrorKey::OutOfRange);
    problems.add_if(request.amount > request.limit, "advancePaymentAmount", ErrorKey::AdvanceTooBig);
    problems.into_vec()
}
