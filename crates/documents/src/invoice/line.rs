//! One printed line.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_domain::vat::VatTotals;
use liksa_money::{Money, MoneyError, Quantity, Rate};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub kind: LineKind,
    pub date: Option<Date>,
    pub description: String,
    pub quantity: Quantity,
    pub unit: Unit,
    /// VAT-free.
    pub unit_price: Money,
    pub vat_rate: Rate,
    /// VAT-free, with all four decimals: what VAT is counted from.
    pub total: Money,
    /// VAT-free, in cents: what is printed and sent. See [`round_lines`].
    pub net: Money,
}

/// What the customer pays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineKind {
    Work,
    /// Costs of the line of work before it, shown apart.
    Reimbursement,
}

/// What the quantity counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// The worker has not told whether these are hours or pieces; an agreed price is one of it.
    One,
    Hour,
    Kilometer,
    Day,
    Meal,
}

impl Unit {
    /// The code of UN/ECE recommendation 20, as e-invoices want it.
    pub fn code(self) -> &'static str {
        match self {
            Self::One | Self::Meal => "C62",
            Self::Hour => "HUR",
            Self::Kilometer => "KMT",
            Self::Day => "DAY",
        }
    }

    /// For readers. Nothing is better than a wrong guess.
    pub fn label(self, language: BillLanguage) -> &'static str {
        match (self, language) {
            (Self::One, _) => "",
            (Self::Hour, _) => "h",
            (Self::Kilometer, _) => "km",
            (Self::Day, BillLanguage::Finnish) => "pv",
            (Self::Day, BillLanguage::English) => "d",
            (Self::Meal, BillLanguage::Finnish) => "kpl",
            (Self::Meal, BillLanguage::English) => "pcs",
        }
    }
}

/// Rounds the lines to cents so that those of one VAT rate add up to the net of that rate.
///
/// VAT is counted from sums that are rounded once. Lines that were rounded one by one would miss them by some
/// cents, so each line is what the rounded running sum of its rate grew by. That is never more than a cent
/// away from the line itself.
pub(super) fn round_lines(lines: &mut [Line], totals: &VatTotals) -> Result<(), MoneyError> {
    for category in &totals.categories {
        let (mut exact, mut printed) = (Money::ZERO, Money::ZERO);
        for line in lines.iter_mut().filter(|line| line.vat_rate == category.rate) {
            exact = exact.plus(line.total)?;
            let rounded = exact.rounded_to_cents()?;
            line.net = rounded.minus(printed)?;
            printed = rounded;
        }
    }
    Ok(())
}
