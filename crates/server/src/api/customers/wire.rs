//! Customers and the options of their fields, as they are answered.

use std::collections::HashMap;

use liksa_domain::customer::{ContactPerson, Country, PartyRole, SendMethod};
use liksa_domain::dates::format_date;
use liksa_domain::ids::CustomerId;
use liksa_finland::Operator;
use liksa_money::Money;
use liksa_store::{BilledCustomer, CustomerSeen};
use serde::Serialize;
use utoipa::ToSchema;

/// A customer: who it is, which workers share where it is a company, and how one's own bills reach it. Of a company that
/// one has not billed, only who it is is known, and the delivery is what one would begin with.
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
    /// Whether it is a customer of one's own; if not, the delivery is not given yet.
    pub own: bool,
    /// Whether one may change who it is: name, organization, ids, addresses of mail and e-invoices. If not, others bill
    /// the company too, and a clerk corrects it. How one's own bills reach it can always be changed.
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

/// A customer on one's own list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedCustomer {
    #[serde(flatten)]
    pub customer: CustomerOnWire,
    /// What one has billed it without VAT, less what was credited. Bills count once they have left.
    pub billed: Money,
    /// DD.MM.YYYY: the billing date of the last invoice that left; null before the first.
    #[schema(required)]
    pub last_billed: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerList {
    #[schema(required)]
    pub customers: Vec<SavedCustomer>,
}

/// A part of what a search finds.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FoundCustomers)]
pub struct FoundCustomersOnWire {
    #[schema(required)]
    pub customers: Vec<CustomerOnWire>,
    /// What to send as `page` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
    /// How many there are in all.
    pub total: i64,
}

impl From<CustomerSeen> for CustomerOnWire {
    fn from(seen: CustomerSeen) -> Self {
        let editable = seen.is_editable();
        let CustomerSeen { customer, version, own, saved, has_personal_id, .. } = seen;
        let details = customer.details;
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
            editable,
            phonenumber: details.phone,
            email: details.email,
            email2: details.email2,
            cost_units: details.cost_units,
            people: details.people,
            has_sotu: has_personal_id,
        }
    }
}

impl CustomerList {
    pub fn new(saved: Vec<CustomerSeen>, billed: Vec<BilledCustomer>) -> Self {
        let mut billed: HashMap<CustomerId, BilledCustomer> =
            billed.into_iter().map(|one| (one.id, one)).collect();
        let with_billed = |seen: CustomerSeen| {
            let billed = billed.remove(&seen.customer.id);
            SavedCustomer {
                customer: seen.into(),
                billed: billed.as_ref().map_or(Money::ZERO, |billed| billed.amount),
                last_billed: billed.and_then(|billed| billed.last_billed).map(format_date),
            }
        };
        Self { customers: saved.into_iter().map(with_billed).collect() }
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

/// The place of a Finnish postal code.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostalPlace {
    /// Null if the code has none of its own, or is not in use.
    #[schema(required)]
    pub city: Option<&'static str>,
}
