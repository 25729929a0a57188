//! Seller, buyer, and the route of the message between them.

use liksa_finland::BusinessId;

use super::pieces::pieces;
use super::{EInvoiceError, Transmission};
use crate::e_invoice::Endpoint;
use crate::ensure;
use crate::invoice::{Address, EInvoiceAddress, Invoice};
use crate::xml::{Xml, cut};

const BUSINESS_IDS: &str = "0212";

/// The addresses of sender and receiver, which a message needs.
pub(super) fn route<'a>(
    invoice: &'a Invoice,
    transmission: &Transmission,
) -> Result<[&'a EInvoiceAddress; 2], EInvoiceError> {
    let complete = |address: &&EInvoiceAddress| {
        [&address.address, &address.operator].iter().all(|text| (2..=35).contains(&text.chars().count()))
    };
    let from = invoice.seller.e_invoice.as_ref().filter(complete);
    let to = invoice.customer.e_invoice.as_ref().filter(complete);
    let (Some(from), Some(to)) = (from, to) else { return Err(EInvoiceError::WithoutAddress) };
    let right = (2..=48).contains(&transmission.message_id.chars().count());
    ensure(right, EInvoiceError::WrongMessageId)?;
    Ok([from, to])
}

pub(super) fn message(xml: &mut Xml, transmission: &Transmission, [from, to]: [&EInvoiceAddress; 2]) {
    xml.group("MessageTransmissionDetails", |xml| {
        xml.group("MessageSenderDetails", |xml| {
            identifier(xml, "FromIdentifier", from);
            xml.text("FromIntermediator", &from.operator);
        });
        xml.group("MessageReceiverDetails", |xml| {
            identifier(xml, "ToIdentifier", to);
            xml.text("ToIntermediator", &to.operator);
        });
        xml.group("MessageDetails", |xml| {
            xml.text("MessageIdentifier", &transmission.message_id);
            let sent = transmission.sent.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
            xml.text("MessageTimeStamp", &sent);
            xml.text("SpecificationIdentifier", "EN16931");
        });
    });
}

fn identifier(xml: &mut Xml, name: &str, address: &EInvoiceAddress) {
    let endpoint = Endpoint::parse(&address.address);
    match &endpoint {
        Some(endpoint) => xml.text_with(name, &[("SchemeID", &endpoint.scheme)], &endpoint.address),
        None => xml.text(name, &address.address),
    }
}

pub(super) fn seller(xml: &mut Xml, invoice: &Invoice) {
    let seller = &invoice.seller;
    xml.group("SellerPartyDetails", |xml| {
        xml.text_with("SellerPartyIdentifier", &[("SchemeID", BUSINESS_IDS)], seller.business_id.as_str());
        xml.texts("SellerOrganisationName", pieces(&seller.name, 70));
        xml.text("SellerOrganisationTaxCode", seller.vat_number.as_str());
        postal_address(xml, "Seller", &Address::of_seller(seller));
    });
    let own = seller.e_invoice.as_ref().map_or_else(|| seller.business_id.ovt(), |own| own.address.clone());
    xml.optional("SellerOrganisationUnitNumber", cut(&own, 35));
    xml.optional("SellerContactPersonName", cut(&invoice.worker, 70));
    xml.group("SellerCommunicationDetails", |xml| {
        xml.optional("SellerPhoneNumberIdentifier", cut(&seller.phone, 35));
        xml.optional("SellerEmailaddressIdentifier", whole_or_nothing(seller.email.as_str(), 70));
    });
    xml.group("SellerInformationDetails", |xml| {
        xml.optional("SellerHomeTownName", cut(&seller.domicile, 35));
        xml.text("SellerTaxRegistrationText", "Alv.rek");
        xml.optional("SellerPhoneNumber", cut(&seller.phone, 35));
        xml.optional("SellerCommonEmailaddressIdentifier", whole_or_nothing(seller.email.as_str(), 70));
        xml.optional("SellerWebaddressIdentifier", whole_or_nothing(&seller.website, 70));
        xml.group("SellerAccountDetails", |xml| {
            let (iban, bic) = (seller.iban.as_str(), seller.bic.as_str());
            xml.text_with("SellerAccountID", &[("IdentificationSchemeName", "IBAN")], iban);
            xml.text_with("SellerBic", &[("IdentificationSchemeName", "BIC")], bic);
        });
    });
}

pub(super) fn buyer(xml: &mut Xml, invoice: &Invoice) {
    let customer = &invoice.customer;
    xml.text("InvoiceRecipientLanguageCode", invoice.language.either("FI", "EN"));
    xml.group("BuyerPartyDetails", |xml| {
        match customer.business_id.parse::<BusinessId>() {
            Ok(id) => xml.text_with("BuyerPartyIdentifier", &[("SchemeID", BUSINESS_IDS)], id.as_str()),
            Err(_) => xml.optional("BuyerPartyIdentifier", whole_or_nothing(&customer.business_id, 35)),
        }
        xml.texts("BuyerOrganisationName", pieces(&customer.name, 70));
        xml.texts("BuyerOrganisationDepartment", pieces(&customer.organization, 35).iter().take(2));
        xml.optional("BuyerOrganisationTaxCode", whole_or_nothing(&customer.vat_number, 35));
        postal_address(xml, "Buyer", &customer.address);
    });
    if let Some(e_invoice) = &customer.e_invoice {
        xml.optional("BuyerOrganisationUnitNumber", whole_or_nothing(&e_invoice.address, 35));
    }
}

/// Writes nothing unless the address is complete, as Finvoice requires.
fn postal_address(xml: &mut Xml, party: &str, address: &Address) {
    let (streets, town) = (pieces(&address.street, 35), cut(address.city.trim(), 35));
    let code = cut(address.postal_code.trim(), 35);
    let too_short = |text: &str| text.chars().count() < 2;
    let any_too_short = streets.iter().any(|street| too_short(street)) || too_short(town) || too_short(code);
    if streets.is_empty() || any_too_short {
        return;
    }
    xml.group(&format!("{party}PostalAddressDetails"), |xml| {
        xml.texts(&format!("{party}StreetName"), streets.iter().take(3));
        xml.text(&format!("{party}TownName"), town);
        xml.text(&format!("{party}PostCodeIdentifier"), code);
        xml.text("CountryCode", &address.country);
        xml.optional("CountryName", cut(&address.country_name, 35));
    });
}

/// The text, or nothing if it is too long: an address that was cut is wrong.
fn whole_or_nothing(text: &str, most: usize) -> &str {
    let text = text.trim();
    if text.chars().count() <= most { text } else { "" }
}
