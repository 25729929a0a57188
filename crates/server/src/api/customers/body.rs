//! A customer as a client sends it, by the names of the specification.

use liksa_domain::customer::{ContactPersonForm, CustomerEntry, CustomerForm};
use liksa_domain::problem::{ErrorKey, Problem};
use liksa_domain::reading::{Reader, given};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::number::{NumberText, text};

/// A customer. What must be given depends on what it is and how it gets its bills.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerBody {
    /// The version that was read. Needed to change a customer, not read when one is made.
    version: Option<NumberText>,
    name: Option<String>,
    /// COMPANY, or CUSTOMER for a private person; COMPANY if not given.
    party_role: Option<String>,
    /// The unit of a large organisation.
    organization: Option<String>,
    businessid: Option<String>,
    vat: Option<String>,
    /// The personal id of a private person. Left out or empty, one that was given before stays.
    sotu: Option<String>,
    netbankaddress: Option<String>,
    /// The id of one of the operators in `GET /api/customers/options`.
    operator: Option<String>,
    /// PAPERBILL, EMAIL or EBILL; EBILL if not given.
    send_bill_method: Option<String>,
    /// Days, 1 to 31.
    termofpayment: Option<NumberText>,
    reference_number: Option<String>,
    address: Option<String>,
    postalcode: Option<String>,
    city: Option<String>,
    /// Three letters; FIN if not given.
    addresscountry: Option<String>,
    phonenumber: Option<String>,
    email: Option<String>,
    email2: Option<String>,
    cost_units: Option<Vec<String>>,
    people: Option<Vec<ContactPersonBody>>,
}

/// Somebody at the customer's.
#[derive(Deserialize, ToSchema)]
pub struct ContactPersonBody {
    name: Option<String>,
    email: Option<String>,
    phonenumber: Option<String>,
}

impl CustomerBody {
    /// The customer, or every fault.
    pub fn read(&self) -> Result<CustomerEntry, Vec<Problem>> {
        self.form().read()
    }

    /// The version that was read and what is to become of it, or every fault.
    pub fn read_change(&self) -> Result<(i64, CustomerEntry), Vec<Problem>> {
        let mut reader = Reader::default();
        let version = reader.whole("version", text(&self.version));
        if given(text(&self.version)).is_none() {
            reader.refuse("version", ErrorKey::Required);
        }
        match (version, self.read()) {
            (Some(version), Ok(entry)) => Ok((version, entry)),
            (_, entry) => Err([reader.into_problems(), entry.err().unwrap_or_default()].concat()),
        }
    }

    fn form(&self) -> CustomerForm<'_> {
        CustomerForm {
            name: self.name.as_deref(),
            role: self.party_role.as_deref(),
            organization: self.organization.as_deref(),
            business_id: self.businessid.as_deref(),
            vat_number: self.vat.as_deref(),
            personal_id: self.sotu.as_deref(),
            einvoice_address: self.netbankaddress.as_deref(),
            operator: self.operator.as_deref(),
            send_method: self.send_bill_method.as_deref(),
            payment_days: text(&self.termofpayment),
            reference: self.reference_number.as_deref(),
            address: self.address.as_deref(),
            postal_code: self.postalcode.as_deref(),
            city: self.city.as_deref(),
            country: self.addresscountry.as_deref(),
            phone: self.phonenumber.as_deref(),
            email: self.email.as_deref(),
            email2: self.email2.as_deref(),
            cost_units: self.cost_units.iter().flatten().map(String::as_str).collect(),
            people: self.people.iter().flatten().map(ContactPersonBody::form).collect(),
        }
    }
}

impl ContactPersonBody {
    fn form(&self) -> ContactPersonForm<'_> {
        ContactPersonForm {
            name: self.name.as_deref(),
            email: self.email.as_deref(),
            phone: self.phonenumber.as_deref(),
        }
    }
}
