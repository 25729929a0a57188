use jiff::civil::{DateTime, date, datetime};
use liksa_money::{Money, Rate};
use proptest::prelude::*;

use super::*;
use crate::bill::{Allowances, Moment};

fn law() -> &'static StatutoryFigures {
    StatutoryFigures::shipped()
}

const MORNING: DateTime = datetime(2026, 3, 2, 8, 0, 0, 0);

/// A trip by car that lacks nothing, so many minutes long.
fn trip(minutes: i64) -> Row {
    let mut row = Row::empty(date(2026, 3, 2), Rate::ZERO);
    row.journey = Journey {
        departure: MORNING.into(),
        homecoming: MORNING.saturating_add(SignedDuration::from_mins(minutes)).into(),
        kilometers: Quantity::whole(30),
        register_number: "ABC-123".into(),
        address_start: "Kotikatu 1, 00100 Helsinki".into(),
        address_stop: "Työkuja 2, 20100 Turku".into(),
        ..Journey::default()
    };
    row
}

fn claiming(minutes: i64, allowances: Allowances) -> Row {
    Row { allowances, ..trip(minutes) }
}

fn full(days: u16) -> Allowances {
    Allowances { full_days: days, ..Allowances::default() }
}

fn partial(days: u16) -> Allowances {
    Allowances { partial_days: days, ..Allowances::default() }
}

fn meals(count: u16) -> Allowances {
    Allowances { meals: count, ..Allowances::default() }
}

fn found(row: &Row) -> Vec<(String, ErrorKey)> {
    problems(law(), row).into_iter().map(|problem| (problem.field, problem.key)).collect()
}

fn pair(field: &str, key: ErrorKey) -> (String, ErrorKey) {
    (field.to_owned(), key)
}

#[test]
fn a_row_without_a_trip_needs_nothing() {
    assert_eq!(found(&Row::empty(date(2026, 3, 2), Rate::ZERO)), []);
    assert_eq!(found(&trip(60)), []);
}

/// The most days of a trip, if all are claimed as full or all as partial.
fn most_days(minutes: i64) -> (usize, usize) {
    let days = trip(minutes).journey.days();
    let most = |least| days.iter().filter(|day| day.at_home >= least).count();
    (most(AtHome::Full), most(AtHome::Partial))
}

#[test]
fn the_first_day_is_full_after_ten_hours_and_partial_after_six() {
    for (minutes, full_days, partial_days) in [
        (0, 0, 0),
        (360, 0, 0),
        (361, 0, 1),
        (600, 0, 1),
        (601, 1, 1),
        (24 * 60, 1, 1),
        (26 * 60 - 1, 1, 1),
        (26 * 60, 1, 2),
        (30 * 60, 1, 2),
        (30 * 60 + 1, 2, 2),
        (54 * 60 + 1, 3, 3),
    ] {
        assert_eq!(most_days(minutes), (full_days, partial_days), "{minutes} minutes");
    }
}

#[test]
fn a_claim_beyond_the_trip_is_refused() {
    assert_eq!(found(&claiming(601, full(1))), []);
    assert_eq!(found(&claiming(600, full(1))), [pair("fulldaycompensation", ErrorKey::TripTooShort)]);
    assert_eq!(found(&claiming(361, partial(1))), []);
    assert_eq!(found(&claiming(360, partial(1))), [pair("partialdaycompensation", ErrorKey::TripTooShort)]);
    assert_eq!(found(&claiming(25 * 60, full(2))), [pair("fulldaycompensation", ErrorKey::TripTooShort)]);
}

#[test]
fn daily_allowances_need_thirty_kilometres() {
    let mut near = claiming(700, full(1));
    near.journey.kilometers = "29.9".parse().unwrap();
    assert_eq!(found(&near), [pair("kilometers", ErrorKey::TooFewKilometers)]);
    near.allowances = partial(1);
    assert_eq!(found(&near), [pair("kilometers", ErrorKey::TooFewKilometers)]);
    near.allowances = meals(1);
    assert_eq!(found(&near), [], "a meal needs no distance");
}

#[test]
fn one_daily_allowance_at_a_time_and_no_meal_with_it() {
    let both = Allowances { full_days: 1, partial_days: 1, ..Allowances::default() };
    assert_eq!(
        found(&claiming(1439, both)),
        [pair("partialdaycompensation", ErrorKey::SeveralDailyAllowances)]
    );
    let with_meal = Allowances { meals: 1, ..full(1) };
    assert_eq!(
        found(&claiming(700, with_meal)),
        [pair("lunchcompensation", ErrorKey::MealWithOtherAllowance)]
    );
}

#[test]
fn a_foreign_allowance_needs_work_abroad_and_ten_hours() {
    let foreign = Allowances { foreign: Money::euros(70), ..Allowances::default() };
    let mut row = claiming(600, foreign);
    assert_eq!(found(&row), [pair("foreignAllowance", ErrorKey::NotAbroad)]);
    row.journey.abroad = true;
    assert_eq!(found(&row), []);
    let mut short = claiming(599, foreign);
    short.journey.abroad = true;
    assert_eq!(found(&short), [pair("foreignAllowance", ErrorKey::TripTooShort)]);
    row.allowances.full_days = 1;
    row.journey.homecoming = MORNING.saturating_add(SignedDuration::from_hours(12)).into();
    assert_eq!(found(&row), [pair("foreignAllowance", ErrorKey::SeveralDailyAllowances)]);
}

#[test]
fn meals_follow_the_hours_of_work() {
    for (minutes, expected) in [(0, 0), (360, 0), (361, 1), (660, 1), (661, 2), (960, 2), (961, 3)] {
        assert_eq!(meals_for_work(SignedDuration::from_mins(minutes)), expected, "{minutes} minutes");
    }
    assert_eq!(found(&claiming(361, meals(1))), []);
    assert_eq!(found(&claiming(361, meals(2))), [pair("lunchcompensation", ErrorKey::WorkTooShortForMeals)]);
    let mut long_trip = claiming(800, meals(1));
    long_trip.journey.work_minutes = 300;
    assert_eq!(found(&long_trip), [pair("lunchcompensation", ErrorKey::WorkTooShortForMeals)]);
}

#[test]
fn every_missing_field_of_a_trip_is_named() {
    let mut row = Row::empty(date(2026, 3, 2), Rate::ZERO);
    row.journey.kilometers = Quantity::whole(10);
    row.allowances = meals(1);
    let expected = [
        pair("vehicleRegisterNumber", ErrorKey::VehicleRegisterNumberMissing),
        pair("addressStart", ErrorKey::AddressStartMissing),
        pair("addressStop", ErrorKey::AddressStopMissing),
        pair("startdate", ErrorKey::Required),
        pair("time", ErrorKey::Required),
        pair("returndate", ErrorKey::Required),
        pair("returntime", ErrorKey::Required),
        pair("lunchcompensation", ErrorKey::TravelTimeMissing),
    ];
    assert_eq!(found(&row), expected);
    row.journey.vehicle = Vehicle::Other;
    assert!(!found(&row).contains(&expected[0]), "only a car needs its register number");
}

#[test]
fn a_return_before_departure_is_refused() {
    let backwards = claiming(-1, full(1));
    assert_eq!(found(&backwards), [pair("returndate", ErrorKey::ReturnBeforeDeparture)]);
    let mut negative = trip(60);
    negative.journey.kilometers = Quantity::whole(-1);
    assert_eq!(found(&negative), [pair("kilometers", ErrorKey::OutOfRange)]);
}

#[test]
fn work_hours_have_two_decimals() {
    let shift = |minutes| WorkShift {
        start: MORNING.into(),
        end: MORNING.saturating_add(SignedDuration::from_mins(minutes)).into(),
    };
    assert_eq!(work_hours(&shift(450)), Ok("7.5".parse().unwrap()));
    assert_eq!(work_hours(&shift(20)), Ok("0.33".parse().unwrap()));
    assert_eq!(work_hours(&shift(0)), Ok(Quantity::ZERO));
    let backwards = work_hours(&shift(-1)).unwrap_err();
    assert_eq!(backwards, [Problem::new("workShiftEnded", ErrorKey::ReturnBeforeDeparture)]);
    let empty = work_hours(&WorkShift::default()).unwrap_err();
    assert_eq!(empty.len(), 4);
    let half = WorkShift { end: Moment { date: Some(date(2026, 3, 2)), time: None }, ..shift(1) };
    assert_eq!(work_hours(&half).unwrap_err(), [Problem::new("workShiftEndedTime", ErrorKey::Required)]);
}

proptest! {
    #[test]
    fn a_longer_trip_never_gives_less(minutes in 0i64..20_000, more in 0i64..3_000) {
        let (short, long) = (most_days(minutes), most_days(minutes + more));
        prop_assert!(short.0 <= long.0 && short.1 <= long.1);
        prop_assert!(short.0 <= short.1);
    }

    #[test]
    fn no_trip_makes_it_panic(
        (from, to) in any::<(i64, i64)>(),
        kilometers in any::<i64>(),
        counts in any::<[u16; 3]>(),
        (foreign, work_minutes) in any::<(i64, u32)>(),
    ) {
        let at = |seconds: i64| MORNING.saturating_add(SignedDuration::from_secs(seconds));
        let mut row = trip(0);
        row.journey.departure = at(from).into();
        row.journey.homecoming = at(to).into();
        row.journey.kilometers = Quantity::from_parts(kilometers);
        row.journey.work_minutes = work_minutes;
        row.allowances = Allowances {
            full_days: counts[0],
            partial_days: counts[1],
            meals: counts[2],
            foreign: Money::from_units(foreign),
        };
        let _ = problems(law(), &row);
        let _ = work_hours(&WorkShift { start: at(from).into(), end: at(to).into() });
    }
}

#[test]
fn a_trip_belongs_to_the_month_of_its_row() {
    let mut row = claiming(11 * 60, full(1));
    row.date = Some(date(2026, 3, 31));
    assert_eq!(found(&row), []);
    for other in [date(2026, 2, 28), date(2026, 4, 1), date(2020, 3, 2)] {
        row.date = Some(other);
        assert_eq!(found(&row), [pair("startdate", ErrorKey::TripInAnotherMonth)], "{other}");
    }
}

#[test]
fn the_work_is_inside_the_trip() {
    let mut row = claiming(10 * 60, meals(1));
    row.journey.work_minutes = 600;
    assert_eq!(found(&row), []);
    row.allowances = meals(5);
    row.journey.work_minutes = 30 * 60;
    assert_eq!(found(&row), [pair("workTimeInMinutes", ErrorKey::WorkLongerThanTrip)]);
}
