//! A customer as it comes from outside, and the rules it must keep.

use liksa_finland::{BusinessId, Operator, PersonalId, PostalCode, VatNumber};

use super::{ContactPerson, CustomerDetails, CustomerEntry, PartyRole, PersonalIdChange, SendMethod};
use super::{Country, einvoice};
use crate::person::Email;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};

const LONGEST_NAME: usize = 200;
const LONGEST_ADDRESS: usize = 200;
const LONGEST_CODE: usize = 40;
const LONGEST_REFERENCE: usize = 70;
const MOST_COST_UNITS: usize = 50;
const MOST_PEOPLE: usize = 20;

const DEFAULT_PAYMENT_DAYS: u8 = 14;
const PAYMENT_DAYS: std::ops::RangeInclusive<u8> = 1..=31;
const DEFAULT_COUNTRY: &str = "FIN";

/// Every field may be missing or empty; the names are those of [`CustomerDetails`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomerForm<'a> {
    pub name: Option<&'a str>,
    pub role: Option<&'a str>,
    pub organization: Option<&'a str>,
    pub business_id: Option<&'a str>,
    pub vat_number: Option<&'a str>,
    pub personal_id: Option<&'a str>,
    pub einvoice_address: Option<&'a str>,
    pub operator: Option<&'a str>,
    pub send_method: Option<&'a str>,
    pub payment_days: Option<&'a str>,
    pub reference: Option<&'a str>,
    pub address: Option<&'a str>,
    pub postal_code: Option<&'a str>,
    pub city: Option<&'a str>,
    pub country: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub email: Option<&'a str>,
    pub email2: Option<&'a str>,
    pub cost_units: Vec<&'a str>,
    pub people: Vec<ContactPersonForm<'a>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ContactPersonForm<'a> {
    pub name: Option<&'a str>,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
}

impl CustomerForm<'_> {
    /// The customer, put into the form it is kept in; or every fault.
    pub fn read(&self) -> Result<CustomerEntry, Vec<Problem>> {
        let mut reader = Reader::default();
        let role = reader.choice("partyRole", self.role, PartyRole::from_name).unwrap_or(PartyRole::Company);
        let send_method = reader.choice("sendBillMethod", self.send_method, SendMethod::from_name);
        let send_method = send_method.unwrap_or(SendMethod::EInvoice);
        let (business_id, vat_number) = match role {
            PartyRole::Company => self.company_numbers(&mut reader),
            PartyRole::Individual => Default::default(),
        };
        let personal_id = match role {
            PartyRole::Company => PersonalIdChange::Remove,
            PartyRole::Individual => self.personal_id(&mut reader),
        };
        let country = self.country(&mut reader);
        let details = CustomerDetails {
            name: reader.required("name", self.name, LONGEST_NAME),
            role,
            organization: reader.text("organization", self.organization, LONGEST_NAME),
            business_id,
            vat_number,
            einvoice_address: self.einvoice_address(&mut reader, send_method),
            operator: self.operator(&mut reader, send_method),
            send_method,
            payment_days: self.payment_days(&mut reader),
            reference: reader.text("referenceNumber", self.reference, LONGEST_REFERENCE),
            address: reader.required("address", self.address, LONGEST_ADDRESS),
            postal_code: self.postal_code(&mut reader, country),
            city: reader.required("city", self.city, LONGEST_ADDRESS),
            country: country.map_or(DEFAULT_COUNTRY, |country| country.alpha3).to_owned(),
            phone: reader.required("phonenumber", self.phone, LONGEST_CODE),
            email: self.main_email(&mut reader),
            email2: email(&mut reader, "email2", self.email2),
            cost_units: self.cost_units(&mut reader),
            people: self.people(&mut reader),
        };
        let problems = reader.into_problems();
        if problems.is_empty() { Ok(CustomerEntry { details, personal_id }) } else { Err(problems) }
    }

    /// The business id and the VAT number of a company, which must have one of them. Beside a VAT number the
    /// business id may be any register's: a company abroad has no Finnish one. The two need not be of one
    /// company either, since a VAT group has a number of its own.
    fn company_numbers(&self, reader: &mut Reader) -> (String, String) {
        let typed_id = reader.text("businessid", self.business_id, LONGEST_CODE);
        let parse = |text: &str| text.parse::<VatNumber>().ok();
        let vat_number = given(self.vat_number).map(parse);
        if vat_number == Some(None) {
            reader.refuse("vat", ErrorKey::InvalidVatNumber);
        }
        let vat_number = vat_number.map(|number| number.map(|number| number.to_string()).unwrap_or_default());
        let business_id = typed_id.parse::<BusinessId>().map(|id| id.to_string());
        let key = match (&business_id, &vat_number) {
            (Err(_), None) if typed_id.is_empty() => Some(ErrorKey::BusinessIdOrVat),
            (Err(_), None) => Some(ErrorKey::InvalidBusinessId),
            // A VAT number alone leads to no Finnish register, so that there must be a way to ask.
            (Err(_), Some(_)) if typed_id.is_empty() && given(self.phone).is_none() => {
                Some(ErrorKey::BusinessIdOrPhone)
            }
            _ => None,
        };
        if let Some(key) = key {
            reader.refuse("businessid", key);
        }
        (business_id.unwrap_or(typed_id), vat_number.unwrap_or_default())
    }

    fn personal_id(&self, reader: &mut Reader) -> PersonalIdChange {
        let Some(typed) = given(self.personal_id) else { return PersonalIdChange::Keep };
        match typed.parse::<PersonalId>() {
            Ok(id) => PersonalIdChange::Set(id),
            Err(_) => {
                reader.refuse("sotu", ErrorKey::InvalidPersonalId);
                PersonalIdChange::Keep
            }
        }
    }

    fn einvoice_address(&self, reader: &mut Reader, send_method: SendMethod) -> String {
        match given(self.einvoice_address).map(einvoice::read_address) {
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
        let operator = reader.choice("operator", self.operator, Operator::with_id);
        if given(self.operator).is_none() && send_method == SendMethod::EInvoice {
            reader.refuse("operator", ErrorKey::Required);
        }
        operator.map(|operator| operator.id.to_owned()).unwrap_or_default()
    }

    /// The term must be given; what is answered beside a fault is not used.
    fn payment_days(&self, reader: &mut Reader) -> u8 {
        if given(self.payment_days).is_none() {
            reader.refuse("termofpayment", ErrorKey::Required);
            return DEFAULT_PAYMENT_DAYS;
        }
        // Read wide, so that a number of days far out of range has the same key as one just beyond.
        match reader.whole::<i64>("termofpayment", self.payment_days).map(u8::try_from) {
            Some(Ok(days)) if PAYMENT_DAYS.contains(&days) => days,
            Some(_) => {
                reader.refuse("termofpayment", ErrorKey::InvalidTermOfPayment);
                DEFAULT_PAYMENT_DAYS
            }
            None => DEFAULT_PAYMENT_DAYS,
        }
    }

    fn country(&self, reader: &mut Reader) -> Option<Country> {
        let typed = given(self.country).or(Some(DEFAULT_COUNTRY));
        reader.choice("addresscountry", typed, Country::with_alpha3)
    }

    fn postal_code(&self, reader: &mut Reader, country: Option<Country>) -> String {
        let typed = reader.required("postalcode", self.postal_code, LONGEST_CODE);
        let finnish = country.is_some_and(Country::has_finnish_postal_codes);
        if finnish && !typed.is_empty() && typed.parse::<PostalCode>().is_err() {
            reader.refuse("postalcode", ErrorKey::InvalidPostalCode);
        }
        typed
    }

    fn main_email(&self, reader: &mut Reader) -> String {
        if given(self.email).is_none() {
            reader.refuse("email", ErrorKey::Required);
        }
        email(reader, "email", self.email)
    }

    fn cost_units(&self, reader: &mut Reader) -> Vec<String> {
        if self.cost_units.len() > MOST_COST_UNITS {
            reader.refuse("costUnits", ErrorKey::TooMany);
            return vec![];
        }
        let units = self.cost_units.iter().enumerate();
        units
            .map(|(place, unit)| reader.text(&format!("costUnits[{place}]"), Some(unit), LONGEST_REFERENCE))
            .filter(|unit| !unit.is_empty())
            .collect()
    }

    fn people(&self, reader: &mut Reader) -> Vec<ContactPerson> {
        if self.people.len() > MOST_PEOPLE {
            reader.refuse("people", ErrorKey::TooMany);
            return vec![];
        }
        let people = self.people.iter().enumerate();
        people.filter_map(|(place, person)| person.read(&format!("people[{place}]"), reader)).collect()
    }
}

impl ContactPersonForm<'_> {
    /// Nobody, if no field is filled; otherwise somebody with a name.
    fn read(&self, holder: &str, reader: &mut Reader) -> Option<ContactPerson> {
        if [self.name, self.email, self.phone].into_iter().all(|text| given(text).is_none()) {
            return None;
        }
        Some(ContactPerson {
            name: reader.required(&format!("{holder}.name"), self.name, LONGEST_NAME),
            email: email(reader, &format!("{holder}.email"), self.email),
            phone: reader.text(&format!("{holder}.phonenumber"), self.phone, LONGEST_CODE),
        })
    }
}

/// An address, as it was written but for the case of its letters; empty when not given.
fn email(reader: &mut Reader, field: &str, text: Option<&str>) -> String {
    let Some(typed) = given(text) else { return String::new() };
    match Email::parse(typed) {
        Some(email) => email.as_str().to_owned(),
        None => {
            reader.refuse(field, ErrorKey::InvalidEmail);
            String::new()
        }
    }
}

#[cfg(test)]
mod tests;
