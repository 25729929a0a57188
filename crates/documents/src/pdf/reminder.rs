//! The letter about an invoice that has not been paid.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_finland::PaymentReference;
use liksa_money::{Money, MoneyError, Rate};
use serde::Serialize;

use super::payment::{Payment, PaymentView};
use super::sheet::{Sheet, envelope_lines};
use super::text::Writer;
use super::typesetter::PdfError;
use super::typesetter::sealed::{Drawings, View};
use crate::invoice::{Customer, Seller};

#[derive(Debug, Clone)]
pub struct Reminder {
    pub language: BillLanguage,
    pub seller: Seller,
    pub customer: Customer,
    pub date: Date,
    /// Until when it is now to be paid.
    pub pay_by: Date,
    pub invoice_number: u64,
    pub invoice_date: Date,
    /// When it was to be paid.
    pub due_date: Date,
    pub reference: PaymentReference,
    /// VAT included.
    pub billed: Money,
    pub paid: Money,
    /// One for each half-year, because the rate changes with it.
    pub interest: Vec<Interest>,
    /// What the law lets a reminder cost.
    pub fee: Money,
}

#[derive(Debug, Clone, Copy)]
pub struct Interest {
    pub from: Date,
    pub until: Date,
    pub rate: Rate,
    pub amount: Money,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ReminderView {
    #[serde(flatten)]
    sheet: Sheet,
    facts: Vec<(&'static str, String)>,
    invoice_number: String,
    due: String,
    pay_by: String,
    /// What the sum is made of: a word of the template, what tells it closer, and the amount.
    lines: Vec<(&'static str, String, String)>,
    total: String,
    payment: PaymentView,
}

impl Reminder {
    /// All that is to be paid now.
    pub fn total(&self) -> Result<Money, MoneyError> {
        let interest = Money::sum(self.interest.iter().map(|period| period.amount))?;
        self.billed.minus(self.paid)?.plus(interest)?.plus(self.fee)
    }

    fn lines(&self, writer: Writer) -> Result<Vec<(&'static str, String, String)>, MoneyError> {
        let line = |key, note: String, amount: Money| (key, note, writer.amount(amount));
        let mut lines = vec![line("billed", String::new(), self.billed)];
        if !self.paid.is_zero() {
            lines.push(line("paid", String::new(), self.paid.negated()?));
        }
        for period in &self.interest {
            let note =
                format!("{}, {}", writer.period(period.from, period.until), writer.percent(period.rate));
            lines.push(line("interest", note, period.amount));
        }
        if !self.fee.is_zero() {
            lines.push(line("fee", String::new(), self.fee));
        }
        Ok(lines)
    }

    fn payment(&self) -> Result<Payment<'_>, PdfError> {
        Ok(Payment {
            seller: &self.seller,
            reference: Some(&self.reference),
            due: Some(self.pay_by),
            amount: self.total().map_err(too_large)?,
        })
    }
}

fn too_large(error: MoneyError) -> PdfError {
    PdfError::Template(error.to_string())
}

impl View for Reminder {
    const TEMPLATE: &'static str = "reminder.typ";

    fn view(&self) -> Result<impl Serialize, PdfError> {
        let writer = Writer::new(self.language);
        let payment = self.payment()?;
        let number = self.invoice_number.to_string();
        let title = format!("{} {number}", writer.either("Maksumuistutus", "Payment reminder"));
        let customer = &self.customer;
        let recipient = envelope_lines(&[&customer.name, &customer.organization], &customer.address);
        Ok(ReminderView {
            sheet: Sheet::new(writer, title, &self.seller, recipient),
            facts: vec![
                ("date", writer.date(self.date)),
                ("pay-by", writer.date(self.pay_by)),
                ("invoice-number", number.clone()),
                ("invoice-date", writer.date(self.invoice_date)),
                ("due", writer.date(self.due_date)),
                ("reference", self.reference.to_string()),
            ],
            invoice_number: number,
            due: writer.date(self.due_date),
            pay_by: writer.date(self.pay_by),
            lines: self.lines(writer).map_err(too_large)?,
            total: writer.euros(payment.amount),
            payment: payment.view(self.language),
        })
    }

    fn drawings(&self) -> Result<Drawings, PdfError> {
        self.payment()?.drawings()
    }
}
