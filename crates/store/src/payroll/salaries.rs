//! Reading salaries: the pages of a run, the slips of a worker.

use std::collections::HashMap;

use jiff::civil::date;
use liksa_domain::payroll::{Estimate, PayBasis, Payee};

use super::figures::read_summary;
use super::{StoredSalary, bill_in_salary};
use crate::directory::words_of_name;
use crate::prelude::*;

macro_rules! select_salaries {
    ($end:literal) => {
        concat!(
            "SELECT s.*, p.first_name || ' ' || p.last_name AS person_name, h.reason AS hold_reason \
             FROM salary s JOIN person p ON p.id = s.person_id \
             LEFT JOIN payroll_hold h ON h.run_id = s.run_id AND h.person_id = s.person_id ",
            $end
        )
    };
}

/// The salary that bill `$1` is in, with the state of its run.
pub(super) const SALARY_OF_BILL: &str = "SELECT s.*, p.first_name || ' ' || p.last_name AS person_name, \
     NULL AS hold_reason, r.state AS run_state, r.unapproving FROM bill b JOIN salary s ON s.id = b.salary_id \
     JOIN payroll_run r ON r.id = s.run_id JOIN person p ON p.id = s.person_id WHERE b.id = $1";
/// The salary that share `$1` is in, with the state of its run.
pub(super) const SALARY_OF_SHARE: &str = "SELECT s.*, p.first_name || ' ' || p.last_name AS person_name, \
     NULL AS hold_reason, r.state AS run_state, r.unapproving FROM share h JOIN salary s ON s.id = h.salary_id \
     JOIN payroll_run r ON r.id = s.run_id JOIN person p ON p.id = s.person_id WHERE h.id = $1";
const ONE_SALARY: &str = select_salaries!("WHERE s.id = $1");
/// Of run `$1` after the person `$2`: all, with problems, held, or changed, as `$3` says.
macro_rules! run_salaries {
    ($found:literal) => {
        concat!(
            select_salaries!(
                "WHERE s.run_id = $1 AND s.person_id > $2 AND ($3 = 'all' OR ($3 = 'errors' AND s.problems <> '') \
                 OR ($3 = 'held' AND s.held) OR ($3 = 'changed' AND s.changes <> '')) "
            ),
            $found,
            "ORDER BY s.person_id LIMIT $4"
        )
    };
}

pub(crate) const RUN_SALARIES: &str = run_salaries!("");
/// The longest word is searched in the index; the others filter what it finds.
pub(crate) const RUN_SALARIES_FOUND: &str = run_salaries!(
    "AND s.person_id IN (SELECT w.person_id FROM person_word w WHERE w.word >= $5 AND w.word < $6) \
     AND EXISTS (SELECT 1 FROM person_word w WHERE w.person_id = s.person_id AND w.word >= $7 AND w.word < $8) \
     AND EXISTS (SELECT 1 FROM person_word w WHERE w.person_id = s.person_id AND w.word >= $9 AND w.word < $10) "
);
/// The last slip of worker `$1` with a number below `$2`.
pub(crate) const SALARY_BEFORE: &str =
    select_salaries!("WHERE s.person_id = $1 AND s.number < $2 ORDER BY s.number DESC LIMIT 1");
pub(super) const TO_BOOK: &str =
    select_salaries!("WHERE s.run_id = $1 AND s.number IS NULL AND NOT s.held ORDER BY s.person_id LIMIT $2");
pub(super) const BOOKED: &str =
    select_salaries!("WHERE s.run_id = $1 AND s.number IS NOT NULL ORDER BY s.person_id LIMIT $2");
/// The published slips of worker `$1`, the newest first.
pub(crate) const SALARIES_OF_PERSON: &str = "SELECT s.id, s.number, s.payday, s.salary, s.total_billing, \
     s.total_billing_without_vat, s.service_fee, s.employer_costs, s.gross_salary, \
     CAST(COALESCE((SELECT -SUM(t.salary) FROM salary_taken_back t WHERE t.salary_id = s.id), 0) AS BIGINT) \
     AS taken_back FROM salary s WHERE s.person_id = $1 AND s.published_at IS NOT NULL ORDER BY s.payday DESC, s.id DESC LIMIT $2 OFFSET $3";

/// Which salaries of a run are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    All,
    Errors,
    Held,
    Changed,
}

impl Only {
    fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Errors => "errors",
            Self::Held => "held",
            Self::Changed => "changed",
        }
    }
}

impl ReadRow for StoredSalary {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let basis: PayBasis = row.get("basis")?;
        let calculated: bool = row.get("calculated")?;
        Ok(Self {
            id: row.get("id")?,
            run: row.get("run_id")?,
            person: row.get("person_id")?,
            person_name: row.get("person_name")?,
            payday: row.get("payday")?,
            number: row.get("number")?,
            held: row.get("held")?,
            hold_reason: row.get("hold_reason")?,
            problems: row.get("problems")?,
            changes: row.get("changes")?,
            estimate: row.get("estimate")?,
            previous_salary: row.get("previous_salary")?,
            payee: row.read()?,
            iban: row.get("iban")?,
            summary: if calculated { Some(read_summary(row, &basis)?) } else { None },
            basis,
            reimbursements: row.read()?,
            travelled: row.read()?,
            breakdown: row.get("breakdown")?,
            late_receipts: row.get("late_receipts")?,
            published_at: row.get("published_at")?,
        })
    }
}

read_row! { Payee { first_name, last_name, personal_id } }

/// A slip as the worker's list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipLine {
    pub id: SalaryId,
    pub number: i64,
    pub payday: Date,
    pub salary: Money,
    /// VAT included.
    pub total_billing: Money,
    pub total_billing_without_vat: Money,
    pub service_fee: Money,
    pub employer_costs: Money,
    pub gross_salary: Money,
    /// What credit notes took back of it since.
    pub taken_back: Money,
}

read_row! {
    SlipLine {
        id, number, payday, salary, total_billing, total_billing_without_vat, service_fee, employer_costs,
        gross_salary, taken_back
    }
}

/// A bill that a salary is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillOfSalary {
    pub id: BillId,
    pub number: i64,
    pub customer: String,
    /// VAT-free, without what was credited before the salary.
    pub total: Money,
    /// The salary that was shown when it was sent; None where none could be calculated.
    pub estimate: Option<Money>,
    /// All of that estimate; None for a bill that was sent when only the sum was stored.
    pub shown: Option<Estimate>,
}

/// From the first of January to a slip, that one included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct YearSums {
    pub gross_salary: Money,
    pub tax: Money,
    pub reimbursements: Money,
    pub service_fee: Money,
}

read_row! { BillOfSalary { id, number, customer, total, estimate, shown = "shown_estimate" } }
read_row! { YearSums { gross_salary, tax, reimbursements, service_fee } }

store_methods! {
    pub async fn salary(id: SalaryId) -> Option<StoredSalary> = fetch_optional ONE_SALARY;

    /// What the worker was paid last before this salary, which it is compared with.
    pub async fn salary_before(salary: &StoredSalary) -> Option<StoredSalary> = fetch_optional
        SALARY_BEFORE => salary.person, salary.number.unwrap_or(i64::MAX);

    pub async fn bills_of_salary(salary: SalaryId) -> Vec<BillOfSalary> = fetch_all concat!(
        "SELECT b.id, COALESCE(b.number, 0) AS number, COALESCE(c.name, '') AS customer, b.estimate, CAST(",
        bill_in_salary!(),
        " AS BIGINT) AS total, b.shown_estimate FROM bill b LEFT JOIN customer c ON c.id = b.customer_id \
         WHERE b.salary_id = $1 ORDER BY b.number, b.id"
    );
}

impl Store {
    /// The salaries of a run in the order of their workers' ids.
    pub async fn run_salaries(
        &self,
        run: PayrollRunId,
        only: Only,
        after: Option<PersonId>,
        limit: i64,
    ) -> StoreResult<Vec<StoredSalary>> {
        self.find_run_salaries(run, (only, ""), after, limit).await
    }

    /// Those of workers in whose words every word of the search is a prefix.
    pub async fn find_run_salaries(
        &self,
        run: PayrollRunId,
        (only, search): (Only, &str),
        after: Option<PersonId>,
        limit: i64,
    ) -> StoreResult<Vec<StoredSalary>> {
        let words = words_of_name(search);
        if words.is_empty() && !search.trim().is_empty() {
            return Ok(vec![]);
        }
        let statement = if words.is_empty() { RUN_SALARIES } else { RUN_SALARIES_FOUND };
        let statement = sql!(statement => run, after_id(after), only.name(), limit);
        self.fetch_all(statement.bind_prefixes(&words)).await
    }

    /// The runs that salaries are of.
    pub async fn runs_of_salaries(&self, ids: &[SalaryId]) -> StoreResult<HashMap<SalaryId, PayrollRunId>> {
        let pairs: Vec<(SalaryId, PayrollRunId)> =
            self.fetch_all(sql!("SELECT id, run_id FROM salary WHERE id = ANY($1)" => ids)).await?;
        Ok(pairs.into_iter().collect())
    }

    /// A page of the worker's slips, the newest first, and how many there are.
    pub async fn slips(&self, person: PersonId, page: i64, size: i64) -> StoreResult<(Vec<SlipLine>, i64)> {
        let slips =
            self.fetch_all(sql!(SALARIES_OF_PERSON => person, size, page.saturating_mul(size))).await?;
        let select = sql!(
            "SELECT COUNT(*) FROM salary WHERE person_id = $1 AND published_at IS NOT NULL" => person
        );
        let count: i64 = self.fetch_value(select).await?;
        Ok((slips, count))
    }

    /// The sums of the year up to a slip. Later slips are left out, and what was taken back after it, so that they
    /// never change.
    pub async fn year_until(&self, salary: &StoredSalary) -> StoreResult<YearSums> {
        let first = date(salary.payday.year(), 1, 1);
        self.fetch_one(sql!(
            "SELECT CAST(COALESCE(SUM(gross_salary), 0) AS BIGINT) AS gross_salary, \
             CAST(COALESCE(SUM(tax_amount), 0) AS BIGINT) AS tax, \
             CAST(COALESCE(SUM(total_reimbursements), 0) AS BIGINT) AS reimbursements, \
             CAST(COALESCE(SUM(service_fee), 0) AS BIGINT) AS service_fee FROM \
             (SELECT gross_salary, tax_amount, total_reimbursements, service_fee FROM salary \
              WHERE person_id = $1 AND payday >= $2 AND payday <= $3 AND number <= $4 \
              UNION ALL SELECT gross_salary, tax_amount, total_reimbursements, service_fee FROM salary_taken_back \
              WHERE person_id = $1 AND payday >= $2 AND payday <= $3 AND after_number < $4) AS of_year"
            => salary.person, first, salary.payday, salary.number
        ))
        .await
    }
}
