//! Tax-free reimbursements of a worker: allowances by the rates of the trip's days, and receipts as they were paid.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Quantity};
use liksa_rates::{StatutoryFigures, Vehicle};

use super::SalaryError;
use super::claims::{ClaimKind, claims};
use crate::bill::{Allowances, Row};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reimbursements {
    pub kilometers: Money,
    /// Full and partial days.
    pub days: Money,
    pub meals: Money,
    pub foreign: Money,
    /// Receipts, VAT included: the worker gets back what was paid.
    pub expenses: Money,
}

impl Reimbursements {
    /// Of so many kilometres, days and meals by the figures of one day, without a trip that they were part of.
    pub fn for_travel(
        law: &StatutoryFigures,
        kilometers: Quantity,
        vehicle: Vehicle,
        allowances: Allowances,
        date: Date,
    ) -> Result<Self, SalaryError> {
        // A row that claims nothing needs no table of its year.
        if kilometers.is_zero() && !allowances.any() {
            return Ok(Self::default());
        }
        let travel = &law.for_date(date)?.travel;
        let by_road = if kilometers.is_zero() {
            Money::ZERO
        } else {
            travel.per_km(vehicle)?.fraction(kilometers.parts(), Quantity::ONE.parts())?
        };
        let full_days = travel.full_day.times(allowances.full_days.into())?;
        let partial_days = travel.partial_day.times(allowances.partial_days.into())?;
        Ok(Self {
            kilometers: by_road,
            days: full_days.plus(partial_days)?,
            meals: travel.meal.times(allowances.meals.into())?,
            foreign: allowances.foreign.rounded_to_cents()?,
            expenses: Money::ZERO,
        })
    }

    /// The claims of one row. A draft row without a date counts as one of `default_date`.
    pub fn for_row(law: &StatutoryFigures, row: &Row, default_date: Date) -> Result<Self, SalaryError> {
        let mut sums = Self { expenses: row.expenses.total()?.rounded_to_cents()?, ..Self::default() };
        for line in claims(law, row, default_date)? {
            let sum = match line.kind {
                ClaimKind::Kilometers => &mut sums.kilometers,
                ClaimKind::FullDays | ClaimKind::PartialDays => &mut sums.days,
                ClaimKind::Meals => &mut sums.meals,
                ClaimKind::Foreign => &mut sums.foreign,
            };
            *sum = sum.plus(line.amount)?;
        }
        Ok(sums)
    }

    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        Ok(Self {
            kilometers: self.kilometers.plus(other.kilometers)?,
            days: self.days.plus(other.days)?,
            meals: self.meals.plus(other.meals)?,
            foreign: self.foreign.plus(other.foreign)?,
            expenses: self.expenses.plus(other.expenses)?,
        })
    }

    pub fn negated(self) -> Result<Self, MoneyError> {
        Ok(Self {
            kilometers: self.kilometers.negated()?,
            days: self.days.negated()?,
            meals: self.meals.negated()?,
            foreign: self.foreign.negated()?,
            expenses: self.expenses.negated()?,
        })
    }

    /// These as far as so much in all was paid: what is missing is taken off the receipts first, and off the kilometres
    /// last.
    pub fn as_far_as_paid(mut self, total: Money) -> Result<Self, MoneyError> {
        let mut missing = self.total()?.minus(total)?.max(Money::ZERO);
        let parts =
            [&mut self.expenses, &mut self.foreign, &mut self.meals, &mut self.days, &mut self.kilometers];
        for part in parts {
            let taken = missing.min(*part).max(Money::ZERO);
            *part = part.minus(taken)?;
            missing = missing.minus(taken)?;
        }
        Ok(self)
    }

    pub fn total(self) -> Result<Money, MoneyError> {
        Money::sum([self.kilometers, self.days, self.meals, self.foreign, self.expenses])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_paid_is_missing_of_the_receipts_first() {
        let [kilometers, days, meals, foreign, expenses] = [50, 40, 30, 20, 10].map(Money::euros);
        let all = Reimbursements { kilometers, days, meals, foreign, expenses };
        let paid = |total| all.as_far_as_paid(Money::euros(total)).unwrap();
        assert_eq!((paid(150), paid(200)), (all, all));
        assert_eq!(paid(145), Reimbursements { expenses: Money::euros(5), ..all });
        let rest = Reimbursements { kilometers, days: Money::euros(15), ..Reimbursements::default() };
        assert_eq!(paid(65), rest);
        assert_eq!(paid(0), Reimbursements::default());
        for total in 0..=150 {
            assert_eq!(paid(total).total(), Ok(Money::euros(total)));
        }
    }
}
