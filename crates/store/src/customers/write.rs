//! Making, replacing, saving and removing customers.

use jiff::Timestamp;
use liksa_domain::customer::search::{folded, index_words};
use liksa_domain::customer::{CustomerDetails, CustomerEntry, PartyRole, PersonalIdChange};
use liksa_domain::ids::{CustomerId, Id, PersonId};
use sqlx::FromRow;
use uuid::Uuid;

use super::row::{cost_units_to_json, people_to_json};
use crate::db::{On, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::to_micros;

pub struct NewCustomer<'a> {
    pub id: CustomerId,
    pub maker: PersonId,
    pub entry: &'a CustomerEntry,
    pub created_at: Timestamp,
}

/// A record that nobody else can save or replace before this transaction is through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedCustomer {
    pub id: CustomerId,
    pub maker: PersonId,
    pub version: i64,
    pub role: PartyRole,
    /// The live record, if this is an older one.
    pub replaced_by: Option<CustomerId>,
}

impl LockedCustomer {
    /// Companies are there for everybody, a private person only for the maker.
    pub fn is_visible_to(&self, person: PersonId) -> bool {
        self.role == PartyRole::Company || self.maker == person
    }
}

#[derive(FromRow)]
struct LockedRow {
    id: Uuid,
    maker_id: Uuid,
    version: i64,
    role: String,
    replaced_by: Option<Uuid>,
}

impl Tx {
    /// Stores a customer and puts it on the maker's list. False if a live company of the same identity is
    /// there already; nothing is stored then.
    pub async fn insert_customer(&mut self, new: &NewCustomer<'_>) -> StoreResult<bool> {
        if !self.insert_record(new, 1, None).await? {
            return Ok(false);
        }
        self.save_customer(new.maker, new.id, new.created_at).await?;
        Ok(true)
    }

    /// Puts a new record in the place of a live one of the maker's: on the maker's list, in the search and in
    /// the maker's drafts. Bills that were sent keep the old one. False if another live company is what this
    /// one would become; the transaction must then be given up.
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

    /// Waits until nobody else holds the record, and holds it.
    pub async fn lock_customer(&mut self, id: CustomerId) -> StoreResult<Option<LockedCustomer>> {
        macro_rules! select {
            () => {
                "SELECT id, maker_id, version, role, replaced_by FROM customer WHERE id = $1"
            };
        }
        let row: Option<LockedRow> = match self.conn() {
            // A transaction of SQLite is alone with the whole database.
            On::Sqlite(c) => sqlx::query_as(select!()).bind(id.uuid()).fetch_optional(c).await?,
            // Not FOR UPDATE: a bill that refers to the customer may be written meanwhile.
            On::Postgres(c) => {
                let sql = concat!(select!(), " FOR NO KEY UPDATE");
                sqlx::query_as(sql).bind(id.uuid()).fetch_optional(c).await?
            }
        };
        row.map(LockedRow::into_locked).transpose()
    }

    /// The live record of the line that the id belongs to, held.
    pub async fn lock_live_customer(&mut self, id: CustomerId) -> StoreResult<Option<LockedCustomer>> {
        let mut found = self.lock_customer(id).await?;
        while let Some(next) = found.and_then(|record| record.replaced_by) {
            found = self.lock_customer(next).await?;
        }
        Ok(found)
    }

    /// Whether the customer is on anybody's list but this person's. Holds only while the customer is locked.
    pub async fn is_saved_by_others(&mut self, person: PersonId, id: CustomerId) -> StoreResult<bool> {
        let other: Option<(Uuid,)> = on!(self.conn(), c => sqlx::query_as(
                "SELECT person_id FROM saved_customer WHERE customer_id = $1 AND person_id <> $2 LIMIT 1")
            .bind(id.uuid())
            .bind(person.uuid())
            .fetch_optional(c).await)?;
        Ok(other.is_some())
    }

    /// Puts the customer on the person's list; false if it is there already.
    pub async fn save_customer(
        &mut self,
        person: PersonId,
        id: CustomerId,
        now: Timestamp,
    ) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO saved_customer (person_id, customer_id, saved_at) VALUES ($1, $2, $3) \
                 ON CONFLICT DO NOTHING")
            .bind(person.uuid())
            .bind(id.uuid())
            .bind(to_micros(now))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Takes the customer off the person's list, also when named by an older record; false if it is not on it.
    pub async fn remove_saved_customer(&mut self, person: PersonId, id: CustomerId) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "DELETE FROM saved_customer WHERE person_id = $1 AND customer_id = \
                 (SELECT COALESCE(replaced_by, id) FROM customer WHERE id = $2)")
            .bind(person.uuid())
            .bind(id.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
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
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO customer (id, maker_id, version, identity, role, name, folded_name, organization, \
                 business_id, vat_number, einvoice_address, operator, send_method, payment_days, reference, \
                 address, postal_code, city, country, phone, email, email2, cost_units, people, created_at, \
                 personal_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, \
                 $17, $18, $19, $20, $21, $22, $23, $24, $25, \
                 COALESCE($26, (SELECT old.personal_id FROM customer old WHERE old.id = $27))) \
                 ON CONFLICT DO NOTHING")
            .bind(new.id.uuid())
            .bind(new.maker.uuid())
            .bind(version)
            .bind(details.identity())
            .bind(details.role.name())
            .bind(&details.name)
            .bind(folded(&details.name))
            .bind(&details.organization)
            .bind(&details.business_id)
            .bind(&details.vat_number)
            .bind(&details.einvoice_address)
            .bind(&details.operator)
            .bind(details.send_method.name())
            .bind(i64::from(details.payment_days))
            .bind(&details.reference)
            .bind(&details.address)
            .bind(&details.postal_code)
            .bind(&details.city)
            .bind(&details.country)
            .bind(&details.phone)
            .bind(&details.email)
            .bind(&details.email2)
            .bind(cost_units_to_json(&details.cost_units))
            .bind(people_to_json(&details.people))
            .bind(to_micros(new.created_at))
            .bind(written_id)
            .bind(keep_id_of.map(Id::uuid))
            .execute(c).await.map(|done| done.rows_affected()))?;
        if rows == 1 {
            self.insert_words(new.id, details).await?;
        }
        Ok(rows == 1)
    }

    async fn insert_words(&mut self, id: CustomerId, details: &CustomerDetails) -> StoreResult<()> {
        for word in index_words(details) {
            let rows = on!(self.conn(), c => sqlx::query(
                    "INSERT INTO customer_word (customer_id, word) VALUES ($1, $2)")
                .bind(id.uuid())
                .bind(word)
                .execute(c).await.map(|done| done.rows_affected()))?;
            exactly_one(rows)?;
        }
        Ok(())
    }

    /// Makes room for the new record among the live ones. Every older record of the line leads straight to it.
    async fn retire(&mut self, old: CustomerId, new: CustomerId) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE customer SET replaced_by = $2 WHERE id = $1 AND replaced_by IS NULL")
            .bind(old.uuid())
            .bind(new.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        on!(self.conn(), c => sqlx::query("UPDATE customer SET replaced_by = $2 WHERE replaced_by = $1")
            .bind(old.uuid())
            .bind(new.uuid())
            .execute(c).await.map(drop))?;
        Ok(())
    }

    /// Moves to the new record what belongs to the live one alone.
    async fn clear_old_record(&mut self, old: CustomerId, new: CustomerId) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query("UPDATE customer SET personal_id = NULL WHERE id = $1")
            .bind(old.uuid())
            .execute(c).await.map(drop))?;
        on!(self.conn(), c => sqlx::query("DELETE FROM customer_word WHERE customer_id = $1")
            .bind(old.uuid())
            .execute(c).await.map(drop))?;
        on!(self.conn(), c => sqlx::query(
                "UPDATE saved_customer SET customer_id = $2 WHERE customer_id = $1")
            .bind(old.uuid())
            .bind(new.uuid())
            .execute(c).await.map(drop))?;
        Ok(())
    }

    async fn move_drafts(&mut self, of: PersonId, old: CustomerId, new: CustomerId) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET customer_id = $3 WHERE customer_id = $2 AND person_id = $1 AND state = 'OPEN'")
            .bind(of.uuid())
            .bind(old.uuid())
            .bind(new.uuid())
            .execute(c).await.map(drop))?;
        Ok(())
    }
}

impl LockedRow {
    fn into_locked(self) -> StoreResult<LockedCustomer> {
        Ok(LockedCustomer {
            id: CustomerId::from_uuid(self.id),
            maker: PersonId::from_uuid(self.maker_id),
            version: self.version,
            role: PartyRole::from_name(&self.role).ok_or(StoreError::Corrupt("party role"))?,
            replaced_by: self.replaced_by.map(CustomerId::from_uuid),
        })
    }
}
