//! The figures of a salary as columns.

use liksa_domain::bill::Allowances;
use liksa_domain::payroll::{Figures, PayBasis, ReimbursementKind, ReimbursementLine, Travelled};
use liksa_domain::salary::{Reimbursements, Summary};
use liksa_money::Quantity;
use serde::{Deserialize, Serialize};

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

        /// Every amount under its name, in ten-thousandths.
        pub(super) fn summary_json(summary: &Summary) -> serde_json::Value {
            let amounts = [(stringify!($first), summary.$first), $((stringify!($amount), summary.$amount)),+];
            amounts.into_iter().map(|(name, amount)| (name, amount.units())).collect()
        }

        /// What [`summary_json`] wrote. An amount that was no part of a summary then was nothing.
        pub(super) fn summary_of_json(json: &serde_json::Value, basis: &PayBasis) -> Option<Summary> {
            let amount = |name: &str| match json.get(name) {
                Some(units) => units.as_i64().map(Money::from_units),
                None => Some(Money::ZERO),
            };
            let (salary, without_vat) = (amount("salary")?, amount("total_billing_without_vat")?);
            let percent = if without_vat.is_zero() { Rate::ZERO } else { salary.ratio_to(without_vat).ok()? };
            Some(Summary {
                has_vat: amount("total_billing")? != without_vat,
                health_insurance_rate: basis.contributions.health_insurance,
                accident_insurance_rate: basis.contributions.accident_insurance,
                salary_percent: percent,
                $first: amount(stringify!($first))?,
                $($amount: amount(stringify!($amount))?,)+
            })
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
    amount, total_billing_without_vat, total_billing, service_fee, contracting, commission,
    shares_received, total_reimbursements, billable_amount_to_be_paid, gross_salary, holiday_compensation, employer_costs, employer_tyel, tyel_wage,
    tyel_base,
    employer_unemployment, health_insurance, accident_insurance, group_life, rounding, tax_amount,
    employee_cost, tyel, unemployment, yel, distraint, reductions, reductions_left, net, salary,
}

pub(super) const TRAVEL_COLUMNS: &str = "paid_kilometers, paid_days, paid_meals, paid_foreign, paid_expenses, \
     kilometers, full_days, partial_days, meals";

/// In the order of the columns, all zero where the bills could not be calculated.
pub(super) fn travel_values(figures: Option<&Figures>) -> Vec<Value> {
    let (paid, travelled) = match figures {
        Some(figures) => (figures.billed.reimbursements, figures.travelled),
        None => (Reimbursements::default(), Travelled::default()),
    };
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

/// Amounts and counts in ten-thousandths.
#[derive(Serialize, Deserialize)]
struct StoredLine {
    kind: String,
    count: Option<i64>,
    rate: Option<i64>,
    amount: i64,
    /// Of a late receipt.
    bill: Option<i64>,
    day: Option<String>,
}

/// JSON.
impl Column for Vec<ReimbursementLine> {
    type Raw = String;

    fn to_raw(&self) -> String {
        let stored = self.iter().map(|line| {
            serde_json::json!(StoredLine {
                kind: line.kind.name().to_owned(),
                count: line.count.map(Quantity::parts),
                rate: line.rate.map(Money::units),
                amount: line.amount.units(),
                bill: line.bill,
                day: line.day.map(|day| day.to_raw()),
            })
        });
        stored.collect::<serde_json::Value>().to_string()
    }

    fn from_raw(json: String) -> Option<Self> {
        let stored: Vec<StoredLine> = serde_json::from_str(&json).ok()?;
        let line = |stored: StoredLine| {
            Some(ReimbursementLine {
                kind: ReimbursementKind::from_name(&stored.kind)?,
                count: stored.count.map(Quantity::from_parts),
                rate: stored.rate.map(Money::from_units),
                amount: Money::from_units(stored.amount),
                bill: stored.bill,
                day: match stored.day {
                    Some(day) => Some(Date::from_raw(day)?),
                    None => None,
                },
            })
        };
        stored.into_iter().map(line).collect()
    }
}
