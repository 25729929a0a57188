//! Occupations to choose from.

use std::sync::LazyLock;

use serde::Serialize;
use utoipa::ToSchema;

/// An occupation by the Finnish classification of 2010, which follows ISCO-08.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProfessionOnWire)]
pub struct Profession {
    pub code: &'static str,
    pub name_fi: &'static str,
    pub name_en: &'static str,
    /// The class of five digits that it is, where the class of four is divided.
    #[serde(skip)]
    part: Option<&'static str>,
}

/// Sorted by code. `data/README.md` names the source of the list.
static PROFESSIONS: LazyLock<Vec<Profession>> =
    LazyLock::new(|| include_str!("../../data/professions.csv").lines().filter_map(read_line).collect());

fn read_line(line: &'static str) -> Option<Profession> {
    let mut fields = line.split(';');
    let (code, name_fi, name_en) = (fields.next()?, fields.next()?, fields.next()?);
    Some(Profession { code, name_fi, name_en, part: fields.next() })
}

impl Profession {
    pub fn all() -> &'static [Self] {
        &PROFESSIONS
    }

    /// The code that the Incomes Register takes: the five digits of TK10, in which a class of four digits that is not
    /// divided ends in zero.
    pub fn register_code(code: &str) -> String {
        match Self::with_code(code).and_then(|profession| profession.part) {
            Some(part) => part.to_owned(),
            None => format!("{code:0<5}"),
        }
    }

    pub fn with_code(code: &str) -> Option<Self> {
        let index = PROFESSIONS.binary_search_by_key(&code, |profession| profession.code).ok()?;
        PROFESSIONS.get(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_and_in_order() {
        assert_eq!(PROFESSIONS.len(), include_str!("../../data/professions.csv").lines().count());
        assert!(PROFESSIONS.is_sorted_by(|one, other| one.code < other.code));
        for profession in Profession::all() {
            let digits = profession.code.bytes().all(|byte| byte.is_ascii_digit());
            assert!(digits && (4..=5).contains(&profession.code.len()), "{profession:?}");
            assert!(!profession.name_fi.is_empty() && !profession.name_en.is_empty(), "{profession:?}");
        }
        assert_eq!(
            Profession::with_code("2166").map(|one| one.name_en),
            Some("Graphic and multimedia designer")
        );
        assert_eq!(Profession::with_code("0000"), None);
    }

    #[test]
    fn the_register_gets_five_digits() {
        for (code, expected) in [("2166", "21660"), ("5322", "53222"), ("53222", "53222"), ("4110", "41100")]
        {
            assert_eq!(Profession::register_code(code), expected);
        }
        for Profession { code, part, .. } in Profession::all() {
            let registered = Profession::register_code(code);
            assert!(registered.len() == 5 && registered.starts_with(code), "{code}: {part:?}");
        }
    }
}
