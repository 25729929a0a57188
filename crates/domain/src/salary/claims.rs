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
use crate::named::named;
use crate::travel::{self, DayKind};

named! {
    ClaimKind {
        Kilometers = "KILOMETERS",
        FullDays = "FULL_DAYS",
        PartialDays = "PARTIAL_DAYS",
        Meals = "MEALS",
        Foreign = "FOREIGN",
    }
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
    let Some(days) =
        travel::paid_days(law, row).filter(|_| claimed.full_days > 0 || claimed.partial_days > 0)
    else {
        return Ok(vec![
            ClaimLine::times(ClaimKind::FullDays, claimed.full_days, of_departure.full_day)?,
            ClaimLine::times(ClaimKind::PartialDays, claimed.partial_days, of_departure.partial_day)?,
        ]);
    };
    let mut counts: Vec<(ClaimKind, Money, u16)> = vec![];
    for (day, kind) in &days {
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

#[cfg(test)]
mod tests {
    use jiff::civil::{DateTime, date, datetime};
    use liksa_money::Rate;

    use super::*;
    use crate::bill::{Allowances, Journey};

    fn trip(from: DateTime, until: DateTime, allowances: Allowances) -> Row {
        let journey = Journey { departure: from.into(), homecoming: until.into(), ..Journey::default() };
        Row { journey, allowances, ..Row::empty(from.date(), Rate::ZERO) }
    }

    fn lines(row: &Row) -> Vec<(ClaimKind, String, String)> {
        let written = |line: ClaimLine| {
            let (count, rate) = line.counted.unwrap();
            (line.kind, format!("{} × {}", count.plain(), rate.plain()), line.amount.plain())
        };
        claims(StatutoryFigures::shipped(), row, date(2026, 1, 1)).unwrap().into_iter().map(written).collect()
    }

    /// Full days were 53 € in 2025 and are 54 € in 2026, partial ones 24 € and 25 €.
    #[test]
    fn a_trip_into_another_year_is_paid_by_both() {
        let claimed = Allowances { full_days: 2, partial_days: 1, ..Allowances::default() };
        let mut row = trip(datetime(2025, 12, 31, 8, 0, 0, 0), datetime(2026, 1, 2, 12, 0, 0, 0), claimed);
        row.journey.kilometers = Quantity::whole(100);
        let expected = [
            (ClaimKind::Kilometers, "100 × 0.59", "59.00"),
            (ClaimKind::FullDays, "1 × 53.00", "53.00"),
            (ClaimKind::FullDays, "1 × 54.00", "54.00"),
            (ClaimKind::PartialDays, "1 × 25.00", "25.00"),
        ];
        let expected = expected.map(|(kind, counted, amount)| (kind, counted.to_owned(), amount.to_owned()));
        assert_eq!(lines(&row), expected);
        row.date = Some(date(2026, 1, 2));
        assert_eq!(lines(&row), expected, "by the days of the trip, not by that of the row");
        // A row of which less is known counts by its own day.
        row.journey.departure.date = None;
        let expected = [("100 × 0.55", "55.00"), ("2 × 54.00", "108.00"), ("1 × 25.00", "25.00")];
        let found: Vec<_> = lines(&row).into_iter().map(|(_, counted, amount)| (counted, amount)).collect();
        assert_eq!(found, expected.map(|(counted, amount)| (counted.to_owned(), amount.to_owned())));
        // A draft that has no day at all counts by the given one.
        row.date = None;
        let by_default = |year: i16| {
            let lines = claims(StatutoryFigures::shipped(), &row, date(year, 1, 1)).unwrap();
            lines[0].amount.plain()
        };
        assert_eq!((by_default(2025), by_default(2026)), ("59.00".to_owned(), "55.00".to_owned()));
    }

    #[test]
    fn a_foreign_allowance_is_paid_in_whole_cents() {
        let claimed = Allowances { foreign: "34.9951".parse().unwrap(), ..Allowances::default() };
        let row = trip(datetime(2026, 3, 2, 8, 0, 0, 0), datetime(2026, 3, 2, 20, 0, 0, 0), claimed);
        let lines = claims(StatutoryFigures::shipped(), &row, date(2026, 1, 1)).unwrap();
        assert_eq!(lines.iter().map(|line| line.amount).collect::<Vec<_>>(), [Money::euros(35)]);
    }

    #[test]
    fn a_year_without_figures_is_named() {
        let claimed = Allowances { full_days: 2, ..Allowances::default() };
        let row = trip(datetime(2026, 12, 31, 8, 0, 0, 0), datetime(2027, 1, 2, 8, 0, 0, 0), claimed);
        let error = claims(StatutoryFigures::shipped(), &row, date(2026, 1, 1)).unwrap_err();
        assert_eq!(error.to_string(), "no statutory figures for the year 2027");
    }

    #[test]
    fn a_trailer_and_passengers_raise_the_allowance_of_a_car() {
        let rate = |year: i16, vehicle: Vehicle, trailer: Trailer, passengers: u8| {
            let table = &StatutoryFigures::shipped().for_date(date(year, 1, 1)).unwrap().travel;
            per_km(table, vehicle, Extras { trailer, passengers }).map(Money::plain)
        };
        assert_eq!(rate(2026, Vehicle::Car, Trailer::None, 0).unwrap(), "0.55");
        assert_eq!(rate(2026, Vehicle::Car, Trailer::Trailer, 2).unwrap(), "0.72");
        assert_eq!(rate(2026, Vehicle::Car, Trailer::Caravan, 0).unwrap(), "0.70");
        assert_eq!(rate(2026, Vehicle::Car, Trailer::HeavyLoad, 1).unwrap(), "0.87");
        assert_eq!(rate(2026, Vehicle::Motorcycle, Trailer::Trailer, 2).unwrap(), "0.42");
        let unknown = rate(2020, Vehicle::Car, Trailer::Trailer, 0).unwrap_err();
        assert_eq!(unknown.to_string(), "the statutory figure km_add_trailer of the year 2020 is not known");
    }
}
