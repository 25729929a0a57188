//! Figures for bills: VAT, and the charges of late payment.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Rate};
use serde::Deserialize;

use crate::RatesError;
use crate::figures::{DatedPercent, euros, optional_euros, optional_percent, percent};

/// The VAT rates of a year.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vat {
    standard: DatedPercent,
    reduced: DatedPercent,
    low: DatedPercent,
}

impl Vat {
    /// The rate of most services.
    pub fn standard(&self, date: Date) -> Rate {
        self.standard.on(date)
    }

    /// Every rate that an invoice row of this day may have, from the highest down to zero.
    pub fn legal(&self, date: Date) -> [Rate; 4] {
        [self.standard.on(date), self.reduced.on(date), self.low.on(date), Rate::ZERO]
    }

    pub fn is_legal(&self, rate: Rate, date: Date) -> bool {
        self.legal(date).contains(&rate)
    }
}

/// Yearly interest on late payment: the reference rate of the half-year and a margin.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LateInterest {
    #[serde(skip)]
    pub(crate) year: i16,
    #[serde(default, deserialize_with = "optional_percent")]
    reference_first_half: Option<Rate>,
    #[serde(default, deserialize_with = "optional_percent")]
    reference_second_half: Option<Rate>,
    #[serde(deserialize_with = "percent")]
    margin: Rate,
    #[serde(deserialize_with = "percent")]
    margin_between_businesses: Rate,
}

impl LateInterest {
    /// From a consumer, on the days of the half-year of `date`.
    pub fn general(&self, date: Date) -> Result<Rate, RatesError> {
        self.with_margin(date, self.margin)
    }

    /// From a business or another body that pays for its trade.
    pub fn between_businesses(&self, date: Date) -> Result<Rate, RatesError> {
        self.with_margin(date, self.margin_between_businesses)
    }

    pub(crate) fn set_reference(&mut self, second_half: bool, rate: Rate) {
        let reference =
            if second_half { &mut self.reference_second_half } else { &mut self.reference_first_half };
        *reference = Some(rate);
    }

    fn with_margin(&self, date: Date, margin: Rate) -> Result<Rate, RatesError> {
        let (figure, reference) = if date.month() <= 6 {
            ("reference_first_half", self.reference_first_half)
        } else {
            ("reference_second_half", self.reference_second_half)
        };
        let reference = reference.ok_or(RatesError::UnknownFigure { figure, year: self.year })?;
        let too_large =
            |error: MoneyError| RatesError::Unreadable { year: self.year, reason: error.to_string() };
        reference.plus(margin).map_err(too_large)
    }
}

/// Fees of payment reminders, and when they may be charged.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reminder {
    #[serde(skip)]
    pub(crate) year: i16,
    #[serde(deserialize_with = "euros")]
    pub fee_consumer: Money,
    #[serde(default, deserialize_with = "optional_euros")]
    fee_business: Option<Money>,
    /// Days after the due date, or after the reminder before, until a fee may be asked.
    pub days_after_due: i16,
}

impl Reminder {
    pub fn fee_business(&self) -> Result<Money, RatesError> {
        self.fee_business.ok_or(RatesError::UnknownFigure { figure: "fee_business", year: self.year })
    }
}
