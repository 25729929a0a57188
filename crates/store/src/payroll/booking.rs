//! Numbers and ledger entries of an approved run, chunk by chunk.

use std::collections::HashMap;

use jiff::Timestamp;
use liksa_domain::ids::{Id, PayrollRunId, PersonId, RecoveryId, SalaryId};
use liksa_domain::payroll::settle;
use liksa_money::Money;
use sqlx::QueryBuilder;
use uuid::Uuid;

use super::StoredSalary;
use super::salaries::{SalaryRow, TO_BOOK};
use crate::db::{Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::to_micros;

impl Tx {
    /// The next salaries of the run that have no number. To be called with the run held.
    pub async fn salaries_to_book(
        &mut self,
        run: PayrollRunId,
        limit: i64,
    ) -> StoreResult<Vec<StoredSalary>> {
        let rows: Vec<SalaryRow> = on!(self.conn(), c => sqlx::query_as(TO_BOOK)
            .bind(run.uuid())
            .bind(limit)
            .fetch_all(c).await)?;
        rows.into_iter().map(SalaryRow::into_salary).collect()
    }

    /// Gives the salaries the next numbers of slips. The counter stays locked until the transaction ends.
    pub async fn number_salaries(&mut self, salaries: &[StoredSalary]) -> StoreResult<()> {
        let count = i64::try_from(salaries.len()).map_err(|_| StoreError::Corrupt("salaries"))?;
        let (last,): (i64,) = on!(self.conn(), c => sqlx::query_as(
                "UPDATE salary_counter SET last_number = last_number + $1 WHERE id = 1 RETURNING last_number")
            .bind(count)
            .fetch_one(c).await)?;
        let numbers = last - count + 1..=last;
        let rows = on!(self.conn(), c => {
            let mut query = QueryBuilder::new("UPDATE salary SET number = given.column2 FROM (");
            query.push_values(salaries.iter().zip(numbers), |mut row, (salary, number)| {
                row.push_bind(salary.id.uuid()).push_bind(number);
            });
            query.push(") AS given WHERE salary.id = given.column1 AND salary.number IS NULL");
            query.build().execute(c).await.map(|done| done.rows_affected())
        })?;
        if u64::try_from(count).ok() == Some(rows) { Ok(()) } else { Err(StoreError::RowCount(rows)) }
    }

    /// Takes what the salaries were reduced by from what their workers owe, the oldest debt first.
    pub async fn settle_recoveries(&mut self, salaries: &[StoredSalary]) -> StoreResult<()> {
        let reduced: HashMap<PersonId, (SalaryId, Money)> = salaries
            .iter()
            .filter_map(|salary| Some((salary, salary.summary?.reductions)))
            .filter(|(_, reductions)| reductions.is_positive())
            .map(|(salary, reductions)| (salary.person, (salary.id, reductions)))
            .collect();
        if reduced.is_empty() {
            return Ok(());
        }
        let open: Vec<(Uuid, Uuid, i64)> = on!(self.conn(), c => {
            let mut query = QueryBuilder::new(
                "SELECT id, person_id, remaining FROM recovery WHERE remaining > 0 AND person_id IN (");
            let mut list = query.separated(", ");
            for person in reduced.keys() {
                list.push_bind(person.uuid());
            }
            query.push(") ORDER BY id");
            query.build_query_as().fetch_all(c).await
        })?;
        let mut owed: HashMap<PersonId, Vec<(RecoveryId, Money)>> = HashMap::new();
        for (id, person, remaining) in open {
            let debt = (RecoveryId::from_uuid(id), Money::from_units(remaining));
            owed.entry(PersonId::from_uuid(person)).or_default().push(debt);
        }
        for (person, (salary, reductions)) in reduced {
            let debts = owed.remove(&person).unwrap_or_default();
            // Another run cannot have taken it: approving this one would have been refused.
            let parts = settle(&debts, reductions).ok_or(StoreError::Corrupt("recoveries"))?;
            for (recovery, amount) in parts {
                self.take_recovery(recovery, salary, amount).await?;
            }
        }
        Ok(())
    }

    async fn take_recovery(&mut self, id: RecoveryId, salary: SalaryId, amount: Money) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE recovery SET remaining = remaining - $2 WHERE id = $1 AND remaining >= $2")
            .bind(id.uuid())
            .bind(amount.units())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO recovery_part (recovery_id, salary_id, amount) VALUES ($1, $2, $3)")
            .bind(id.uuid())
            .bind(salary.uuid())
            .bind(amount.units())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Every salary of the run is booked.
    pub async fn end_booking(&mut self, run: PayrollRunId, at: Timestamp) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE payroll_run SET state = 'POSTED', posted_at = $2 WHERE id = $1 AND state = 'APPROVED'")
            .bind(run.uuid())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }
}
