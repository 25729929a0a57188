//! Seller and buyer.

use liksa_domain::bill::BillLanguage;
use liksa_finland::{BusinessId, VatNumber};

use super::vat_scheme;
use crate::e_invoice::{EInvoiceError, Endpoint};
use crate::invoice::{Address, Invoice};
use crate::xml::Xml;

/// The list of Finnish business ids (ISO 6523).
const BUSINESS_IDS: &str = "0212";

/// Both parties, with the electronic addresses that Peppol wants of each.
pub(super) struct Parties<'a> {
    invoice: &'a Invoice,
    seller: Endpoint,
    buyer: Endpoint,
}

impl<'a> Parties<'a> {
    /// A company whose address is of another network is found by its business id.
    pub fn of(invoice: &'a Invoice) -> Result<Self, EInvoiceError> {
        let seller = &invoice.seller;
        let own = seller.e_invoice.as_ref().and_then(|e_invoice| Endpoint::parse(&e_invoice.address));
        let customer = &invoice.customer;
        let given = customer.e_invoice.as_ref().and_then(|e_invoice| Endpoint::parse(&e_invoice.address));
        let by_id = || customer.business_id.parse().ok().map(|id| Endpoint::of_business(&id));
        Ok(Self {
            invoice,
            seller: own.unwrap_or_else(|| Endpoint::of_business(&seller.business_id)),
            buyer: given.or_else(by_id).ok_or(EInvoiceError::NotInPeppol)?,
        })
    }

    pub fn write(&self, xml: &mut Xml) {
        xml.group("cac:AccountingSupplierParty", |xml| xml.group("cac:Party", |xml| self.write_seller(xml)));
        xml.group("cac:AccountingCustomerParty", |xml| xml.group("cac:Party", |xml| self.write_buyer(xml)));
    }

    fn write_seller(&self, xml: &mut Xml) {
        let seller = &self.invoice.seller;
        endpoint(xml, &self.seller);
        xml.group("cac:PartyName", |xml| xml.text("cbc:Name", &seller.name));
        address(xml, &seller.address);
        tax_scheme(xml, seller.vat_number.as_str());
        xml.group("cac:PartyLegalEntity", |xml| {
            xml.text("cbc:RegistrationName", &seller.name);
            xml.text_with("cbc:CompanyID", &[("schemeID", BUSINESS_IDS)], seller.business_id.as_str());
            if !seller.domicile.trim().is_empty() {
                let name = match self.invoice.language {
                    BillLanguage::Finnish => "Kotipaikka",
                    BillLanguage::English => "Domicile",
                };
                xml.text("cbc:CompanyLegalForm", &format!("{name} {}", seller.domicile.trim()));
            }
        });
        let contact = [&self.invoice.worker, &seller.phone, &seller.email];
        if contact.iter().any(|text| !text.trim().is_empty()) {
            xml.group("cac:Contact", |xml| {
                xml.optional("cbc:Name", &self.invoice.worker);
                xml.optional("cbc:Telephone", &seller.phone);
                xml.optional("cbc:ElectronicMail", &seller.email);
            });
        }
    }

    fn write_buyer(&self, xml: &mut Xml) {
        let customer = &self.invoice.customer;
        endpoint(xml, &self.buyer);
        xml.group("cac:PartyName", |xml| xml.text("cbc:Name", &customer.name));
        address(xml, &customer.address);
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
        if !customer.organization.trim().is_empty() {
            xml.group("cac:Contact", |xml| xml.optional("cbc:Name", &customer.organization));
        }
    }
}

fn endpoint(xml: &mut Xml, endpoint: &Endpoint) {
    xml.text_with("cbc:EndpointID", &[("schemeID", &endpoint.scheme)], &endpoint.address);
}

fn address(xml: &mut Xml, address: &Address) {
    xml.group("cac:PostalAddress", |xml| {
        xml.optional("cbc:StreetName", &address.street);
        xml.optional("cbc:CityName", &address.city);
        xml.optional("cbc:PostalZone", &address.postal_code);
        xml.group("cac:Country", |xml| xml.text("cbc:IdentificationCode", &address.country));
    });
}

fn tax_scheme(xml: &mut Xml, vat_number: &str) {
    xml.group("cac:PartyTaxScheme", |xml| {
        xml.text("cbc:CompanyID", vat_number);
        vat_scheme(xml);
    });
}
