//! What the salary of a person depends on, for one person or for a whole payroll at once.

use std::collections::HashMap;

use liksa_domain::distraint::Distraint;
use liksa_domain::tax_card::{AboveCeiling, CardTerms};
use liksa_domain::worker_facts::{PayFacts, Profile, WorkerFacts};

use crate::people::person_columns;
use crate::prelude::*;
use crate::sql::Owned;

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

/// Where a person `p` lives and is paid.
macro_rules! profile_columns {
    () => {
        "p.address, p.city, p.country, p.phone, p.marketing_name, p.iban, p.bic, p.personal_id"
    };
}
pub(crate) use profile_columns;

const PAY_FACTS: &str = concat!(
    "SELECT ",
    person_columns!(),
    ", ",
    profile_columns!(),
    ", ",
    facts_columns!(),
    from_people_on_day!(),
    "WHERE p.id = ANY($1)"
);

pub(crate) const WORKER_FACTS: &str =
    concat!("SELECT ", facts_columns!(), from_people_on_day!(), "WHERE p.id = $1");

read_row! { Profile { address, city, country, phone, marketing_name, iban, bic, personal_id } }
read_row! {
    WorkerFacts {
        postal_code, birth_date, employed_since, service_rate, profession_code, yel_insured,
        pay_yel_through_service
    } flat { tax_card, distraint }
}
read_row! { PayFacts {} flat { person, profile, facts } }

/// The figures of a tax card, all NULL where there are none.
impl ReadRow for Option<CardTerms> {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let (Some(base_rate), Some(valid_from)) = (row.get("base_rate")?, row.get("valid_from")?) else {
            return Ok(None);
        };
        let (ceiling, rate): (Option<Money>, Option<Rate>) =
            (row.get("ceiling")?, row.get("additional_rate")?);
        let above = ceiling.zip(rate).map(|(ceiling, rate)| AboveCeiling { ceiling, rate });
        Ok(Some(CardTerms { base_rate, above, valid_from }))
    }
}

/// A payment order, all NULL where there is none.
impl ReadRow for Option<Distraint> {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let Some(from) = row.get("from_date")? else { return Ok(None) };
        Ok(Some(Distraint {
            fixed: row.get("fixed")?,
            dependants: row.get("dependants")?,
            from,
            until: row.get("until_date")?,
            receiver: row.get("receiver")?,
            iban: row.get("receiver_iban")?,
            reference: row.get("reference")?,
        }))
    }
}

impl Store {
    /// The order of the person, also one that is not valid yet or any more.
    pub async fn distraint(&self, person: PersonId) -> StoreResult<Option<Distraint>> {
        Ok(self.distraints(&[person]).await?.remove(&person))
    }

    /// The orders of these people, also those that are not valid yet or any more.
    pub async fn distraints(&self, people: &[PersonId]) -> StoreResult<HashMap<PersonId, Distraint>> {
        let select = sql!(
            "SELECT person_id AS owner, fixed, dependants, from_date, until_date, receiver, receiver_iban, reference \
             FROM distraint WHERE person_id = ANY($1)" => people
        );
        let found: Vec<Owned<PersonId, Option<Distraint>>> = self.fetch_all(select).await?;
        Ok(found.into_iter().filter_map(|order| Some((order.owner, order.item?))).collect())
    }

    /// What a salary of the person depends on if it is paid on this day.
    pub async fn worker_facts(&self, id: PersonId, payday: Date) -> StoreResult<WorkerFacts> {
        let facts: WorkerFacts = self.fetch_one(sql!(WORKER_FACTS => id, payday)).await?;
        Ok(on_payday(facts, payday))
    }

    /// What the salaries of these people depend on if they are paid on this day, in one statement. People who are not
    /// in the database are left out.
    pub async fn pay_facts(
        &self,
        people: &[PersonId],
        payday: Date,
    ) -> StoreResult<HashMap<PersonId, PayFacts>> {
        let found: Vec<PayFacts> = self.fetch_all(sql!(PAY_FACTS => people, payday)).await?;
        let with_id =
            |found: PayFacts| (found.person.id, PayFacts { facts: on_payday(found.facts, payday), ..found });
        Ok(found.into_iter().map(with_id).collect())
    }
}

/// The facts without a tax card that is not valid on the payday.
fn on_payday(facts: WorkerFacts, payday: Date) -> WorkerFacts {
    WorkerFacts { tax_card: facts.tax_card.filter(|card| card.covers(payday)), ..facts }
}

tx_methods! {
    /// Sets the payment order of the enforcement authority against the person; there is one at most.
    pub async fn put_distraint(person: PersonId, order: &Distraint, at: Timestamp) = change_one
        "INSERT INTO distraint (person_id, fixed, dependants, from_date, until_date, receiver, receiver_iban, \
         reference, saved_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (person_id) DO UPDATE \
         SET fixed = excluded.fixed, dependants = excluded.dependants, from_date = excluded.from_date, until_date = \
         excluded.until_date, receiver = excluded.receiver, receiver_iban = excluded.receiver_iban, reference = \
         excluded.reference, saved_at = excluded.saved_at"
        => person, order.fixed, order.dependants, order.from, order.until, order.receiver, order.iban,
           order.reference, at;

    /// False if there was none.
    pub async fn delete_distraint(person: PersonId) -> bool = try_change "DELETE FROM distraint WHERE person_id = $1";

    /// The tax card and the distraint are in other tables and are not written here.
    pub async fn set_worker_facts(id: PersonId, facts: &WorkerFacts) = change_one
        "UPDATE person SET postal_code = $2, birth_date = $3, employed_since = $4, service_rate = $5, \
         profession_code = $6, yel_insured = $7, pay_yel_through_service = $8 WHERE id = $1"
        => id, facts.postal_code, facts.birth_date, facts.employed_since, facts.service_rate, facts.profession_code,
           facts.yel_insured, facts.pay_yel_through_service;

    pub async fn set_profile(id: PersonId, profile: &Profile) = change_one
        "UPDATE person SET address = $2, city = $3, country = $4, phone = $5, marketing_name = $6, iban = $7, bic = \
         $8, personal_id = $9 WHERE id = $1"
        => id, profile.address, profile.city, profile.country, profile.phone, profile.marketing_name, profile.iban,
           profile.bic, profile.personal_id;
}
