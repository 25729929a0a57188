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
//! The settings of a receiver may name another day of the next month.
//! A day on which banks are closed moves to the next one on which they are open.

use jiff::ToSpan;
use jiff::civil::Date;
use liksa_finland::bank_days::bank_day_on_or_after;
use liksa_money::{Money, MoneyError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dates;
use crate::settings::{DueKind, Receiver, Receivers};

const TAX_DAY: i8 = 12;
const REPORT_DAYS: i32 = 5;

/// Sums over the salaries that are paid in the run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollTotals)]
pub struct RunTotals {
    pub billed: Money,
    pub service_fee: Money,
    /// With the commission.
    pub contracting: Money,
    pub commission: Money,
    /// The part of `billed` that others gave of their bills.
    pub shares_received: Money,
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

/// One sum that is owed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PayrollDue)]
pub struct Due {
    pub kind: DueKind,
    pub amount: Money,
    /// DD.MM.YYYY; null where the receiver's own bill says the day.
    #[serde(serialize_with = "dates::serialize")]
    #[schema(required)]
    pub by: Option<Date>,
    /// Whether the law or the settings give the day, or it is only likely.
    pub sure: bool,
    /// Who gets it, where the settings say so. Every distraint has a receiver of its own.
    #[schema(required)]
    pub receiver: Option<String>,
}

/// What has to be paid on for the run, in the order of the days. Sums of nothing are left out.
pub fn dues(totals: &RunTotals, payday: Date, receivers: &Receivers) -> Result<Vec<Due>, DuesError> {
    let due = |kind, amount| {
        let receiver = receivers.of(kind);
        let (by, sure) = due_day(kind, payday, receiver)?;
        Ok(Due { kind, amount, by, sure, receiver: receiver.map(|receiver| receiver.name.clone()) })
    };
    let all: Result<Vec<Due>, DuesError> = [
        due(DueKind::Distraint, totals.distraint),
        due(DueKind::Yel, totals.yel),
        due(DueKind::TaxAndHealthInsurance, totals.tax.plus(totals.health_insurance)?),
        due(DueKind::Tyel, totals.tyel),
        due(DueKind::Unemployment, totals.unemployment),
        due(DueKind::Accident, totals.accident_insurance),
        due(DueKind::GroupLife, totals.group_life),
    ]
    .into_iter()
    .collect();
    let mut all: Vec<Due> = all?.into_iter().filter(|due| !due.amount.is_zero()).collect();
    all.sort_by_key(|due| (due.by.is_none(), due.by));
    Ok(all)
}

/// By when the receiver has to have what the salaries of a payday gave, and whether that is sure. None where the
/// receiver's own bill says the day.
pub fn due_day(
    kind: DueKind,
    payday: Date,
    receiver: Option<&Receiver>,
) -> Result<(Option<Date>, bool), jiff::Error> {
    let next_month = payday.last_of_month().tomorrow()?;
    let day_of_next = |day: i8| {
        let day = day.min(next_month.days_in_month());
        Date::new(next_month.year(), next_month.month(), day).map(bank_day_on_or_after)
    };
    if let Some(day) = receiver.and_then(|receiver| receiver.due_day) {
        return Ok((Some(day_of_next(day)?), true));
    }
    Ok(match kind {
        DueKind::Distraint | DueKind::Yel => (Some(payday), false),
        DueKind::TaxAndHealthInsurance => (Some(day_of_next(TAX_DAY)?), false),
        DueKind::Tyel => (Some(day_of_next(next_month.days_in_month())?), true),
        DueKind::Unemployment | DueKind::Accident | DueKind::GroupLife => (None, false),
    })
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
