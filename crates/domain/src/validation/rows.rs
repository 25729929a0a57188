//! Rows of a bill: work, receipts, subcontractors and purchase invoices.

use liksa_money::{Money, Rate};
use liksa_rates::StatutoryFigures;

use crate::bill::{Pricing, Row};
use crate::problem::{ErrorKey, Problem, Problems};
use crate::purchase::{PurchaseCost, PurchaseState};
use crate::share::Share;
use crate::travel;

pub fn row_problems(law: &StatutoryFigures, row: &Row) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.append(content_problems(law, row));
    problems.append(travel::problems(law, row));
    problems.append(expense_problems(law, row));
    problems.into_vec()
}

/// What a row of a credit note lacks. Trips and receipts were checked when they were billed.
pub fn credited_row_problems(law: &StatutoryFigures, row: &Row) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.append(content_problems(law, row));
    problems.add_negative(row.journey.kilometers.is_negative(), "kilometers");
    problems.add_negative(row.allowances.foreign.is_negative(), "foreignAllowance");
    for (kind, class, amount) in row.expenses.entries() {
        problems.add_negative(amount.is_negative(), &kind.field(class));
    }
    problems.into_vec()
}

/// What the work of a row lacks: its day, its name, its price, its hours.
fn content_problems(law: &StatutoryFigures, row: &Row) -> Vec<Problem> {
    let mut problems = Problems::default();
    match row.date {
        None => problems.add("date", ErrorKey::DateMissing),
        Some(date) if law.for_date(date).is_err() => {
            problems.push(Problem::new("date", ErrorKey::UnknownYear).of_year(date.year()));
        }
        Some(_) => {}
    }
    problems.add_if(row.destination.trim().is_empty(), "destination", ErrorKey::DestinationMissing);
    match row.pricing {
        Pricing::Contract { price } => problems.add_if(price.is_none(), "alvPrice", ErrorKey::PriceMissing),
        Pricing::Amount { unit_price, amount } => {
            problems.add_if(unit_price.is_none(), "hourlyprice", ErrorKey::UnitPriceMissing);
            problems.add_if(amount.is_none(), "billableWorkHours", ErrorKey::AmountMissing);
        }
    }
    problems.add_if(row.total().is_err(), "alvPrice", ErrorKey::OutOfRange);
    if let Some(Err(times)) = row.work_shift.as_ref().map(travel::work_hours) {
        problems.append(times);
    }
    problems.into_vec()
}

/// Costs need receipts, each in the class of its own VAT.
pub fn expense_problems(law: &StatutoryFigures, row: &Row) -> Vec<Problem> {
    let mut problems = Problems::default();
    for (kind, class, amount) in row.expenses.entries() {
        let field = kind.field(class);
        if amount.is_negative() {
            problems.add_negative(true, &field);
            continue;
        }
        problems.add_if(row.receipts == 0, &field, ErrorKey::ReceiptRequired);
        // A date outside the known years is a problem of its own.
        let dated = row.date.and_then(|date| Some((law.for_date(date).ok()?, date)));
        let illegal = dated.is_some_and(|(rates, date)| !rates.vat.is_legal(class.rate(), date));
        problems.add_if(illegal, &field, kind.illegal_vat(class));
    }
    problems.into_vec()
}

pub fn share_problems(row: &Share) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.add_if(row.subcontractor.is_none(), "subcontractor", ErrorKey::Required);
    problems.add_if(row.date.is_none(), "date", ErrorKey::Required);
    match row.percent {
        None => amount_problems(row.amount, &mut problems),
        Some(percent) => {
            let sensible = percent > Rate::ZERO && percent <= Rate::ONE;
            problems.add_if(!sensible, "percent", ErrorKey::OutOfRange);
        }
    }
    problems.add_if(row.description.trim().is_empty(), "description", ErrorKey::Required);
    problems.into_vec()
}

/// A purchase is complete when it is made. It is to be sent for payment before its bill is sent, and keeps a copy of its
/// invoice.
pub fn purchase_problems(purchase: &PurchaseCost) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.add_if(purchase.state == PurchaseState::Open, "state", ErrorKey::PurchaseNotReady);
    problems.add_if(purchase.receipts == 0, "receipts", ErrorKey::PurchaseInvoiceRequired);
    problems.into_vec()
}

/// The amount is paid out, so it has to be positive.
fn amount_problems(amount: Option<Money>, problems: &mut Problems) {
    match amount {
        None => problems.add("amount", ErrorKey::Required),
        Some(amount) => problems.add_if(!amount.is_positive(), "amount", ErrorKey::OutOfRange),
    }
}
