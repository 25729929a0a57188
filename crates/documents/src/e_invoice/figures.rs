//! The amounts of an invoice with the signs of a format.

use liksa_domain::vat::VatCategory;
use liksa_money::{Money, MoneyError, Quantity, Rate};

use super::TaxCategory;
use crate::invoice::{Invoice, Line};

/// The amounts of an invoice as they are sent.
pub(crate) struct Figures<'a> {
    pub lines: Vec<SentLine<'a>>,
    pub categories: Vec<SentCategory>,
    pub net: Money,
    pub vat: Money,
    pub gross: Money,
}

pub(crate) struct SentLine<'a> {
    pub line: &'a Line,
    pub category: TaxCategory,
    pub quantity: Quantity,
    /// Never negative.
    pub unit_price: Money,
    pub net: Money,
}

pub(crate) struct SentCategory {
    pub category: TaxCategory,
    pub rate: Rate,
    pub net: Money,
    pub vat: Money,
}

impl<'a> Figures<'a> {
    /// With the signs of the invoice, or mirrored for a format whose credit notes count upwards.
    pub fn of(invoice: &'a Invoice, mirrored: bool) -> Result<Self, MoneyError> {
        let signed = |amount: Money| if mirrored { amount.negated() } else { Ok(amount) };
        let line = |line: &'a Line| {
            let turned = mirrored != line.unit_price.is_negative();
            Ok(SentLine {
                line,
                category: TaxCategory::of(line.vat_rate, invoice.vat_note),
                quantity: if turned { negated(line.quantity)? } else { line.quantity },
                unit_price: if line.unit_price.is_negative() {
                    line.unit_price.negated()?
                } else {
                    line.unit_price
                },
                net: signed(line.net)?,
            })
        };
        let category = |category: &VatCategory| {
            Ok(SentCategory {
                category: TaxCategory::of(category.rate, invoice.vat_note),
                rate: category.rate,
                net: signed(category.net)?,
                vat: signed(category.vat)?,
            })
        };
        let totals = &invoice.totals;
        Ok(Self {
            lines: invoice.lines.iter().map(line).collect::<Result<_, MoneyError>>()?,
            categories: totals.categories.iter().map(category).collect::<Result<_, MoneyError>>()?,
            net: signed(totals.net)?,
            vat: signed(totals.vat)?,
            gross: signed(totals.gross)?,
        })
    }
}

fn negated(quantity: Quantity) -> Result<Quantity, MoneyError> {
    quantity.parts().checked_neg().map(Quantity::from_parts).ok_or(MoneyError::Overflow)
}
