use jiff::civil::{DateTime, date, datetime};
use liksa_money::{Money, Rate};
use proptest::prelude::*;

use super::*;
use crate::bill::{Allowances, Moment, Territory};
use crate::salary::Reimbursements;

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
    let with_meal = |daily: Allowances| Allowances { meals: 1, ..daily };
    for row in [
        claiming(700, with_meal(full(1))),
        claiming(700, with_meal(partial(1))),
        abroad(700, "SE", with_meal(foreign("70"))),
    ] {
        assert_eq!(found(&row), [pair("lunchcompensation", ErrorKey::MealWithOtherAllowance)]);
    }
}

#[test]
fn a_foreign_allowance_needs_work_abroad_and_ten_hours() {
    let foreign = Allowances { foreign: Money::euros(69), ..Allowances::default() };
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

/// How long the work was is asked of a trip with a night, and nothing is proposed before.
#[test]
fn nights_are_no_work() {
    let until = |minutes| MORNING.saturating_add(SignedDuration::from_mins(minutes));
    let row = |departure: DateTime, homecoming: DateTime| {
        let mut row = claiming(0, meals(1));
        row.journey.departure = departure.into();
        row.journey.homecoming = homecoming.into();
        row
    };
    let midnight = datetime(2026, 3, 3, 0, 0, 0, 0);
    let evening = datetime(2026, 3, 2, 18, 0, 0, 0);
    for (row, most) in [
        (row(MORNING, midnight), 2),
        (row(datetime(2026, 3, 2, 0, 0, 0, 0), midnight), 4),
        (row(MORNING, until(16 * 60)), 2),
        (row(evening, evening.saturating_add(SignedDuration::from_hours(16))), 2),
    ] {
        assert_eq!((found(&row), proposal(law(), &row.journey).meals.most), (vec![], most));
        let mut stayed = row;
        stayed.journey.overnight = true;
        assert_eq!(found(&stayed), [pair("workTimeInMinutes", ErrorKey::Required)]);
        assert_eq!(proposal(law(), &stayed.journey).meals.most, 0);
    }
    for minutes in [16 * 60 + 1, 24 * 60, 61 * 60] {
        let mut row = row(MORNING, until(minutes));
        assert_eq!(found(&row), [pair("workTimeInMinutes", ErrorKey::Required)], "{minutes} minutes");
        assert_eq!(proposal(law(), &row.journey).meals.most, 0);
        row.journey.work_minutes = 12 * 60;
        assert_eq!((found(&row), proposal(law(), &row.journey).meals.most), (vec![], 2));
    }
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
    let taken_back = claiming(700, foreign("-0.01"));
    assert_eq!(found(&taken_back), [pair("foreignAllowance", ErrorKey::OutOfRange)]);
}

#[test]
fn work_hours_have_two_decimals() {
    let shift = |minutes| WorkShift {
        start: MORNING.into(),
        end: MORNING.saturating_add(SignedDuration::from_mins(minutes)).into(),
    };
    assert_eq!(work_hours(&shift(450)), Ok("7.5".parse().unwrap()));
    assert_eq!(work_hours(&shift(20)), Ok("0.33".parse().unwrap()));
    assert_eq!(work_hours(&shift(40)), Ok("0.67".parse().unwrap()));
    assert_eq!(work_hours(&shift(0)), Ok(Quantity::ZERO));
    let backwards = work_hours(&shift(-1)).unwrap_err();
    assert_eq!(backwards, [Problem::new("workShiftEnded", ErrorKey::ReturnBeforeDeparture)]);
    let empty = work_hours(&WorkShift::default()).unwrap_err();
    assert_eq!(empty.len(), 4);
    let half = WorkShift { end: Moment { date: Some(date(2026, 3, 2)), time: None }, ..shift(1) };
    assert_eq!(work_hours(&half).unwrap_err(), [Problem::new("workShiftEndedTime", ErrorKey::Required)]);
}

/// The clock is moved back in the night to 25.10.2026, and forward in that to 29.3.2026.
#[test]
fn the_hours_of_a_night_on_which_the_clock_is_moved_are_those_that_passed() {
    let at = |month, day, hour| datetime(2026, month, day, hour, 0, 0, 0);
    let hours = |start: DateTime, end: DateTime| {
        work_hours(&WorkShift { start: start.into(), end: end.into() }).unwrap().plain()
    };
    assert_eq!(hours(at(10, 24, 22), at(10, 25, 6)), "9");
    assert_eq!(hours(at(3, 28, 22), at(3, 29, 6)), "7");
    let days = |departure: DateTime, homecoming: DateTime| -> Vec<(DateTime, i64, AtHome)> {
        let days = days_of(departure, homecoming).into_iter();
        days.map(|day| (day.from, day.length.as_hours(), day.at_home)).collect()
    };
    assert_eq!(days(at(10, 24, 22), at(10, 25, 8)), [(at(10, 24, 22), 11, AtHome::Full)]);
    assert_eq!(days(at(3, 28, 22), at(3, 29, 8)), [(at(3, 28, 22), 9, AtHome::Partial)]);
    let autumn = [
        (at(10, 24, 9), 24, AtHome::Full),
        (at(10, 25, 8), 24, AtHome::Full),
        (at(10, 26, 8), 2, AtHome::Partial),
    ];
    assert_eq!(days(at(10, 24, 9), at(10, 26, 10)), autumn);
    let spring = [(at(3, 28, 9), 24, AtHome::Full), (at(3, 29, 10), 23, AtHome::Full)];
    assert_eq!(days(at(3, 28, 9), at(3, 30, 9)), spring);
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

fn at(kinds: &[DayKind], row: &Row) {
    let dealt = dealt(law(), row).unwrap();
    assert_eq!(dealt.days.iter().map(|(_, kind)| *kind).collect::<Vec<_>>(), kinds);
}

fn abroad(minutes: i64, country: &str, allowances: Allowances) -> Row {
    let mut row = claiming(minutes, allowances);
    row.journey.abroad = true;
    row.journey.country = crate::bill::Territory::parse(country);
    row
}

fn foreign(euros: &str) -> Allowances {
    Allowances { foreign: euros.parse().unwrap(), ..Allowances::default() }
}

#[test]
fn one_trip_may_have_days_of_several_kinds() {
    use DayKind::{Foreign, ForeignHalf, Full, Nothing, Partial};
    // Two whole days, and two hours, eight or eleven after them.
    let [two, eight, eleven] = [50, 56, 59].map(|hours| hours * 60);
    at(&[Full, Full, Partial], &claiming(two, Allowances { partial_days: 1, ..full(2) }));
    at(&[Full, Partial, Nothing], &claiming(two, Allowances { partial_days: 1, ..full(1) }));
    at(&[Full, Foreign, Full], &abroad(eight, "SE", Allowances { foreign: Money::euros(70), ..full(2) }));
    at(&[Foreign, Foreign, ForeignHalf], &abroad(eight, "SE", foreign("175")));
    at(&[Foreign, Foreign, Foreign], &abroad(eleven, "SE", foreign("210")));
    at(&[Foreign, Foreign, Partial], &abroad(eight, "SE", Allowances { partial_days: 1, ..foreign("140") }));
    for row in [
        claiming(two, Allowances { partial_days: 1, ..full(2) }),
        abroad(eight, "SE", Allowances { foreign: Money::euros(70), ..full(2) }),
        abroad(eleven, "SE", foreign("210")),
    ] {
        assert_eq!(found(&row), []);
    }
    let several = [pair("partialdaycompensation", ErrorKey::SeveralDailyAllowances)];
    assert_eq!(found(&claiming(two, Allowances { partial_days: 2, ..full(2) })), several);
    let none_left = [pair("foreignAllowance", ErrorKey::SeveralDailyAllowances)];
    assert_eq!(found(&abroad(eight, "SE", Allowances { foreign: Money::euros(70), ..full(3) })), none_left);
    // The three hours after a day at home are neither abroad nor a full day.
    for euros in [35, 70] {
        let claimed = Allowances { foreign: Money::euros(euros), ..full(1) };
        assert_eq!(found(&abroad(27 * 60, "SE", claimed)), none_left, "{euros} euros");
    }
    // Of several ways to deal the days out, the one whose tables add up to the claim is meant.
    at(
        &[Partial, Foreign, ForeignHalf],
        &abroad(eight, "SE", Allowances { partial_days: 1, ..foreign("105") }),
    );
}

#[test]
fn a_foreign_allowance_is_at_most_that_of_the_table() {
    let above = [pair("foreignAllowance", ErrorKey::ForeignAboveTable)];
    for (hours, most, cent_more) in [
        (10, "70", "70.01"),
        (24, "70", "70.01"),
        (26, "70", "70.01"),
        (27, "105", "105.01"),
        (34, "105", "105.01"),
        (35, "140", "140.01"),
    ] {
        assert_eq!(found(&abroad(hours * 60, "SE", foreign(most))), [], "{hours} hours");
        let refused = abroad(hours * 60, "SE", foreign(cent_more));
        assert_eq!(found(&refused), above, "{hours} hours");
        let limit = problems(law(), &refused)[0].most.clone().unwrap();
        assert_eq!(limit.parse::<Money>().unwrap(), most.parse().unwrap());
    }
    assert_eq!(found(&abroad(700, "GB-LONDON", foreign("89"))), []);
    assert_eq!(found(&abroad(700, "GB", foreign("89"))), above);
    let undated = Row { date: None, ..abroad(700, "GB-LONDON", foreign("89")) };
    assert_eq!(found(&undated), [], "the table is that of the departure");
}

#[test]
fn a_country_that_the_table_lacks_is_claimed_with_its_source() {
    let mut brazil = abroad(700, "BR", foreign("90"));
    assert_eq!(found(&brazil), [pair("foreignSource", ErrorKey::Required)]);
    brazil.journey.foreign_source = "vero.fi".into();
    assert_eq!(found(&brazil), []);
    assert!(is_without_table(law(), &brazil));
    assert!(!is_without_table(law(), &abroad(700, "SE", foreign("70"))));
    assert!(!is_without_table(law(), &claiming(700, full(1))));
    let mut unsaid = abroad(700, "", foreign("900"));
    for none in ["FI", "AX", "GB-NOWHERE"] {
        unsaid.journey.country = crate::bill::Territory::parse(none);
        unsaid.journey.foreign_source = "vero.fi".into();
        assert_eq!(found(&unsaid), [pair("foreignCountry", ErrorKey::InvalidChoice)], "{none}");
    }
}

/// The lowest of 2026 are the 69 € of China; 2024 has no table.
#[test]
fn without_a_country_the_lowest_of_the_table_is_the_most() {
    let asked = [pair("foreignCountry", ErrorKey::Required)];
    for (hours, most, cent_more) in [(12, "69", "69.01"), (27, "103.50", "103.51"), (35, "138", "138.01")] {
        let unsaid = abroad(hours * 60, "", foreign(most));
        assert_eq!((found(&unsaid), is_without_table(law(), &unsaid)), (vec![], true), "{hours} hours");
        let mut more = abroad(hours * 60, "", foreign(cent_more));
        more.journey.foreign_source = "vero.fi".into();
        assert_eq!(found(&more), asked, "{hours} hours, a source is no country");
    }
    assert_eq!(found(&abroad(35 * 60, "", foreign("0.01"))), []);
    let mut home = abroad(35 * 60, "", Allowances { full_days: 1, ..foreign("69") });
    home.journey.days_abroad = Some(vec![0]);
    assert_eq!(found(&home), []);
    home.allowances.foreign = Money::euros(70);
    assert_eq!(found(&home), asked);
    let mut earlier = abroad(700, "", foreign("1"));
    earlier.journey.departure = datetime(2024, 3, 4, 8, 0, 0, 0).into();
    earlier.journey.homecoming = datetime(2024, 3, 4, 20, 0, 0, 0).into();
    earlier.date = Some(date(2024, 3, 4));
    assert_eq!(found(&earlier), asked);
}

#[test]
fn only_a_car_draws_a_trailer_and_takes_passengers() {
    let mut row = trip(60);
    row.journey.extras = Extras { trailer: Trailer::Caravan, passengers: 2 };
    assert_eq!(found(&row), []);
    row.journey.vehicle = Vehicle::Moped;
    let expected = ["trailer", "passengers"].map(|field| pair(field, ErrorKey::ExtrasOnlyWithCar));
    assert_eq!(found(&row), expected);
}

#[test]
fn a_trip_is_a_year_long_at_most() {
    assert_eq!(found(&claiming(MOST_DAYS * 24 * 60, full(366))), []);
    let mut longer = claiming(MOST_DAYS * 24 * 60 + 1, meals(1));
    longer.journey.work_minutes = 10 * 60;
    assert_eq!(found(&longer), [pair("returndate", ErrorKey::OutOfRange)]);
    assert_eq!(longer.journey.days(), []);
}

#[test]
fn every_day_of_a_proposal_has_its_reason() {
    use ProposedDayReason::{
        LastDayFrom2Hours, LastDayOver6Hours, Over6Hours, Over10Hours, TooNear, TooShort, WholeDay,
    };
    let shown = |row: &Row, days: Option<&[u16]>| {
        let days_abroad = days.map(<[u16]>::to_vec);
        let proposed = proposal(law(), &Journey { days_abroad, ..row.journey.clone() });
        let of_days =
            proposed.days.iter().map(|day| (day.kind.name(), day.amount.plain(), day.reason)).collect();
        (proposed, of_days)
    };
    let (short, days): (_, Vec<(&str, String, ProposedDayReason)>) = shown(&trip(601), None);
    assert_eq!(days, [("FULL", "54.00".into(), Over10Hours)]);
    assert_eq!((short.fulldaycompensation, short.lunchcompensation, short.meals.most), (1, 0, 1));
    // 30 km by car.
    assert_eq!(
        (short.total.plain(), short.minutes, short.table_year),
        ("70.50".into(), Some(601), Some(2026))
    );
    assert_eq!(shown(&trip(361), None).1, [("PARTIAL", "25.00".into(), Over6Hours)]);
    assert_eq!(shown(&trip(360), None).1, [("NONE", "0.00".into(), TooShort)]);
    let mut near = trip(700);
    near.journey.kilometers = Quantity::whole(29);
    let (proposed, days) = shown(&near, None);
    assert_eq!(days, [("NONE", "0.00".into(), TooNear)]);
    assert_eq!((proposed.lunchcompensation, proposed.meals.amount.plain()), (2, "27.00".into()));

    let whole = || ("FULL", "54.00".into(), WholeDay);
    assert_eq!(
        shown(&trip(50 * 60), None).1,
        [whole(), whole(), ("PARTIAL", "25.00".into(), LastDayFrom2Hours)]
    );
    assert_eq!(
        shown(&trip(56 * 60), None).1,
        [whole(), whole(), ("FULL", "54.00".into(), LastDayOver6Hours)]
    );
    let sweden = abroad(56 * 60, "SE", Allowances::default());
    let abroad = || ("FOREIGN", "70.00".into(), WholeDay);
    let (proposed, days) = shown(&sweden, None);
    assert_eq!(days, [abroad(), abroad(), ("FOREIGN_HALF", "35.00".into(), LastDayFrom2Hours)]);
    assert_eq!((proposed.foreign_allowance, proposed.country_in_table), (Money::euros(175), Some(true)));
    let (proposed, days) = shown(&sweden, Some(&[1]));
    assert_eq!(days, [whole(), abroad(), ("FULL", "54.00".into(), LastDayOver6Hours)]);
    assert_eq!(proposed.fulldaycompensation, 2);
    let (proposed, days) = shown(&sweden, Some(&[0]));
    assert_eq!(days, [abroad(), whole(), ("FULL", "54.00".into(), LastDayOver6Hours)]);
    assert_eq!(proposed.total.plain(), "194.50");
}

/// Full days were 53 € in 2025 and are 54 € in 2026. Only 2026 has a table of foreign allowances.
#[test]
fn a_trip_into_another_year_is_proposed_by_both() {
    let mut row = trip(0);
    row.journey.departure = datetime(2025, 12, 31, 8, 0, 0, 0).into();
    row.journey.homecoming = datetime(2026, 1, 2, 8, 0, 0, 0).into();
    let amounts = |journey: &Journey| {
        let proposed = proposal(law(), journey);
        let days: Vec<String> = proposed.days.iter().map(|day| day.amount.plain()).collect();
        (days, proposed.country_in_table, proposed.foreign_allowance)
    };
    assert_eq!(amounts(&row.journey), (vec!["53.00".into(), "54.00".into()], None, Money::ZERO));
    row.journey.abroad = true;
    row.journey.country = crate::bill::Territory::parse("SE");
    // Half a claim would look like a whole one.
    let undecided = (vec!["0.00".into(), "70.00".into()], Some(false), Money::ZERO);
    assert_eq!(amounts(&row.journey), undecided);
}

#[test]
fn a_proposal_takes_what_is_there() {
    let nothing = proposal(law(), &Journey::default());
    assert_eq!((nothing.minutes, nothing.days.len(), nothing.total), (None, 0, Money::ZERO));
    assert_eq!((nothing.kilometers, nothing.table_year, nothing.problems), (None, None, vec![]));
    let mut row = trip(700);
    row.journey.homecoming = Moment::default();
    row.journey.extras = Extras { trailer: Trailer::Trailer, passengers: 2 };
    // 0.55 + 0.09 + 2 × 0.04
    let driven = proposal(law(), &row.journey).kilometers.unwrap();
    assert_eq!((driven.rate.plain(), driven.amount.plain()), ("0.72".into(), "21.60".into()));
    let brazil = proposal(law(), &abroad(700, "BR", Allowances::default()).journey);
    assert_eq!(
        (brazil.country_in_table, brazil.foreign_allowance, brazil.lunchcompensation),
        (Some(false), Money::ZERO, 0)
    );
    let finland = proposal(law(), &abroad(700, "FI", Allowances::default()).journey);
    assert_eq!(finland.problems, [Problem::new("foreignCountry", ErrorKey::InvalidChoice)]);
    assert_eq!((finland.fulldaycompensation, finland.country_in_table), (1, None), "a day at home");
    let mut overworked = trip(100);
    overworked.journey.work_minutes = 700;
    let overworked = proposal(law(), &overworked.journey);
    assert_eq!(overworked.problems, [Problem::new("workTimeInMinutes", ErrorKey::WorkLongerThanTrip)]);
    assert_eq!((overworked.lunchcompensation, overworked.meals.most), (0, 0));
    row.journey.departure = date(2027, 12, 31).at(8, 0, 0, 0).into();
    let unknown = proposal(law(), &row.journey);
    assert_eq!(unknown.problems, [Problem::new("startdate", ErrorKey::UnknownYear).of_year(2027)]);
}

#[test]
fn the_days_abroad_are_those_that_the_worker_said() {
    let over_new_year = |told: Option<Vec<u16>>, allowances: Allowances| {
        let mut row = abroad(3 * 24 * 60, "SE", allowances);
        let departure = date(2025, 12, 30).at(8, 0, 0, 0);
        row.journey.departure = departure.into();
        row.journey.homecoming = departure.saturating_add(SignedDuration::from_hours(72)).into();
        row.date = Some(departure.date());
        row.journey.days_abroad = told;
        row
    };
    let full = |year: i16| law().for_date(date(year, 1, 1)).unwrap().travel.full_day;
    assert_ne!(full(2025), full(2026));
    let paid = |row: &Row| Reimbursements::for_row(law(), row, date(2026, 1, 1)).unwrap().days;
    let claimed = |foreign| Allowances { full_days: 2, foreign, ..Allowances::default() };
    let sweden = Money::euros(70);
    let last = over_new_year(Some(vec![2]), claimed(sweden));
    assert_eq!((found(&last), paid(&last)), (vec![], full(2025).times(2).unwrap()));
    // The table of 2025 is not known, so that nothing says what the first day may claim.
    let first = over_new_year(Some(vec![0]), claimed(Money::euros(90)));
    assert_eq!(paid(&first), full(2025).plus(full(2026)).unwrap());
    assert_eq!(found(&first), [pair("foreignSource", ErrorKey::Required)]);
    assert_eq!(
        found(&over_new_year(Some(vec![2]), claimed(Money::euros(90)))),
        [pair("foreignAllowance", ErrorKey::ForeignAboveTable)]
    );
    // Days that the claims have no room for are as if nobody had said it.
    assert_eq!(found(&over_new_year(Some(vec![0, 1, 2]), claimed(sweden))), []);
    // What is proposed is paid, also before the foreign allowance is typed.
    let brazil = Journey { country: Territory::parse("BR"), ..last.journey.clone() };
    let proposed = proposal(law(), &brazil);
    let row = Row { journey: brazil, allowances: claimed(Money::ZERO), ..last };
    let all = Reimbursements::for_row(law(), &row, date(2026, 1, 1)).unwrap().total().unwrap();
    assert_eq!((proposed.total, proposed.fulldaycompensation), (all, 2));
    assert_eq!(paid(&row), full(2025).times(2).unwrap());
}
