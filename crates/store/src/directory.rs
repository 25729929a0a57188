//! The list of people for the provider: by name, paged by key.

use liksa_domain::customer::search::search_words;
use liksa_domain::person::{Person, Role};
use liksa_domain::worker_terms::WorkerTerms;
use uuid::Uuid;

use crate::cursor::Cursor;
use crate::people::{folded_name, person_columns};
use crate::prelude::*;

/// A person in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonCard {
    pub person: Person,
    pub city: String,
    /// `None` for the provider's usual fee.
    pub service_rate: Option<Rate>,
    pub has_tax_card: bool,
    pub has_distraint: bool,
    pub has_account: bool,
}

/// Which people to list, and after which.
#[derive(Debug, Clone, Copy)]
pub struct PeopleFilter<'a> {
    pub role: Option<Role>,
    pub search: &'a str,
    pub after: Option<&'a Cursor<String>>,
    pub limit: i64,
}

read_row! { PersonCard { city, service_rate, has_tax_card, has_distraint, has_account } flat { person } }

macro_rules! people {
    ($found:literal) => {
        concat!(
            "SELECT ",
            person_columns!(),
            ", p.city, p.service_rate, p.iban IS NOT NULL AS has_account, \
             EXISTS (SELECT 1 FROM tax_card t WHERE t.person_id = p.id AND t.state = 'IN_USE') AS has_tax_card, \
             EXISTS (SELECT 1 FROM distraint d WHERE d.person_id = p.id) AS has_distraint FROM person p \
             WHERE (p.folded_name > $1 OR (p.folded_name = $1 AND p.id > $2)) AND p.folded_name >= $1 \
             AND ($3 = '' OR EXISTS (SELECT 1 FROM person_role r WHERE r.person_id = p.id AND r.role = $3)) ",
            $found,
            "ORDER BY p.folded_name, p.id LIMIT $4"
        )
    };
}

/// More words than a name has.
const MOST_WORDS: usize = 3;

pub(crate) const PEOPLE: &str = people!("");
/// The longest word is searched in the index; the others filter what it finds.
pub(crate) const PEOPLE_FOUND: &str = people!(
    "AND p.id IN (SELECT w.person_id FROM person_word w WHERE w.word >= $5 AND w.word < $6) \
     AND EXISTS (SELECT 1 FROM person_word w WHERE w.person_id = p.id AND w.word >= $7 AND w.word < $8) \
     AND EXISTS (SELECT 1 FROM person_word w WHERE w.person_id = p.id AND w.word >= $9 AND w.word < $10) "
);

/// The words of a search, filled up with empty ones to the number in the statements; none if it has no usable word.
pub(crate) fn words_of_name(search: &str) -> Vec<String> {
    let mut words = search_words(search);
    if !words.is_empty() {
        words.resize(MOST_WORDS, String::new());
    }
    words
}

store_methods! {
    /// The version of what is stored of a person; None if there is no such person.
    pub async fn version_of_person(person: PersonId) -> Option<i64> = find_value
        "SELECT version FROM person WHERE id = $1";
}

impl Store {
    /// People by last name; with a search those in whose words every word of it is a prefix.
    pub async fn people(&self, filter: &PeopleFilter<'_>) -> StoreResult<Vec<PersonCard>> {
        let words = words_of_name(filter.search);
        if words.is_empty() && !filter.search.trim().is_empty() {
            return Ok(vec![]);
        }
        let (name, id) = filter.after.map_or(("", Uuid::nil()), |after| (after.key.as_str(), after.id));
        let role = filter.role.map_or("", Role::name);
        let statement = if words.is_empty() { PEOPLE } else { PEOPLE_FOUND };
        let statement = sql!(statement => name, id, role, filter.limit).bind_prefixes(&words);
        self.fetch_all(statement).await
    }
}

tx_methods! {
    /// The administrators, locked until this transaction ends: of two who remove each other's role one is refused.
    pub async fn lock_admins() -> Vec<PersonId> = fetch_values
        "SELECT person_id FROM person_role WHERE role = 'ROLE_ADMIN' ORDER BY person_id FOR UPDATE";

    /// False if the person is no longer of this version.
    pub async fn set_terms(person: PersonId, version: i64, terms: &WorkerTerms) -> bool = try_change
        "UPDATE person SET version = version + 1, worker_type = $3, service_rate = $4, profession_code = $5, \
         yel_insured = $6, pay_yel_through_service = $7, employed_since = $8 WHERE id = $1 AND version = $2"
        => person, version, terms.worker_type, terms.service_rate, terms.profession_code, terms.yel_insured,
           terms.pay_yel_through_service, terms.employed_since;
}

impl Tx {
    /// The roles of a person; None if there is no such person.
    pub async fn roles_of(&mut self, person: PersonId) -> StoreResult<Option<Vec<Role>>> {
        let person: Option<Person> = self
            .fetch_optional(
                sql!(concat!("SELECT ", person_columns!(), " FROM person p WHERE p.id = $1") => person),
            )
            .await?;
        Ok(person.map(|person| person.roles))
    }

    pub async fn set_roles(&mut self, person: PersonId, roles: &[Role]) -> StoreResult<()> {
        self.execute(sql!("DELETE FROM person_role WHERE person_id = $1" => person)).await?;
        self.insert_roles(person, roles).await
    }
}

impl PersonCard {
    /// Where the page after this person starts.
    pub fn cursor(&self) -> Cursor<String> {
        Cursor { key: folded_name(&self.person), id: self.person.id.uuid() }
    }
}
