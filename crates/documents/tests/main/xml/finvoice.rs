//! Content of Finvoice files.

use jiff::civil::date;
use liksa_documents::e_invoice::EInvoiceError;
use liksa_documents::finvoice::{Transmission, to_xml};
use liksa_finland::{BankBarcode, PaymentReference, ReferenceNumber, RfReference};

use crate::xml::reading::Document;
use crate::xml::samples::{bill, contract, credit_note, invoice, mixed, row};

fn transmission() -> Transmission {
    let sent = date(2026, 11, 15).at(12, 0, 0, 0).in_tz("Europe/Helsinki").unwrap();
    Transmission { message_id: "LIKSA-10481-1".to_owned(), sent }
}

#[test]
fn an_invoice() {
    insta::assert_snapshot!(to_xml(&invoice(&mixed()), Some(&transmission())).unwrap());
}

#[test]
fn a_credit_note_has_negative_amounts() {
    insta::assert_snapshot!(to_xml(&credit_note(&mixed()), None).unwrap());
}

#[test]
fn sending_needs_both_addresses_and_an_id() {
    let mut invoice = invoice(&mixed());
    let wrong = Transmission { message_id: "1".to_owned(), ..transmission() };
    assert_eq!(to_xml(&invoice, Some(&wrong)), Err(EInvoiceError::WrongMessageId));
    invoice.customer.e_invoice = None;
    assert_eq!(to_xml(&invoice, Some(&transmission())), Err(EInvoiceError::WithoutAddress));
    assert!(to_xml(&invoice, None).is_ok());
}

#[test]
fn the_payment_order_can_be_paid() {
    let mut invoice = invoice(&bill(vec![row(2, "Työ", crate::xml::samples::RATES[0], contract("100"))]));
    let order = |invoice: &_| {
        let sent = Document::parse(&to_xml(invoice, None).unwrap());
        let path = "EpiDetails/EpiPaymentInstructionDetails/EpiRemittanceInfoIdentifier";
        let reference = sent.all(path)[0];
        let scheme = reference.attribute("IdentificationSchemeName").to_owned();
        let code: BankBarcode = sent.text("VirtualBankBarcode").parse().unwrap();
        (scheme, reference.text.clone(), code)
    };
    let (scheme, reference, code) = order(&invoice);
    assert_eq!((scheme.as_str(), reference.as_str()), ("SPY", "00000000000000104812"));
    assert_eq!(code.amount(), Some(crate::xml::samples::money("125.50")));
    assert_eq!(code.reference(), &"104812".parse::<PaymentReference>().unwrap());

    let number: ReferenceNumber = "104812".parse().unwrap();
    invoice.reference = Some(PaymentReference::Rf(RfReference::from(&number)));
    let (scheme, reference, _) = order(&invoice);
    assert_eq!((scheme.as_str(), reference.as_str()), ("ISO", "RF55104812"));
}

#[test]
fn long_texts_go_on_in_the_next_element() {
    let mut invoice = invoice(&mixed());
    let name = "Pohjois-Pohjanmaan Esittävän Taiteen ja Kulttuuriperinnön Edistämissäätiö sr";
    name.clone_into(&mut invoice.customer.name);
    invoice.lines[0].description = "Ääni ".repeat(40);
    let sent = Document::parse(&to_xml(&invoice, None).unwrap());
    assert_eq!(sent.texts("BuyerPartyDetails/BuyerOrganisationName").join(" "), name);
    assert_eq!(sent.texts("InvoiceRow/ArticleName")[0].chars().count(), 99);
    assert_eq!(sent.texts("InvoiceRow/ArticleDescription"), [invoice.lines[0].description.trim()]);
    let reason = sent.texts("InvoiceDetails/VatSpecificationDetails/VatFreeText").join(" ");
    assert_eq!(Some(reason.as_str()), invoice.vat_note.map(|note| note.text(invoice.language)));
}
