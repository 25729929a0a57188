//! The register of companies.

use liksa_domain::customer::search::{folded, search_words};
use liksa_domain::customer::{Company, Customer};
use uuid::Uuid;

use super::CustomerSeen;
use super::search::{filled, matches_words};
use crate::cursor::Cursor;
use crate::prelude::*;

/// A company of the register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredCompany {
    pub id: CustomerId,
    pub version: i64,
    pub company: Company,
    /// How many workers bill it.
    pub workers: i64,
}

/// A company that no other transaction can bill for the first time or correct until this one ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedCompany {
    pub id: CustomerId,
    pub version: i64,
    pub company: Company,
}

read_row! { RegisteredCompany { id, version, workers } flat { company } }
read_row! { LockedCompany { id, version } flat { company } }
read_row! {
    Company {
        name, organization, business_id, vat_number, einvoice_address, operator, address, postal_code, city, country
    }
}

impl From<RegisteredCompany> for CustomerSeen {
    fn from(found: RegisteredCompany) -> Self {
        Self {
            customer: Customer { id: found.id, details: found.company.first_entry() },
            version: found.version,
            own: false,
            saved: false,
            shared: found.workers > 0,
            has_personal_id: false,
        }
    }
}

macro_rules! company_columns {
    () => {
        "k.id, k.version, k.name, k.organization, k.business_id, k.vat_number, k.einvoice_address, k.operator, k.address, \
         k.postal_code, k.city, k.country"
    };
}

macro_rules! registered {
    ($condition:expr) => {
        concat!(
            "SELECT ",
            company_columns!(),
            ", (SELECT COUNT(*) FROM customer e WHERE e.company_id = k.id AND e.replaced_by IS NULL) AS workers \
             FROM company k WHERE ",
            $condition
        )
    };
}

macro_rules! after {
    ($id:literal, $limit:literal) => {
        concat!(
            "k.folded_name >= $1 AND (k.folded_name > $1 OR k.id > ",
            $id,
            ") ORDER BY k.folded_name, k.id LIMIT ",
            $limit
        )
    };
}

pub(crate) const COMPANIES: &str = registered!(after!("$2", "$3"));
pub(crate) const COMPANIES_FOUND: &str =
    registered!(concat!(matches_words!("k"), " AND ", after!("$14", "$15")));

/// Which companies to list, by name.
pub struct CompanyFilter<'a> {
    /// All if it has no usable word.
    pub search: &'a str,
    /// The last one of the page before.
    pub after: Option<&'a Cursor<String>>,
    pub limit: i64,
}

impl RegisteredCompany {
    /// Where the next page of a list begins.
    pub fn cursor(&self) -> Cursor<String> {
        Cursor { key: folded(&self.company.name), id: self.id.uuid() }
    }
}

store_methods! {
    pub async fn company(id: CustomerId) -> Option<RegisteredCompany> = fetch_optional registered!("k.id = $1");

    /// The company that a record is of.
    pub(super) async fn company_of(record: CustomerId) -> Option<RegisteredCompany> = fetch_optional
        registered!("k.id = (SELECT c.company_id FROM customer c WHERE c.id = $1)");

    pub(super) async fn companies_with(ids: &[CustomerId]) -> Vec<RegisteredCompany> = fetch_all
        registered!("k.id = ANY($1)");
}

impl Store {
    /// Companies by name, or those that a search finds.
    pub async fn companies(&self, filter: &CompanyFilter<'_>) -> StoreResult<Vec<RegisteredCompany>> {
        let start = (String::new(), Uuid::nil());
        let (name, id) = filter.after.map_or(start, |after| (after.key.clone(), after.id));
        let words = search_words(filter.search);
        if words.is_empty() {
            return self.fetch_all(sql!(COMPANIES => name, id, filter.limit)).await;
        }
        let statement = sql!(COMPANIES_FOUND => name).bind_prefixes(&filled(words));
        self.fetch_all(statement.bind(&id).bind(&filter.limit)).await
    }
}

tx_methods! {
    /// Locks the company that a record is of. Not FOR UPDATE: a bill that refers to a record may be written meanwhile.
    pub async fn lock_company(record: CustomerId) -> Option<LockedCompany> = fetch_optional
        concat!(
            "SELECT ", company_columns!(), " FROM company k \
             WHERE k.id = (SELECT c.company_id FROM customer c WHERE c.id = $1) FOR NO KEY UPDATE"
        );

    /// Whether other workers bill the company. It must be locked.
    pub async fn is_billed_by_others(person: PersonId, company: CustomerId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM customer WHERE company_id = $1 AND maker_id <> $2 AND replaced_by IS NULL)"
        => company, person;
}

impl Tx {
    /// Adds a company; false if one of the same identity is in the register.
    pub(super) async fn insert_company(
        &mut self,
        id: CustomerId,
        company: &Company,
        at: Timestamp,
    ) -> StoreResult<bool> {
        self.try_change(sql!(
            "INSERT INTO company (id, version, identity, name, folded_name, organization, business_id, vat_number, \
             einvoice_address, operator, address, postal_code, city, country, created_at) \
             VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING"
            => id, company.identity(), company.name, folded(&company.name), company.organization,
               company.business_id, company.vat_number, company.einvoice_address, company.operator,
               company.address, company.postal_code, company.city, company.country, at
        ))
        .await
    }

    /// Changes what the register says of a locked company. False if another company has the identity; the transaction
    /// must not be committed then.
    pub async fn write_company(&mut self, locked: &LockedCompany, company: &Company) -> StoreResult<bool> {
        let update = sql!(
            "UPDATE company SET version = version + 1, identity = $2, name = $3, folded_name = $4, organization = $5, \
             business_id = $6, vat_number = $7, einvoice_address = $8, operator = $9, address = $10, \
             postal_code = $11, city = $12, country = $13 WHERE id = $1"
            => locked.id, company.identity(), company.name, folded(&company.name), company.organization,
               company.business_id, company.vat_number, company.einvoice_address, company.operator,
               company.address, company.postal_code, company.city, company.country
        );
        match self.change_one_unique(update, StoreError::CompanyTaken).await {
            Err(StoreError::CompanyTaken) => return Ok(false),
            done => done?,
        }
        self.delete_words(locked.id).await?;
        self.insert_words(locked.id, company).await?;
        Ok(true)
    }
}
