//! Costs need receipts, each in the class of its own VAT.

use liksa_rates::Rates;

use crate::bill::Row;
use crate::problem::{ErrorKey, Problem, Problems};

pub fn expense_problems(row: &Row) -> Vec<Problem> {
    let mut problems = Problems::default();
    for (kind, class, amount) in row.expenses.entries() {
        let field = kind.field(class);
        if amount.is_negative() {
            problems.add(field, ErrorKey::OutOfRange);
            continue;
        }
        problems.add_if(row.receipts == 0, &field, ErrorKey::ReceiptRequired);
        // A row outside the known years is told by its date.
        let dated = row.date.and_then(|date| Some((Rates::for_date(date).ok()?, date)));
        let illegal = dated.is_some_and(|(rates, date)| !rates.vat.is_legal(class.rate(), date));
        problems.add_if(illegal, &field, ErrorKey::IllegalVatRate);
    }
    problems.into_vec()
}
