//! Rows of a bill that shifts become.

use jiff::SignedDuration;
use liksa_money::{Money, Quantity, Rate};

use super::{Entitlement, Shift, claimed, month};
use crate::bill::{Allowances, Expenses, Journey, Pricing, Row};
use crate::dates::format_time;
use crate::finnish_time::elapsed;
use crate::problem::{ErrorKey, Problem};
use crate::travel::{self, AtHome, FEWEST_KILOMETERS_FOR_DAYS, TravelDay};

/// What work of the same department was last billed by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usual {
    pub unit_price: Option<Money>,
    pub vat_rate: Rate,
}

impl Shift {
    /// The row that the shift becomes: its hours at the usual price, with the trip and the allowances that were chosen, or
    /// else with those that the shift allows.
    pub fn row(&self, usual: &Usual) -> Row {
        let work_shift = self.plan.work();
        let journey = self.trip();
        let allowances = self.claims.map_or_else(|| self.proposal(), |claims| self.allowed(claims));
        let mut row = Row {
            destination: self.text(),
            pricing: Pricing::Amount {
                unit_price: usual.unit_price,
                amount: travel::work_hours(&work_shift).ok(),
            },
            work_shift: Some(work_shift),
            allowances,
            expenses: Expenses::default(),
            shift: Some(self.id.clone()),
            ..Row::empty(self.plan.starts.date(), usual.vat_rate)
        };
        // Times are asked for only where something is claimed by them.
        row.journey.kilometers = journey.kilometers;
        if row.claims_travel() {
            row.journey = Journey { abroad: allowances.foreign.is_positive(), ..journey };
        }
        row
    }

    /// The most that may be claimed by the entitled list, the hours and the kilometres. Daily allowances come before
    /// meals, which are never paid beside them. A foreign daily allowance depends on the country and is typed.
    pub fn proposal(&self) -> Allowances {
        let none = Allowances::default();
        let trip = self.trip();
        if !trip.length().is_some_and(|length| length.is_positive()) {
            return none;
        }
        let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        if trip.kilometers >= FEWEST_KILOMETERS_FOR_DAYS {
            let may_be = |day: &TravelDay| match day.at_home {
                AtHome::Full if self.plan.allows(Entitlement::FullDay) => AtHome::Full,
                AtHome::Full | AtHome::Partial if self.plan.allows(Entitlement::PartialDay) => {
                    AtHome::Partial
                }
                _ => AtHome::Nothing,
            };
            let days: Vec<AtHome> = trip.days().iter().map(may_be).collect();
            let days_of = |kind| count(days.iter().filter(|day| **day == kind).count());
            let daily = Allowances {
                full_days: days_of(AtHome::Full),
                partial_days: days_of(AtHome::Partial),
                ..none
            };
            if daily.any() {
                return daily;
            }
        }
        let work = SignedDuration::from_mins(trip.work_minutes.into());
        let meals = if self.plan.allows(Entitlement::Lunch) { travel::meals_for_work(work) } else { 0 };
        Allowances { meals: u16::try_from(meals).unwrap_or(u16::MAX), ..none }
    }

    /// The trip with the times of the work where no others are known.
    fn trip(&self) -> Journey {
        let departure = self.journey.departure.known().unwrap_or(self.plan.starts);
        let homecoming = self.journey.homecoming.known().unwrap_or(self.plan.ends);
        let work = elapsed(self.plan.starts, self.plan.ends);
        Journey {
            departure: departure.into(),
            homecoming: homecoming.into(),
            kilometers: self.allowed_kilometers(),
            work_minutes: u32::try_from(work.as_mins()).unwrap_or_default(),
            ..self.journey.clone()
        }
    }

    /// What was claimed, as far as the shift allows it.
    pub fn allowed_claims(&self) -> Option<Allowances> {
        self.claims.map(|claims| self.allowed(claims))
    }

    /// What the worker claimed and planning allows no more.
    pub fn withdrawn(&self) -> Vec<Entitlement> {
        let claims = self.claims.unwrap_or_default();
        let left = claimed(self.allowed_kilometers(), self.allowed(claims));
        let wanted = claimed(self.journey.kilometers, claims).into_iter();
        wanted.filter(|one| !left.contains(one)).collect()
    }

    /// Kilometres that the shift does not allow are left out: on a row they would be paid.
    pub fn allowed_kilometers(&self) -> Quantity {
        if self.plan.allows(Entitlement::Kilometers) { self.journey.kilometers } else { Quantity::ZERO }
    }

    /// What of the claims the entitled list still allows: planning may have shortened it. Days whose
    /// kilometres were withdrawn go with them.
    fn allowed(&self, claims: Allowances) -> Allowances {
        let allows = |entitlement| self.plan.allows(entitlement);
        let far = allows(Entitlement::Kilometers) || self.journey.kilometers.is_zero();
        Allowances {
            full_days: if far && allows(Entitlement::FullDay) { claims.full_days } else { 0 },
            partial_days: if far && allows(Entitlement::PartialDay) { claims.partial_days } else { 0 },
            meals: if allows(Entitlement::Lunch) { claims.meals } else { 0 },
            foreign: if allows(Entitlement::Foreign) { claims.foreign } else { Money::ZERO },
        }
    }

    /// What the customer reads: where and when.
    fn text(&self) -> String {
        let times =
            format!("{}–{}", format_time(self.plan.starts.time()), format_time(self.plan.ends.time()));
        match self.plan.department() {
            "" => times,
            name => format!("{name} {times}"),
        }
    }
}

/// The rows of several shifts, in the order of their times. A day has one kind of allowance: one that was only proposed
/// gives way to an earlier one.
pub fn rows_of(shifts: &[(Shift, Usual)]) -> Result<Vec<Row>, Vec<Problem>> {
    let mut shifts: Vec<&(Shift, Usual)> = shifts.iter().collect();
    shifts.sort_by_key(|(shift, _)| (shift.plan.starts, shift.plan.ends));
    let mut months = shifts.iter().map(|(shift, _)| month(shift.plan.starts.date()));
    let first = months.next();
    if months.any(|month| Some(month) != first) {
        return Err(vec![Problem::new("shiftIds", ErrorKey::RowsInDifferentMonths)]);
    }
    let mut rows: Vec<Row> = Vec::with_capacity(shifts.len());
    for (shift, usual) in shifts {
        rows.push(shift.row(usual));
        if shift.claims.is_none() && !travel::clashes_within(&rows).is_empty() {
            rows.pop();
            let without = Shift { claims: Some(Allowances::default()), ..shift.clone() };
            rows.push(without.row(usual));
        }
    }
    Ok(rows)
}
