//! Making, replacing, saving and removing customers.

use liksa_domain::customer::search::{folded, index_words};
use liksa_domain::customer::{CustomerDetails, CustomerEntry, PartyRole, PersonalIdChange};

use crate::prelude::*;

pub struct NewCustomer<'a> {
    pub id: CustomerId,
    pub maker: PersonId,
    pub entry: &'a CustomerEntry,
    pub created_at: Timestamp,
}

/// A record that no other transaction can save or replace until this one ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedCustomer {
    pub id: CustomerId,
    pub maker: PersonId,
    pub version: i64,
    pub role: PartyRole,
    /// The current record, if this is an older one.
    pub replaced_by: Option<CustomerId>,
}

impl LockedCustomer {
    /// A company is visible to everyone, a private person only to the maker.
    pub fn is_visible_to(&self, person: PersonId) -> bool {
        self.role == PartyRole::Company || self.maker == person
    }
}

read_row! { LockedCustomer { id, maker = "maker_id", version, role, replaced_by } }

tx_methods! {
    /// Whether the customer is on the list of another person. The customer must be locked.
    pub async fn is_saved_by_others(person: PersonId, id: CustomerId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM saved_customer WHERE customer_id = $1 AND person_id <> $2)" => id, person;

    /// Adds the customer to the person's list; false if it is there already.
    pub async fn save_customer(person: PersonId, id: CustomerId, now: Timestamp) -> bool = try_change
        "INSERT INTO saved_customer (person_id, customer_id, saved_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

    /// Removes the customer from the person's list, also when named by an older record; false if it is not on it.
    pub async fn remove_saved_customer(person: PersonId, id: CustomerId) -> bool = try_change
        "DELETE FROM saved_customer WHERE person_id = $1 AND customer_id = (SELECT COALESCE(replaced_by, id) \
         FROM customer WHERE id = $2)";

    async fn move_drafts(of: PersonId, old: CustomerId, new: CustomerId) = run
        "UPDATE bill SET customer_id = $3 WHERE customer_id = $2 AND person_id = $1 AND state = 'OPEN'";

    /// Locks the record until this transaction ends. Not FOR UPDATE: a bill that refers to the customer may be written
    /// meanwhile.
    pub async fn lock_customer(id: CustomerId) -> Option<LockedCustomer> = fetch_optional
        "SELECT id, maker_id, version, role, replaced_by FROM customer WHERE id = $1 FOR NO KEY UPDATE";
}

impl Tx {
    /// Stores a customer and adds it to the maker's list. False if a current company of the same identity exists; nothing
    /// is stored then.
    pub async fn insert_customer(&mut self, new: &NewCustomer<'_>) -> StoreResult<bool> {
        if !self.insert_record(new, 1, None).await? {
            return Ok(false);
        }
        self.save_customer(new.maker, new.id, new.created_at).await?;
        Ok(true)
    }

    /// Replaces a current record of the maker by a new one: on the maker's list, in the search and in the maker's
    /// drafts. Bills that were sent still name the old one. False if another company has the new identity; the
    /// transaction must not be committed then.
    pub async fn replace_customer(
        &mut self,
        old: &LockedCustomer,
        new: &NewCustomer<'_>,
    ) -> StoreResult<bool> {
        self.retire(old.id, new.id).await?;
        if !self.insert_record(new, old.version + 1, Some(old.id)).await? {
            return Ok(false);
        }
        self.clear_old_record(old.id, new.id).await?;
        self.move_drafts(new.maker, old.id, new.id).await?;
        Ok(true)
    }

    /// The current record of the customer that the id belongs to, locked.
    pub async fn lock_live_customer(&mut self, id: CustomerId) -> StoreResult<Option<LockedCustomer>> {
        let mut found = self.lock_customer(id).await?;
        while let Some(next) = found.and_then(|record| record.replaced_by) {
            found = self.lock_customer(next).await?;
        }
        Ok(found)
    }

    async fn insert_record(
        &mut self,
        new: &NewCustomer<'_>,
        version: i64,
        instead_of: Option<CustomerId>,
    ) -> StoreResult<bool> {
        let CustomerEntry { details, personal_id } = new.entry;
        let (written_id, keep_id_of) = match personal_id {
            PersonalIdChange::Set(id) => (Some(id.as_str()), None),
            PersonalIdChange::Keep => (None, instead_of),
            PersonalIdChange::Remove => (None, None),
        };
        let changed = self.try_change(sql!(
            "INSERT INTO customer (id, maker_id, version, identity, role, name, folded_name, organization, \
             business_id, vat_number, einvoice_address, operator, send_method, payment_days, reference, \
             address, postal_code, city, country, phone, email, email2, cost_units, people, created_at, \
             term_agreed, personal_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, \
             $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, \
             COALESCE($27, (SELECT old.personal_id FROM customer old WHERE old.id = $28))) \
             ON CONFLICT DO NOTHING"
            => new.id, new.maker, version, details.identity(), details.role, details.name,
               folded(&details.name), details.organization, details.business_id, details.vat_number,
               details.einvoice_address, details.operator, details.send_method, details.payment_days,
               details.reference, details.address, details.postal_code, details.city, details.country,
               details.phone, details.email, details.email2, details.cost_units,
               details.people, new.created_at, details.term_agreed, written_id, keep_id_of
        )).await?;
        if changed {
            self.insert_words(new.id, details).await?;
        }
        Ok(changed)
    }

    async fn insert_words(&mut self, id: CustomerId, details: &CustomerDetails) -> StoreResult<()> {
        let rows = index_words(details).into_iter().map(|word| values![id, word]).collect();
        self.insert_rows("INSERT INTO customer_word (customer_id, word)", rows).await
    }

    /// Marks the old record as replaced. Every older record of the customer names the new one directly.
    async fn retire(&mut self, old: CustomerId, new: CustomerId) -> StoreResult<()> {
        self.change_one(sql!(
            "UPDATE customer SET replaced_by = $2 WHERE id = $1 AND replaced_by IS NULL" => old, new
        ))
        .await?;
        self.run(sql!("UPDATE customer SET replaced_by = $2 WHERE replaced_by = $1" => old, new)).await
    }

    /// Moves to the new record what only the current one has.
    async fn clear_old_record(&mut self, old: CustomerId, new: CustomerId) -> StoreResult<()> {
        self.execute(sql!("UPDATE customer SET personal_id = NULL WHERE id = $1" => old)).await?;
        self.execute(sql!("DELETE FROM customer_word WHERE customer_id = $1" => old)).await?;
        self.run(sql!(
            "UPDATE saved_customer SET customer_id = $2 WHERE customer_id = $1" => old, new
        ))
        .await
    }
}
