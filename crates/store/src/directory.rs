//! The people as the provider looks for them: by name, paged by key.

use std::fmt;
use std::str::FromStr;

use liksa_domain::customer::search::{folded, search_words};
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::person::{Person, Role, WorkerType};
use liksa_domain::worker_terms::WorkerTerms;
use liksa_money::Rate;
use sqlx::FromRow;
use uuid::Uuid;

use crate::customers::end_of_starts;
use crate::db::{On, Store, Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::people::PersonRow;
use crate::time::date_text;

/// Somebody in the list of people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonCard {
    pub person: Person,
    pub city: String,
    /// `None` where nothing else than the provider's usual fee was agreed.
    pub service_rate: Option<Rate>,
    pub has_tax_card: bool,
    pub has_distraint: bool,
    pub has_account: bool,
}

/// Whom to list, and from where on.
#[derive(Debug, Clone, Copy)]
pub struct PeopleFilter<'a> {
    pub role: Option<Role>,
    pub search: &'a str,
    pub after: Option<&'a PersonCursor>,
    pub limit: i64,
}

/// The last person of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonCursor {
    id: Uuid,
    folded_name: String,
}

#[derive(FromRow)]
struct CardRow {
    #[sqlx(flatten)]
    person: PersonRow,
    city: String,
    service_rate: Option<i64>,
    has_tax_card: bool,
    has_distraint: bool,
    has_account: bool,
}

macro_rules! people {
    ($found:literal) => {
        concat!(
            "SELECT p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, p.strong_identified, \
             (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles, p.city, \
             p.service_rate, p.iban IS NOT NULL AS has_account, \
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

pub const PEOPLE: &str = people!("");
/// The longest word is looked up; what it finds is asked for the others.
pub const PEOPLE_FOUND: &str = people!(
    "AND p.id IN (SELECT w.person_id FROM person_word w WHERE w.word >= $5 AND w.word < $6) \
     AND EXISTS (SELECT 1 FROM person_word w WHERE w.person_id = p.id AND w.word >= $7 AND w.word < $8) \
     AND EXISTS (SELECT 1 FROM person_word w WHERE w.person_id = p.id AND w.word >= $9 AND w.word < $10) "
);

/// The words of a search as the statements ask for them; none where there is too little to go by.
pub(crate) fn words_of_name(search: &str) -> Vec<String> {
    let mut words = search_words(search);
    if !words.is_empty() {
        // Every word starts with nothing, so that an empty one asks nothing more.
        words.resize(MOST_WORDS, String::new());
    }
    words
}

impl Store {
    /// People by their last names; with a search those in whom every word of it starts some word.
    pub async fn people(&self, filter: &PeopleFilter<'_>) -> StoreResult<Vec<PersonCard>> {
        let words = words_of_name(filter.search);
        if words.is_empty() && !filter.search.trim().is_empty() {
            return Ok(vec![]);
        }
        let (name, id) =
            filter.after.map_or(("", Uuid::nil()), |after| (after.folded_name.as_str(), after.id));
        let role = filter.role.map_or("", Role::name);
        let statement = if words.is_empty() { PEOPLE } else { PEOPLE_FOUND };
        let rows: Vec<CardRow> = on!(self.reads(), c => {
            let mut query = sqlx::query_as(statement).bind(name).bind(id).bind(role).bind(filter.limit);
            for word in &words {
                query = query.bind(word).bind(end_of_starts(word));
            }
            query.fetch_all(c).await
        })?;
        rows.into_iter().map(CardRow::into_card).collect()
    }

    /// Counts how often what is known of a person was changed; nothing for nobody.
    pub async fn version_of_person(&self, person: PersonId) -> StoreResult<Option<i64>> {
        let row: Option<(i64,)> = on!(self.reads(), c => sqlx::query_as("SELECT version FROM person WHERE id = $1")
            .bind(person.uuid())
            .fetch_optional(c).await)?;
        Ok(row.map(|(version,)| version))
    }
}

impl Tx {
    /// The roles of a person; nothing for nobody.
    pub async fn roles_of(&mut self, person: PersonId) -> StoreResult<Option<Vec<Role>>> {
        let row: Option<PersonRow> = on!(self.conn(), c => sqlx::query_as(
                "SELECT p.id, p.email, p.first_name, p.last_name, p.language, p.worker_type, \
                 p.strong_identified, \
                 (SELECT string_agg(r.role, ',') FROM person_role r WHERE r.person_id = p.id) AS roles \
                 FROM person p WHERE p.id = $1")
            .bind(person.uuid())
            .fetch_optional(c).await)?;
        row.map(|row| Ok(row.into_person()?.roles)).transpose()
    }

    /// The administrators, none of whom anybody else can change before this transaction is through: of two who
    /// dismiss each other one is refused.
    pub async fn lock_admins(&mut self) -> StoreResult<Vec<PersonId>> {
        macro_rules! select {
            () => {
                "SELECT person_id FROM person_role WHERE role = 'ROLE_ADMIN' ORDER BY person_id"
            };
        }
        let rows: Vec<(Uuid,)> = match self.conn() {
            // A transaction of SQLite is alone with the whole database.
            On::Sqlite(c) => sqlx::query_as(select!()).fetch_all(c).await?,
            On::Postgres(c) => sqlx::query_as(concat!(select!(), " FOR UPDATE")).fetch_all(c).await?,
        };
        Ok(rows.into_iter().map(|(id,)| PersonId::from_uuid(id)).collect())
    }

    pub async fn set_roles(&mut self, person: PersonId, roles: &[Role]) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query("DELETE FROM person_role WHERE person_id = $1")
            .bind(person.uuid())
            .execute(c).await.map(drop))?;
        for role in roles {
            let rows = on!(self.conn(), c => sqlx::query(
                    "INSERT INTO person_role (person_id, role) VALUES ($1, $2)")
                .bind(person.uuid())
                .bind(role.name())
                .execute(c).await.map(|done| done.rows_affected()))?;
            exactly_one(rows)?;
        }
        Ok(())
    }

    /// False if the person is no longer of this version.
    pub async fn set_terms(
        &mut self,
        person: PersonId,
        version: i64,
        terms: &WorkerTerms,
    ) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET version = version + 1, worker_type = $3, service_rate = $4, \
                 profession_code = $5, yel_insured = $6, pay_yel_through_service = $7, employed_since = $8 \
                 WHERE id = $1 AND version = $2")
            .bind(person.uuid())
            .bind(version)
            .bind(WorkerType::name(terms.worker_type))
            .bind(terms.service_rate.map(Rate::millionths))
            .bind(&terms.profession_code)
            .bind(terms.yel_insured)
            .bind(terms.pay_yel_through_service)
            .bind(terms.employed_since.map(date_text))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

impl PersonCard {
    /// Where a page that ends with this person goes on.
    pub fn cursor(&self) -> PersonCursor {
        let folded_name = folded(&format!("{} {}", self.person.last_name, self.person.first_name));
        PersonCursor { id: self.person.id.uuid(), folded_name }
    }
}

impl CardRow {
    fn into_card(self) -> StoreResult<PersonCard> {
        Ok(PersonCard {
            person: self.person.into_person()?,
            city: self.city,
            service_rate: self.service_rate.map(Rate::from_millionths),
            has_tax_card: self.has_tax_card,
            has_distraint: self.has_distraint,
            has_account: self.has_account,
        })
    }
}

/// Opaque to clients; `id-name` to us.
impl fmt::Display for PersonCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.id.simple(), self.folded_name)
    }
}

impl FromStr for PersonCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (id, name) = text.split_once('-').ok_or(())?;
        Ok(Self { id: id.parse().map_err(|_| ())?, folded_name: name.to_owned() })
    }
}
