use std::fmt;
use std::str::FromStr;

use crate::checks::compact;
use crate::{BusinessId, BusinessIdError};

/// A VAT number of an EU country: the country's letters and the number.
///
/// A Finnish one contains a business id, which is checked. Of the others only the shape is checked;
/// whether one is in force is known to the register of its country.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VatNumber(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VatNumberError {
    #[error("a VAT number starts with the letters of an EU country")]
    UnknownCountry,
    #[error("the VAT number does not look like those of its country")]
    WrongShape,
    #[error("the Finnish VAT number holds no valid business id: {0}")]
    WrongBusinessId(#[from] BusinessIdError),
}

const COUNTRY_LETTERS: usize = 2;

/// Shapes of the numbers of each country, as the European Commission lists them for its register of VAT numbers (VIES,
/// "VAT identification number structure"): `9` is a digit, `a` for a letter, `*` for either, and anything else for
/// itself. EL is Greece and XI Northern Ireland, which trades goods as if in the EU.
const SHAPES: [(&str, &[&str]); 28] = [
    ("AT", &["U99999999"]),
    ("BE", &["0999999999", "1999999999"]),
    ("BG", &["999999999", "9999999999"]),
    ("CY", &["99999999a"]),
    ("CZ", &["99999999", "999999999", "9999999999"]),
    ("DE", &["999999999"]),
    ("DK", &["99999999"]),
    ("EE", &["999999999"]),
    ("EL", &["999999999"]),
    ("ES", &["a9999999*", "99999999a"]),
    ("FI", &["99999999"]),
    ("FR", &["**999999999"]),
    ("HR", &["99999999999"]),
    ("HU", &["99999999"]),
    ("IE", &["9999999a", "9999999aa", "9a99999a"]),
    ("IT", &["99999999999"]),
    ("LT", &["999999999", "999999999999"]),
    ("LU", &["99999999"]),
    ("LV", &["99999999999"]),
    ("MT", &["99999999"]),
    ("NL", &["*********B**"]),
    ("PL", &["9999999999"]),
    ("PT", &["999999999"]),
    ("RO", &["99", "999", "9999", "99999", "999999", "9999999", "99999999", "999999999", "9999999999"]),
    ("SE", &["999999999999"]),
    ("SI", &["99999999"]),
    ("SK", &["9999999999"]),
    ("XI", &["999999999", "999999999999", "GD999", "HA999"]),
];

impl VatNumber {
    /// For machines, without spaces: "FI20774740".
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The country's letters as in VAT numbers, where Greece is EL.
    pub fn country(&self) -> &str {
        &self.0[..COUNTRY_LETTERS]
    }

    pub fn is_finnish(&self) -> bool {
        self.country() == "FI"
    }

    /// Whether it is of another EU country, to which services are sold without VAT. Northern Ireland is in the EU for
    /// goods alone.
    pub fn is_of_another_member_state(&self) -> bool {
        !self.is_finnish() && self.country() != "XI"
    }
}

impl From<&BusinessId> for VatNumber {
    fn from(id: &BusinessId) -> Self {
        Self(format!("FI{}", id.digits()))
    }
}

impl FromStr for VatNumber {
    type Err = VatNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = compact(text).ok_or(VatNumberError::WrongShape)?;
        let (country, number) =
            text.split_at_checked(COUNTRY_LETTERS).ok_or(VatNumberError::UnknownCountry)?;
        let (_, shapes) =
            SHAPES.iter().find(|(letters, _)| *letters == country).ok_or(VatNumberError::UnknownCountry)?;
        if !shapes.iter().any(|shape| has_shape(number, shape)) {
            return Err(VatNumberError::WrongShape);
        }
        if country == "FI" {
            BusinessId::from_digits(number)?;
        }
        Ok(Self(text))
    }
}

fn has_shape(number: &str, shape: &str) -> bool {
    number.len() == shape.len()
        && number.chars().zip(shape.chars()).all(|(character, wanted)| match wanted {
            '9' => character.is_ascii_digit(),
            'a' => character.is_ascii_uppercase(),
            '*' => character.is_ascii_alphanumeric(),
            literal => character == literal,
        })
}

impl fmt::Display for VatNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
