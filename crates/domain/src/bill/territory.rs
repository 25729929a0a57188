//! Where a foreign daily allowance is paid for.

use crate::customer::Country;

/// A country by its two letters, or a part of one with an allowance of its own: `SE`, `GB-LONDON`. The table of each year
/// says which have an allowance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Territory(String);

/// Parts of countries that have an allowance of their own, by the names that people read.
const OF_THEIR_OWN: &[(&str, &str, &str)] = &[
    ("GB-LONDON", "Iso-Britannia: Lontoo ja Edinburgh", "United Kingdom: London and Edinburgh"),
    ("RU-MOSCOW", "Venäjä: Moskova", "Russia: Moscow"),
    ("RU-STPETERSBURG", "Venäjä: Pietari", "Russia: Saint Petersburg"),
    (
        "US-NEWYORK",
        "Yhdysvallat: New York, Los Angeles ja Washington",
        "United States: New York, Los Angeles and Washington",
    ),
];

const LONGEST: usize = 24;

impl Territory {
    /// None for a text that names no country.
    pub fn parse(text: &str) -> Option<Self> {
        let code = text.trim().to_ascii_uppercase();
        let (country, part) = code.split_once('-').unwrap_or((&code, "A"));
        let is_part = part.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        let is_territory = Country::with_alpha2(country).is_some() && is_part && !part.is_empty();
        (is_territory && code.len() <= LONGEST).then_some(Self(code))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is a country as a whole, whatever the tables have.
    pub fn is_country(&self) -> bool {
        !self.0.contains('-')
    }

    /// Finland is not abroad.
    pub fn is_home(&self) -> bool {
        matches!(self.country(), "FI" | "AX")
    }

    fn country(&self) -> &str {
        self.0.split_once('-').map_or(self.as_str(), |(country, _)| country)
    }

    pub fn name_fi(&self) -> String {
        self.named(|country| country.name_fi, |(_, finnish, _)| finnish)
    }

    pub fn name_en(&self) -> String {
        self.named(|country| country.name_en, |(_, _, english)| english)
    }

    /// A territory that a newer table has, and of which only the code is known, is named by that.
    fn named(
        &self,
        of_country: impl Fn(Country) -> &'static str,
        of_part: impl Fn((&str, &'static str, &'static str)) -> &'static str,
    ) -> String {
        if let Some(known) = OF_THEIR_OWN.iter().find(|(code, ..)| *code == self.0) {
            return of_part(*known).to_owned();
        }
        let country = Country::with_alpha2(self.country()).map(of_country).unwrap_or_default();
        match self.0.split_once('-') {
            Some((_, part)) => format!("{country}: {part}"),
            None => country.to_owned(),
        }
    }
}

impl std::str::FromStr for Territory {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::parse(text).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_territory_is_a_country_or_a_part_of_one() {
        let code = |text: &str| Territory::parse(text).map(|territory| territory.as_str().to_owned());
        assert_eq!(code(" se "), Some("SE".into()));
        assert_eq!(code("GB-LONDON"), Some("GB-LONDON".into()));
        for none in ["", "S", "SWE", "ZZ", "SE-", "SE-Ö", "-SE", "SE-A-B", "SE-ABCDEFGHIJKLMNOPQRSTUVWXYZ"] {
            assert_eq!(code(none), None, "{none}");
        }
    }

    #[test]
    fn a_territory_has_names() {
        let names = |code: &str| {
            let territory = Territory::parse(code).unwrap();
            (territory.name_fi(), territory.name_en())
        };
        assert_eq!(names("SE"), ("Ruotsi".into(), "Sweden".into()));
        assert_eq!(names("RU-MOSCOW"), ("Venäjä: Moskova".into(), "Russia: Moscow".into()));
        assert_eq!(names("SE-MALMO"), ("Ruotsi: MALMO".into(), "Sweden: MALMO".into()));
    }
}
