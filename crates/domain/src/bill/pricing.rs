//! How the price of a row is made.

use liksa_money::{Money, MoneyError, Quantity, Rate};

use crate::amount_limits::{LARGEST_AMOUNT, is_within};

/// In ten-thousandths of a euro, as amounts are compared below.
const A_CENT: u64 = 100;
const OF_A_UNIT_PRICE: u64 = 10;
const ONE_UNIT: u64 = Quantity::ONE.parts().unsigned_abs();

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pricing {
    /// `CONTRACT`: one agreed price, VAT-free (`alvPrice`). The amount is always one.
    Contract { price: Option<Money> },
    /// `AMOUNT`: so many hours or pieces (`billableWorkHours`) at a VAT-free unit price (`hourlyprice`).
    Amount { unit_price: Option<Money>, amount: Option<Quantity> },
}

impl Pricing {
    /// The VAT-free total to four decimals; zero while the price is still missing.
    pub fn total(self) -> Result<Money, MoneyError> {
        match self {
            Self::Contract { price } => Ok(price.unwrap_or_default()),
            Self::Amount { unit_price: Some(unit_price), amount: Some(amount) } => {
                unit_price.times_quantity(amount)
            }
            Self::Amount { .. } => Ok(Money::ZERO),
        }
    }

    /// Whether the total is above what a single amount may be.
    pub fn is_too_large(self) -> bool {
        !self.total().is_ok_and(|total| is_within(total, LARGEST_AMOUNT))
    }

    /// Whether everything has been given that makes the price.
    pub fn is_written(self) -> bool {
        match self {
            Self::Contract { price } => price.is_some(),
            Self::Amount { unit_price, amount } => unit_price.is_some() && amount.is_some(),
        }
    }

    /// Whether a total that a client sent is the one of this price, but for its rounding: a cent, and for each unit what
    /// the third decimal of a unit price leaves.
    pub fn is_about(self, sent: Money, total: Money) -> bool {
        let units = match self {
            Self::Amount { amount: Some(amount), .. } => amount.parts().unsigned_abs() / ONE_UNIT,
            _ => 0,
        };
        sent.units().abs_diff(total.units()) <= A_CENT + units.saturating_mul(OF_A_UNIT_PRICE)
    }

    /// What the row shows as its price with VAT (`price`), to four decimals.
    pub fn total_with_vat(self, vat_rate: Rate) -> Result<Money, MoneyError> {
        self.total()?.price_with(vat_rate)
    }

    /// The pricing after the VAT-free total was written over. Of an amount the unit price follows, to three
    /// decimals; without an amount there is nothing to divide by, and the total is the price of one.
    pub fn with_total(self, total: Money) -> Result<Self, MoneyError> {
        match self {
            Self::Contract { .. } => Ok(Self::Contract { price: Some(total) }),
            Self::Amount { amount, .. } => {
                let amount = amount.filter(|amount| !amount.is_zero()).unwrap_or(Quantity::ONE);
                Ok(Self::Amount { unit_price: Some(total.per(amount)?), amount: Some(amount) })
            }
        }
    }

    /// The pricing after the price with VAT was written over.
    pub fn with_total_including_vat(self, total: Money, vat_rate: Rate) -> Result<Self, MoneyError> {
        self.with_total(total.price_without(vat_rate)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VAT: Rate = Rate::from_millionths(255_000);

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn price_with_and_without_vat_follow_each_other() {
        let agreed = Pricing::Contract { price: None }.with_total(money("100")).unwrap();
        assert_eq!(agreed.total_with_vat(VAT), Ok(money("125.50")));
        let from_gross = agreed.with_total_including_vat(money("100"), VAT).unwrap();
        assert_eq!(from_gross.total(), Ok(money("79.6813")));
    }

    #[test]
    fn an_amount_has_a_unit_price() {
        let hours =
            Pricing::Amount { unit_price: Some(money("33.333")), amount: Some("7.5".parse().unwrap()) };
        assert_eq!(hours.total(), Ok(money("249.9975")));
        let rewritten = hours.with_total(money("100")).unwrap();
        assert_eq!(
            rewritten,
            Pricing::Amount { unit_price: Some(money("13.333")), amount: Some("7.5".parse().unwrap()) }
        );
        let million = |price: &str| Pricing::Amount {
            unit_price: Some(money(price)),
            amount: Some(Quantity::whole(1_000_000)),
        };
        assert!(!million("100").is_too_large() && million("100.01").is_too_large());
        assert!(million("-100000000").is_too_large());
        let without_amount = Pricing::Amount { unit_price: None, amount: None };
        assert_eq!(without_amount.total(), Ok(Money::ZERO));
        assert_eq!(without_amount.with_total(money("80")).unwrap().total(), Ok(money("80")));
    }
}
