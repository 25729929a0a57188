//! Writing a calculation, chunk by chunk.

use jiff::Timestamp;
use liksa_domain::ids::{Id, PayrollRunId, PersonId};
use sqlx::QueryBuilder;
use uuid::Uuid;

use super::figures::{SUMMARY_COLUMNS, SUMMARY_COUNT, TRAVEL_COLUMNS, summary_values, travel_values};
use super::{NewSalary, PayrollRun, basis};
use crate::db::{Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{date_text, to_micros};

/// Rows in one statement: far below the engines' limits of parameters.
const AT_ONCE: usize = 200;

impl Tx {
    /// Forgets the salaries of an earlier calculation and begins another. None if the run has gone on. Answers
    /// which calculation it is.
    pub async fn begin_calculation(
        &mut self,
        run: PayrollRunId,
        by: PersonId,
        at: Timestamp,
    ) -> StoreResult<Option<i64>> {
        let begun: Option<(i64,)> = on!(self.conn(), c => sqlx::query_as(
                "UPDATE payroll_run SET state = 'CALCULATING', calculation = calculation + 1, \
                 calculated_until = NULL, calculated_by = $2, calculated_at = $3 \
                 WHERE id = $1 AND state IN ('DRAFT', 'CALCULATED') RETURNING calculation")
            .bind(run.uuid())
            .bind(by.uuid())
            .bind(to_micros(at))
            .fetch_optional(c).await)?;
        let Some((calculation,)) = begun else { return Ok(None) };
        for statement in [
            "UPDATE bill SET salary_id = NULL WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1)",
            "DELETE FROM salary WHERE run_id = $1",
            "UPDATE payroll_run SET to_calculate = (SELECT COUNT(DISTINCT person_id) FROM bill \
             WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL) WHERE id = $1",
        ] {
            on!(self.conn(), c => sqlx::query(statement).bind(run.uuid()).execute(c).await.map(drop))?;
        }
        Ok(Some(calculation))
    }

    /// Adds the salaries of one chunk and takes their bills. False, and nothing is to be committed, if another
    /// runner has done the chunk or a bill has moved since it was read.
    pub async fn add_salaries(&mut self, run: &PayrollRun, salaries: &[NewSalary]) -> StoreResult<bool> {
        let Some(last) = salaries.last() else { return Ok(true) };
        let taken = on!(self.conn(), c => sqlx::query(
                "UPDATE payroll_run SET calculated_until = $4 WHERE id = $1 AND state = 'CALCULATING' \
                 AND calculation = $2 AND calculated_until IS NOT DISTINCT FROM $3")
            .bind(run.id.uuid())
            .bind(run.calculation)
            .bind(run.calculated_until.map(Id::uuid))
            .bind(last.person.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        if taken != 1 {
            return Ok(false);
        }
        for chunk in salaries.chunks(AT_ONCE) {
            self.insert_salaries(run, chunk).await?;
            if !self.take_bills(chunk).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn insert_salaries(&mut self, run: &PayrollRun, salaries: &[NewSalary]) -> StoreResult<()> {
        let rows = salaries.iter().map(SalaryValues::of).collect::<StoreResult<Vec<_>>>()?;
        let payday = date_text(run.payday);
        on!(self.conn(), c => {
            let mut query = QueryBuilder::new(
                "INSERT INTO salary (id, run_id, person_id, payday, held, problems, changes, reckoned, estimate, \
                 previous_salary, iban, basis, ");
            query.push(SUMMARY_COLUMNS).push(", ").push(TRAVEL_COLUMNS).push(") ");
            query.push_values(&rows, |mut row, values| {
                row.push_bind(values.new.id.uuid())
                    .push_bind(run.id.uuid())
                    .push_bind(values.new.person.uuid())
                    .push_bind(&payday)
                    .push_bind(values.new.on_hold || values.new.calculated.is_blocked())
                    .push_bind(&values.problems)
                    .push_bind(&values.changes)
                    .push_bind(values.new.calculated.summary.is_some())
                    .push_bind(values.new.calculated.estimate.units())
                    .push_bind(values.new.previous_salary.map(liksa_money::Money::units))
                    .push_bind(values.new.iban.as_ref().map(|iban| iban.as_str()))
                    .push_bind(&values.basis);
                for amount in &values.amounts {
                    row.push_bind(*amount);
                }
            });
            query.build().execute(c).await.map(drop)
        })?;
        Ok(())
    }

    /// True if each bill was still free.
    async fn take_bills(&mut self, salaries: &[NewSalary]) -> StoreResult<bool> {
        let pairs: Vec<(Uuid, Uuid)> = salaries
            .iter()
            .flat_map(|salary| salary.bills.iter().map(|bill| (bill.uuid(), salary.id.uuid())))
            .collect();
        for chunk in pairs.chunks(AT_ONCE) {
            let rows = on!(self.conn(), c => {
                let mut query = QueryBuilder::new("UPDATE bill SET salary_id = taken.column2 FROM (");
                query.push_values(chunk, |mut row, (bill, salary)| {
                    row.push_bind(*bill).push_bind(*salary);
                });
                query.push(
                    ") AS taken WHERE bill.id = taken.column1 AND bill.salary_id IS NULL AND bill.state = 'PAID'");
                query.build().execute(c).await.map(|done| done.rows_affected())
            })?;
            if u64::try_from(chunk.len()).ok() != Some(rows) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Nobody is left to be calculated. False if another runner has said so.
    pub async fn end_calculation(&mut self, run: &PayrollRun) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE payroll_run SET state = 'CALCULATED' WHERE id = $1 AND state = 'CALCULATING' \
                 AND calculation = $2 AND calculated_until IS NOT DISTINCT FROM $3")
            .bind(run.id.uuid())
            .bind(run.calculation)
            .bind(run.calculated_until.map(Id::uuid))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

/// What is bound for one salary.
struct SalaryValues<'a> {
    new: &'a NewSalary,
    problems: String,
    changes: String,
    basis: String,
    amounts: Vec<i64>,
}

impl<'a> SalaryValues<'a> {
    fn of(new: &'a NewSalary) -> StoreResult<Self> {
        let calculated = &new.calculated;
        let mut amounts = calculated.summary.as_ref().map_or(vec![0; SUMMARY_COUNT], summary_values);
        amounts.extend(travel_values(&calculated.billed.reimbursements, &calculated.travelled));
        if new.bills.is_empty() {
            return Err(StoreError::Corrupt("salary without bills"));
        }
        Ok(Self {
            new,
            problems: joined(calculated.problems.iter().map(|problem| problem.name())),
            changes: joined(calculated.changes.iter().map(|change| change.name())),
            basis: basis::to_json(&calculated.basis)?,
            amounts,
        })
    }
}

fn joined<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(",")
}
