//! What the reimbursements of a salary consist of, as its slip shows them.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Quantity};
use liksa_rates::StatutoryFigures;
use serde::Serialize;
use utoipa::ToSchema;

use super::Travelled;
use crate::bill::Bill;
use crate::named::named;
use crate::salary::{Reimbursements, SalaryError};

named! {
    ReimbursementKind {
        Kilometers = "KILOMETERS",
        FullDays = "FULL_DAYS",
        PartialDays = "PARTIAL_DAYS",
        /// Both of them, of salaries that did not keep them apart.
        Days = "DAYS",
        Meals = "MEALS",
        Foreign = "FOREIGN",
        /// Receipts, as they were paid.
        Expenses = "EXPENSES",
    }
}

/// So many of one kind at one rate. Rates change with the year, and with the vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReimbursementLine {
    pub kind: ReimbursementKind,
    /// Null where amounts are claimed, not counted.
    #[schema(required)]
    pub count: Option<Quantity>,
    /// Of one.
    #[schema(required)]
    pub rate: Option<Money>,
    pub amount: Money,
}

/// The reimbursements of the bills of a salary, by kind and rate. `payday` dates a row that has no date.
pub fn breakdown<'a>(
    law: &StatutoryFigures,
    bills: impl IntoIterator<Item = &'a Bill>,
    payday: Date,
) -> Result<Vec<ReimbursementLine>, SalaryError> {
    let mut lines = Lines::default();
    let rows = bills.into_iter().flat_map(|bill| bill.rows.iter().map(|row| (bill.is_credit_note, row)));
    for (credited, row) in rows {
        let date = row.date.unwrap_or(payday);
        let spent = Reimbursements::for_row(law, row, payday)?;
        let mut lines = Signed { lines: &mut lines, credited };
        if row.claims_travel() {
            let (travel, claimed) = (&law.for_date(date)?.travel, row.allowances);
            if !row.journey.kilometers.is_zero() {
                let rate = travel.per_km(row.journey.vehicle)?;
                let driven = Some((row.journey.kilometers, rate));
                lines.add(ReimbursementKind::Kilometers, driven, spent.kilometers)?;
            }
            for (kind, count, rate) in [
                (ReimbursementKind::FullDays, claimed.full_days, travel.full_day),
                (ReimbursementKind::PartialDays, claimed.partial_days, travel.partial_day),
                (ReimbursementKind::Meals, claimed.meals, travel.meal),
            ] {
                lines.add(kind, Some((Quantity::whole(count.into()), rate)), rate.times(count.into())?)?;
            }
        }
        lines.add(ReimbursementKind::Foreign, None, spent.foreign)?;
        lines.add(ReimbursementKind::Expenses, None, spent.expenses)?;
    }
    Ok(lines.in_order())
}

/// Adds to the lines, or takes off them what a credit note took back.
struct Signed<'a> {
    lines: &'a mut Lines,
    credited: bool,
}

impl Signed<'_> {
    fn add(
        &mut self,
        kind: ReimbursementKind,
        counted: Option<(Quantity, Money)>,
        amount: Money,
    ) -> Result<(), MoneyError> {
        if !self.credited {
            return self.lines.add(kind, counted, amount);
        }
        let counted = match counted {
            Some((count, rate)) => Some((count.negated()?, rate)),
            None => None,
        };
        self.lines.add(kind, counted, amount.negated()?)
    }
}

/// The same for a salary of which only the sums are stored.
pub fn breakdown_of_sums(paid: &Reimbursements, travelled: &Travelled) -> Vec<ReimbursementLine> {
    let line = |kind, count, amount| ReimbursementLine { kind, count, rate: None, amount };
    let lines = [
        line(ReimbursementKind::Kilometers, Some(travelled.kilometers), paid.kilometers),
        line(ReimbursementKind::Days, None, paid.days),
        line(ReimbursementKind::Meals, Some(Quantity::whole(travelled.allowances.meals.into())), paid.meals),
        line(ReimbursementKind::Foreign, None, paid.foreign),
        line(ReimbursementKind::Expenses, None, paid.expenses),
    ];
    lines.into_iter().filter(|line| !line.amount.is_zero()).collect()
}

#[derive(Default)]
struct Lines(Vec<ReimbursementLine>);

impl Lines {
    /// Nothing is added where nothing was claimed.
    fn add(
        &mut self,
        kind: ReimbursementKind,
        counted: Option<(Quantity, Money)>,
        amount: Money,
    ) -> Result<(), MoneyError> {
        if amount.is_zero() {
            return Ok(());
        }
        let (count, rate) = counted.unzip();
        let same = self.0.iter_mut().find(|line| (line.kind, line.rate) == (kind, rate));
        match same {
            None => self.0.push(ReimbursementLine { kind, count, rate, amount }),
            Some(line) => {
                line.amount = line.amount.plus(amount)?;
                line.count = match (line.count, count) {
                    (Some(before), Some(more)) => Some(before.plus(more)?),
                    _ => None,
                };
            }
        }
        Ok(())
    }

    /// By kind, and the highest rate first.
    fn in_order(mut self) -> Vec<ReimbursementLine> {
        // Nothing is left of what was credited as a whole.
        self.0.retain(|line| !line.amount.is_zero());
        self.0.sort_by_key(|line| (line.kind, std::cmp::Reverse(line.rate)));
        self.0
    }
}
