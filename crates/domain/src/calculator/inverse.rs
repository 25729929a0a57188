//! What to invoice for a wanted salary.
//!
//! The engine itself is searched, so that the answer put back into it gives the wanted salary to the cent. It
//! is nearly monotone in the price, but not quite. A cent more of gross salary may lift tax and each
//! contribution by a whole cent at once, so that the net falls a little before it rises again. With k amounts
//! withheld, a higher price never gives k cents less than a lower one: each amount rises by less than its
//! share of the added gross and one cent of rounding, and the shares together are below one. Two searches
//! follow from it: above the first no search is needed, below the second no price reaches the wanted salary,
//! and the few between them are tried in turn.
//!
//! At one price the net falls by more: where the wage of an employee reaches the month's floor, TyEL sets in. So the
//! prices below it are searched first, and those from it on only where none of them is enough.

use jiff::civil::Date;
use liksa_money::Money;
use liksa_rates::StatutoryFigures;

use super::{Case, HIGHEST_PRICE, Input};
use crate::problem::{ErrorKey, Problem};
use crate::salary::Summary;
use crate::settings::ProviderSettings;

/// The most that is withheld apart: tax, TyEL, unemployment, YEL and distraint.
const DEEPEST_DIP_CENTS: i64 = 5;

/// The smallest invoice that is enough, and what becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    /// VAT-free.
    pub price: Money,
    pub summary: Summary,
}

/// The smallest VAT-free price in cents whose salary is at least `wanted`. Price and hours of the input play
/// no part.
pub fn price_for_salary(
    law: &StatutoryFigures,
    input: &Input,
    wanted: Money,
    settings: &ProviderSettings,
    today: Date,
) -> Result<Solution, Vec<Problem>> {
    let mut problems = input.problems(law, today);
    if wanted.is_negative() || wanted > HIGHEST_PRICE {
        let beyond = Problem::new("salary", ErrorKey::OutOfRange).at_least(0).at_most(HIGHEST_PRICE.plain());
        problems.push(beyond);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let case = Case::new(law, input, settings, today)?;
    smallest_price(&case, wanted).ok_or_else(|| vec![Problem::new("salary", ErrorKey::SalaryNotReachable)])
}

fn smallest_price(case: &Case<'_>, wanted: Money) -> Option<Solution> {
    let highest = HIGHEST_PRICE.cents()?;
    let has_tyel =
        |cents: i64| summary_at(case, cents).is_some_and(|summary| summary.tyel_base.is_positive());
    let Some(first_with_tyel) = first_reached(0, highest, has_tyel) else {
        return smallest_between(case, wanted, (0, highest));
    };
    smallest_between(case, wanted, (0, first_with_tyel - 1))
        .or_else(|| smallest_between(case, wanted, (first_with_tyel, highest)))
}

fn smallest_between(case: &Case<'_>, wanted: Money, (lowest, highest): (i64, i64)) -> Option<Solution> {
    let dip = Money::from_cents(DEEPEST_DIP_CENTS).ok()?;
    let reaches = |wanted: Money| {
        move |cents: i64| summary_at(case, cents).is_some_and(|summary| summary.salary >= wanted)
    };
    let hopeless_below = first_reached(lowest, highest, reaches(wanted.minus(dip).ok()?))?;
    // A price at the end of a range may reach less than the wanted salary although one just below it does.
    let enough = first_reached(lowest, highest, reaches(wanted)).unwrap_or(highest);
    (hopeless_below..=enough).find_map(|cents| {
        let summary = summary_at(case, cents)?;
        let price = Money::from_cents(cents).ok()?;
        (summary.salary >= wanted).then_some(Solution { price, summary })
    })
}

/// None for a price that does not even pay for the reimbursements.
fn summary_at(case: &Case<'_>, cents: i64) -> Option<Summary> {
    Money::from_cents(cents).ok().and_then(|price| case.at(price).ok())
}

/// A price in cents that reaches something while the cent below it does not; None where the highest does not.
fn first_reached(lowest: i64, highest: i64, reaches: impl Fn(i64) -> bool) -> Option<i64> {
    let (mut below, mut reached) = (lowest - 1, highest);
    if highest < lowest || !reaches(reached) {
        return None;
    }
    while reached - below > 1 {
        let middle = below + (reached - below) / 2;
        if reaches(middle) { reached = middle } else { below = middle }
    }
    Some(reached)
}
