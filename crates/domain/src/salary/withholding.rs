//! Tax withheld from a salary.

use liksa_money::{Money, MoneyError, Percent, Rate};
use liksa_rates::Withholding;
use serde::Serialize;
use utoipa::ToSchema;

use super::Summary;

/// An ordinary tax card, to show what one changes.
const EXAMPLE_CARD: Rate = Rate::from_millionths(200_000);

/// A tax card for the calendar year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxCard {
    pub base_percent: Rate,
    /// Wages of the year up to which the base per cent is enough.
    pub ceiling: Money,
    pub additional_percent: Rate,
    /// Wages already paid on this card this year.
    pub paid_this_year: Money,
}

/// What the tax is calculated by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaxBasis {
    /// One rate for everything, as in the public calculator.
    Percent(Rate),
    Card(TaxCard),
    NoCard,
}

impl TaxBasis {
    pub fn withheld_from(&self, gross: Money, law: &Withholding) -> Result<Money, MoneyError> {
        match self {
            Self::Percent(percent) => gross.share(*percent),
            Self::NoCard => gross.share(law.without_card),
            Self::Card(card) => {
                let (below, above) = card.split(gross)?;
                Money::sum_of_shares(&[(below, card.base_percent), (above, card.additional_percent)])
            }
        }
    }
}

impl TaxCard {
    /// The parts of a salary below and above the ceiling. A negative salary is taken back from the top, as it
    /// was put there.
    pub fn split(&self, gross: Money) -> Result<(Money, Money), MoneyError> {
        let over = |paid: Money| Ok(paid.minus(self.ceiling)?.max(Money::ZERO));
        let above = over(self.paid_this_year.plus(gross)?)?.minus(over(self.paid_this_year)?)?;
        Ok((gross.minus(above)?, above))
    }
}

/// How tax is withheld from a worker who has no tax card, beside the same salary with an example of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithoutTaxCard {
    /// What the law withholds, in per cent.
    pub percent: Percent,
    /// The rate of the example, in per cent.
    pub example_percent: Percent,
    /// What the example pays to the account; null where garnishment or a debt would take a part of the difference.
    #[schema(required)]
    pub example_salary: Option<Money>,
}

impl WithoutTaxCard {
    pub fn of(summary: &Summary, law: &Withholding) -> Result<Self, MoneyError> {
        let taken = !summary.distraint.is_zero() || !summary.reductions.is_zero();
        let withheld = TaxBasis::Percent(EXAMPLE_CARD).withheld_from(summary.gross_salary, law)?;
        let example = summary.salary.plus(summary.tax_amount)?.minus(withheld)?;
        Ok(Self {
            percent: Percent(law.without_card),
            example_percent: Percent(EXAMPLE_CARD),
            example_salary: (!taken).then_some(example),
        })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_rates::StatutoryFigures;

    use super::*;

    #[test]
    fn a_crossed_ceiling_does_not_round_twice() {
        let card = TaxCard {
            base_percent: Rate::from_millionths(250_000),
            ceiling: Money::euros(10),
            additional_percent: Rate::from_millionths(270_000),
            paid_this_year: "9.50".parse().unwrap(),
        };
        let law = &StatutoryFigures::shipped().for_date(date(2026, 1, 1)).unwrap().withholding;
        // 0.125 + 0.135
        let withheld = TaxBasis::Card(card).withheld_from(Money::euros(1), law);
        assert_eq!(withheld, Ok("0.26".parse().unwrap()));
    }
}
