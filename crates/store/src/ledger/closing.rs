//! Closing the books: from then on nothing is booked on a day up to the closed one.

use crate::prelude::*;

/// What was closed, when and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BooksClosing {
    pub until: Date,
    pub closed_at: Timestamp,
    pub closed_by: String,
}

read_row! { BooksClosing { until, closed_at, closed_by } }

store_methods! {
    /// The last closed day.
    pub async fn books_closed_until() -> Option<Date> = fetch_value
        "SELECT closed_until FROM ledger_counter WHERE id = 1";

    /// Every closing, the latest first.
    pub async fn books_closings() -> Vec<BooksClosing> = fetch_all
        "SELECT c.until, c.closed_at, p.first_name || ' ' || p.last_name AS closed_by \
         FROM books_closing c JOIN person p ON p.id = c.closed_by ORDER BY c.until DESC";
}

impl Tx {
    /// Closes the books until a day, under the lock that posting takes. False if they are closed so far already.
    pub async fn close_books(&mut self, until: Date, by: PersonId, at: Timestamp) -> StoreResult<bool> {
        let update = sql!(
            "UPDATE ledger_counter SET closed_until = $1 \
             WHERE id = 1 AND (closed_until IS NULL OR closed_until < $1) RETURNING last_number"
            => until
        );
        let Some((last_entry,)) = self.fetch_optional::<(i64,)>(update).await? else { return Ok(false) };
        self.change_one(sql!(
            "INSERT INTO books_closing (until, last_entry, closed_at, closed_by) VALUES ($1, $2, $3, $4)"
            => until, last_entry, at, by
        ))
        .await?;
        Ok(true)
    }
}
