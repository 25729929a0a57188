//! People and what they log in with.

use jiff::Timestamp;
use liksa_domain::customer::search::folded;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::person::{Email, Language, Person, Role, WorkerType};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::to_micros;

/// A person as first stored.
pub struct NewPerson<'a> {
    pub person: &'a Person,
    pub password_hash: &'a str,
    pub created_at: Timestamp,
}

/// What a log-in is checked against.
pub struct Credentials {
    pub person: Person,
    pub password_hash: String,
}

/// The columns of a person, with the roles joined by commas.
#[derive(FromRow)]
pub(crate) struct PersonRow {
    pub id: Uuid,
    email: String,
    first_name: String,
    last_name: String,
    language: String,
    worker_type: String,
    strong_identified: bool,
    roles: Option<String>,
}

#[derive(FromRow)]
struct CredentialsRow {
    #[sqlx(flatten)]
    person: PersonRow,
    password_hash: String,
}

impl Tx {
    pub async fn insert_person(&mut self, new: &NewPerson<'_>) -> StoreResult<()> {
        let person = new.person;
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO person (id, email, password_hash, first_name, last_name, language, \
                 worker_type, strong_identified, created_at, folded_name) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
            .bind(person.id.uuid())
            .bind(person.email.as_str())
            .bind(new.password_hash)
            .bind(&person.first_name)
            .bind(&person.last_name)
            .bind(person.language.name())
            .bind(person.worker_type.name())
            .bind(person.strong_identified)
            .bind(to_micros(new.created_at))
            .bind(folded(&format!("{} {}", person.last_name, person.first_name)))
            .execute(c).await.map(|done| done.rows_affected()))
        .map_err(email_taken)?;
        exactly_one(rows)?;
        self.insert_words_of(person).await?;
        for role in &person.roles {
            let rows = on!(self.conn(), c => sqlx::query(
                    "INSERT INTO person_role (person_id, role) VALUES ($1, $2)")
                .bind(person.id.uuid())
                .bind(role.name())
                .execute(c).await.map(|done| done.rows_affected()))?;
            exactly_one(rows)?;
        }
        Ok(())
    }

    /// What the person is found by.
    pub(crate) async fn insert_words_of(&mut self, person: &Person) -> StoreResult<()> {
        for word in person.index_words() {
            let rows = on!(self.conn(), c => sqlx::query(
                    "INSERT INTO person_word (person_id, word) VALUES ($1, $2)")
                .bind(person.id.uuid())
                .bind(word)
                .execute(c).await.map(|done| done.rows_affected()))?;
            exactly_one(rows)?;
        }
        Ok(())
    }
}

impl Store {
    pub async fn credentials(&self, email: &Email) -> StoreResult<Option<Credentials>> {
        let row: Option<CredentialsRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, \
                 p.strong_identified, p.password_hash, \
                 (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles \
                 FROM person p WHERE p.email = $1 AND p.erased_at IS NULL")
            .bind(email.as_str())
            .fetch_optional(c).await)?;
        row.map(|row| Ok(Credentials { person: row.person.into_person()?, password_hash: row.password_hash }))
            .transpose()
    }

    pub async fn person(&self, id: PersonId) -> StoreResult<Option<Person>> {
        let row: Option<PersonRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, \
                 p.strong_identified, \
                 (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles \
                 FROM person p WHERE p.id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(PersonRow::into_person).transpose()
    }

    pub async fn any_person_exists(&self) -> StoreResult<bool> {
        let found: Option<(Uuid,)> = on!(self.reads(), c => sqlx::query_as("SELECT id FROM person LIMIT 1")
            .fetch_optional(c).await)?;
        Ok(found.is_some())
    }
}

impl PersonRow {
    pub(crate) fn into_person(self) -> StoreResult<Person> {
        let mut roles = Vec::new();
        for name in self.roles.iter().flat_map(|joined| joined.split(',')) {
            roles.push(Role::from_name(name).ok_or(StoreError::Corrupt("role"))?);
        }
        roles.sort_unstable();
        Ok(Person {
            id: PersonId::from_uuid(self.id),
            email: Email::parse(&self.email).ok_or(StoreError::Corrupt("e-mail"))?,
            first_name: self.first_name,
            last_name: self.last_name,
            language: Language::from_name(&self.language).ok_or(StoreError::Corrupt("language"))?,
            worker_type: WorkerType::from_name(&self.worker_type)
                .ok_or(StoreError::Corrupt("worker type"))?,
            strong_identified: self.strong_identified,
            roles,
        })
    }
}

/// SQLite names no constraint in its error, but the e-mail is the only unique thing a caller can
/// choose here: ids are random.
pub(crate) fn email_taken(error: sqlx::Error) -> StoreError {
    match error.as_database_error() {
        Some(cause) if cause.is_unique_violation() => StoreError::EmailTaken,
        _ => error.into(),
    }
}
