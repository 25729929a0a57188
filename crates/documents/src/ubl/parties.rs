//! Seller and buyer.

use liksa_finland::{BusinessId, VatNumber};

use super::vat_scheme;
use crate::e_invoice::{EInvoiceError, Endpoint};
use crate::invoice::{Address, EInvoiceAddress, Invoice};
use crate::xml::Xml;

/// The list of Finnish business ids (ISO 6523).
const BUSINESS_IDS: &str = "0212";

/// The addresses in Peppol of seller and buyer. A company whose address is of another network is found by its
/// business id.
pub(super) fn endpoints(invoice: &Invoice) -> Result<[Endpoint; 2], EInvoiceError> {
    let Invoice { seller, customer, .. } = invoice;
    let parse = |address: &EInvoiceAddress| Endpoint::parse(&address.address);
    let own = seller.e_invoice.as_ref().and_then(parse);
    let given = customer.e_invoice.as_ref().and_then(parse);
    let by_id = || customer.business_id.parse().ok().map(|id| Endpoint::of_business(&id));
    Ok([
        own.unwrap_or_else(|| Endpoint::of_business(&seller.business_id)),
        given.or_else(by_id).ok_or(EInvoiceError::NotInPeppol)?,
    ])
}

pub(super) fn seller(xml: &mut Xml, invoice: &Invoice, endpoint: &Endpoint) {
    let seller = &invoice.seller;
    name_and_address(xml, endpoint, &seller.name, &Address::of_seller(seller));
    tax_scheme(xml, seller.vat_number.as_str());
    xml.group("cac:PartyLegalEntity", |xml| {
        xml.text("cbc:RegistrationName", &seller.name);
        xml.text_with("cbc:CompanyID", &[("schemeID", BUSINESS_IDS)], seller.business_id.as_str());
        if !seller.domicile.trim().is_empty() {
            let name = invoice.language.either("Kotipaikka", "Domicile");
            xml.text("cbc:CompanyLegalForm", &format!("{name} {}", seller.domicile.trim()));
        }
    });
    xml.group("cac:Contact", |xml| {
        xml.optional("cbc:Name", &invoice.worker);
        xml.optional("cbc:Telephone", &seller.phone);
        xml.text("cbc:ElectronicMail", seller.email.as_str());
    });
}

pub(super) fn buyer(xml: &mut Xml, invoice: &Invoice, endpoint: &Endpoint) {
    let customer = &invoice.customer;
    name_and_address(xml, endpoint, &customer.name, &customer.address);
    if let Ok(number) = customer.vat_number.parse::<VatNumber>() {
        tax_scheme(xml, number.as_str());
    }
    xml.group("cac:PartyLegalEntity", |xml| {
        xml.text("cbc:RegistrationName", &customer.name);
        match customer.business_id.parse::<BusinessId>() {
            Ok(id) => xml.text_with("cbc:CompanyID", &[("schemeID", BUSINESS_IDS)], id.as_str()),
            Err(_) => xml.optional("cbc:CompanyID", &customer.business_id),
        }
    });
    xml.optional("cac:Contact/cbc:Name", &customer.organization);
}

fn name_and_address(xml: &mut Xml, endpoint: &Endpoint, name: &str, address: &Address) {
    xml.text_with("cbc:EndpointID", &[("schemeID", &endpoint.scheme)], &endpoint.address);
    xml.text("cac:PartyName/cbc:Name", name);
    xml.group("cac:PostalAddress", |xml| {
        xml.optional("cbc:StreetName", &address.street);
        xml.optional("cbc:CityName", &address.city);
        xml.optional("cbc:PostalZone", &address.postal_code);
        xml.text("cac:Country/cbc:IdentificationCode", &address.country);
    });
}

fn tax_scheme(xml: &mut Xml, vat_number: &str) {
    xml.group("cac:PartyTaxScheme", |xml| {
        xml.text("cbc:CompanyID", vat_number);
        vat_scheme(xml);
    });
}
