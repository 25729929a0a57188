//! Roads of a router with the interface of OSRM.

use liksa_domain::address::fixed_point;
use liksa_domain::reading::NumberText;
use liksa_finland::Position;
use serde::Deserialize;

use super::geocoder::decimal;
use super::remote::Fetched;

/// Farther than any road leads.
const LONGEST_METERS: i64 = 20_000_000;
const LONGEST_SECONDS: i64 = 30 * 24 * 3_600;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Road {
    pub meters: i64,
    pub seconds: i64,
}

pub fn path(stops: &[Position]) -> String {
    let point = |position: &Position| {
        let degrees = |millionths: i32| decimal(millionths.into(), 6);
        format!("{},{}", degrees(position.longitude()), degrees(position.latitude()))
    };
    let points: Vec<String> = stops.iter().map(point).collect();
    format!("/route/v1/driving/{}?overview=false", points.join(";"))
}

#[derive(Deserialize)]
struct Answer {
    code: String,
    #[serde(default)]
    routes: Vec<Route>,
}

#[derive(Deserialize)]
struct Route {
    distance: NumberText,
    duration: NumberText,
}

/// The road of an answer, or that there is none between the places; None if it is no answer of a router.
pub fn read(fetched: &Fetched) -> Option<Option<Road>> {
    if !matches!(fetched.status, 200 | 400) {
        return None;
    }
    let answer: Answer = serde_json::from_slice(&fetched.body).ok()?;
    match answer.code.as_str() {
        "NoRoute" | "NoSegment" => Some(None),
        "Ok" if fetched.status == 200 => answer.routes.first()?.read().map(Some),
        _ => None,
    }
}

impl Route {
    fn read(&self) -> Option<Road> {
        let road = Road { meters: fixed_point(&self.distance, 0)?, seconds: fixed_point(&self.duration, 0)? };
        let possible =
            (0..=LONGEST_METERS).contains(&road.meters) && (0..=LONGEST_SECONDS).contains(&road.seconds);
        possible.then_some(road)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str) -> Option<Option<Road>> {
        read(&Fetched { status, body: body.as_bytes().to_vec() })
    }

    fn route(distance: &str, duration: &str) -> Option<Option<Road>> {
        let routes = format!(r#"[{{"distance": {distance}, "duration": {duration}, "legs": []}}]"#);
        answer(200, &format!(r#"{{"code": "Ok", "routes": {routes}, "waypoints": []}}"#))
    }

    #[test]
    fn a_road_is_read() {
        assert_eq!(route("118432.7", "5103.4"), Some(Some(Road { meters: 118_432, seconds: 5_103 })));
        assert_eq!(answer(400, r#"{"code": "NoRoute", "message": "x"}"#), Some(None));
    }

    #[test]
    fn rubbish_is_no_answer() {
        for (distance, duration) in [
            ("-1", "1"),
            ("1", "-1"),
            ("1e30", "1"),
            ("20000001", "1"),
            ("\"NaN\"", "1"),
            ("null", "1"),
            ("1", "[]"),
        ] {
            assert_eq!(route(distance, duration), None, "{distance} {duration}");
        }
        for body in ["", "<html></html>", "{}", r#"{"code": "Ok"}"#, r#"{"code": "Ok", "routes": []}"#, "[]"]
        {
            assert_eq!(answer(200, body), None, "{body}");
        }
        assert_eq!(answer(400, r#"{"code": "InvalidQuery"}"#), None);
        assert_eq!(answer(503, r#"{"code": "NoRoute"}"#), None);
    }

    #[test]
    fn stops_are_asked_for_in_their_order() {
        let stops = [(60_182_600, 24_950_500), (61_494_200, -23_781_700)];
        let stops = stops.map(|(latitude, longitude)| Position::new(latitude, longitude).unwrap());
        assert_eq!(path(&stops), "/route/v1/driving/24.950500,60.182600;-23.781700,61.494200?overview=false");
    }
}
