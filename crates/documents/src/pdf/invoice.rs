//! Invoice and credit note.

use liksa_domain::dates::format_date;
use liksa_money::Money;
use serde_json::{Value, json};

use super::payment::Payment;
use super::sheet::{Facts, address_lines, known, named, view};
use super::text::Writer;
use super::typesetter::{PdfError, Printed};
use crate::invoice::{Invoice, Kind, LineKind};

impl Printed for Invoice {
    const TEMPLATE: &'static str = "invoice.typ";

    fn view(&self) -> Result<Value, PdfError> {
        let (writer, customer) = (Writer::new(self.language), &self.customer);
        let heading = match self.kind {
            Kind::Invoice => writer.either("Lasku", "Invoice"),
            Kind::CreditNote { .. } => writer.either("Hyvityslasku", "Credit note"),
        };
        let title = match self.number {
            Some(number) => format!("{heading} {number}"),
            None => format!("{heading} – {}", writer.either("luonnos", "draft")),
        };
        let recipient = address_lines(&[&customer.name, &customer.organization], &customer.address);
        let own = json!({
            "draft": self.number.is_none().then(|| writer.either("LUONNOS", "DRAFT")),
            "worker": named(&self.worker),
            "credit": self.is_credit_note(),
            "facts": known(payment_facts(self, writer)),
            "references": known(references(self)),
            "specification": paragraphs(&self.specification),
            "text": paragraphs(&self.text),
            "lines": lines(self, writer)?,
            "has-units": self.lines.iter().any(|line| !line.unit.label(self.language).is_empty()),
            "categories": categories(self, writer)?,
            "net": writer.euros(self.totals.net),
            "vat": writer.euros(self.totals.vat),
            "payable": writer.euros(self.payable()),
            "vat-note": self.vat_note.map(|note| note.text(self.language)),
            "payment": self.payment()?.map(|payment| payment.view(writer)),
        });
        Ok(view(writer, &title, &self.seller, &recipient, own))
    }

    /// None for a credit note, and where nothing is to be paid.
    fn payment(&self) -> Result<Option<Payment<'_>>, PdfError> {
        let asks = !self.is_credit_note() && self.payable().is_positive();
        Ok(asks.then(|| Payment {
            seller: &self.seller,
            reference: self.reference.as_ref(),
            due: self.due_date,
            amount: self.payable(),
        }))
    }
}

fn paragraphs(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// When and how to pay. A credit note has neither a due date nor a reference, since it is not paid.
fn payment_facts(invoice: &Invoice, writer: Writer) -> Facts<6> {
    let asked = !invoice.is_credit_note();
    let due = invoice.due_date.filter(|_| asked);
    let days = invoice.payment_days().filter(|_| asked);
    let reference = invoice.reference.as_ref().filter(|_| asked);
    let late_interest = match invoice.late_interest {
        _ if due.is_none() => String::new(),
        Some(rate) => writer.percent(rate),
        None => writer.either("korkolain mukaan", "under the Interest Act").to_owned(),
    };
    let original = invoice.original().map(|of| format!("{} ({})", of.number, format_date(of.date)));
    let term = |days: i64| format!("{days}\u{a0}{}", writer.either("pv", "days"));
    [
        ("date", invoice.billing_date.map(format_date).unwrap_or_default()),
        ("due", due.map(format_date).unwrap_or_default()),
        ("term", days.map(term).unwrap_or_default()),
        ("late-interest", late_interest),
        ("credits", original.unwrap_or_default()),
        ("reference", reference.map(ToString::to_string).unwrap_or_default()),
    ]
}

/// Names and codes by which the customer recognises the invoice.
fn references(invoice: &Invoice) -> Facts<5> {
    let customer = &invoice.customer;
    [
        ("your-reference", invoice.your_reference.clone()),
        ("customer-reference", customer.reference.clone()),
        ("cost-unit", customer.cost_unit.clone()),
        ("customer-business-id", customer.business_id.clone()),
        ("customer-vat-number", customer.vat_number.clone()),
    ]
}

fn lines(invoice: &Invoice, writer: Writer) -> Result<Vec<Value>, PdfError> {
    let mut so_far = Money::ZERO;
    let mut lines = Vec::with_capacity(invoice.lines.len());
    for line in &invoice.lines {
        so_far = so_far.plus(line.net)?;
        lines.push(json!({
            "date": line.date.map(format_date).unwrap_or_default(),
            "description": line.description,
            "quantity": writer.quantity(line.quantity),
            "unit": line.unit.label(invoice.language),
            "unit-price": writer.amount(line.unit_price),
            "vat-rate": writer.percent(line.vat_rate),
            "net": writer.amount(line.net),
            // The sum of this line and all before it, for the foot of a page.
            "so-far": writer.euros(so_far),
            "cost": line.kind == LineKind::Reimbursement,
        }));
    }
    Ok(lines)
}

fn categories(invoice: &Invoice, writer: Writer) -> Result<Vec<Value>, PdfError> {
    let mut categories = Vec::new();
    for category in &invoice.totals.categories {
        categories.push(json!({
            "rate": writer.percent(category.rate),
            "net": writer.amount(category.net),
            "vat": writer.amount(category.vat),
            "gross": writer.amount(category.net.plus(category.vat)?),
        }));
    }
    Ok(categories)
}
