//! What the salary of a person depends on, for one person or for a whole payroll at once.

use std::collections::HashMap;
use std::str::FromStr;

use jiff::civil::Date;
use liksa_domain::distraint::Distraint;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::pay_facts::{PayFacts, Profile};
use liksa_domain::tax_card::{AboveCeiling, CardTerms};
use liksa_domain::worker_facts::WorkerFacts;
use liksa_money::{Money, Rate};
use sqlx::FromRow;

use crate::db::{Store, Tx, fetch_by_ids, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::people::PersonRow;
use crate::time::{date_from_text, date_text};

/// The card whose figures count on the day `$2`: of those that were handled, the newest.
macro_rules! facts_columns {
    () => {
        "p.postal_code, p.birth_date, p.employed_since, p.service_rate, p.profession_code, p.yel_insured, \
         p.pay_yel_through_service, t.base_rate, t.ceiling, t.additional_rate, t.valid_from, d.fixed, \
         d.dependants, d.from_date, d.until_date, d.receiver, d.receiver_iban, d.reference"
    };
}

macro_rules! from_people_on_day {
    () => {
        " FROM person p LEFT JOIN tax_card t ON t.id = (SELECT c.id FROM tax_card c \
         WHERE c.person_id = p.id AND c.base_rate IS NOT NULL AND c.valid_from <= $2 \
         ORDER BY c.valid_from DESC, c.handled_at DESC, c.id DESC LIMIT 1) \
         LEFT JOIN distraint d ON d.person_id = p.id \
         AND d.from_date <= $2 AND (d.until_date IS NULL OR d.until_date >= $2) "
    };
}

macro_rules! pay_facts {
    ($is_one:literal) => {
        concat!(
            "SELECT p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, p.strong_identified, \
             (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles, p.address, \
             p.city, p.country, p.phone, p.marketing_name, p.iban, p.bic, p.personal_id, ",
            facts_columns!(),
            from_people_on_day!(),
            "WHERE p.id",
            $is_one
        )
    };
}

pub const WORKER_FACTS: &str = concat!("SELECT ", facts_columns!(), from_people_on_day!(), "WHERE p.id = $1");

#[derive(FromRow)]
struct FactsRow {
    postal_code: String,
    birth_date: Option<String>,
    employed_since: Option<String>,
    service_rate: Option<i64>,
    profession_code: Option<String>,
    yel_insured: bool,
    pay_yel_through_service: bool,
    #[sqlx(flatten)]
    card: CardRow,
    #[sqlx(flatten)]
    distraint: DistraintRow,
}

/// The figures of a tax card, all NULL where there are none.
#[derive(FromRow)]
pub(crate) struct CardRow {
    base_rate: Option<i64>,
    ceiling: Option<i64>,
    additional_rate: Option<i64>,
    valid_from: Option<String>,
}

/// A payment order, all NULL where there is none.
#[derive(FromRow)]
pub(crate) struct DistraintRow {
    fixed: Option<i64>,
    dependants: Option<i64>,
    from_date: Option<String>,
    until_date: Option<String>,
    receiver: Option<String>,
    receiver_iban: Option<String>,
    reference: Option<String>,
}

#[derive(FromRow)]
struct PayFactsRow {
    #[sqlx(flatten)]
    person: PersonRow,
    #[sqlx(flatten)]
    profile: ProfileRow,
    #[sqlx(flatten)]
    facts: FactsRow,
}

/// Where a person lives and is paid.
#[derive(FromRow)]
pub(crate) struct ProfileRow {
    address: String,
    city: String,
    country: String,
    phone: String,
    marketing_name: String,
    iban: Option<String>,
    bic: Option<String>,
    personal_id: Option<String>,
}

impl Store {
    /// What a salary of the person depends on if it is paid on this day.
    pub async fn worker_facts(&self, id: PersonId, payday: Date) -> StoreResult<WorkerFacts> {
        let row: FactsRow = on!(self.reads(), c => sqlx::query_as(WORKER_FACTS)
            .bind(id.uuid())
            .bind(date_text(payday))
            .fetch_one(c).await)?;
        row.into_facts(payday)
    }

    /// Everything the salaries of these people need if they are paid on this day, in one statement. Who is not
    /// in the database is not in the answer.
    pub async fn pay_facts(
        &self,
        people: &[PersonId],
        payday: Date,
    ) -> StoreResult<HashMap<PersonId, PayFacts>> {
        let rows: Vec<PayFactsRow> = fetch_by_ids!(self.reads(), pay_facts, people, date_text(payday))?;
        rows.into_iter().map(|row| row.into_pay_facts(payday).map(|facts| (facts.person.id, facts))).collect()
    }
}

impl Tx {
    /// The tax card and the distraint stand in tables of their own and are not written here.
    pub async fn set_worker_facts(&mut self, id: PersonId, facts: &WorkerFacts) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET postal_code = $2, birth_date = $3, employed_since = $4, service_rate = $5, \
                 profession_code = $6, yel_insured = $7, pay_yel_through_service = $8 WHERE id = $1")
            .bind(id.uuid())
            .bind(&facts.postal_code)
            .bind(facts.birth_date.map(date_text))
            .bind(facts.employed_since.map(date_text))
            .bind(facts.service_rate.map(Rate::millionths))
            .bind(&facts.profession_code)
            .bind(facts.yel_insured)
            .bind(facts.pay_yel_through_service)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    pub async fn set_profile(&mut self, id: PersonId, profile: &Profile) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET address = $2, city = $3, country = $4, phone = $5, marketing_name = $6, \
                 iban = $7, bic = $8, personal_id = $9 WHERE id = $1")
            .bind(id.uuid())
            .bind(&profile.address)
            .bind(&profile.city)
            .bind(&profile.country)
            .bind(&profile.phone)
            .bind(&profile.marketing_name)
            .bind(profile.iban.as_ref().map(|iban| iban.as_str()))
            .bind(profile.bic.as_ref().map(|bic| bic.as_str()))
            .bind(profile.personal_id.as_ref().map(|id| id.as_str()))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }
}

impl FactsRow {
    fn into_facts(self, payday: Date) -> StoreResult<WorkerFacts> {
        Ok(WorkerFacts {
            postal_code: self.postal_code,
            birth_date: self.birth_date.as_deref().map(date_from_text).transpose()?,
            employed_since: self.employed_since.as_deref().map(date_from_text).transpose()?,
            service_rate: self.service_rate.map(Rate::from_millionths),
            profession_code: self.profession_code,
            yel_insured: self.yel_insured,
            pay_yel_through_service: self.pay_yel_through_service,
            tax_card: self.card.into_terms()?.filter(|card| card.covers(payday)),
            distraint: self.distraint.into_distraint()?,
        })
    }
}

impl CardRow {
    pub(crate) fn into_terms(self) -> StoreResult<Option<CardTerms>> {
        let (Some(base_rate), Some(valid_from)) = (self.base_rate, self.valid_from) else { return Ok(None) };
        let above = self.ceiling.zip(self.additional_rate).map(|(ceiling, rate)| AboveCeiling {
            ceiling: Money::from_units(ceiling),
            rate: Rate::from_millionths(rate),
        });
        let (base_rate, valid_from) = (Rate::from_millionths(base_rate), date_from_text(&valid_from)?);
        Ok(Some(CardTerms { base_rate, above, valid_from }))
    }
}

impl DistraintRow {
    pub(crate) fn into_distraint(self) -> StoreResult<Option<Distraint>> {
        let Some(from) = self.from_date else { return Ok(None) };
        let corrupt = || StoreError::Corrupt("distraint");
        Ok(Some(Distraint {
            fixed: self.fixed.map(Money::from_units),
            dependants: self.dependants.and_then(|count| count.try_into().ok()).ok_or_else(corrupt)?,
            from: date_from_text(&from)?,
            until: self.until_date.as_deref().map(date_from_text).transpose()?,
            receiver: self.receiver.ok_or_else(corrupt)?,
            iban: parsed(self.receiver_iban, "account number")?.ok_or_else(corrupt)?,
            reference: parsed(self.reference, "reference")?.ok_or_else(corrupt)?,
        }))
    }
}

impl PayFactsRow {
    fn into_pay_facts(self, payday: Date) -> StoreResult<PayFacts> {
        let profile = self.profile.into_profile()?;
        Ok(PayFacts { person: self.person.into_person()?, profile, facts: self.facts.into_facts(payday)? })
    }
}

impl ProfileRow {
    pub(crate) fn into_profile(self) -> StoreResult<Profile> {
        Ok(Profile {
            address: self.address,
            city: self.city,
            country: self.country,
            phone: self.phone,
            marketing_name: self.marketing_name,
            iban: parsed(self.iban, "account number")?,
            bic: parsed(self.bic, "bank code")?,
            personal_id: parsed(self.personal_id, "personal id")?,
        })
    }
}

pub(crate) fn parsed<T: FromStr>(text: Option<String>, what: &'static str) -> StoreResult<Option<T>> {
    text.map(|text| text.parse().map_err(|_| StoreError::Corrupt(what))).transpose()
}
