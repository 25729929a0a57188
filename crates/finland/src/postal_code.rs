use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::checks::all_digits;
use crate::position::Position;

/// A Finnish postal code: five digits. It need not be in use, and post boxes and large recipients have codes of their
/// own; see [`PostalCode::place`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostalCode([u8; LENGTH]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PostalCodeError {
    #[error("a postal code is five digits")]
    WrongShape,
}

/// The place of a postal code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub name: &'static str,
    /// A point within the area; None where the table has a wrong one.
    pub position: Option<Position>,
}

const LENGTH: usize = 5;

/// In the table, but no address: Korvatunturi.
const OF_SANTA_CLAUS: &[u8; LENGTH] = b"99999";
/// Ordinary codes that the source of the table lacks, see `data/README.md`.
const MISSING_IN_TABLE: [&[u8; LENGTH]; 1] = [b"60250"];
/// Codes of post boxes and of single recipients whose point in the table is far from their town.
const MISPLACED_IN_TABLE: [&[u8; LENGTH]; 5] = [b"00002", b"00101", b"86301", b"97999", b"98999"];
/// Coordinates in the table are ten-thousandths of a degree.
const MILLIONTHS_IN_TABLE: i64 = 100;

/// Sorted by code. The source and its licence are in `data/README.md`.
static PLACES: LazyLock<Vec<(PostalCode, Place)>> =
    LazyLock::new(|| include_str!("../data/postal-codes.csv").lines().filter_map(read_line).collect());

fn read_line(line: &'static str) -> Option<(PostalCode, Place)> {
    let mut fields = line.split(';');
    let code: PostalCode = fields.next()?.parse().ok()?;
    let name = fields.next()?;
    let latitude: i64 = fields.next()?.parse().ok()?;
    let longitude: i64 = fields.next()?.parse().ok()?;
    let position = Position::new(latitude * MILLIONTHS_IN_TABLE, longitude * MILLIONTHS_IN_TABLE)?;
    let misplaced = MISPLACED_IN_TABLE.contains(&&code.0) || code.0 == *OF_SANTA_CLAUS;
    Some((code, Place { name, position: (!misplaced).then_some(position) }))
}

impl PostalCode {
    /// Whether letters can be sent to it: a code of the embedded table, or one of a single large recipient, which the
    /// table leaves out. Those have 0 as their third digit, such as 00099 and 33014.
    pub fn is_in_use(&self) -> bool {
        let of_large_recipient = self.0[2] == b'0' && self.0 != *b"00000";
        of_large_recipient
            || MISSING_IN_TABLE.contains(&&self.0)
            || (self.0 != *OF_SANTA_CLAUS && self.place().is_some())
    }

    /// The place of the code, if it is that of an area and in the embedded table.
    pub fn place(&self) -> Option<Place> {
        let index = PLACES.binary_search_by_key(self, |(code, _)| *code).ok()?;
        PLACES.get(index).map(|(_, place)| *place)
    }

    /// All codes of the table with their places, in order.
    pub fn all() -> impl Iterator<Item = (Self, Place)> {
        PLACES.iter().copied()
    }

    /// The code of the table whose point is nearest, and how many metres away it is. Of several with the same point,
    /// which are of one town, it is the first.
    pub fn nearest(position: Position) -> Option<(Self, i64)> {
        let placed = PLACES.iter().filter_map(|(code, place)| Some((*code, place.position?)));
        let distances = placed.map(|(code, point)| (code, position.line_meters_to(point)));
        distances.min_by_key(|(_, meters)| *meters)
    }
}

impl FromStr for PostalCode {
    type Err = PostalCodeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        match text.as_bytes().try_into() {
            Ok(code) if all_digits(text) => Ok(Self(code)),
            _ => Err(PostalCodeError::WrongShape),
        }
    }
}

impl fmt::Display for PostalCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| fmt::Write::write_char(out, char::from(*digit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(code: &str) -> Position {
        code.parse::<PostalCode>().unwrap().place().unwrap().position.unwrap()
    }

    #[test]
    fn every_line_of_the_table_is_read_and_in_order() {
        assert_eq!(PLACES.len(), include_str!("../data/postal-codes.csv").lines().count());
        assert!(PLACES.is_sorted_by(|(one, _), (other, _)| one < other));
    }

    #[test]
    fn distances_are_about_those_of_the_road_signs() {
        for (from, to, signs) in [("00100", "33100", 178), ("00100", "90100", 607), ("20100", "70100", 449)] {
            let estimate = point(from).road_meters_to(point(to)) / 1_000;
            assert!((signs * 80 / 100..=signs * 120 / 100).contains(&estimate), "{from} {to}: {estimate}");
        }
    }

    #[test]
    fn no_code_is_far_from_the_others_of_its_town() {
        for (code, place) in PLACES.iter() {
            let others =
                PLACES.iter().filter(|(other, of)| of.name == place.name && other.0[..2] == code.0[..2]);
            let others = others.filter(|(other, _)| other != code).filter_map(|(_, other)| other.position);
            let Some(position) = place.position else { continue };
            if let Some(nearest) = others.map(|other| position.line_meters_to(other)).min() {
                assert!(nearest < 40_000, "{code} {}: {nearest} m", place.name);
            }
        }
        assert_eq!("00101".parse::<PostalCode>().unwrap().place().unwrap().position, None);
    }

    #[test]
    fn the_nearest_code_is_found() {
        let nearest =
            |latitude, longitude| PostalCode::nearest(Position::new(latitude, longitude).unwrap()).unwrap();
        assert_eq!(nearest(60_184_300, 24_949_400).0.to_string(), "00530");
        let (code, meters) = nearest(61_494_300, 23_781_800);
        assert_eq!((code.to_string().as_str(), meters < 1_000), ("33100", true));
        assert!(nearest(48_856_600, 2_352_200).1 > 1_000_000, "Paris is far from all of them");
    }

    #[test]
    fn every_place_has_a_name_and_lies_in_finland() {
        for (code, place) in PLACES.iter() {
            assert!(!place.name.trim().is_empty(), "{code}");
            if let Some(position) = place.position {
                assert!((59_600_000..70_100_000).contains(&position.latitude()), "{code}");
                assert!((19_000_000..31_600_000).contains(&position.longitude()), "{code}");
            }
        }
    }

    #[test]
    fn known_codes_are_found() {
        let place = |code: &str| code.parse::<PostalCode>().unwrap().place();
        assert_eq!(place("33100").map(|place| place.name), Some("Tampere"));
        assert_eq!(place("22100").map(|place| place.name), Some("Mariehamn"));
        let helsinki = place("00100").unwrap();
        assert_eq!((helsinki.name, helsinki.position), ("Helsinki", Position::new(60_171_400, 24_931_600)));
        assert_eq!(place("00000"), None);
    }

    #[test]
    fn codes_that_no_letter_reaches_are_not_in_use() {
        let in_use = |code: &str| code.parse::<PostalCode>().unwrap().is_in_use();
        for code in ["00100", "00101", "99990", "60250", "00099", "01051", "33014", "22100"] {
            assert!(in_use(code), "{code}");
        }
        for code in ["00000", "99999", "12345", "33199"] {
            assert!(!in_use(code), "{code}");
        }
    }

    #[test]
    fn only_five_digits_are_a_code() {
        assert_eq!(" 00100 ".parse::<PostalCode>().unwrap().to_string(), "00100");
        for text in ["", "0010", "001000", "FI-00100", "0010O", "００１００", "00 100"] {
            assert_eq!(text.parse::<PostalCode>(), Err(PostalCodeError::WrongShape), "{text}");
        }
    }
}
