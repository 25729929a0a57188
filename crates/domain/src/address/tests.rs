use super::postal::*;
use super::*;

fn way(stops: &[&str], round_trip: bool) -> Way {
    Way::new(stops.iter().copied(), round_trip)
}

#[test]
fn a_postal_code_completes_an_address_and_keeps_its_street() {
    for (typed, completed) in [
        ("00530", "00530 Helsinki"),
        ("Vaasankatu 12 00500", "Vaasankatu 12, 00500 Helsinki"),
        ("Vaasankatu 12, 00500 hel", "Vaasankatu 12, 00500 Helsinki"),
        ("  Hämeenkatu 5  B,33100  Tampere ", "Hämeenkatu 5 B, 33100 Tampere"),
        ("Storagatan 1, 22100 Mariehamn", "Storagatan 1, 22100 Mariehamn"),
    ] {
        assert_eq!(suggestions(typed), [completed], "{typed}");
    }
    for typed in ["Kungsgatan 1, 12345 Stockholm", "00530 Vaasankatu 12", "", "  ", "x", "0"] {
        assert_eq!(suggestions(typed), [""; 0], "{typed}");
    }
}

#[test]
fn towns_and_codes_are_found_by_their_beginnings() {
    assert_eq!(suggestions("331")[0], "33100 Tampere");
    assert_eq!(suggestions("Hämeenkatu 5, 331")[0], "Hämeenkatu 5, 33100 Tampere");
    assert_eq!(suggestions("tamp")[0], "33100 Tampere");
    assert_eq!(suggestions("Hämeenkatu 5 Tampere")[0], "Hämeenkatu 5, 33100 Tampere");
    assert_eq!(suggestions("Hämeenkatu 5, tampere")[0], "Hämeenkatu 5, 33100 Tampere");
    assert!(suggestions("ii")[0].ends_with(" Ii"), "a whole name comes first: {:?}", suggestions("ii"));
    assert!(suggestions("helsinki").len() == MOST_SUGGESTIONS);
    assert_eq!(suggestions("Hämeenkatu 5"), [""; 0], "the number of a house is no postal code");
    assert!(!suggestions("korvatunturi").iter().any(|one| one.starts_with("99999")));
}

#[test]
fn a_way_is_estimated_between_postal_codes() {
    let there =
        estimated(&way(&["Vaasankatu 12, 00530 Helsinki", "Hämeenkatu 5, 33100 Tampere"], false)).unwrap();
    assert!((180_000..220_000).contains(&there.meters), "{}", there.meters);
    assert!(there.estimate && there.minutes.is_none());
    assert_eq!(there.between.iter().map(ToString::to_string).collect::<Vec<_>>(), ["00530", "33100"]);
    let back = estimated(&way(&["00530", "33100"], true)).unwrap();
    assert_eq!(back.meters, 2 * there.meters);
    let over = estimated(&way(&["00530", "20100", "33100"], false)).unwrap();
    assert!(over.meters > there.meters);
    for unknown in [&["Vaasankatu 12", "33100"][..], &["00101", "33100"], &["12345", "33100"], &["33100"]] {
        assert_eq!(estimated(&way(unknown, false)), None, "{unknown:?}");
    }
}

#[test]
fn kilometres_have_one_decimal() {
    let distance = |meters| Distance {
        meters,
        minutes: None,
        estimate: true,
        between: vec![],
        source: AddressSource::PostalCodes,
    };
    for (meters, kilometers) in [(118_449, "118.4"), (118_450, "118.5"), (49, "0"), (50, "0.1"), (0, "0")] {
        assert_eq!(distance(meters).kilometers(), kilometers.parse().unwrap(), "{meters}");
    }
}

#[test]
fn coordinates_are_read_exactly() {
    let body = |latitude: &str, longitude: &str, accuracy: &str| {
        let json = format!(r#"{{"latitude": {latitude}, "longitude": {longitude}, "accuracy": {accuracy}}}"#);
        serde_json::from_str::<CoordinatesBody>(&json).unwrap().read()
    };
    let position = Position::new(60_184_312, 24_949_400).unwrap();
    let near = Whereabouts { position, exact: true };
    assert_eq!(body("60.1843129999999", "24.9494", "65.5"), Ok(near));
    assert_eq!(body("\"60.184312\"", "2.49494e1", "1000.9"), Ok(near));
    assert_eq!(body("60.184312", "24.9494", "1001"), Ok(Whereabouts { exact: false, ..near }));
    for (latitude, longitude, accuracy) in [
        ("91", "24", "1"),
        ("60", "-180.1", "1"),
        ("1e300", "24", "1"),
        ("\"NaN\"", "24", "1"),
        ("null", "24", "1"),
        ("60", "24", "-5"),
        ("60", "24", "\"far\""),
    ] {
        assert_eq!(
            body(latitude, longitude, accuracy).unwrap_err().len(),
            1,
            "{latitude} {longitude} {accuracy}"
        );
    }
}

#[test]
fn numbers_of_others_are_read_without_a_float() {
    for (text, parts) in [("60.17", 60_170_000), ("-0.0000019", -1), ("12", 12_000_000), ("1.", 1_000_000)] {
        assert_eq!(fixed_point(text, 6), Some(parts), "{text}");
    }
    for text in ["", "-", ".5", "NaN", "1e3", "1,5", "--1", "99999999999999999999", "٣"] {
        assert_eq!(fixed_point(text, 6), None, "{text}");
    }
}

#[test]
fn a_way_leads_over_its_way_points() {
    let expected = way(&["Koti 1", "Asema 2", "Tori 3"], true);
    let body = DistanceBody {
        from: Some("Koti  1".into()),
        to: Some("Tori 3".into()),
        way_point: Some(vec!["Asema 2".into(), " ".into()]),
        roundtrip: Some(true),
    };
    assert_eq!(body.read(), Ok(expected.clone()));
    let mut journey = Journey {
        kilometers: Quantity::whole(10),
        address_start: "Koti 1".into(),
        way_points: vec!["Asema 2".into()],
        address_stop: "Tori 3".into(),
        round_trip: true,
        ..Journey::default()
    };
    assert_eq!(Way::of(&journey), Some(expected));
    journey.address_stop.clear();
    assert_eq!(Way::of(&journey), Some(way(&[], true)), "not known from where to where");
    journey.kilometers = Quantity::ZERO;
    assert_eq!(Way::of(&journey), None);
}

#[test]
fn every_fault_of_a_way_is_named() {
    let long = "x".repeat(limits::ADDRESS + 1);
    let body = DistanceBody {
        from: Some(long),
        way_point: Some(vec![String::new(); 21]),
        ..DistanceBody::default()
    };
    let problems = body.read().unwrap_err();
    let fields: Vec<_> = problems.iter().map(|problem| (problem.field.as_str(), problem.key)).collect();
    assert_eq!(
        fields,
        [("wayPoint", ErrorKey::TooMany), ("from", ErrorKey::TooLong), ("to", ErrorKey::Required)]
    );
    let body = PlaceBody { name: Some("x".repeat(61)), address: Some(" ".into()) };
    let problems = body.read().unwrap_err();
    let fields: Vec<_> = problems.iter().map(|problem| (problem.field.as_str(), problem.key)).collect();
    assert_eq!(fields, [("name", ErrorKey::TooLong), ("address", ErrorKey::Required)]);
}

#[test]
fn each_address_is_offered_once_the_nearest_to_oneself_first() {
    let place = |kind, name: &str, address: &str| Place {
        kind,
        id: None,
        name: name.into(),
        address: address.into(),
    };
    let places = offered([
        place(PlaceKind::Trip, "", "kotikatu 1,  00100 Helsinki"),
        place(PlaceKind::Trip, "", "Tori 2, 33100 Tampere"),
        place(PlaceKind::Customer, "Teatteri", "Tori 2, 33100 Tampere"),
        place(PlaceKind::Customer, "Ilman osoitetta", ""),
        place(PlaceKind::Own, "Treenis", "Tori 2, 33100 Tampere"),
        place(PlaceKind::Own, "Sali", "Tori 2, 33100 Tampere"),
        place(PlaceKind::Home, "", "Kotikatu 1, 00100 Helsinki"),
    ]);
    let kinds: Vec<_> = places.iter().map(|place| (place.kind, place.name.as_str())).collect();
    assert_eq!(kinds, [(PlaceKind::Home, ""), (PlaceKind::Own, "Treenis"), (PlaceKind::Own, "Sali")]);
}

#[test]
fn a_position_has_the_nearest_town() {
    let near = |latitude, longitude| nearest(Position::new(latitude, longitude).unwrap());
    assert_eq!(near(60_182_600, 24_950_500).as_deref(), Some("00530 Helsinki"));
    assert_eq!(near(48_856_600, 2_352_200), None, "Paris");
}
