//! Addresses of a geocoder with the interface of Pelias, such as Digitransit's.

use liksa_domain::address::{fixed_point, search_key, whole_address};
use liksa_domain::bill::limits;
use liksa_domain::reading::NumberText;
use liksa_finland::{Position, PostalCode};
use serde::Deserialize;

use super::remote::Fetched;

const MOST_FOUND: usize = 10;
/// Less sure answers are other places, whose names are merely alike.
const SURE_ENOUGH_PERCENT: i64 = 50;

/// An address that the geocoder found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAddress {
    pub label: String,
    pub position: Position,
    pub postal_code: Option<PostalCode>,
    pub sure: bool,
}

pub fn typed_path(text: &str) -> String {
    format!("/v1/autocomplete?text={}&size={MOST_FOUND}&lang=fi", query_text(text))
}

pub fn whole_path(address: &str) -> String {
    format!("/v1/search?text={}&size=1&lang=fi", query_text(address))
}

/// A position is asked for to ten metres: nobody needs to know more, and neighbours share the answer.
pub fn position_path(position: Position) -> String {
    let degrees = |millionths: i32| decimal(i64::from(millionths) / 100, 4);
    let (latitude, longitude) = (degrees(position.latitude()), degrees(position.longitude()));
    format!("/v1/reverse?point.lat={latitude}&point.lon={longitude}&size=5&lang=fi")
}

/// A whole number of 10^−`places` parts as a decimal number.
pub fn decimal(parts: i64, places: usize) -> String {
    let sign = if parts < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", parts.unsigned_abs(), width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    format!("{sign}{whole}.{part}")
}

/// The text as part of a query, however it was typed.
fn query_text(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    search_key(text).bytes().fold(String::new(), |query, byte| match plain(byte) {
        true => query + char::from(byte).encode_utf8(&mut [0; 4]),
        false => format!("{query}%{byte:02X}"),
    })
}

#[derive(Deserialize)]
struct Features {
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    geometry: Geometry,
    properties: Properties,
}

#[derive(Deserialize)]
struct Geometry {
    /// Longitude and latitude.
    coordinates: Vec<NumberText>,
}

#[derive(Deserialize)]
struct Properties {
    label: String,
    name: Option<String>,
    postalcode: Option<String>,
    locality: Option<String>,
    localadmin: Option<String>,
    confidence: Option<NumberText>,
}

/// The addresses of an answer, best first; None if it is no answer of a geocoder.
pub fn read(fetched: &Fetched) -> Option<Vec<FoundAddress>> {
    if fetched.status != 200 {
        return None;
    }
    let Features { features } = serde_json::from_slice(&fetched.body).ok()?;
    features.into_iter().take(MOST_FOUND).map(Feature::read).collect()
}

impl Feature {
    fn read(self) -> Option<FoundAddress> {
        let [longitude, latitude, ..] = self.geometry.coordinates.as_slice() else { return None };
        let position = Position::new(fixed_point(latitude, 6)?, fixed_point(longitude, 6)?)?;
        let confidence = match &self.properties.confidence {
            Some(confidence) => fixed_point(confidence, 2)?,
            None => 100,
        };
        let postal_code = self.properties.postalcode.as_deref().and_then(|code| code.parse().ok());
        let label = self.properties.label()?;
        Some(FoundAddress { label, position, postal_code, sure: confidence >= SURE_ENOUGH_PERCENT })
    }
}

impl Properties {
    /// In the form of our addresses, which have a postal code. Labels of some geocoders lack it.
    fn label(&self) -> Option<String> {
        let label = whole_address(&self.label, "", "");
        let town = self.locality.as_deref().or(self.localadmin.as_deref());
        let label = match (&self.name, &self.postalcode, town) {
            (Some(name), Some(code), Some(town)) if !label.contains(code.as_str()) => {
                whole_address(name, code, town)
            }
            _ => label,
        };
        let fits = !label.is_empty() && label.chars().count() <= limits::ADDRESS;
        (fits && !label.chars().any(char::is_control)).then_some(label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(body: &str) -> Option<Vec<FoundAddress>> {
        read(&Fetched { status: 200, body: body.as_bytes().to_vec() })
    }

    fn one(properties: &str, coordinates: &str) -> Option<FoundAddress> {
        let body = format!(
            r#"{{"type": "FeatureCollection", "features": [{{"geometry": {{"type": "Point", "coordinates": {coordinates}}},
                "properties": {properties}}}]}}"#
        );
        answer(&body).and_then(|found| found.into_iter().next())
    }

    #[test]
    fn labels_get_the_postal_code_that_they_lack() {
        let place = "[24.94, 60.17]";
        let digitransit = r#"{"label": "Mannerheimintie 1, Helsinki", "name": "Mannerheimintie 1",
            "postalcode": "00100", "locality": "Helsinki", "confidence": 0.98}"#;
        let found = one(digitransit, place).unwrap();
        assert_eq!(found.label, "Mannerheimintie 1, 00100 Helsinki");
        assert_eq!(found.position, Position::new(60_170_000, 24_940_000).unwrap());
        assert!(found.sure && found.postal_code.is_some());
        let whole = r#"{"label": "Storgatan 1,\n 22100 Mariehamn", "name": "Storgatan 1", "postalcode": "22100",
            "localadmin": "Mariehamn"}"#;
        assert_eq!(one(whole, place).unwrap().label, "Storgatan 1, 22100 Mariehamn");
        let abroad = r#"{"label": "Kungsgatan 1, Stockholm, Sweden", "confidence": 0.4}"#;
        let found = one(abroad, place).unwrap();
        assert_eq!((found.label.as_str(), found.sure), ("Kungsgatan 1, Stockholm, Sweden", false));
        let sure = |confidence: &str| {
            one(&format!(r#"{{"label": "Tori 1", "confidence": {confidence}}}"#), place).unwrap().sure
        };
        assert_eq!(["0.49", "0.5", "1"].map(sure), [false, true, true]);
    }

    #[test]
    fn rubbish_is_no_answer() {
        assert_eq!(answer(r#"{"features": []}"#), Some(vec![]), "nothing found is an answer");
        for body in ["", "<html>", "{}", "[]", "null", r#"{"features": [1]}"#, r#"{"features": [{}]}"#] {
            assert_eq!(answer(body), None, "{body}");
        }
        let label = r#"{"label": "Tori 1"}"#;
        for place in ["[]", "[1]", "[\"x\", 60]", "[24, 91]", "[NaN, 60]", "[1e99, 60]", "null"] {
            assert_eq!(one(label, place), None, "{place}");
        }
        let long = format!(r#"{{"label": "{}"}}"#, "x".repeat(201));
        for properties in [r#"{"label": ""}"#, r#"{"label": "\u0000"}"#, r#"{"name": "Tori"}"#, &long] {
            assert_eq!(one(properties, "[24, 60]"), None, "{properties}");
        }
        assert_eq!(read(&Fetched { status: 301, body: br#"{"features": []}"#.to_vec() }), None);
    }

    #[test]
    fn the_same_text_is_the_same_request() {
        assert_eq!(
            typed_path(" Hämeenkatu  5&x "),
            "/v1/autocomplete?text=h%C3%A4meenkatu%205%26x&size=10&lang=fi"
        );
        assert_eq!(typed_path("HÄMEENKATU 5"), typed_path("hämeenkatu 5"));
        let position = |latitude, longitude| position_path(Position::new(latitude, longitude).unwrap());
        assert_eq!(
            position(60_184_312, -949_499),
            "/v1/reverse?point.lat=60.1843&point.lon=-0.9494&size=5&lang=fi"
        );
    }
}
