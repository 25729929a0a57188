//! The salary that a bill gives.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Rate};
use liksa_rates::StatutoryFigures;

use super::deductions::contracting;
use super::{Billed, Reimbursements, SalaryError, Summary, Worker, calculate};
use crate::bill::{Bill, Row};
use crate::problem::{ErrorKey, Problem};
use crate::settings::ProviderSettings;
use crate::vat::{self, VatTotals};

/// The summary of a bill if its salary were paid on `payday`. A draft that still lacks prices or dates has
/// one too.
pub fn from_bill(
    law: &StatutoryFigures,
    bill: &Bill,
    worker: &Worker,
    settings: &ProviderSettings,
    payday: Date,
) -> Result<Summary, Vec<Problem>> {
    let billed = billed(law, bill, settings, payday)?;
    calculate(law, &billed, worker, settings, payday).map_err(|error| problem_of("billableitems", &error))
}

/// What the customer is billed, by VAT rate. `today` dates the rows that have no date yet.
pub fn totals(law: &StatutoryFigures, bill: &Bill, today: Date) -> Result<VatTotals, Vec<Problem>> {
    totals_of(bill, &rows_in_money(law, bill, today)?)
}

/// The money side of the bill. `today` dates the rows that have no date yet.
pub fn billed(
    law: &StatutoryFigures,
    bill: &Bill,
    settings: &ProviderSettings,
    today: Date,
) -> Result<Billed, Vec<Problem>> {
    let rows = rows_in_money(law, bill, today)?;
    let totals = totals_of(bill, &rows)?;
    let too_large = |error: MoneyError| problem_of("billableitems", &error.into());
    let mut reimbursements = Reimbursements::default();
    for row in &rows {
        reimbursements = reimbursements.plus(row.reimbursements).map_err(too_large)?;
    }
    let on_top = if bill.bill_reimbursements { reimbursements.total() } else { Ok(Money::ZERO) };
    let rows = on_top.and_then(|on_top| totals.net.minus(on_top)).map_err(too_large)?;
    Ok(Billed {
        rows,
        vat: totals.vat,
        reimbursements,
        reimbursements_on_top: bill.bill_reimbursements,
        contracting: contracting(bill, rows, settings)
            .map_err(|error| problem_of("contractorBillableItems", &error.into()))?,
        shares_received: Money::ZERO,
    })
}

struct RowInMoney {
    vat_rate: Rate,
    total: Money,
    reimbursements: Reimbursements,
}

/// Every row, or the faults of all rows that cannot be calculated.
fn rows_in_money(law: &StatutoryFigures, bill: &Bill, today: Date) -> Result<Vec<RowInMoney>, Vec<Problem>> {
    let mut rows = Vec::with_capacity(bill.rows.len());
    let mut problems = Vec::new();
    for (place, row) in bill.rows.iter().enumerate() {
        match row_in_money(law, bill, row, today) {
            Ok(row) => rows.push(row),
            Err(error) => {
                let field = match error.key() {
                    // The trip may go on into a year of which nothing is known yet.
                    ErrorKey::UnknownYear if row.date.is_some_and(|date| law.for_date(date).is_ok()) => {
                        "returndate"
                    }
                    ErrorKey::UnknownYear => "date",
                    ErrorKey::UnknownRate => "vehicle",
                    _ => "alvPrice",
                };
                problems.push(error.at(format!("billableitems[{place}].{field}")));
            }
        }
    }
    if problems.is_empty() { Ok(rows) } else { Err(problems) }
}

fn row_in_money(
    law: &StatutoryFigures,
    bill: &Bill,
    row: &Row,
    today: Date,
) -> Result<RowInMoney, SalaryError> {
    let (total, reimbursements) = (row.total()?, Reimbursements::for_row(law, row, today)?);
    let vat_rate = bill.vat_rate_of(row);
    Ok(match bill.is_credit_note {
        false => RowInMoney { vat_rate, total, reimbursements },
        true => RowInMoney { vat_rate, total: total.negated()?, reimbursements: reimbursements.negated()? },
    })
}

/// By the lines that the customer reads: reimbursements on top are in the line of the work that they were for, or
/// follow it. They bear its VAT.
fn totals_of(bill: &Bill, rows: &[RowInMoney]) -> Result<VatTotals, Vec<Problem>> {
    let too_large = |error: MoneyError| problem_of("billableitems", &error.into());
    let mut lines = Vec::with_capacity(2 * rows.len());
    for row in rows {
        let on_top = if bill.bill_reimbursements { row.reimbursements.total() } else { Ok(Money::ZERO) };
        let on_top = on_top.map_err(too_large)?;
        if bill.separate_reimbursements {
            lines.extend([(row.vat_rate, row.total), (row.vat_rate, on_top)]);
        } else {
            lines.push((row.vat_rate, row.total.plus(on_top).map_err(too_large)?));
        }
    }
    let totals = vat::totals(bill.vat_rounding, &lines).map_err(too_large)?;
    totals.with_vat_of(&bill.vat_of_rest).map_err(too_large)
}

fn problem_of(field: &str, error: &SalaryError) -> Vec<Problem> {
    vec![error.at(field)]
}
