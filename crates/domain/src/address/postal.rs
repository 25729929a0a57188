//! Addresses by the embedded Finnish postal codes. They know towns and no streets: what was typed as a street is kept
//! as it is, and the code and the town are completed.

use liksa_finland::{Position, PostalCode};

use super::{AddressSource, Distance, Way, whole_address};
use crate::bill::one_line;
use crate::customer::search::folded;
use crate::validation::postal_code;

pub const MOST_SUGGESTIONS: usize = 10;
const SHORTEST_TOWN: usize = 2;
/// A position that is farther from all of them has no postal code.
const CODE_WITHIN_METERS: i64 = 30_000;

/// Whole addresses that a typed text may become.
pub fn suggestions(text: &str) -> Vec<String> {
    let text = one_line(text);
    if postal_code(&text).is_some() {
        return completed(&text).into_iter().collect();
    }
    let (street, rest) = street_and_rest(&text);
    let start = folded(rest);
    if start.bytes().all(|byte| byte.is_ascii_digit()) {
        let begins =
            |code: &PostalCode, _: &str| start.len() >= SHORTEST_TOWN && code.to_string().starts_with(&start);
        return places(street, begins);
    }
    if start.chars().count() < SHORTEST_TOWN {
        return vec![];
    }
    // A town by its whole name comes before those whose names only begin so: Ii is not Iisalmi.
    let mut found = places(street, |_, town| folded(town) == start);
    found.extend(places(street, |_, town| folded(town).starts_with(&start) && folded(town) != start));
    found.truncate(MOST_SUGGESTIONS);
    found
}

/// Where a typed text without a postal code may be divided: at its last comma, else after the number of the house. What
/// has neither is all town.
fn street_and_rest(text: &str) -> (&str, &str) {
    if let Some((street, rest)) = text.rsplit_once(',') {
        return (street.trim(), rest.trim());
    }
    match text.rsplit_once(' ') {
        Some((street, rest)) if street.contains(|c: char| c.is_ascii_digit()) => (street, rest),
        _ => ("", text),
    }
}

fn places(street: &str, belongs: impl Fn(&PostalCode, &str) -> bool) -> Vec<String> {
    let found = PostalCode::all().filter(|(code, place)| code.is_in_use() && belongs(code, place.name));
    let named = found.map(|(code, place)| whole_address(street, &code.to_string(), place.name));
    named.take(MOST_SUGGESTIONS).collect()
}

/// An address with a postal code, the town completed; None where the code is of no town, or a street follows it.
fn completed(text: &str) -> Option<String> {
    let code = postal_code(text)?;
    let (street, after) = text.rsplit_once(code)?;
    if after.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let town = code.parse::<PostalCode>().ok()?.place()?.name;
    Some(whole_address(street.trim_end_matches([' ', ',']), code, town))
}

/// The town nearest to a position; None where there is none near.
pub fn nearest(position: Position) -> Option<String> {
    let (code, meters) = PostalCode::nearest(position)?;
    let town = code.place()?.name;
    (meters <= CODE_WITHIN_METERS).then(|| whole_address("", &code.to_string(), town))
}

/// The postal code that an address names, and where that is.
pub fn place_of(address: &str) -> Option<(PostalCode, Position)> {
    let code: PostalCode = postal_code(address)?.parse().ok()?;
    Some((code, code.place()?.position?))
}

/// About how long a way is, between the postal codes of its addresses: the straight line and three tenths of it. None
/// where an address names none.
pub fn estimated(way: &Way) -> Option<Distance> {
    let stops: Vec<(PostalCode, Position)> =
        way.stops.iter().map(|stop| place_of(stop)).collect::<Option<_>>()?;
    if stops.len() < 2 {
        return None;
    }
    let there = along_roads(stops.iter().map(|(_, position)| *position));
    let meters = if way.round_trip { 2 * there } else { there };
    let between = stops.into_iter().map(|(code, _)| code).collect();
    Some(Distance { meters, minutes: None, estimate: true, between, source: AddressSource::PostalCodes })
}

/// About how long the roads between positions are.
pub fn along_roads(positions: impl Iterator<Item = Position>) -> i64 {
    let positions: Vec<Position> = positions.collect();
    positions.windows(2).map(|leg| leg[0].road_meters_to(leg[1])).sum()
}
