//! Sums of amounts that cannot overflow.
//!
//! The engines fail where a sum does not fit their integers, and a page that shows it would be gone for good. So
//! millions and the rest are summed apart and added here. A sum beyond [`LARGEST_SUM`] is shown as that; the data
//! check reports the amounts that made it.

use crate::prelude::*;

/// In ten-thousandths of a euro: ten million million euros. A few dozen such sums can still be added.
pub(crate) const LARGEST_SUM: i64 = 100_000_000_000_000_000;

const MILLION: i128 = 1_000_000;

/// Two columns that [`summed`] reads: the sum of `$amount` under the name `$name`, zero of no rows.
macro_rules! exact_sum {
    ($amount:literal, $name:literal) => {
        concat!(
            "CAST(COALESCE(SUM((",
            $amount,
            ") / 1000000), 0) AS BIGINT) AS ",
            $name,
            "_millions, CAST(COALESCE(SUM((",
            $amount,
            ") % 1000000), 0) AS BIGINT) AS ",
            $name,
            "_rest"
        )
    };
}
pub(crate) use exact_sum;

/// The sum that [`exact_sum`] gives two columns of.
pub(crate) fn summed(row: &Row<'_>, name: &str) -> StoreResult<Money> {
    let (millions, rest): (i64, i64) =
        (row.get(format!("{name}_millions").as_str())?, row.get(format!("{name}_rest").as_str())?);
    Ok(within_bounds(millions, rest))
}

fn within_bounds(millions: i64, rest: i64) -> Money {
    let sum = i128::from(millions) * MILLION + i128::from(rest);
    let largest = i128::from(LARGEST_SUM);
    Money::from_units(i64::try_from(sum.clamp(-largest, largest)).unwrap_or_default())
}

/// The one sum of a statement, which calls it `sum`.
pub(crate) struct Summed(pub Money);

impl ReadRow for Summed {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        summed(row, "sum").map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_up_to_their_bound() {
        assert_eq!(within_bounds(-3, -250_000), Money::from_units(-3_250_000));
        assert_eq!(within_bounds(2, -1), Money::from_units(1_999_999));
        assert_eq!(within_bounds(18_446_744_073_709, 540_000), Money::from_units(LARGEST_SUM));
        assert_eq!(within_bounds(i64::MIN, i64::MIN), Money::from_units(-LARGEST_SUM));
    }
}
