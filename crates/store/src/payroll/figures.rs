//! The figures of a salary as columns.

use liksa_domain::bill::Allowances;
use liksa_domain::payroll::{PayBasis, Travelled};
use liksa_domain::salary::Reimbursements;
use liksa_domain::salary::Summary;
use liksa_money::{Money, Quantity};
use sqlx::FromRow;

use crate::error::{StoreError, StoreResult};

/// The amounts of a summary under the names of its fields. What is not an amount follows from the basis.
macro_rules! summary_columns {
    ($first:ident, $($amount:ident),+ $(,)?) => {
        #[derive(FromRow)]
        pub(super) struct SummaryRow { $first: i64, $($amount: i64,)+ }

        pub(super) const SUMMARY_COLUMNS: &str = concat!(stringify!($first), $(", ", stringify!($amount),)+);

        /// In the order of the columns.
        pub(super) fn summary_values(summary: &Summary) -> Vec<i64> {
            vec![summary.$first.units(), $(summary.$amount.units(),)+]
        }

        pub(super) const SUMMARY_COUNT: usize = [stringify!($first), $(stringify!($amount),)+].len();

        impl SummaryRow {
            pub(super) fn into_summary(self, basis: &PayBasis) -> StoreResult<Summary> {
                let total = Money::from_units(self.total_billing_without_vat);
                let percent = if total.is_zero() {
                    Ok(liksa_money::Rate::ZERO)
                } else {
                    Money::from_units(self.salary).ratio_to(total)
                };
                Ok(Summary {
                    has_vat: self.total_billing != self.total_billing_without_vat,
                    health_insurance_rate: basis.contributions.health_insurance,
                    accident_insurance_rate: basis.contributions.accident_insurance,
                    salary_percent: percent.map_err(|_| StoreError::Corrupt("salary"))?,
                    $first: Money::from_units(self.$first),
                    $($amount: Money::from_units(self.$amount),)+
                })
            }
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

#[derive(FromRow)]
pub(super) struct TravelRow {
    paid_kilometers: i64,
    paid_days: i64,
    paid_meals: i64,
    paid_foreign: i64,
    paid_expenses: i64,
    kilometers: i64,
    full_days: i64,
    partial_days: i64,
    meals: i64,
}

/// In the order of the columns.
pub(super) fn travel_values(paid: &Reimbursements, travelled: &Travelled) -> [i64; 9] {
    let allowances = travelled.allowances;
    [
        paid.kilometers.units(),
        paid.days.units(),
        paid.meals.units(),
        paid.foreign.units(),
        paid.expenses.units(),
        travelled.kilometers.parts(),
        allowances.full_days.into(),
        allowances.partial_days.into(),
        allowances.meals.into(),
    ]
}

impl TravelRow {
    pub(super) fn into_travel(self) -> StoreResult<(Reimbursements, Travelled)> {
        let count = |number: i64| u16::try_from(number).map_err(|_| StoreError::Corrupt("allowances"));
        let foreign = Money::from_units(self.paid_foreign);
        let paid = Reimbursements {
            kilometers: Money::from_units(self.paid_kilometers),
            days: Money::from_units(self.paid_days),
            meals: Money::from_units(self.paid_meals),
            foreign,
            expenses: Money::from_units(self.paid_expenses),
        };
        let allowances = Allowances {
            full_days: count(self.full_days)?,
            partial_days: count(self.partial_days)?,
            meals: count(self.meals)?,
            foreign,
        };
        Ok((paid, Travelled { kilometers: Quantity::from_parts(self.kilometers), allowances }))
    }
}
