//! VAT of a bill: legal rates, and a reason where there is none.

use liksa_rates::Rates;

use crate::bill::{Bill, ExpenseClass};
use crate::problem::{ErrorKey, Problem, Problems};

pub fn vat_problems(bill: &Bill) -> Vec<Problem> {
    let mut problems = Problems::default();
    for (place, row) in bill.rows.iter().enumerate() {
        let rate = bill.vat_rate_of(row);
        // A row outside the known years is told by its date.
        let dated = row.date.and_then(|date| Some((Rates::for_date(date).ok()?, date)));
        let illegal = dated.is_some_and(|(rates, date)| !rates.vat.is_legal(rate, date));
        problems.add_if(illegal, &format!("billableitems[{place}].alv"), ErrorKey::IllegalVatRate);
    }
    reason_problems(bill, &mut problems);
    if bill.bill_reimbursements {
        expense_problems(bill, &mut problems);
    }
    problems.into_vec()
}

/// No VAT has one reason: one of the list, or that the customer pays it.
fn reason_problems(bill: &Bill, problems: &mut Problems) {
    let some_without_vat = bill.rows.iter().any(|row| bill.vat_rate_of(row).is_zero());
    let key = match (bill.vat_zero_reason, bill.reverse_vat) {
        (Some(_), true) => ErrorKey::VatZeroReasonWithReverseVat,
        (Some(_), false) if !some_without_vat => ErrorKey::VatZeroReasonWithoutZeroRows,
        (None, false) if some_without_vat => ErrorKey::VatZeroReasonRequired,
        _ => return,
    };
    problems.add("vatZeroReasonCode", key);
}

/// The VAT of a receipt is the provider's to deduct, so only a cost without it is passed on to the customer
/// as such.
fn expense_problems(bill: &Bill, problems: &mut Problems) {
    for (place, row) in bill.rows.iter().enumerate() {
        for (kind, class, _) in row.expenses.entries() {
            let field = format!("billableitems[{place}].{}", kind.field(class));
            problems.add_if(class != ExpenseClass::Zero, &field, ErrorKey::OnlyVatZeroReimbursements);
        }
    }
}
