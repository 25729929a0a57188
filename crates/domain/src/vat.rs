//! VAT totals of a bill, per rate.
//!
//! Each line is printed in cents. The base of a rate is the sum of its printed lines, and its VAT is that base times
//! the rate, rounded once: adding up and multiplying what is printed gives what is printed, to the cent
//! (EN 16931, BR-CO-10 and BR-CO-17). The totals of the bill are sums of these figures.

use liksa_money::{Money, MoneyError, Rate};

use crate::named::named;

named! {
    /// How the lines of a bill were rounded when it was sent. What was sent stays as it was sent, and a credit note
    /// takes back to the cent what its bill asked for.
    #[derive(Default)]
    VatRounding {
        /// Each line to cents; VAT of their sum.
        #[default]
        ByLine = "LINE",
        /// The exact lines of a rate were added up, and sum and VAT were rounded apart. Bills that were sent before
        /// [`VatRounding::ByLine`] have it. The printed lines carry the rounding from line to line, so that they add
        /// up to the base; the base times the rate may be a cent off the VAT.
        BySum = "SUM",
    }
}

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

impl VatTotals {
    /// The totals with this VAT of some rates instead of their own.
    pub fn with_vat_of(mut self, known: &[(Rate, Money)]) -> Result<Self, MoneyError> {
        for category in &mut self.categories {
            let of_rate = known.iter().find(|(rate, _)| *rate == category.rate);
            category.vat = of_rate.map_or(category.vat, |(_, vat)| *vat);
        }
        self.vat = Money::sum(self.categories.iter().map(|category| category.vat))?;
        self.gross = self.net.plus(self.vat)?;
        Ok(self)
    }
}

/// A VAT-free line with all its decimals, and its rate.
pub type VatLine = (Rate, Money);

/// The lines as they are printed, in cents and in their order.
pub fn printed_nets(rounding: VatRounding, lines: &[VatLine]) -> Result<Vec<Money>, MoneyError> {
    let mut running: Vec<(Rate, Money, Money)> = Vec::new();
    let net = |(rate, amount): &VatLine| {
        if rounding == VatRounding::ByLine {
            return amount.rounded_to_cents();
        }
        let place = running.iter().position(|(known, ..)| known == rate).unwrap_or(running.len());
        if place == running.len() {
            running.push((*rate, Money::ZERO, Money::ZERO));
        }
        let (_, exact, printed) = &mut running[place];
        *exact = exact.plus(*amount)?;
        let sum = exact.rounded_to_cents()?;
        let net = sum.minus(*printed)?;
        *printed = sum;
        Ok(net)
    };
    lines.iter().map(net).collect()
}

/// Totals of the lines of a bill, as they are printed.
pub fn totals(rounding: VatRounding, lines: &[VatLine]) -> Result<VatTotals, MoneyError> {
    let nets = printed_nets(rounding, lines)?;
    let mut sums: Vec<(Rate, Money, Money)> = Vec::new();
    for ((rate, exact), net) in lines.iter().zip(nets) {
        match sums.iter_mut().find(|(known, ..)| known == rate) {
            Some((_, all_exact, base)) => (*all_exact, *base) = (all_exact.plus(*exact)?, base.plus(net)?),
            None => sums.push((*rate, *exact, net)),
        }
    }
    sums.sort_unstable_by_key(|(rate, ..)| std::cmp::Reverse(*rate));

    let category = |(rate, exact, net): (Rate, Money, Money)| {
        let taxed = if rounding == VatRounding::ByLine { net } else { exact };
        Ok(VatCategory { rate, net, vat: taxed.share(rate)? })
    };
    let categories = sums.into_iter().map(category).collect::<Result<Vec<_>, MoneyError>>()?;
    let net = Money::sum(categories.iter().map(|category| category.net))?;
    let vat = Money::sum(categories.iter().map(|category| category.vat))?;
    Ok(VatTotals { net, vat, gross: net.plus(vat)?, categories })
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
    fn vat_is_that_of_the_printed_lines() {
        // Three lines of 0.333 € are printed as 0.33 € each.
        let lines = [(percent("25.5"), money("0.333")); 3];
        let sums = totals(VatRounding::ByLine, &lines).unwrap();
        assert_eq!(sums.categories.len(), 1);
        assert_eq!((sums.net, sums.vat, sums.gross), (money("0.99"), money("0.25"), money("1.24")));
        // 33.333 + 7.035 = 40.368: 33.33 + 7.04 = 40.37, of which 25.5 % are 10.29435.
        let lines = [(percent("25.5"), money("33.333")), (percent("25.5"), money("7.035"))];
        let sums = totals(VatRounding::ByLine, &lines).unwrap();
        assert_eq!((sums.net, sums.vat), (money("40.37"), money("10.29")));
    }

    #[test]
    fn what_was_sent_before_keeps_its_totals() {
        let lines = [(percent("25.5"), money("0.333")); 3];
        let sums = totals(VatRounding::BySum, &lines).unwrap();
        assert_eq!((sums.net, sums.vat, sums.gross), (money("1.00"), money("0.25"), money("1.25")));
        let nets = printed_nets(VatRounding::BySum, &lines).unwrap();
        assert_eq!(nets, ["0.33", "0.34", "0.33"].map(money));
    }

    #[test]
    fn the_highest_rate_comes_first() {
        let lines = [("0", "10"), ("25.5", "100"), ("10", "50"), ("0", "5")];
        let lines = lines.map(|(rate, amount)| (percent(rate), money(amount)));
        let totals = totals(VatRounding::ByLine, &lines).unwrap();
        let rates: Vec<Rate> = totals.categories.iter().map(|category| category.rate).collect();
        assert_eq!(rates, [percent("25.5"), percent("10"), percent("0")]);
        assert_eq!((totals.net, totals.vat, totals.gross), (money("165"), money("30.50"), money("195.50")));
    }

    #[test]
    fn no_rows_cost_nothing() {
        for rounding in VatRounding::ALL {
            assert_eq!(totals(*rounding, &[]), Ok(VatTotals::default()));
        }
    }

    fn any_lines() -> impl Strategy<Value = Vec<VatLine>> {
        let rates = ["25.5", "24", "14", "13.5", "10", "0"].map(percent);
        let line = (0..rates.len(), -10_000_000_000i64..10_000_000_000)
            .prop_map(move |(rate, units)| (rates[rate], Money::from_units(units)));
        prop::collection::vec(line, 0..60)
    }

    fn sum_of(rate: Rate, lines: impl IntoIterator<Item = VatLine>) -> Money {
        Money::sum(lines.into_iter().filter(|(of, _)| *of == rate).map(|(_, amount)| amount)).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        /// BR-CO-17 to the letter, over the sum of what is printed (BR-CO-10).
        #[test]
        fn the_base_times_the_rate_is_the_vat(lines in any_lines()) {
            let sums = totals(VatRounding::ByLine, &lines).unwrap();
            let nets = printed_nets(VatRounding::ByLine, &lines).unwrap();
            prop_assert_eq!(nets.len(), lines.len());
            for category in &sums.categories {
                let printed = lines.iter().zip(&nets).map(|((rate, _), net)| (*rate, *net));
                prop_assert_eq!(sum_of(category.rate, printed), category.net);
                prop_assert_eq!(category.net.share(category.rate).unwrap(), category.vat);
            }
            prop_assert_eq!(Money::sum(nets.iter().copied()).unwrap(), sums.net);
            prop_assert_eq!(sums.net.plus(sums.vat).unwrap(), sums.gross);
            prop_assert!(sums.gross.cents().is_some());
        }
    }

    proptest! {
        #[test]
        fn old_totals_are_those_of_exact_sums(lines in any_lines()) {
            let sums = totals(VatRounding::BySum, &lines).unwrap();
            for category in &sums.categories {
                let exact = sum_of(category.rate, lines.clone());
                prop_assert_eq!(category.net, exact.rounded_to_cents().unwrap());
                prop_assert_eq!(category.vat, exact.share(category.rate).unwrap());
            }
            let nets = printed_nets(VatRounding::BySum, &lines).unwrap();
            prop_assert_eq!(Money::sum(nets).unwrap(), sums.net);
        }

        #[test]
        fn a_credit_note_mirrors_its_bill(lines in any_lines(), by_sum in any::<bool>()) {
            let rounding = if by_sum { VatRounding::BySum } else { VatRounding::ByLine };
            let mirrored: Vec<VatLine> =
                lines.iter().map(|(rate, amount)| (*rate, amount.negated().unwrap())).collect();
            let (bill, credit) = (totals(rounding, &lines).unwrap(), totals(rounding, &mirrored).unwrap());
            prop_assert_eq!(bill.gross.negated().unwrap(), credit.gross);
            prop_assert_eq!(bill.vat.negated().unwrap(), credit.vat);
        }

        #[test]
        fn no_amount_makes_it_panic(lines in prop::collection::vec((any::<i64>(), any::<i64>()), 0..5)) {
            let line = |&(rate, units): &(i64, i64)| (Rate::from_millionths(rate), Money::from_units(units));
            let lines: Vec<VatLine> = lines.iter().map(line).collect();
            for rounding in VatRounding::ALL {
                let _ = totals(*rounding, &lines);
            }
        }
    }
}
