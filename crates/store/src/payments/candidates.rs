//! Bills that a payment may be for: those that something speaks for, and those that somebody looks for.

use std::collections::HashSet;

use jiff::civil::Date;
use liksa_domain::customer::search::MOST_SEARCH_WORDS;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::payments::{BillSearch, Mentioned};
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use crate::customers::end_of_starts;
use crate::db::{Store, on};
use crate::error::StoreResult;
use crate::time::date_from_text;

/// A bill that a payment may be for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateBill {
    pub bill: BillId,
    pub number: i64,
    pub customer: String,
    pub due_date: Option<Date>,
    pub billed: Money,
    /// Its own sum, and that with what reminders asked for.
    pub owed: (Money, Money),
}

/// What candidates are looked for by.
pub struct CandidateQuery<'a> {
    pub amount: Money,
    pub mentioned: &'a Mentioned,
    /// Case-folded.
    pub payer_words: &'a [String],
}

/// How many words and numbers of a payment are looked for, and how many bills are found by each way.
const MOST_WORDS: usize = 4;
const MOST_NUMBERS: usize = 6;
const MOST_FOUND: i64 = 20;

macro_rules! late_charges {
    () => {
        "COALESCE((SELECT MAX(r.interest) + SUM(r.fee) FROM reminder r WHERE r.bill_id = b.id), 0) - \
         COALESCE((SELECT SUM(p.amount) FROM payment_part p WHERE p.bill_id = b.id AND p.kind <> 'BILL'), 0)"
    };
}

/// Of bills that are at their customers'.
macro_rules! candidates {
    ($found_by:literal) => {
        concat!(
            "SELECT b.id, b.number, COALESCE(c.name, '') AS customer, b.due_date, b.total_with_vat, b.paid_amount, \
             CAST(",
            late_charges!(),
            " AS BIGINT) AS charges FROM bill b LEFT JOIN customer c ON c.id = b.customer_id \
             WHERE b.state = 'CLOSED' AND b.credit_of IS NULL AND ",
            $found_by
        )
    };
}

pub(crate) const CANDIDATES_BY_AMOUNT: &str =
    candidates!("b.total_with_vat - b.paid_amount = $1 ORDER BY b.id DESC LIMIT $2");
pub(crate) const CANDIDATES_BY_NUMBER: &str = candidates!("b.number IN ($1, $2, $3, $4, $5, $6)");
pub(crate) const CANDIDATES_BY_NAME: &str = candidates!(
    "b.customer_id IN (SELECT w.customer_id FROM customer_word w WHERE w.word IN ($1, $2, $3, $4)) \
     ORDER BY b.id DESC LIMIT $5"
);

/// What was found by one way comes before what was found by the next.
pub(crate) const SEARCH_BY_NUMBER: &str = candidates!("b.number IN ($1, $2)");
/// The longest word is looked up; what it finds is asked for the others.
pub(crate) const SEARCH_BY_NAME: &str = candidates!(
    "b.customer_id IN (SELECT w.customer_id FROM customer_word w WHERE w.word >= $1 AND w.word < $2) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $3 AND w.word < $4) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $5 AND w.word < $6) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $7 AND w.word < $8) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $9 AND w.word < $10) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $11 AND w.word < $12) \
     ORDER BY b.id DESC LIMIT $13"
);

#[derive(FromRow)]
struct CandidateColumns {
    id: Uuid,
    number: i64,
    customer: String,
    due_date: Option<String>,
    total_with_vat: i64,
    paid_amount: i64,
    charges: i64,
}

impl Store {
    /// Bills that are out, and that something speaks for: their open sum, their number, their customer's name.
    pub async fn candidates(&self, query: &CandidateQuery<'_>) -> StoreResult<Vec<CandidateBill>> {
        let mut numbers = query.mentioned.references.iter().chain(&query.mentioned.numbers).copied();
        let numbers: [i64; MOST_NUMBERS] = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let words: [&str; MOST_WORDS] =
            std::array::from_fn(|place| query.payer_words.get(place).map_or("", String::as_str));
        let mut rows: Vec<CandidateColumns> = on!(self.reads(), c => sqlx::query_as(CANDIDATES_BY_AMOUNT)
            .bind(query.amount.units())
            .bind(MOST_FOUND)
            .fetch_all(c).await)?;
        rows.extend::<Vec<_>>(on!(self.reads(), c => {
            let statement = sqlx::query_as(CANDIDATES_BY_NUMBER);
            numbers.into_iter().fold(statement, |all, number| all.bind(number)).fetch_all(c).await
        })?);
        rows.extend::<Vec<_>>(on!(self.reads(), c => {
            let statement = sqlx::query_as(CANDIDATES_BY_NAME);
            words.into_iter().fold(statement, |all, word| all.bind(word)).bind(MOST_FOUND).fetch_all(c).await
        })?);
        rows.sort_by_key(|row| row.id);
        rows.dedup_by_key(|row| row.id);
        rows.into_iter().map(CandidateColumns::into_candidate).collect()
    }

    /// Bills that are out and that somebody looks for: first those of that number, then those of which exactly this
    /// is owed, then those to customers of that name.
    pub async fn search_open_bills(&self, search: &BillSearch) -> StoreResult<Vec<CandidateBill>> {
        let mut rows: Vec<CandidateColumns> = on!(self.reads(), c => sqlx::query_as(SEARCH_BY_NUMBER)
            .bind(search.number.unwrap_or_default())
            .bind(search.referred.unwrap_or_default())
            .fetch_all(c).await)?;
        if let Some(amount) = search.amount {
            rows.extend::<Vec<_>>(on!(self.reads(), c => sqlx::query_as(CANDIDATES_BY_AMOUNT)
                .bind(amount.units())
                .bind(MOST_FOUND)
                .fetch_all(c).await)?);
        }
        if !search.words.is_empty() {
            // Every word starts with nothing, so that an empty one asks nothing more.
            let mut words = search.words.clone();
            words.resize(MOST_SEARCH_WORDS, String::new());
            rows.extend::<Vec<_>>(on!(self.reads(), c => {
                let statement = sqlx::query_as(SEARCH_BY_NAME);
                let bound = words.iter().fold(statement, |all, word| all.bind(word).bind(end_of_starts(word)));
                bound.bind(MOST_FOUND).fetch_all(c).await
            })?);
        }
        let mut seen = HashSet::new();
        rows.retain(|row| seen.insert(row.id));
        rows.into_iter().map(CandidateColumns::into_candidate).collect()
    }
}

impl CandidateColumns {
    fn into_candidate(self) -> StoreResult<CandidateBill> {
        let own = self.total_with_vat.saturating_sub(self.paid_amount);
        let with_charges = own.saturating_add(self.charges.max(0));
        Ok(CandidateBill {
            bill: BillId::from_uuid(self.id),
            number: self.number,
            customer: self.customer,
            due_date: self.due_date.as_deref().map(date_from_text).transpose()?,
            billed: Money::from_units(self.total_with_vat),
            owed: (Money::from_units(own), Money::from_units(with_charges)),
        })
    }
}
