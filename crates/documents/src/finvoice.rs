//! Finvoice 3.0: invoices and credit notes for Finnish operators and banks.
//!
//! A credit note keeps its negative amounts here. How lines and VAT are rounded is told in
//! [`crate::e_invoice`]. Texts that are longer than their element go on in the next one where the format has
//! more than one, and end there otherwise; numbers and ids are never cut.

mod parties;
mod payment;
mod pieces;

use jiff::Zoned;
use jiff::civil::Date;
use liksa_money::{Money, Rate};

use crate::e_invoice::{EInvoiceError, Figures, Sendable, SentCategory, SentLine};
use crate::invoice::Invoice;
use crate::xml::{Xml, cut};
use pieces::pieces;

/// The journey of one message. A second sending of the same invoice is a new message with an id of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transmission {
    /// 2 to 48 characters.
    pub message_id: String,
    /// In Finnish time.
    pub sent: Zoned,
}

const ROOT: [(&str, &str); 3] = [
    ("Version", "3.0"),
    ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ("xsi:noNamespaceSchemaLocation", "Finvoice3.0.xsd"),
];

/// With a transmission it can be sent, and needs the e-invoice addresses of both; without one it is a copy.
pub fn to_xml(invoice: &Invoice, transmission: Option<&Transmission>) -> Result<String, EInvoiceError> {
    let sendable = Sendable::of(invoice)?;
    let figures = Figures::of(invoice, false)?;
    let route = transmission.map(|sent| parties::Route::of(invoice, sent)).transpose()?;
    Ok(Xml::document("Finvoice", &ROOT, |xml| {
        if let Some(route) = &route {
            route.write(xml);
        }
        parties::seller(xml, invoice);
        parties::buyer(xml, invoice);
        xml.group("InvoiceDetails", |xml| {
            identification(xml, &sendable);
            totals(xml, &sendable, &figures);
            payment::terms(xml, &sendable);
        });
        payment::barcode(xml, &sendable);
        for (place, line) in figures.lines.iter().enumerate() {
            row(xml, place + 1, line, &sendable);
        }
        payment::instruction(xml, &sendable);
    }))
}

fn identification(xml: &mut Xml, sendable: &Sendable<'_>) {
    let invoice = sendable.invoice;
    let (code, code_un, text) = if invoice.is_credit_note() {
        ("INV02", "381", sendable.in_language("HYVITYSLASKU", "CREDIT NOTE"))
    } else {
        ("INV01", "380", sendable.in_language("LASKU", "INVOICE"))
    };
    xml.text("InvoiceTypeCode", code);
    xml.text("InvoiceTypeCodeUN", code_un);
    xml.text("InvoiceTypeText", text);
    xml.text("OriginCode", "Original");
    xml.text("InvoiceNumber", &sendable.number);
    date(xml, "InvoiceDate", sendable.date);
    if let Some(original) = sendable.original() {
        xml.text("OriginalInvoiceNumber", &original.number.to_string());
        date(xml, "OriginalInvoiceDate", original.date);
    }
    if let Some((first, last)) = sendable.period() {
        date(xml, "InvoicingPeriodStartDate", first);
        date(xml, "InvoicingPeriodEndDate", last);
    }
    xml.optional("BuyersSellerIdentifier", cut(&invoice.customer.reference, 70));
    xml.optional("BuyerReferenceIdentifier", cut(&invoice.your_reference, 70));
}

fn totals(xml: &mut Xml, sendable: &Sendable<'_>, figures: &Figures<'_>) {
    amount(xml, "RowsTotalVatExcludedAmount", figures.net);
    amount(xml, "InvoiceTotalVatExcludedAmount", figures.net);
    amount(xml, "InvoiceTotalVatAmount", figures.vat);
    amount(xml, "InvoiceTotalVatIncludedAmount", figures.gross);
    xml.optional("AccountDimensionText", cut(&sendable.invoice.customer.cost_unit, 35));
    for category in &figures.categories {
        vat_specification(xml, sendable, category);
    }
    for line in sendable.free_text().lines() {
        for piece in pieces(line, 512) {
            xml.text("InvoiceFreeText", &piece);
        }
    }
}

fn vat_specification(xml: &mut Xml, sendable: &Sendable<'_>, sent: &SentCategory) {
    xml.group("VatSpecificationDetails", |xml| {
        amount(xml, "VatBaseAmount", sent.net);
        xml.text("VatRatePercent", &percent(sent.rate));
        xml.text("VatCode", sent.category.code());
        amount(xml, "VatRateAmount", sent.vat);
        if let Some(reason) = sendable.exemption_reason(sent.category) {
            for piece in pieces(reason, 70).into_iter().take(3) {
                xml.text("VatFreeText", &piece);
            }
            if let Some(code) = sent.category.exemption_code() {
                xml.text("VatExemptionReasonCode", code);
            }
        }
    });
}

/// A long description is told whole beside its beginning.
fn row(xml: &mut Xml, place: usize, sent: &SentLine<'_>, sendable: &Sendable<'_>) {
    xml.group("InvoiceRow", |xml| {
        let description = sent.line.description.trim();
        let name = cut(description, 100);
        xml.text("ArticleName", name);
        if name.len() < description.len() {
            xml.text("ArticleDescription", cut(description, 512));
        }
        let label = sent.line.unit.label(sendable.invoice.language);
        let unit = [("QuantityUnitCode", label), ("QuantityUnitCodeUN", sent.line.unit.code())];
        let unit = if label.is_empty() { &unit[1..] } else { &unit[..] };
        xml.text_with("InvoicedQuantity", unit, &comma(&sent.quantity.plain()));
        if let Some(day) = sent.line.date {
            date(xml, "StartDate", day);
            date(xml, "EndDate", day);
        }
        amount(xml, "UnitPriceAmount", sent.unit_price);
        xml.text("RowPositionIdentifier", &place.to_string());
        xml.text("RowVatRatePercent", &percent(sent.line.vat_rate));
        xml.text("RowVatCode", sent.category.code());
        amount(xml, "RowVatExcludedAmount", sent.net);
    });
}

fn amount(xml: &mut Xml, name: &str, amount: Money) {
    xml.text_with(name, &[("AmountCurrencyIdentifier", "EUR")], &comma(&amount.plain()));
}

fn date(xml: &mut Xml, name: &str, date: Date) {
    xml.text_with(name, &[("Format", "CCYYMMDD")], &date.strftime("%Y%m%d").to_string());
}

fn percent(rate: Rate) -> String {
    comma(&rate.plain_percent())
}

fn comma(number: &str) -> String {
    number.replace('.', ",")
}
