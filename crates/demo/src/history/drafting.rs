//! Short functions that make bills and rows.

use jiff::ToSpan;
use jiff::civil::Date;
use liksa_domain::bill::{Bill, Pricing, Row, VatZeroReason};
use liksa_domain::ids::CustomerId;
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::StatutoryFigures;

/// A bill to the customer, dated `day`.
pub fn bill(customer: CustomerId, day: Date, payment_days: i32, rows: Vec<Row>) -> Bill {
    let mut bill = Bill::draft(standard_vat(day));
    bill.customer = Some(customer);
    bill.billing_date = Some(day);
    bill.due_date = Some(day.saturating_add(payment_days.days()));
    bill.rows = rows;
    bill
}

/// Rows, each given by the days that it is before `day`, its text and its price.
pub fn rows<const N: usize>(day: Date, rows: [(i32, &str, Pricing); N]) -> Vec<Row> {
    let row = |(days, text, pricing)| row(earlier_that_month(day, days), text, pricing);
    rows.into_iter().map(row).collect()
}

pub fn row(day: Date, text: &str, pricing: Pricing) -> Row {
    Row { destination: text.to_owned(), pricing, ..Row::empty(day, standard_vat(day)) }
}

/// One agreed price.
pub fn agreed(price: Money) -> Pricing {
    Pricing::Contract { price: Some(price) }
}

/// A unit price for hours or pieces.
pub fn by_amount(amount: Quantity, unit_price: Money) -> Pricing {
    Pricing::Amount { unit_price: Some(unit_price), amount: Some(amount) }
}

/// The bill with all rows free of VAT, for one reason.
pub fn without_vat(mut bill: Bill, reason: VatZeroReason) -> Bill {
    bill.vat_rate = Rate::ZERO;
    bill.vat_zero_reason = Some(reason);
    bill.rows.iter_mut().for_each(|row| row.vat_rate = Rate::ZERO);
    bill
}

/// A day before another one, but in the same month: all rows of a bill are of one month.
pub fn earlier_that_month(day: Date, days: i32) -> Date {
    day.saturating_sub(days.days()).max(day.first_of_month())
}

/// The standard VAT rate; 0 in a year without rates, whose bills cannot be sent.
fn standard_vat(day: Date) -> Rate {
    StatutoryFigures::shipped().for_date(day).map(|rates| rates.vat.standard(day)).unwrap_or_default()
}
