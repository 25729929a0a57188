//! Adding made-up people.

use jiff::Timestamp;
use liksa_domain::audit::Action;
use liksa_domain::person::Person;
use liksa_domain::tax_card::CardTerms;
use liksa_domain::worker_facts::{Profile, WorkerFacts};
use liksa_store::{NewPerson, NewTaxCard, Tx};
use serde_json::json;

use super::random::SeededRandom;
use super::record;

/// A person as bills and salaries need them.
pub struct Worker {
    pub person: Person,
    pub facts: WorkerFacts,
}

/// A person to be added, as if they had registered and confirmed their address.
pub struct NewWorker<'a> {
    pub worker: &'a Worker,
    pub profile: &'a Profile,
    pub tax_cards: &'a [CardTerms],
    pub password_hash: &'a str,
    pub at: Timestamp,
    /// The part of the program that adds them, for the audit log.
    pub by: &'a str,
}

pub async fn add(tx: &mut Tx, random: &mut SeededRandom, new: &NewWorker<'_>) -> anyhow::Result<()> {
    let Worker { person, facts } = new.worker;
    let at = new.at;
    tx.insert_person(&NewPerson { person, password_hash: new.password_hash, created_at: at }).await?;
    tx.confirm_email(person.id, at).await?;
    tx.set_worker_facts(person.id, facts).await?;
    tx.set_profile(person.id, new.profile).await?;
    for terms in new.tax_cards {
        tx.insert_tax_card(&NewTaxCard { id: random.id(at), person: person.id, terms, at }).await?;
    }
    record(tx, at, None, Action::PersonCreated, format!("person:{}", person.id), &json!({"by": new.by})).await
}
