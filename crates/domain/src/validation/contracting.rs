//! Rows of subcontractors and purchase invoices.

use liksa_money::Money;

use crate::bill::{ContractorRow, ExternalRow};
use crate::problem::{ErrorKey, Problem, Problems};

pub fn contractor_row_problems(row: &ContractorRow) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.add_if(row.subcontractor.is_none(), "subcontractor", ErrorKey::Required);
    problems.add_if(row.date.is_none(), "date", ErrorKey::Required);
    amount_problems(row.amount, &mut problems);
    problems.add_if(row.description.trim().is_empty(), "description", ErrorKey::Required);
    problems.into_vec()
}

/// A purchase invoice also needs its copy: one at least, when it is made and as long as it exists.
pub fn external_row_problems(row: &ExternalRow) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.add_if(row.name.trim().is_empty(), "name", ErrorKey::Required);
    amount_problems(row.amount, &mut problems);
    problems.add_if(row.reference_number.trim().is_empty(), "referenceNumber", ErrorKey::Required);
    problems.add_if(row.account_number.trim().is_empty(), "accountNumber", ErrorKey::Required);
    problems.add_if(row.due_date.is_none(), "duedate", ErrorKey::Required);
    problems.add_if(row.receipts == 0, "receipts", ErrorKey::PurchaseInvoiceRequired);
    problems.into_vec()
}

/// Somebody is paid here, so that nothing below a cent makes sense.
fn amount_problems(amount: Option<Money>, problems: &mut Problems) {
    match amount {
        None => problems.add("amount", ErrorKey::Required),
        Some(amount) => problems.add_if(!amount.is_positive(), "amount", ErrorKey::OutOfRange),
    }
}
