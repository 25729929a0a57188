//! The largest amounts that are taken in, from people and from banks alike.
//!
//! They are far above anything that a provider of this kind bills or pays, and far below what a sum can hold:
//! ninety thousand bank files of the largest sum still add up. Whatever is above is a typing mistake or an attack,
//! and is refused where it comes in.

use liksa_money::{Money, Quantity};

/// Of one amount, in either direction: a price, a bill, a payment, a refund, a ceiling.
pub const LARGEST_AMOUNT: Money = Money::euros(100_000_000);

/// Of all amounts of one bank file together, in either direction: ten thousand million euros.
pub const LARGEST_FILE_SUM: Money = Money::from_units(100_000_000_000_000);

/// Hours, pieces or kilometres on one row.
pub const LARGEST_QUANTITY: Quantity = Quantity::whole(1_000_000);

pub fn is_within(amount: Money, largest: Money) -> bool {
    amount.units().unsigned_abs() <= largest.units().unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_in_both_directions() {
        for (amount, within) in [
            (LARGEST_AMOUNT, true),
            (LARGEST_AMOUNT.negated().unwrap(), true),
            (LARGEST_AMOUNT.plus(Money::from_units(1)).unwrap(), false),
            (Money::from_units(i64::MIN), false),
        ] {
            assert_eq!(is_within(amount, LARGEST_AMOUNT), within, "{amount}");
        }
    }

    #[test]
    fn ninety_thousand_files_of_the_largest_sum_add_up() {
        assert!(LARGEST_FILE_SUM.times(90_000).is_ok());
    }
}
