//! What a person keeps in their own account.

use jiff::Timestamp;
use liksa_domain::account::identity::Identity;
use liksa_domain::account::news::Notices;
use liksa_domain::account::profile::OwnAccount;
use liksa_domain::customer::search::folded;
use liksa_domain::ids::{FileId, Id, PersonId};
use liksa_domain::pay_facts::Profile;
use liksa_domain::person::Person;
use liksa_finland::PersonalId;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{On, Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::pay_facts::{ProfileRow, parsed};
use crate::people::PersonRow;
use crate::time::{from_micros, to_micros};

#[derive(FromRow)]
struct OwnRow {
    #[sqlx(flatten)]
    person: PersonRow,
    version: i64,
    #[sqlx(flatten)]
    profile: ProfileRow,
    postal_code: String,
    profession_code: Option<String>,
    primary_work: String,
    disable_address_search: bool,
    mail_bill_approved: bool,
    mail_bill_returned: bool,
    mail_bill_paid: bool,
    mail_salary_paid: bool,
    picture_file: Option<Uuid>,
    deletion_requested_at: Option<i64>,
    email_confirmed_at: Option<i64>,
}

#[derive(FromRow)]
struct RequestRow {
    #[sqlx(flatten)]
    person: PersonRow,
    deletion_requested_at: i64,
}

pub const DELETION_REQUESTS: &str = "SELECT p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, p.strong_identified, \
     (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles, \
     p.deletion_requested_at FROM person p \
     WHERE p.deletion_requested_at IS NOT NULL AND p.erased_at IS NULL \
     ORDER BY p.folded_name, p.id LIMIT $1";

pub const PERSON_WITH_PERSONAL_ID: &str = "SELECT p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, p.strong_identified, \
     (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles \
     FROM person p WHERE p.personal_id = $1 AND p.strong_identified AND p.erased_at IS NULL \
     ORDER BY p.id LIMIT 1";

impl Store {
    pub async fn own_account(&self, id: PersonId) -> StoreResult<Option<OwnAccount>> {
        let row: Option<OwnRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, p.strong_identified, \
                 (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles, \
                 p.version, p.address, p.city, p.country, p.phone, p.marketing_name, p.iban, p.bic, \
                 p.personal_id, p.postal_code, p.profession_code, p.primary_work, p.disable_address_search, \
                 p.mail_bill_approved, p.mail_bill_returned, p.mail_bill_paid, p.mail_salary_paid, \
                 p.picture_file, p.deletion_requested_at, p.email_confirmed_at FROM person p WHERE p.id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(OwnRow::into_account).transpose()
    }

    /// Whom a bank means by this personal id, if they have an account.
    pub async fn person_with_personal_id(&self, id: &PersonalId) -> StoreResult<Option<Person>> {
        let row: Option<PersonRow> = on!(self.reads(), c => sqlx::query_as(PERSON_WITH_PERSONAL_ID)
            .bind(id.as_str())
            .fetch_optional(c).await)?;
        row.map(PersonRow::into_person).transpose()
    }

    /// Who wants their account removed, and since when, by last name.
    pub async fn deletion_requests(&self, limit: i64) -> StoreResult<Vec<(Person, Timestamp)>> {
        let rows: Vec<RequestRow> = on!(self.reads(), c => sqlx::query_as(DELETION_REQUESTS)
            .bind(limit)
            .fetch_all(c).await)?;
        let request =
            |row: RequestRow| Ok((row.person.into_person()?, from_micros(row.deletion_requested_at)?));
        rows.into_iter().map(request).collect()
    }

    pub async fn personal_id_of(&self, id: PersonId) -> StoreResult<Option<PersonalId>> {
        let row: Option<(Option<String>,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT personal_id FROM person WHERE id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        parsed(row.and_then(|(id,)| id), "personal id")
    }
}

impl Tx {
    /// Whether somebody has an account whom a bank means by this personal id.
    pub async fn is_registered(&mut self, id: &PersonalId) -> StoreResult<bool> {
        let row: Option<PersonRow> = on!(self.conn(), c => sqlx::query_as(PERSON_WITH_PERSONAL_ID)
            .bind(id.as_str())
            .fetch_optional(c).await)?;
        Ok(row.is_some())
    }

    /// Saves what a person may say about themselves. False if the account is no longer of this version.
    pub async fn save_own_account(&mut self, account: &OwnAccount) -> StoreResult<bool> {
        let OwnAccount { person, profile, notices, .. } = account;
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET version = version + 1, first_name = $3, last_name = $4, folded_name = $5, \
                 language = $6, address = $7, city = $8, country = $9, phone = $10, marketing_name = $11, \
                 iban = $12, bic = $13, postal_code = $14, profession_code = $15, primary_work = $16, \
                 disable_address_search = $17, mail_bill_approved = $18, mail_bill_returned = $19, \
                 mail_bill_paid = $20, mail_salary_paid = $21 WHERE id = $1 AND version = $2")
            .bind(person.id.uuid())
            .bind(account.version)
            .bind(&person.first_name)
            .bind(&person.last_name)
            .bind(folded(&format!("{} {}", person.last_name, person.first_name)))
            .bind(person.language.name())
            .bind(&profile.address)
            .bind(&profile.city)
            .bind(&profile.country)
            .bind(&profile.phone)
            .bind(&profile.marketing_name)
            .bind(profile.iban.as_ref().map(|iban| iban.as_str()))
            .bind(profile.bic.as_ref().map(|bic| bic.as_str()))
            .bind(&account.postal_code)
            .bind(&account.profession_code)
            .bind(&account.primary_work)
            .bind(account.disable_address_search)
            .bind(notices.bill_approved)
            .bind(notices.bill_returned)
            .bind(notices.bill_paid)
            .bind(notices.salary_paid)
            .execute(c).await.map(|done| done.rows_affected()))?;
        if rows == 1 {
            self.replace_words_of(person).await?;
        }
        Ok(rows == 1)
    }

    pub(super) async fn replace_words_of(&mut self, person: &Person) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query("DELETE FROM person_word WHERE person_id = $1")
            .bind(person.id.uuid())
            .execute(c).await.map(drop))?;
        self.insert_words_of(person).await
    }

    /// The hash of a person's password, which nobody changes before this transaction is through: what was checked
    /// before it began may have changed since. Nothing for a person who is erased.
    pub async fn lock_password(&mut self, person: PersonId) -> StoreResult<Option<String>> {
        macro_rules! select {
            () => {
                "SELECT password_hash FROM person WHERE id = $1 AND erased_at IS NULL"
            };
        }
        let row: Option<(String,)> = match self.conn() {
            // A transaction of SQLite is alone with the whole database.
            On::Sqlite(c) => sqlx::query_as(select!()).bind(person.uuid()).fetch_optional(c).await?,
            // Not FOR UPDATE: what refers to the person may be written meanwhile.
            On::Postgres(c) => {
                let sql = concat!(select!(), " FOR NO KEY UPDATE");
                sqlx::query_as(sql).bind(person.uuid()).fetch_optional(c).await?
            }
        };
        Ok(row.map(|(hash,)| hash))
    }

    pub async fn set_password(&mut self, person: PersonId, hash: &str) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query("UPDATE person SET password_hash = $2 WHERE id = $1")
            .bind(person.uuid())
            .bind(hash)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Notes that a bank has vouched for the person, and by which name and id it knows them. The person as they now
    /// are. Fails with [`StoreError::AlreadyIdentified`] if the bank knows another account by them.
    pub async fn set_identity(
        &mut self,
        person: &Person,
        who: &Identity,
        at: Timestamp,
    ) -> StoreResult<Person> {
        let person = Person {
            first_name: who.first_name.clone(),
            last_name: who.last_name.clone(),
            strong_identified: true,
            ..person.clone()
        };
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET strong_identified = $2, identified_at = $3, personal_id = $4, birth_date = $5, \
                 first_name = $6, last_name = $7, folded_name = $8, version = version + 1 WHERE id = $1")
            .bind(person.id.uuid())
            .bind(person.strong_identified)
            .bind(to_micros(at))
            .bind(who.personal_id.as_str())
            .bind(who.personal_id.birth_date().to_string())
            .bind(&person.first_name)
            .bind(&person.last_name)
            .bind(folded(&format!("{} {}", person.last_name, person.first_name)))
            .execute(c).await.map(|done| done.rows_affected()))
        .map_err(already_identified)?;
        exactly_one(rows)?;
        self.replace_words_of(&person).await?;
        Ok(person)
    }

    pub async fn accept_terms(&mut self, person: PersonId, version: &str, at: Timestamp) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET terms_version = $2, terms_accepted_at = $3 WHERE id = $1")
            .bind(person.uuid())
            .bind(version)
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Gives the person another picture or none. The one before is removed. False if somebody was quicker, and then the
    /// transaction must not be committed.
    pub async fn set_picture(
        &mut self,
        person: PersonId,
        picture: Option<FileId>,
        now: Timestamp,
    ) -> StoreResult<bool> {
        let (before,): (Option<Uuid>,) = on!(self.conn(), c => sqlx::query_as(
                "SELECT picture_file FROM person WHERE id = $1")
            .bind(person.uuid())
            .fetch_one(c).await)?;
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET picture_file = $2 WHERE id = $1 AND picture_file IS NOT DISTINCT FROM $3")
            .bind(person.uuid())
            .bind(picture.map(Id::uuid))
            .bind(before)
            .execute(c).await.map(|done| done.rows_affected()))?;
        if let Some(before) = before.filter(|_| rows == 1) {
            self.delete_file(FileId::from_uuid(before), now).await?;
        }
        Ok(rows == 1)
    }

    /// Notes or forgets that the person wants the account removed. False if nothing changes by it.
    pub async fn set_deletion_request(
        &mut self,
        person: PersonId,
        at: Option<Timestamp>,
    ) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET deletion_requested_at = $2 \
                 WHERE id = $1 AND (deletion_requested_at IS NULL) = ($2 IS NOT NULL)")
            .bind(person.uuid())
            .bind(at.map(to_micros))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

/// SQLite names no constraint in its error, but nothing else that is unique is written here.
fn already_identified(error: sqlx::Error) -> StoreError {
    match error.as_database_error() {
        Some(cause) if cause.is_unique_violation() => StoreError::AlreadyIdentified,
        _ => error.into(),
    }
}

impl OwnRow {
    fn into_account(self) -> StoreResult<OwnAccount> {
        let profile: Profile = self.profile.into_profile()?;
        Ok(OwnAccount {
            person: self.person.into_person()?,
            version: self.version,
            profile,
            postal_code: self.postal_code,
            profession_code: self.profession_code,
            primary_work: self.primary_work,
            disable_address_search: self.disable_address_search,
            notices: Notices {
                bill_approved: self.mail_bill_approved,
                bill_returned: self.mail_bill_returned,
                bill_paid: self.mail_bill_paid,
                salary_paid: self.mail_salary_paid,
            },
            picture: self.picture_file.map(FileId::from_uuid),
            deletion_requested_at: self.deletion_requested_at.map(from_micros).transpose()?,
            email_confirmed: self.email_confirmed_at.is_some(),
        })
    }
}
