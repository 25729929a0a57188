//! Money and rates as exact integers, rounded in one named place.
//!
//! An amount is a whole number of ten-thousandths of a euro, a rate a whole number of millionths of one.
//! Every operation is exact or says so: it rounds once, half away from zero, and to whole cents unless its
//! name says otherwise. Nothing here overflows silently and nothing panics.

mod decimal;
mod json;
mod money;
mod quantity;
mod rate;
mod rounding;

pub use decimal::DecimalError;
pub use json::{Percent, serialize_percent};
pub use money::Money;
pub use quantity::Quantity;
pub use rate::Rate;
pub use rounding::allocate;

/// Why a calculation with money has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    #[error("the amount is too large to hold")]
    Overflow,
    #[error("division by zero")]
    DivisionByZero,
    #[error("the amount is not in whole cents")]
    NotWholeCents,
}
