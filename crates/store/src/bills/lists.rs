//! The worker's lists, paged by key: the next page begins after the last bill of this one, however many came
//! meanwhile.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::bill::{BillFigures, BillState, Section};
use liksa_domain::ids::{BillId, CustomerId, Id, PersonId};
use liksa_money::{Money, Rate};
use sqlx::FromRow;
use uuid::Uuid;

use super::read::state_from;
use crate::db::{Store, on};
use crate::error::StoreResult;
use crate::time::{date_from_text, from_micros};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListOrder {
    OpenFirst,
    ClosedFirst,
}

/// Which bills of a person, and from where on.
#[derive(Debug, Clone)]
pub struct BillFilter<'a> {
    pub person: PersonId,
    /// From the first to the last of these.
    pub sections: (Section, Section),
    /// All must occur; folded as [`liksa_domain::bill::search_words`] does. Beyond [`MOST_WORDS`] none count.
    pub words: &'a [String],
    pub order: ListOrder,
    pub after: Option<Cursor>,
    pub limit: i64,
}

/// More words than this find nothing that fewer would not.
const MOST_WORDS: usize = 4;

/// The last bill of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    section: i64,
    id: Uuid,
}

/// A bill in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillCard {
    pub id: BillId,
    pub version: i64,
    pub state: BillState,
    pub open_request: bool,
    pub number: Option<i64>,
    pub customer: Option<(CustomerId, String)>,
    pub billing_date: Option<Date>,
    pub due_date: Option<Date>,
    pub figures: BillFigures,
    pub saved_at: Timestamp,
    pub rows: i64,
    pub is_credit_note: bool,
    pub is_correction: bool,
    /// A credit note for it is on its way or has gone.
    pub has_credit_note: bool,
    /// The payday of the salary that it was paid in, once the slip is the worker's.
    pub paid_in_payday: Option<Date>,
    /// When the customer was last reminded of it.
    pub reminded_on: Option<Date>,
}

pub struct BillPage {
    pub bills: Vec<BillCard>,
    pub next: Option<Cursor>,
    /// How many there are on all pages.
    pub total: i64,
}

#[derive(FromRow)]
struct CardColumns {
    id: Uuid,
    version: i64,
    state: String,
    section: i64,
    open_request: bool,
    number: Option<i64>,
    customer_id: Option<Uuid>,
    customer_name: Option<String>,
    billing_date: Option<String>,
    due_date: Option<String>,
    total: i64,
    total_with_vat: i64,
    salary_rate: i64,
    estimate: i64,
    saved_at: i64,
    row_count: i64,
    is_credit_note: bool,
    is_correction: bool,
    has_credit_note: bool,
    paid_in_payday: Option<String>,
    reminded_on: Option<String>,
}

macro_rules! columns {
    () => {
        "SELECT b.id, b.version, b.state, b.section, b.open_request, b.number, b.customer_id, \
         c.name AS customer_name, b.billing_date, b.due_date, b.total, b.total_with_vat, b.salary_rate, \
         b.estimate, b.saved_at, (SELECT COUNT(*) FROM bill_row r WHERE r.bill_id = b.id) AS row_count, \
         b.credit_of IS NOT NULL AS is_credit_note, b.correction_of IS NOT NULL AS is_correction, \
         EXISTS (SELECT 1 FROM bill n WHERE n.credit_of = b.id) AS has_credit_note, \
         (SELECT s.payday FROM salary s WHERE s.id = b.salary_id AND s.published_at IS NOT NULL) \
         AS paid_in_payday, \
         (SELECT MAX(m.date) FROM reminder m WHERE m.bill_id = b.id) AS reminded_on "
    };
}

macro_rules! of_person {
    () => {
        "FROM bill b LEFT JOIN customer c ON c.id = b.customer_id \
         WHERE b.person_id = $1 AND b.section BETWEEN $2 AND $3 "
    };
}

/// A word that is not there costs no comparison.
macro_rules! with_words {
    () => {
        "AND ($4 = '%' OR b.found_by LIKE $4 ESCAPE '!' OR c.folded_name LIKE $4 ESCAPE '!' \
              OR CAST(b.number AS TEXT) LIKE $4) \
         AND ($5 = '%' OR b.found_by LIKE $5 ESCAPE '!' OR c.folded_name LIKE $5 ESCAPE '!' \
              OR CAST(b.number AS TEXT) LIKE $5) \
         AND ($6 = '%' OR b.found_by LIKE $6 ESCAPE '!' OR c.folded_name LIKE $6 ESCAPE '!' \
              OR CAST(b.number AS TEXT) LIKE $6) \
         AND ($7 = '%' OR b.found_by LIKE $7 ESCAPE '!' OR c.folded_name LIKE $7 ESCAPE '!' \
              OR CAST(b.number AS TEXT) LIKE $7) "
    };
}

pub(crate) const OPEN_FIRST: &str = concat!(
    columns!(),
    of_person!(),
    with_words!(),
    "AND (b.section > $8 OR (b.section = $8 AND b.id < $9)) ORDER BY b.section, b.id DESC LIMIT $10"
);

pub(crate) const CLOSED_FIRST: &str = concat!(
    columns!(),
    of_person!(),
    with_words!(),
    "AND (b.section < $8 OR (b.section = $8 AND b.id < $9)) ORDER BY b.section DESC, b.id DESC LIMIT $10"
);

/// Without words the index alone tells how many there are.
pub(crate) const COUNT: &str = "SELECT COUNT(*) FROM bill WHERE person_id = $1 AND section BETWEEN $2 AND $3";

pub(crate) const COUNT_FOUND: &str = concat!("SELECT COUNT(*) ", of_person!(), with_words!());

impl Store {
    pub async fn bill_page(&self, filter: &BillFilter<'_>) -> StoreResult<BillPage> {
        let [first, second, third, fourth] = patterns(filter.words);
        let (from, to) = (place_of(filter.sections.0), place_of(filter.sections.1));
        let (statement, start) = match filter.order {
            ListOrder::OpenFirst => (OPEN_FIRST, Cursor { section: from, id: Uuid::max() }),
            ListOrder::ClosedFirst => (CLOSED_FIRST, Cursor { section: to, id: Uuid::max() }),
        };
        let after = filter.after.unwrap_or(start);
        // One more than is shown tells whether there is a next page.
        let found: Vec<CardColumns> = on!(self.reads(), c => sqlx::query_as(statement)
            .bind(filter.person.uuid())
            .bind(from)
            .bind(to)
            .bind(&first)
            .bind(&second)
            .bind(&third)
            .bind(&fourth)
            .bind(after.section)
            .bind(after.id)
            .bind(filter.limit.saturating_add(1))
            .fetch_all(c).await)?;
        let total = self.count_bills(filter).await?;
        let shown = usize::try_from(filter.limit).unwrap_or_default();
        let next = (found.len() > shown).then(|| found.get(shown.saturating_sub(1))).flatten();
        let next = next.map(|last| Cursor { section: last.section, id: last.id });
        let bills = found.into_iter().take(shown).map(CardColumns::into_card).collect::<StoreResult<_>>()?;
        Ok(BillPage { bills, next, total })
    }

    async fn count_bills(&self, filter: &BillFilter<'_>) -> StoreResult<i64> {
        let (from, to) = (place_of(filter.sections.0), place_of(filter.sections.1));
        let person = filter.person.uuid();
        let (total,): (i64,) = if filter.words.is_empty() {
            on!(self.reads(), c => sqlx::query_as(COUNT)
                .bind(person).bind(from).bind(to).fetch_one(c).await)?
        } else {
            let [first, second, third, fourth] = patterns(filter.words);
            on!(self.reads(), c => sqlx::query_as(COUNT_FOUND)
                .bind(person)
                .bind(from)
                .bind(to)
                .bind(&first)
                .bind(&second)
                .bind(&third)
                .bind(&fourth)
                .fetch_one(c).await)?
        };
        Ok(total)
    }
}

impl CardColumns {
    fn into_card(self) -> StoreResult<BillCard> {
        Ok(BillCard {
            id: BillId::from_uuid(self.id),
            version: self.version,
            state: state_from(&self.state)?,
            open_request: self.open_request,
            number: self.number,
            customer: self.customer_id.map(CustomerId::from_uuid).zip(self.customer_name),
            billing_date: self.billing_date.as_deref().map(date_from_text).transpose()?,
            due_date: self.due_date.as_deref().map(date_from_text).transpose()?,
            figures: BillFigures {
                total: Money::from_units(self.total),
                total_with_vat: Money::from_units(self.total_with_vat),
                salary_rate: Rate::from_millionths(self.salary_rate),
                estimate: Money::from_units(self.estimate),
            },
            saved_at: from_micros(self.saved_at)?,
            rows: self.row_count,
            is_credit_note: self.is_credit_note,
            is_correction: self.is_correction,
            has_credit_note: self.has_credit_note,
            paid_in_payday: self.paid_in_payday.as_deref().map(date_from_text).transpose()?,
            reminded_on: self.reminded_on.as_deref().map(date_from_text).transpose()?,
        })
    }
}

pub(super) fn place_of(section: Section) -> i64 {
    match section {
        Section::Open => 0,
        Section::Pending => 1,
        Section::Sent => 2,
        Section::Paid => 3,
        Section::Credited => 4,
    }
}

/// What each word has to be found as; a word that is not there matches everything.
fn patterns(words: &[String]) -> [String; MOST_WORDS] {
    std::array::from_fn(|place| words.get(place).map_or_else(|| "%".to_owned(), |word| pattern(word)))
}

/// The word anywhere, its own `%` and `_` taken literally.
fn pattern(word: &str) -> String {
    let mut pattern = String::from("%");
    for letter in word.chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// Opaque to clients; `section-id` to us.
impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.section, self.id.simple())
    }
}

impl FromStr for Cursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (section, id) = text.split_once('-').ok_or(())?;
        Ok(Self { section: section.parse().map_err(|_| ())?, id: id.parse().map_err(|_| ())? })
    }
}
