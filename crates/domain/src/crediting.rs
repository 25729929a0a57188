//! What credit notes may take back of a bill: never more than is left of it, neither in all nor of any VAT rate.
//!
//! Credit notes count from the moment that they are sent for approval, so that two of them can never both take the same
//! money. The one that takes the last of a VAT rate takes the VAT that is left with it: rounded one by one, the parts
//! would leave cents over, and together they give exactly what the bill asked for.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError};
use liksa_rates::StatutoryFigures;

use crate::bill::{Bill, Expenses};
use crate::payroll::Travelled;
use crate::problem::{ErrorKey, Problem, Problems};
use crate::salary::{Billed, Reimbursements, billed, totals};
use crate::settings::ProviderSettings;
use crate::vat::VatCategory;

/// What is left to be credited of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creditable {
    /// The highest rate first, also those of which nothing is left.
    categories: Vec<VatCategory>,
    billed: Billed,
    travelled: Travelled,
    expenses: Expenses,
}

impl Creditable {
    /// What is left of a bill that was sent, after these credit notes of it. `today` dates rows that have no date.
    pub fn of(
        law: &StatutoryFigures,
        original: &Bill,
        notes: &[Bill],
        today: Date,
    ) -> Result<Self, Vec<Problem>> {
        let mut left = Self {
            categories: totals(law, original, today)?.categories,
            billed: billed(law, original, &ProviderSettings::default(), today)?,
            travelled: Travelled::of([original]).map_err(too_large)?,
            expenses: Expenses::sum(original.rows.iter().map(|row| &row.expenses)).map_err(too_large)?,
        };
        for note in notes {
            left = left.after(law, note, today)?;
        }
        Ok(left)
    }

    /// The sum with VAT.
    pub fn gross(&self) -> Result<Money, MoneyError> {
        Money::sum(self.categories.iter().flat_map(|category| [category.net, category.vat]))
    }

    /// Gives the credit note the VAT that is left where it takes the last of a rate, and returns what is left after it.
    /// All reasons why it cannot be sent are returned instead, each at its field.
    pub fn credit(&self, law: &StatutoryFigures, note: &mut Bill, today: Date) -> Result<Self, Vec<Problem>> {
        note.vat_of_rest.clear();
        let asked = totals(law, note, today)?;
        if !asked.net.is_negative() {
            let nothing = asked.net.is_zero();
            let (field, key) = match nothing {
                true => ("billableitems", ErrorKey::BilledAmountNotEnough),
                false => ("creditOf", ErrorKey::CreditNotNegative),
            };
            return Err(vec![Problem::new(field, key)]);
        }
        let mut problems = Problems::default();
        let mut more_than_left = false;
        for category in &asked.categories {
            let Some(left) = self.categories.iter().find(|left| left.rate == category.rate) else {
                for (place, _) in
                    note.rows.iter().enumerate().filter(|(_, row)| note.vat_rate_of(row) == category.rate)
                {
                    problems.add(format!("billableitems[{place}].alv"), ErrorKey::CreditOfOtherVat);
                }
                continue;
            };
            let rest = left.net.plus(category.net).map_err(too_large)?;
            more_than_left |= rest.is_negative();
            let all_vat = left.vat.negated().map_err(too_large)?;
            let vat = if rest.is_zero() { all_vat } else { category.vat.max(all_vat) };
            if vat != category.vat {
                note.vat_of_rest.push((category.rate, vat));
            }
        }
        let of_note = billed(law, note, &ProviderSettings::default(), today)?;
        more_than_left |= of_note.rows.plus(self.billed.rows).map_err(too_large)?.is_negative();
        problems.add_if(more_than_left, "creditOf", ErrorKey::CreditMoreThanLeft);
        let too_many = self.has_fewer_reimbursements(note, of_note.reimbursements).map_err(too_large)?;
        problems.add_if(too_many, "billableitems", ErrorKey::CreditMoreReimbursements);
        let problems = problems.into_vec();
        if problems.is_empty() { self.clone().after(law, note, today) } else { Err(problems) }
    }

    fn has_fewer_reimbursements(&self, note: &Bill, credited: Reimbursements) -> Result<bool, MoneyError> {
        let left = self.billed.reimbursements.plus(credited)?;
        let (more, of_note) = (self.travelled, Travelled::of([note])?);
        let days = |travelled: Travelled| {
            let counted = travelled.allowances;
            [counted.full_days, counted.partial_days, counted.meals]
        };
        let kilometers = more.kilometers.plus(of_note.kilometers.negated()?)?;
        let expenses = expenses_left(&self.expenses, note)?;
        Ok([left.kilometers, left.days, left.meals, left.foreign].iter().any(|sum| sum.is_negative())
            || expenses.entries().any(|(_, _, amount)| amount.is_negative())
            || kilometers.is_negative()
            || days(more).iter().zip(days(of_note)).any(|(had, taken)| *had < taken))
    }

    fn after(mut self, law: &StatutoryFigures, note: &Bill, today: Date) -> Result<Self, Vec<Problem>> {
        for taken in totals(law, note, today)?.categories {
            if let Some(left) = self.categories.iter_mut().find(|left| left.rate == taken.rate) {
                left.net = left.net.plus(taken.net).map_err(too_large)?;
                left.vat = left.vat.plus(taken.vat).map_err(too_large)?;
            }
        }
        let taken = billed(law, note, &ProviderSettings::default(), today)?;
        self.billed.rows = self.billed.rows.plus(taken.rows).map_err(too_large)?;
        self.billed.reimbursements =
            self.billed.reimbursements.plus(taken.reimbursements).map_err(too_large)?;
        let of_note = Travelled::of([note]).map_err(too_large)?;
        self.travelled = self.travelled.without(of_note).map_err(too_large)?;
        self.expenses = expenses_left(&self.expenses, note).map_err(too_large)?;
        Ok(self)
    }
}

/// The rows of a credit note are written as those of its bill, and count as negative.
fn expenses_left(left: &Expenses, note: &Bill) -> Result<Expenses, MoneyError> {
    let credited = Expenses::sum(note.rows.iter().map(|row| &row.expenses))?.negated()?;
    Expenses::sum([left, &credited])
}

fn too_large(_: MoneyError) -> Vec<Problem> {
    vec![Problem::new("billableitems", ErrorKey::OutOfRange)]
}

#[cfg(test)]
mod tests;
