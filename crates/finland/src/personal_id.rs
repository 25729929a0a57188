use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;

use crate::checks::all_digits;

/// A Finnish personal identity code (henkilötunnus): DDMMYY, a sign for the century, three digits, a check
/// character.
///
/// Numbers 002–899 are permanent, 900–999 temporary or for tests; the latter are accepted and recognised by
/// [`PersonalId::is_temporary`]. 000 and 001 were never issued and
/// are refused. A letter may be typed in lower case, but the sign between is the ASCII hyphen, not a dash.
///
/// There is no `Display` and `Debug` hides the value: use [`PersonalId::as_str`] to print it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PersonalId {
    code: String,
    birth_date: Date,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PersonalIdError {
    #[error("a personal id is a birth date, a century sign, three digits and a check character")]
    WrongShape,
    #[error("the personal id starts with no real date")]
    NoSuchDate,
    #[error("the number within the day is never issued")]
    NeverIssued,
    #[error("the check character of the personal id does not match")]
    WrongCheckCharacter,
}

/// Sex according to the personal id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sex {
    Female,
    Male,
}

const LENGTH: usize = 11;
const CHECK_CHARACTERS: &[u8; 31] = b"0123456789ABCDEFHJKLMNPRSTUVWXY";
const FIRST_ISSUED: u32 = 2;
const FIRST_TEMPORARY: u32 = 900;

impl PersonalId {
    /// The whole code, for documents and registers; never for logs.
    pub fn as_str(&self) -> &str {
        &self.code
    }

    pub fn birth_date(&self) -> Date {
        self.birth_date
    }

    pub fn sex(&self) -> Sex {
        if self.number().is_multiple_of(2) { Sex::Female } else { Sex::Male }
    }

    /// Whether the number is temporary or for tests.
    pub fn is_temporary(&self) -> bool {
        self.number() >= FIRST_TEMPORARY
    }

    fn number(&self) -> u32 {
        number(&self.code[7..10])
    }
}

/// Reads a short text that is known to be digits.
fn number(digits: &str) -> u32 {
    digits.bytes().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
}

/// The signs beside `-` and `A` came into use in 2023, when those were running out.
fn century(sign: u8) -> Option<i16> {
    match sign {
        b'+' => Some(1800),
        b'-' | b'Y' | b'X' | b'W' | b'V' | b'U' => Some(1900),
        b'A' | b'B' | b'C' | b'D' | b'E' | b'F' => Some(2000),
        _ => None,
    }
}

impl FromStr for PersonalId {
    type Err = PersonalIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.len() != LENGTH || !text.is_ascii() {
            return Err(PersonalIdError::WrongShape);
        }
        let code = text.to_ascii_uppercase();
        let (day, individual) = (&code[..6], &code[7..10]);
        if !all_digits(day) || !all_digits(individual) {
            return Err(PersonalIdError::WrongShape);
        }
        let century = century(code.as_bytes()[6]).ok_or(PersonalIdError::WrongShape)?;
        let birth_date = date(day, century).ok_or(PersonalIdError::NoSuchDate)?;
        if number(individual) < FIRST_ISSUED {
            return Err(PersonalIdError::NeverIssued);
        }
        let check = CHECK_CHARACTERS.get(check_place(day, individual));
        if check != code.as_bytes().last() {
            return Err(PersonalIdError::WrongCheckCharacter);
        }
        Ok(Self { code, birth_date })
    }
}

fn date(ddmmyy: &str, century: i16) -> Option<Date> {
    let two_digits = |from: usize| i8::try_from(number(&ddmmyy[from..from + 2])).ok();
    Date::new(century + i16::from(two_digits(4)?), two_digits(2)?, two_digits(0)?).ok()
}

/// The nine digits of the code as one number, mod 31.
fn check_place(day: &str, individual: &str) -> usize {
    (number(day) * 1_000 + number(individual)) as usize % CHECK_CHARACTERS.len()
}

impl fmt::Debug for PersonalId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PersonalId(…)")
    }
}
