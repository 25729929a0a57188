//! From the bill that the worker wrote to the invoice that the customer reads.

use jiff::civil::Date;
use liksa_domain::bill::{Bill, BillLanguage, Pricing, Row};
use liksa_domain::problem::{ErrorKey, Problem};
use liksa_domain::salary::{self, Reimbursements, SalaryError};
use liksa_finland::{PaymentReference, ReferenceNumber};
use liksa_money::{Money, MoneyError, Quantity, Rate};
use liksa_rates::Rates;

use super::line::{Line, LineKind, Unit, round_lines};
use super::vat_note::VatNote;
use super::{Customer, Invoice, Kind, OriginalInvoice, Seller};

/// What an invoice says beside the content of the bill.
#[derive(Debug, Clone)]
pub struct Envelope {
    /// Which invoice a credit note takes back.
    pub credits: Option<OriginalInvoice>,
    /// Given when the bill is sent; the reference number is made of it.
    pub number: Option<u64>,
    pub seller: Seller,
    pub worker: String,
    pub customer: Customer,
    pub late_interest: Option<Rate>,
}

/// The invoice of a bill. `today` dates the rows that have no date yet, as it does for the totals.
pub fn from_bill(bill: &Bill, envelope: Envelope, today: Date) -> Result<Invoice, Vec<Problem>> {
    let totals = salary::totals(bill, today)?;
    let mut lines = Vec::with_capacity(bill.rows.len());
    for (place, row) in bill.rows.iter().enumerate() {
        let row_lines = lines_of(bill, row, today)
            .map_err(|error| vec![Problem::new(format!("billableitems[{place}]"), error.key())])?;
        lines.extend(row_lines);
    }
    let too_large = |_: MoneyError| vec![Problem::new("billableitems", ErrorKey::OutOfRange)];
    round_lines(&mut lines, &totals).map_err(too_large)?;
    Ok(Invoice {
        kind: if bill.is_credit_note { Kind::CreditNote { of: envelope.credits } } else { Kind::Invoice },
        language: bill.language,
        number: envelope.number,
        reference: envelope.number.and_then(reference_of),
        seller: envelope.seller,
        worker: envelope.worker,
        customer: envelope.customer,
        billing_date: bill.billing_date,
        due_date: bill.due_date,
        your_reference: bill.customer_reference.clone(),
        text: bill.text.clone(),
        specification: bill.specification.clone(),
        lines,
        totals,
        vat_note: vat_note(bill),
        late_interest: envelope.late_interest,
    })
}

/// Numbers of an invoice begin where reference numbers do, so that each has one.
fn reference_of(number: u64) -> Option<PaymentReference> {
    ReferenceNumber::with_base(number).ok().map(PaymentReference::Finnish)
}

fn vat_note(bill: &Bill) -> Option<VatNote> {
    if bill.reverse_vat {
        return Some(VatNote::ReverseChargeInConstruction);
    }
    bill.vat_zero_reason.map(VatNote::Zero)
}

/// The lines of a row; a credit note takes back as many as were billed, at the same price.
fn lines_of(bill: &Bill, row: &Row, today: Date) -> Result<Vec<Line>, SalaryError> {
    let lines = billed_lines(bill, row, today)?;
    if !bill.is_credit_note {
        return Ok(lines);
    }
    let taken_back = |line: Line| {
        let quantity = line.quantity.parts().checked_neg().ok_or(MoneyError::Overflow)?;
        Ok(Line { quantity: Quantity::from_parts(quantity), total: line.total.negated()?, ..line })
    };
    lines.into_iter().map(taken_back).collect()
}

/// The row itself, and what was spent on it where that is billed.
fn billed_lines(bill: &Bill, row: &Row, today: Date) -> Result<Vec<Line>, SalaryError> {
    let vat_rate = bill.vat_rate_of(row);
    let work = work_line(row, vat_rate)?;
    if !bill.bill_reimbursements {
        return Ok(vec![work]);
    }
    let spent = Reimbursements::for_row(row, today)?;
    if !bill.separate_reimbursements {
        return Ok(vec![with_costs_inside(work, spent.total()?)?]);
    }
    let mut lines = vec![work];
    lines.extend(reimbursement_lines(row, spent, vat_rate, bill.language, today)?);
    Ok(lines)
}

fn work_line(row: &Row, vat_rate: Rate) -> Result<Line, SalaryError> {
    let total = row.total()?;
    let (quantity, unit, unit_price) = match row.pricing {
        Pricing::Contract { .. } => (Quantity::ONE, Unit::One, total),
        Pricing::Amount { unit_price, amount } => {
            let unit = if row.work_shift.is_some() { Unit::Hour } else { Unit::One };
            (amount.unwrap_or_default(), unit, unit_price.unwrap_or_default())
        }
    };
    let description = row.destination.trim().to_owned();
    let (date, net) = (row.date, Money::ZERO);
    Ok(Line { kind: LineKind::Work, date, description, quantity, unit, unit_price, vat_rate, total, net })
}

/// One price for work and costs together. Hours times their price would no longer be the total, so the line
/// becomes an agreed sum.
fn with_costs_inside(work: Line, costs: Money) -> Result<Line, MoneyError> {
    if costs.is_zero() {
        return Ok(work);
    }
    let total = work.total.plus(costs)?;
    Ok(Line { quantity: Quantity::ONE, unit: Unit::One, unit_price: total, total, ..work })
}

fn reimbursement_lines(
    row: &Row,
    spent: Reimbursements,
    vat_rate: Rate,
    language: BillLanguage,
    today: Date,
) -> Result<Vec<Line>, SalaryError> {
    let finnish = language == BillLanguage::Finnish;
    let name = |fi: &str, en: &str| if finnish { fi.to_owned() } else { en.to_owned() };
    let line = |description: String, quantity: Quantity, unit: Unit, unit_price: Money, total: Money| Line {
        kind: LineKind::Reimbursement,
        date: row.date,
        description,
        quantity,
        unit,
        unit_price,
        vat_rate,
        total,
        net: Money::ZERO,
    };
    let mut lines = Vec::new();
    if row.claims_travel() {
        let travel = &Rates::for_date(row.date.unwrap_or(today))?.travel;
        let (kilometers, claimed) = (row.journey.kilometers, row.allowances);
        if !kilometers.is_zero() {
            let price = travel.per_km(row.journey.vehicle)?;
            let text = name("Kilometrikorvaus", "Kilometre allowance");
            lines.push(line(text, kilometers, Unit::Kilometer, price, spent.kilometers));
        }
        let counted = [
            (claimed.full_days, travel.full_day, Unit::Day, name("Kokopäiväraha", "Full daily allowance")),
            (
                claimed.partial_days,
                travel.partial_day,
                Unit::Day,
                name("Osapäiväraha", "Partial daily allowance"),
            ),
            (claimed.meals, travel.meal, Unit::Meal, name("Ateriakorvaus", "Meal allowance")),
        ];
        for (count, price, unit, text) in counted.into_iter().filter(|(count, ..)| *count > 0) {
            let total = price.times(count.into())?;
            lines.push(line(text, Quantity::whole(count.into()), unit, price, total));
        }
    }
    let sums = [
        (spent.foreign, name("Ulkomaanpäiväraha", "Foreign daily allowance")),
        (spent.expenses, name("Kulut kuittien mukaan", "Expenses by receipt")),
    ];
    for (sum, text) in sums.into_iter().filter(|(sum, _)| !sum.is_zero()) {
        lines.push(line(text, Quantity::ONE, Unit::One, sum, sum));
    }
    Ok(lines)
}
