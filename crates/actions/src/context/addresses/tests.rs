use std::collections::VecDeque;
use std::future::pending;
use std::sync::{Arc, Mutex};

use jiff::ToSpan;
use liksa_domain::address::{CoordinatesBody, DistanceBody};
use liksa_test_support::fixed_now;

use super::*;

/// A service in this program. It gives its answers in turn, and the last one for ever.
#[derive(Clone, Default)]
struct FakeService {
    answers: Arc<Mutex<VecDeque<Answer>>>,
    asked: Arc<Mutex<Vec<String>>>,
    events: Arc<Mutex<Vec<Event>>>,
}

#[derive(Clone)]
enum Answer {
    Body(u16, String),
    NoConnection,
    Unusable,
    Never,
    /// The body, after so long.
    Slow(Duration, String),
}

impl Fetch for FakeService {
    fn get<'a>(&'a self, path: &'a str) -> Fetching<'a> {
        self.asked.lock().unwrap().push(path.to_owned());
        let answer = {
            let mut answers = self.answers.lock().unwrap();
            if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() }
        };
        Box::pin(async move {
            tokio::task::yield_now().await;
            match answer.unwrap() {
                Answer::Body(status, body) => Ok(Fetched { status, body: body.into_bytes() }),
                Answer::NoConnection => Err(FetchError::NoConnection),
                Answer::Unusable => Err(FetchError::Unusable),
                Answer::Never => pending().await,
                Answer::Slow(wait, body) => {
                    tokio::time::sleep(wait).await;
                    Ok(Fetched { status: 200, body: body.into_bytes() })
                }
            }
        })
    }

    fn note(&self, event: Event) {
        self.events.lock().unwrap().push(event);
    }
}

impl FakeService {
    fn answering(answers: impl IntoIterator<Item = Answer>) -> Self {
        let fake = Self::default();
        fake.answer(answers);
        fake
    }

    fn answer(&self, answers: impl IntoIterator<Item = Answer>) {
        *self.answers.lock().unwrap() = answers.into_iter().collect();
    }

    fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }

    fn events(&self) -> Vec<Event> {
        std::mem::take(&mut self.events.lock().unwrap())
    }

    fn boxed(&self) -> Option<Box<dyn Fetch>> {
        Some(Box::new(self.clone()))
    }
}

fn clock() -> Clock {
    Clock::stopped(fixed_now(), None).unwrap()
}

fn geocoding(fake: &FakeService) -> Addresses {
    Addresses::new(Services { geocoder: fake.boxed(), ..Services::default() })
}

fn with_both(geocoder: &FakeService, router: &FakeService) -> Addresses {
    Addresses::new(Services { geocoder: geocoder.boxed(), router: router.boxed(), ..Services::default() })
}

fn feature(label: &str, longitude: &str, latitude: &str) -> String {
    format!(
        r#"{{"geometry": {{"coordinates": [{longitude}, {latitude}]}}, "properties": {{"label": "{label}"}}}}"#
    )
}

fn found(label: &str, longitude: &str, latitude: &str) -> Answer {
    Answer::Body(200, format!(r#"{{"features": [{}]}}"#, feature(label, longitude, latitude)))
}

fn nothing() -> Answer {
    Answer::Body(200, r#"{"features": []}"#.into())
}

fn road(meters: &str, seconds: &str) -> Answer {
    let body = format!(r#"{{"code": "Ok", "routes": [{{"distance": {meters}, "duration": {seconds}}}]}}"#);
    Answer::Body(200, body)
}

fn way(from: &str, to: &str, round_trip: bool) -> Way {
    let body = DistanceBody {
        from: Some(from.into()),
        to: Some(to.into()),
        way_point: None,
        roundtrip: Some(round_trip),
    };
    body.read().unwrap()
}

fn home_and_tampere() -> Way {
    way("Vaasankatu 12, 00500 Helsinki", "Hämeenkatu 5, 33100 Tampere", false)
}

fn here() -> Whereabouts {
    let body = CoordinatesBody {
        accuracy: Some("20".into()),
        latitude: Some("60.1826".into()),
        longitude: Some("24.9505".into()),
    };
    body.read().unwrap()
}

const TORI: &str = "Tori 1, 33100 Tampere";

#[tokio::test]
async fn without_a_service_there_are_postal_codes() {
    let (addresses, clock) = (Addresses::default(), clock());
    let found = addresses.search("vaasankatu 12 00500", &clock).await;
    assert_eq!(found.addresses, ["vaasankatu 12, 00500 Helsinki"]);
    assert_eq!((found.source, found.reason), (AddressSource::PostalCodes, None));
    let found = addresses.search("Kungsgatan 1, Stockholm", &clock).await;
    assert_eq!((found.addresses.len(), found.source), (0, AddressSource::None));
    assert_eq!(addresses.at(here(), &clock).await.addresses, ["00530 Helsinki"]);
    let measured = addresses.distance(&home_and_tampere(), &clock).await;
    assert!(measured.distance.unwrap().estimate && measured.reason.is_none());
    for unknown in [way("Kotikatu 1", TORI, false), way("Kotikatu 1, 00500", "Tori 2, 00500", false)] {
        let measured = addresses.distance(&unknown, &clock).await;
        assert_eq!(measured, Measured { distance: None, reason: Some(AddressReason::UnknownAddress) });
    }
}

#[tokio::test]
async fn what_the_service_finds_comes_first_and_towns_where_it_finds_nothing() {
    let tori = feature(TORI, "23.76", "61.50");
    let twice = Answer::Body(200, format!(r#"{{"features": [{tori}, {tori}]}}"#));
    let fake = FakeService::answering([twice, nothing()]);
    let (addresses, clock) = (geocoding(&fake), clock());
    let tori = addresses.search("tori 1", &clock).await;
    assert_eq!((tori.addresses, tori.source), (vec![TORI.to_owned()], AddressSource::Service));
    let town = addresses.search("33100", &clock).await;
    assert_eq!((town.addresses, town.source), (vec!["33100 Tampere".to_owned()], AddressSource::PostalCodes));
    addresses.search("to", &clock).await;
    assert_eq!(fake.asked(), 2, "two letters are not worth a request");
}

#[tokio::test]
async fn equal_requests_are_one_and_answers_are_kept_for_a_day() {
    let fake = FakeService::answering([found(TORI, "23.76", "61.50")]);
    let (addresses, clock) = (geocoding(&fake), clock());
    let search = |text: &'static str| addresses.search(text, &clock);
    let together = tokio::join!(search("Tori 1"), search("tori  1"), search(" TORI 1 "));
    assert!(together.0 == together.1 && together.1 == together.2);
    assert_eq!(fake.asked(), 1);
    clock.advance(23.hours());
    search("tori 1").await;
    assert_eq!(fake.asked(), 1);
    clock.advance(1.hour());
    search("tori 1").await;
    assert_eq!(fake.asked(), 2);
}

#[tokio::test]
async fn a_search_that_is_given_up_is_taken_over_by_the_next_who_waits() {
    let fake = FakeService::answering([Answer::Never, found(TORI, "23.76", "61.50")]);
    let (addresses, clock) = (geocoding(&fake), clock());
    let given_up = async {
        tokio::select! {
            _ = addresses.search("tori 1", &clock) => panic!("it never comes"),
            () = async { for _ in 0..5 { tokio::task::yield_now().await } } => {}
        }
    };
    let waits = addresses.search("tori 1", &clock);
    let ((), waited) = tokio::join!(given_up, waits);
    assert_eq!((waited.source, fake.asked()), (AddressSource::Service, 2));
}

#[tokio::test]
async fn a_failed_connection_and_a_failing_server_are_tried_once_more() {
    let good = || found(TORI, "23.76", "61.50");
    for failure in [Answer::NoConnection, Answer::Body(503, "busy".into())] {
        let fake = FakeService::answering([failure.clone(), good()]);
        let found = geocoding(&fake).search("tori 1", &clock()).await;
        assert_eq!((found.source, fake.asked()), (AddressSource::Service, 2));
        let fake = FakeService::answering([failure.clone(), failure, good()]);
        let found = geocoding(&fake).search("tori 1", &clock()).await;
        assert_eq!((found.reason, fake.asked()), (Some(AddressReason::ServiceDown), 2), "not a third time");
    }
    for failure in [Answer::Unusable, Answer::Body(200, "<html>".into()), Answer::Body(403, "key".into())] {
        let fake = FakeService::answering([failure, good()]);
        let found = geocoding(&fake).search("tori 1", &clock()).await;
        assert_eq!(
            (found.reason, fake.asked()),
            (Some(AddressReason::ServiceDown), 1),
            "the same would come"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_service_that_never_answers_is_waited_for_two_seconds_in_all() {
    let fake = FakeService::answering([Answer::NoConnection, Answer::Never]);
    let (addresses, clock) = (geocoding(&fake), clock());
    let begin = tokio::time::Instant::now();
    let found = addresses.search("33100", &clock).await;
    assert_eq!(begin.elapsed(), CALL_TIMEOUT);
    assert_eq!(
        (found.addresses.as_slice(), found.reason),
        (&["33100 Tampere".to_owned()][..], Some(AddressReason::ServiceDown))
    );
    assert_eq!(fake.events(), [Event::TooSlow]);
    let begin = tokio::time::Instant::now();
    let measured = addresses.distance(&home_and_tampere(), &clock).await;
    assert_eq!(begin.elapsed(), CALL_TIMEOUT);
    assert_eq!(measured.reason, Some(AddressReason::ServiceDown));
    assert_eq!(measured.distance.unwrap().source, AddressSource::PostalCodes);
}

#[tokio::test(start_paused = true)]
async fn a_way_with_several_slow_answers_is_waited_for_as_long_as_two_of_them() {
    let almost_late = CALL_TIMEOUT - Duration::from_millis(100);
    let slow = |body: Answer| match body {
        Answer::Body(_, body) => Answer::Slow(almost_late, body),
        other => other,
    };
    let geocoder =
        FakeService::answering([slow(found("A", "24.96", "60.19")), slow(found("B", "23.77", "61.50"))]);
    let router = FakeService::answering([slow(road("178432.9", "7290.2"))]);
    let (addresses, clock) = (with_both(&geocoder, &router), clock());
    let begin = tokio::time::Instant::now();
    let measured = addresses.distance(&home_and_tampere(), &clock).await;
    assert_eq!(begin.elapsed(), CALL_TIMEOUT * 2);
    assert_eq!(measured.reason, Some(AddressReason::ServiceDown));
}

#[tokio::test]
async fn after_failures_in_a_row_the_service_is_left_alone_and_tried_again_by_the_clock() {
    let fake = FakeService::answering([Answer::Unusable]);
    let (addresses, clock) = (geocoding(&fake), clock());
    for number in 0..20 {
        let found = addresses.search(&format!("katu {number}"), &clock).await;
        assert_eq!(found.reason, Some(AddressReason::ServiceDown));
    }
    assert_eq!(fake.asked(), 5);
    assert_eq!(fake.events().last(), Some(&Event::LeftAlone));
    clock.advance(29.seconds());
    addresses.search("katu", &clock).await;
    assert_eq!(fake.asked(), 5);
    clock.advance(1.second());
    tokio::join!(addresses.search("katu 1", &clock), addresses.search("katu 2", &clock));
    assert_eq!(fake.asked(), 6, "one tries whether it is back");
    clock.advance(30.seconds());
    fake.events();
    fake.answer([found(TORI, "23.76", "61.50")]);
    assert_eq!(addresses.search("katu 1", &clock).await.source, AddressSource::Service);
    assert_eq!(fake.events(), [Event::AnswersAgain]);
    addresses.search("katu 2", &clock).await;
    assert_eq!(fake.asked(), 8);
}

#[tokio::test]
async fn so_many_wait_for_the_service_and_the_others_do_without() {
    let fake = FakeService::answering([Answer::Never]);
    let (addresses, clock) = (Arc::new(geocoding(&fake)), clock());
    for number in 0..32 {
        let (addresses, clock) = (addresses.clone(), clock.clone());
        tokio::spawn(async move { addresses.search(&format!("katu {number}"), &clock).await });
    }
    while fake.asked() < 32 {
        tokio::task::yield_now().await;
    }
    let found = addresses.search("33100", &clock).await;
    assert_eq!((found.reason, fake.asked()), (Some(AddressReason::ServiceDown), 32));
}

#[tokio::test]
async fn a_way_is_measured_by_road_between_the_addresses() {
    let geocoder = FakeService::answering([
        found("Vaasankatu 12", "24.96", "60.19"),
        found("Hämeenkatu 5", "23.77", "61.50"),
    ]);
    let router = FakeService::answering([road("178432.9", "7290.2")]);
    let (addresses, clock) = (with_both(&geocoder, &router), clock());
    assert_eq!(
        addresses.known_distance(&home_and_tampere(), clock.now()).unwrap().source,
        AddressSource::PostalCodes
    );
    let measured = addresses.distance(&home_and_tampere(), &clock).await;
    let distance = measured.distance.clone().unwrap();
    assert_eq!((distance.meters, distance.minutes, distance.estimate), (178_432, Some(122), false));
    assert_eq!(distance.between.iter().map(ToString::to_string).collect::<Vec<_>>(), ["00500", "33100"]);
    assert_eq!(
        router.asked.lock().unwrap().as_slice(),
        ["/route/v1/driving/24.960000,60.190000;23.770000,61.500000?overview=false"]
    );
    let there_and_back = Way { round_trip: true, ..home_and_tampere() };
    let back = addresses.distance(&there_and_back, &clock).await.distance.unwrap();
    assert_eq!((back.meters, back.minutes), (2 * 178_432, Some(243)));
    assert_eq!((geocoder.asked(), router.asked()), (2, 1), "the same road, known by now");
    assert_eq!(addresses.known_distance(&there_and_back, clock.now()), Some(back));
}

#[tokio::test]
async fn an_address_that_is_found_elsewhere_or_not_at_all_is_its_postal_code() {
    // The first is in Oulu, the second is not found.
    let geocoder = FakeService::answering([found("Vaasankatu 12", "25.47", "65.01"), nothing()]);
    let router = FakeService::answering([road("178432.9", "7290.2")]);
    let addresses = with_both(&geocoder, &router);
    let distance = addresses.distance(&home_and_tampere(), &clock()).await.distance.unwrap();
    assert_eq!(
        (distance.meters, distance.estimate, distance.source),
        (178_432, true, AddressSource::Service)
    );
    assert!(router.asked.lock().unwrap()[0].contains("24.960100,60.187300;"));
    // What is merely alike is not the address.
    let unsure = FoundAddress {
        label: "Vaasantie 12".into(),
        position: here().position,
        postal_code: None,
        sure: false,
    };
    let stop = stop_of("Vaasankatu 12, 00500 Helsinki", std::slice::from_ref(&unsure)).unwrap();
    assert!(!stop.exact && stop.position != unsure.position);
    assert!(stop_of("Vaasankatu 12", &[unsure]).is_none());
    let nowhere = way("Kungsgatan 1, Stockholm", TORI, false);
    let measured = addresses.distance(&nowhere, &clock()).await;
    assert_eq!(measured, Measured { distance: None, reason: Some(AddressReason::UnknownAddress) });
}

#[tokio::test]
async fn where_no_road_leads_or_the_router_fails_there_is_the_estimate() {
    let geocoder = FakeService::answering([nothing()]);
    let estimate = postal::estimated(&home_and_tampere());
    for (answer, reason) in [
        (Answer::Body(400, r#"{"code": "NoRoute"}"#.into()), None),
        (road("-1", "1"), Some(AddressReason::ServiceDown)),
        (road("1e30", "1"), Some(AddressReason::ServiceDown)),
        (Answer::Body(200, "NaN".into()), Some(AddressReason::ServiceDown)),
    ] {
        let addresses = with_both(&geocoder, &FakeService::answering([answer]));
        let measured = addresses.distance(&home_and_tampere(), &clock()).await;
        assert_eq!(measured, Measured { distance: estimate.clone(), reason });
    }
}

#[tokio::test]
async fn without_a_router_the_road_between_found_addresses_is_estimated() {
    let fake =
        FakeService::answering([found("Kungsgatan 1", "18.07", "59.33"), found("Tori 1", "17.64", "59.86")]);
    let (addresses, clock) = (geocoding(&fake), clock());
    let there = way("Kungsgatan 1, Stockholm", "Torget 1, Uppsala", false);
    let distance = addresses.distance(&there, &clock).await.distance.unwrap();
    assert!(distance.estimate && distance.between.is_empty() && distance.minutes.is_none());
    assert!((75_000..95_000).contains(&distance.meters), "{}", distance.meters);
    let back = addresses.distance(&Way { round_trip: true, ..there }, &clock).await.distance.unwrap();
    assert_eq!(back.meters, 2 * distance.meters);
}

#[tokio::test]
async fn a_position_that_is_hardly_known_is_not_asked_for() {
    let fake = FakeService::answering([found("Kaiku 1, 00530 Helsinki", "24.95", "60.18")]);
    let (addresses, clock) = (geocoding(&fake), clock());
    let far = Whereabouts { exact: false, ..here() };
    assert_eq!(addresses.at(far, &clock).await.addresses, ["00530 Helsinki"]);
    assert_eq!(fake.asked(), 0);
    assert_eq!(addresses.at(here(), &clock).await.addresses, ["Kaiku 1, 00530 Helsinki"]);
}
