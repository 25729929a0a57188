//! What the salaries of a calendar year say for a worker's tax return.

use liksa_domain::salary::Reimbursements;
use liksa_money::Quantity;

use crate::prelude::*;

/// Sums over the published slips of a year, by their paydays, less what was taken back of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxYear {
    /// How many slips there are.
    pub slips: i64,
    pub gross_salary: Money,
    pub tax: Money,
    /// The worker's shares.
    pub tyel: Money,
    pub unemployment: Money,
    pub yel: Money,
    pub kilometers: Quantity,
    pub full_days: i64,
    pub partial_days: i64,
    pub meals: i64,
    pub paid: Reimbursements,
}

read_row! {
    TaxYear {
        slips, gross_salary, tax, tyel, unemployment, yel, kilometers, full_days, partial_days, meals
    } flat { paid }
}

/// Each amount summed up under its name.
macro_rules! sums {
    ($first:ident $(, $name:ident)+) => {
        concat!(sums!(@one $first), $(", ", sums!(@one $name)),+)
    };
    (@one $name:ident) => {
        concat!("CAST(COALESCE(SUM(", stringify!($name), "), 0) AS BIGINT) AS ", stringify!($name))
    };
}

/// Of worker `$1`, with paydays from `$2` to `$3`.
pub(crate) const TAX_YEAR: &str = concat!(
    "SELECT ",
    sums!(
        slips,
        gross_salary,
        tax,
        tyel,
        unemployment,
        yel,
        kilometers,
        full_days,
        partial_days,
        meals,
        paid_kilometers,
        paid_days,
        paid_meals,
        paid_foreign,
        paid_expenses
    ),
    " FROM (SELECT 1 AS slips, gross_salary, tax_amount AS tax, tyel, unemployment, yel, kilometers, full_days, \
     partial_days, meals, paid_kilometers, paid_days, paid_meals, paid_foreign, paid_expenses FROM salary \
     WHERE person_id = $1 AND payday BETWEEN $2 AND $3 AND published_at IS NOT NULL \
     UNION ALL SELECT 0, t.gross_salary, t.tax_amount, t.tyel, t.unemployment, t.yel, t.kilometers, t.full_days, \
     t.partial_days, t.meals, t.paid_kilometers, t.paid_days, t.paid_meals, t.paid_foreign, t.paid_expenses \
     FROM salary_taken_back t JOIN salary s ON s.id = t.salary_id AND s.published_at IS NOT NULL \
     WHERE t.person_id = $1 AND t.payday BETWEEN $2 AND $3) AS of_year"
);

store_methods! {
    /// The sums of the slips with a payday of these days.
    pub async fn tax_year(person: PersonId, from: Date, until: Date) -> TaxYear = fetch_one TAX_YEAR;
}
