//! UBL 2.1 by EN 16931 and Peppol BIS Billing 3: invoices, and credit notes as documents of their own.
//!
//! A UBL credit note counts upwards: what the model has as −100 is 100 here. How lines and VAT are rounded is
//! told in [`crate::e_invoice`].

mod parties;

use liksa_money::{Money, Rate};

use crate::e_invoice::{EInvoiceError, Figures, Sendable, SentCategory, SentLine, TaxCategory};
use crate::invoice::Invoice;
use crate::xml::Xml;
use parties::Parties;

const CUSTOMIZATION: &str = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
const PROFILE: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const AGGREGATES: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
const BASICS: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";
/// UNTDID 4461: a credit transfer within SEPA.
const SEPA_TRANSFER: &str = "58";

/// The names in which the two documents differ.
struct Names {
    root: &'static str,
    namespace: &'static str,
    type_element: &'static str,
    /// UNTDID 1001.
    type_code: &'static str,
    line: &'static str,
    quantity: &'static str,
}

const INVOICE: Names = Names {
    root: "Invoice",
    namespace: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
    type_element: "cbc:InvoiceTypeCode",
    type_code: "380",
    line: "cac:InvoiceLine",
    quantity: "cbc:InvoicedQuantity",
};

const CREDIT_NOTE: Names = Names {
    root: "CreditNote",
    namespace: "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
    type_element: "cbc:CreditNoteTypeCode",
    type_code: "381",
    line: "cac:CreditNoteLine",
    quantity: "cbc:CreditedQuantity",
};

pub fn to_xml(invoice: &Invoice) -> Result<String, EInvoiceError> {
    let sendable = Sendable::of(invoice)?;
    let parties = Parties::of(invoice)?;
    let figures = Figures::of(invoice, invoice.is_credit_note())?;
    let names = if invoice.is_credit_note() { &CREDIT_NOTE } else { &INVOICE };
    let namespaces = [("xmlns", names.namespace), ("xmlns:cac", AGGREGATES), ("xmlns:cbc", BASICS)];
    Ok(Xml::document(names.root, &namespaces, |xml| {
        header(xml, &sendable, names);
        references(xml, &sendable);
        parties.write(xml);
        payment(xml, &sendable);
        tax_total(xml, &sendable, &figures);
        monetary_total(xml, &figures);
        for (place, line) in figures.lines.iter().enumerate() {
            invoice_line(xml, place + 1, line, names);
        }
    }))
}

fn header(xml: &mut Xml, sendable: &Sendable<'_>, names: &Names) {
    xml.text("cbc:CustomizationID", CUSTOMIZATION);
    xml.text("cbc:ProfileID", PROFILE);
    xml.text("cbc:ID", &sendable.number);
    xml.text("cbc:IssueDate", &sendable.date.to_string());
    if !sendable.invoice.is_credit_note() {
        xml.text("cbc:DueDate", &sendable.due.to_string());
    }
    xml.text(names.type_element, names.type_code);
    xml.optional("cbc:Note", &sendable.free_text());
    xml.text("cbc:DocumentCurrencyCode", "EUR");
}

fn references(xml: &mut Xml, sendable: &Sendable<'_>) {
    let invoice = sendable.invoice;
    xml.optional("cbc:AccountingCost", &invoice.customer.cost_unit);
    xml.text("cbc:BuyerReference", buyer_reference(invoice));
    if let Some((first, last)) = sendable.period() {
        period(xml, &first.to_string(), &last.to_string());
    }
    if let Some(original) = sendable.original() {
        xml.group("cac:BillingReference", |xml| {
            xml.group("cac:InvoiceDocumentReference", |xml| {
                xml.text("cbc:ID", &original.number.to_string());
                xml.text("cbc:IssueDate", &original.date.to_string());
            });
        });
    }
}

/// Peppol asks for something the buyer knows the invoice by. Without a code of theirs it is the worker's name.
fn buyer_reference(invoice: &Invoice) -> &str {
    let known = [&invoice.your_reference, &invoice.customer.reference, &invoice.worker];
    known.into_iter().map(|text| text.trim()).find(|text| !text.is_empty()).unwrap_or(&invoice.seller.name)
}

fn period(xml: &mut Xml, first: &str, last: &str) {
    xml.group("cac:InvoicePeriod", |xml| {
        xml.text("cbc:StartDate", first);
        xml.text("cbc:EndDate", last);
    });
}

/// A credit note has no account to pay to: the money goes the other way, or nowhere.
fn payment(xml: &mut Xml, sendable: &Sendable<'_>) {
    let seller = &sendable.invoice.seller;
    let mut terms = sendable.payment_terms();
    if !sendable.invoice.is_credit_note() {
        xml.group("cac:PaymentMeans", |xml| {
            xml.text("cbc:PaymentMeansCode", SEPA_TRANSFER);
            xml.text("cbc:PaymentID", sendable.reference.as_str());
            xml.group("cac:PayeeFinancialAccount", |xml| {
                xml.text("cbc:ID", seller.iban.as_str());
                xml.text("cbc:Name", &seller.name);
                xml.group("cac:FinancialInstitutionBranch", |xml| xml.text("cbc:ID", seller.bic.as_str()));
            });
        });
        terms = format!("{terms}. {}", sendable.late_interest());
    }
    xml.group("cac:PaymentTerms", |xml| xml.text("cbc:Note", &terms));
}

fn amount(xml: &mut Xml, name: &str, amount: Money) {
    xml.text_with(name, &[("currencyID", "EUR")], &amount.plain());
}

fn tax_total(xml: &mut Xml, sendable: &Sendable<'_>, figures: &Figures<'_>) {
    xml.group("cac:TaxTotal", |xml| {
        amount(xml, "cbc:TaxAmount", figures.vat);
        for category in &figures.categories {
            tax_subtotal(xml, sendable, category);
        }
    });
}

fn tax_subtotal(xml: &mut Xml, sendable: &Sendable<'_>, sent: &SentCategory) {
    xml.group("cac:TaxSubtotal", |xml| {
        amount(xml, "cbc:TaxableAmount", sent.net);
        amount(xml, "cbc:TaxAmount", sent.vat);
        xml.group("cac:TaxCategory", |xml| {
            category_and_rate(xml, sent.category, sent.rate);
            if let Some(reason) = sendable.exemption_reason(sent.category) {
                if let Some(code) = sent.category.exemption_code() {
                    xml.text("cbc:TaxExemptionReasonCode", code);
                }
                xml.text("cbc:TaxExemptionReason", reason);
            }
            vat_scheme(xml);
        });
    });
}

fn category_and_rate(xml: &mut Xml, category: TaxCategory, rate: Rate) {
    xml.text("cbc:ID", category.code());
    xml.text("cbc:Percent", &rate.plain_percent());
}

fn vat_scheme(xml: &mut Xml) {
    xml.group("cac:TaxScheme", |xml| xml.text("cbc:ID", "VAT"));
}

fn monetary_total(xml: &mut Xml, figures: &Figures<'_>) {
    xml.group("cac:LegalMonetaryTotal", |xml| {
        amount(xml, "cbc:LineExtensionAmount", figures.net);
        amount(xml, "cbc:TaxExclusiveAmount", figures.net);
        amount(xml, "cbc:TaxInclusiveAmount", figures.gross);
        amount(xml, "cbc:PayableAmount", figures.gross);
    });
}

fn invoice_line(xml: &mut Xml, place: usize, sent: &SentLine<'_>, names: &Names) {
    xml.group(names.line, |xml| {
        xml.text("cbc:ID", &place.to_string());
        let unit = [("unitCode", sent.line.unit.code())];
        xml.text_with(names.quantity, &unit, &sent.quantity.plain());
        amount(xml, "cbc:LineExtensionAmount", sent.net);
        if let Some(date) = sent.line.date {
            period(xml, &date.to_string(), &date.to_string());
        }
        xml.group("cac:Item", |xml| {
            xml.text("cbc:Name", sent.line.description.trim());
            xml.group("cac:ClassifiedTaxCategory", |xml| {
                category_and_rate(xml, sent.category, sent.line.vat_rate);
                vat_scheme(xml);
            });
        });
        xml.group("cac:Price", |xml| amount(xml, "cbc:PriceAmount", sent.unit_price));
    });
}
