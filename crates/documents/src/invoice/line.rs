//! Lines of an invoice.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_domain::vat::VatTotals;
use liksa_money::{Money, MoneyError, Quantity, Rate};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceLine {
    pub kind: LineKind,
    pub date: Option<Date>,
    pub description: String,
    pub quantity: Quantity,
    pub unit: Unit,
    /// VAT-free.
    pub unit_price: Money,
    pub vat_rate: Rate,
    /// VAT-free, with all four decimals, as VAT is calculated from it.
    pub total: Money,
    /// VAT-free, in cents, as printed and sent. See [`round_lines`].
    pub net: Money,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineKind {
    Work,
    /// Costs of the line of work before it, shown on their own line.
    Reimbursement,
}

/// The unit of a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Hours or pieces, since the worker does not say which; an agreed price has the quantity 1.
    One,
    Hour,
    Kilometer,
    Day,
    Meal,
}

impl Unit {
    /// The code of UN/ECE recommendation 20, as e-invoices use it.
    pub fn code(self) -> &'static str {
        match self {
            Self::One | Self::Meal => "C62",
            Self::Hour => "HUR",
            Self::Kilometer => "KMT",
            Self::Day => "DAY",
        }
    }

    /// For readers. Empty where the unit is not known.
    pub fn label(self, language: BillLanguage) -> &'static str {
        match self {
            Self::One => "",
            Self::Hour => "h",
            Self::Kilometer => "km",
            Self::Day => language.either("pv", "d"),
            Self::Meal => language.either("kpl", "pcs"),
        }
    }
}

/// Rounds the lines to cents so that those of one VAT rate add up to the net of that rate.
///
/// VAT is calculated from sums that are rounded once. Lines rounded one by one would differ from them by some
/// cents, so each line is the increase of the rounded running sum of its rate. That is never more than a cent
/// away from the line itself.
pub(super) fn round_lines(lines: &mut [InvoiceLine], totals: &VatTotals) -> Result<(), MoneyError> {
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
