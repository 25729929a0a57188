//! The register of customers, and each worker's own list of them.

mod row;
mod search;
mod write;

use liksa_domain::customer::{Customer, PartyRole, SendMethod};
use liksa_domain::ids::{CustomerId, Id, PersonId};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, on};
use crate::error::{StoreError, StoreResult};
use row::{CustomerRow, seen_columns};
pub use search::SEARCH_CUSTOMERS;
pub(crate) use search::end_of_starts;
pub use write::{LockedCustomer, NewCustomer};

/// A customer and how it stands to the person who looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerSeen {
    pub customer: Customer,
    pub version: i64,
    /// Whether the one who looks made it.
    pub own: bool,
    /// Whether it is on the list of the one who looks.
    pub saved: bool,
    /// Whether it is on anybody else's list.
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
    role: PartyRole,
    maker: PersonId,
    /// The live record, if this is an older one.
    pub replaced_by: Option<CustomerId>,
}

impl CustomerCard {
    /// Companies are everybody's to bill, a private person only the maker's.
    pub fn may_be_billed_by(&self, person: PersonId) -> bool {
        self.role == PartyRole::Company || self.maker == person
    }
}

#[derive(FromRow)]
struct CardRow {
    id: Uuid,
    name: String,
    business_id: String,
    city: String,
    send_method: String,
    payment_days: i64,
    role: String,
    maker_id: Uuid,
    replaced_by: Option<Uuid>,
}

impl Store {
    pub async fn customer_card(&self, id: CustomerId) -> StoreResult<Option<CustomerCard>> {
        let row: Option<CardRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, name, business_id, city, send_method, payment_days, role, maker_id, replaced_by \
                 FROM customer WHERE id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(CardRow::into_card).transpose()
    }

    /// The customer as it stands now, also when asked for by the id of an older record. Nothing if it is
    /// somebody else's private person.
    pub async fn customer(&self, viewer: PersonId, id: CustomerId) -> StoreResult<Option<CustomerSeen>> {
        let row: Option<CustomerRow> = on!(self.reads(), c => sqlx::query_as(concat!(
                "SELECT ", seen_columns!(), " FROM customer c \
                 WHERE c.id = (SELECT COALESCE(asked.replaced_by, asked.id) FROM customer asked WHERE asked.id = $2) \
                 AND (c.role = 'COMPANY' OR c.maker_id = $1)"))
            .bind(viewer.uuid())
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(|row| row.seen_by(viewer)).transpose()
    }

    /// The very record that a bill of the person names, also when the customer was written anew since: what was
    /// sent says what it said.
    pub async fn billed_customer(&self, person: PersonId, id: CustomerId) -> StoreResult<Option<Customer>> {
        let row = self.customer_record(person, id).await?;
        row.map(|row| Ok(row.seen_by(person)?.customer)).transpose()
    }

    /// The very record that a bill names, with everything in it but the personal id: for the provider's people.
    pub async fn customer_for_staff(&self, id: CustomerId) -> StoreResult<Option<CustomerSeen>> {
        let row = self.customer_record(PersonId::from_uuid(Uuid::nil()), id).await?;
        row.map(CustomerRow::seen_by_its_maker).transpose()
    }

    async fn customer_record(&self, viewer: PersonId, id: CustomerId) -> StoreResult<Option<CustomerRow>> {
        Ok(on!(self.reads(), c => sqlx::query_as(concat!(
                "SELECT ", seen_columns!(), " FROM customer c WHERE c.id = $2"))
            .bind(viewer.uuid())
            .bind(id.uuid())
            .fetch_optional(c).await)?)
    }

    /// How many customers there are on the person's list.
    pub async fn count_saved_customers(&self, person: PersonId) -> StoreResult<i64> {
        let (count,): (i64,) = on!(self.reads(), c => sqlx::query_as(
                "SELECT COUNT(*) FROM saved_customer WHERE person_id = $1")
            .bind(person.uuid())
            .fetch_one(c).await)?;
        Ok(count)
    }

    /// The own list, by name.
    pub async fn saved_customers(&self, person: PersonId) -> StoreResult<Vec<CustomerSeen>> {
        let rows: Vec<CustomerRow> = on!(self.reads(), c => sqlx::query_as(SAVED_CUSTOMERS)
            .bind(person.uuid())
            .fetch_all(c).await)?;
        rows.into_iter().map(|row| row.seen_by(person)).collect()
    }
}

pub const SAVED_CUSTOMERS: &str = concat!(
    "SELECT ",
    seen_columns!(),
    " FROM saved_customer mine JOIN customer c ON c.id = mine.customer_id \
     WHERE mine.person_id = $1 AND (c.role = 'COMPANY' OR c.maker_id = $1) ORDER BY c.folded_name, c.id"
);

impl CardRow {
    fn into_card(self) -> StoreResult<CustomerCard> {
        Ok(CustomerCard {
            id: CustomerId::from_uuid(self.id),
            name: self.name,
            business_id: self.business_id,
            city: self.city,
            send_method: SendMethod::from_name(&self.send_method)
                .ok_or(StoreError::Corrupt("way to send"))?,
            payment_days: self.payment_days.try_into().map_err(|_| StoreError::Corrupt("term of payment"))?,
            role: PartyRole::from_name(&self.role).ok_or(StoreError::Corrupt("party role"))?,
            maker: PersonId::from_uuid(self.maker_id),
            replaced_by: self.replaced_by.map(CustomerId::from_uuid),
        })
    }
}
