//! Random trips on random bills, compared with a second calculation that tries every way to pay the days of a trip.

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, date};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::{StatutoryFigures, Vehicle};
use proptest::prelude::*;

use super::*;
use crate::bill::{Allowances, BillState, Place};
use crate::ids::{BillId, Id};
use crate::salary::Reimbursements;

fn law() -> &'static StatutoryFigures {
    StatutoryFigures::shipped()
}

fn euros(text: &str) -> Money {
    text.parse().unwrap()
}

/// A trip of up to five days, some of which go on into another year, with what is claimed for it.
fn any_row() -> impl Strategy<Value = Row> {
    let start = prop_oneof![Just(date(2018, 12, 26)), Just(date(2025, 12, 26)), Just(date(2026, 3, 2))];
    let foreign =
        ["0", "31.50", "35", "63", "65", "70", "94.50", "105", "126", "128", "130", "140", "175", "210"];
    let country = prop_oneof![Just(None), Just(Some("SE")), Just(Some("BE")), Just(Some("BR"))];
    let kilometers = prop_oneof![Just(0), Just(29), Just(30), Just(118)];
    let trailer = prop_oneof![3 => Just(Trailer::None), 1 => Just(Trailer::Caravan)];
    let times = (start, 0..12 * 96_i64, prop_oneof![1..48_i64, 1..480_i64]);
    let claims = (
        0..3_u16,
        0..3_u16,
        prop_oneof![3 => Just(0), 1 => 0..3_u16],
        prop::sample::select(foreign.to_vec()),
    );
    let way = (kilometers, trailer, 0..3_u8, any::<bool>());
    let work = prop_oneof![Just(0), 0..1_500_u32];
    (
        times,
        claims,
        way,
        country,
        (any::<bool>(), work, prop::option::of(prop::collection::vec(0..5_u16, 0..4))),
    )
        .prop_map(
            |((start, from, length), claims, way, country, (as_proposed, work_minutes, foreign_days))| {
                let departure = start.at(0, 0, 0, 0).saturating_add(SignedDuration::from_mins(from * 15));
                let mut row = Row::empty(departure.date(), Rate::ZERO);
                let (kilometers, trailer, passengers, is_car) = way;
                row.journey = Journey {
                    departure: departure.into(),
                    homecoming: departure.saturating_add(SignedDuration::from_mins(length * 15)).into(),
                    kilometers: Quantity::whole(kilometers),
                    vehicle: if is_car { Vehicle::Car } else { Vehicle::Motorcycle },
                    extras: Extras { trailer, passengers },
                    register_number: "ABC-123".into(),
                    address_start: "Kotikatu 1, 00100 Helsinki".into(),
                    address_stop: "Tukholma".into(),
                    work_minutes,
                    abroad: country.is_some(),
                    country: country.and_then(Place::parse),
                    foreign_source: "vero.fi".into(),
                    ..Journey::default()
                };
                if !is_car || departure.year() < 2022 {
                    row.journey.extras = Extras::default();
                }
                if !is_car && departure.year() < 2022 {
                    row.journey.vehicle = Vehicle::Car;
                }
                let (full_days, partial_days, meals, foreign) = claims;
                row.allowances = Allowances { full_days, partial_days, meals, foreign: euros(foreign) };
                // Half of them claim what is proposed, so that many are right.
                if as_proposed {
                    row.allowances = claims_of(&proposal(law(), &row.journey, foreign_days.as_deref()));
                }
                row
            },
        )
}

fn claims_of(proposal: &Proposal) -> Allowances {
    Allowances {
        full_days: proposal.fulldaycompensation,
        partial_days: proposal.partialdaycompensation,
        meals: proposal.lunchcompensation,
        foreign: proposal.foreign_allowance,
    }
}

/// How one day was paid in the second calculation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Paid {
    Nothing,
    Partial,
    Full,
    Abroad,
}

struct Way {
    at_home: Money,
    /// None where a table lacks the country.
    abroad: Option<Money>,
    dates: Vec<Date>,
}

/// Every lawful way to pay the days of a trip that has the counted claims of the row, by trying all of them.
fn lawful_ways(row: &Row) -> Vec<Way> {
    let departure = row.journey.departure.known().unwrap();
    let minutes = row.journey.homecoming.known().unwrap().duration_since(departure).as_mins();
    let lengths: Vec<i64> =
        (0..).map(|day| (minutes - day * 1440).min(1440)).take_while(|left| *left > 0).collect();
    let country = row.journey.country.as_ref().map_or("", Place::as_str);
    let mut found = vec![];
    for number in 0..4_usize.pow(u32::try_from(lengths.len()).unwrap()) {
        let paid: Vec<Paid> = (0..lengths.len())
            .map(|day| match number / 4_usize.pow(u32::try_from(day).unwrap()) % 4 {
                0 => Paid::Nothing,
                1 => Paid::Partial,
                2 => Paid::Full,
                _ => Paid::Abroad,
            })
            .collect();
        let count = |kind| paid.iter().filter(|one| **one == kind).count();
        if count(Paid::Full) != usize::from(row.allowances.full_days)
            || count(Paid::Partial) != usize::from(row.allowances.partial_days)
            || (count(Paid::Abroad) > 0) != row.allowances.foreign.is_positive()
        {
            continue;
        }
        let mut way = Way { at_home: Money::ZERO, abroad: Some(Money::ZERO), dates: vec![] };
        let mut lawful = true;
        for (day, (kind, length)) in paid.iter().zip(&lengths).enumerate() {
            let begins =
                departure.saturating_add(SignedDuration::from_hours(24 * i64::try_from(day).unwrap()));
            let Ok(rates) = law().for_date(begins.date()) else { continue };
            let first = day == 0;
            let (amount, allowed) = match kind {
                Paid::Nothing => continue,
                Paid::Partial => {
                    (rates.travel.partial_day, if first { *length > 360 } else { *length >= 120 })
                }
                Paid::Full => (rates.travel.full_day, if first { *length > 600 } else { *length > 360 }),
                Paid::Abroad => {
                    let whole = *length == 1440;
                    let after_abroad = day > 0 && paid[day - 1] == Paid::Abroad;
                    let half = !first && !whole && *length <= 600;
                    let rate = rates.foreign_per_diem.of(country);
                    let rate = rate.map(|rate| if half { rate.fraction(1, 2).unwrap() } else { rate });
                    way.abroad = way.abroad.zip(rate).map(|(sum, rate)| sum.plus(rate).unwrap());
                    let long = if first { minutes >= 600 } else { *length > 120 };
                    (Money::ZERO, minutes >= 600 && long && (first || whole || after_abroad))
                }
            };
            lawful &= allowed;
            way.at_home = way.at_home.plus(amount).unwrap();
            way.dates.push(begins.date());
        }
        if lawful && way.abroad.is_none_or(|most| row.allowances.foreign <= most) {
            found.push(way);
        }
    }
    found
}

/// What is wrong with one accepted row by the second calculation.
fn is_lawful(row: &Row) -> Result<(), TestCaseError> {
    let (claimed, journey) = (row.allowances, &row.journey);
    let paid = Reimbursements::for_row(law(), row, date(2026, 1, 1)).unwrap();
    let days = claimed.full_days + claimed.partial_days;
    prop_assert!(days == 0 || journey.kilometers >= Quantity::whole(30), "too near");
    let ways = lawful_ways(row);
    let as_paid = ways.iter().any(|way| way.at_home == paid.days);
    prop_assert!(as_paid, "no lawful way pays {} for days: {row:?}", paid.days.plain());
    prop_assert_eq!(paid.foreign, claimed.foreign);
    prop_assert!(claimed.foreign.is_zero() || journey.abroad);

    let trip =
        journey.homecoming.known().unwrap().duration_since(journey.departure.known().unwrap()).as_mins();
    let work = if journey.work_minutes == 0 { trip } else { journey.work_minutes.into() };
    let meals = (0..).take_while(|meal| work > 360 + meal * 300).count();
    prop_assert!(usize::from(claimed.meals) <= meals && work <= trip);
    prop_assert!(claimed.meals == 0 || (days == 0 && claimed.foreign.is_zero()));

    let rates = &law().for_date(journey.departure.date.unwrap()).unwrap().travel;
    let mut rate = rates.per_km(journey.vehicle).unwrap();
    if journey.extras.trailer == Trailer::Caravan {
        rate = rate.plus(euros("0.15")).unwrap();
    }
    for _ in 0..journey.extras.passengers {
        rate = rate.plus(euros("0.04")).unwrap();
    }
    let kilometers = journey.kilometers.parts() / Quantity::ONE.parts();
    prop_assert_eq!(paid.kilometers, rate.times(kilometers).unwrap());
    Ok(())
}

/// Whether the rows can be paid together with one daily allowance a day, and no meal beside one.
fn fit_together(rows: &[Row], taken: &[Date], meals: &[Date]) -> bool {
    let Some((row, rest)) = rows.split_first() else { return true };
    let departure = row.journey.departure.date.unwrap();
    if row.allowances.meals > 0 {
        return !taken.contains(&departure) && fit_together(rest, taken, &[meals, &[departure]].concat());
    }
    lawful_ways(row).iter().any(|way| {
        let free = way.dates.iter().all(|day| !taken.contains(day) && !meals.contains(day));
        free && fit_together(rest, &[taken, &way.dates].concat(), meals)
    })
}

fn overlap(one: &Row, other: &Row) -> bool {
    let times = |row: &Row| (row.journey.departure.known().unwrap(), row.journey.homecoming.known().unwrap());
    let ((from, until), (other_from, other_until)): ((DateTime, DateTime), _) = (times(one), times(other));
    from < other_until && other_from < until
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bills_give_two_allowances_for_a_day_or_a_cent_above_the_tables(
        sent in prop::collection::vec(prop::collection::vec(any_row(), 1..3), 1..8)
    ) {
        let (mut accepted, mut claimed): (Vec<Row>, Vec<ClaimedTrip>) = (vec![], vec![]);
        for (rows, of) in sent.into_iter().zip(1_u8..) {
            let bill = BillId::new(jiff::Timestamp::UNIX_EPOCH, [of; 10]);
            let rows: Vec<Row> = rows.into_iter().filter(|row| problems(law(), row).is_empty()).collect();
            let refused = !clashes_within(&rows).is_empty()
                || !clashes_with(bill, &rows, &claimed, Occasion::Sending).unwrap().is_empty();
            if refused {
                continue;
            }
            claimed.extend(rows.iter().filter(|row| row.claims_travel()).map(|row| ClaimedTrip {
                bill,
                number: None,
                state: BillState::Pending,
                credit_of: None,
                departure: row.journey.departure.known().unwrap(),
                homecoming: row.journey.homecoming.known().unwrap(),
                kilometers: row.journey.kilometers,
                allowances: row.allowances,
            }));
            accepted.extend(rows.into_iter().filter(Row::claims_travel));
        }
        for (place, row) in accepted.iter().enumerate() {
            is_lawful(row)?;
            prop_assert!(!accepted[..place].iter().any(|other| overlap(row, other)), "two trips at once");
        }
        prop_assert!(fit_together(&accepted, &[], &[]), "two allowances for one day: {accepted:#?}");
    }

    #[test]
    fn what_is_proposed_can_be_claimed(
        row in any_row(), days in prop::option::of(prop::collection::vec(0..5_u16, 0..4))
    ) {
        let mut row = row;
        let proposed = proposal(law(), &row.journey, days.as_deref());
        row.allowances = claims_of(&proposed);
        let work = SignedDuration::from_mins(row.journey.work_minutes.into());
        let works_too_long = row.journey.length().is_some_and(|length| work > length);
        prop_assert_eq!(proposed.problems.is_empty(), !works_too_long);
        if !works_too_long {
            prop_assert_eq!(problems(law(), &row), []);
        }
        let paid = Reimbursements::for_row(law(), &row, date(2026, 1, 1)).unwrap().total().unwrap();
        // Days abroad without a table are typed later; until then they leave room that counts by another year.
        let undecided = proposed.country_in_table == Some(false);
        prop_assert!(undecided || proposed.total == paid, "{} and {}", proposed.total.plain(), paid.plain());
    }
}
