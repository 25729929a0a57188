//! The search of customers: companies of the register, and one's own private persons.

use std::collections::HashMap;

use liksa_domain::customer::search::{MOST_SEARCH_WORDS, name_start, search_words};

use super::{CustomerSeen, seen_columns};
use crate::customers::detail_columns;
use crate::prelude::*;
use crate::sql::prefix_end;

/// A part of what a search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCustomers {
    pub customers: Vec<CustomerSeen>,
    /// How many there are in all.
    pub total: i64,
}

/// Whether the words of the row with the given alias start with the prefixes `$2` to `$13`. The longest word is searched
/// in the index; the others filter what it finds. The words of a company are stored under its id, those of a private
/// person under that of the present record.
macro_rules! matches_words {
    ($row:literal) => {
        concat!(
            $row,
            ".id IN (SELECT w.customer_id FROM customer_word w WHERE w.word >= $2 AND w.word < $3) \
             AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = ",
            $row,
            ".id AND w.word >= $4 AND w.word < $5) \
             AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = ",
            $row,
            ".id AND w.word >= $6 AND w.word < $7) \
             AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = ",
            $row,
            ".id AND w.word >= $8 AND w.word < $9) \
             AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = ",
            $row,
            ".id AND w.word >= $10 AND w.word < $11) \
             AND EXISTS (SELECT 1 FROM customer_word w WHERE w.customer_id = ",
            $row,
            ".id AND w.word >= $12 AND w.word < $13)"
        )
    };
}
pub(super) use matches_words;

/// What the viewer `$1` finds: `f` is a record with the id of a company `k`, or a private person.
macro_rules! found {
    () => {
        concat!(
            " FROM customer f LEFT JOIN company k ON k.id = f.id \
             LEFT JOIN customer e ON e.company_id = k.id AND e.maker_id = $1 AND e.replaced_by IS NULL \
             LEFT JOIN saved_customer s ON s.person_id = $1 AND s.customer_id = COALESCE(e.id, f.id) WHERE ",
            matches_words!("f"),
            " AND (k.id IS NOT NULL OR f.maker_id = $1)"
        )
    };
}

pub(crate) const SEARCH_CUSTOMERS: &str = concat!(
    "SELECT COALESCE(e.id, f.id) AS id",
    found!(),
    " ORDER BY s.customer_id IS NULL, NOT (COALESCE(k.folded_name, f.folded_name) >= $14 \
     AND COALESCE(k.folded_name, f.folded_name) < $15), COALESCE(k.folded_name, f.folded_name), f.id LIMIT $16 OFFSET $17"
);
pub(crate) const COUNT_FOUND: &str = concat!("SELECT COUNT(*)", found!());

/// The words of a search, filled up with empty ones to the number in the statements.
pub(super) fn filled(mut words: Vec<String>) -> Vec<String> {
    words.resize(MOST_SEARCH_WORDS, String::new());
    words
}

impl Store {
    /// Companies, and private persons that the viewer made, in whose words every word of the search is a prefix; first
    /// those on the viewer's list, then names that start with the search. The first `skipped` are left out.
    pub async fn search_customers(
        &self,
        viewer: PersonId,
        search: &str,
        skipped: i64,
        most: i64,
    ) -> StoreResult<FoundCustomers> {
        let words = search_words(search);
        if words.is_empty() {
            return Ok(FoundCustomers { customers: vec![], total: 0 });
        }
        let (words, name_start) = (filled(words), name_start(search));
        let statement = sql!(SEARCH_CUSTOMERS => viewer).bind_prefixes(&words).bind(&name_start);
        let statement = statement.bind(&prefix_end(&name_start)).bind(&most).bind(&skipped);
        let ids: Vec<CustomerId> = self.fetch_values(statement).await?;
        let total = self.fetch_value(sql!(COUNT_FOUND => viewer).bind_prefixes(&words)).await?;
        Ok(FoundCustomers { customers: self.seen_customers(viewer, &ids).await?, total })
    }

    /// Own records and companies in the order of their ids.
    async fn seen_customers(&self, viewer: PersonId, ids: &[CustomerId]) -> StoreResult<Vec<CustomerSeen>> {
        let own = concat!(
            "SELECT ",
            seen_columns!(),
            " FROM customer c WHERE c.id = ANY($2) \
             AND c.maker_id = $1 AND c.replaced_by IS NULL"
        );
        let mut seen: HashMap<CustomerId, CustomerSeen> = HashMap::with_capacity(ids.len());
        for company in self.companies_with(ids).await? {
            seen.insert(company.id, company.into());
        }
        // One's own record may have the id of the company.
        for own in self.fetch_all::<CustomerSeen>(sql!(own => viewer, ids)).await? {
            seen.insert(own.customer.id, own);
        }
        Ok(ids.iter().filter_map(|id| seen.remove(id)).collect())
    }
}
