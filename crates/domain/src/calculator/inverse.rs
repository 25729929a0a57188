//! What to invoice for a wanted salary.
//!
//! The engine itself is searched, so that the answer put back into it gives the wanted salary to the cent. It
//! is nearly monotone in the price, but not quite. A cent more of gross salary may lift tax and each
//! contribution by a whole cent at once, so that the net falls a little before it rises again. With k amounts
//! withheld, a higher price never gives k cents less than a lower one: each amount rises by less than its
//! share of the added gross and one cent of rounding, and the shares together are below one. Two searches
//! follow from it: above the first no search is needed, below the second no price reaches the wanted salary,
//! and the few between them are tried in turn.

use jiff::civil::Date;
use liksa_money::Money;

use super::{Case, HIGHEST_PRICE, Input};
use crate::problem::{ErrorKey, Problem};
use crate::salary::Summary;
use crate::settings::ProviderSettings;

/// The most that is withheld apart where no tax card and no distraint are known: tax, TyEL and unemployment.
const DEEPEST_DIP_CENTS: i64 = 3;

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
    input: &Input,
    wanted: Money,
    settings: &ProviderSettings,
    today: Date,
) -> Result<Solution, Vec<Problem>> {
    let mut problems = input.problems(today);
    if wanted.is_negative() || wanted > HIGHEST_PRICE {
        problems.push(Problem::new("salary", ErrorKey::OutOfRange));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let case = Case::new(input, settings, today)?;
    smallest_price(&case, wanted).ok_or_else(|| vec![Problem::new("salary", ErrorKey::SalaryNotReachable)])
}

fn smallest_price(case: &Case<'_>, wanted: Money) -> Option<Solution> {
    let highest = HIGHEST_PRICE.cents()?;
    let dip = Money::from_cents(DEEPEST_DIP_CENTS).ok()?;
    let enough = crossing(case, wanted, highest)?;
    let hopeless_below = crossing(case, wanted.minus(dip).ok()?, enough)?;
    (hopeless_below..=enough).find_map(|cents| {
        let price = Money::from_cents(cents).ok()?;
        let summary = case.at(price).ok()?;
        (summary.salary >= wanted).then_some(Solution { price, summary })
    })
}

/// A price in cents that reaches the salary while the cent below it does not. A price that does not even pay
/// for the reimbursements does not reach it.
fn crossing(case: &Case<'_>, wanted: Money, highest: i64) -> Option<i64> {
    let reaches = |cents: i64| {
        let summary = Money::from_cents(cents).ok().and_then(|price| case.at(price).ok());
        summary.is_some_and(|summary| summary.salary >= wanted)
    };
    let (mut below, mut reached) = (-1, highest);
    if !reaches(reached) {
        return None;
    }
    while reached - below > 1 {
        let middle = below + (reached - below) / 2;
        if reaches(middle) { reached = middle } else { below = middle }
    }
    Some(reached)
}
