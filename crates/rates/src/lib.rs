//! Statutory figures by date.
//!
//! One data file per calendar year is in `data/`, with the source of each figure beside it. A missing
//! year or figure is an error that names it: no figure is taken from another year, because a salary
//! by last year's rates is wrong.
//!
//! ```
//! use jiff::civil::date;
//! use liksa_rates::{Rates, Vehicle};
//!
//! let rates = Rates::for_date(date(2026, 3, 20))?;
//! assert_eq!(rates.travel.per_km(Vehicle::Car)?.plain(), "0.55");
//! assert_eq!(Rates::for_year(1999).unwrap_err().to_string(), "no statutory figures for the year 1999");
//! # Ok::<(), liksa_rates::RatesError>(())
//! ```

mod age;
mod billing;
mod figures;
mod salary;
mod travel;

use std::sync::LazyLock;

use jiff::civil::Date;
use serde::Deserialize;

pub use age::{Age, AgeLimits, PensionEnd};
pub use billing::{LateInterest, Reminder, Vat};
pub use salary::{
    Distraint, HealthInsurance, HolidayCompensation, Tyel, Unemployment, UnemploymentTier, Withholding, Yel,
};
pub use travel::{Travel, Vehicle};

/// Why there is no figure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatesError {
    #[error("no statutory figures for the year {year}")]
    UnknownYear { year: i16 },
    #[error("the statutory figure {figure} of the year {year} is not known")]
    UnknownFigure { figure: &'static str, year: i16 },
    #[error("the statutory figures of the year {year} cannot be read: {reason}")]
    Unreadable { year: i16, reason: String },
}

/// The figures of one calendar year.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    pub travel: Travel,
    pub tyel: Tyel,
    pub unemployment: Unemployment,
    pub health_insurance: HealthInsurance,
    pub yel: Yel,
    pub pension_end: PensionEnd,
    pub holiday_compensation: HolidayCompensation,
    pub vat: Vat,
    pub withholding: Withholding,
    pub distraint: Distraint,
    pub late_interest: LateInterest,
    pub reminder: Reminder,
}

const FIRST_YEAR: i16 = 2018;
const FILES: [&str; 9] = [
    include_str!("../data/2018.toml"),
    include_str!("../data/2019.toml"),
    include_str!("../data/2020.toml"),
    include_str!("../data/2021.toml"),
    include_str!("../data/2022.toml"),
    include_str!("../data/2023.toml"),
    include_str!("../data/2024.toml"),
    include_str!("../data/2025.toml"),
    include_str!("../data/2026.toml"),
];

/// Every year, read on first use. The tests read all of them, so that callers never see `Unreadable`; it exists
/// because a library does not panic.
static YEARS: LazyLock<Vec<Result<Rates, RatesError>>> =
    LazyLock::new(|| (FIRST_YEAR..).zip(FILES).map(|(year, text)| Rates::read(year, text)).collect());

impl Rates {
    pub fn for_year(year: i16) -> Result<&'static Self, RatesError> {
        let place = year.checked_sub(FIRST_YEAR).and_then(|place| usize::try_from(place).ok());
        match place.and_then(|place| YEARS.get(place)) {
            Some(known) => known.as_ref().map_err(Clone::clone),
            None => Err(RatesError::UnknownYear { year }),
        }
    }

    /// The figures of the calendar year of `date`. A figure that changes within the year takes the
    /// date again.
    pub fn for_date(date: Date) -> Result<&'static Self, RatesError> {
        Self::for_year(date.year())
    }

    fn read(year: i16, text: &str) -> Result<Self, RatesError> {
        let mut rates: Self = toml::from_str(text)
            .map_err(|error| RatesError::Unreadable { year, reason: error.to_string() })?;
        rates.travel.year = year;
        rates.late_interest.year = year;
        rates.reminder.year = year;
        Ok(rates)
    }
}

#[cfg(test)]
mod tests;
