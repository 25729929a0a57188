//! People and what they log in with.

use liksa_domain::customer::search::folded;
use liksa_domain::person::{Email, Person, Role};

use crate::prelude::*;

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

/// The columns of a person `p`, with the roles joined by commas.
macro_rules! person_columns {
    () => {
        "p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, p.strong_identified, \
         COALESCE((SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id), '') \
         AS roles"
    };
}
pub(crate) use person_columns;

/// What people are sorted by.
pub(crate) fn folded_name(person: &Person) -> String {
    folded(&format!("{} {}", person.last_name, person.first_name))
}

read_row! { Person { id, email, first_name, last_name, language, worker_type, strong_identified, roles } }

read_row! { Credentials { password_hash } flat { person } }

impl Tx {
    pub async fn insert_person(&mut self, new: &NewPerson<'_>) -> StoreResult<()> {
        let person = new.person;
        // Ids are random: the e-mail is the only unique value that a caller chooses.
        let insert = sql!(
                "INSERT INTO person (id, email, password_hash, first_name, last_name, language, \
                 worker_type, strong_identified, created_at, folded_name) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
                => person.id, person.email, new.password_hash, person.first_name, person.last_name,
                   person.language, person.worker_type, person.strong_identified, new.created_at,
                   folded_name(person)
        );
        self.change_one_unique(insert, StoreError::EmailTaken).await?;
        self.insert_words_of(person).await?;
        self.insert_roles(person.id, &person.roles).await
    }

    /// Adds the words that searches find the person by.
    pub(crate) async fn insert_words_of(&mut self, person: &Person) -> StoreResult<()> {
        let rows = person.index_words().into_iter().map(|word| values![person.id, word]).collect();
        self.insert_rows("INSERT INTO person_word (person_id, word)", rows).await
    }

    pub(crate) async fn insert_roles(&mut self, person: PersonId, roles: &[Role]) -> StoreResult<()> {
        let rows = roles.iter().map(|role| values![person, role]).collect();
        self.insert_rows("INSERT INTO person_role (person_id, role)", rows).await
    }
}

store_methods! {
    pub async fn credentials(email: &Email) -> Option<Credentials> = fetch_optional
        concat!("SELECT p.password_hash, ", person_columns!(), " FROM person p WHERE p.email = $1 AND p.erased_at IS NULL");

    pub async fn person(id: PersonId) -> Option<Person> = fetch_optional
        concat!("SELECT ", person_columns!(), " FROM person p WHERE p.id = $1");

    pub async fn any_person_exists() -> bool = fetch_value "SELECT EXISTS (SELECT 1 FROM person)";
}
