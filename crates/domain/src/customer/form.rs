//! A customer as a client sends it, and how it is checked.

use liksa_finland::{BusinessId, Operator, PostalCode, VatNumber};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    Company, ContactPerson, CustomerDetails, CustomerEntry, PartyRole, PersonalIdChange, SendMethod,
};
use super::{Country, einvoice};
use crate::person::Email;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader, given};

const LONGEST_NAME: usize = 200;
const LONGEST_ADDRESS: usize = 200;
const LONGEST_CODE: usize = 40;
const LONGEST_REFERENCE: usize = 70;
const MOST_COST_UNITS: usize = 50;
const MOST_PEOPLE: usize = 20;

pub(super) const DEFAULT_PAYMENT_DAYS: u8 = 14;
const PAYMENT_DAYS: std::ops::RangeInclusive<u8> = 1..=31;
const DEFAULT_COUNTRY: &str = "FIN";

/// Fields that say who a company is. An e-invoice address is not among them: where the register has none, it is a
/// worker's own.
const WHO_IT_IS: [&str; 8] =
    ["name", "organization", "businessid", "vat", "address", "postalcode", "city", "addresscountry"];

/// A customer. What must be given depends on what it is and how it gets its bills.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerBody {
    /// The version that was read. Needed to change a customer, not read when one is made.
    pub version: Option<NumberText>,
    pub name: Option<String>,
    /// COMPANY, or CUSTOMER for a private person; COMPANY if not given.
    #[serde(rename = "partyRole")]
    pub role: Option<String>,
    /// The unit of a large organisation.
    pub organization: Option<String>,
    #[serde(rename = "businessid")]
    pub business_id: Option<String>,
    #[serde(rename = "vat")]
    pub vat_number: Option<String>,
    /// The personal id of a private person. Left out or empty, one that was given before stays.
    #[serde(rename = "sotu")]
    pub personal_id: Option<String>,
    /// The same as `sotu`, which is read first.
    #[serde(rename = "personSotu")]
    pub personal_id_of_person: Option<String>,
    #[serde(rename = "netbankaddress")]
    pub einvoice_address: Option<String>,
    /// The id of one of the operators in `GET /api/customers/options`.
    pub operator: Option<String>,
    /// PAPERBILL, EMAIL or EBILL; EBILL if not given.
    #[serde(rename = "sendBillMethod")]
    pub send_method: Option<String>,
    /// Days, 1 to 31.
    #[serde(rename = "termofpayment")]
    pub payment_days: Option<NumberText>,
    /// Whether the customer agreed to the term in advance. If not given: a company did, a private person did not.
    pub term_agreed: Option<bool>,
    #[serde(rename = "referenceNumber")]
    pub reference: Option<String>,
    pub address: Option<String>,
    #[serde(rename = "postalcode")]
    pub postal_code: Option<String>,
    pub city: Option<String>,
    /// Three letters; FIN if not given.
    #[serde(rename = "addresscountry")]
    pub country: Option<String>,
    #[serde(rename = "phonenumber")]
    pub phone: Option<String>,
    pub email: Option<String>,
    pub email2: Option<String>,
    pub cost_units: Option<Vec<String>>,
    pub people: Option<Vec<ContactPersonBody>>,
}

/// A contact person at the customer.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct ContactPersonBody {
    pub name: Option<String>,
    pub email: Option<String>,
    #[serde(rename = "phonenumber")]
    pub phone: Option<String>,
}

impl CustomerBody {
    /// The customer in the form it is stored in, or every fault.
    pub fn read(&self) -> Result<CustomerEntry, Vec<Problem>> {
        self.read_beside(None, None)
    }

    fn read_beside(
        &self,
        stored: Option<&CustomerDetails>,
        fixed: Option<&Company>,
    ) -> Result<CustomerEntry, Vec<Problem>> {
        let mut reader = Reader::default();
        let role = reader
            .choice("partyRole", self.role.as_deref(), PartyRole::from_name)
            .unwrap_or(PartyRole::Company);
        let send_method = reader.choice("sendBillMethod", self.send_method.as_deref(), SendMethod::from_name);
        let send_method = send_method.unwrap_or(SendMethod::EInvoice);
        let has_phone = given(self.phone.as_deref()).is_some();
        let (business_id, vat_number) = match role {
            PartyRole::Company => self.company_numbers(&mut reader, has_phone),
            PartyRole::Individual => Default::default(),
        };
        let personal_id = match role {
            PartyRole::Company => PersonalIdChange::Remove,
            PartyRole::Individual => self.personal_id(&mut reader),
        };
        let country = self.country(&mut reader);
        let mut details = CustomerDetails {
            name: reader.required("name", self.name.as_deref(), LONGEST_NAME),
            role,
            organization: reader.text("organization", self.organization.as_deref(), LONGEST_NAME),
            business_id,
            vat_number,
            einvoice_address: self.einvoice_address(&mut reader, send_method),
            operator: self.operator(&mut reader, send_method),
            send_method,
            payment_days: self.payment_days(&mut reader),
            term_agreed: self.term_agreed.unwrap_or(role == PartyRole::Company),
            reference: reader.text("referenceNumber", self.reference.as_deref(), LONGEST_REFERENCE),
            address: reader.required("address", self.address.as_deref(), LONGEST_ADDRESS),
            postal_code: self.postal_code(&mut reader, country),
            city: reader.required("city", self.city.as_deref(), LONGEST_ADDRESS),
            country: country.map_or(DEFAULT_COUNTRY, |country| country.alpha3).to_owned(),
            phone: reader.required("phonenumber", self.phone.as_deref(), LONGEST_CODE),
            email: self.main_email(&mut reader),
            email2: email(&mut reader, "email2", self.email2.as_deref()),
            cost_units: self.cost_units(&mut reader),
            people: self.people(&mut reader),
        };
        // One that was taken before codes were compared with those in use keeps nobody from changing the rest.
        let same_code = |stored: &&CustomerDetails| {
            (&stored.postal_code, &stored.country) == (&details.postal_code, &details.country)
        };
        if stored.filter(same_code).is_some_and(|stored| !stored.postal_code.is_empty()) {
            reader.accept("postalcode");
        }
        if let Some(fixed) = fixed.filter(|fixed| self.is_same_as(fixed)) {
            WHO_IT_IS.iter().for_each(|field| reader.accept(field));
            let own_address = (details.einvoice_address.clone(), details.operator.clone());
            details = fixed.in_entry(details);
            (details.einvoice_address, details.operator) = own_address;
        }
        reader.finish(Some(CustomerEntry { details, personal_id }))
    }

    /// The version that was read and the customer as it is to be, or every fault. Who a company is that the worker may not
    /// change is accepted if it is sent back unchanged, also where newer rules would refuse it, since the worker could do
    /// nothing about it.
    pub fn read_change(
        &self,
        stored: &CustomerDetails,
        may_change_company: bool,
    ) -> Result<(i64, CustomerEntry), Vec<Problem>> {
        let fixed = (!may_change_company).then(|| stored.company());
        self.with_version(self.read_beside(Some(stored), fixed.as_ref()))
    }

    /// Whether every field that says who the company is has what is stored.
    fn is_same_as(&self, stored: &Company) -> bool {
        let country = self.country.as_deref().or(Some(DEFAULT_COUNTRY));
        [
            (self.name.as_deref(), &stored.name),
            (self.organization.as_deref(), &stored.organization),
            (self.business_id.as_deref(), &stored.business_id),
            (self.vat_number.as_deref(), &stored.vat_number),
            (self.address.as_deref(), &stored.address),
            (self.postal_code.as_deref(), &stored.postal_code),
            (self.city.as_deref(), &stored.city),
            (country, &stored.country),
        ]
        .into_iter()
        .all(|(sent, stored)| given(sent) == given(Some(stored)))
    }

    /// The version that was read and who the company is, or every fault. How bills reach it is not read.
    pub fn read_company(&self) -> Result<(i64, Company), Vec<Problem>> {
        let mut reader = Reader::default();
        // The company is in the register, so that there is a way to ask.
        let (business_id, vat_number) = self.company_numbers(&mut reader, true);
        let country = self.country(&mut reader);
        let takes_e_invoices = [&self.einvoice_address, &self.operator];
        let takes_e_invoices = takes_e_invoices.into_iter().any(|text| given(text.as_deref()).is_some());
        let method = if takes_e_invoices { SendMethod::EInvoice } else { SendMethod::Email };
        let company = Company {
            name: reader.required("name", self.name.as_deref(), LONGEST_NAME),
            organization: reader.text("organization", self.organization.as_deref(), LONGEST_NAME),
            business_id,
            vat_number,
            einvoice_address: self.einvoice_address(&mut reader, method),
            operator: self.operator(&mut reader, method),
            address: reader.required("address", self.address.as_deref(), LONGEST_ADDRESS),
            postal_code: self.postal_code(&mut reader, country),
            city: reader.required("city", self.city.as_deref(), LONGEST_ADDRESS),
            country: country.map_or(DEFAULT_COUNTRY, |country| country.alpha3).to_owned(),
        };
        self.with_version(reader.finish(Some(company)))
    }

    fn with_version<T>(&self, read: Result<T, Vec<Problem>>) -> Result<(i64, T), Vec<Problem>> {
        let mut reader = Reader::default();
        let version = reader.whole("version", self.version.as_deref());
        reader.require("version", self.version.as_deref());
        match (version, read) {
            (Some(version), Ok(value)) => Ok((version, value)),
            (_, read) => Err([reader.into_problems(), read.err().unwrap_or_default()].concat()),
        }
    }

    /// The business id and the VAT number of a company, which must have one of them. Beside a VAT number the
    /// business id may be any register's: a company abroad has no Finnish one. The two need not be of one
    /// company either, since a VAT group has a number of its own.
    fn company_numbers(&self, reader: &mut Reader, has_phone: bool) -> (String, String) {
        let typed_id = reader.text("businessid", self.business_id.as_deref(), LONGEST_CODE);
        let vat_is_given = given(self.vat_number.as_deref()).is_some();
        let vat_number =
            reader.parsed::<VatNumber>("vat", self.vat_number.as_deref(), ErrorKey::InvalidVatNumber);
        let business_id = typed_id.parse::<BusinessId>().map(|id| id.to_string());
        let key = match business_id {
            Err(_) if !vat_is_given && typed_id.is_empty() => Some(ErrorKey::BusinessIdOrVat),
            Err(_) if !vat_is_given => Some(ErrorKey::InvalidBusinessId),
            // A VAT number alone leads to no Finnish register, so that there must be a way to ask.
            Err(_) if typed_id.is_empty() && !has_phone => Some(ErrorKey::BusinessIdOrPhone),
            _ => None,
        };
        if let Some(key) = key {
            reader.refuse("businessid", key);
        }
        (business_id.unwrap_or(typed_id), vat_number.map(|number| number.to_string()).unwrap_or_default())
    }

    fn personal_id(&self, reader: &mut Reader) -> PersonalIdChange {
        let fields = [("sotu", &self.personal_id), ("personSotu", &self.personal_id_of_person)];
        let Some((field, typed)) = fields.into_iter().find(|(_, typed)| given(typed.as_deref()).is_some())
        else {
            return PersonalIdChange::Keep;
        };
        let id = reader.parsed(field, typed.as_deref(), ErrorKey::InvalidPersonalId);
        id.map_or(PersonalIdChange::Keep, PersonalIdChange::Set)
    }

    fn einvoice_address(&self, reader: &mut Reader, send_method: SendMethod) -> String {
        match given(self.einvoice_address.as_deref()).map(einvoice::read_address) {
            Some(Some(address)) => return address,
            Some(None) => reader.refuse("netbankaddress", ErrorKey::InvalidEInvoiceAddress),
            None if send_method == SendMethod::EInvoice => {
                reader.refuse("netbankaddress", ErrorKey::Required);
            }
            None => {}
        }
        String::new()
    }

    fn operator(&self, reader: &mut Reader, send_method: SendMethod) -> String {
        let operator = reader.choice("operator", self.operator.as_deref(), Operator::with_id);
        if given(self.operator.as_deref()).is_none() && send_method == SendMethod::EInvoice {
            reader.refuse("operator", ErrorKey::Required);
        }
        operator.map(|operator| operator.id.to_owned()).unwrap_or_default()
    }

    /// The term must be given; what is answered beside a fault is not used.
    fn payment_days(&self, reader: &mut Reader) -> u8 {
        if given(self.payment_days.as_deref()).is_none() {
            reader.refuse("termofpayment", ErrorKey::Required);
            return DEFAULT_PAYMENT_DAYS;
        }
        // Read wide, so that a number of days far out of range has the same key as one just beyond.
        match reader.whole::<i64>("termofpayment", self.payment_days.as_deref()).map(u8::try_from) {
            Some(Ok(days)) if PAYMENT_DAYS.contains(&days) => days,
            Some(_) => {
                reader.refuse("termofpayment", ErrorKey::InvalidTermOfPayment);
                DEFAULT_PAYMENT_DAYS
            }
            None => DEFAULT_PAYMENT_DAYS,
        }
    }

    fn country(&self, reader: &mut Reader) -> Option<Country> {
        let typed = given(self.country.as_deref()).or(Some(DEFAULT_COUNTRY));
        reader.choice("addresscountry", typed, Country::with_alpha3)
    }

    fn postal_code(&self, reader: &mut Reader, country: Option<Country>) -> String {
        let typed = reader.required("postalcode", self.postal_code.as_deref(), LONGEST_CODE);
        let finnish = country.is_some_and(Country::has_finnish_postal_codes);
        let reached = || typed.parse().is_ok_and(|code: PostalCode| code.is_in_use());
        if finnish && !typed.is_empty() && !reached() {
            reader.refuse("postalcode", ErrorKey::InvalidPostalCode);
        }
        typed
    }

    fn main_email(&self, reader: &mut Reader) -> String {
        reader.require("email", self.email.as_deref());
        email(reader, "email", self.email.as_deref())
    }

    fn cost_units(&self, reader: &mut Reader) -> Vec<String> {
        let sent = self.cost_units.as_deref().unwrap_or_default();
        reader.refuse_more(sent.len(), "costUnits", MOST_COST_UNITS);
        let units = sent.iter().enumerate().take(MOST_COST_UNITS);
        units
            .map(|(place, unit)| reader.text(&format!("costUnits[{place}]"), Some(unit), LONGEST_REFERENCE))
            .filter(|unit| !unit.is_empty())
            .collect()
    }

    fn people(&self, reader: &mut Reader) -> Vec<ContactPerson> {
        let sent = self.people.as_deref().unwrap_or_default();
        reader.refuse_more(sent.len(), "people", MOST_PEOPLE);
        let people = sent.iter().enumerate().take(MOST_PEOPLE);
        people.filter_map(|(place, person)| person.read(&format!("people[{place}]"), reader)).collect()
    }
}

impl ContactPersonBody {
    /// `None` if no field is filled; otherwise a person, who must have a name.
    fn read(&self, holder: &str, reader: &mut Reader) -> Option<ContactPerson> {
        if [&self.name, &self.email, &self.phone].into_iter().all(|text| given(text.as_deref()).is_none()) {
            return None;
        }
        Some(ContactPerson {
            name: reader.required(&format!("{holder}.name"), self.name.as_deref(), LONGEST_NAME),
            email: email(reader, &format!("{holder}.email"), self.email.as_deref()),
            phone: reader.text(&format!("{holder}.phonenumber"), self.phone.as_deref(), LONGEST_CODE),
        })
    }
}

/// An address, as it was written but for the case of its letters; empty when not given.
fn email(reader: &mut Reader, field: &str, text: Option<&str>) -> String {
    let email = reader.read(field, text, |text| Email::parse_new(text).ok_or(ErrorKey::InvalidEmail));
    email.map(|email| email.as_str().to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
