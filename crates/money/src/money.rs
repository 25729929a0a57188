use std::fmt;
use std::str::FromStr;

use crate::decimal::{self, DecimalError, NO_BREAK_SPACE};
use crate::rounding::{divide, narrow};
use crate::{MoneyError, Quantity, Rate};

const DECIMALS: u32 = 4;
const UNITS_PER_EURO: i64 = 10_000;
const UNITS_PER_CENT: i64 = 100;

/// An amount in euros, exact to a ten-thousandth. Amounts that are paid or booked are whole cents; the two
/// further decimals are for unit prices and the rows made of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

impl Money {
    pub const ZERO: Self = Self(0);

    /// From ten-thousandths of a euro, the form in which amounts are stored.
    pub const fn from_units(units: i64) -> Self {
        Self(units)
    }

    /// Reads an amount like [`str::parse`], but rounds further decimals than four, half away from zero.
    pub fn parse_rounded(text: &str) -> Result<Self, DecimalError> {
        decimal::parse_rounded(text, DECIMALS, "€").map(Self)
    }

    pub const fn from_cents(cents: i64) -> Result<Self, MoneyError> {
        match cents.checked_mul(UNITS_PER_CENT) {
            Some(units) => Ok(Self(units)),
            None => Err(MoneyError::Overflow),
        }
    }

    /// From whole euros; the narrow type makes it always succeed.
    pub const fn euros(euros: i32) -> Self {
        // `From` is not const yet; widening i32 loses nothing.
        Self(euros as i64 * UNITS_PER_EURO)
    }

    /// Ten-thousandths of a euro, the form in which amounts are stored.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// The amount in cents, unless it has a fraction of a cent.
    pub const fn cents(self) -> Option<i64> {
        if self.0 % UNITS_PER_CENT == 0 { Some(self.0 / UNITS_PER_CENT) } else { None }
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_add(other.0).map(Self).ok_or(MoneyError::Overflow)
    }

    pub fn minus(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_sub(other.0).map(Self).ok_or(MoneyError::Overflow)
    }

    pub fn negated(self) -> Result<Self, MoneyError> {
        self.0.checked_neg().map(Self).ok_or(MoneyError::Overflow)
    }

    pub fn times(self, factor: i64) -> Result<Self, MoneyError> {
        self.0.checked_mul(factor).map(Self).ok_or(MoneyError::Overflow)
    }

    /// Adds up; only the sum has to fit, whatever the order of the amounts.
    pub fn sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, MoneyError> {
        narrow(amounts.into_iter().map(|amount| i128::from(amount.0)).sum()).map(Self)
    }

    pub fn rounded_to_cents(self) -> Result<Self, MoneyError> {
        Self::whole_cents(self.0.into(), 1)
    }

    /// `rate` of this, to the cent: 25.5 % of 100.00 is 25.50.
    pub fn share(self, rate: Rate) -> Result<Self, MoneyError> {
        Self::whole_cents(self.wide() * rate.wide(), Rate::ONE.wide())
    }

    /// Amounts, each at its own rate, added up and rounded once to the cent: 0.50 at 25 % and another 0.50 at
    /// 25 % are 0.25, where two roundings would make it 0.26.
    pub fn sum_of_shares(parts: &[(Self, Rate)]) -> Result<Self, MoneyError> {
        let exact =
            parts.iter().try_fold(0_i128, |sum, (amount, rate)| sum.checked_add(amount.wide() * rate.wide()));
        Self::whole_cents(exact.ok_or(MoneyError::Overflow)?, Rate::ONE.wide())
    }

    /// Amount that gives this when `rate` of it is added, to the cent: 125.50 without its 25.5 % is 100.00.
    pub fn divided_by_one_plus(self, rate: Rate) -> Result<Self, MoneyError> {
        Self::whole_cents(self.wide() * Rate::ONE.wide(), Rate::ONE.wide() + rate.wide())
    }

    /// The part of this that `rate` added to it, to the cent: of 125.50 with its 25.5 % it is 25.50.
    pub fn share_included(self, rate: Rate) -> Result<Self, MoneyError> {
        Self::whole_cents(self.wide() * rate.wide(), Rate::ONE.wide() + rate.wide())
    }

    /// A fraction such as two thirds, to the cent.
    pub fn fraction(self, numerator: i64, denominator: i64) -> Result<Self, MoneyError> {
        Self::whole_cents(self.wide() * i128::from(numerator), denominator.into())
    }

    /// Price of `quantity` at this unit price, to all four decimals.
    pub fn times_quantity(self, quantity: Quantity) -> Result<Self, MoneyError> {
        narrow(divide(self.wide() * quantity.wide(), Quantity::ONE.wide())?).map(Self)
    }

    /// Unit price when `quantity` costs this, to three decimals, as hourly prices have.
    pub fn per(self, quantity: Quantity) -> Result<Self, MoneyError> {
        const UNITS_PER_THOUSANDTH: i64 = UNITS_PER_EURO / 1_000;
        let divisor = quantity.wide() * i128::from(UNITS_PER_THOUSANDTH);
        let thousandths = divide(self.wide() * Quantity::ONE.wide(), divisor)?;
        narrow(thousandths * i128::from(UNITS_PER_THOUSANDTH)).map(Self)
    }

    /// This price with `rate` added, to all four decimals: what a row shows beside its VAT-free price.
    pub fn price_with(self, rate: Rate) -> Result<Self, MoneyError> {
        let product = self.wide() * (Rate::ONE.wide() + rate.wide());
        narrow(divide(product, Rate::ONE.wide())?).map(Self)
    }

    /// The price that `rate` was added to, to all four decimals.
    pub fn price_without(self, rate: Rate) -> Result<Self, MoneyError> {
        narrow(divide(self.wide() * Rate::ONE.wide(), Rate::ONE.wide() + rate.wide())?).map(Self)
    }

    /// This as a part of `whole`, to the millionth.
    pub fn ratio_to(self, whole: Self) -> Result<Rate, MoneyError> {
        narrow(divide(self.wide() * Rate::ONE.wide(), whole.wide())?).map(Rate::from_millionths)
    }

    /// For programs: "-1234.50". A dot, no grouping, two decimals, or up to four where there are that many.
    pub fn plain(self) -> String {
        decimal::plain(self.0, DECIMALS, 2)
    }

    /// The single rounding of every amount that has to be whole cents. `units` and `divisor` are products of
    /// at most two stored numbers, so that nothing here comes near the limits of i128.
    fn whole_cents(units: i128, divisor: i128) -> Result<Self, MoneyError> {
        let cents = divide(units, divisor * i128::from(UNITS_PER_CENT))?;
        narrow(cents).and_then(Self::from_cents)
    }

    fn wide(self) -> i128 {
        self.0.into()
    }
}

/// For Finnish readers: "−1 234,50 €", unbreakable, with two decimals or up to four where there are that many.
impl fmt::Display for Money {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{NO_BREAK_SPACE}€", decimal::finnish(self.0, DECIMALS, 2))
    }
}

/// Reads what people and programs write: "1 234,5", "1234.50", "−7 €". A lone separator is always the decimal
/// one, so "1.234" is one euro and some cents.
impl FromStr for Money {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        decimal::parse(text, DECIMALS, "€").map(Self)
    }
}
