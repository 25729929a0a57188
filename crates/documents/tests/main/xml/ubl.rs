//! Content of UBL files.

use liksa_documents::e_invoice::EInvoiceError;
use liksa_documents::ubl::to_xml;
use liksa_domain::bill::{BillLanguage, VatZeroReason};

use crate::xml::reading::Document;
use crate::xml::samples::{RATES, bill, contract, credit_note, e_invoice, invoice, mixed, row};

#[test]
fn an_invoice() {
    insta::assert_snapshot!(to_xml(&invoice(&mixed())).unwrap());
}

#[test]
fn a_credit_note_is_a_document_of_its_own() {
    insta::assert_snapshot!(to_xml(&credit_note(&mixed())).unwrap());
}

#[test]
fn reverse_charge_in_construction() {
    let mut bill = bill(vec![row(2, "Laatoitus", RATES[0], contract("1000"))]);
    bill.reverse_vat = true;
    let sent = Document::parse(&to_xml(&invoice(&bill)).unwrap());
    let category = "TaxTotal/TaxSubtotal/TaxCategory";
    assert_eq!(sent.text(&format!("{category}/ID")), "AE");
    assert_eq!(sent.text(&format!("{category}/TaxExemptionReasonCode")), "VATEX-EU-AE");
    assert!(sent.text(&format!("{category}/TaxExemptionReason")).contains("AVL 8 c §"));
    assert_eq!(sent.text("AccountingCustomerParty/Party/PartyTaxScheme/CompanyID"), "FI12345671");
    assert_eq!(sent.text("LegalMonetaryTotal/PayableAmount"), "1000.00");
}

#[test]
fn reverse_charge_to_a_company_abroad() {
    let mut bill = bill(vec![row(2, "Konsultointi", RATES[3], contract("1000"))]);
    bill.vat_zero_reason = Some(VatZeroReason::ReverseChargeInEu);
    bill.language = BillLanguage::English;
    let mut invoice = invoice(&bill);
    let customer = &mut invoice.customer;
    customer.business_id.clear();
    "DE123456789".clone_into(&mut customer.vat_number);
    "DE".clone_into(&mut customer.address.country);
    customer.e_invoice = e_invoice("9930:DE123456789", "PAGERO");
    let sent = Document::parse(&to_xml(&invoice).unwrap());
    assert_eq!(sent.text("TaxTotal/TaxSubtotal/TaxCategory/ID"), "AE");
    assert_eq!(sent.text("AccountingCustomerParty/Party/PartyTaxScheme/CompanyID"), "DE123456789");
    assert!(!sent.has("AccountingCustomerParty/Party/PartyLegalEntity/CompanyID"));
    assert_eq!(sent.text("PaymentTerms/Note"), "14 days net. Late interest 10.5%");
}

#[test]
fn the_buyer_is_found_by_address_or_business_id() {
    let mut invoice = invoice(&mixed());
    let mut endpoint = |address: Option<&str>, business_id: &str| {
        invoice.customer.e_invoice = address.and_then(|address| e_invoice(address, "NDEAFIHH"));
        business_id.clone_into(&mut invoice.customer.business_id);
        let sent = Document::parse(&to_xml(&invoice)?);
        let found = sent.all("AccountingCustomerParty/Party/EndpointID");
        Ok((found[0].attribute("schemeID").to_owned(), found[0].text.clone()))
    };
    let found = |scheme: &str, address: &str| Ok((scheme.to_owned(), address.to_owned()));
    assert_eq!(endpoint(Some("003712345671"), ""), found("0216", "003712345671"));
    assert_eq!(endpoint(Some("0037:12345671"), ""), found("0037", "12345671"));
    assert_eq!(endpoint(Some("1234567-1"), ""), found("0212", "1234567-1"));
    // An account is an address in the banks' network alone.
    assert_eq!(endpoint(Some("FI7944052020036082"), "1234567-1"), found("0216", "003712345671"));
    assert_eq!(endpoint(None, "1234567-1"), found("0216", "003712345671"));
    assert_eq!(endpoint(None, "HRB 1234"), Err(EInvoiceError::NotInPeppol));
}
