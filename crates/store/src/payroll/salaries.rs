//! Reading salaries: the pages of a run, the slips of a worker.

use std::collections::HashMap;

use jiff::civil::{Date, date};
use liksa_domain::ids::{BillId, Id, PayrollRunId, PersonId, SalaryId};
use liksa_domain::payroll::{Change, SalaryProblem};
use liksa_money::Money;
use sqlx::{FromRow, QueryBuilder};
use uuid::Uuid;

use super::figures::{SummaryRow, TravelRow};
use super::payable::iban_from;
use super::{StoredSalary, basis};
use crate::customers::end_of_starts;
use crate::db::{Store, on};
use crate::directory::words_of_name;
use crate::error::{StoreError, StoreResult};
use crate::time::{date_from_text, date_text, from_micros};

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
/// The longest word is looked up; what it finds is asked for the others.
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
/// The published slips of worker `$1`, the newest first.
pub(crate) const SALARIES_OF_PERSON: &str = "SELECT s.id, s.number, s.payday, s.salary, s.total_billing, \
     s.total_billing_without_vat, s.service_fee, s.employer_costs, s.gross_salary FROM salary s \
     WHERE s.person_id = $1 AND s.published_at IS NOT NULL ORDER BY s.payday DESC, s.id DESC LIMIT $2 OFFSET $3";

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

#[derive(FromRow)]
struct PaidBillRow {
    id: Uuid,
    number: Option<i64>,
    /// Of the customer.
    name: Option<String>,
    total: i64,
    estimate: i64,
}

#[derive(FromRow)]
pub(super) struct SalaryRow {
    id: Uuid,
    run_id: Uuid,
    person_id: Uuid,
    person_name: String,
    payday: String,
    number: Option<i64>,
    held: bool,
    hold_reason: Option<String>,
    problems: String,
    changes: String,
    reckoned: bool,
    estimate: i64,
    previous_salary: Option<i64>,
    iban: Option<String>,
    basis: String,
    #[sqlx(flatten)]
    summary: SummaryRow,
    #[sqlx(flatten)]
    travel: TravelRow,
    published_at: Option<i64>,
}

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
}

#[derive(FromRow)]
struct SlipRow {
    id: Uuid,
    number: Option<i64>,
    payday: String,
    salary: i64,
    total_billing: i64,
    total_billing_without_vat: i64,
    service_fee: i64,
    employer_costs: i64,
    gross_salary: i64,
}

/// A bill that a salary is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillOfSalary {
    pub id: BillId,
    pub number: i64,
    pub customer: String,
    /// VAT-free.
    pub total: Money,
    pub estimate: Money,
}

/// From the first of January to a slip, that one included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct YearSums {
    pub gross_salary: Money,
    pub tax: Money,
    pub reimbursements: Money,
    pub service_fee: Money,
}

impl Store {
    pub async fn salary(&self, id: SalaryId) -> StoreResult<Option<StoredSalary>> {
        let row: Option<SalaryRow> = on!(self.reads(), c => sqlx::query_as(ONE_SALARY)
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(SalaryRow::into_salary).transpose()
    }

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

    /// Those of workers in whom every word of the search starts some word.
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
        let rows: Vec<SalaryRow> = on!(self.reads(), c => {
            let query = sqlx::query_as(statement)
                .bind(run.uuid())
                .bind(after.map_or(Uuid::nil(), Id::uuid))
                .bind(only.name())
                .bind(limit);
            let bound = words.iter().fold(query, |all, word| all.bind(word).bind(end_of_starts(word)));
            bound.fetch_all(c).await
        })?;
        rows.into_iter().map(SalaryRow::into_salary).collect()
    }

    /// What the worker was paid last before this salary, which it is compared with.
    pub async fn salary_before(&self, salary: &StoredSalary) -> StoreResult<Option<StoredSalary>> {
        let row: Option<SalaryRow> = on!(self.reads(), c => sqlx::query_as(SALARY_BEFORE)
            .bind(salary.person.uuid())
            .bind(salary.number.unwrap_or(i64::MAX))
            .fetch_optional(c).await)?;
        row.map(SalaryRow::into_salary).transpose()
    }

    /// The runs that salaries are of.
    pub async fn runs_of_salaries(
        &self,
        salaries: &[SalaryId],
    ) -> StoreResult<HashMap<SalaryId, PayrollRunId>> {
        if salaries.is_empty() {
            return Ok(HashMap::new());
        }
        let rows: Vec<(Uuid, Uuid)> = on!(self.reads(), c => {
            let mut query = QueryBuilder::new("SELECT id, run_id FROM salary WHERE id IN (");
            let mut list = query.separated(", ");
            for salary in salaries {
                list.push_bind(salary.uuid());
            }
            query.push(")");
            query.build_query_as().fetch_all(c).await
        })?;
        let pair = |(salary, run)| (SalaryId::from_uuid(salary), PayrollRunId::from_uuid(run));
        Ok(rows.into_iter().map(pair).collect())
    }

    /// A page of the worker's slips, the newest first, and how many there are.
    pub async fn slips(&self, person: PersonId, page: i64, size: i64) -> StoreResult<(Vec<SlipLine>, i64)> {
        let rows: Vec<SlipRow> = on!(self.reads(), c => sqlx::query_as(SALARIES_OF_PERSON)
            .bind(person.uuid())
            .bind(size)
            .bind(page.saturating_mul(size))
            .fetch_all(c).await)?;
        let (count,): (i64,) = on!(self.reads(), c => sqlx::query_as(
                "SELECT COUNT(*) FROM salary WHERE person_id = $1 AND published_at IS NOT NULL")
            .bind(person.uuid())
            .fetch_one(c).await)?;
        Ok((rows.into_iter().map(SlipRow::into_slip).collect::<StoreResult<_>>()?, count))
    }

    pub async fn bills_of_salary(&self, salary: SalaryId) -> StoreResult<Vec<BillOfSalary>> {
        let rows: Vec<PaidBillRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT b.id, b.number, c.name, b.total, b.estimate FROM bill b \
                 LEFT JOIN customer c ON c.id = b.customer_id WHERE b.salary_id = $1 ORDER BY b.number, b.id")
            .bind(salary.uuid())
            .fetch_all(c).await)?;
        let bill = |row: PaidBillRow| BillOfSalary {
            id: BillId::from_uuid(row.id),
            number: row.number.unwrap_or_default(),
            customer: row.name.unwrap_or_default(),
            total: Money::from_units(row.total),
            estimate: Money::from_units(row.estimate),
        };
        Ok(rows.into_iter().map(bill).collect())
    }

    /// What the slip tells of its year. Slips that came later are left out, so that it always says the same.
    pub async fn year_until(&self, salary: &StoredSalary) -> StoreResult<YearSums> {
        let first = date(salary.payday.year(), 1, 1);
        let (gross, tax, reimbursements, fee): (i64, i64, i64, i64) = on!(self.reads(), c => sqlx::query_as(
                "SELECT CAST(COALESCE(SUM(gross_salary), 0) AS BIGINT), \
                 CAST(COALESCE(SUM(tax_amount), 0) AS BIGINT), \
                 CAST(COALESCE(SUM(total_reimbursements), 0) AS BIGINT), \
                 CAST(COALESCE(SUM(service_fee), 0) AS BIGINT) FROM salary \
                 WHERE person_id = $1 AND payday >= $2 AND payday <= $3 AND number <= $4")
            .bind(salary.person.uuid())
            .bind(date_text(first))
            .bind(date_text(salary.payday))
            .bind(salary.number)
            .fetch_one(c).await)?;
        Ok(YearSums {
            gross_salary: Money::from_units(gross),
            tax: Money::from_units(tax),
            reimbursements: Money::from_units(reimbursements),
            service_fee: Money::from_units(fee),
        })
    }
}

impl SalaryRow {
    pub(super) fn into_salary(self) -> StoreResult<StoredSalary> {
        let basis = basis::from_json(&self.basis)?;
        let (reimbursements, travelled) = self.travel.into_travel()?;
        let problem = |name| SalaryProblem::from_name(name).ok_or(StoreError::Corrupt("problem of a salary"));
        let change = |name| Change::from_name(name).ok_or(StoreError::Corrupt("change of a salary"));
        Ok(StoredSalary {
            id: SalaryId::from_uuid(self.id),
            run: PayrollRunId::from_uuid(self.run_id),
            person: PersonId::from_uuid(self.person_id),
            person_name: self.person_name,
            payday: date_from_text(&self.payday)?,
            number: self.number,
            held: self.held,
            hold_reason: self.hold_reason,
            problems: names(&self.problems).map(problem).collect::<StoreResult<_>>()?,
            changes: names(&self.changes).map(change).collect::<StoreResult<_>>()?,
            estimate: Money::from_units(self.estimate),
            previous_salary: self.previous_salary.map(Money::from_units),
            iban: iban_from(self.iban)?,
            summary: self.reckoned.then(|| self.summary.into_summary(&basis)).transpose()?,
            basis,
            reimbursements,
            travelled,
            published_at: self.published_at.map(from_micros).transpose()?,
        })
    }
}

impl SlipRow {
    fn into_slip(self) -> StoreResult<SlipLine> {
        Ok(SlipLine {
            id: SalaryId::from_uuid(self.id),
            number: self.number.ok_or(StoreError::Corrupt("slip without a number"))?,
            payday: date_from_text(&self.payday)?,
            salary: Money::from_units(self.salary),
            total_billing: Money::from_units(self.total_billing),
            total_billing_without_vat: Money::from_units(self.total_billing_without_vat),
            service_fee: Money::from_units(self.service_fee),
            employer_costs: Money::from_units(self.employer_costs),
            gross_salary: Money::from_units(self.gross_salary),
        })
    }
}

fn names(joined: &str) -> impl Iterator<Item = &str> {
    joined.split(',').filter(|name| !name.is_empty())
}
