//! Addresses and distances: of outside services where such are configured, else and when they fail by postal codes.
//!
//! No request to them holds a connection to the database, and none waits for longer than its timeout.

mod breaker;
mod cache;
mod geocoder;
mod remote;
mod road_router;

use std::time::Duration;

use jiff::Timestamp;
use liksa_domain::address::{AddressReason, AddressSource, Distance, Way, Whereabouts, postal};
use liksa_finland::{Position, PostalCode};
use tokio::time::timeout;

use super::Clock;
use geocoder::FoundAddress;
pub use remote::{CALL_TIMEOUT, Event, Fetch, FetchError, Fetched, Fetching};
use remote::{Down, Remote};
use road_router::Road;

/// Shorter texts are not worth a request.
const SHORTEST_SEARCH: usize = 3;
/// A way takes a request for each address and one for the road.
const CALLS_OF_A_WAY: u32 = 2;
/// The geocoder found another place than the postal code of the address says.
const FAR_FROM_CODE_METERS: i64 = 50_000;
const SECONDS_PER_MINUTE: i64 = 60;

/// The outside services that are configured. Without any, there are postal codes.
#[derive(Default)]
pub struct Services {
    pub geocoder: Option<Box<dyn Fetch>>,
    pub router: Option<Box<dyn Fetch>>,
    /// How long one request may take, its repetition included; [`CALL_TIMEOUT`] unless given.
    pub call_timeout: Option<Duration>,
}

#[derive(Default)]
pub struct Addresses {
    geocoder: Option<Remote<Vec<FoundAddress>>>,
    router: Option<Remote<Option<Road>>>,
    way_timeout: Duration,
}

/// Addresses that a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub addresses: Vec<String>,
    pub source: AddressSource,
    /// Why there is less than a service would have found.
    pub reason: Option<AddressReason>,
}

/// The length of a way, and why it is missing or only an estimate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    pub distance: Option<Distance>,
    pub reason: Option<AddressReason>,
}

/// An address on the way.
struct Stop {
    position: Position,
    code: Option<PostalCode>,
    /// Whether the address itself was found, and not its postal code alone.
    exact: bool,
}

impl Addresses {
    pub fn new(services: Services) -> Self {
        let call_timeout = services.call_timeout.unwrap_or(CALL_TIMEOUT);
        Self {
            geocoder: services.geocoder.map(|fetch| Remote::new(fetch, call_timeout, geocoder::read)),
            router: services.router.map(|fetch| Remote::new(fetch, call_timeout, road_router::read)),
            way_timeout: call_timeout * CALLS_OF_A_WAY,
        }
    }

    /// Whether anybody outside is asked.
    pub fn has_services(&self) -> bool {
        self.geocoder.is_some() || self.router.is_some()
    }

    /// Addresses that begin like a text that is being typed.
    pub async fn search(&self, text: &str, clock: &Clock) -> Found {
        if text.trim().chars().count() < SHORTEST_SEARCH {
            return by_postal_codes(postal::suggestions(text), None);
        }
        match self.geocode(&geocoder::typed_path(text), clock).await {
            Ok(Some(found)) => by_service(found, || postal::suggestions(text)),
            Ok(None) => by_postal_codes(postal::suggestions(text), None),
            Err(Down) => by_postal_codes(postal::suggestions(text), Some(AddressReason::ServiceDown)),
        }
    }

    /// Addresses at a position, the nearest first.
    pub async fn at(&self, whereabouts: Whereabouts, clock: &Clock) -> Found {
        let town = || postal::nearest(whereabouts.position).into_iter().collect::<Vec<_>>();
        if !whereabouts.exact {
            return by_postal_codes(town(), None);
        }
        match self.geocode(&geocoder::position_path(whereabouts.position), clock).await {
            Ok(Some(found)) => by_service(found, town),
            Ok(None) => by_postal_codes(town(), None),
            Err(Down) => by_postal_codes(town(), Some(AddressReason::ServiceDown)),
        }
    }

    /// None where no geocoder is configured.
    async fn geocode(&self, path: &str, clock: &Clock) -> Result<Option<Vec<FoundAddress>>, Down> {
        match &self.geocoder {
            Some(geocoder) => geocoder.ask(path, clock).await.map(Some),
            None => Ok(None),
        }
    }

    /// How long a way is. Asks the services, if there are any.
    pub async fn distance(&self, way: &Way, clock: &Clock) -> Measured {
        if !self.has_services() {
            return measured(postal::estimated(way), None);
        }
        let asked = timeout(self.way_timeout, self.ask_for(way, clock)).await.unwrap_or(Err(Down));
        match asked {
            Ok(Some(distance)) => measured(Some(distance), None),
            Ok(None) => measured(postal::estimated(way), None),
            Err(Down) => measured(postal::estimated(way), Some(AddressReason::ServiceDown)),
        }
    }

    /// How long a way is, as far as that is known without asking anybody.
    pub fn known_distance(&self, way: &Way, now: Timestamp) -> Option<Distance> {
        self.distance_by_known_answers(way, now).or_else(|| postal::estimated(way))
    }

    fn distance_by_known_answers(&self, way: &Way, now: Timestamp) -> Option<Distance> {
        let find = |stop: &String| {
            let found = match &self.geocoder {
                Some(geocoder) => geocoder.known(&geocoder::whole_path(stop), now)?,
                None => vec![],
            };
            stop_of(stop, &found)
        };
        let stops: Vec<Stop> = way.stops.iter().map(find).collect::<Option<_>>()?;
        match &self.router {
            Some(router) if stops.len() > 1 => {
                router.known(&road_path(&stops), now)?.map(|road| by_road(way, &stops, road))
            }
            _ => by_line(way, &stops),
        }
    }

    async fn ask_for(&self, way: &Way, clock: &Clock) -> Result<Option<Distance>, Down> {
        let mut stops = Vec::with_capacity(way.stops.len());
        for stop in &way.stops {
            let found = self.geocode(&geocoder::whole_path(stop), clock).await?.unwrap_or_default();
            let Some(stop) = stop_of(stop, &found) else { return Ok(None) };
            stops.push(stop);
        }
        match &self.router {
            Some(router) if stops.len() > 1 => {
                let road = router.ask(&road_path(&stops), clock).await?;
                Ok(road.map(|road| by_road(way, &stops, road)))
            }
            _ => Ok(by_line(way, &stops)),
        }
    }
}

fn by_postal_codes(addresses: Vec<String>, reason: Option<AddressReason>) -> Found {
    let source = if addresses.is_empty() { AddressSource::None } else { AddressSource::PostalCodes };
    Found { addresses, source, reason }
}

/// What the service found. Where that is nothing, it still may be a town.
fn by_service(found: Vec<FoundAddress>, towns: impl Fn() -> Vec<String>) -> Found {
    let mut addresses: Vec<String> = vec![];
    for one in found {
        if !addresses.contains(&one.label) {
            addresses.push(one.label);
        }
    }
    if addresses.is_empty() {
        return by_postal_codes(towns(), None);
    }
    Found { addresses, source: AddressSource::Service, reason: None }
}

/// Within one postal code nothing is known by postal codes.
fn measured(distance: Option<Distance>, reason: Option<AddressReason>) -> Measured {
    let distance = distance.filter(|distance| !distance.estimate || distance.meters > 0);
    let unknown = distance.is_none().then_some(AddressReason::UnknownAddress);
    Measured { distance, reason: reason.or(unknown) }
}

/// Where an address is: as it was found, unless that is far from its postal code; else where its postal code is.
fn stop_of(address: &str, found: &[FoundAddress]) -> Option<Stop> {
    let of_code = postal::place_of(address);
    let near = |found: &&FoundAddress| {
        of_code.is_none_or(|(_, position)| position.line_meters_to(found.position) <= FAR_FROM_CODE_METERS)
    };
    let code = of_code.map(|(code, _)| code);
    match found.first().filter(|found| found.sure).filter(near) {
        Some(found) => Some(Stop { position: found.position, code: code.or(found.postal_code), exact: true }),
        None => of_code.map(|(code, position)| Stop { position, code: Some(code), exact: false }),
    }
}

fn road_path(stops: &[Stop]) -> String {
    road_router::path(&stops.iter().map(|stop| stop.position).collect::<Vec<_>>())
}

fn by_road(way: &Way, stops: &[Stop], road: Road) -> Distance {
    let times = if way.round_trip { 2 } else { 1 };
    let seconds = road.seconds * times;
    Distance {
        meters: road.meters * times,
        minutes: Some((seconds + SECONDS_PER_MINUTE / 2) / SECONDS_PER_MINUTE),
        estimate: !stops.iter().all(|stop| stop.exact),
        between: codes_of(stops),
        source: AddressSource::Service,
    }
}

/// Without a router the road is estimated. None for less than two stops, and where all that is known are postal codes,
/// which are estimated without a service.
fn by_line(way: &Way, stops: &[Stop]) -> Option<Distance> {
    if stops.len() < 2 || !stops.iter().any(|stop| stop.exact) {
        return None;
    }
    let there = postal::along_roads(stops.iter().map(|stop| stop.position));
    let meters = if way.round_trip { 2 * there } else { there };
    Some(Distance {
        meters,
        minutes: None,
        estimate: true,
        between: codes_of(stops),
        source: AddressSource::Service,
    })
}

fn codes_of(stops: &[Stop]) -> Vec<PostalCode> {
    stops.iter().map(|stop| stop.code).collect::<Option<_>>().unwrap_or_default()
}

#[cfg(test)]
mod tests;
