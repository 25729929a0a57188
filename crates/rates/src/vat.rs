//! The VAT rates of a day.

use jiff::civil::Date;
use liksa_money::Rate;
use serde::Deserialize;

use crate::dated::DatedPercent;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vat {
    standard: DatedPercent,
    reduced: DatedPercent,
    low: DatedPercent,
}

impl Vat {
    /// What most services are sold at.
    pub fn standard(&self, date: Date) -> Rate {
        self.standard.on(date)
    }

    /// Every rate that may stand on an invoice row of this day, from the highest down to zero.
    pub fn legal(&self, date: Date) -> [Rate; 4] {
        [self.standard.on(date), self.reduced.on(date), self.low.on(date), Rate::ZERO]
    }

    pub fn is_legal(&self, rate: Rate, date: Date) -> bool {
        self.legal(date).contains(&rate)
    }
}
