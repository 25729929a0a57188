//! Numbering the salaries of an approved run, chunk by chunk.

use super::StoredSalary;
use super::salaries::TO_BOOK;
use crate::prelude::*;

tx_methods! {
    /// The next salaries of the run that have no number. The run must be locked.
    pub async fn salaries_to_book(run: PayrollRunId, limit: i64) -> Vec<StoredSalary> = fetch_all TO_BOOK;

    /// Stores that every salary of the run is booked.
    pub async fn end_booking(run: PayrollRunId, at: Timestamp) = change_one
        "UPDATE payroll_run SET state = 'POSTED', posted_at = $2 \
         WHERE id = $1 AND state = 'APPROVED' AND NOT unapproving";
}

impl Tx {
    /// Gives the salaries the next numbers of slips. The counter stays locked until the transaction ends.
    pub async fn number_salaries(&mut self, salaries: &[StoredSalary]) -> StoreResult<()> {
        let count = i64::try_from(salaries.len()).map_err(|_| StoreError::Corrupt("salaries"))?;
        let update = sql!(
            "UPDATE salary_counter SET last_number = last_number + $1 WHERE id = 1 RETURNING last_number"
            => count
        );
        let last: i64 = self.fetch_value(update).await?;
        let numbers = last - count + 1..=last;
        let rows = salaries.iter().zip(numbers).map(|(salary, number)| values![salary.id, number]).collect();
        let rows = self
            .execute_for_rows(
                "UPDATE salary SET number = given.column2 FROM (",
                rows,
                ") AS given WHERE salary.id = given.column1 AND salary.number IS NULL",
            )
            .await?;
        if u64::try_from(count).ok() == Some(rows) { Ok(()) } else { Err(StoreError::RowCount(rows)) }
    }
}
