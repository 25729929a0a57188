//! Makes the invoice of a bill.

use jiff::civil::Date;
use liksa_domain::bill::{Bill, BillLanguage, Pricing, Row};
use liksa_domain::problem::{ErrorKey, Problem};
use liksa_domain::salary::{self, ClaimKind, Reimbursements, SalaryError, claims};
use liksa_domain::vat::{self, VatLine};
use liksa_finland::{PaymentReference, ReferenceNumber};
use liksa_money::{Money, MoneyError, Quantity, Rate};
use liksa_rates::StatutoryFigures;

use super::line::{InvoiceLine, LineKind, Unit};
use super::vat_note::VatNote;
use super::{Customer, Invoice, Kind, OriginalInvoice, Seller};

/// The data of an invoice that is not in the bill.
#[derive(Debug, Clone)]
pub struct InvoiceHeader {
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
pub fn from_bill(
    law: &StatutoryFigures,
    bill: &Bill,
    header: InvoiceHeader,
    today: Date,
) -> Result<Invoice, Vec<Problem>> {
    let totals = salary::totals(law, bill, today)?;
    let mut lines = Vec::with_capacity(bill.rows.len());
    for (place, row) in bill.rows.iter().enumerate() {
        let row_lines = lines_of(law, bill, row, today)
            .map_err(|error| vec![Problem::new(format!("billableitems[{place}]"), error.key())])?;
        lines.extend(row_lines);
    }
    let too_large = |_: MoneyError| vec![Problem::new("billableitems", ErrorKey::OutOfRange)];
    let exact: Vec<VatLine> = lines.iter().map(|line| (line.vat_rate, line.total)).collect();
    let nets = vat::printed_nets(bill.vat_rounding, &exact).map_err(too_large)?;
    for (line, net) in lines.iter_mut().zip(nets) {
        line.net = net;
    }
    Ok(Invoice {
        kind: if bill.is_credit_note { Kind::CreditNote { of: header.credits } } else { Kind::Invoice },
        language: bill.language,
        number: header.number,
        reference: header.number.and_then(reference_of),
        seller: header.seller,
        worker: header.worker,
        customer: header.customer,
        billing_date: bill.billing_date,
        due_date: bill.due_date,
        your_reference: bill.customer_reference.clone(),
        text: bill.text.clone(),
        specification: bill.specification.clone(),
        lines,
        totals,
        vat_note: vat_note(bill),
        late_interest: header.late_interest,
    })
}

/// Numbers of an invoice begin where reference numbers do, so that each has one.
fn reference_of(number: u64) -> Option<PaymentReference> {
    ReferenceNumber::with_base(number).ok().map(PaymentReference::Finnish)
}

fn vat_note(bill: &Bill) -> Option<VatNote> {
    let construction = bill.reverse_vat.then_some(VatNote::ReverseChargeInConstruction);
    construction.or(bill.vat_zero_reason.map(VatNote::Zero))
}

/// The lines of a row. A credit note has the same prices and negative quantities.
fn lines_of(
    law: &StatutoryFigures,
    bill: &Bill,
    row: &Row,
    today: Date,
) -> Result<Vec<InvoiceLine>, SalaryError> {
    let lines = billed_lines(law, bill, row, today)?;
    if !bill.is_credit_note {
        return Ok(lines);
    }
    let credited = |line: InvoiceLine| {
        Ok(InvoiceLine { quantity: line.quantity.negated()?, total: line.total.negated()?, ..line })
    };
    lines.into_iter().map(credited).collect()
}

/// The row itself, and its costs where they are billed.
fn billed_lines(
    law: &StatutoryFigures,
    bill: &Bill,
    row: &Row,
    today: Date,
) -> Result<Vec<InvoiceLine>, SalaryError> {
    let vat_rate = bill.vat_rate_of(row);
    let work = work_line(row, vat_rate)?;
    if !bill.bill_reimbursements {
        return Ok(vec![work]);
    }
    let spent = Reimbursements::for_row(law, row, today)?;
    if !bill.separate_reimbursements {
        return Ok(vec![with_costs_inside(work, spent.total()?)?]);
    }
    let mut lines = reimbursement_lines(law, row, &work, spent, bill.language, today)?;
    lines.insert(0, work);
    Ok(lines)
}

fn work_line(row: &Row, vat_rate: Rate) -> Result<InvoiceLine, SalaryError> {
    let total = row.total()?;
    let (quantity, unit, unit_price) = match row.pricing {
        Pricing::Contract { .. } => (Quantity::ONE, Unit::One, total),
        Pricing::Amount { unit_price, amount } => {
            let unit = if row.work_shift.is_some() { Unit::Hour } else { Unit::One };
            (amount.unwrap_or_default(), unit, unit_price.unwrap_or_default())
        }
    };
    let description = row.destination.trim().to_owned();
    // The net amount is set when all lines are rounded.
    let (kind, date, net) = (LineKind::Work, row.date, Money::ZERO);
    Ok(InvoiceLine { kind, date, description, quantity, unit, unit_price, vat_rate, total, net })
}

/// One price for work and costs together. Hours times their price would no longer be the total, so the line
/// becomes an agreed sum.
fn with_costs_inside(work: InvoiceLine, costs: Money) -> Result<InvoiceLine, MoneyError> {
    if costs.is_zero() {
        return Ok(work);
    }
    let total = work.total.plus(costs)?;
    Ok(InvoiceLine { quantity: Quantity::ONE, unit: Unit::One, unit_price: total, total, ..work })
}

fn reimbursement_lines(
    law: &StatutoryFigures,
    row: &Row,
    work: &InvoiceLine,
    spent: Reimbursements,
    language: BillLanguage,
    today: Date,
) -> Result<Vec<InvoiceLine>, SalaryError> {
    let mut lines = Vec::new();
    let mut add = |(finnish, english): (&str, &str), (quantity, unit_price), unit, total| {
        let (kind, description) = (LineKind::Reimbursement, language.either(finnish, english).to_owned());
        lines.push(InvoiceLine { kind, description, quantity, unit, unit_price, total, ..work.clone() });
    };
    for claim in claims(law, row, today)? {
        let (name, unit) = match claim.kind {
            ClaimKind::Kilometers => (("Kilometrikorvaus", "Kilometre allowance"), Unit::Kilometer),
            ClaimKind::FullDays => (("Kokopäiväraha", "Full daily allowance"), Unit::Day),
            ClaimKind::PartialDays => (("Osapäiväraha", "Partial daily allowance"), Unit::Day),
            ClaimKind::Meals => (("Ateriakorvaus", "Meal allowance"), Unit::Meal),
            ClaimKind::Foreign => (("Ulkomaanpäiväraha", "Foreign daily allowance"), Unit::One),
        };
        add(name, claim.counted.unwrap_or((Quantity::ONE, claim.amount)), unit, claim.amount);
    }
    if !spent.expenses.is_zero() {
        let name = ("Kulut kuittien mukaan", "Expenses by receipt");
        add(name, (Quantity::ONE, spent.expenses), Unit::One, spent.expenses);
    }
    Ok(lines)
}
