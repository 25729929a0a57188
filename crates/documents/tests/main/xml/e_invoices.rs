//! Both formats and the model agree to the cent, and the arithmetic of EN 16931 holds.

use liksa_documents::e_invoice::EInvoiceError;
use liksa_documents::invoice::{Invoice, VatNote};
use liksa_documents::{finvoice, ubl};
use liksa_money::{Money, Quantity, Rate};
use proptest::prelude::*;

use crate::xml::reading::Document;
use crate::xml::samples::{any_invoice, contract, invoice, mixed, money, row};

const CENT: i64 = 100;

/// A document with the paths of its lines.
struct Sent {
    document: Document,
    lines: &'static str,
    /// The factor from the amounts of the document to those of the model.
    sign: i64,
}

impl Sent {
    fn line(&self, name: &str) -> Vec<&str> {
        self.document.texts(&format!("{}/{name}", self.lines))
    }

    fn signed(&self, amount: Money) -> Money {
        amount.times(self.sign).unwrap()
    }

    fn amount(&self, path: &str) -> Money {
        self.signed(self.document.amount(path))
    }
}

fn sent_as_ubl(invoice: &Invoice) -> Sent {
    let document = Document::parse(&ubl::to_xml(invoice).unwrap());
    let credit = invoice.is_credit_note();
    assert_eq!(document.root, if credit { "CreditNote" } else { "Invoice" });
    let lines = if credit { "CreditNoteLine" } else { "InvoiceLine" };
    Sent { document, lines, sign: if credit { -1 } else { 1 } }
}

fn sent_as_finvoice(invoice: &Invoice) -> Sent {
    let document = Document::parse(&finvoice::to_xml(invoice, None).unwrap());
    Sent { document, lines: "InvoiceRow", sign: 1 }
}

fn assert_same_totals(invoice: &Invoice, sent: &Sent, [net, vat, gross, payable]: [&str; 4]) {
    let totals = &invoice.totals;
    assert_eq!(sent.amount(net), totals.net);
    assert_eq!(sent.amount(vat), totals.vat);
    assert_eq!(sent.amount(gross), totals.gross);
    assert_eq!(sent.amount(payable), totals.gross);
}

/// BR-CO-10 to BR-CO-17 and the rules of each category, whose figures are in three parallel lists.
fn assert_adds_up(sent: &Sent, [net, category, rate]: [&str; 3], breakdown: &str, names: [&str; 4]) {
    let nets: Vec<Money> = sent.line(net).into_iter().map(money).collect();
    let of_lines: Vec<(&str, &str)> = sent.line(category).into_iter().zip(sent.line(rate)).collect();
    assert_eq!(nets.len(), of_lines.len());
    let [bases, vats, codes, percents] =
        names.map(|name| sent.document.texts(&format!("{breakdown}/{name}")));
    assert!(!bases.is_empty(), "BR-CO-18");
    for place in 0..bases.len() {
        let kind = (codes[place], percents[place]);
        let lines = of_lines.iter().zip(&nets).filter(|(of, _)| **of == kind).map(|(_, net)| *net);
        let base = money(bases[place]);
        assert_eq!(Money::sum(lines).unwrap(), base, "BR-S-08, BR-E-08, BR-AE-08, BR-Z-08: {kind:?}");
        let expected = base.share(Rate::from_percent_str(kind.1).unwrap()).unwrap();
        assert_eq!(expected, money(vats[place]), "BR-CO-17, BR-S-09: {kind:?} {base:?}");
        assert_eq!(kind.0 == "S", kind.1 != "0", "BR-S-05, BR-E-05, BR-AE-05, BR-Z-05");
    }
    for of in &of_lines {
        assert!(codes.iter().zip(&percents).any(|kind| (*kind.0, *kind.1) == *of), "BR-S-01: {of:?}");
    }
}

/// PEPPOL-EN16931-R120 and BR-27: quantity × price is the line but for two cents, and no price is negative.
fn assert_lines_are_priced(sent: &Sent, quantity: &str, price: &str, net: &str) {
    let lines = sent.line(quantity).into_iter().zip(sent.line(price)).zip(sent.line(net));
    for ((quantity, price), net) in lines {
        let (quantity, price): (Quantity, Money) = (quantity.parse().unwrap(), price.parse().unwrap());
        assert!(!price.is_negative(), "BR-27");
        let difference = price.times_quantity(quantity).unwrap().minus(money(net)).unwrap();
        assert!(difference.units().abs() <= 2 * CENT, "R120: {quantity} × {price} is not {net}");
    }
}

fn assert_reasons(invoice: &Invoice, codes: &[&str], reasons: &[&str]) {
    let needed = codes.iter().filter(|code| ["E", "AE"].contains(*code)).count();
    assert_eq!(reasons.len(), needed, "BR-E-10, BR-AE-10, BR-S-10, BR-Z-10");
    let expected = invoice.vat_note.map(|note| note.text(invoice.language));
    assert!(reasons.iter().all(|reason| Some(*reason) == expected));
    let reverse = invoice.vat_note.is_some_and(VatNote::is_reverse_charge);
    assert!(!codes.contains(&if reverse { "E" } else { "AE" }));
}

fn assert_agrees(invoice: &Invoice) {
    let ubl = sent_as_ubl(invoice);
    let total = |name: &str| format!("LegalMonetaryTotal/{name}");
    let (exclusive, inclusive) = (total("TaxExclusiveAmount"), total("TaxInclusiveAmount"));
    let payable = total("PayableAmount");
    assert_same_totals(invoice, &ubl, [&exclusive, "TaxTotal/TaxAmount", &inclusive, &payable]);
    assert_eq!(ubl.document.text(&total("LineExtensionAmount")), ubl.document.text(&exclusive), "BR-CO-13");
    let tax = "Item/ClassifiedTaxCategory";
    let (code, percent) = (format!("{tax}/ID"), format!("{tax}/Percent"));
    let breakdown = ["TaxableAmount", "TaxAmount", "TaxCategory/ID", "TaxCategory/Percent"];
    assert_adds_up(&ubl, ["LineExtensionAmount", &code, &percent], "TaxTotal/TaxSubtotal", breakdown);
    let quantity = if invoice.is_credit_note() { "CreditedQuantity" } else { "InvoicedQuantity" };
    assert_lines_are_priced(&ubl, quantity, "Price/PriceAmount", "LineExtensionAmount");
    assert_reasons(
        invoice,
        &ubl.document.texts("TaxTotal/TaxSubtotal/TaxCategory/ID"),
        &ubl.document.texts("TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason"),
    );
    assert_eq!(ubl.document.empty_elements(), Vec::<&str>::new());

    let finvoice = sent_as_finvoice(invoice);
    let [net, vat, gross] =
        ["InvoiceTotalVatExcludedAmount", "InvoiceTotalVatAmount", "InvoiceTotalVatIncludedAmount"]
            .map(|name| format!("InvoiceDetails/{name}"));
    let payable = "EpiDetails/EpiPaymentInstructionDetails/EpiInstructedAmount";
    assert_same_totals(invoice, &finvoice, [&net, &vat, &gross, payable]);
    let breakdown = ["VatBaseAmount", "VatRateAmount", "VatCode", "VatRatePercent"];
    let columns = ["RowVatExcludedAmount", "RowVatCode", "RowVatRatePercent"];
    assert_adds_up(&finvoice, columns, "InvoiceDetails/VatSpecificationDetails", breakdown);
    assert_lines_are_priced(&finvoice, "InvoicedQuantity", "UnitPriceAmount", "RowVatExcludedAmount");

    let nets = |sent: &Sent, name: &str| -> Vec<Money> {
        sent.line(name).into_iter().map(|text| sent.signed(money(text))).collect()
    };
    assert_eq!(nets(&ubl, "LineExtensionAmount"), nets(&finvoice, "RowVatExcludedAmount"));
}

#[test]
fn a_bill_of_all_kinds_agrees() {
    assert_agrees(&invoice(&mixed()));
    assert_agrees(&crate::xml::samples::credit_note(&mixed()));
}

#[test]
fn each_line_is_rounded_and_the_base_is_their_sum() {
    let third = || row(2, "Kolmasosa", crate::xml::samples::RATES[0], contract("33.333"));
    let sent = sent_as_ubl(&invoice(&crate::xml::samples::bill(vec![third(), third(), third()])));
    assert_eq!(sent.line("LineExtensionAmount"), ["33.33"; 3]);
    assert_eq!(sent.line("Price/PriceAmount"), ["33.333"; 3]);
    assert_eq!(sent.document.text("LegalMonetaryTotal/TaxExclusiveAmount"), "99.99");
}

#[test]
fn invoices_that_cannot_be_sent_are_refused_with_a_reason() {
    let whole = invoice(&mixed());
    let refused = |change: fn(&mut Invoice)| {
        let mut invoice = whole.clone();
        change(&mut invoice);
        let as_ubl = ubl::to_xml(&invoice).unwrap_err();
        assert_eq!(finvoice::to_xml(&invoice, None), Err(as_ubl));
        as_ubl
    };
    assert_eq!(refused(|invoice| invoice.number = None), EInvoiceError::Draft);
    assert_eq!(refused(|invoice| invoice.billing_date = None), EInvoiceError::WithoutDate);
    assert_eq!(refused(|invoice| invoice.due_date = None), EInvoiceError::WithoutDueDate);
    assert_eq!(refused(|invoice| invoice.reference = None), EInvoiceError::WithoutReference);
    assert_eq!(refused(|invoice| invoice.lines.clear()), EInvoiceError::WithoutLines);
    assert_eq!(refused(|invoice| invoice.lines[0].description.clear()), EInvoiceError::LineWithoutText);
    assert_eq!(refused(|invoice| invoice.customer.name.clear()), EInvoiceError::WithoutBuyer);
    assert_eq!(refused(|invoice| invoice.customer.address.country.clear()), EInvoiceError::WithoutBuyer);
    let reverse_to_nobody = |invoice: &mut Invoice| {
        invoice.vat_note = Some(VatNote::ReverseChargeInConstruction);
        invoice.customer.vat_number.clear();
        invoice.customer.business_id.clear();
    };
    assert_eq!(refused(reverse_to_nobody), EInvoiceError::ReverseChargeWithoutBuyerId);
}

proptest! {
    #[test]
    fn every_bill_has_the_same_content_in_all_formats(invoice in any_invoice()) {
        assert_agrees(&invoice);
    }
}
