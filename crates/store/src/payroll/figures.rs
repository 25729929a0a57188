//! The figures of a salary as columns.

use liksa_domain::bill::Allowances;
use liksa_domain::payroll::{PayBasis, Travelled};
use liksa_domain::salary::{Reimbursements, Summary};

use crate::prelude::*;
use crate::sql::Value;

/// The amounts of a summary under the names of its fields. What is not an amount follows from the basis.
macro_rules! summary_columns {
    ($first:ident, $($amount:ident),+ $(,)?) => {
        pub(super) const SUMMARY_COLUMNS: &str = concat!(stringify!($first), $(", ", stringify!($amount),)+);

        /// In the order of the columns, all zero where there is no summary.
        pub(super) fn summary_values(summary: Option<&Summary>) -> Vec<Value> {
            let amount = |of: fn(&Summary) -> Money| summary.map_or(Money::ZERO, of);
            values![amount(|summary| summary.$first), $(amount(|summary| summary.$amount)),+]
        }

        pub(super) fn read_summary(row: &Row<'_>, basis: &PayBasis) -> StoreResult<Summary> {
            let (salary, billing): (Money, Money) = (row.get("salary")?, row.get("total_billing")?);
            let without_vat: Money = row.get("total_billing_without_vat")?;
            let percent = if without_vat.is_zero() { Ok(Rate::ZERO) } else { salary.ratio_to(without_vat) };
            Ok(Summary {
                has_vat: billing != without_vat,
                health_insurance_rate: basis.contributions.health_insurance,
                accident_insurance_rate: basis.contributions.accident_insurance,
                salary_percent: percent.map_err(|_| StoreError::Corrupt("salary"))?,
                $first: row.get(stringify!($first))?,
                $($amount: row.get(stringify!($amount))?,)+
            })
        }
    };
}

summary_columns! {
    amount, total_billing_without_vat, total_billing, service_fee, contracting, total_reimbursements,
    billable_amount_to_be_paid, gross_salary, holiday_compensation, employer_costs, employer_tyel,
    employer_unemployment, health_insurance, accident_insurance, group_life, rounding, tax_amount,
    employee_cost, tyel, unemployment, yel, distraint, reductions, reductions_left, net, salary,
}

pub(super) const TRAVEL_COLUMNS: &str = "paid_kilometers, paid_days, paid_meals, paid_foreign, paid_expenses, \
     kilometers, full_days, partial_days, meals";

/// In the order of the columns.
pub(super) fn travel_values(paid: &Reimbursements, travelled: &Travelled) -> Vec<Value> {
    let Allowances { full_days, partial_days, meals, .. } = travelled.allowances;
    values![
        paid.kilometers,
        paid.days,
        paid.meals,
        paid.foreign,
        paid.expenses,
        travelled.kilometers,
        full_days,
        partial_days,
        meals
    ]
}

read_row! {
    Reimbursements {
        kilometers = "paid_kilometers", days = "paid_days", meals = "paid_meals", foreign = "paid_foreign",
        expenses = "paid_expenses"
    }
}
read_row! { Travelled { kilometers } flat { allowances } }
read_row! { Allowances { full_days, partial_days, meals, foreign = "paid_foreign" } }
