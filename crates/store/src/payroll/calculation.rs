//! Writing the calculation of a run, chunk by chunk.

use liksa_domain::payroll::Figures;

use super::figures::{SUMMARY_COLUMNS, TRAVEL_COLUMNS, summary_values, travel_values};
use super::{NewSalary, PayrollRun, people_to_pay};
use crate::prelude::*;
use crate::sql::Value;

tx_methods! {
    /// Ends the calculation when no worker is left. False if another runner has done so.
    pub async fn end_calculation(run: &PayrollRun) -> bool = try_change
        "UPDATE payroll_run SET state = 'CALCULATED' WHERE id = $1 AND state = 'CALCULATING' \
         AND calculation = $2 AND calculated_until IS NOT DISTINCT FROM $3"
        => run.id, run.calculation, run.calculated_until;
}

impl Tx {
    /// Deletes the salaries of an earlier calculation and begins another, whose number is returned. None if the run is
    /// approved already or being calculated. What a run whose payday is over holds back waits for it no longer.
    pub async fn begin_calculation(
        &mut self,
        run: PayrollRunId,
        by: PersonId,
        (at, today): (Timestamp, Date),
    ) -> StoreResult<Option<i64>> {
        // In one order, whichever run is calculated: each looks at the others.
        let lock = sql!(
            "SELECT id FROM payroll_run WHERE id = $1 OR (state = 'CALCULATED' AND payday < $2) ORDER BY id FOR UPDATE"
            => run, today
        );
        let _locked: Vec<PayrollRunId> = self.fetch_values(lock).await?;
        let update = sql!(
            "UPDATE payroll_run SET state = 'CALCULATING', calculation = calculation + 1, \
             calculated_until = NULL, calculated_by = $2, calculated_at = $3, \
             figures_version = (SELECT version FROM figures_version WHERE id = 1) \
             WHERE id = $1 AND state IN ('DRAFT', 'CALCULATED') RETURNING calculation"
            => run, by, at
        );
        let begun: Option<i64> = self.find_value(update).await?;
        let Some(calculation) = begun else { return Ok(None) };
        self.delete_salaries(run).await?;
        for statement in [
            "UPDATE bill SET salary_id = NULL WHERE salary_id IN (SELECT s.id FROM salary s JOIN payroll_run o \
             ON o.id = s.run_id AND o.state = 'CALCULATED' AND o.payday < $1 WHERE s.held)",
            "UPDATE share SET salary_id = NULL WHERE salary_id IN (SELECT s.id FROM salary s JOIN payroll_run o \
             ON o.id = s.run_id AND o.state = 'CALCULATED' AND o.payday < $1 WHERE s.held)",
            "UPDATE late_receipt SET salary_id = NULL WHERE salary_id IN (SELECT s.id FROM salary s JOIN payroll_run o \
             ON o.id = s.run_id AND o.state = 'CALCULATED' AND o.payday < $1 WHERE s.held)",
        ] {
            self.run(sql!(statement => today)).await?;
        }
        self.run(sql!(
            concat!(
                "UPDATE payroll_run SET to_calculate = (SELECT COUNT(*) FROM (",
                people_to_pay!(),
                ") AS payable) WHERE id = $1"
            )
            => run
        ))
        .await?;
        Ok(Some(calculation))
    }

    /// Moves an open run to another payday. It is then a draft: the figures of a salary follow from its payday. False
    /// if the run is approved; [`StoreError::PaydayTaken`] if another open run has the day.
    pub async fn move_run(&mut self, run: PayrollRunId, payday: Date) -> StoreResult<bool> {
        let update = sql!(
            "UPDATE payroll_run SET payday = $2, state = 'DRAFT', calculated_until = NULL, to_calculate = 0, \
             calculated_by = NULL, calculated_at = NULL \
             WHERE id = $1 AND state IN ('DRAFT', 'CALCULATING', 'CALCULATED')"
            => run, payday
        );
        match self.change_one_unique(update, StoreError::PaydayTaken).await {
            Ok(()) => {}
            Err(StoreError::RowCount(0)) => return Ok(false),
            Err(error) => return Err(error),
        }
        self.delete_salaries(run).await?;
        Ok(true)
    }

    /// Removes the calculation of an open run; its bills and late receipts wait again.
    async fn delete_salaries(&mut self, run: PayrollRunId) -> StoreResult<()> {
        for statement in [
            "UPDATE bill SET salary_id = NULL WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1)",
            "UPDATE late_receipt SET salary_id = NULL WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1)",
            "UPDATE share SET salary_id = NULL WHERE salary_id IN (SELECT id FROM salary WHERE run_id = $1)",
            "DELETE FROM salary WHERE run_id = $1",
        ] {
            self.run(sql!(statement => run)).await?;
        }
        Ok(())
    }

    /// Adds the salaries of one chunk with their bills and late receipts. False if another runner has done the chunk or
    /// one of those has moved since it was read; the transaction must not be committed then.
    pub async fn add_salaries(&mut self, run: &PayrollRun, salaries: &[NewSalary]) -> StoreResult<bool> {
        let Some(last) = salaries.last() else { return Ok(true) };
        let update = sql!(
            "UPDATE payroll_run SET calculated_until = $4 WHERE id = $1 AND state = 'CALCULATING' \
             AND calculation = $2 AND calculated_until IS NOT DISTINCT FROM $3"
            => run.id, run.calculation, run.calculated_until, last.person
        );
        if !self.try_change(update).await? {
            return Ok(false);
        }
        self.insert_salaries(run, salaries).await?;
        Ok(self.take_bills(salaries).await?
            && self.take_shares(salaries).await?
            && self.take_late_receipts(&late_receipts_of(salaries)).await?)
    }

    async fn insert_salaries(&mut self, run: &PayrollRun, salaries: &[NewSalary]) -> StoreResult<()> {
        let rows = salaries.iter().map(|new| salary_values(run, new)).collect::<StoreResult<_>>()?;
        let start = format!(
            "INSERT INTO salary (id, run_id, person_id, payday, held, problems, changes, calculated, estimate, \
             previous_salary, iban, basis, breakdown, late_receipts, first_name, last_name, personal_id, {SUMMARY_COLUMNS}, {TRAVEL_COLUMNS})"
        );
        self.insert_rows(&start, rows).await
    }

    /// Puts the bills into their salaries. False if one was not free any more.
    async fn take_bills(&mut self, salaries: &[NewSalary]) -> StoreResult<bool> {
        let pairs: Vec<_> = salaries
            .iter()
            .flat_map(|salary| salary.bills.iter().map(|bill| values![bill, salary.id]))
            .collect();
        let count = u64::try_from(pairs.len()).ok();
        let taken = self
            .execute_for_rows(
                "UPDATE bill SET salary_id = taken.column2 FROM (",
                pairs,
                ") AS taken WHERE bill.id = taken.column1 AND bill.salary_id IS NULL AND bill.state = 'PAID'",
            )
            .await?;
        Ok(Some(taken) == count)
    }
}

fn late_receipts_of(salaries: &[NewSalary]) -> Vec<(LateReceiptId, SalaryId)> {
    let of_salary = |new: &NewSalary| {
        let receipts = new.calculated.figures.as_ref().map(|figures| figures.late_receipts.clone());
        let salary = new.id;
        receipts.unwrap_or_default().into_iter().map(move |receipt| (receipt, salary))
    };
    salaries.iter().flat_map(of_salary).collect()
}

impl Tx {
    /// Puts the shares into their salaries. False if one was not free any more.
    async fn take_shares(&mut self, salaries: &[NewSalary]) -> StoreResult<bool> {
        let of = |salary: &NewSalary| -> Vec<_> {
            salary.shares.iter().map(|share| values![share, salary.id]).collect()
        };
        let pairs: Vec<_> = salaries.iter().flat_map(of).collect();
        let count = u64::try_from(pairs.len()).ok();
        let taken = self
            .execute_for_rows(
                "UPDATE share SET salary_id = taken.column2 FROM (",
                pairs,
                ") AS taken WHERE share.id = taken.column1 AND share.salary_id IS NULL AND share.state = 'APPROVED' \
                 AND EXISTS (SELECT 1 FROM bill b WHERE b.id = share.bill_id AND b.state = 'PAID' AND b.credit_of IS NULL)",
            )
            .await?;
        Ok(Some(taken) == count)
    }
}

fn salary_values(run: &PayrollRun, new: &NewSalary) -> StoreResult<Vec<Value>> {
    if new.bills.is_empty() && new.shares.is_empty() {
        return Err(StoreError::Corrupt("salary without bills"));
    }
    let calculated = &new.calculated;
    let figures = calculated.figures.as_ref();
    let held = new.on_hold || calculated.is_blocked();
    let late_total = figures.map_or(Ok(Money::ZERO), Figures::late_total);
    let late_total = late_total.map_err(|_| StoreError::Corrupt("late receipts of a salary"))?;
    let mut values = values![
        new.id,
        run.id,
        new.person,
        run.payday,
        held,
        calculated.problems,
        calculated.changes,
        calculated.summary.is_some(),
        figures.and_then(|figures| figures.estimate),
        new.previous_salary,
        new.iban,
        calculated.basis,
        figures.map(|figures| figures.breakdown.clone()).unwrap_or_default(),
        late_total,
        new.payee.first_name,
        new.payee.last_name,
        new.payee.personal_id
    ];
    values.extend(summary_values(calculated.summary.as_ref()));
    values.extend(travel_values(figures));
    Ok(values)
}
