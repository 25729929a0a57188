//! Addresses of trips: what may be sent about them, one's own places, and how long a way is.
//!
//! Streets are known to an outside service alone, if one is configured. Without it there are Finnish postal codes, see
//! [`postal`].

pub mod postal;

use liksa_finland::{Position, PostalCode};
use liksa_money::Quantity;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::bill::{Journey, limits, one_line};
use crate::ids::OwnPlaceId;
use crate::named::named;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader};

named! {
    /// Where an answer about addresses comes from.
    AddressSource {
        /// The outside service, which knows streets.
        Service = "SERVICE",
        /// The embedded postal codes: no streets.
        PostalCodes = "POSTAL_CODES",
        /// Nothing was found, or the person wants no search.
        None = "NONE",
    }
}

named! {
    /// Why an answer has less than was asked for.
    AddressReason {
        /// No way between the addresses is known.
        UnknownAddress = "UNKNOWN_ADDRESS",
        /// The outside service did not answer, or nothing that can be used.
        ServiceDown = "SERVICE_DOWN",
    }
}

named! {
    /// How a person comes to have a place.
    PlaceKind {
        Home = "HOME",
        /// Written down by the person.
        Own = "OWN",
        Customer = "CUSTOMER",
        /// An address of an earlier trip.
        Trip = "TRIP",
    }
}

/// How many places of their own a person may write down.
pub const MOST_OWN_PLACES: usize = 50;
/// How many addresses of earlier trips are offered.
pub const MOST_TRIP_PLACES: usize = 20;
const LONGEST_PLACE_NAME: usize = 60;
/// A position that is known less exactly has a postal code, but no street.
const STREET_WITHIN_METERS: i64 = 1_000;
const METERS_PER_TENTH_OF_KM: i64 = 100;
const MILLIONTHS: usize = 6;

/// An address that a person can choose instead of typing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub kind: PlaceKind,
    /// Of a place of one's own, which can be removed.
    pub id: Option<OwnPlaceId>,
    pub name: String,
    pub address: String,
}

/// A place that a person wrote down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceDetails {
    pub name: String,
    pub address: String,
}

/// A place of one's own to be saved.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct PlaceBody {
    pub name: Option<String>,
    pub address: Option<String>,
}

impl PlaceBody {
    pub fn read(&self) -> Result<PlaceDetails, Vec<Problem>> {
        let mut reader = Reader::default();
        let name = one_line(&reader.required("name", self.name.as_deref(), LONGEST_PLACE_NAME));
        let address = one_line(&reader.required("address", self.address.as_deref(), limits::ADDRESS));
        reader.finish(Some(PlaceDetails { name, address }))
    }
}

/// The places in the order in which they are offered, each address once.
pub fn offered(places: impl IntoIterator<Item = Place>) -> Vec<Place> {
    let mut places: Vec<Place> = places.into_iter().filter(|place| !place.address.is_empty()).collect();
    places.sort_by_key(|place| place.kind);
    let mut seen = std::collections::HashSet::new();
    // One's own are all listed, so that each can be removed.
    places.retain(|place| {
        let new = seen.insert(search_key(&place.address));
        new || place.kind == PlaceKind::Own
    });
    places
}

/// A street, a postal code and a town in one line; what is missing is left out.
pub fn whole_address(street: &str, postal_code: &str, town: &str) -> String {
    let place = one_line(&format!("{postal_code} {town}"));
    let parts = [one_line(street), place];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The position of a browser.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct CoordinatesBody {
    /// Metres.
    pub accuracy: Option<NumberText>,
    /// Degrees, WGS 84.
    pub latitude: Option<NumberText>,
    pub longitude: Option<NumberText>,
}

/// Where a person is, as far as the browser knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whereabouts {
    pub position: Position,
    /// Known so exactly that a street can be named.
    pub exact: bool,
}

impl CoordinatesBody {
    pub fn read(&self) -> Result<Whereabouts, Vec<Problem>> {
        let mut reader = Reader::default();
        let mut degrees = |field: &str, text: Option<&str>, most: i64| {
            reader.require(field, text);
            let number =
                reader.read(field, text, |text| fixed_point(text, MILLIONTHS).ok_or(ErrorKey::NotANumber))?;
            let outside = number.abs() > most * 1_000_000;
            reader.refuse_out_of_range(outside, field, -most, most);
            Some(number)
        };
        let latitude = degrees("latitude", self.latitude.as_deref(), 90);
        let longitude = degrees("longitude", self.longitude.as_deref(), 180);
        let accuracy = self.accuracy.as_deref();
        let accuracy =
            reader.read("accuracy", accuracy, |text| fixed_point(text, 0).ok_or(ErrorKey::NotANumber));
        reader.refuse_if(accuracy.is_some_and(i64::is_negative), "accuracy", ErrorKey::InvalidNumber);
        let position =
            latitude.zip(longitude).and_then(|(latitude, longitude)| Position::new(latitude, longitude));
        let exact = accuracy.unwrap_or_default() <= STREET_WITHIN_METERS;
        reader.finish(position.map(|position| Whereabouts { position, exact }))
    }
}

/// A decimal number as a whole one of 10^−`decimals` parts; further decimals are left out. None for what is no number
/// or does not fit. Numbers of outside services come this way, never as a float.
pub fn fixed_point(text: &str, decimals: usize) -> Option<i64> {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) {
        return None;
    }
    let kept: String = part.chars().chain(std::iter::repeat('0')).take(decimals).collect();
    let number: i64 = format!("{whole}{kept}").parse().ok()?;
    Some(if negative { -number } else { number })
}

/// The way that a distance is asked for.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DistanceBody {
    pub from: Option<String>,
    pub to: Option<String>,
    /// Addresses on the way, in their order.
    pub way_point: Option<Vec<String>>,
    /// There and back; false if not given.
    pub roundtrip: Option<bool>,
}

impl DistanceBody {
    pub fn read(&self) -> Result<Way, Vec<Problem>> {
        let mut reader = Reader::default();
        let way_points = self.way_point.as_deref().unwrap_or_default();
        reader.refuse_more(way_points.len(), "wayPoint", limits::WAY_POINTS);
        let from = reader.required("from", self.from.as_deref(), limits::ADDRESS);
        let to = reader.required("to", self.to.as_deref(), limits::ADDRESS);
        let mut stops = vec![from];
        stops.extend(way_points.iter().map(|point| reader.text("wayPoint", Some(point), limits::ADDRESS)));
        stops.push(to);
        let way = Way::new(stops.iter().map(String::as_str), self.roundtrip.unwrap_or_default());
        reader.finish(Some(way))
    }
}

/// From where over where to where.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Way {
    /// At least two addresses, each in one line.
    pub stops: Vec<String>,
    pub round_trip: bool,
}

impl Way {
    fn new<'a>(stops: impl Iterator<Item = &'a str>, round_trip: bool) -> Self {
        Self { stops: stops.map(one_line).filter(|stop| !stop.is_empty()).collect(), round_trip }
    }

    /// The way of a trip; None where nothing was driven.
    pub fn of(journey: &Journey) -> Option<Self> {
        if journey.kilometers.is_zero() {
            return None;
        }
        let (from, to) = (&journey.address_start, &journey.address_stop);
        if from.trim().is_empty() || to.trim().is_empty() {
            return Some(Self { stops: vec![], round_trip: journey.round_trip });
        }
        let stops = std::iter::once(from).chain(&journey.way_points).chain(std::iter::once(to));
        Some(Self::new(stops.map(String::as_str), journey.round_trip))
    }
}

/// How long a way is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distance {
    /// Of the whole way; there and back on a round trip.
    pub meters: i64,
    /// On the road; None where it is not known.
    pub minutes: Option<i64>,
    /// Whether the ends or the road were only estimated.
    pub estimate: bool,
    /// The postal codes of the addresses, if all of them have one.
    pub between: Vec<PostalCode>,
    pub source: AddressSource,
}

impl Distance {
    /// Kilometres with one decimal.
    pub fn kilometers(&self) -> Quantity {
        let tenths = (self.meters + METERS_PER_TENTH_OF_KM / 2) / METERS_PER_TENTH_OF_KM;
        Quantity::from_parts(tenths * (Quantity::ONE.parts() / 10))
    }
}

/// What two addresses that mean the same have in common, however they were typed.
pub fn search_key(text: &str) -> String {
    one_line(text).to_lowercase()
}

#[cfg(test)]
mod tests;
