//! Invoice and credit note.

use liksa_domain::vat::VatCategory;
use liksa_money::{Money, MoneyError};
use serde::Serialize;

use super::payment::{Payment, PaymentView};
use super::sheet::{Sheet, envelope_lines};
use super::text::Writer;
use super::typesetter::PdfError;
use super::typesetter::sealed::{Drawings, View};
use crate::invoice::{Invoice, Kind, Line, LineKind};

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct InvoiceView {
    #[serde(flatten)]
    sheet: Sheet,
    credit: bool,
    /// When and how to pay: names of words of the template with their values, in order.
    facts: Vec<(&'static str, String)>,
    /// By what the customer's own books know it.
    references: Vec<(&'static str, String)>,
    specification: Vec<String>,
    text: Vec<String>,
    lines: Vec<LineView>,
    has_units: bool,
    categories: Vec<CategoryView>,
    net: String,
    vat: String,
    payable: String,
    vat_note: Option<&'static str>,
    payment: Option<PaymentView>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct LineView {
    date: String,
    description: String,
    quantity: String,
    unit: &'static str,
    unit_price: String,
    vat_rate: String,
    net: String,
    /// The sum of this line and all before it, for the foot of a page.
    so_far: String,
    cost: bool,
}

#[derive(Serialize)]
struct CategoryView {
    rate: String,
    net: String,
    vat: String,
    gross: String,
}

impl View for Invoice {
    const TEMPLATE: &'static str = "invoice.typ";

    fn view(&self) -> Result<impl Serialize, PdfError> {
        let writer = Writer::new(self.language);
        let heading = match self.kind {
            Kind::Invoice => writer.either("Lasku", "Invoice"),
            Kind::CreditNote { .. } => writer.either("Hyvityslasku", "Credit note"),
        };
        let title = match self.number {
            Some(number) => format!("{heading} {number}"),
            None => format!("{heading} – {}", writer.either("luonnos", "draft")),
        };
        let customer = &self.customer;
        let recipient = envelope_lines(&[&customer.name, &customer.organization], &customer.address);
        let sheet = Sheet::new(writer, title, &self.seller, recipient);
        Ok(InvoiceView {
            sheet: if self.number.is_some() {
                sheet
            } else {
                sheet.drafted(writer.either("LUONNOS", "DRAFT"))
            },
            credit: self.is_credit_note(),
            facts: known(facts(self, writer)),
            references: known(references(self)),
            specification: paragraphs(&self.specification),
            text: paragraphs(&self.text),
            lines: lines(&self.lines, writer).map_err(too_large)?,
            has_units: self.lines.iter().any(|line| !line.unit.label(self.language).is_empty()),
            categories: categories(&self.totals.categories, writer).map_err(too_large)?,
            net: writer.euros(self.totals.net),
            vat: writer.euros(self.totals.vat),
            payable: writer.euros(self.payable()),
            vat_note: self.vat_note.map(|note| note.text(self.language)),
            payment: payment(self).map(|payment| payment.view(self.language)),
        })
    }

    fn drawings(&self) -> Result<Drawings, PdfError> {
        payment(self).map_or_else(|| Ok(Drawings::new()), |payment| payment.drawings())
    }
}

/// A credit note asks for nothing, nor does an invoice of nothing.
fn payment(invoice: &Invoice) -> Option<Payment<'_>> {
    let asks = !invoice.is_credit_note() && invoice.payable().is_positive();
    asks.then(|| Payment {
        seller: &invoice.seller,
        reference: invoice.reference.as_ref(),
        due: invoice.due_date,
        amount: invoice.payable(),
    })
}

fn too_large(error: MoneyError) -> PdfError {
    PdfError::Template(error.to_string())
}

fn paragraphs(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn known<const N: usize>(facts: [(&'static str, String); N]) -> Vec<(&'static str, String)> {
    facts.into_iter().filter(|(_, value)| !value.trim().is_empty()).collect()
}

/// A credit note asks for nothing, so that it has neither a due date nor a reference to pay with.
fn facts(invoice: &Invoice, writer: Writer) -> [(&'static str, String); 6] {
    let asked = !invoice.is_credit_note();
    let due = invoice.due_date.filter(|_| asked);
    let days = invoice.payment_days().filter(|_| asked);
    let reference = invoice.reference.as_ref().filter(|_| asked);
    let late_interest = match invoice.late_interest {
        _ if due.is_none() => String::new(),
        Some(rate) => writer.percent(rate),
        None => writer.either("korkolain mukaan", "by the Interest Act").to_owned(),
    };
    let original = match invoice.kind {
        Kind::CreditNote { of: Some(of) } => format!("{} ({})", of.number, writer.date(of.date)),
        _ => String::new(),
    };
    let term = |days: i64| format!("{days}\u{a0}{}", writer.either("pv netto", "days net"));
    [
        ("date", invoice.billing_date.map(|date| writer.date(date)).unwrap_or_default()),
        ("due", due.map(|date| writer.date(date)).unwrap_or_default()),
        ("term", days.map(term).unwrap_or_default()),
        ("late-interest", late_interest),
        ("credits", original),
        ("reference", reference.map(ToString::to_string).unwrap_or_default()),
    ]
}

fn references(invoice: &Invoice) -> [(&'static str, String); 6] {
    let customer = &invoice.customer;
    [
        ("worker", invoice.worker.clone()),
        ("your-reference", invoice.your_reference.clone()),
        ("customer-reference", customer.reference.clone()),
        ("cost-unit", customer.cost_unit.clone()),
        ("customer-business-id", customer.business_id.clone()),
        ("customer-vat-number", customer.vat_number.clone()),
    ]
}

fn lines(lines: &[Line], writer: Writer) -> Result<Vec<LineView>, MoneyError> {
    let mut so_far = Money::ZERO;
    let view = |line: &Line| {
        so_far = so_far.plus(line.net)?;
        Ok(LineView {
            date: line.date.map(|date| writer.date(date)).unwrap_or_default(),
            description: line.description.clone(),
            quantity: writer.quantity(line.quantity),
            unit: line.unit.label(writer.language()),
            unit_price: writer.amount(line.unit_price),
            vat_rate: writer.percent(line.vat_rate),
            net: writer.amount(line.net),
            so_far: writer.euros(so_far),
            cost: line.kind == LineKind::Reimbursement,
        })
    };
    lines.iter().map(view).collect()
}

fn categories(categories: &[VatCategory], writer: Writer) -> Result<Vec<CategoryView>, MoneyError> {
    let view = |category: &VatCategory| {
        Ok(CategoryView {
            rate: writer.percent(category.rate),
            net: writer.amount(category.net),
            vat: writer.amount(category.vat),
            gross: writer.amount(category.net.plus(category.vat)?),
        })
    };
    categories.iter().map(view).collect()
}
