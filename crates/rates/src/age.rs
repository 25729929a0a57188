//! Who is of the age for a contribution.

use jiff::civil::Date;
use serde::Deserialize;

/// Age of a person, by what is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Age {
    Born(Date),
    /// Plain years on the payday, for a calculator that asks no date of birth.
    Years(u8),
}

/// A contribution is due from the month after turning `from` to the end of the month of turning `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgeLimits {
    pub from: i16,
    pub end: i16,
}

const MONTHS_PER_YEAR: i32 = 12;

impl AgeLimits {
    /// The years in which TyEL and YEL used to be dearer.
    pub const FROM_53_TO_62: Self = Self { from: 53, end: 63 };

    pub fn cover(self, age: Age, payday: Date) -> bool {
        match age {
            Age::Born(born) => {
                let months = month_number(payday) - month_number(born);
                months > i32::from(self.from) * MONTHS_PER_YEAR
                    && months <= i32::from(self.end) * MONTHS_PER_YEAR
            }
            Age::Years(years) => (self.from..self.end).contains(&i16::from(years)),
        }
    }
}

fn month_number(date: Date) -> i32 {
    i32::from(date.year()) * MONTHS_PER_YEAR + i32::from(date.month())
}

/// The age at which the duty to insure for a pension ends; it rises with the year of birth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PensionEnd {
    born_to_1957: i16,
    born_1958_to_1961: i16,
    born_1962_on: i16,
}

impl PensionEnd {
    pub fn for_age(self, age: Age, payday: Date) -> i16 {
        let born = match age {
            Age::Born(date) => date.year(),
            Age::Years(years) => payday.year() - i16::from(years),
        };
        match born {
            ..=1957 => self.born_to_1957,
            1958..=1961 => self.born_1958_to_1961,
            1962.. => self.born_1962_on,
        }
    }
}
