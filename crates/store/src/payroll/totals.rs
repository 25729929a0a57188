//! Sums over a run.

use std::collections::HashMap;

use liksa_domain::payroll::RunTotals;

use super::people_to_pay;
use crate::prelude::*;
use crate::shares::share_is_payable;

/// How many salaries a run has, and how many of them need attention.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollCounts)]
pub struct RunCounts {
    /// Workers who had paid bills when the calculation began.
    pub to_calculate: i64,
    /// Salaries that have been calculated so far.
    pub calculated: i64,
    /// Salaries left out of the run.
    pub held: i64,
    pub with_problems: i64,
    pub changed: i64,
    /// Salaries that have their number and are booked.
    pub booked: i64,
    /// Bills of workers, and shares, that became payable since, and wait for another calculation or run.
    pub waiting_bills: i64,
    /// Held salaries whose worker has since given an account or an occupation that was missing.
    pub given_since: i64,
}

read_row! {
    RunCounts { to_calculate, calculated, held, with_problems, changed, booked, waiting_bills, given_since }
}

/// How many people a run pays, and how much in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunSum {
    pub people: i64,
    pub salary: Money,
}

/// What customers have paid for and is in no salary yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = PayrollWaiting)]
pub struct WaitingForSalary {
    pub bills: i64,
    /// The workers whose bills they are, and those with shares of paid bills.
    pub people: i64,
}

read_row! { WaitingForSalary { bills, people } }

pub(crate) const WAITING: &str = concat!(
    "SELECT (SELECT COUNT(*) FROM bill WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL) AS bills, \
     (SELECT COUNT(*) FROM (",
    people_to_pay!(),
    ") AS payable) AS people"
);

/// Sums of columns over the salaries that are paid.
macro_rules! sums {
    ($($name:ident = $sum:literal),+ $(,)?) => {
        const RUN_SUMS: &str = concat!(
            "SELECT ", sums!(@list $($name = $sum),+),
            " FROM salary WHERE run_id = $1 AND NOT held"
        );

        read_row! { RunTotals { $($name),+ } }
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
    commission = "commission",
    shares_received = "shares_received",
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

store_methods! {
    pub async fn waiting_for_salary() -> WaitingForSalary = fetch_one WAITING;

    pub async fn run_totals(run: PayrollRunId) -> RunTotals = fetch_one RUN_SUMS;

    pub async fn run_counts(run: PayrollRunId) -> RunCounts = fetch_one concat!(
        "SELECT (SELECT to_calculate FROM payroll_run WHERE id = $1) AS to_calculate, COUNT(*) AS calculated, \
         COUNT(CASE WHEN held THEN 1 END) AS held, COUNT(CASE WHEN problems <> '' \
         THEN 1 END) AS with_problems, COUNT(CASE WHEN changes <> '' THEN 1 END) AS changed, COUNT(number) AS \
         booked, (SELECT COUNT(*) FROM bill WHERE state = 'PAID' AND salary_id IS NULL AND credit_of IS NULL) \
         + (SELECT COUNT(*) FROM share h JOIN bill b ON b.id = h.bill_id WHERE ",
        share_is_payable!(),
        ") AS waiting_bills, (SELECT COUNT(*) FROM salary s JOIN person p ON p.id = s.person_id WHERE s.run_id = $1 AND s.held \
         AND ((s.problems LIKE '%NO_ACCOUNT%' AND p.iban IS NOT NULL) \
         OR (s.problems LIKE '%NO_PROFESSION%' AND p.profession_code IS NOT NULL))) AS given_since \
         FROM salary WHERE run_id = $1"
    );
}

impl Store {
    /// The sums of several runs at once. A run without salaries has none.
    pub async fn run_sums(&self, runs: &[PayrollRunId]) -> StoreResult<HashMap<PayrollRunId, RunSum>> {
        let select = sql!(
            "SELECT run_id, COUNT(*), CAST(SUM(CASE WHEN salary > 0 THEN salary ELSE 0 END) AS BIGINT) \
             FROM salary WHERE NOT held AND run_id = ANY($1) GROUP BY run_id" => runs
        );
        let sums: Vec<(PayrollRunId, i64, Money)> = self.fetch_all(select).await?;
        Ok(sums.into_iter().map(|(run, people, salary)| (run, RunSum { people, salary })).collect())
    }
}
