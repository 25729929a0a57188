//! Bills and rows in few words.

use jiff::ToSpan;
use jiff::civil::Date;
use liksa_domain::bill::{Bill, Pricing, Row, VatZeroReason};
use liksa_domain::ids::CustomerId;
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::Rates;

/// A bill to the customer, to be paid in so many days from `day`.
pub fn bill(customer: CustomerId, day: Date, payment_days: i32, rows: Vec<Row>) -> Bill {
    let mut bill = Bill::draft(standard_vat(day));
    bill.customer = Some(customer);
    bill.billing_date = Some(day);
    bill.due_date = Some(day.saturating_add(payment_days.days()));
    bill.rows = rows;
    bill
}

/// One agreed price.
pub fn agreed(day: Date, text: &str, price: Money) -> Row {
    row(day, text, Pricing::Contract { price: Some(price) })
}

/// Hours or pieces at a price for each.
pub fn by_amount(day: Date, text: &str, amount: Quantity, unit_price: Money) -> Row {
    row(day, text, Pricing::Amount { unit_price: Some(unit_price), amount: Some(amount) })
}

fn row(day: Date, text: &str, pricing: Pricing) -> Row {
    Row { destination: text.to_owned(), pricing, ..Row::empty(day, standard_vat(day)) }
}

/// Takes the VAT off the whole bill, for one reason.
pub fn without_vat(mut bill: Bill, reason: VatZeroReason) -> Bill {
    bill.vat_rate = Rate::ZERO;
    bill.vat_zero_reason = Some(reason);
    bill.rows.iter_mut().for_each(|row| row.vat_rate = Rate::ZERO);
    bill
}

/// Some days before another one but in its month: all rows of a bill are of one month.
pub fn earlier_that_month(day: Date, days: i32) -> Date {
    day.saturating_sub(days.days()).max(day.first_of_month())
}

/// A year without tables has no rate. A bill of such a year cannot be sent, and says why.
fn standard_vat(day: Date) -> Rate {
    Rates::for_date(day).map(|rates| rates.vat.standard(day)).unwrap_or_default()
}
