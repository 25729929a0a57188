//! Finding customers by the starts of words.

use liksa_domain::customer::search::{MOST_SEARCH_WORDS, name_start, search_words};
use liksa_domain::ids::{Id, PersonId};

use super::row::{CustomerRow, seen_columns};
use super::{CustomerSeen, Store};
use crate::db::on;
use crate::error::StoreResult;

/// Sorts after everything that starts with the text before it, in the byte order of both engines.
const LAST_CHARACTER: char = '\u{10FFFF}';

/// What starts with a text lies from it up to this.
pub(crate) fn end_of_starts(start: &str) -> String {
    format!("{start}{LAST_CHARACTER}")
}

impl Store {
    /// Companies, and the own private persons, in which every word of the search starts some word; the own
    /// list first, then names that start as the search does.
    pub async fn search_customers(
        &self,
        viewer: PersonId,
        search: &str,
        most: u8,
    ) -> StoreResult<Vec<CustomerSeen>> {
        let mut words = search_words(search);
        if words.is_empty() {
            return Ok(vec![]);
        }
        // Every word starts with nothing, so that an empty one asks nothing more.
        words.resize(MOST_SEARCH_WORDS, String::new());
        let name_start = name_start(search);
        let rows: Vec<CustomerRow> = on!(self.reads(), c => {
            let mut query = sqlx::query_as(SEARCH_CUSTOMERS)
                .bind(viewer.uuid())
                .bind(&name_start)
                .bind(end_of_starts(&name_start))
                .bind(i64::from(most));
            for word in &words {
                query = query.bind(word).bind(end_of_starts(word));
            }
            query.fetch_all(c).await
        })?;
        rows.into_iter().map(|row| row.seen_by(viewer)).collect()
    }
}

/// The longest word is looked up; what it finds is asked for the others.
pub const SEARCH_CUSTOMERS: &str = concat!(
    "SELECT ",
    seen_columns!(),
    " FROM customer c \
     WHERE c.id IN (SELECT w.customer_id FROM customer_word w WHERE w.word >= $5 AND w.word < $6) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $7 AND w.word < $8) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $9 AND w.word < $10) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $11 AND w.word < $12) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $13 AND w.word < $14) \
     AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = c.id AND w.word >= $15 AND w.word < $16) \
     AND (c.role = 'COMPANY' OR c.maker_id = $1) \
     ORDER BY saved DESC, (c.folded_name >= $2 AND c.folded_name < $3) DESC, c.folded_name, c.id LIMIT $4"
);
