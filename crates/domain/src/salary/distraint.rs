//! Distraint: what the enforcement authority takes from a wage.
//!
//! Of the net wage N, with the protected portion P of the pay period: nothing up to P, two thirds of what is
//! over P up to 2 P, a third of the whole up to 4 P, and beyond that four fifths of what is over 4 P on top
//! of 4 P / 3, though never more than half of N.

use liksa_money::{Money, MoneyError};
use liksa_rates::Distraint;

/// Days that the protected portion of a calendar month is counted for, whatever the month.
pub const DAYS_OF_MONTH: u16 = 30;

/// A payment order that the provider has to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistraintOrder {
    /// A sum for each pay period instead of the table. It too leaves the protected portion.
    pub fixed: Option<Money>,
    /// Number of people that the debtor supports, as the order says.
    pub dependants: u8,
    /// Length of the pay period.
    pub period_days: u16,
    /// Net wages already paid in the same period, before distraint: the protected portion is counted once.
    pub earlier_net: Money,
    /// What was taken from those.
    pub earlier_distraint: Money,
}

impl DistraintOrder {
    /// An order by the table for a calendar month in which nothing has been paid yet.
    pub fn monthly(dependants: u8) -> Self {
        Self {
            fixed: None,
            dependants,
            period_days: DAYS_OF_MONTH,
            earlier_net: Money::ZERO,
            earlier_distraint: Money::ZERO,
        }
    }

    /// The part of a net wage that goes to the authority: what the whole period owes less what was taken,
    /// never more than this wage.
    pub fn taken_from(&self, net: Money, law: &Distraint) -> Result<Money, MoneyError> {
        let period_net = self.earlier_net.plus(net)?;
        let protected = self.protected(law)?;
        let due = match self.fixed {
            Some(fixed) => fixed.rounded_to_cents()?.min(period_net.minus(protected)?),
            None => by_table(period_net, protected)?,
        };
        Ok(due.minus(self.earlier_distraint)?.min(net).max(Money::ZERO))
    }

    /// What the debtor keeps of the pay period in any case.
    pub fn protected(&self, law: &Distraint) -> Result<Money, MoneyError> {
        let dependants = law.dependant_per_day.times(self.dependants.into())?;
        law.debtor_per_day.plus(dependants)?.times(self.period_days.into())
    }
}

fn by_table(net: Money, protected: Money) -> Result<Money, MoneyError> {
    if net <= protected {
        Ok(Money::ZERO)
    } else if net <= protected.times(2)? {
        net.minus(protected)?.fraction(2, 3)
    } else if net <= protected.times(4)? {
        net.fraction(1, 3)
    } else {
        // 4 P / 3 + 4 (N − 4 P) / 5, as one fraction so that it is rounded once.
        let fifteenfold = net.times(12)?.minus(protected.times(28)?)?;
        Ok(fifteenfold.fraction(1, 15)?.min(net.fraction(1, 2)?))
    }
}
