//! The countries of the world.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Countries and territories of ISO 3166-1, one a line: `alpha-3;alpha-2;Finnish name;English name`. `data/README.md` names
/// the source.
pub const COUNTRIES: &str = include_str!("../data/countries.csv");

static ALPHA2: LazyLock<HashSet<&str>> =
    LazyLock::new(|| COUNTRIES.lines().filter_map(|line| line.split(';').nth(1)).collect());

/// Whether two capital letters are those of a country.
pub fn is_country(alpha2: &str) -> bool {
    ALPHA2.contains(alpha2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_known_by_two_letters() {
        assert!(is_country("SE") && is_country("XK"));
        for none in ["", "S", "se", "SW", "SWE", "Ruotsi"] {
            assert!(!is_country(none), "{none}");
        }
    }
}
