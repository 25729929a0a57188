//! Customers: the companies and people that workers bill.

mod company;
mod country;
pub(crate) mod einvoice;
mod form;
pub mod search;

use liksa_finland::{BusinessId, PersonalId, VatNumber};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use company::Company;
pub use country::Country;
pub use form::{ContactPersonBody, CustomerBody};

use crate::ids::CustomerId;
use crate::named::named;

named! {
    /// A company, association or public body; or a private person.
    PartyRole { Company = "COMPANY", Individual = "CUSTOMER" }
}

named! {
    /// How the bill reaches the customer.
    SendMethod as "SendBillMethod" { Paper = "PAPERBILL", Email = "EMAIL", EInvoice = "EBILL" }
}

/// A contact person at the customer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ContactPerson {
    pub name: String,
    pub email: String,
    #[serde(rename = "phonenumber")]
    pub phone: String,
}

/// A customer as one worker bills it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub id: CustomerId,
    pub details: CustomerDetails,
}

/// The stored details of a customer: who it is, which workers share where it is a company, and how one worker's bills
/// reach it. The personal id is not among them: it is written and never read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerDetails {
    pub name: String,
    pub role: PartyRole,
    /// A unit of a large organisation that gets its bills apart from the others.
    pub organization: String,
    /// Such as 1234567-1; empty when not known. A company with a VAT number may have the number of
    /// another country's register here.
    pub business_id: String,
    pub vat_number: String,
    pub einvoice_address: String,
    /// The operator's id, one of [`liksa_finland`]'s list.
    pub operator: String,
    pub send_method: SendMethod,
    pub payment_days: u8,
    /// Whether the customer agreed to the days in advance. Otherwise late interest runs from the thirtieth day after
    /// the invoice on.
    pub term_agreed: bool,
    pub reference: String,
    pub address: String,
    pub postal_code: String,
    pub city: String,
    /// Three letters.
    pub country: String,
    pub phone: String,
    pub email: String,
    pub email2: String,
    pub cost_units: Vec<String>,
    pub people: Vec<ContactPerson>,
}

/// Change of the personal id that the register may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PersonalIdChange {
    /// The field was left empty. The id is never shown, so an empty field does not mean that there is none.
    Keep,
    Set(PersonalId),
    /// A company has none.
    Remove,
}

/// A customer as read from a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerEntry {
    pub details: CustomerDetails,
    pub personal_id: PersonalIdChange,
}

/// What the VAT of a sale depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buyer {
    pub role: PartyRole,
    pub business_id: String,
    pub vat_number: String,
}

impl Buyer {
    /// Whether it is a company in the Finnish register.
    pub fn is_finnish_business(&self) -> bool {
        let by_vat_number = || self.vat_number.parse().is_ok_and(|number: VatNumber| number.is_finnish());
        self.role == PartyRole::Company && (self.business_id.parse::<BusinessId>().is_ok() || by_vat_number())
    }

    /// Whether it is a company with a VAT number of another EU country.
    pub fn is_business_elsewhere_in_eu(&self) -> bool {
        let number = self.vat_number.parse::<VatNumber>();
        self.role == PartyRole::Company && number.is_ok_and(|number| number.is_of_another_member_state())
    }
}

impl CustomerDetails {
    pub fn buyer(&self) -> Buyer {
        Buyer { role: self.role, business_id: self.business_id.clone(), vat_number: self.vat_number.clone() }
    }

    /// What the shared register would say of a company with these details.
    pub fn company(&self) -> Company {
        Company {
            name: self.name.clone(),
            organization: self.organization.clone(),
            business_id: self.business_id.clone(),
            vat_number: self.vat_number.clone(),
            einvoice_address: self.einvoice_address.clone(),
            operator: self.operator.clone(),
            address: self.address.clone(),
            postal_code: self.postal_code.clone(),
            city: self.city.clone(),
            country: self.country.clone(),
        }
    }

    /// Key that is unique to a company. Private persons have none: two workers may bill the same person, and neither
    /// may learn of the other.
    pub fn identity(&self) -> Option<String> {
        (self.role == PartyRole::Company).then(|| self.company().identity())
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
            term_agreed: true,
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
    fn companies_abroad_are_distinguished_by_their_vat_number() {
        let abroad = |vat: &str| {
            let register_number = "HRB 1".to_owned();
            CustomerDetails { business_id: register_number, vat_number: vat.into(), ..company() }.identity()
        };
        assert_ne!(abroad("DE123456789"), abroad("DE987654321"));
    }

    #[test]
    fn private_persons_have_no_identity_key() {
        let person = CustomerDetails { role: PartyRole::Individual, ..company() };
        assert_eq!(person.identity(), None);
    }
}
