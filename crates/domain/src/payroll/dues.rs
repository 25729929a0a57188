//! What a run makes the provider owe to others, and by when.
//!
//! | due | day | sure? |
//! |---|---|---|
//! | withheld tax and the employer's health insurance | the 12th of the next month | likely |
//! | TyEL, both shares | the last day of the next month | sure |
//! | wage report to the Incomes Register | the fifth day after the payday | sure |
//! | unemployment, accident and group life insurance | as the insurer bills them | likely |
//! | YEL taken from salaries, distraint | with the salaries | likely |
//!
//! A day on which banks are closed moves to the next one on which they are open.

use jiff::ToSpan;
use jiff::civil::Date;
use liksa_finland::bank_days::bank_day_on_or_after;
use liksa_money::{Money, MoneyError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dates;
use crate::named::named;

const TAX_DAY: i8 = 12;
const REPORT_DAYS: i32 = 5;

/// Sums over the salaries that are paid in the run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollTotals)]
pub struct RunTotals {
    pub billed: Money,
    pub service_fee: Money,
    pub contracting: Money,
    pub reimbursements: Money,
    pub gross_salary: Money,
    pub employer_costs: Money,
    pub tax: Money,
    pub health_insurance: Money,
    /// Both shares.
    pub tyel: Money,
    /// Both shares.
    pub unemployment: Money,
    pub accident_insurance: Money,
    pub group_life: Money,
    pub yel: Money,
    pub distraint: Money,
    pub reductions: Money,
    pub rounding: Money,
    /// What leaves the bank account for the workers: salaries below zero are not among it.
    pub salary: Money,
}

named! {
    DueKind {
        TaxAndHealthInsurance = "TAX_AND_HEALTH_INSURANCE",
        Tyel = "TYEL",
        Unemployment = "UNEMPLOYMENT",
        Accident = "ACCIDENT",
        GroupLife = "GROUP_LIFE",
        Yel = "YEL",
        Distraint = "DISTRAINT",
    }
}

/// One sum that is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PayrollDue)]
pub struct Due {
    pub kind: DueKind,
    pub amount: Money,
    /// DD.MM.YYYY; null where the receiver's own bill says the day.
    #[serde(serialize_with = "dates::serialize")]
    #[schema(required)]
    pub by: Option<Date>,
    /// Whether the law gives the day, or it is only likely.
    pub sure: bool,
}

/// What has to be paid on for the run, in the order of the days. Sums of nothing are left out.
pub fn dues(totals: &RunTotals, payday: Date) -> Result<Vec<Due>, DuesError> {
    let next_month = payday.last_of_month().tomorrow()?;
    let tax_day = bank_day_on_or_after(Date::new(next_month.year(), next_month.month(), TAX_DAY)?);
    let month_end = bank_day_on_or_after(next_month.last_of_month());
    let due = |kind, amount, by, sure| Due { kind, amount, by, sure };
    let tax = totals.tax.plus(totals.health_insurance)?;
    let all = [
        due(DueKind::Distraint, totals.distraint, Some(payday), false),
        due(DueKind::Yel, totals.yel, Some(payday), false),
        due(DueKind::TaxAndHealthInsurance, tax, Some(tax_day), false),
        due(DueKind::Tyel, totals.tyel, Some(month_end), true),
        due(DueKind::Unemployment, totals.unemployment, None, false),
        due(DueKind::Accident, totals.accident_insurance, None, false),
        due(DueKind::GroupLife, totals.group_life, None, false),
    ];
    Ok(all.into_iter().filter(|due| !due.amount.is_zero()).collect())
}

/// The last day for the wage reports of a payday.
pub fn report_by(payday: Date) -> Result<Date, jiff::Error> {
    payday.checked_add(REPORT_DAYS.days()).map(bank_day_on_or_after)
}

#[derive(Debug, thiserror::Error)]
pub enum DuesError {
    #[error(transparent)]
    Money(#[from] MoneyError),
    #[error(transparent)]
    Date(#[from] jiff::Error),
}
