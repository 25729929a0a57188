use crate::{Money, MoneyError};

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
