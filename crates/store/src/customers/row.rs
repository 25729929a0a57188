//! The columns of a customer, and what is made of them.

use liksa_domain::customer::{ContactPerson, Customer, CustomerDetails, PartyRole, SendMethod};
use liksa_domain::ids::{CustomerId, Id, PersonId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use uuid::Uuid;

use super::CustomerSeen;
use crate::error::{StoreError, StoreResult};

/// What is read of a customer `c` for the person `$1`. The personal id is not among it.
macro_rules! seen_columns {
    () => {
        "c.id, c.maker_id, c.version, c.role, c.name, c.organization, c.business_id, c.vat_number, \
         c.einvoice_address, c.operator, c.send_method, c.payment_days, c.reference, c.address, c.postal_code, \
         c.city, c.country, c.phone, c.email, c.email2, c.cost_units, c.people, \
         c.personal_id IS NOT NULL AS has_personal_id, \
         EXISTS (SELECT 1 FROM saved_customer s WHERE s.person_id = $1 AND s.customer_id = c.id) AS saved, \
         EXISTS (SELECT 1 FROM saved_customer s WHERE s.customer_id = c.id AND s.person_id <> $1) AS shared"
    };
}
pub(super) use seen_columns;

#[derive(FromRow)]
pub(super) struct CustomerRow {
    id: Uuid,
    maker_id: Uuid,
    version: i64,
    role: String,
    name: String,
    organization: String,
    business_id: String,
    vat_number: String,
    einvoice_address: String,
    operator: String,
    send_method: String,
    payment_days: i64,
    reference: String,
    address: String,
    postal_code: String,
    city: String,
    country: String,
    phone: String,
    email: String,
    email2: String,
    cost_units: String,
    people: String,
    has_personal_id: bool,
    saved: bool,
    shared: bool,
}

#[derive(Serialize, Deserialize)]
struct StoredPerson {
    name: String,
    email: String,
    phone: String,
}

impl CustomerRow {
    pub(super) fn seen_by_its_maker(self) -> StoreResult<CustomerSeen> {
        let maker = PersonId::from_uuid(self.maker_id);
        self.seen_by(maker)
    }

    pub(super) fn seen_by(self, viewer: PersonId) -> StoreResult<CustomerSeen> {
        let details = CustomerDetails {
            name: self.name,
            role: PartyRole::from_name(&self.role).ok_or(StoreError::Corrupt("party role"))?,
            organization: self.organization,
            business_id: self.business_id,
            vat_number: self.vat_number,
            einvoice_address: self.einvoice_address,
            operator: self.operator,
            send_method: SendMethod::from_name(&self.send_method)
                .ok_or(StoreError::Corrupt("way to send"))?,
            payment_days: self.payment_days.try_into().map_err(|_| StoreError::Corrupt("term of payment"))?,
            reference: self.reference,
            address: self.address,
            postal_code: self.postal_code,
            city: self.city,
            country: self.country,
            phone: self.phone,
            email: self.email,
            email2: self.email2,
            cost_units: serde_json::from_str(&self.cost_units)
                .map_err(|_| StoreError::Corrupt("cost units"))?,
            people: people_from_json(&self.people)?,
        };
        Ok(CustomerSeen {
            customer: Customer { id: CustomerId::from_uuid(self.id), details },
            version: self.version,
            own: self.maker_id == viewer.uuid(),
            saved: self.saved,
            shared: self.shared,
            has_personal_id: self.has_personal_id,
        })
    }
}

fn people_from_json(json: &str) -> StoreResult<Vec<ContactPerson>> {
    let people: Vec<StoredPerson> =
        serde_json::from_str(json).map_err(|_| StoreError::Corrupt("contact persons"))?;
    let person = |one: StoredPerson| ContactPerson { name: one.name, email: one.email, phone: one.phone };
    Ok(people.into_iter().map(person).collect())
}

pub(super) fn people_to_json(people: &[ContactPerson]) -> String {
    let stored = people.iter().map(|one| {
        let ContactPerson { name, email, phone } = one.clone();
        serde_json::json!(StoredPerson { name, email, phone })
    });
    stored.collect::<serde_json::Value>().to_string()
}

pub(super) fn cost_units_to_json(units: &[String]) -> String {
    serde_json::json!(units).to_string()
}
