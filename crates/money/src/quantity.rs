use std::fmt;
use std::str::FromStr;

use crate::MoneyError;
use crate::decimal::{self, DecimalError};
use crate::rounding::{divide, narrow};

const DECIMALS: u32 = 4;
const PARTS_PER_ONE: i64 = 10_000;
const PARTS_PER_HUNDREDTH: i64 = 100;

/// A number of hours, days, kilometres or pieces, exact to a ten-thousandth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(i64);

impl Quantity {
    pub const ZERO: Self = Self(0);
    pub const ONE: Self = Self(PARTS_PER_ONE);

    /// From ten-thousandths of one, the form in which quantities are stored.
    pub const fn from_parts(parts: i64) -> Self {
        Self(parts)
    }

    /// From a whole number; the narrow type makes it always succeed.
    pub const fn whole(number: i32) -> Self {
        // `From` is not const yet; widening i32 loses nothing.
        Self(number as i64 * PARTS_PER_ONE)
    }

    /// Ten-thousandths of one, the form in which quantities are stored.
    pub const fn parts(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_add(other.0).map(Self).ok_or(MoneyError::Overflow)
    }

    pub fn negated(self) -> Result<Self, MoneyError> {
        self.0.checked_neg().map(Self).ok_or(MoneyError::Overflow)
    }

    /// The average of `count`, to two decimals.
    pub fn average(self, count: i64) -> Result<Self, MoneyError> {
        let hundredths = divide(self.wide(), i128::from(count) * i128::from(PARTS_PER_HUNDREDTH))?;
        narrow(hundredths * i128::from(PARTS_PER_HUNDREDTH)).map(Self)
    }

    /// For programs: "12.75".
    pub fn plain(self) -> String {
        decimal::plain(self.0, DECIMALS, 0)
    }

    pub(crate) fn wide(self) -> i128 {
        self.0.into()
    }
}

/// For Finnish readers: "12,75".
impl fmt::Display for Quantity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&decimal::finnish(self.0, DECIMALS, 0))
    }
}

/// Reads what people and programs write: "12,75", "1 200".
impl FromStr for Quantity {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        decimal::parse(text, DECIMALS, "").map(Self)
    }
}
