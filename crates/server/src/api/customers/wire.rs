//! A customer as it is answered.

use liksa_domain::customer::{self, PartyRole, SendMethod};
use liksa_domain::ids::Id;
use liksa_store::CustomerSeen;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::named::wire_enum;

wire_enum!(PartyRoleOnWire, "PartyRole", PartyRole);
wire_enum!(SendMethodOnWire, "SendBillMethod", SendMethod);

/// A customer of the shared register. What its maker alone knows is empty for everybody else.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Customer)]
pub struct CustomerOnWire {
    pub id: Uuid,
    /// Goes back with a change.
    pub version: i64,
    pub name: String,
    pub party_role: PartyRoleOnWire,
    pub organization: String,
    pub businessid: String,
    pub vat: String,
    pub netbankaddress: String,
    pub operator: String,
    pub send_bill_method: SendMethodOnWire,
    /// Days.
    pub termofpayment: u8,
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
    /// Whether one may change it: one's own, and on nobody else's list.
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

/// Somebody at the customer's.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactPerson {
    pub name: String,
    pub email: String,
    pub phonenumber: String,
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
            id: customer.id.uuid(),
            version,
            name: details.name,
            party_role: PartyRoleOnWire(details.role),
            organization: details.organization,
            businessid: details.business_id,
            vat: details.vat_number,
            netbankaddress: details.einvoice_address,
            operator: details.operator,
            send_bill_method: SendMethodOnWire(details.send_method),
            termofpayment: details.payment_days,
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
            people: if own { details.people.into_iter().map(Into::into).collect() } else { vec![] },
            has_sotu: own && has_personal_id,
        }
    }
}

impl From<Vec<CustomerSeen>> for CustomerList {
    fn from(seen: Vec<CustomerSeen>) -> Self {
        Self { customers: seen.into_iter().map(Into::into).collect() }
    }
}

impl From<customer::ContactPerson> for ContactPerson {
    fn from(person: customer::ContactPerson) -> Self {
        Self { name: person.name, email: person.email, phonenumber: person.phone }
    }
}
