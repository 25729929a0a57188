use super::*;
use crate::year_file::FaultKind;

/// The last year that ships, as a file of the next one.
fn next_year() -> String {
    let newest = StatutoryFigures::shipped().tables().last().unwrap();
    newest.to_toml().replace(&format!("year = {}", newest.year), &format!("year = {}", newest.year + 1))
}

fn year(file: String, valid_from: Date) -> Addition {
    Addition::Year { valid_from, file }
}

fn second_half_of_2026(per_cent: &str) -> Addition {
    Addition::ReferenceRate {
        half_year: HalfYear::new(2026, 2).unwrap(),
        rate: Rate::from_percent_str(per_cent).unwrap(),
        source: "Bank of Finland".to_owned(),
    }
}

fn car(law: &StatutoryFigures, day: Date) -> String {
    law.for_date(day).unwrap().travel.per_km(crate::Vehicle::Car).unwrap().plain()
}

/// Salaries of past years are calculated again when a bill of theirs is credited, so that a release adds years and
/// changes none.
#[test]
fn the_shipped_figures_are_what_they_were() {
    let fingerprints = |counts: fn(&str) -> bool| -> Vec<(i16, u32)> {
        let of_table = |table: &Table| {
            let mut hash: u32 = 0x811c_9dc5;
            for figure in table.figures.iter().filter(|figure| counts(&figure.name)) {
                for step in &figure.steps {
                    let line = format!("{} {:?} {}\n", figure.name, step.from, step.value);
                    hash = line
                        .bytes()
                        .fold(hash, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
                }
            }
            (table.year, hash)
        };
        StatutoryFigures::shipped().tables().iter().map(of_table).collect()
    };
    let of_before =
        |name: &str| !name.starts_with("foreign_per_diem.") && !name.starts_with("travel.km_add_");
    let expected = [
        (2018, 3_756_005_078),
        (2019, 255_990_576),
        (2020, 3_517_857_652),
        (2021, 3_093_631_665),
        (2022, 1_116_016_664),
        (2023, 248_584_548),
        (2024, 4_033_590_601),
        (2025, 1_574_289_975),
        (2026, 2_366_178_851),
    ];
    assert_eq!(fingerprints(of_before), expected, "the figures before those of trips abroad were added");
    let expected = [
        (2018, 2_012_018_548),
        (2019, 1_061_277_203),
        (2020, 3_517_857_652),
        (2021, 3_093_631_665),
        (2022, 552_382_048),
        (2023, 3_332_450_428),
        (2024, 711_107_786),
        (2025, 3_296_378_912),
        (2026, 2_324_611_011),
    ];
    assert_eq!(fingerprints(|_| true), expected);
}

#[test]
fn a_table_can_be_written_and_read_again() {
    for table in StatutoryFigures::shipped().tables() {
        let again = YearFile::read_shipped(&table.to_toml()).unwrap();
        assert_eq!((again.year, &again.figures), (table.year, &table.figures));
        assert_eq!(again.rates, table.rates);
    }
}

#[test]
fn a_file_counts_from_its_day_on() {
    let shipped = StatutoryFigures::shipped();
    let dear = next_year().replace("km_car = { value = \"0.55\"", "km_car = { value = \"0.60\"");
    let law = shipped.with(&year(next_year(), date(2027, 1, 1))).unwrap();
    let law = law.with(&year(dear.clone(), date(2027, 5, 1))).unwrap();
    assert_eq!((car(&law, date(2027, 4, 30)), car(&law, date(2027, 5, 1))), ("0.55".into(), "0.60".into()));
    assert_eq!(law.version(), 2);
    assert!(law.for_date(date(2028, 1, 1)).is_err());
    for day in [date(2018, 1, 1), date(2026, 12, 31)] {
        assert_eq!(law.for_date(day), shipped.for_date(day));
    }
    // A later file takes the place of all that begins after it.
    let law = law.with(&year(next_year(), date(2027, 2, 1))).unwrap();
    assert_eq!(car(&law, date(2027, 5, 1)), "0.55");
    assert!(shipped.with(&year(dear, date(2026, 5, 1))).is_err(), "a file of another year");
}

#[test]
fn a_reference_rate_goes_before_the_file() {
    let shipped = StatutoryFigures::shipped();
    let interest = |law: &StatutoryFigures| {
        law.for_date(date(2026, 7, 1)).unwrap().late_interest.general(date(2026, 7, 1))
    };
    assert!(interest(shipped).is_err());
    let law = shipped.with(&second_half_of_2026("2.5")).unwrap();
    assert_eq!(interest(&law).unwrap().plain_percent(), "9.5");
    // The file of the year lacks the rate; what was entered stays.
    let file = shipped.tables().last().unwrap().to_toml();
    let law = law.with(&year(file, date(2026, 12, 1))).unwrap();
    assert_eq!(interest(&law).unwrap().plain_percent(), "9.5");
    let corrected = law.with(&second_half_of_2026("3")).unwrap();
    assert_eq!(interest(&corrected).unwrap().plain_percent(), "10");
    let names: Vec<&str> =
        corrected.tables().last().unwrap().figures.iter().map(|one| one.name.as_str()).collect();
    let first = names.iter().position(|name| *name == "late_interest.reference_first_half").unwrap();
    assert_eq!(names[first + 1], "late_interest.reference_second_half");
}

#[test]
fn the_difference_is_what_changes() {
    let shipped = StatutoryFigures::shipped();
    let changed =
        |law: &StatutoryFigures, addition: &Addition| -> Vec<(String, Option<String>, Option<String>)> {
            let value = |figure: Option<Figure>| figure.map(|figure| figure.steps[0].value.clone());
            let all = law.difference(addition).unwrap().into_iter().filter(|one| one.changed);
            all.map(|one| (one.name, value(one.before), value(one.after))).collect()
        };
    assert_eq!(changed(shipped, &year(next_year(), date(2027, 1, 1))), []);
    let dear = next_year().replace("meal = { value = \"13.50\"", "meal = { value = \"14\"").replace(
        "certainty = \"unsure\", source = \"2025 value × 55/59\" }\nkm_motorboat_over",
        "certainty = \"sure\", source = \"vero.fi\" }\nkm_motorboat_over",
    );
    let expected = [("travel.km_motorboat_up_to_50_hp", "0.96", "0.96"), ("travel.meal", "13.50", "14.00")];
    let expected =
        expected.map(|(name, before, after)| (name.into(), Some(before.into()), Some(after.into())));
    assert_eq!(changed(shipped, &year(dear, date(2027, 1, 1))), expected);
    let rate = ("late_interest.reference_second_half".into(), None, Some("2.5".into()));
    assert_eq!(changed(shipped, &second_half_of_2026("2.5")), [rate]);
}

#[test]
fn every_fault_of_a_file_is_named() {
    let good = next_year();
    assert!(YearFile::read(&good).is_ok());
    let faults = |text: String| {
        assert_ne!(text, good);
        YearFile::read(&text)
            .unwrap_err()
            .into_iter()
            .map(|fault| (fault.place, fault.kind))
            .collect::<Vec<_>>()
    };
    let one = |place: &str, kind: FaultKind| vec![(place.to_owned(), kind)];
    let standard = "standard = { value = \"25.5\", certainty = \"sure\", source = \"providers' pages\" }";
    assert!(good.contains(standard), "{good}");
    let steps = |first: &str, second: &str| {
        let step = |from: &str| {
            format!("{{ from = \"{from}\", value = \"25.5\", certainty = \"sure\", source = \"s\" }}")
        };
        good.replace(standard, &format!("standard = [{}, {}]", step(first), step(second)))
    };
    assert!(YearFile::read(&steps("2027-01-01", "2027-07-01")).is_ok());
    for disordered in [steps("2027-02-01", "2027-07-01"), steps("2027-01-01", "2027-01-01")] {
        assert_eq!(faults(disordered), one("vat.standard", FaultKind::Unreadable));
    }
    assert_eq!(faults(steps("2027-01-01", "2028-07-01")), one("vat.standard", FaultKind::Unreadable));
    let missing = FaultKind::Missing;
    assert_eq!(faults(good.replace("year = 2027\n", "")), one("year", missing.clone()));
    assert_eq!(
        faults(good.replace(
            "[travel]",
            "[travel]\nkm_rocket = { value = \"9\", certainty = \"sure\", source = \"s\" }"
        )),
        one("travel.km_rocket", FaultKind::Unknown)
    );
    assert_eq!(faults(format!("{good}\n[lottery]\n")), one("lottery", FaultKind::Unknown));
    assert_eq!(
        faults(
            good.replace(
                "certainty = \"sure\", source = \"Interest Act, section 4\"",
                "certainty = \"sure\""
            )
        ),
        one("late_interest.margin", FaultKind::WithoutSource)
    );
    assert_eq!(
        faults(good.replace("days_after_due = { value = 14", "days_after_due = { value = 140")),
        one("reminder.days_after_due", FaultKind::Implausible { unit: Unit::Days, between: (7, 60) })
    );
    let abroad = |key: &str, value: &str| {
        let figure = format!("{key} = {{ value = \"{value}\", certainty = \"sure\", source = \"s\" }}");
        good.replace("[foreign_per_diem]", &format!("[foreign_per_diem]\n{figure}"))
    };
    assert!(YearFile::read(&abroad("IS-REYKJAVIK", "90")).is_ok());
    for unknown in ["Sweden", "se", "SE-", "SE_2", "SW", "SW-MALMO"] {
        assert_eq!(
            faults(abroad(unknown, "70")),
            one(&format!("foreign_per_diem.{unknown}"), FaultKind::Unknown)
        );
    }
    let dear = FaultKind::Implausible { unit: Unit::Euros, between: (20, 250) };
    assert_eq!(faults(abroad("IS", "700")), one("foreign_per_diem.IS", dear));
    // A file that was taken before these figures were known lacks them, and is still good.
    let before = good.split("[foreign_per_diem]").next().unwrap();
    let before: String =
        before.lines().filter(|line| !line.starts_with("km_add_")).map(|line| format!("{line}\n")).collect();
    assert!(YearFile::read(&before).is_ok());
    let two =
        good.replace("meal = { value = \"13.50\"", "meal = { value = 13.5").replace("km_moped", "km_scooter");
    assert_eq!(
        faults(two),
        [
            ("travel.km_scooter".to_owned(), FaultKind::Unknown),
            ("travel.km_moped".to_owned(), missing),
            ("travel.meal".to_owned(), FaultKind::Unreadable),
        ]
    );
    let broken = YearFile::read(&good.replace("[travel]", "[travel")).unwrap_err();
    assert_eq!((broken.len(), broken[0].place.as_str()), (1, "3"));
}
