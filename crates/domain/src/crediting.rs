//! What credit notes may take back of a bill: never more than is left of it, neither in all nor of any VAT rate.
//!
//! Credit notes count from the moment that they are sent for approval, so that two of them can never both take the same
//! money. The one that takes the last of a VAT rate takes the VAT that is left with it: rounded one by one, the parts
//! would leave cents over, and together they give exactly what the bill asked for. The days of a trip into another year
//! are paid by two tables: each credit note takes back days that were paid and that no other has taken.

mod rows;

use jiff::civil::Date;
use liksa_money::{Money, MoneyError};
use liksa_rates::StatutoryFigures;

pub use self::rows::take_off;
use crate::bill::{Bill, Expenses, Moment, Row};
use crate::payroll::Travelled;
use crate::problem::{ErrorKey, Problem, Problems};
use crate::salary::{Billed, Reimbursements, billed, totals};
use crate::settings::ProviderSettings;
use crate::share::{Share, ShareState, credited};
use crate::travel::{self, DayKind};
use crate::vat::VatCategory;

/// What is left to be credited of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creditable {
    /// The highest rate first, also those of which nothing is left.
    categories: Vec<VatCategory>,
    billed: Billed,
    travelled: Travelled,
    expenses: Expenses,
    trips: Vec<PaidDays>,
    /// The VAT-free rows of the bill, and its shares that were approved.
    rows: Money,
    shares: Vec<Share>,
}

/// The days of one trip that are paid with a daily allowance at home.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PaidDays {
    trip: (Moment, Moment),
    full: Vec<u16>,
    partial: Vec<u16>,
}

impl PaidDays {
    /// None without such days, and while nobody can say which they are.
    fn of(law: &StatutoryFigures, row: &Row) -> Option<Self> {
        let days = travel::paid_days(law, row)?;
        let of =
            |kind| (0..).zip(&days).filter(|(_, (_, one))| *one == kind).map(|(place, _)| place).collect();
        let (full, partial): (Vec<u16>, Vec<u16>) = (of(DayKind::Full), of(DayKind::Partial));
        let paid = Self { trip: trip_of(row), full, partial };
        (!paid.full.is_empty() || !paid.partial.is_empty()).then_some(paid)
    }

    /// The first of them, so many as the row takes back; None where there are fewer.
    fn credited_by(&self, row: &Row) -> Option<Vec<u16>> {
        let full = self.full.get(..row.allowances.full_days.into())?;
        let partial = self.partial.get(..row.allowances.partial_days.into())?;
        Some([full, partial].concat())
    }

    fn without(&mut self, taken: &Self) {
        self.full.retain(|day| !taken.full.contains(day));
        self.partial.retain(|day| !taken.partial.contains(day));
    }
}

/// Trips of one worker never overlap, so that their times tell them apart.
fn trip_of(row: &Row) -> (Moment, Moment) {
    (row.journey.departure, row.journey.homecoming)
}

impl Creditable {
    /// What is left of a bill that was sent, after these credit notes of it. `today` dates rows that have no date.
    pub fn of(
        law: &StatutoryFigures,
        original: &Bill,
        notes: &[Bill],
        today: Date,
    ) -> Result<Self, Vec<Problem>> {
        let of_original = billed(law, original, &ProviderSettings::default(), today)?;
        let approved = original.shares.iter().filter(|share| share.state == ShareState::Approved);
        let mut left = Self {
            categories: totals(law, original, today)?.categories,
            rows: of_original.rows,
            shares: approved.cloned().collect(),
            billed: of_original,
            travelled: Travelled::of([original]).map_err(too_large)?,
            expenses: Expenses::sum(original.rows.iter().map(|row| &row.expenses)).map_err(too_large)?,
            trips: original.rows.iter().filter_map(|row| PaidDays::of(law, row)).collect(),
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
        self.tell_days(note);
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
        if !problems.is_empty() {
            return Err(problems);
        }
        note.shares = self.shares_taken(of_note.rows).map_err(too_large)?;
        self.clone().after(law, note, today)
    }

    /// What a credit note with these VAT-free rows, which are below zero, takes of each share of the bill.
    pub fn shares_taken(&self, rows_of_note: Money) -> Result<Vec<Share>, MoneyError> {
        let (before, after) = (self.billed.rows, self.billed.rows.plus(rows_of_note)?);
        let mut taken = vec![];
        for share in &self.shares {
            let amount = credited(share.sum(self.rows)?, self.rows, before, after)?;
            if !amount.is_zero() {
                taken.push(Share { amount: Some(amount), percent: None, ..share.clone() });
            }
        }
        Ok(taken)
    }

    /// Says which days the rows of a credit note take back, where its bill paid such days.
    fn tell_days(&self, note: &mut Bill) {
        let mut left = self.trips.clone();
        for row in &mut note.rows {
            let of_trip = left.iter_mut().find(|paid| paid.trip == trip_of(row));
            row.journey.days_at_home = of_trip.and_then(|paid| {
                let days = paid.credited_by(row)?;
                paid.full.drain(..usize::from(row.allowances.full_days));
                paid.partial.drain(..usize::from(row.allowances.partial_days));
                Some(days).filter(|days| !days.is_empty())
            });
        }
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
        for taken in note.rows.iter().filter_map(|row| PaidDays::of(law, row)) {
            let of_trip = self.trips.iter_mut().filter(|paid| paid.trip == taken.trip);
            of_trip.for_each(|paid| paid.without(&taken));
        }
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
