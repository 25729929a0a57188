//! What the reimbursements of a salary consist of, as its slip shows them.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Quantity};
use liksa_rates::StatutoryFigures;
use serde::Serialize;
use utoipa::ToSchema;

use super::Travelled;
use crate::bill::Bill;
use crate::named::named;
use crate::salary::{ClaimKind, Reimbursements, SalaryError, claims};

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
        /// A receipt that was found after its bill was sent.
        LateReceipt = "LATE_RECEIPT",
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
    /// The number of the bill that a late receipt belongs to.
    #[schema(required)]
    pub bill: Option<i64>,
    /// The day of the work that a late receipt was for, DD.MM.YYYY.
    #[schema(required)]
    #[serde(serialize_with = "crate::dates::serialize")]
    pub day: Option<Date>,
}

impl ReimbursementLine {
    /// Of what is not counted.
    pub fn amount(kind: ReimbursementKind, amount: Money) -> Self {
        Self { kind, count: None, rate: None, amount, bill: None, day: None }
    }
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
        let mut lines = Signed { lines: &mut lines, credited };
        for claim in claims(law, row, payday)? {
            let kind = match claim.kind {
                ClaimKind::Kilometers => ReimbursementKind::Kilometers,
                ClaimKind::FullDays => ReimbursementKind::FullDays,
                ClaimKind::PartialDays => ReimbursementKind::PartialDays,
                ClaimKind::Meals => ReimbursementKind::Meals,
                ClaimKind::Foreign => ReimbursementKind::Foreign,
            };
            lines.add(kind, claim.counted, claim.amount)?;
        }
        lines.add(ReimbursementKind::Expenses, None, row.expenses.total()?.rounded_to_cents()?)?;
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
    let line = |kind, count, amount| ReimbursementLine { count, ..ReimbursementLine::amount(kind, amount) };
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
            None => self.0.push(ReimbursementLine { count, rate, ..ReimbursementLine::amount(kind, amount) }),
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
