//! Rounding: the only place where digits are dropped.

use crate::{Money, MoneyError};

/// Divides, rounding half away from zero: 0.5 becomes 1 and −0.5 becomes −1, so that a credit note mirrors
/// its invoice to the cent.
pub(crate) fn divide(numerator: i128, denominator: i128) -> Result<i128, MoneyError> {
    if denominator == 0 {
        return Err(MoneyError::DivisionByZero);
    }
    let quotient = numerator.checked_div(denominator).ok_or(MoneyError::Overflow)?;
    let remainder = (numerator % denominator).unsigned_abs();
    if remainder >= denominator.unsigned_abs() - remainder {
        quotient.checked_add(numerator.signum() * denominator.signum()).ok_or(MoneyError::Overflow)
    } else {
        Ok(quotient)
    }
}

/// Brings the result of wide arithmetic back to the width that is stored.
pub(crate) fn narrow(wide: i128) -> Result<i64, MoneyError> {
    i64::try_from(wide).map_err(|_| MoneyError::Overflow)
}

/// Splits `total` in proportion to `weights` so that the shares are whole cents and add up to it exactly.
///
/// Each share is first cut down to whole cents. The cents left over go one each to the shares that were cut,
/// in the order given, so that every share is less than a cent from its exact size and a weight of zero gets
/// nothing. A negative total is the mirror image of the positive one.
pub fn allocate(total: Money, weights: &[u64]) -> Result<Vec<Money>, MoneyError> {
    let total_cents = total.cents().ok_or(MoneyError::NotWholeCents)?;
    let all_weights: u128 = weights.iter().copied().map(u128::from).sum();
    if all_weights == 0 {
        return Err(MoneyError::DivisionByZero);
    }

    // Both factors are 64-bit, so the product fits.
    let exact = |weight: u64| u128::from(total_cents.unsigned_abs()) * u128::from(weight);
    let cut: u128 = weights.iter().map(|&weight| exact(weight) / all_weights).sum();
    let mut left = u128::from(total_cents.unsigned_abs()) - cut;

    weights
        .iter()
        .map(|&weight| {
            let mut cents = exact(weight) / all_weights;
            if left > 0 && !exact(weight).is_multiple_of(all_weights) {
                cents += 1;
                left -= 1;
            }
            let cents = i64::try_from(cents).map_err(|_| MoneyError::Overflow)?;
            Money::from_cents(cents * total_cents.signum())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_away_from_zero() {
        let quotients =
            [(5, 10, 1), (-5, 10, -1), (5, -10, -1), (4, 10, 0), (-4, 10, 0), (15, 10, 2), (1, 3, 0)];
        for (numerator, denominator, expected) in quotients {
            assert_eq!(divide(numerator, denominator), Ok(expected), "{numerator} / {denominator}");
        }
    }

    #[test]
    fn an_odd_denominator_has_no_halves() {
        assert_eq!(divide(2, 5), Ok(0));
        assert_eq!(divide(3, 5), Ok(1));
    }

    #[test]
    fn the_edges_are_errors() {
        assert_eq!(divide(1, 0), Err(MoneyError::DivisionByZero));
        assert_eq!(divide(i128::MIN, -1), Err(MoneyError::Overflow));
        assert_eq!(divide(i128::MIN, 1), Ok(i128::MIN));
    }
}
