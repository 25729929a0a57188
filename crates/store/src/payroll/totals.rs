//! Sums over a run.

use std::collections::HashMap;

use liksa_domain::ids::{Id, PayrollRunId};
use liksa_domain::payroll::RunTotals;
use liksa_money::Money;
use sqlx::{FromRow, QueryBuilder};
use uuid::Uuid;

use crate::db::{Store, on};
use crate::error::StoreResult;

/// How many salaries a run has, and how many of them somebody should look at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub struct RunCounts {
    pub calculated: i64,
    pub held: i64,
    pub with_problems: i64,
    pub changed: i64,
    pub booked: i64,
    /// Bills of workers that became payable since, and wait for another calculation or run.
    pub waiting_bills: i64,
}

/// Whom a run pays, and how much in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunSum {
    pub people: i64,
    pub salary: Money,
}

/// What has been paid for and is in no salary yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub struct WaitingForSalary {
    pub bills: i64,
    pub people: i64,
}

pub(crate) const WAITING: &str = "SELECT COUNT(*) AS bills, COUNT(DISTINCT person_id) AS people FROM bill \
     WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL";

/// Sums of columns over the salaries that are paid.
macro_rules! sums {
    ($($name:ident = $sum:literal),+ $(,)?) => {
        #[derive(FromRow)]
        struct SumsRow { $($name: i64),+ }

        const RUN_SUMS: &str = concat!(
            "SELECT ", sums!(@list $($name = $sum),+),
            " FROM salary WHERE run_id = $1 AND NOT held"
        );

        impl From<SumsRow> for RunTotals {
            fn from(row: SumsRow) -> Self {
                Self { $($name: Money::from_units(row.$name)),+ }
            }
        }
    };
    (@list $first:ident = $first_sum:literal $(, $name:ident = $sum:literal)*) => {
        concat!(
            "CAST(COALESCE(SUM(", $first_sum, "), 0) AS BIGINT) AS ", stringify!($first),
            $(", CAST(COALESCE(SUM(", $sum, "), 0) AS BIGINT) AS ", stringify!($name)),*
        )
    };
}

sums! {
    billed = "total_billing_without_vat",
    service_fee = "service_fee",
    contracting = "contracting",
    reimbursements = "total_reimbursements",
    gross_salary = "gross_salary",
    employer_costs = "employer_costs",
    tax = "tax_amount",
    health_insurance = "health_insurance",
    tyel = "employer_tyel + tyel",
    unemployment = "employer_unemployment + unemployment",
    accident_insurance = "accident_insurance",
    group_life = "group_life",
    yel = "yel",
    distraint = "distraint",
    reductions = "reductions",
    rounding = "rounding",
    salary = "CASE WHEN salary > 0 THEN salary ELSE 0 END",
}

impl Store {
    /// The sums of several runs at once. A run without salaries has none.
    pub async fn run_sums(&self, runs: &[PayrollRunId]) -> StoreResult<HashMap<PayrollRunId, RunSum>> {
        if runs.is_empty() {
            return Ok(HashMap::new());
        }
        let rows: Vec<(Uuid, i64, i64)> = on!(self.reads(), c => {
            let mut query = QueryBuilder::new(
                "SELECT run_id, COUNT(*), CAST(SUM(CASE WHEN salary > 0 THEN salary ELSE 0 END) AS BIGINT) \
                 FROM salary WHERE NOT held AND run_id IN (");
            let mut list = query.separated(", ");
            for run in runs {
                list.push_bind(run.uuid());
            }
            query.push(") GROUP BY run_id");
            query.build_query_as().fetch_all(c).await
        })?;
        let sum = |(run, people, salary)| {
            (PayrollRunId::from_uuid(run), RunSum { people, salary: Money::from_units(salary) })
        };
        Ok(rows.into_iter().map(sum).collect())
    }

    pub async fn waiting_for_salary(&self) -> StoreResult<WaitingForSalary> {
        Ok(on!(self.reads(), c => sqlx::query_as(WAITING).fetch_one(c).await)?)
    }

    pub async fn run_totals(&self, run: PayrollRunId) -> StoreResult<RunTotals> {
        let row: SumsRow = on!(self.reads(), c => sqlx::query_as(RUN_SUMS)
            .bind(run.uuid())
            .fetch_one(c).await)?;
        Ok(row.into())
    }

    pub async fn run_counts(&self, run: PayrollRunId) -> StoreResult<RunCounts> {
        Ok(on!(self.reads(), c => sqlx::query_as(
                "SELECT COUNT(*) AS calculated, COUNT(CASE WHEN held THEN 1 END) AS held, \
                 COUNT(CASE WHEN problems <> '' THEN 1 END) AS with_problems, \
                 COUNT(CASE WHEN changes <> '' THEN 1 END) AS changed, COUNT(number) AS booked, \
                 (SELECT COUNT(*) FROM bill WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL) \
                 AS waiting_bills FROM salary WHERE run_id = $1")
            .bind(run.uuid())
            .fetch_one(c).await)?)
    }
}
