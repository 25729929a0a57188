//! The letter about an invoice that has not been paid.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_domain::dates::format_date;
use liksa_domain::payments::LatePeriod;
use liksa_domain::settings::Seller;
use liksa_finland::PaymentReference;
use liksa_money::{Money, MoneyError};
use serde_json::{Value, json};

use super::payment::Payment;
use super::sheet::{address_lines, named, view};
use super::text::{Writer, period};
use super::typesetter::{PdfError, Printed};
use crate::invoice::Customer;

#[derive(Debug, Clone)]
pub struct Reminder {
    pub language: BillLanguage,
    pub seller: Seller,
    pub customer: Customer,
    pub worker: String,
    pub date: Date,
    /// The new due date.
    pub pay_by: Date,
    pub invoice_number: u64,
    pub invoice_date: Date,
    /// The due date of the invoice.
    pub due_date: Date,
    pub reference: PaymentReference,
    /// VAT included.
    pub billed: Money,
    pub paid: Money,
    /// One for each half-year, because the rate changes with it.
    pub interest: Vec<LatePeriod>,
    /// The fee that the law allows for a reminder.
    pub fee: Money,
}

impl Reminder {
    /// The sum to pay now.
    pub fn total(&self) -> Result<Money, MoneyError> {
        let interest = Money::sum(self.interest.iter().map(|period| period.amount))?;
        self.billed.minus(self.paid)?.plus(interest)?.plus(self.fee)
    }

    /// Parts of the sum: a key of the template's words, details, and the amount. Parts of zero are left out.
    fn lines(&self, writer: Writer) -> Result<Vec<(&'static str, String, String)>, MoneyError> {
        let line = |key, details: String, amount: Money| (key, details, writer.amount(amount));
        let mut lines = vec![line("billed", String::new(), self.billed)];
        if !self.paid.is_zero() {
            lines.push(line("paid", String::new(), self.paid.negated()?));
        }
        for LatePeriod { from, until, rate, amount } in &self.interest {
            let details = format!("{}, {}", period(*from, *until), writer.percent(*rate));
            lines.push(line("interest", details, *amount));
        }
        if !self.fee.is_zero() {
            lines.push(line("fee", String::new(), self.fee));
        }
        Ok(lines)
    }
}

impl Printed for Reminder {
    const TEMPLATE: &'static str = "reminder.typ";

    fn view(&self) -> Result<Value, PdfError> {
        let (writer, customer) = (Writer::new(self.language), &self.customer);
        let number = self.invoice_number.to_string();
        let title = format!("{} {number}", writer.either("Maksumuistutus", "Payment reminder"));
        let (due, pay_by) = (format_date(self.due_date), format_date(self.pay_by));
        let recipient = address_lines(&[&customer.name, &customer.organization], &customer.address);
        let own = json!({
            "worker": named(&self.worker),
            "facts": [
                ("date", format_date(self.date)),
                ("pay-by", pay_by.clone()),
                ("invoice-number", number.clone()),
                ("invoice-date", format_date(self.invoice_date)),
                ("due", due.clone()),
                ("reference", self.reference.to_string()),
            ],
            "invoice-number": number,
            "due": due,
            "pay-by": pay_by,
            "lines": self.lines(writer)?,
            "total": writer.euros(self.total()?),
            "payment": self.payment()?.map(|payment| payment.view(writer)),
        });
        Ok(view(writer, &title, &self.seller, &recipient, own))
    }

    fn payment(&self) -> Result<Option<Payment<'_>>, PdfError> {
        Ok(Some(Payment {
            seller: &self.seller,
            reference: Some(&self.reference),
            due: Some(self.pay_by),
            amount: self.total()?,
        }))
    }
}
