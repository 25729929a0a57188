//! Properties of all amounts, checked on random ones.

use liksa_money::{Money, MoneyError, Quantity, Rate, allocate};
use proptest::prelude::*;

/// Whole ranges and the small numbers of daily life, where roundings meet their halves.
fn units() -> impl Strategy<Value = i64> {
    prop_oneof![any::<i64>(), -10_000_000_i64..10_000_000, -200_i64..200]
}

fn fits(wide: i128) -> Result<Money, MoneyError> {
    i64::try_from(wide).map(Money::from_units).map_err(|_| MoneyError::Overflow)
}

/// Rounding half away from zero, written another way: add half a divisor to the magnitude, then cut.
fn rounded(numerator: i128, divisor: i128) -> i128 {
    let magnitude = (2 * numerator.abs() + divisor.abs()) / (2 * divisor.abs());
    magnitude * numerator.signum() * divisor.signum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn arithmetic_agrees_with_wider_integers(a in units(), b in units()) {
        let (x, y) = (Money::from_units(a), Money::from_units(b));
        let (a, b) = (i128::from(a), i128::from(b));
        prop_assert_eq!(x.plus(y), fits(a + b));
        prop_assert_eq!(x.minus(y), fits(a - b));
        prop_assert_eq!(x.negated(), fits(-a));
        prop_assert_eq!(x.times(y.units()), fits(a * b));
        prop_assert_eq!(Money::sum([x, y, x]), fits(a + b + a));
    }

    #[test]
    fn every_rounding_is_half_away_from_zero(a in units(), b in units(), c in units()) {
        let (amount, rate) = (Money::from_units(a), Rate::from_millionths(b));
        let (wide, millionths) = (i128::from(a), i128::from(b));
        let in_cents = |numerator: i128, divisor: i128| match divisor {
            0 => Err(MoneyError::DivisionByZero),
            _ => fits(rounded(numerator, divisor * 100) * 100),
        };
        prop_assert_eq!(amount.rounded_to_cents(), in_cents(wide, 1));
        prop_assert_eq!(amount.share(rate), in_cents(wide * millionths, 1_000_000));
        prop_assert_eq!(amount.divided_by_one_plus(rate), in_cents(wide * 1_000_000, 1_000_000 + millionths));
        prop_assert_eq!(amount.share_included(rate), in_cents(wide * millionths, 1_000_000 + millionths));
        prop_assert_eq!(amount.fraction(b, c), in_cents(wide * millionths, i128::from(c)));
        prop_assert_eq!(
            amount.times_quantity(Quantity::from_parts(b)),
            fits(rounded(wide * i128::from(b), 10_000))
        );
        prop_assert_eq!(amount.price_with(rate), fits(rounded(wide * (1_000_000 + millionths), 1_000_000)));
        let hourly = match b {
            0 => Err(MoneyError::DivisionByZero),
            _ => fits(rounded(wide * 10_000, millionths * 10) * 10),
        };
        prop_assert_eq!(amount.per(Quantity::from_parts(b)), hourly);
    }

    #[test]
    fn rounding_is_symmetric(a in -1_000_000_000_i64..1_000_000_000, b in 0_i64..2_000_000) {
        let (amount, mirror) = (Money::from_units(a), Money::from_units(-a));
        let rate = Rate::from_millionths(b);
        let negated = |result: Result<Money, MoneyError>| result.and_then(Money::negated);
        prop_assert_eq!(mirror.rounded_to_cents(), negated(amount.rounded_to_cents()));
        prop_assert_eq!(mirror.share(rate), negated(amount.share(rate)));
        prop_assert_eq!(mirror.divided_by_one_plus(rate), negated(amount.divided_by_one_plus(rate)));
    }

    #[test]
    fn allocation_is_exact_and_fair(
        cents in prop_oneof![-10_000_i64..10_000, i64::MIN / 100..=i64::MAX / 100],
        weights in prop::collection::vec(prop_oneof![0_u64..10, any::<u64>()], 1..12),
    ) {
        prop_assume!(weights.iter().any(|&weight| weight > 0));
        let total = Money::from_cents(cents).unwrap();
        let shares = allocate(total, &weights).unwrap();
        prop_assert_eq!(shares.len(), weights.len());
        prop_assert_eq!(Money::sum(shares.iter().copied()), Ok(total));

        let all_weights: i128 = weights.iter().map(|&weight| i128::from(weight)).sum();
        for (share, weight) in shares.into_iter().zip(weights) {
            let exact = i128::from(cents) * i128::from(weight);
            let given = i128::from(share.cents().unwrap()) * all_weights;
            prop_assert!((given - exact).abs() < all_weights, "{share} is a cent or more off");
        }
    }

    #[test]
    fn printed_amounts_read_back(a in units()) {
        let (amount, rate, quantity) = (Money::from_units(a), Rate::from_millionths(a), Quantity::from_parts(a));
        prop_assert_eq!(amount.to_string().parse(), Ok(amount));
        prop_assert_eq!(amount.plain().parse(), Ok(amount));
        prop_assert_eq!(Rate::from_percent_str(&rate.to_string()), Ok(rate));
        prop_assert_eq!(Rate::from_percent_str(&rate.plain_percent()), Ok(rate));
        prop_assert_eq!(Rate::from_fraction_str(&rate.plain_fraction()), Ok(rate));
        prop_assert_eq!(quantity.to_string().parse(), Ok(quantity));
        prop_assert_eq!(quantity.plain().parse(), Ok(quantity));
    }

    #[test]
    fn no_text_makes_reading_panic(text in prop_oneof![".*", "[-−+ \u{a0}€%0-9.,eE]{0,70}"]) {
        let _ = text.parse::<Money>();
        let _ = text.parse::<Quantity>();
        let _ = Rate::from_percent_str(&text);
        let _ = Rate::from_fraction_str(&text);
    }
}
