//! Positions on the map and the distance between them, in whole numbers.

/// A point on the map, WGS 84, in millionths of a degree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    latitude: i32,
    longitude: i32,
}

const MILLIONTHS: i32 = 1_000_000;
/// A millionth of a degree along a meridian is 11.12 cm.
const MERIDIAN_TENTHS_OF_MM: i64 = 1_112;
const TENTHS_OF_MM_PER_METER: i64 = 10_000;
/// Roads are longer than the straight line, in Finland by about three tenths.
const ROAD_PER_LINE_TENTHS: i64 = 13;
/// The cosine at every fifth degree of latitude, in ten-thousandths: how much shorter a degree is along the parallel.
const COSINES: [i64; 19] = [
    10_000, 9_962, 9_848, 9_659, 9_397, 9_063, 8_660, 8_192, 7_660, 7_071, 6_428, 5_736, 5_000, 4_226, 3_420,
    2_588, 1_736, 872, 0,
];
const DEGREES_BETWEEN_COSINES: i64 = 5;

impl Position {
    /// In millionths of a degree; None where there is no such place on earth.
    pub fn new(latitude: i64, longitude: i64) -> Option<Self> {
        let within = |degrees: i64, most: i32| {
            let degrees = i32::try_from(degrees).ok()?;
            (-most * MILLIONTHS..=most * MILLIONTHS).contains(&degrees).then_some(degrees)
        };
        Some(Self { latitude: within(latitude, 90)?, longitude: within(longitude, 180)? })
    }

    /// Millionths of a degree, north of the equator.
    pub fn latitude(self) -> i32 {
        self.latitude
    }

    /// Millionths of a degree, east of Greenwich.
    pub fn longitude(self) -> i32 {
        self.longitude
    }

    /// The straight line along the ground. The parallels are taken to be as long as halfway between the two, which is
    /// exact to a few parts in a thousand over the length of Finland.
    pub fn line_meters_to(self, other: Self) -> i64 {
        let north = i64::from(self.latitude - other.latitude) * MERIDIAN_TENTHS_OF_MM;
        let east_degrees = (i64::from(self.longitude) - i64::from(other.longitude)).abs();
        let around = 360 * i64::from(MILLIONTHS) - east_degrees;
        let middle = i64::midpoint(self.latitude.into(), other.latitude.into());
        let east = east_degrees.min(around) * MERIDIAN_TENTHS_OF_MM / 10_000 * cosine(middle);
        let meters = |length: i64| length / TENTHS_OF_MM_PER_METER;
        let (north, east) = (meters(north), meters(east));
        (north * north + east * east).isqrt()
    }

    /// About how far it is by road: the straight line and three tenths of it.
    pub fn road_meters_to(self, other: Self) -> i64 {
        self.line_meters_to(other) * ROAD_PER_LINE_TENTHS / 10
    }
}

/// The cosine of a latitude in ten-thousandths.
fn cosine(latitude: i64) -> i64 {
    let step = DEGREES_BETWEEN_COSINES * i64::from(MILLIONTHS);
    let (index, rest) = (latitude.abs() / step, latitude.abs() % step);
    let at =
        |index: i64| usize::try_from(index).ok().and_then(|index| COSINES.get(index)).copied().unwrap_or(0);
    at(index) + (at(index + 1) - at(index)) * rest / step
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(latitude: i64, longitude: i64) -> Position {
        Position::new(latitude, longitude).unwrap()
    }

    #[test]
    fn lines_are_those_of_the_great_circle() {
        let helsinki = position(60_169_900, 24_938_400);
        // The second figure is the length of the great circle in kilometres.
        for (other, kilometers) in [
            (position(61_497_800, 23_761_000), 161),
            (position(65_012_100, 25_465_100), 539),
            (position(69_907_700, 27_028_800), 1_089),
            (position(59_329_300, 18_068_600), 396),
            (position(48_856_600, 2_352_200), 1_909),
        ] {
            let line = helsinki.line_meters_to(other);
            assert!(
                (line - kilometers * 1_000).abs() <= kilometers * 15,
                "{other:?}: {line} and not {kilometers}"
            );
            assert_eq!(line, other.line_meters_to(helsinki));
        }
        assert_eq!(helsinki.line_meters_to(helsinki), 0);
        assert!(
            position(0, 179_900_000).line_meters_to(position(0, -179_900_000)) < 23_000,
            "across the date line"
        );
    }

    #[test]
    fn what_is_not_on_earth_is_no_position() {
        assert!(Position::new(90_000_000, -180_000_000).is_some());
        for (latitude, longitude) in [(90_000_001, 0), (0, 180_000_001), (i64::MAX, 0), (0, i64::MIN)] {
            assert_eq!(Position::new(latitude, longitude), None);
        }
    }
}
