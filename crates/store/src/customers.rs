//! The register of companies, and each worker's own customers.
//!
//! A row of `customer` is what one worker's bills say of a customer: who it is and how bills reach it. It is never
//! changed, so that a bill keeps what it was sent to; an edit makes a new one. A row of `company` is what all workers
//! see of a company. It has the id of one of the company's records.

mod register;
mod search;
mod write;

use liksa_domain::customer::{Buyer, Customer, CustomerDetails};
use liksa_domain::review::Reach;
use uuid::Uuid;

use crate::prelude::*;
use crate::sums::{exact_sum, summed};
pub use {register::*, search::*, write::*};

/// A customer as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerSeen {
    pub customer: Customer,
    pub version: i64,
    /// Whether the person bills it. If not, this is what the register says, without anybody's delivery.
    pub own: bool,
    /// Whether it is on that person's list.
    pub saved: bool,
    /// Whether others bill the company too.
    pub shared: bool,
    /// The personal id itself is never read.
    pub has_personal_id: bool,
}

impl CustomerSeen {
    /// Whether the person may change who it is: a private person of their own, or a company that nobody else bills.
    pub fn is_editable(&self) -> bool {
        self.own && !self.shared
    }
}

/// What a bill needs to know of its customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerCard {
    pub id: CustomerId,
    pub payment_days: u8,
    pub buyer: Buyer,
    pub reach: Reach,
}

read_row! { CustomerSeen { version, own, saved, shared, has_personal_id } flat { customer } }
read_row! { Customer { id } flat { details } }
read_row! {
    CustomerDetails {
        name, role, organization, business_id, vat_number, einvoice_address, operator, send_method, payment_days,
        term_agreed, reference, address, postal_code, city, country, phone, email, email2, cost_units, people
    }
}
read_row! { CustomerCard { id, payment_days } flat { buyer, reach } }
read_row! { Buyer { role, business_id, vat_number } }
read_row! { Reach { method = "send_method", address = "reach_address" } }

/// The details of a customer `c`. The personal id is not among them.
macro_rules! detail_columns {
    () => {
        "c.role, c.name, c.organization, c.business_id, c.vat_number, c.einvoice_address, c.operator, c.send_method, \
         c.payment_days, c.term_agreed, c.reference, c.address, c.postal_code, c.city, c.country, c.phone, c.email, \
         c.email2, c.cost_units, c.people"
    };
}
use detail_columns;

/// What is read of a customer `c` for the person `$1`.
macro_rules! seen_columns {
    () => {
        concat!(
            "c.id, c.version, ",
            detail_columns!(),
            ", c.maker_id = $1 AS own, c.personal_id IS NOT NULL AS has_personal_id, \
             EXISTS (SELECT 1 FROM saved_customer s WHERE s.person_id = $1 AND s.customer_id = c.id) AS saved, \
             EXISTS (SELECT 1 FROM customer o WHERE o.company_id = c.company_id AND o.maker_id <> c.maker_id \
             AND o.replaced_by IS NULL) AS shared"
        )
    };
}
use seen_columns;

/// The present record of person `$1` of the customer that `$2` is a record of, also when that one is another worker's
/// record of the same company.
macro_rules! own_record {
    () => {
        "FROM customer asked JOIN customer c ON c.maker_id = $1 AND c.replaced_by IS NULL \
         AND (c.company_id = asked.company_id OR c.id = COALESCE(asked.replaced_by, asked.id)) WHERE asked.id = $2"
    };
}
use own_record;

/// Where the bills of the customer with the given alias go: its method, and the address that the method needs, which
/// is empty if it is not complete.
macro_rules! reach_address {
    ($customer:literal) => {
        concat!(
            "CASE ",
            $customer,
            ".send_method WHEN 'EMAIL' THEN ",
            $customer,
            ".email WHEN 'EBILL' THEN \
             CASE WHEN ",
            $customer,
            ".einvoice_address <> '' AND ",
            $customer,
            ".operator <> '' THEN ",
            $customer,
            ".einvoice_address || ' ' || ",
            $customer,
            ".operator ELSE '' END ELSE \
             CASE WHEN ",
            $customer,
            ".address <> '' AND ",
            $customer,
            ".postal_code <> '' THEN ",
            $customer,
            ".address || ', ' || ",
            $customer,
            ".postal_code || ' ' || ",
            $customer,
            ".city || ', ' || ",
            $customer,
            ".country ELSE '' END END"
        )
    };
}
pub(crate) use reach_address;

/// The ids of all records of the customer with the given alias: those of the line of a private person, and of a company
/// those of every worker.
macro_rules! records_of_customer {
    ($customer:literal) => {
        concat!(
            "(SELECT l.id FROM customer l WHERE l.company_id = ",
            $customer,
            ".company_id \
             OR l.id = COALESCE(",
            $customer,
            ".replaced_by, ",
            $customer,
            ".id) \
             OR l.replaced_by = COALESCE(",
            $customer,
            ".replaced_by, ",
            $customer,
            ".id))"
        )
    };
}
pub(crate) use records_of_customer;

pub(crate) const SAVED_CUSTOMERS: &str = concat!(
    "SELECT ",
    seen_columns!(),
    " FROM saved_customer mine JOIN customer c ON c.id = mine.customer_id \
     WHERE mine.person_id = $1 AND c.maker_id = $1 ORDER BY c.folded_name, c.id"
);

/// What worker `$1` has billed each customer on the own list, by whichever record of it. The bills are added up first, each
/// read once.
pub(crate) const BILLED_CUSTOMERS: &str = concat!(
    "WITH billed AS (SELECT COALESCE(r.company_id, r.replaced_by, r.id) AS whom, ",
    exact_sum!("b.total", "amount"),
    ", MAX(CASE WHEN b.credit_of IS NULL THEN b.billing_date END) AS last_billed FROM bill b \
     JOIN customer r ON r.id = b.customer_id WHERE b.person_id = $1 AND b.number IS NOT NULL \
     GROUP BY COALESCE(r.company_id, r.replaced_by, r.id)) \
     SELECT c.id, billed.amount_millions, billed.amount_rest, billed.last_billed \
     FROM saved_customer mine JOIN customer c ON c.id = mine.customer_id AND c.maker_id = $1 \
     JOIN billed ON billed.whom = COALESCE(c.company_id, c.id) WHERE mine.person_id = $1"
);

/// What one worker has billed a customer. Drafts and bills that have not left do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilledCustomer {
    pub id: CustomerId,
    /// Without VAT, less what was credited.
    pub amount: Money,
    /// The billing date of the last bill that is no credit note.
    pub last_billed: Option<Date>,
}

impl ReadRow for BilledCustomer {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self { id: row.get("id")?, amount: summed(row, "amount")?, last_billed: row.get("last_billed")? })
    }
}

store_methods! {
    /// The customer as the person bills it; None if the person has no record of it.
    pub async fn own_customer_card(person: PersonId, id: CustomerId) -> Option<CustomerCard> = fetch_optional
        concat!(
            "SELECT c.id, c.payment_days, c.role, c.business_id, c.vat_number, c.send_method, ",
            reach_address!("c"), " AS reach_address ", own_record!()
        );

    async fn own_customer(person: PersonId, id: CustomerId) -> Option<CustomerSeen> = fetch_optional
        concat!("SELECT ", seen_columns!(), " ", own_record!());

    /// Whether two records are of the same customer.
    pub async fn is_same_customer(one: CustomerId, other: CustomerId) -> bool = fetch_value
        concat!(
            "SELECT EXISTS (SELECT 1 FROM customer c WHERE c.id = $1 AND $2 IN ", records_of_customer!("c"), ")"
        );

    /// How many customers there are on the person's list.
    pub async fn count_saved_customers(person: PersonId) -> i64 = fetch_value
        "SELECT COUNT(*) FROM saved_customer WHERE person_id = $1";

    /// The person's list, by name.
    pub async fn saved_customers(person: PersonId) -> Vec<CustomerSeen> = fetch_all SAVED_CUSTOMERS;

    /// What the person has billed those on the own list. Customers without a bill that left are not among them.
    pub async fn billed_customers(person: PersonId) -> Vec<BilledCustomer> = fetch_all BILLED_CUSTOMERS;
}

impl Store {
    /// The customer as the viewer bills it, or what the register says of a company that the viewer does not bill. None if
    /// it is a private person that another person made.
    pub async fn customer(&self, viewer: PersonId, id: CustomerId) -> StoreResult<Option<CustomerSeen>> {
        match self.own_customer(viewer, id).await? {
            Some(own) => Ok(Some(own)),
            None => Ok(self.company_of(id).await?.map(CustomerSeen::from)),
        }
    }

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
}
