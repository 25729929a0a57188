use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::checks::all_digits;

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
    /// A point within the area, WGS 84, in ten-thousandths of a degree.
    pub latitude: i32,
    pub longitude: i32,
}

const LENGTH: usize = 5;

/// In the table, but no address: Korvatunturi.
const OF_SANTA_CLAUS: &[u8; LENGTH] = b"99999";
/// Ordinary codes that the source of the table lacks, see `data/README.md`.
const MISSING_IN_TABLE: [&[u8; LENGTH]; 1] = [b"60250"];

/// Sorted by code. The source and its licence are in `data/README.md`.
static PLACES: LazyLock<Vec<(PostalCode, Place)>> =
    LazyLock::new(|| include_str!("../data/postal-codes.csv").lines().filter_map(read_line).collect());

fn read_line(line: &'static str) -> Option<(PostalCode, Place)> {
    let mut fields = line.split(';');
    let code = fields.next()?.parse().ok()?;
    let name = fields.next()?;
    let latitude = fields.next()?.parse().ok()?;
    let longitude = fields.next()?.parse().ok()?;
    Some((code, Place { name, latitude, longitude }))
}

/// Roads are longer than the straight line, in Finland by about three tenths.
const ROAD_PER_LINE_TENTHS: i64 = 13;
/// Length of a ten-thousandth of a degree along a meridian.
const CENTIMETRES: i64 = 1_112;

impl Place {
    /// Approximate distance by road in kilometres. The length of the parallels is taken as linear in the latitude, which
    /// is exact enough within Finland.
    pub fn road_kilometers_to(&self, other: &Self) -> i64 {
        let north = i64::from(self.latitude - other.latitude) * CENTIMETRES;
        let middle = (i64::from(self.latitude) + i64::from(other.latitude)) / 2;
        let parallel_thousandths = 500 - (middle - 600_000) * 155 / 100_000;
        let east = i64::from(self.longitude - other.longitude) * CENTIMETRES * parallel_thousandths / 1_000;
        let line = (north * north + east * east).isqrt();
        line * ROAD_PER_LINE_TENTHS / 10 / 100_000
    }
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

    #[test]
    fn every_line_of_the_table_is_read_and_in_order() {
        assert_eq!(PLACES.len(), include_str!("../data/postal-codes.csv").lines().count());
        assert!(PLACES.is_sorted_by(|(one, _), (other, _)| one < other));
    }

    #[test]
    fn distances_are_about_those_of_the_road_signs() {
        let place = |code: &str| code.parse::<PostalCode>().unwrap().place().unwrap();
        for (from, to, signs) in [("00100", "33100", 178), ("00100", "90100", 607), ("20100", "70100", 449)] {
            let estimate = place(from).road_kilometers_to(&place(to));
            assert!((signs * 80 / 100..=signs * 120 / 100).contains(&estimate), "{from} {to}: {estimate}");
            assert_eq!(estimate, place(to).road_kilometers_to(&place(from)));
        }
        assert_eq!(place("00100").road_kilometers_to(&place("00100")), 0);
    }

    #[test]
    fn every_place_has_a_name_and_lies_in_finland() {
        for (code, place) in PLACES.iter() {
            assert!(!place.name.trim().is_empty(), "{code}");
            assert!((596_000..701_000).contains(&place.latitude), "{code}");
            assert!((190_000..316_000).contains(&place.longitude), "{code}");
        }
    }

    #[test]
    fn known_codes_are_found() {
        let place = |code: &str| code.parse::<PostalCode>().unwrap().place();
        assert_eq!(place("33100").map(|place| place.name), Some("Tampere"));
        assert_eq!(place("22100").map(|place| place.name), Some("Mariehamn"));
        let helsinki = place("00100").unwrap();
        assert_eq!((helsinki.name, helsinki.latitude, helsinki.longitude), ("Helsinki", 601_714, 249_316));
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
