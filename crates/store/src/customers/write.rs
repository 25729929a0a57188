//! Making, replacing, saving and removing customers.

use liksa_domain::customer::search::{folded, index_words};
use liksa_domain::customer::{Company, CustomerDetails, CustomerEntry, PartyRole, PersonalIdChange};

use super::{detail_columns, own_record};
use crate::prelude::*;

pub struct NewCustomer<'a> {
    pub id: CustomerId,
    /// The worker whose bills it is for.
    pub maker: PersonId,
    pub entry: &'a CustomerEntry,
    pub created_at: Timestamp,
}

/// A present record that no other transaction can replace until this one ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedCustomer {
    pub id: CustomerId,
    pub maker: PersonId,
    pub version: i64,
    pub role: PartyRole,
}

/// A present record of a company with its details.
pub struct EntryOfCompany {
    pub record: LockedCustomer,
    pub details: CustomerDetails,
}

read_row! { LockedCustomer { id, maker = "maker_id", version, role } }
read_row! { EntryOfCompany {} flat { record, details } }

tx_methods! {
    /// Adds the customer to the person's list; false if it is there already.
    pub async fn save_customer(person: PersonId, id: CustomerId, now: Timestamp) -> bool = try_change
        "INSERT INTO saved_customer (person_id, customer_id, saved_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

    /// Removes the customer from the person's list, by the id of whichever of its records; false if it is not on it.
    pub async fn remove_saved_customer(person: PersonId, id: CustomerId) -> bool = try_change
        concat!("DELETE FROM saved_customer WHERE person_id = $1 AND customer_id IN (SELECT c.id ", own_record!(), ")");

    async fn move_drafts(of: PersonId, old: CustomerId, new: CustomerId) = run
        "UPDATE bill SET customer_id = $3 WHERE customer_id = $2 AND person_id = $1 AND state = 'OPEN'";

    /// Locks the person's own present record of a customer, by the id of whichever of its records. Not FOR UPDATE: a bill
    /// that refers to the record may be written meanwhile.
    pub async fn lock_own_customer(person: PersonId, id: CustomerId) -> Option<LockedCustomer> = fetch_optional
        concat!("SELECT c.id, c.maker_id, c.version, c.role ", own_record!(), " FOR NO KEY UPDATE OF c");

    /// The present records of all workers who bill a company, which must be locked.
    pub async fn entries_of_company(company: CustomerId) -> Vec<EntryOfCompany> = fetch_all
        concat!(
            "SELECT c.id, c.maker_id, c.version, ", detail_columns!(), " FROM customer c \
             WHERE c.company_id = $1 AND c.replaced_by IS NULL ORDER BY c.id FOR NO KEY UPDATE"
        );

    pub(super) async fn delete_words(of: CustomerId) = run "DELETE FROM customer_word WHERE customer_id = $1";
}

impl Tx {
    /// Stores a customer, adds it to the maker's list and, if it is a company, to the register. False if a company of the
    /// same identity is in the register; nothing is stored then.
    pub async fn insert_customer(&mut self, new: &NewCustomer<'_>) -> StoreResult<bool> {
        let details = &new.entry.details;
        let company = (details.role == PartyRole::Company).then_some(new.id);
        if company.is_some() && !self.insert_company(new.id, &details.company(), new.created_at).await? {
            return Ok(false);
        }
        self.insert_record(new, 1, company, None).await?;
        self.insert_words(new.id, &details.company()).await?;
        self.save_customer(new.maker, new.id, new.created_at).await?;
        Ok(true)
    }

    /// Stores the own record of a worker who begins to bill a company of the register, which must be locked.
    pub async fn insert_entry(&mut self, company: CustomerId, new: &NewCustomer<'_>) -> StoreResult<()> {
        self.insert_record(new, 1, Some(company), None).await
    }

    /// Replaces a worker's record by a new one: on the worker's list and in the worker's drafts. Bills that were sent
    /// still name the old one. What the register says of a company stays as it is.
    pub async fn replace_customer(&mut self, old: &LockedCustomer, new: &NewCustomer<'_>) -> StoreResult<()> {
        self.retire(old.id, new.id).await?;
        let company = sql!("SELECT company_id FROM customer WHERE id = $1" => old.id);
        let company: Option<CustomerId> = self.fetch_value(company).await?;
        self.insert_record(new, old.version + 1, company, Some(old.id)).await?;
        self.execute(sql!("UPDATE customer SET personal_id = NULL WHERE id = $1" => old.id)).await?;
        if old.role == PartyRole::Individual {
            self.delete_words(old.id).await?;
            self.insert_words(new.id, &new.entry.details.company()).await?;
        }
        self.run(sql!(
            "UPDATE saved_customer SET customer_id = $2 WHERE customer_id = $1" => old.id, new.id
        ))
        .await?;
        self.move_drafts(new.maker, old.id, new.id).await
    }

    async fn insert_record(
        &mut self,
        new: &NewCustomer<'_>,
        version: i64,
        company: Option<CustomerId>,
        instead_of: Option<CustomerId>,
    ) -> StoreResult<()> {
        let CustomerEntry { details, personal_id } = new.entry;
        let (written_id, keep_id_of) = match personal_id {
            PersonalIdChange::Set(id) => (Some(id.as_str()), None),
            PersonalIdChange::Keep => (None, instead_of),
            PersonalIdChange::Remove => (None, None),
        };
        self.change_one(sql!(
            "INSERT INTO customer (id, maker_id, version, identity, role, name, folded_name, organization, \
             business_id, vat_number, einvoice_address, operator, send_method, payment_days, reference, \
             address, postal_code, city, country, phone, email, email2, cost_units, people, created_at, \
             term_agreed, company_id, folded_city, personal_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, \
             $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, \
             COALESCE($29, (SELECT old.personal_id FROM customer old WHERE old.id = $30)))"
            => new.id, new.maker, version, details.identity(), details.role, details.name,
               folded(&details.name), details.organization, details.business_id, details.vat_number,
               details.einvoice_address, details.operator, details.send_method, details.payment_days,
               details.reference, details.address, details.postal_code, details.city, details.country,
               details.phone, details.email, details.email2, details.cost_units,
               details.people, new.created_at, details.term_agreed, company,
               folded(&details.city), written_id, keep_id_of
        ))
        .await
    }

    pub(super) async fn insert_words(&mut self, id: CustomerId, of: &Company) -> StoreResult<()> {
        let rows = index_words(of).into_iter().map(|word| values![id, word]).collect();
        self.insert_rows("INSERT INTO customer_word (customer_id, word)", rows).await
    }

    /// Marks the old record as replaced. Every older record of the worker's names the new one directly.
    async fn retire(&mut self, old: CustomerId, new: CustomerId) -> StoreResult<()> {
        self.change_one(sql!(
            "UPDATE customer SET replaced_by = $2 WHERE id = $1 AND replaced_by IS NULL" => old, new
        ))
        .await?;
        self.run(sql!("UPDATE customer SET replaced_by = $2 WHERE replaced_by = $1" => old, new)).await
    }
}
