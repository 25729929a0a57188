//! VAT totals of a bill, per rate.
//!
//! The VAT-free rows of one rate are added up with all their decimals, and only then are the sum and its VAT
//! rounded to cents. The totals of the bill are sums of these rounded figures, so that
//! adding up the printed figures gives the printed totals.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Rate};
use liksa_rates::{Rates, RatesError};

/// All rows of one VAT rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VatCategory {
    pub rate: Rate,
    /// VAT-free, in cents.
    pub net: Money,
    pub vat: Money,
}

/// What the customer pays, and its parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VatTotals {
    /// The highest rate first.
    pub categories: Vec<VatCategory>,
    pub net: Money,
    pub vat: Money,
    pub gross: Money,
}

/// Totals of VAT-free lines, each with its rate.
pub fn totals(lines: impl IntoIterator<Item = (Rate, Money)>) -> Result<VatTotals, MoneyError> {
    let mut exact: Vec<(Rate, Money)> = Vec::new();
    for (rate, amount) in lines {
        match exact.iter_mut().find(|(known, _)| *known == rate) {
            Some((_, sum)) => *sum = sum.plus(amount)?,
            None => exact.push((rate, amount)),
        }
    }
    exact.sort_unstable_by_key(|(rate, _)| std::cmp::Reverse(*rate));

    let category = |(rate, sum): (Rate, Money)| {
        Ok(VatCategory { rate, net: sum.rounded_to_cents()?, vat: sum.share(rate)? })
    };
    let categories = exact.into_iter().map(category).collect::<Result<Vec<_>, MoneyError>>()?;
    let net = Money::sum(categories.iter().map(|category| category.net))?;
    let vat = Money::sum(categories.iter().map(|category| category.vat))?;
    Ok(VatTotals { net, vat, gross: net.plus(vat)?, categories })
}

/// Whether an invoice row of this day may carry the rate.
pub fn is_legal(rate: Rate, date: Date) -> Result<bool, RatesError> {
    Ok(Rates::for_date(date)?.vat.is_legal(rate, date))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    fn percent(text: &str) -> Rate {
        Rate::from_percent_str(text).unwrap()
    }

    #[test]
    fn rounding_happens_once_per_rate() {
        // Three rows of 0.333 € round to 0.99 € one by one and to 1.00 € together.
        let lines = [(percent("25.5"), money("0.333")); 3];
        let totals = totals(lines).unwrap();
        assert_eq!(totals.categories.len(), 1);
        assert_eq!((totals.net, totals.vat, totals.gross), (money("1.00"), money("0.25"), money("1.25")));
    }

    #[test]
    fn the_highest_rate_comes_first() {
        let lines = [("0", "10"), ("25.5", "100"), ("10", "50"), ("0", "5")];
        let totals = totals(lines.map(|(rate, amount)| (percent(rate), money(amount)))).unwrap();
        let rates: Vec<Rate> = totals.categories.iter().map(|category| category.rate).collect();
        assert_eq!(rates, [percent("25.5"), percent("10"), percent("0")]);
        assert_eq!((totals.net, totals.vat, totals.gross), (money("165"), money("30.50"), money("195.50")));
    }

    #[test]
    fn no_rows_cost_nothing() {
        assert_eq!(totals([]), Ok(VatTotals::default()));
    }

    proptest! {
        #[test]
        fn totals_are_the_sums_by_rate(
            lines in prop::collection::vec((0usize..6, -10_000_000_000i64..10_000_000_000), 0..60)
        ) {
            let rates = ["25.5", "24", "14", "13.5", "10", "0"].map(percent);
            let rows = || lines.iter().map(|&(rate, units)| (rates[rate], Money::from_units(units)));
            let totals = totals(rows()).unwrap();

            prop_assert_eq!(totals.net.plus(totals.vat).unwrap(), totals.gross);
            for rate in rates {
                let sum = Money::sum(rows().filter(|(of, _)| *of == rate).map(|(_, amount)| amount)).unwrap();
                let category = totals.categories.iter().find(|category| category.rate == rate);
                prop_assert_eq!(category.map(|c| c.net).unwrap_or_default(), sum.rounded_to_cents().unwrap());
                prop_assert_eq!(category.map(|c| c.vat).unwrap_or_default(), sum.share(rate).unwrap());
            }
            let nets = totals.categories.iter().map(|category| category.net);
            prop_assert_eq!(Money::sum(nets).unwrap(), totals.net);
            let vats = totals.categories.iter().map(|category| category.vat);
            prop_assert_eq!(Money::sum(vats).unwrap(), totals.vat);
            prop_assert!(totals.gross.cents().is_some());
        }

        #[test]
        fn a_credit_note_mirrors_its_bill(
            lines in prop::collection::vec((0usize..3, -10_000_000_000i64..10_000_000_000), 0..20)
        ) {
            let rates = ["25.5", "10", "0"].map(percent);
            let rows = |sign: i64| {
                lines.iter().map(move |&(rate, units)| (rates[rate], Money::from_units(sign * units)))
            };
            let (bill, credit) = (totals(rows(1)).unwrap(), totals(rows(-1)).unwrap());
            prop_assert_eq!(bill.gross.negated().unwrap(), credit.gross);
            prop_assert_eq!(bill.vat.negated().unwrap(), credit.vat);
        }

        #[test]
        fn no_amount_makes_it_panic(lines in prop::collection::vec((any::<i64>(), any::<i64>()), 0..5)) {
            let line = |&(rate, units): &(i64, i64)| (Rate::from_millionths(rate), Money::from_units(units));
            let _ = totals(lines.iter().map(line));
        }
    }
}
