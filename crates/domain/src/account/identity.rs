//! Identity of a person as a bank confirms it.

use jiff::civil::Date;
use liksa_finland::PersonalId;

use crate::problem::ErrorKey;

/// Only adults can make the contracts that working on one's own account needs.
const OF_AGE: i16 = 18;
const LONGEST_NAME: usize = 100;

/// Claims of the bank's answer, once its signature is checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct IdentityClaims<'a> {
    pub personal_id: Option<&'a str>,
    pub first_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
}

/// A person identified by a bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub personal_id: PersonalId,
    pub first_name: String,
    pub last_name: String,
}

impl IdentityClaims<'_> {
    /// The person, if all is there that identifies one.
    pub fn read(&self) -> Result<Identity, ErrorKey> {
        let personal_id = self.personal_id.and_then(|text| text.parse().ok());
        let name = |name: Option<&str>| {
            let name = name.unwrap_or_default().trim();
            let usable = !name.is_empty()
                && name.chars().count() <= LONGEST_NAME
                && !name.chars().any(char::is_control);
            usable.then(|| name.to_owned())
        };
        let personal_id = personal_id.ok_or(ErrorKey::IdentificationWithoutId)?;
        match (name(self.first_name), name(self.last_name)) {
            (Some(first_name), Some(last_name)) => Ok(Identity { personal_id, first_name, last_name }),
            _ => Err(ErrorKey::IdentificationFailed),
        }
    }
}

impl Identity {
    /// Whether the person may have an account of their own.
    pub fn must_be_of_age(&self, today: Date) -> Result<(), ErrorKey> {
        let born = self.personal_id.birth_date();
        let birthday = (today.month(), today.day()) >= (born.month(), born.day());
        let years = today.year() - born.year() - i16::from(!birthday);
        if years >= OF_AGE { Ok(()) } else { Err(ErrorKey::TooYoung) }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const MAIJA: IdentityClaims<'_> = IdentityClaims {
        personal_id: Some("010190-900P"),
        first_name: Some("Maija Liisa"),
        last_name: Some(" Äkäslompolo "),
    };

    #[test]
    fn a_person_needs_an_id_and_a_name() {
        let maija = MAIJA.read().unwrap();
        assert_eq!((maija.first_name.as_str(), maija.last_name.as_str()), ("Maija Liisa", "Äkäslompolo"));
        assert_eq!(maija.personal_id.birth_date(), date(1990, 1, 1));
        let (without_id, failed) = (ErrorKey::IdentificationWithoutId, ErrorKey::IdentificationFailed);
        for (lacking, key) in [
            (IdentityClaims { personal_id: None, ..MAIJA }, without_id),
            (IdentityClaims { personal_id: Some("010190-900X"), ..MAIJA }, without_id),
            (IdentityClaims { first_name: Some(" "), ..MAIJA }, failed),
            (IdentityClaims { last_name: None, ..MAIJA }, failed),
        ] {
            assert_eq!(lacking.read(), Err(key), "{lacking:?}");
        }
    }

    #[test]
    fn one_is_of_age_from_the_birthday_on() {
        let young = IdentityClaims { personal_id: Some("040312A9026"), ..MAIJA }.read().unwrap();
        assert_eq!(young.must_be_of_age(date(2030, 3, 3)), Err(ErrorKey::TooYoung));
        assert_eq!(young.must_be_of_age(date(2030, 3, 4)), Ok(()));
    }
}
