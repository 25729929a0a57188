//! Customers and the options of their fields, as they are answered.

use liksa_domain::customer::{ContactPerson, Country, PartyRole, SendMethod};
use liksa_domain::ids::CustomerId;
use liksa_finland::Operator;
use liksa_store::CustomerSeen;
use serde::Serialize;
use utoipa::ToSchema;

/// A customer of the shared register. What its maker alone knows is empty for everybody else.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Customer)]
pub struct CustomerOnWire {
    pub id: CustomerId,
    /// Goes back with a change.
    pub version: i64,
    pub name: String,
    pub party_role: PartyRole,
    pub organization: String,
    pub businessid: String,
    pub vat: String,
    pub netbankaddress: String,
    pub operator: String,
    pub send_bill_method: SendMethod,
    /// Days.
    pub termofpayment: u8,
    /// Whether the customer agreed to the days in advance.
    pub term_agreed: bool,
    pub reference_number: String,
    pub address: String,
    pub postalcode: String,
    pub city: String,
    /// Three letters.
    pub addresscountry: String,
    /// Whether it is on one's own list.
    pub saved: bool,
    /// Whether one made it oneself; only then the fields below are filled.
    pub own: bool,
    /// Whether one may change it: one's own, and on no other list.
    pub editable: bool,
    pub phonenumber: String,
    pub email: String,
    pub email2: String,
    #[schema(required)]
    pub cost_units: Vec<String>,
    #[schema(required)]
    pub people: Vec<ContactPerson>,
    /// Whether there is a personal id, which itself is never answered.
    pub has_sotu: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerList {
    #[schema(required)]
    pub customers: Vec<CustomerOnWire>,
}

impl From<CustomerSeen> for CustomerOnWire {
    fn from(seen: CustomerSeen) -> Self {
        let CustomerSeen { customer, version, own, saved, shared, has_personal_id } = seen;
        let details = customer.details;
        let if_own = |text: String| if own { text } else { String::new() };
        Self {
            id: customer.id,
            version,
            name: details.name,
            party_role: details.role,
            organization: details.organization,
            businessid: details.business_id,
            vat: details.vat_number,
            netbankaddress: details.einvoice_address,
            operator: details.operator,
            send_bill_method: details.send_method,
            termofpayment: details.payment_days,
            term_agreed: details.term_agreed,
            reference_number: details.reference,
            address: details.address,
            postalcode: details.postal_code,
            city: details.city,
            addresscountry: details.country,
            saved,
            own,
            editable: own && !shared,
            phonenumber: if_own(details.phone),
            email: if_own(details.email),
            email2: if_own(details.email2),
            cost_units: if own { details.cost_units } else { vec![] },
            people: if own { details.people } else { vec![] },
            has_sotu: own && has_personal_id,
        }
    }
}

impl From<Vec<CustomerSeen>> for CustomerList {
    fn from(seen: Vec<CustomerSeen>) -> Self {
        Self { customers: seen.into_iter().map(Into::into).collect() }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerOptions {
    #[schema(required)]
    pub operators: Vec<OperatorOption>,
    #[schema(required)]
    pub countries: &'static [Country],
}

/// An operator of electronic invoices.
#[derive(Debug, Serialize, ToSchema)]
pub struct OperatorOption {
    id: &'static str,
    name: &'static str,
}

impl From<&Operator> for OperatorOption {
    fn from(operator: &Operator) -> Self {
        Self { id: operator.id, name: operator.name }
    }
}
