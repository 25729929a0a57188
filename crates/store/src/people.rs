//! People and what they log in with.

use jiff::Timestamp;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::person::{Email, Language, Person, Role, WorkerType};
use liksa_domain::worker_facts::WorkerFacts;
use liksa_money::Rate;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::{date_from_text, date_text, to_micros};

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
                 worker_type, strong_identified, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
            .bind(person.id.uuid())
            .bind(person.email.as_str())
            .bind(new.password_hash)
            .bind(&person.first_name)
            .bind(&person.last_name)
            .bind(person.language.name())
            .bind(person.worker_type.name())
            .bind(person.strong_identified)
            .bind(to_micros(new.created_at))
            .execute(c).await.map(|done| done.rows_affected()))
        .map_err(email_taken)?;
        exactly_one(rows)?;
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

    pub async fn set_language(&mut self, id: PersonId, language: Language) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query("UPDATE person SET language = $2 WHERE id = $1")
            .bind(id.uuid())
            .bind(language.name())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }
}

impl Store {
    pub async fn credentials(&self, email: &Email) -> StoreResult<Option<Credentials>> {
        let row: Option<CredentialsRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, \
                 p.strong_identified, p.password_hash, \
                 (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles \
                 FROM person p WHERE p.email = $1")
            .bind(email.as_str())
            .fetch_optional(c).await)?;
        row.map(|row| Ok(Credentials { person: row.person.into_person()?, password_hash: row.password_hash }))
            .transpose()
    }

    pub async fn any_person_exists(&self) -> StoreResult<bool> {
        let found: Option<(Uuid,)> = on!(self.reads(), c => sqlx::query_as("SELECT id FROM person LIMIT 1")
            .fetch_optional(c).await)?;
        Ok(found.is_some())
    }
}

#[derive(FromRow)]
struct FactsRow {
    postal_code: String,
    birth_date: Option<String>,
    employed_since: Option<String>,
    tax_rate: Option<i64>,
    service_rate: Option<i64>,
    profession_code: Option<String>,
    yel_insured: bool,
    pay_yel_through_service: bool,
}

impl Store {
    /// What the salary of the person depends on.
    pub async fn worker_facts(&self, id: PersonId) -> StoreResult<WorkerFacts> {
        let row: FactsRow = on!(self.reads(), c => sqlx::query_as(
                "SELECT postal_code, birth_date, employed_since, tax_rate, service_rate, profession_code, \
                 yel_insured, pay_yel_through_service FROM person WHERE id = $1")
            .bind(id.uuid())
            .fetch_one(c).await)?;
        Ok(WorkerFacts {
            postal_code: row.postal_code,
            birth_date: row.birth_date.as_deref().map(date_from_text).transpose()?,
            employed_since: row.employed_since.as_deref().map(date_from_text).transpose()?,
            tax_rate: row.tax_rate.map(Rate::from_millionths),
            service_rate: row.service_rate.map(Rate::from_millionths),
            profession_code: row.profession_code,
            yel_insured: row.yel_insured,
            pay_yel_through_service: row.pay_yel_through_service,
        })
    }
}

impl Tx {
    pub async fn set_worker_facts(&mut self, id: PersonId, facts: &WorkerFacts) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET postal_code = $2, birth_date = $3, employed_since = $4, tax_rate = $5, \
                 service_rate = $6, profession_code = $7, yel_insured = $8, pay_yel_through_service = $9 \
                 WHERE id = $1")
            .bind(id.uuid())
            .bind(&facts.postal_code)
            .bind(facts.birth_date.map(date_text))
            .bind(facts.employed_since.map(date_text))
            .bind(facts.tax_rate.map(Rate::millionths))
            .bind(facts.service_rate.map(Rate::millionths))
            .bind(&facts.profession_code)
            .bind(facts.yel_insured)
            .bind(facts.pay_yel_through_service)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
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
fn email_taken(error: sqlx::Error) -> StoreError {
    match error.as_database_error() {
        Some(cause) if cause.is_unique_violation() => StoreError::EmailTaken,
        _ => error.into(),
    }
}
