//! The ledger by itself: entries, their numbers, closed books.

use liksa_domain::amount_limits::LARGEST_FILE_SUM;

use super::*;

/// Entries of closed books that were made after they had been closed.
const BOOKED_AFTER_CLOSING: &str = "SELECT COUNT(*) FROM books_closing c JOIN ledger_entry e ON e.number > c.last_entry AND e.date <= c.until";

const HUGE_LINES: &str = "SELECT COUNT(*) FROM ledger_line WHERE amount > $1 OR amount < $2";

impl Snapshot {
    pub(super) async fn check_balances(&mut self) -> StoreResult<Vec<Fault>> {
        let select = sql!(
            "SELECT entry, CAST(SUM(amount) AS BIGINT) FROM ledger_line GROUP BY entry \
             HAVING SUM(amount) <> 0 ORDER BY entry LIMIT $1" => MOST
        );
        let off: Vec<(i64, Money)> = self.fetch_all(select).await?;
        let fault = |(entry, sum): (i64, Money)| Fault {
            number: Some(entry),
            amount: Some(sum),
            ..Fault::new(FaultKey::EntryOff)
        };
        Ok(off.into_iter().map(fault).collect())
    }

    /// Every number that the counter has given is an entry, and its lines have its day.
    pub(super) async fn check_entries(&mut self) -> StoreResult<Vec<Fault>> {
        let select = sql!(
            "SELECT last_number, (SELECT COUNT(*) FROM ledger_entry), \
             (SELECT COALESCE(MAX(number), 0) FROM ledger_entry), \
             (SELECT COUNT(*) FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry \
             WHERE l.date <> e.date) FROM ledger_counter"
        );
        let (given, booked, highest, misdated): (i64, i64, i64, i64) = self.fetch_one(select).await?;
        let gap = Fault { number: Some(given), ..Fault::counted(FaultKey::NumberGap, booked) };
        let mut faults = fault_unless(given == booked && given == highest, gap);
        faults.extend(fault_unless(misdated == 0, Fault::counted(FaultKey::LinesMisdated, misdated)));
        Ok(faults)
    }

    pub(super) async fn check_closed_books(&mut self) -> StoreResult<Vec<Fault>> {
        self.count(sql!(BOOKED_AFTER_CLOSING), FaultKey::BookedAfterClosing).await
    }

    /// Amounts that nothing may have: they would make sums meaningless.
    pub(super) async fn check_sizes(&mut self) -> StoreResult<Vec<Fault>> {
        let largest = LARGEST_FILE_SUM.units();
        let found = self.count(sql!(HUGE_LINES => largest, -largest), FaultKey::LinesTooLarge).await?;
        Ok(found.into_iter().map(|fault| Fault { amount: Some(LARGEST_FILE_SUM), ..fault }).collect())
    }
}
