//! Who a company is. The register of companies is shared by all workers; how a worker's bills reach a company is in the
//! worker's own entry and in nobody else's.

use liksa_finland::{BusinessId, VatNumber};

use super::form::DEFAULT_PAYMENT_DAYS;
use super::{CustomerDetails, PartyRole, SendMethod, search};

/// What the shared register says of a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Company {
    pub name: String,
    /// A unit of a large organisation that gets its bills apart from the others.
    pub organization: String,
    pub business_id: String,
    pub vat_number: String,
    pub einvoice_address: String,
    pub operator: String,
    pub address: String,
    pub postal_code: String,
    pub city: String,
    /// Three letters.
    pub country: String,
}

impl Company {
    /// Key that is unique to a company: its business id, or else its VAT number, and the unit within it.
    /// A Finnish VAT number contains the business id and counts as it.
    pub fn identity(&self) -> String {
        let by_id = self.business_id.parse::<BusinessId>().map(|id| VatNumber::from(&id));
        let number = by_id.or_else(|_| self.vat_number.parse::<VatNumber>());
        let number = number.map_or_else(|_| self.business_id.clone(), |number| number.to_string());
        format!("{number} {}", search::folded(&self.organization))
    }

    /// The entry of a worker who chooses the company and has not said yet how bills reach it: as e-invoices where the
    /// company takes them, else by e-mail, whose address the worker still has to give.
    pub fn first_entry(&self) -> CustomerDetails {
        let takes_e_invoices = !self.einvoice_address.is_empty() && !self.operator.is_empty();
        let unchanged = CustomerDetails {
            name: String::new(),
            role: PartyRole::Company,
            organization: String::new(),
            business_id: String::new(),
            vat_number: String::new(),
            einvoice_address: String::new(),
            operator: String::new(),
            send_method: if takes_e_invoices { SendMethod::EInvoice } else { SendMethod::Email },
            payment_days: DEFAULT_PAYMENT_DAYS,
            term_agreed: true,
            reference: String::new(),
            address: String::new(),
            postal_code: String::new(),
            city: String::new(),
            country: String::new(),
            phone: String::new(),
            email: String::new(),
            email2: String::new(),
            cost_units: vec![],
            people: vec![],
        };
        self.in_entry(unchanged)
    }

    /// The details that a worker sent, if they say of the company what the register says; None if they would change
    /// it. An e-invoice address that the register does not have is the worker's own.
    pub fn accept(&self, sent: &CustomerDetails) -> Option<CustomerDetails> {
        let mut claimed = sent.company();
        if self.einvoice_address.is_empty() || claimed.einvoice_address.is_empty() {
            (claimed.einvoice_address, claimed.operator) =
                (self.einvoice_address.clone(), self.operator.clone());
        }
        if claimed != *self {
            return None;
        }
        Some(if self.einvoice_address.is_empty() { sent.clone() } else { self.in_entry(sent.clone()) })
    }

    /// A worker's entry after the register was corrected from `before` to this. What the worker alone said stays.
    pub fn corrected(&self, before: &Self, entry: CustomerDetails) -> CustomerDetails {
        let own_address = (entry.einvoice_address.clone(), entry.operator.clone());
        let mut entry = self.in_entry(entry);
        if before.einvoice_address.is_empty() && self.einvoice_address.is_empty() {
            (entry.einvoice_address, entry.operator) = own_address;
        }
        entry
    }

    pub(super) fn in_entry(&self, entry: CustomerDetails) -> CustomerDetails {
        CustomerDetails {
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
            ..entry
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::customer::tests::company as details;

    #[test]
    fn choosing_a_company_gives_its_identity_and_no_delivery() {
        let entry = details().company().first_entry();
        assert_eq!(entry.company(), details().company());
        assert_eq!((entry.send_method, entry.payment_days), (SendMethod::EInvoice, 14));
        assert_eq!((entry.email.as_str(), entry.phone.as_str()), ("", ""));
        let without = Company { operator: String::new(), ..details().company() };
        assert_eq!(without.first_entry().send_method, SendMethod::Email);
    }

    #[test]
    fn the_same_company_is_accepted_with_any_delivery() {
        let register = details().company();
        let by_mail = CustomerDetails {
            send_method: SendMethod::Email,
            email: "oma@kulttuuritalo.example".into(),
            einvoice_address: String::new(),
            operator: String::new(),
            ..details()
        };
        let accepted = register.accept(&by_mail).unwrap();
        assert_eq!(accepted.company(), register, "what was left out is as the register has it");
        assert_eq!(accepted.email, "oma@kulttuuritalo.example");
        for change in [
            |sent: &mut CustomerDetails| sent.name = "Muu Oy".into(),
            |sent: &mut CustomerDetails| sent.address = "Muukatu 1".into(),
            |sent: &mut CustomerDetails| sent.vat_number = "FI20774740".into(),
            |sent: &mut CustomerDetails| sent.einvoice_address = "003701120389".into(),
        ] {
            let mut sent = details();
            change(&mut sent);
            assert_eq!(register.accept(&sent), None, "{sent:?}");
        }
    }

    #[test]
    fn an_e_invoice_address_that_the_register_lacks_stays_with_its_worker() {
        let bare = |mut company: Company| {
            (company.einvoice_address, company.operator) = Default::default();
            company
        };
        let register = bare(details().company());
        let own = register.accept(&details()).unwrap();
        assert_eq!(own, details());
        let renamed = Company { name: "Uusi Oy".into(), ..register.clone() };
        let corrected = renamed.corrected(&register, own.clone());
        assert_eq!(
            corrected.einvoice_address, own.einvoice_address,
            "it stays over a correction of the name"
        );
        let given = Company { einvoice_address: "003701120389".into(), ..renamed };
        let corrected = given.corrected(&register, own);
        assert_eq!(corrected.einvoice_address, "003701120389", "and is the register's once it has one");
        let taken_away = bare(given.clone());
        assert_eq!(taken_away.corrected(&given, corrected).einvoice_address, "");
    }
}
