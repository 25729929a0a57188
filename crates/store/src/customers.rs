//! The register of customers, and each worker's own list of them.

mod write;

use liksa_domain::customer::search::{MOST_SEARCH_WORDS, name_start, search_words};
use liksa_domain::customer::{Buyer, Customer, CustomerDetails, PartyRole, SendMethod};
use uuid::Uuid;

use crate::prelude::*;
use crate::sql::prefix_end;
pub use write::*;

/// A customer as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerSeen {
    pub customer: Customer,
    pub version: i64,
    /// Whether that person made it.
    pub own: bool,
    /// Whether it is on that person's list.
    pub saved: bool,
    /// Whether it is on another person's list.
    pub shared: bool,
    /// The personal id itself is never read.
    pub has_personal_id: bool,
}

/// What a bill shows of its customer, of a replaced record too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerCard {
    pub id: CustomerId,
    pub name: String,
    pub business_id: String,
    pub city: String,
    pub send_method: SendMethod,
    pub payment_days: u8,
    pub vat_number: String,
    role: PartyRole,
    maker: PersonId,
    /// The current record, if this is an older one.
    pub replaced_by: Option<CustomerId>,
}

impl CustomerCard {
    pub fn buyer(&self) -> Buyer {
        Buyer { role: self.role, business_id: self.business_id.clone(), vat_number: self.vat_number.clone() }
    }

    /// A company may be billed by everyone, a private person only by the maker.
    pub fn may_be_billed_by(&self, person: PersonId) -> bool {
        self.role == PartyRole::Company || self.maker == person
    }
}

read_row! { CustomerSeen { version, own, saved, shared, has_personal_id } flat { customer } }
read_row! { Customer { id } flat { details } }
read_row! {
    CustomerDetails {
        name, role, organization, business_id, vat_number, einvoice_address, operator, send_method, payment_days,
        term_agreed, reference, address, postal_code, city, country, phone, email, email2, cost_units, people
    }
}
read_row! {
    CustomerCard {
        id, name, business_id, city, send_method, payment_days, vat_number, role, maker = "maker_id", replaced_by
    }
}

/// What is read of a customer `c` for the person `$1`. The personal id is not among it.
macro_rules! seen_columns {
    () => {
        "c.id, c.version, c.role, c.name, c.organization, c.business_id, c.vat_number, \
         c.einvoice_address, c.operator, c.send_method, c.payment_days, c.term_agreed, c.reference, c.address, c.postal_code, \
         c.city, c.country, c.phone, c.email, c.email2, c.cost_units, c.people, \
         c.maker_id = $1 AS own, c.personal_id IS NOT NULL AS has_personal_id, \
         EXISTS (SELECT 1 FROM saved_customer s WHERE s.person_id = $1 AND s.customer_id = c.id) AS saved, \
         EXISTS (SELECT 1 FROM saved_customer s WHERE s.customer_id = c.id AND s.person_id <> $1) AS shared"
    };
}

/// The longest word is searched in the index; the others filter what it finds.
pub(crate) const SEARCH_CUSTOMERS: &str = concat!(
    "SELECT ",
    seen_columns!(),
    " FROM customer c \
     WHERE c.id IN (SELECT w.customer_id FROM customer_word w WHERE w.word >= $5 AND w.word < $6) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $7 AND w.word < $8) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $9 AND w.word < $10) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $11 AND w.word < $12) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $13 AND w.word < $14) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $15 AND w.word < $16) \
     AND (c.role = 'COMPANY' OR c.maker_id = $1) \
     ORDER BY saved DESC, (c.folded_name >= $2 AND c.folded_name < $3) DESC, c.folded_name, c.id LIMIT $4"
);

pub(crate) const SAVED_CUSTOMERS: &str = concat!(
    "SELECT ",
    seen_columns!(),
    " FROM saved_customer mine JOIN customer c ON c.id = mine.customer_id \
     WHERE mine.person_id = $1 AND (c.role = 'COMPANY' OR c.maker_id = $1) ORDER BY c.folded_name, c.id"
);

store_methods! {
    pub async fn customer_card(id: CustomerId) -> Option<CustomerCard> = fetch_optional
        "SELECT id, name, business_id, city, send_method, payment_days, vat_number, role, maker_id, replaced_by \
         FROM customer WHERE id = $1";

    /// The newest record of the customer, also when asked for by the id of an older one. None if it is a private person
    /// that another person made.
    pub async fn customer(viewer: PersonId, id: CustomerId) -> Option<CustomerSeen> = fetch_optional
        concat!(
            "SELECT ", seen_columns!(), " FROM customer c \
             WHERE c.id = (SELECT COALESCE(asked.replaced_by, asked.id) FROM customer asked WHERE asked.id = $2) \
             AND (c.role = 'COMPANY' OR c.maker_id = $1)"
        );

    /// How many customers there are on the person's list.
    pub async fn count_saved_customers(person: PersonId) -> i64 = fetch_value
        "SELECT COUNT(*) FROM saved_customer WHERE person_id = $1";

    /// The person's list, by name.
    pub async fn saved_customers(person: PersonId) -> Vec<CustomerSeen> = fetch_all SAVED_CUSTOMERS;
}

impl Store {
    /// The record that a bill of the person names, also when the customer was replaced since: a bill that was sent does
    /// not change.
    pub async fn billed_customer(&self, person: PersonId, id: CustomerId) -> StoreResult<Option<Customer>> {
        let seen = self.customer_record(person, id).await?;
        Ok(seen.map(|seen| seen.customer))
    }

    /// The record that a bill names, with all but the personal id, for clerks.
    pub async fn customer_for_staff(&self, id: CustomerId) -> StoreResult<Option<CustomerSeen>> {
        let seen = self.customer_record(PersonId::from_uuid(Uuid::nil()), id).await?;
        Ok(seen.map(|seen| CustomerSeen { own: true, ..seen }))
    }

    async fn customer_record(&self, viewer: PersonId, id: CustomerId) -> StoreResult<Option<CustomerSeen>> {
        let select = concat!("SELECT ", seen_columns!(), " FROM customer c WHERE c.id = $2");
        self.fetch_optional(sql!(select => viewer, id)).await
    }

    /// Companies, and private persons that the viewer made, in whose words every word of the search is a prefix; first
    /// those on the viewer's list, then names that start with the search.
    pub async fn search_customers(
        &self,
        viewer: PersonId,
        search: &str,
        most: u8,
    ) -> StoreResult<Vec<CustomerSeen>> {
        let mut words = search_words(search);
        if words.is_empty() {
            return Ok(vec![]);
        }
        words.resize(MOST_SEARCH_WORDS, String::new());
        let name_start = name_start(search);
        let statement = sql!(SEARCH_CUSTOMERS => viewer, name_start, prefix_end(&name_start), most);
        self.fetch_all(statement.bind_prefixes(&words)).await
    }
}
