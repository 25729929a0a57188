//! Finvoice 3.0: invoices and credit notes for Finnish operators and banks.
//!
//! A credit note keeps its negative amounts here. [`crate::e_invoice`] explains how lines and VAT are
//! rounded. Texts that are longer than their element continue in the next one where the format has
//! more than one, and are cut otherwise; numbers and ids are never cut.

mod parties;
mod pieces;

use jiff::Zoned;
use jiff::civil::Date;
use liksa_domain::vat::VatCategory;
use liksa_finland::{BankBarcode, PaymentReference};
use liksa_money::{Money, Rate};

use crate::e_invoice::{CreditNotes, EInvoiceError, Sendable};
use crate::invoice::{Invoice, InvoiceLine};
use crate::xml::{Xml, cut};
use pieces::pieces;

/// A message that carries the invoice. Sending the same invoice again is a new message with its own id.
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

/// UNTDID 4461: a credit transfer within SEPA.
const SEPA_TRANSFER: &str = "58";

/// The invoice as a file. With a transmission it can be sent, which requires the e-invoice addresses of both parties.
pub fn to_xml(invoice: &Invoice, transmission: Option<&Transmission>) -> Result<String, EInvoiceError> {
    let sendable = Sendable::of(invoice, CreditNotes::Negative)?;
    let route = transmission.map(|sent| parties::route(invoice, sent)).transpose()?;
    Ok(Xml::document("Finvoice", &ROOT, |xml| {
        if let Some((sent, route)) = transmission.zip(route) {
            parties::message(xml, sent, route);
        }
        parties::seller(xml, invoice);
        parties::buyer(xml, invoice);
        xml.group("InvoiceDetails", |xml| {
            identification(xml, &sendable);
            totals(xml, &sendable);
            payment_terms(xml, &sendable);
        });
        barcode(xml, &sendable);
        for (place, line) in sendable.invoice.lines.iter().enumerate() {
            row(xml, place + 1, line, &sendable);
        }
        payment_order(xml, &sendable);
    }))
}

fn identification(xml: &mut Xml, sendable: &Sendable) {
    let invoice = &sendable.invoice;
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
    if let Some(original) = sendable.invoice.original() {
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

fn totals(xml: &mut Xml, sendable: &Sendable) {
    let totals = &sendable.invoice.totals;
    amount(xml, "RowsTotalVatExcludedAmount", totals.net);
    amount(xml, "InvoiceTotalVatExcludedAmount", totals.net);
    amount(xml, "InvoiceTotalVatAmount", totals.vat);
    amount(xml, "InvoiceTotalVatIncludedAmount", totals.gross);
    xml.optional("AccountDimensionText", cut(&sendable.invoice.customer.cost_unit, 35));
    for category in &totals.categories {
        vat_specification(xml, sendable, category);
    }
    for line in sendable.free_text().lines() {
        xml.texts("InvoiceFreeText", pieces(line, 512));
    }
}

fn vat_specification(xml: &mut Xml, sendable: &Sendable, totals: &VatCategory) {
    let category = sendable.category(totals.rate);
    xml.group("VatSpecificationDetails", |xml| {
        amount(xml, "VatBaseAmount", totals.net);
        xml.text("VatRatePercent", &percent(totals.rate));
        xml.text("VatCode", category.code);
        amount(xml, "VatRateAmount", totals.vat);
        if let Some(reason) = sendable.exemption_reason(category) {
            xml.texts("VatFreeText", pieces(reason, 70).iter().take(3));
            xml.texts("VatExemptionReasonCode", category.exemption_code);
        }
    });
}

/// A long description is written in full beside its beginning.
fn row(xml: &mut Xml, place: usize, line: &InvoiceLine, sendable: &Sendable) {
    xml.group("InvoiceRow", |xml| {
        let description = line.description.trim();
        let name = cut(description, 100);
        xml.text("ArticleName", name);
        if name.len() < description.len() {
            xml.text("ArticleDescription", cut(description, 512));
        }
        let label = line.unit.label(sendable.invoice.language);
        let unit = [("QuantityUnitCode", label), ("QuantityUnitCodeUN", line.unit.code())];
        let unit = if label.is_empty() { &unit[1..] } else { &unit[..] };
        xml.text_with("InvoicedQuantity", unit, &comma(&line.quantity.plain()));
        if let Some(day) = line.date {
            date(xml, "StartDate", day);
            date(xml, "EndDate", day);
        }
        amount(xml, "UnitPriceAmount", line.unit_price);
        xml.text("RowPositionIdentifier", &place.to_string());
        xml.text("RowVatRatePercent", &percent(line.vat_rate));
        xml.text("RowVatCode", sendable.category(line.vat_rate).code);
        amount(xml, "RowVatExcludedAmount", line.net);
    });
}

fn payment_terms(xml: &mut Xml, sendable: &Sendable) {
    xml.group("PaymentTermsDetails", |xml| {
        xml.text("PaymentTermsFreeText", &sendable.payment_terms());
        date(xml, "InvoiceDueDate", sendable.due);
        if !sendable.invoice.is_credit_note() {
            xml.group("PaymentOverDueFineDetails", |xml| {
                xml.text("PaymentOverDueFineFreeText", &sendable.late_interest());
                if let Some(rate) = sendable.invoice.late_interest {
                    xml.text("PaymentOverDueFinePercent", &percent(rate));
                }
            });
        }
    });
}

/// The barcode digits, which people type or paste; only for payments to a Finnish account.
fn barcode(xml: &mut Xml, sendable: &Sendable) {
    let invoice = &sendable.invoice;
    if invoice.is_credit_note() {
        return;
    }
    let (payable, reference) = (invoice.payable(), sendable.reference.clone());
    if let Ok(code) = BankBarcode::new(invoice.seller.iban, payable, reference, Some(sendable.due)) {
        xml.text("VirtualBankBarcode", &code.digits());
    }
}

/// Every Finvoice has a payment order, a credit note one with a negative sum.
fn payment_order(xml: &mut Xml, sendable: &Sendable) {
    let invoice = &sendable.invoice;
    xml.group("EpiDetails", |xml| {
        xml.group("EpiIdentificationDetails", |xml| {
            date(xml, "EpiDate", sendable.date);
            xml.text("EpiReference", sendable.reference.as_str());
        });
        xml.group("EpiPartyDetails", |xml| {
            let bic = invoice.seller.bic.as_str();
            let path = "EpiBfiPartyDetails/EpiBfiIdentifier";
            xml.text_with(path, &[("IdentificationSchemeName", "BIC")], bic);
            xml.group("EpiBeneficiaryPartyDetails", |xml| {
                xml.text("EpiNameAddressDetails", cut(&invoice.seller.name, 35));
                let iban = invoice.seller.iban.as_str();
                xml.text_with("EpiAccountID", &[("IdentificationSchemeName", "IBAN")], iban);
            });
        });
        xml.group("EpiPaymentInstructionDetails", |xml| {
            let (scheme, reference) = match &sendable.reference {
                PaymentReference::Finnish(number) => ("SPY", format!("{:0>20}", number.as_str())),
                PaymentReference::Rf(reference) => ("ISO", reference.as_str().to_owned()),
            };
            xml.text_with("EpiRemittanceInfoIdentifier", &[("IdentificationSchemeName", scheme)], &reference);
            amount(xml, "EpiInstructedAmount", invoice.payable());
            xml.text_with("EpiCharge", &[("ChargeOption", "SLEV")], "SLEV");
            date(xml, "EpiDateOptionDate", sendable.due);
            xml.text("EpiPaymentMeansCode", SEPA_TRANSFER);
        });
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
