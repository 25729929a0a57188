//! One invoice row by itself.

use liksa_rates::Rates;

use super::expense_problems;
use crate::bill::{Pricing, Row};
use crate::problem::{ErrorKey, Problem, Problems};
use crate::travel;

pub fn row_problems(row: &Row) -> Vec<Problem> {
    let mut problems = Problems::default();
    match row.date {
        None => problems.add("date", ErrorKey::DateMissing),
        Some(date) => problems.add_if(Rates::for_date(date).is_err(), "date", ErrorKey::UnknownYear),
    }
    problems.add_if(row.destination.trim().is_empty(), "destination", ErrorKey::DestinationMissing);
    match row.pricing {
        Pricing::Contract { price } => problems.add_if(price.is_none(), "alvPrice", ErrorKey::PriceMissing),
        Pricing::Amount { unit_price, amount } => {
            problems.add_if(unit_price.is_none(), "hourlyprice", ErrorKey::UnitPriceMissing);
            problems.add_if(amount.is_none(), "billableWorkHours", ErrorKey::AmountMissing);
        }
    }
    problems.add_if(row.total().is_err(), "alvPrice", ErrorKey::OutOfRange);
    if let Some(Err(times)) = row.work_shift.as_ref().map(travel::work_hours) {
        problems.append(times);
    }
    problems.append(travel::problems(row));
    problems.append(expense_problems(row));
    problems.into_vec()
}
