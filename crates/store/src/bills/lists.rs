//! The worker's lists, paged by key: the next page starts after the last bill of this one, however many were added
//! meanwhile.

use liksa_domain::bill::{BillFigures, BillState, Section};
use liksa_domain::share::DraftShares;
use uuid::Uuid;

use crate::cursor::Cursor;
use crate::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListOrder {
    OpenFirst,
    ClosedFirst,
}

/// Which bills of a person to list, and after which.
#[derive(Debug, Clone)]
pub struct BillFilter<'a> {
    pub person: PersonId,
    /// From the first to the last of these.
    pub sections: (Section, Section),
    /// All must occur; folded as [`liksa_domain::bill::search_words`] does. Beyond [`MOST_WORDS`] none count.
    pub words: &'a [String],
    pub order: ListOrder,
    /// The last bill of the page before, by its section.
    pub after: Option<Cursor<i64>>,
    pub limit: i64,
}

/// More words than this find nothing that fewer would not.
const MOST_WORDS: usize = 4;

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
    /// When it goes to the customer by itself, once it is approved.
    pub leaves_at: Option<Timestamp>,
    pub rows: i64,
    pub is_credit_note: bool,
    pub is_correction: bool,
    /// A credit note for it is on its way or has gone.
    pub has_credit_note: bool,
    /// The payday of the salary that it was paid in, once the slip is published.
    pub paid_in_payday: Option<Date>,
    /// When the customer was last reminded of it.
    pub reminded_on: Option<Date>,
    /// None of what is no draft, and while nobody has to be told of the shares.
    pub shares: Option<DraftShares>,
}

pub struct BillPage {
    pub bills: Vec<BillCard>,
    pub next: Option<Cursor<i64>>,
    /// How many there are on all pages.
    pub total: i64,
}

read_row! {
    BillCard {
        id, version, state, open_request, number, billing_date, due_date, saved_at, leaves_at, rows = "row_count",
        is_credit_note, is_correction, has_credit_note, paid_in_payday, reminded_on,
        shares
    } flat { customer, figures }
}

impl ReadRow for Option<(CustomerId, String)> {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let (id, name): (Option<CustomerId>, Option<String>) =
            (row.get("customer_id")?, row.get("customer_name")?);
        Ok(id.zip(name))
    }
}

/// What the shares of the draft `b` come to: the first of these states that one of them is in. While one is left that
/// nobody was asked about, it says nothing yet that the others were approved.
macro_rules! draft_shares {
    () => {
        "(SELECT CASE MIN(CASE h.state WHEN 'DECLINED' THEN 1 WHEN 'WAITING_SUBCONTRACTOR' THEN 2 WHEN 'OPEN' THEN 3 \
         WHEN 'APPROVED' THEN 4 END) WHEN 1 THEN 'DECLINED' WHEN 2 THEN 'WAITING' WHEN 4 THEN 'APPROVED' END \
         FROM share h WHERE h.bill_id = b.id AND b.state = 'OPEN') AS shares "
    };
}

macro_rules! columns {
    () => {
        concat!(
            "SELECT b.id, b.version, b.state, b.open_request, b.number, b.customer_id, \
             c.name AS customer_name, b.billing_date, b.due_date, b.total, b.total_with_vat, b.no_totals, \
             b.salary_rate, b.estimate, b.saved_at, b.leaves_at, \
             (SELECT COUNT(*) FROM bill_row r WHERE r.bill_id = b.id) AS row_count, \
             b.credit_of IS NOT NULL AS is_credit_note, b.correction_of IS NOT NULL AS is_correction, \
             EXISTS (SELECT 1 FROM bill n WHERE n.credit_of = b.id AND n.state <> 'OPEN') AS has_credit_note, \
             (SELECT s.payday FROM salary s WHERE s.id = b.salary_id AND s.published_at IS NOT NULL) \
             AS paid_in_payday, \
             (SELECT MAX(m.date) FROM reminder m WHERE m.bill_id = b.id) AS reminded_on, ",
            draft_shares!()
        )
    };
}

macro_rules! of_person {
    () => {
        "FROM bill b LEFT JOIN customer c ON c.id = b.customer_id \
         WHERE b.person_id = $1 AND b.section BETWEEN $2 AND $3 "
    };
}

/// The billing date as people write it: 16.11.2026.
macro_rules! written_date {
    () => {
        "(SUBSTR(b.billing_date, 9, 2) || '.' || SUBSTR(b.billing_date, 6, 2) || '.' || SUBSTR(b.billing_date, 1, 4))"
    };
}

/// A missing word is `%`, which costs no comparison.
macro_rules! with_word {
    ($word:literal) => {
        concat!(
            "AND (",
            $word,
            " = '%' OR b.found_by LIKE ",
            $word,
            " ESCAPE '!' OR c.folded_name LIKE ",
            $word,
            " ESCAPE '!' OR c.folded_city LIKE ",
            $word,
            " ESCAPE '!' OR CAST(b.number AS TEXT) LIKE ",
            $word,
            " OR ",
            written_date!(),
            " LIKE ",
            $word,
            ") "
        )
    };
}

macro_rules! with_words {
    () => {
        concat!(with_word!("$4"), with_word!("$5"), with_word!("$6"), with_word!("$7"))
    };
}

macro_rules! page {
    ($after_and_order:literal) => {
        concat!(columns!(), of_person!(), with_words!(), $after_and_order, " LIMIT $10")
    };
}

pub(crate) const OPEN_FIRST: &str =
    page!("AND (b.section > $8 OR (b.section = $8 AND b.id < $9)) ORDER BY b.section, b.id DESC");
pub(crate) const CLOSED_FIRST: &str =
    page!("AND (b.section < $8 OR (b.section = $8 AND b.id < $9)) ORDER BY b.section DESC, b.id DESC");

/// Without words the index alone is counted.
pub(crate) const COUNT: &str = "SELECT COUNT(*) FROM bill WHERE person_id = $1 AND section BETWEEN $2 AND $3";

pub(crate) const COUNT_FOUND: &str = concat!("SELECT COUNT(*) ", of_person!(), with_words!());

/// The newest `$2` drafts of person `$1`, and as many of the bills that are being handled or at the customer's.
pub(crate) const UNPAID_BILLS: &str = concat!(
    columns!(),
    "FROM bill b LEFT JOIN customer c ON c.id = b.customer_id WHERE b.id IN (\
     SELECT d.id FROM (SELECT o.id FROM bill o WHERE o.person_id = $1 AND o.section = 0 AND o.credit_of IS NULL \
     ORDER BY o.id DESC LIMIT $2) AS d UNION ALL \
     SELECT d.id FROM (SELECT o.id FROM bill o WHERE o.person_id = $1 AND o.section BETWEEN 1 AND 2 \
     AND o.credit_of IS NULL ORDER BY o.id DESC LIMIT $2) AS d) ORDER BY b.id DESC"
);

store_methods! {
    /// The newest drafts, and as many of the bills that are being handled or at the customer's. No credit notes.
    pub async fn unpaid_bills(person: PersonId, most_of_each: i64) -> Vec<BillCard> = fetch_all UNPAID_BILLS;
}

impl Store {
    pub async fn bill_page(&self, filter: &BillFilter<'_>) -> StoreResult<BillPage> {
        let (from, to) = filter.sections;
        let (statement, start) = match filter.order {
            ListOrder::OpenFirst => (OPEN_FIRST, from),
            ListOrder::ClosedFirst => (CLOSED_FIRST, to),
        };
        let after = filter.after.unwrap_or(Cursor { key: start.to_raw(), id: Uuid::max() });
        let [first, second, third, fourth] = patterns(filter.words);
        let statement = sql!(
            statement => filter.person, from, to, first, second, third, fourth, after.key, after.id,
                         filter.limit.saturating_add(1)
        );
        let found: Vec<BillCard> = self.fetch_all(statement).await?;
        let total = if filter.words.is_empty() {
            self.fetch_value(sql!(COUNT => filter.person, from, to)).await?
        } else {
            self.fetch_value(sql!(COUNT_FOUND => filter.person, from, to, first, second, third, fourth))
                .await?
        };
        let (bills, more) = cut_page(found, filter.limit);
        let next = bills.last().filter(|_| more);
        let next = next.map(|last| Cursor { key: last.state.section().to_raw(), id: last.id.uuid() });
        Ok(BillPage { bills, next, total })
    }
}

/// The pattern of each word; one that is missing matches everything.
fn patterns(words: &[String]) -> [String; MOST_WORDS] {
    std::array::from_fn(|place| words.get(place).map_or_else(|| "%".to_owned(), |word| pattern(word)))
}

/// The word anywhere in a text, with its own `%` and `_` taken literally.
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
