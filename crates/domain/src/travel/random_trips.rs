//! Random trips on random bills, compared with a second calculation that tries every way to pay the days of a trip.

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, date};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::{StatutoryFigures, Vehicle};
use proptest::prelude::*;

use super::*;
use crate::bill::{Allowances, BillState, Territory};
use crate::ids::{BillId, Id};
use crate::salary::Reimbursements;

fn law() -> &'static StatutoryFigures {
    StatutoryFigures::shipped()
}

fn euros(text: &str) -> Money {
    text.parse().unwrap()
}

/// A trip of up to five days, some of which go on into another year or over a night on which the clock is moved, with
/// what is claimed for it.
fn any_row() -> impl Strategy<Value = Row> {
    let start = prop_oneof![
        Just(date(2018, 12, 26)),
        Just(date(2025, 12, 26)),
        Just(date(2026, 3, 2)),
        Just(date(2026, 3, 23)),
        Just(date(2026, 10, 19))
    ];
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
        (
            (any::<bool>(), any::<bool>()),
            work,
            prop::option::of(prop::collection::vec(0..5_u16, 0..4)),
            any::<bool>(),
        ),
    )
        .prop_map(
            |(
                (start, from, length),
                claims,
                way,
                country,
                ((as_proposed, overnight), work_minutes, days_abroad, abroad_anyhow),
            )| {
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
                    overnight,
                    work_minutes,
                    abroad: country.is_some() || abroad_anyhow,
                    country: country.and_then(Territory::parse),
                    foreign_source: "vero.fi".into(),
                    days_abroad,
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
                    row.allowances = claims_of(&proposal(law(), &row.journey));
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

#[derive(Clone)]
struct Way {
    at_home: Money,
    /// None where a table lacks the country.
    abroad: Option<Money>,
    /// The days with an allowance: their place in the trip, and whether it is a foreign one.
    days: Vec<(u16, bool, Date)>,
}

/// An hour in the summer of 2026, in which all these trips are that have one.
fn summer_hour(moment: DateTime) -> i64 {
    let summer = date(2026, 3, 29).at(4, 0, 0, 0)..date(2026, 10, 25).at(4, 0, 0, 0);
    if summer.contains(&moment) { 60 } else { 0 }
}

fn minutes_between(from: DateTime, until: DateTime) -> i64 {
    until.duration_since(from).as_mins() + summer_hour(from) - summer_hour(until)
}

/// Every lawful way to pay the days of a trip that has the counted claims of the row, by trying all of them.
fn lawful_ways(row: &Row) -> Vec<Way> {
    let departure = row.journey.departure.known().unwrap();
    let minutes = minutes_between(departure, row.journey.homecoming.known().unwrap());
    let lengths: Vec<i64> =
        (0..).map(|day| (minutes - day * 1440).min(1440)).take_while(|left| *left > 0).collect();
    let country = row.journey.country.as_ref().map(Territory::as_str);
    let lowest =
        |day: Date| law().foreign_allowances(day).unwrap().into_iter().map(|place| place.full_day).min();
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
        let mut way = Way { at_home: Money::ZERO, abroad: Some(Money::ZERO), days: vec![] };
        let mut lawful = true;
        for (day, (kind, length)) in paid.iter().zip(&lengths).enumerate() {
            let on_the_clock =
                departure.saturating_add(SignedDuration::from_hours(24 * i64::try_from(day).unwrap()));
            let moved = SignedDuration::from_mins(summer_hour(on_the_clock) - summer_hour(departure));
            let begins = on_the_clock.saturating_add(moved);
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
                    let rate = match country {
                        Some(country) => rates.foreign_per_diem.of(country),
                        None => lowest(begins.date()),
                    };
                    let rate = rate.map(|rate| if half { rate.fraction(1, 2).unwrap() } else { rate });
                    way.abroad = way.abroad.zip(rate).map(|(sum, rate)| sum.plus(rate).unwrap());
                    let long = if first { minutes >= 600 } else { *length > 120 };
                    (Money::ZERO, minutes >= 600 && long && (first || whole || after_abroad))
                }
            };
            lawful &= allowed;
            way.at_home = way.at_home.plus(amount).unwrap();
            way.days.push((u16::try_from(day).unwrap(), *kind == Paid::Abroad, begins.date()));
        }
        // Nothing but a source can say what a country gives that no table has.
        let within = way.abroad.map_or(country.is_some(), |most| row.allowances.foreign <= most);
        if lawful && (within || row.allowances.foreign.is_zero()) {
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

    let (left, back) = (journey.departure.known().unwrap(), journey.homecoming.known().unwrap());
    let trip = minutes_between(left, back);
    let work = match journey.work_minutes {
        // Nobody works through a night.
        0 if journey.overnight => 0,
        0 if trip > 16 * 60 && back > left.date().tomorrow().unwrap().at(0, 0, 0, 0) => 0,
        0 => trip,
        given => given.into(),
    };
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

/// What is left of an approved row after the credit notes that have gone to the customer.
#[derive(Debug, Clone)]
struct Standing {
    row: Row,
    left: Allowances,
    /// The days at home that were taken back.
    credited_days: Vec<u16>,
}

impl Standing {
    fn of(row: Row) -> Self {
        Self { left: row.allowances, row, credited_days: vec![] }
    }

    /// The days that may be those that are left.
    fn ways(&self) -> Vec<Vec<Date>> {
        let (at_home, abroad) =
            (self.left.full_days > 0 || self.left.partial_days > 0, self.left.foreign.is_positive());
        let is_left = |(place, is_foreign, date): &(u16, bool, Date)| {
            let left = if *is_foreign { abroad } else { at_home && !self.credited_days.contains(place) };
            left.then_some(*date)
        };
        let ways = lawful_ways(&self.row).into_iter();
        // A day that was taken back was paid.
        let paid = |way: &Way| {
            self.credited_days
                .iter()
                .all(|day| way.days.iter().any(|(place, foreign, _)| place == day && !foreign))
        };
        ways.filter(paid).map(|way| way.days.iter().filter_map(is_left).collect()).collect()
    }
}

/// Whether the rows can be paid together with one daily allowance a day, and no meal beside one.
fn fit_together(rows: &[Standing], taken: &[Date], meals: &[Date]) -> bool {
    let Some((row, rest)) = rows.split_first() else { return true };
    let departure = row.row.journey.departure.date.unwrap();
    if row.left.meals > 0 {
        return !taken.contains(&departure) && fit_together(rest, taken, &[meals, &[departure]].concat());
    }
    row.ways().iter().any(|dates| {
        let free = dates.iter().all(|day| !taken.contains(day) && !meals.contains(day));
        free && fit_together(rest, &[taken, dates].concat(), meals)
    })
}

fn claim(bill: BillId, row: &Row) -> ClaimedTrip {
    ClaimedTrip {
        bill,
        number: None,
        state: BillState::Pending,
        credit_of: None,
        departure: row.journey.departure.known().unwrap(),
        homecoming: row.journey.homecoming.known().unwrap(),
        kilometers: row.journey.kilometers,
        allowances: row.allowances,
        days_abroad: row.journey.told_abroad().map(<[u16]>::to_vec),
        credited_days: None,
    }
}

/// What a credit note takes back of a row.
#[derive(Debug, Clone)]
struct Taken {
    all: bool,
    days: Vec<u16>,
    foreign: bool,
    /// Whether the credit note has gone to the customer.
    gone: bool,
}

fn any_taken() -> impl Strategy<Value = Taken> {
    (any::<bool>(), prop::collection::vec(0..5_u16, 0..3), any::<bool>(), any::<bool>())
        .prop_map(|(all, days, foreign, gone)| Taken { all, days, foreign, gone })
}

/// What becomes of a bill after it was sent: only sent, approved, or approved and credited.
#[derive(Debug, Clone)]
enum Fate {
    Sent,
    Approved,
    Credited(Taken),
}

fn any_fate() -> impl Strategy<Value = Fate> {
    prop_oneof![1 => Just(Fate::Sent), 2 => Just(Fate::Approved), 2 => any_taken().prop_map(Fate::Credited)]
}

/// The credit note of a row, and what it leaves of it.
fn credit(of: &ClaimedTrip, note: BillId, row: &Row, taken: &Taken) -> (ClaimedTrip, Standing) {
    let paid = paid_days(law(), row).unwrap();
    let kind = |day: &u16| paid.get(usize::from(*day)).map(|(_, kind)| *kind);
    let mut days: Vec<u16> =
        if taken.all { (0..u16::try_from(paid.len()).unwrap()).collect() } else { taken.days.clone() };
    days.retain(|day| matches!(kind(day), Some(DayKind::Full | DayKind::Partial)));
    days.sort_unstable();
    days.dedup();
    let count = |wanted| u16::try_from(days.iter().filter(|day| kind(day) == Some(wanted)).count()).unwrap();
    let mut allowances = Allowances {
        full_days: count(DayKind::Full),
        partial_days: count(DayKind::Partial),
        ..Allowances::default()
    };
    if taken.all || taken.foreign {
        allowances.foreign = row.allowances.foreign;
    }
    if taken.all {
        allowances.meals = row.allowances.meals;
    }
    let note = ClaimedTrip {
        bill: note,
        state: if taken.gone { BillState::Paid } else { BillState::Pending },
        credit_of: Some(of.bill),
        kilometers: if taken.all { of.kilometers } else { Quantity::ZERO },
        allowances,
        days_abroad: None,
        credited_days: Some(days.clone()),
        ..of.clone()
    };
    let left = row.allowances.less(allowances).unwrap();
    (note, Standing { left, credited_days: days, ..Standing::of(row.clone()) })
}

fn overlap(one: &Row, other: &Row) -> bool {
    let times = |row: &Row| (row.journey.departure.known().unwrap(), row.journey.homecoming.known().unwrap());
    let ((from, until), (other_from, other_until)): ((DateTime, DateTime), _) = (times(one), times(other));
    from < other_until && other_from < until
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Bills are sent one after the other; some are approved, and some of these credited in part or whole.
    #[test]
    fn no_bills_give_two_allowances_for_a_day_or_a_cent_above_the_tables(
        sent in prop::collection::vec((prop::collection::vec(any_row(), 1..3), any_fate()), 1..8)
    ) {
        let (mut accepted, mut claimed): (Vec<Standing>, Vec<ClaimedTrip>) = (vec![], vec![]);
        for ((rows, fate), of) in sent.into_iter().zip(1_u8..) {
            let bill = |series: u8| BillId::new(jiff::Timestamp::UNIX_EPOCH, [series + of; 10]);
            let rows: Vec<Row> = rows.into_iter().filter(|row| problems(law(), row).is_empty()).collect();
            let refused = |claimed: &[ClaimedTrip], occasion| {
                !clashes_within(&rows).is_empty()
                    || !clashes_with(bill(0), &rows, claimed, occasion).unwrap().is_empty()
            };
            if refused(&claimed, Occasion::Sending) {
                continue;
            }
            let approved = !matches!(fate, Fate::Sent) && !refused(&claimed, Occasion::Approval);
            for row in rows.iter().filter(|row| row.claims_travel()) {
                is_lawful(row)?;
                let state = if approved { BillState::Paid } else { BillState::Pending };
                let trip = ClaimedTrip { state, ..claim(bill(0), row) };
                let (mut standing, mut nothing_left) = (Standing::of(row.clone()), false);
                if let (Fate::Credited(taken), true) = (&fate, approved) {
                    let (note, left) = credit(&trip, bill(100), row, taken);
                    let whole = note.kilometers == trip.kilometers && !left.left.any();
                    claimed.push(note);
                    if taken.gone {
                        standing = left;
                        nothing_left = whole;
                    }
                }
                claimed.push(trip);
                if approved && !nothing_left {
                    accepted.push(standing);
                }
            }
        }
        for (place, one) in accepted.iter().enumerate() {
            let twice = accepted[..place].iter().any(|other| overlap(&one.row, &other.row));
            prop_assert!(!twice, "two trips at once");
        }
        prop_assert!(fit_together(&accepted, &[], &[]), "two allowances for one day: {accepted:#?}");
    }

    #[test]
    fn what_is_proposed_can_be_claimed(
        row in any_row()
    ) {
        let mut row = row;
        let proposed = proposal(law(), &row.journey);
        row.allowances = claims_of(&proposed);
        let work = SignedDuration::from_mins(row.journey.work_minutes.into());
        let works_too_long = row.journey.length().is_some_and(|length| work > length);
        prop_assert_eq!(proposed.problems.is_empty(), !works_too_long);
        if !works_too_long {
            prop_assert_eq!(problems(law(), &row), []);
        }
        let paid = Reimbursements::for_row(law(), &row, date(2026, 1, 1)).unwrap().total().unwrap();
        prop_assert_eq!(proposed.total, paid);
    }
}
