//! Whom a worker bills.

mod country;
pub(crate) mod einvoice;
mod form;
pub mod search;

use liksa_finland::{BusinessId, PersonalId, VatNumber};

pub use country::Country;
pub use form::{ContactPersonForm, CustomerForm};

use crate::ids::CustomerId;
use crate::named::named;

named! {
    /// A company, association or public body; or a private person.
    PartyRole { Company = "COMPANY", Individual = "CUSTOMER" }
}

named! {
    /// How the bill reaches the customer.
    SendMethod { Paper = "PAPERBILL", Email = "EMAIL", EInvoice = "EBILL" }
}

/// Somebody at the customer's whom the worker knows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContactPerson {
    pub name: String,
    pub email: String,
    /// `phonenumber`
    pub phone: String,
}

/// A customer of the shared register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub id: CustomerId,
    pub details: CustomerDetails,
}

/// What is written about a customer. Beside each field stands its name on the wire where that differs. The
/// personal id is not among them: it is written and never read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerDetails {
    pub name: String,
    /// `partyRole`
    pub role: PartyRole,
    /// A unit of a large organisation that gets its bills apart from the others.
    pub organization: String,
    /// `businessid`, such as 1234567-1; empty when not known. A company with a VAT number may have the number of
    /// another country's register here.
    pub business_id: String,
    /// `vat`
    pub vat_number: String,
    /// `netbankaddress`
    pub einvoice_address: String,
    /// The operator's id, one of [`liksa_finland`]'s list.
    pub operator: String,
    /// `sendBillMethod`
    pub send_method: SendMethod,
    /// `termofpayment`
    pub payment_days: u8,
    /// `referenceNumber`
    pub reference: String,
    pub address: String,
    /// `postalcode`
    pub postal_code: String,
    pub city: String,
    /// `addresscountry`: three letters.
    pub country: String,
    /// `phonenumber`
    pub phone: String,
    pub email: String,
    pub email2: String,
    /// `costUnits`
    pub cost_units: Vec<String>,
    pub people: Vec<ContactPerson>,
}

/// What is to be with the personal id that may stand in the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PersonalIdChange {
    /// Nothing was written. Nobody is shown the id, so that an empty field does not mean there is none.
    Keep,
    Set(PersonalId),
    /// A company has none.
    Remove,
}

/// A customer as somebody wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerEntry {
    pub details: CustomerDetails,
    /// `sotu`
    pub personal_id: PersonalIdChange,
}

impl CustomerDetails {
    /// What tells a company from all others: its business id, or else its VAT number, and the unit within it.
    /// A Finnish VAT number holds a business id and stands for it. Private persons have none: two workers may
    /// well know the same person, and neither may learn of the other.
    pub fn identity(&self) -> Option<String> {
        if self.role == PartyRole::Individual {
            return None;
        }
        let by_id = self.business_id.parse::<BusinessId>().map(|id| VatNumber::from(&id));
        let number = by_id.or_else(|_| self.vat_number.parse::<VatNumber>());
        let number = number.map_or_else(|_| self.business_id.clone(), |number| number.to_string());
        Some(format!("{number} {}", search::folded(&self.organization)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn company() -> CustomerDetails {
        CustomerDetails {
            name: "Kulttuuritalo Oy".into(),
            role: PartyRole::Company,
            organization: String::new(),
            business_id: "2077474-0".into(),
            vat_number: String::new(),
            einvoice_address: "003720774740".into(),
            operator: "003723327487".into(),
            send_method: SendMethod::EInvoice,
            payment_days: 14,
            reference: String::new(),
            address: "Sturenkatu 4".into(),
            postal_code: "00510".into(),
            city: "Helsinki".into(),
            country: "FIN".into(),
            phone: "0401234567".into(),
            email: "laskut@kulttuuritalo.example".into(),
            email2: String::new(),
            cost_units: vec![],
            people: vec![],
        }
    }

    #[test]
    fn a_company_is_one_however_it_is_written() {
        let by_business_id = company();
        let mut by_vat_number = company();
        by_vat_number.business_id = String::new();
        by_vat_number.vat_number = "FI20774740".into();
        assert_eq!(by_business_id.identity(), by_vat_number.identity());

        let unit = |name: &str| CustomerDetails { organization: name.into(), ..company() }.identity();
        assert_eq!(unit("Näyttämö"), unit("NÄYTTÄMÖ"));
        assert_ne!(unit("Näyttämö"), unit("Ylläpito"));
        assert_ne!(unit("Näyttämö"), unit(""));
    }

    #[test]
    fn companies_abroad_are_told_apart_by_their_vat_number() {
        let abroad = |vat: &str| {
            let register_number = "HRB 1".to_owned();
            CustomerDetails { business_id: register_number, vat_number: vat.into(), ..company() }.identity()
        };
        assert_ne!(abroad("DE123456789"), abroad("DE987654321"));
    }

    #[test]
    fn a_private_person_is_nobody_elses() {
        let person = CustomerDetails { role: PartyRole::Individual, ..company() };
        assert_eq!(person.identity(), None);
    }
}
