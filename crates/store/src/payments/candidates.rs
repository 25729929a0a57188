//! Bills that a payment may be for: found by what the payment says, or searched for by a clerk.

use std::collections::HashSet;

use liksa_domain::customer::search::MOST_SEARCH_WORDS;
use liksa_domain::payments::{BillSearch, Candidate, Mentioned};

use crate::prelude::*;

/// What candidates are found by.
pub struct CandidateQuery<'a> {
    /// Whose own bills are not shown.
    pub clerk: PersonId,
    pub amount: Money,
    pub mentioned: &'a Mentioned,
    /// Case-folded.
    pub payer_words: &'a [String],
}

/// How many words and numbers of a payment are used, and how many bills each statement finds.
const MOST_WORDS: usize = 4;
const MOST_NUMBERS: usize = 6;
const MOST_FOUND: i64 = 20;

macro_rules! late_charges {
    () => {
        "COALESCE((SELECT MAX(r.interest) + SUM(r.fee) FROM reminder r WHERE r.bill_id = b.id), 0) - \
         COALESCE((SELECT SUM(p.amount) FROM payment_part p WHERE p.bill_id = b.id AND p.kind <> 'BILL'), 0)"
    };
}

/// Of bills that were sent and are not paid.
macro_rules! candidates {
    ($found_by:literal) => {
        concat!(
            "SELECT b.id, b.number, COALESCE(c.name, '') AS customer, b.due_date, b.total_with_vat, b.paid_amount, b.credited_amount, \
             CAST(",
            late_charges!(),
            " AS BIGINT) AS charges FROM bill b LEFT JOIN customer c ON c.id = b.customer_id \
             WHERE b.person_id <> $1 AND b.state = 'CLOSED' AND b.credit_of IS NULL AND ",
            $found_by
        )
    };
}

pub(crate) const CANDIDATES_BY_AMOUNT: &str =
    candidates!("b.total_with_vat - b.credited_amount - b.paid_amount = $2 ORDER BY b.id DESC LIMIT $3");
pub(crate) const CANDIDATES_BY_NUMBER: &str = candidates!("b.number IN ($2, $3, $4, $5, $6, $7)");
pub(crate) const CANDIDATES_BY_NAME: &str = candidates!(
    "b.customer_id IN (SELECT w.customer_id FROM customer_word w WHERE w.word IN ($2, $3, $4, $5)) \
     ORDER BY b.id DESC LIMIT $6"
);

pub(crate) const SEARCH_BY_NUMBER: &str = candidates!("b.number IN ($2, $3)");
/// The longest word is searched in the index; the others filter what it finds.
pub(crate) const SEARCH_BY_NAME: &str = candidates!(
    "b.customer_id IN (SELECT w.customer_id FROM customer_word w WHERE w.word >= $2 AND w.word < $3) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $4 AND w.word < $5) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $6 AND w.word < $7) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $8 AND w.word < $9) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $10 AND w.word < $11) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $12 AND w.word < $13) \
     ORDER BY b.id DESC LIMIT $14"
);

impl ReadRow for Candidate {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let (billed, paid, charges): (i64, i64, i64) =
            (row.get("total_with_vat")?, row.get("paid_amount")?, row.get("charges")?);
        let own = billed.saturating_sub(row.get("credited_amount")?).saturating_sub(paid);
        let with_charges = own.saturating_add(charges.max(0));
        Ok(Self {
            bill: row.get("id")?,
            number: row.get("number")?,
            customer: row.get("customer")?,
            due_date: row.get("due_date")?,
            billed: Money::from_units(billed),
            owed: (Money::from_units(own), Money::from_units(with_charges)),
        })
    }
}

impl Store {
    /// Sent bills that match a payment by the sum still owed, by number, or by the customer's name.
    pub async fn candidates(&self, query: &CandidateQuery<'_>) -> StoreResult<Vec<Candidate>> {
        let numbers = query.mentioned.references.iter().chain(&query.mentioned.numbers).copied();
        let numbers = numbers.chain(std::iter::repeat(0)).take(MOST_NUMBERS);
        let by_number = numbers
            .fold(sql!(CANDIDATES_BY_NUMBER => query.clerk), |statement, number| statement.bind(&number));
        let words =
            query.payer_words.iter().map(String::as_str).chain(std::iter::repeat("")).take(MOST_WORDS);
        let by_name = words
            .fold(sql!(CANDIDATES_BY_NAME => query.clerk), |statement, word| statement.bind(word))
            .bind(&MOST_FOUND);
        let mut bills: Vec<Candidate> =
            self.fetch_all(sql!(CANDIDATES_BY_AMOUNT => query.clerk, query.amount, MOST_FOUND)).await?;
        bills.extend(self.fetch_all::<Candidate>(by_number).await?);
        bills.extend(self.fetch_all::<Candidate>(by_name).await?);
        bills.sort_by_key(|bill| bill.bill);
        bills.dedup_by_key(|bill| bill.bill);
        Ok(bills)
    }

    /// Sent bills that a clerk searches for: first those of that number, then those of which exactly this is owed,
    /// then those to customers of that name. The clerk's own bills are not found.
    pub async fn search_open_bills(
        &self,
        clerk: PersonId,
        search: &BillSearch,
    ) -> StoreResult<Vec<Candidate>> {
        let (number, referred) = (search.number.unwrap_or_default(), search.referred.unwrap_or_default());
        let mut bills: Vec<Candidate> =
            self.fetch_all(sql!(SEARCH_BY_NUMBER => clerk, number, referred)).await?;
        if let Some(amount) = search.amount {
            bills.extend(
                self.fetch_all::<Candidate>(sql!(CANDIDATES_BY_AMOUNT => clerk, amount, MOST_FOUND)).await?,
            );
        }
        if !search.words.is_empty() {
            let mut words = search.words.clone();
            words.resize(MOST_SEARCH_WORDS, String::new());
            let by_name = sql!(SEARCH_BY_NAME => clerk).bind_prefixes(&words).bind(&MOST_FOUND);
            bills.extend(self.fetch_all::<Candidate>(by_name).await?);
        }
        let mut seen = HashSet::new();
        bills.retain(|bill| seen.insert(bill.bill));
        Ok(bills)
    }
}
