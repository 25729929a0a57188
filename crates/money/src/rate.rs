use std::fmt;

use crate::MoneyError;
use crate::decimal::{self, DecimalError, NO_BREAK_SPACE};

const DECIMALS_OF_FRACTION: u32 = 6;
const DECIMALS_OF_PERCENT: u32 = 4;

/// A tax rate, a contribution or another share of money, exact to a millionth of one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(i64);

impl Rate {
    pub const ZERO: Self = Self(0);
    pub const ONE: Self = Self(1_000_000);

    pub const fn from_millionths(millionths: i64) -> Self {
        Self(millionths)
    }

    /// From per cents: "25.5", "25,5 %".
    pub fn from_percent_str(text: &str) -> Result<Self, DecimalError> {
        decimal::parse(text, DECIMALS_OF_PERCENT, "%").map(Self)
    }

    /// From a part of one: "0.255".
    pub fn from_fraction_str(text: &str) -> Result<Self, DecimalError> {
        decimal::parse(text, DECIMALS_OF_FRACTION, "").map(Self)
    }

    pub const fn millionths(self) -> i64 {
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

    pub fn minus(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_sub(other.0).map(Self).ok_or(MoneyError::Overflow)
    }

    /// For programs, as a part of one: "0.255".
    pub fn plain_fraction(self) -> String {
        decimal::plain(self.0, DECIMALS_OF_FRACTION, 0)
    }

    /// For programs, in per cents: "25.5".
    pub fn plain_percent(self) -> String {
        decimal::plain(self.0, DECIMALS_OF_PERCENT, 0)
    }

    pub(crate) fn wide(self) -> i128 {
        self.0.into()
    }
}

/// For Finnish readers: "25,5 %".
impl fmt::Display for Rate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{NO_BREAK_SPACE}%", decimal::finnish(self.0, DECIMALS_OF_PERCENT, 0))
    }
}
