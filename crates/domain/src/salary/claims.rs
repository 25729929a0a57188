//! What a row claims for its trip, line by line: how many of what, at which rate.
//!
//! Kilometres and meals are paid by the figures of the day of departure, every day of travel by those of the day on
//! which it begins. The pay slip, the invoice and the travel report show these lines; [`super::Reimbursements`] are
//! their sums.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Quantity};
use liksa_rates::{KmAddition, StatutoryFigures, Travel, Vehicle};

use super::SalaryError;
use crate::bill::{Extras, Row, Trailer};
use crate::travel::{self, DayKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    Kilometers,
    FullDays,
    PartialDays,
    Meals,
    Foreign,
}

/// So many of one kind at one rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimLine {
    pub kind: ClaimKind,
    /// None of a foreign allowance, which is claimed as a sum.
    pub counted: Option<(Quantity, Money)>,
    pub amount: Money,
}

impl ClaimLine {
    fn times(kind: ClaimKind, count: u16, rate: Money) -> Result<Self, MoneyError> {
        let counted = Some((Quantity::whole(count.into()), rate));
        Ok(Self { kind, counted, amount: rate.times(count.into())? })
    }
}

/// The claims of a row, none of them empty. A draft row without a date counts as one of `default_date`.
pub fn claims(law: &StatutoryFigures, row: &Row, default_date: Date) -> Result<Vec<ClaimLine>, SalaryError> {
    // A row that claims nothing needs no table of its year.
    if !row.claims_travel() {
        return Ok(vec![]);
    }
    let journey = &row.journey;
    let departure = journey.departure.date.or(row.date).unwrap_or(default_date);
    let table = &law.for_date(departure)?.travel;
    let mut lines = vec![];
    if !journey.kilometers.is_zero() {
        let rate = per_km(table, journey.vehicle, journey.extras)?;
        let amount = rate.fraction(journey.kilometers.parts(), Quantity::ONE.parts())?;
        let counted = Some((journey.kilometers, rate));
        lines.push(ClaimLine { kind: ClaimKind::Kilometers, counted, amount });
    }
    lines.extend(daily(law, row, table)?);
    lines.push(ClaimLine::times(ClaimKind::Meals, row.allowances.meals, table.meal)?);
    let foreign = row.allowances.foreign.rounded_to_cents()?;
    lines.push(ClaimLine { kind: ClaimKind::Foreign, counted: None, amount: foreign });
    lines.retain(|line| !line.amount.is_zero());
    Ok(lines)
}

/// The allowance of one kilometre. Only that of a car is raised.
pub fn per_km(table: &Travel, vehicle: Vehicle, extras: Extras) -> Result<Money, SalaryError> {
    let mut rate = table.per_km(vehicle)?;
    if vehicle != Vehicle::Car {
        return Ok(rate);
    }
    let addition = match extras.trailer {
        Trailer::None => None,
        Trailer::Trailer => Some(KmAddition::Trailer),
        Trailer::Caravan => Some(KmAddition::Caravan),
        Trailer::HeavyLoad => Some(KmAddition::HeavyLoad),
    };
    if let Some(addition) = addition {
        rate = rate.plus(table.per_km_addition(addition)?)?;
    }
    if extras.passengers > 0 {
        let each = table.per_km_addition(KmAddition::Passenger)?;
        rate = rate.plus(each.times(extras.passengers.into())?)?;
    }
    Ok(rate)
}

/// Full and partial days, by rate. While the claims of a draft are not those of its trip, all count by its departure.
fn daily(law: &StatutoryFigures, row: &Row, of_departure: &Travel) -> Result<Vec<ClaimLine>, SalaryError> {
    let claimed = row.allowances;
    let Some(dealt) = travel::dealt(law, row).filter(|_| claimed.full_days > 0 || claimed.partial_days > 0)
    else {
        return Ok(vec![
            ClaimLine::times(ClaimKind::FullDays, claimed.full_days, of_departure.full_day)?,
            ClaimLine::times(ClaimKind::PartialDays, claimed.partial_days, of_departure.partial_day)?,
        ]);
    };
    let mut counts: Vec<(ClaimKind, Money, u16)> = vec![];
    for (day, kind) in &dealt.days {
        let table = || law.for_date(day.date()).map(|rates| &rates.travel);
        let (kind, rate) = match kind {
            DayKind::Full => (ClaimKind::FullDays, table()?.full_day),
            DayKind::Partial => (ClaimKind::PartialDays, table()?.partial_day),
            DayKind::Nothing | DayKind::Foreign | DayKind::ForeignHalf => continue,
        };
        match counts.iter_mut().find(|(known, at, _)| (*known, *at) == (kind, rate)) {
            Some((_, _, count)) => *count += 1,
            None => counts.push((kind, rate, 1)),
        }
    }
    // Full days first, wherever in the trip they were.
    counts.sort_by_key(|(kind, ..)| *kind == ClaimKind::PartialDays);
    Ok(counts
        .into_iter()
        .map(|(kind, rate, count)| ClaimLine::times(kind, count, rate))
        .collect::<Result<_, _>>()?)
}
