use jiff::civil::{date, datetime};
use jiff::{SignedDuration, Timestamp};
use liksa_money::{Money, Rate};
use proptest::prelude::*;

use super::*;
use crate::bill::Journey;
use crate::ids::Id;

const MONDAY: DateTime = datetime(2026, 3, 2, 0, 0, 0, 0);
const HOUR: i64 = 60;

fn after(minutes: i64) -> DateTime {
    MONDAY.saturating_add(SignedDuration::from_mins(minutes))
}

fn bill(byte: u8) -> BillId {
    BillId::new(Timestamp::UNIX_EPOCH, [byte; 10])
}

/// A trip from one minute of the week to another.
fn row(from: i64, until: i64, allowances: Allowances) -> Row {
    let journey = Journey {
        departure: after(from).into(),
        homecoming: after(until).into(),
        kilometers: Quantity::whole(30),
        ..Journey::default()
    };
    Row { journey, allowances, ..Row::empty(date(2026, 3, 2), Rate::ZERO) }
}

fn claim(of: u8, state: BillState, row: &Row) -> ClaimedTrip {
    ClaimedTrip {
        bill: bill(of),
        number: matches!(state, BillState::Closed | BillState::Paid).then(|| 1000 + i64::from(of)),
        state,
        credit_of: None,
        departure: row.journey.departure.known().unwrap(),
        homecoming: row.journey.homecoming.known().unwrap(),
        kilometers: row.journey.kilometers,
        allowances: row.allowances,
        days_abroad: row.journey.told_abroad().map(<[u16]>::to_vec),
        credited_days: row.journey.days_at_home.clone(),
    }
}

fn credit(of: u8, state: BillState, row: &Row) -> ClaimedTrip {
    ClaimedTrip { credit_of: Some(bill(of)), ..claim(100 + of, state, row) }
}

const NONE: Allowances = Allowances { full_days: 0, partial_days: 0, meals: 0, foreign: Money::ZERO };
const FULL: Allowances = Allowances { full_days: 1, ..NONE };
const PARTIAL: Allowances = Allowances { partial_days: 1, ..NONE };
const MEAL: Allowances = Allowances { meals: 1, ..NONE };

fn within(rows: &[Row]) -> Vec<(String, ErrorKey)> {
    clashes_within(rows).into_iter().map(|problem| (problem.field, problem.key)).collect()
}

fn clashes(rows: &[Row], claimed: &[ClaimedTrip], occasion: Occasion) -> Vec<(ErrorKey, Option<i64>, Date)> {
    let problems = clashes_with(bill(0), rows, claimed, occasion).unwrap();
    let named = |problem: Problem| problem.other.map(|other| (problem.key, other.number, other.day)).unwrap();
    problems.into_iter().map(named).collect()
}

#[test]
fn nobody_is_on_two_trips_at_once() {
    let from = |minutes: i64| row(minutes, minutes + 11 * HOUR, NONE);
    let overlap = |place: usize| (field(place), ErrorKey::TripsOverlap);
    assert_eq!(within(&[from(0), from(0)]), [overlap(1)]);
    assert_eq!(within(&[from(0), from(660), from(659)]), [overlap(2)]);
    assert_eq!(within(&[from(660), from(0)]), [], "one trip begins when the other ends");
    let mut unclaimed = from(0);
    unclaimed.journey.kilometers = Quantity::ZERO;
    assert_eq!(within(&[from(0), unclaimed]), []);
}

#[test]
fn a_day_has_one_kind_of_allowance() {
    let morning = |allowances| row(6 * HOUR, 13 * HOUR, allowances);
    let evening = |allowances| row(14 * HOUR, 22 * HOUR, allowances);
    let mixed = [(field(1), ErrorKey::SeveralAllowancesOnDay)];
    assert_eq!(within(&[morning(PARTIAL), evening(MEAL)]), mixed);
    assert_eq!(within(&[morning(PARTIAL), evening(Allowances { foreign: Money::euros(50), ..NONE })]), mixed);
    assert_eq!(within(&[morning(PARTIAL), evening(PARTIAL)]), mixed, "one partial day is paid once");
    assert_eq!(within(&[morning(MEAL), evening(MEAL)]), [], "each by its own hours of work");
    assert_eq!(within(&[morning(PARTIAL), evening(NONE)]), [], "kilometres are no allowance of the day");

    // From Monday evening to Wednesday noon: the second day of travel begins on Tuesday evening.
    let long = |days| row(20 * HOUR, 60 * HOUR, Allowances { full_days: days, ..NONE });
    let wednesday = || row(60 * HOUR, 67 * HOUR, MEAL);
    assert_eq!(within(&[long(2), wednesday()]), [], "Wednesday has no full day");
    let before = |day: i64| row(day * 24 * HOUR, day * 24 * HOUR + 7 * HOUR, MEAL);
    assert_eq!(within(&[before(0), long(1)]), mixed);
    assert_eq!(within(&[before(0), row(34 * HOUR, 60 * HOUR, FULL)]), []);
}

#[test]
fn a_trip_is_claimed_once_over_all_bills() {
    let trip = row(8 * HOUR, 19 * HOUR, FULL);
    let own = std::slice::from_ref(&trip);
    let day = date(2026, 3, 2);
    for (state, number) in [
        (BillState::Pending, None),
        (BillState::Taken, None),
        (BillState::Approved, None),
        (BillState::Closed, Some(1001)),
        (BillState::Paid, Some(1001)),
    ] {
        let claimed = [claim(1, state, &trip)];
        let refused = [(ErrorKey::TripOnAnotherBill, number, day)];
        assert_eq!(clashes(own, &claimed, Occasion::Sending), refused, "{state:?}");
        let waits = matches!(state, BillState::Pending | BillState::Taken);
        let refused = if waits { &[][..] } else { &refused };
        assert_eq!(clashes(own, &claimed, Occasion::Approval), refused, "{state:?}");
    }
    for state in [BillState::Open, BillState::Credited] {
        assert_eq!(clashes(own, &[claim(1, state, &trip)], Occasion::Sending), [], "{state:?}");
    }
    assert_eq!(clashes(own, &[claim(0, BillState::Taken, &trip)], Occasion::Sending), [], "its own rows");
    let several = [claim(7, BillState::Closed, &trip), claim(3, BillState::Paid, &trip)];
    let oldest = [(ErrorKey::TripOnAnotherBill, Some(1003), day)];
    assert_eq!(clashes(own, &several, Occasion::Sending), oldest);
    let meal = row(20 * HOUR, 27 * HOUR, MEAL);
    let mixed = [(ErrorKey::SeveralAllowancesOnDay, Some(1003), day)];
    assert_eq!(clashes(&[meal], &several[1..], Occasion::Sending), mixed);
}

#[test]
fn what_a_credit_note_takes_back_can_be_claimed_again() {
    let trip = row(8 * HOUR, 19 * HOUR, FULL);
    let own = std::slice::from_ref(&trip);
    let billed = claim(1, BillState::Closed, &trip);
    let refused = [(ErrorKey::TripOnAnotherBill, Some(1001), date(2026, 3, 2))];
    for state in [BillState::Pending, BillState::Taken, BillState::Approved, BillState::Paid] {
        let claimed = [billed.clone(), credit(1, state, &trip)];
        assert_eq!(clashes(own, &claimed, Occasion::Sending), [], "{state:?}");
        // What has not gone to the customer can still be taken back itself.
        let gone = state == BillState::Paid;
        let expected = if gone { &[][..] } else { &refused };
        assert_eq!(clashes(own, &claimed, Occasion::Approval), expected, "{state:?}");
    }
    let draft = [billed.clone(), credit(1, BillState::Open, &trip)];
    assert_eq!(clashes(own, &draft, Occasion::Sending), refused);
    let of_another = [billed.clone(), credit(2, BillState::Paid, &trip)];
    assert_eq!(clashes(own, &of_another, Occasion::Sending), refused);

    // A part of it stays claimed until the rest is credited too.
    let mut half = trip.clone();
    half.allowances = NONE;
    let mut claimed = vec![billed, credit(1, BillState::Paid, &half)];
    assert_eq!(clashes(own, &claimed, Occasion::Sending), refused);
    let mut rest = trip.clone();
    rest.journey.kilometers = Quantity::ZERO;
    claimed.push(credit(1, BillState::Paid, &rest));
    assert_eq!(clashes(own, &claimed, Occasion::Sending), []);
}

/// Three days, of which the first was said to have ended abroad.
#[test]
fn days_without_an_allowance_are_left_to_other_trips() {
    let foreign = Allowances { foreign: Money::euros(70), ..NONE };
    let trip = |allowances, told: Option<&[u16]>| {
        let mut trip = row(8 * HOUR, 63 * HOUR, allowances);
        trip.journey.abroad = true;
        trip.journey.days_abroad = told.map(<[u16]>::to_vec);
        trip
    };
    // The last day of the trip begins on Wednesday morning.
    let wednesday = row(64 * HOUR, 71 * HOUR, PARTIAL);
    let mixed = [(field(1), ErrorKey::SeveralAllowancesOnDay)];
    assert_eq!(within(&[trip(foreign, Some(&[0])), wednesday.clone()]), []);
    assert_eq!(within(&[trip(foreign, Some(&[0, 1, 2])), wednesday.clone()]), mixed);
    assert_eq!(within(&[trip(foreign, None), wednesday.clone()]), mixed, "it may be any of its days");
    assert_eq!(within(&[trip(Allowances { full_days: 2, ..foreign }, Some(&[0])), wednesday.clone()]), mixed);
    assert_eq!(within(&[trip(FULL, Some(&[0, 1])), wednesday.clone()]), mixed, "the day at home is the last");
    let billed = claim(1, BillState::Closed, &trip(foreign, Some(&[0])));
    assert_eq!(clashes(&[wednesday], &[billed], Occasion::Sending), []);
}

#[test]
fn a_credit_note_of_some_days_leaves_the_others_claimed() {
    let trip = row(8 * HOUR, 63 * HOUR, Allowances { full_days: 3, ..NONE });
    let (before, after) = (row(0, 7 * HOUR, PARTIAL), row(64 * HOUR, 71 * HOUR, PARTIAL));
    let note = |days: Option<Vec<u16>>| {
        let mut taken = row(8 * HOUR, 63 * HOUR, FULL);
        taken.journey.kilometers = Quantity::ZERO;
        taken.journey.days_at_home = days;
        [claim(1, BillState::Closed, &trip), credit(1, BillState::Paid, &taken)]
    };
    let refused =
        |row: &Row, days| !clashes(std::slice::from_ref(row), &note(days), Occasion::Approval).is_empty();
    assert!(!refused(&before, Some(vec![0])) && refused(&after, Some(vec![0])));
    assert!(refused(&before, Some(vec![2])) && !refused(&after, Some(vec![2])));
    assert!(refused(&before, None) && refused(&after, None), "nobody knows which");
}

#[test]
fn only_the_days_of_the_trips_are_asked_for() {
    let days = days_of_trips(&[row(20 * HOUR, 60 * HOUR, NONE), row(-5 * HOUR, 1, NONE)]);
    assert_eq!(days, Some((date(2026, 3, 1), date(2026, 3, 4))));
    assert_eq!(days_of_trips(&[Row::empty(date(2026, 3, 2), Rate::ZERO)]), None);
}

fn any_row() -> impl Strategy<Value = Row> {
    let allowances = prop_oneof![Just(NONE), Just(FULL), Just(PARTIAL), Just(MEAL)];
    // Quarters of an hour of one week, up to two days long.
    (0..7 * 96_i64, 1..2 * 96_i64, allowances)
        .prop_map(|(from, length, allowances)| row(from * 15, (from + length) * 15, allowances))
}

/// Quarter by quarter and day by day, what the rows of one worker claim together.
fn is_sound(rows: &[Row]) -> bool {
    let quarters = |row: &Row| {
        let (from, until) = (row.journey.departure.known().unwrap(), row.journey.homecoming.known().unwrap());
        let quarter = |moment: DateTime| moment.duration_since(MONDAY).as_mins() / 15;
        quarter(from)..quarter(until)
    };
    let once = (0..10 * 96).all(|now| rows.iter().filter(|row| quarters(row).contains(&now)).count() <= 1);
    let one_kind_on = |day: Date| {
        let claiming = || rows.iter().filter(|row| row.journey.departure.known().unwrap().date() == day);
        let daily = claiming().filter(|row| [FULL, PARTIAL].contains(&row.allowances)).count();
        let meals = claiming().filter(|row| row.allowances == MEAL).count();
        daily == 0 || (daily == 1 && meals == 0)
    };
    once && (0..7).all(|day| one_kind_on(after(day * 24 * HOUR).date()))
}

proptest! {
    /// Bills are sent one after the other: what is accepted is sound together, and what is refused would not be.
    #[test]
    fn accepted_trips_are_sound_and_no_other_is_refused(
        sent in prop::collection::vec(prop::collection::vec(any_row(), 1..4), 1..12)
    ) {
        let (mut accepted, mut claimed): (Vec<Row>, Vec<ClaimedTrip>) = (vec![], vec![]);
        for (rows, of) in sent.into_iter().zip(1..) {
            let refused = !clashes_within(&rows).is_empty()
                || !clashes_with(bill(of), &rows, &claimed, Occasion::Sending).unwrap().is_empty();
            let together = [&accepted[..], &rows].concat();
            prop_assert_eq!(refused, !is_sound(&together));
            if !refused {
                claimed.extend(rows.iter().map(|row| claim(of, BillState::Pending, row)));
                accepted = together;
            }
        }
    }

    /// What the database leaves out by its days never changes the answer.
    #[test]
    fn trips_of_other_days_exclude_nothing(own in any_row(), other in any_row()) {
        let (first, last) = days_of_trips(std::slice::from_ref(&own)).unwrap();
        let claimed = [claim(1, BillState::Closed, &other)];
        let is_asked_for = claimed[0].departure.date() <= last && claimed[0].homecoming.date() >= first;
        let clash = clashes_with(bill(0), &[own], &claimed, Occasion::Sending).unwrap();
        prop_assert!(is_asked_for || clash.is_empty());
    }
}
