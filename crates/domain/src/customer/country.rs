//! Countries that an address can be in.

use std::sync::LazyLock;

use serde::Serialize;
use utoipa::ToSchema;

/// A country or territory of ISO 3166-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CountryOption)]
pub struct Country {
    /// "FIN"
    pub alpha3: &'static str,
    /// "FI"
    pub alpha2: &'static str,
    pub name_fi: &'static str,
    pub name_en: &'static str,
}

/// Sorted by alpha-3.
static COUNTRIES: LazyLock<Vec<Country>> =
    LazyLock::new(|| liksa_finland::COUNTRIES.lines().filter_map(read_line).collect());

fn read_line(line: &'static str) -> Option<Country> {
    let mut fields = line.split(';');
    let alpha3 = fields.next()?;
    let alpha2 = fields.next()?;
    Some(Country { alpha3, alpha2, name_fi: fields.next()?, name_en: fields.next()? })
}

impl Country {
    /// All to choose from.
    pub fn all() -> &'static [Self] {
        &COUNTRIES
    }

    /// The one with these three letters, in either case.
    pub fn with_alpha3(letters: &str) -> Option<Self> {
        let letters = letters.to_ascii_uppercase();
        let index = COUNTRIES.binary_search_by_key(&letters.as_str(), |country| country.alpha3).ok()?;
        COUNTRIES.get(index).copied()
    }

    /// The one with these two letters, in capitals.
    pub fn with_alpha2(letters: &str) -> Option<Self> {
        COUNTRIES.iter().find(|country| country.alpha2 == letters).copied()
    }

    /// Whether the Finnish post delivers there under its five-digit codes.
    pub fn has_finnish_postal_codes(self) -> bool {
        matches!(self.alpha3, "FIN" | "ALA")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_and_in_order() {
        assert_eq!(COUNTRIES.len(), liksa_finland::COUNTRIES.lines().count());
        assert!(COUNTRIES.is_sorted_by(|one, other| one.alpha3 < other.alpha3));
        for country in Country::all() {
            assert_eq!((country.alpha3.len(), country.alpha2.len()), (3, 2), "{country:?}");
            assert!(!country.name_fi.is_empty() && !country.name_en.is_empty(), "{country:?}");
        }
    }

    #[test]
    fn countries_are_found_by_their_letters() {
        let finland = Country::with_alpha3("fin").unwrap();
        assert_eq!((finland.alpha2, finland.name_fi, finland.name_en), ("FI", "Suomi", "Finland"));
        assert_eq!(Country::with_alpha3("SWE").map(|country| country.name_fi), Some("Ruotsi"));
        for nowhere in ["", "FI", "ZZZ", "Suomi"] {
            assert_eq!(Country::with_alpha3(nowhere), None, "{nowhere}");
        }
    }
}
