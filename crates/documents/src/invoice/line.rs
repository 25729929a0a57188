//! Lines of an invoice.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_money::{Money, Quantity, Rate};

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
    /// VAT-free, with all four decimals.
    pub total: Money,
    /// VAT-free, in cents, as printed and sent. The VAT is calculated from the sum of these: see
    /// [`liksa_domain::vat`].
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
