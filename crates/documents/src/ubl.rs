//! UBL 2.1 by EN 16931 and Peppol BIS Billing 3: invoices, and credit notes as documents of their own.
//!
//! The amounts of a UBL credit note are positive. [`crate::e_invoice`] explains how lines and VAT are rounded.

mod parties;

use liksa_domain::vat::{VatCategory, VatTotals};
use liksa_money::{Money, Rate};

use crate::e_invoice::{CreditNotes, EInvoiceError, Sendable};
use crate::invoice::{Invoice, InvoiceLine};
use crate::xml::Xml;

const CUSTOMIZATION: &str = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
const PROFILE: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const AGGREGATES: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
const BASICS: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";
/// UNTDID 4461: a credit transfer within SEPA.
const SEPA_TRANSFER: &str = "58";

/// The names in which the two documents differ.
struct Names {
    /// The root element, which other names begin with.
    root: &'static str,
    /// UNTDID 1001.
    type_code: &'static str,
    quantity: &'static str,
}

const INVOICE: Names = Names { root: "Invoice", type_code: "380", quantity: "cbc:InvoicedQuantity" };
const CREDIT_NOTE: Names = Names { root: "CreditNote", type_code: "381", quantity: "cbc:CreditedQuantity" };

pub fn to_xml(invoice: &Invoice) -> Result<String, EInvoiceError> {
    let sendable = Sendable::of(invoice, CreditNotes::Positive)?;
    let [seller, buyer] = parties::endpoints(invoice)?;
    let names = if invoice.is_credit_note() { &CREDIT_NOTE } else { &INVOICE };
    let namespace = format!("urn:oasis:names:specification:ubl:schema:xsd:{}-2", names.root);
    let namespaces = [("xmlns", namespace.as_str()), ("xmlns:cac", AGGREGATES), ("xmlns:cbc", BASICS)];
    Ok(Xml::document(names.root, &namespaces, |xml| {
        header(xml, &sendable, names);
        references(xml, &sendable);
        xml.group("cac:AccountingSupplierParty/cac:Party", |xml| parties::seller(xml, invoice, &seller));
        xml.group("cac:AccountingCustomerParty/cac:Party", |xml| parties::buyer(xml, invoice, &buyer));
        payment(xml, &sendable);
        tax_total(xml, &sendable);
        monetary_total(xml, &sendable.invoice.totals);
        for (place, line) in sendable.invoice.lines.iter().enumerate() {
            invoice_line(xml, place + 1, line, &sendable, names);
        }
    }))
}

fn header(xml: &mut Xml, sendable: &Sendable, names: &Names) {
    xml.text("cbc:CustomizationID", CUSTOMIZATION);
    xml.text("cbc:ProfileID", PROFILE);
    xml.text("cbc:ID", &sendable.number);
    xml.text("cbc:IssueDate", &sendable.date.to_string());
    if !sendable.invoice.is_credit_note() {
        xml.text("cbc:DueDate", &sendable.due.to_string());
    }
    xml.text(&format!("cbc:{}TypeCode", names.root), names.type_code);
    xml.optional("cbc:Note", &sendable.free_text());
    xml.text("cbc:DocumentCurrencyCode", "EUR");
}

fn references(xml: &mut Xml, sendable: &Sendable) {
    let invoice = &sendable.invoice;
    xml.optional("cbc:AccountingCost", &invoice.customer.cost_unit);
    xml.text("cbc:BuyerReference", buyer_reference(invoice));
    if let Some((first, last)) = sendable.period() {
        period(xml, &first.to_string(), &last.to_string());
    }
    if let Some(original) = sendable.invoice.original() {
        xml.group("cac:BillingReference/cac:InvoiceDocumentReference", |xml| {
            xml.text("cbc:ID", &original.number.to_string());
            xml.text("cbc:IssueDate", &original.date.to_string());
        });
    }
}

/// Peppol requires a reference of the buyer. Without one it is the worker's name.
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

/// A credit note has no account, since it is not paid.
fn payment(xml: &mut Xml, sendable: &Sendable) {
    let seller = &sendable.invoice.seller;
    let mut terms = sendable.payment_terms();
    if !sendable.invoice.is_credit_note() {
        xml.group("cac:PaymentMeans", |xml| {
            xml.text("cbc:PaymentMeansCode", SEPA_TRANSFER);
            xml.text("cbc:PaymentID", sendable.reference.as_str());
            xml.group("cac:PayeeFinancialAccount", |xml| {
                xml.text("cbc:ID", seller.iban.as_str());
                xml.text("cbc:Name", &seller.name);
                xml.text("cac:FinancialInstitutionBranch/cbc:ID", seller.bic.as_str());
            });
        });
        terms = format!("{terms}. {}", sendable.late_interest());
    }
    xml.text("cac:PaymentTerms/cbc:Note", &terms);
}

fn amount(xml: &mut Xml, name: &str, amount: Money) {
    xml.text_with(name, &[("currencyID", "EUR")], &amount.plain());
}

fn tax_total(xml: &mut Xml, sendable: &Sendable) {
    xml.group("cac:TaxTotal", |xml| {
        amount(xml, "cbc:TaxAmount", sendable.invoice.totals.vat);
        for category in &sendable.invoice.totals.categories {
            tax_subtotal(xml, sendable, category);
        }
    });
}

fn tax_subtotal(xml: &mut Xml, sendable: &Sendable, totals: &VatCategory) {
    let category = sendable.category(totals.rate);
    xml.group("cac:TaxSubtotal", |xml| {
        amount(xml, "cbc:TaxableAmount", totals.net);
        amount(xml, "cbc:TaxAmount", totals.vat);
        xml.group("cac:TaxCategory", |xml| {
            code_and_percent(xml, category.code, totals.rate);
            if let Some(reason) = sendable.exemption_reason(category) {
                xml.texts("cbc:TaxExemptionReasonCode", category.exemption_code);
                xml.text("cbc:TaxExemptionReason", reason);
            }
            vat_scheme(xml);
        });
    });
}

fn code_and_percent(xml: &mut Xml, code: &str, rate: Rate) {
    xml.text("cbc:ID", code);
    xml.text("cbc:Percent", &rate.plain_percent());
}

fn vat_scheme(xml: &mut Xml) {
    xml.text("cac:TaxScheme/cbc:ID", "VAT");
}

fn monetary_total(xml: &mut Xml, totals: &VatTotals) {
    xml.group("cac:LegalMonetaryTotal", |xml| {
        amount(xml, "cbc:LineExtensionAmount", totals.net);
        amount(xml, "cbc:TaxExclusiveAmount", totals.net);
        amount(xml, "cbc:TaxInclusiveAmount", totals.gross);
        amount(xml, "cbc:PayableAmount", totals.gross);
    });
}

fn invoice_line(xml: &mut Xml, place: usize, line: &InvoiceLine, sendable: &Sendable, names: &Names) {
    xml.group(&format!("cac:{}Line", names.root), |xml| {
        xml.text("cbc:ID", &place.to_string());
        xml.text_with(names.quantity, &[("unitCode", line.unit.code())], &line.quantity.plain());
        amount(xml, "cbc:LineExtensionAmount", line.net);
        if let Some(date) = line.date {
            period(xml, &date.to_string(), &date.to_string());
        }
        xml.group("cac:Item", |xml| {
            xml.text("cbc:Name", line.description.trim());
            xml.group("cac:ClassifiedTaxCategory", |xml| {
                code_and_percent(xml, sendable.category(line.vat_rate).code, line.vat_rate);
                vat_scheme(xml);
            });
        });
        amount(xml, "cac:Price/cbc:PriceAmount", line.unit_price);
    });
}
