use jiff::civil::{Date, date};
use liksa_money::{Money, Rate};

use super::*;

fn percent(text: &str) -> Rate {
    Rate::from_percent_str(text).unwrap()
}

fn euros(text: &str) -> Money {
    text.parse().unwrap()
}

/// The tables that ship, of a year in which they do not change.
fn year(year: i16) -> &'static Rates {
    StatutoryFigures::shipped().for_date(date(year, 1, 1)).unwrap()
}

fn all_years() -> impl Iterator<Item = (i16, &'static Rates)> {
    (2018..=2026).map(|one| (one, year(one)))
}

#[test]
fn every_shipped_year_can_be_read() {
    assert_eq!(all_years().count(), StatutoryFigures::shipped().tables().len());
}

#[test]
fn a_missing_year_is_named() {
    for year in [2017, 2027, 9999] {
        let unknown = StatutoryFigures::shipped().for_date(date(year, 6, 1));
        assert_eq!(unknown, Err(RatesError::UnknownYear { year }));
        assert!(unknown.unwrap_err().to_string().contains(&year.to_string()));
    }
}

#[test]
fn a_missing_figure_is_named_with_its_year() {
    let unknown = year(2019).travel.per_km(Vehicle::Moped).unwrap_err();
    assert_eq!(unknown, RatesError::UnknownFigure { figure: "km_moped", year: 2019 });
    assert_eq!(unknown.to_string(), "the statutory figure km_moped of the year 2019 is not known");

    let unknown = year(2021).travel.per_km_addition(KmAddition::Caravan).unwrap_err();
    assert_eq!(unknown.to_string(), "the statutory figure km_add_caravan of the year 2021 is not known");

    let interest = &year(2026).late_interest;
    assert_eq!(interest.general(date(2026, 6, 30)), Ok(percent("9.5")));
    let unknown = RatesError::UnknownFigure { figure: "reference_second_half", year: 2026 };
    assert_eq!(interest.between_businesses(date(2026, 7, 1)), Err(unknown));
    assert!(year(2022).reminder.fee_business().is_err());
}

#[test]
fn all_figures_are_in_a_plausible_range() {
    let between = |rate: Rate, low: &str, high: &str| (percent(low)..=percent(high)).contains(&rate);
    for (year, rates) in all_years() {
        let day = date(year, 6, 1);
        for age in [Age::Years(30), Age::Years(55)] {
            assert!(between(rates.tyel.employee(age, day), "6", "9"), "{year} TyEL, employee");
            assert!(between(rates.yel.rate(age, day), "24", "26"), "{year} YEL");
        }
        for month in 1..=12 {
            assert!(between(rates.tyel.employer_average(date(year, month, 1)), "14", "18"), "{year} TyEL");
        }
        let floor = rates.tyel.earnings_floor;
        assert!((euros("58")..=euros("75")).contains(&floor), "{year} TyEL, monthly floor");
        let unemployment = &rates.unemployment;
        let [lower, upper] =
            [UnemploymentTier::Lower, UnemploymentTier::Upper].map(|t| unemployment.employer(t));
        assert!(
            between(lower, "0.2", "0.7") && between(upper, "0.8", "2.6"),
            "{year} unemployment, employer"
        );
        assert!(between(unemployment.employee, "0.5", "1.9"), "{year} unemployment, employee");
        assert!(between(rates.health_insurance.employer, "0.7", "2"), "{year} health insurance");
        assert!(between(rates.late_interest.general(day).unwrap(), "7", "12"), "{year} late interest");
        assert!(between(rates.withholding.without_card, "60", "60"), "{year} no tax card");
        assert!(between(rates.withholding.highest, "60", "60"), "{year} highest withholding");
        assert!(between(rates.holiday_compensation.under_a_year, "9", "9"), "{year} holiday compensation");
        assert!(
            between(rates.holiday_compensation.from_a_year, "11.5", "11.5"),
            "{year} holiday compensation"
        );

        let travel = &rates.travel;
        assert!((euros("0.42")..=euros("0.60")).contains(&travel.per_km(Vehicle::Car).unwrap()), "{year} km");
        assert!((euros("42")..=euros("54")).contains(&travel.full_day), "{year} full day");
        assert!((euros("19")..=euros("25")).contains(&travel.partial_day), "{year} partial day");
        assert!((euros("10.50")..=euros("13.50")).contains(&travel.meal), "{year} meal");
        for vehicle in Vehicle::ALL {
            let known = travel.per_km(vehicle);
            assert_eq!(known.is_ok(), year >= 2022 || vehicle == Vehicle::Car, "{year} {vehicle:?}");
            assert!(known.is_ok_and(|km| km < euros("1.50")) || year < 2022, "{year} {vehicle:?}");
        }

        for addition in
            [KmAddition::Trailer, KmAddition::Caravan, KmAddition::HeavyLoad, KmAddition::Passenger]
        {
            let known = travel.per_km_addition(addition);
            assert_eq!(known.is_ok(), !(2020..=2021).contains(&year), "{year} {addition:?}");
            assert!(known.is_ok_and(|km| km <= euros("0.30")) || (2020..=2021).contains(&year), "{year}");
        }

        let distraint = &rates.distraint;
        assert!((euros("22")..=euros("34")).contains(&distraint.debtor_per_day), "{year} protected portion");
        assert!((euros("8")..=euros("10")).contains(&distraint.dependant_per_day), "{year} dependants");
        assert!(rates.yel.income_min < euros("9500") && rates.yel.income_max > euros("170000"), "{year} YEL");
        assert_eq!(rates.reminder.fee_consumer, euros("5"), "{year} reminder");
    }
}

/// As the tables of the tax administration list them, in the order of the codes of the vehicles.
#[test]
fn every_vehicle_and_addition_has_its_own_allowance() {
    let travel = &year(2025).travel;
    let by_vehicle = Vehicle::ALL.map(|vehicle| travel.per_km(vehicle).unwrap());
    assert_eq!(by_vehicle, ["0.59", "1.03", "1.49", "1.42", "1.34", "0.45", "0.24", "0.14"].map(euros));
    let additions = [KmAddition::Trailer, KmAddition::Caravan, KmAddition::HeavyLoad, KmAddition::Passenger];
    let by_addition = additions.map(|addition| travel.per_km_addition(addition).unwrap());
    assert_eq!(by_addition, ["0.10", "0.15", "0.30", "0.04"].map(euros));
}

#[test]
fn vat_changes_on_its_days() {
    let standard = |day: Date| StatutoryFigures::shipped().for_date(day).unwrap().vat.standard(day);
    assert_eq!(standard(date(2018, 1, 1)), percent("24"));
    assert_eq!(standard(date(2024, 8, 31)), percent("24"));
    assert_eq!(standard(date(2024, 9, 1)), percent("25.5"));

    let legal = |rate: &str, day: Date| {
        StatutoryFigures::shipped().for_date(day).unwrap().vat.is_legal(percent(rate), day)
    };
    assert!(legal("14", date(2025, 12, 31)) && !legal("14", date(2026, 1, 1)));
    assert!(!legal("13.5", date(2025, 12, 31)) && legal("13.5", date(2026, 1, 1)));
    assert!(legal("10", date(2026, 1, 1)) && legal("0", date(2026, 1, 1)) && !legal("24", date(2026, 1, 1)));
}

#[test]
fn the_employers_tyel_was_cut_in_the_spring_of_2020() {
    let tyel = &year(2020).tyel;
    assert_eq!(tyel.employer_average(date(2020, 4, 30)), percent("16.95"));
    assert_eq!(tyel.employer_average(date(2020, 5, 1)), percent("14.35"));
}

#[test]
fn contributions_begin_the_month_after_the_birthday_and_end_with_the_month_of_it() {
    let limits = AgeLimits { from: 16, end: 68 };
    let born = Age::Born(date(2000, 3, 15));
    assert!(!limits.cover(born, date(2016, 3, 31)) && limits.cover(born, date(2016, 4, 1)));
    assert!(limits.cover(born, date(2068, 3, 31)) && !limits.cover(born, date(2068, 4, 1)));
    let day = date(2026, 1, 1);
    assert!(!limits.cover(Age::Years(15), day) && limits.cover(Age::Years(16), day));
    assert!(limits.cover(Age::Years(67), day) && !limits.cover(Age::Years(68), day));
}

#[test]
fn pension_insurance_ends_by_the_year_of_birth() {
    let rates = year(2026);
    let day = date(2026, 5, 20);
    let due = |age: Age| rates.tyel.is_due(rates.pension_end, age, day);
    assert!(!due(Age::Born(date(1957, 12, 31))), "68 was enough for 1957");
    assert!(due(Age::Born(date(1958, 1, 1))), "still 68, the limit is 69");
    assert!(!due(Age::Born(date(1956, 6, 1))));
    assert!(due(Age::Years(68)) && !due(Age::Years(69)), "born in 1958 and 1957");
    assert!(!due(Age::Years(16)) && due(Age::Years(17)));
    assert!(!rates.yel.is_due(rates.pension_end, Age::Years(17), day));
    assert!(rates.yel.is_due(rates.pension_end, Age::Years(18), day));
}

#[test]
fn tyel_is_higher_from_53_to_62_until_2025() {
    let tyel = &year(2025).tyel;
    let born = Age::Born(date(1972, 8, 10));
    assert_eq!(tyel.employee(born, date(2025, 8, 31)), percent("7.15"));
    assert_eq!(tyel.employee(born, date(2025, 9, 1)), percent("8.65"));
    assert_eq!(tyel.employee(Age::Born(date(1962, 8, 10)), date(2025, 8, 31)), percent("8.65"));
    assert_eq!(tyel.employee(Age::Born(date(1962, 8, 10)), date(2025, 9, 1)), percent("7.15"));
    let tyel = &year(2026).tyel;
    assert_eq!(tyel.employee(Age::Years(55), date(2026, 1, 1)), percent("7.30"));
}

#[test]
fn daily_allowances_abroad_are_those_of_their_year() {
    let law = StatutoryFigures::shipped();
    let sweden = |day: Date| law.for_date(day).unwrap().foreign_per_diem.of("SE");
    assert_eq!((sweden(date(2026, 5, 1)), sweden(date(2025, 5, 1))), (Some(euros("70")), None));
    let of_2019 = law.foreign_allowances(date(2019, 5, 1)).unwrap();
    let of_2019: Vec<(&str, Money, Certainty)> =
        of_2019.iter().map(|one| (one.code.as_str(), one.full_day, one.certainty)).collect();
    let expected = [("BE", euros("65"), Certainty::Likely), ("EE", euros("55"), Certainty::Likely)];
    assert_eq!(of_2019, expected);
    assert_eq!(law.foreign_allowances(date(2026, 1, 1)).unwrap().len(), 17);
    assert_eq!(law.foreign_allowances(date(2024, 1, 1)), Ok(vec![]));
    assert_eq!(law.foreign_allowances(date(2027, 1, 1)), Err(RatesError::UnknownYear { year: 2027 }));
}

#[test]
fn vehicles_have_the_codes_of_the_api() {
    for code in 0..8 {
        assert_eq!(Vehicle::from_code(code).map(Vehicle::code), Some(code));
    }
    assert_eq!(Vehicle::from_code(8), None);
}
